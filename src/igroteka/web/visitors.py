"""Who is at the other end: a signed cookie for people, a token for programs."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from igroteka.web.translation import LANGUAGES, Tongue, option_value, preferred, translate


@dataclass(frozen=True)
class Guest:
    """A visitor with their wishes."""

    visitor: str
    """`player:3` after a password or token, otherwise this browser's own mark."""
    name: str | None
    language: str
    theme: str
    kid: bool
    hints: int | None = None
    """Hints that a parent allows the child in a game; None is no limit."""
    take_backs: int | None = None
    """Take-backs that a parent allows the child in a game; None is no limit."""
    player: int | None = None
    """The player's number, when a password or a token has proved it."""
    kind: str = "person"
    """person or program."""

    def say(self, text: str, **parts: object) -> str:
        """A text of the site in this visitor's language."""
        return translate(self.language, text, **parts)

    def value(self, option: str, value: str) -> str:
        """A value of a game's option in this visitor's language."""
        return option_value(self.language, option, value)

    @property
    def words(self) -> Tongue:
        """Turns a sentence of the games into this visitor's language."""
        return Tongue(self.language)


def guest_of(connection: HTTPConnection) -> Guest:
    """Who sent this; a browser that comes for the first time gets its mark."""
    session = connection.session
    player = session.get("player")
    if player is None and "visitor" not in session:
        session["visitor"] = f"guest:{secrets.token_hex(8)}"
    language: str = session.get("language", "")
    if language not in LANGUAGES:
        language = preferred(connection.headers.get("accept-language", ""))
    return Guest(
        visitor=session["visitor"] if player is None else f"player:{player}",
        name=session.get("name"),
        language=language,
        theme=session.get("theme", "auto"),
        kid=bool(session.get("kid", False)),
        hints=session.get("hints"),
        take_backs=session.get("take_backs"),
        player=player,
    )
