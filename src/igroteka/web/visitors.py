"""Who is at the other end: a session for people, a token for programs."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from igroteka.archive.children import Child
from igroteka.languages import LANGUAGES, Language
from igroteka.text import from_data
from igroteka.web.addresses import household_of
from igroteka.web.open_wires import Pass
from igroteka.web.sessions import session_of

LOOKS = {
    "theme": ("auto", "light", "dark"),
    "deck": ("two", "four"),
    "motion": ("on", "off"),
    "memory": ("off", "on"),
}
"""What a visitor may choose about the look of the pages; the first is so unless chosen."""


@dataclass(frozen=True)
class Guest:
    """A visitor with their preferences."""

    visitor: str
    """`player:3` after a password or token, otherwise the mark of this browser's session."""
    name: str | None
    language: str
    theme: str
    deck: str = "two"
    """How many colours the suits have: two or four."""
    motion: str = "on"
    """Whether pieces and cards move, or are at once where they go."""
    memory: str = "off"
    """Whether cards that were seen being taken are shown."""
    child: Child | None = None
    """Who this is in the child's room; None outside of it."""
    player: int | None = None
    """The player's number, when a password or a token has proved it."""
    kind: str = "person"
    """person or program."""
    admission: Pass | None = None
    """What lets in: a session or a token; None for a browser that has only looked so far."""

    @property
    def words(self) -> Language:
        """What says a sentence in this visitor's language."""
        return Language(self.language)

    def page_text(self, template: str, **parts: object) -> str:
        """What a page says, in this visitor's language."""
        return self.words(from_data(template, **parts))


async def enter(connection: HTTPConnection, player: int, name: str) -> None:
    """From now on this browser is this player's; its old marks go, so that none can be planted."""
    session = session_of(connection)
    kept = {k: session[k] for k in ("language", *LOOKS, "known_child") if k in session}
    marks = {**kept, "name": name, "form": secrets.token_urlsafe(16)}
    await connection.app.state.sessions.begin(connection, player, marks)


def enter_room(connection: HTTPConnection, child: Child) -> None:
    """From now on this browser is in a child's room; whose it was before is kept for later."""
    connection.session["child"] = connection.session["known_child"] = list(child)


def leave_room(connection: HTTPConnection) -> None:
    """This browser is whose it was before the room was entered."""
    connection.session.pop("child", None)


def child_in(connection: HTTPConnection) -> Child | None:
    """The child whose room this browser is in."""
    return _child(connection, "child")


def known_child(connection: HTTPConnection) -> Child | None:
    """The child whose room this browser was in last."""
    return _child(connection, "known_child")


def _child(connection: HTTPConnection, mark: str) -> Child | None:
    stored = connection.session.get(mark)
    return None if stored is None else Child(*stored)


def guest_of(connection: HTTPConnection) -> Guest:
    """Who sent this; a browser that comes for the first time gets its mark."""
    guest = _guest_of(connection)
    connection.app.state.whereabouts.note(guest.visitor, household_of(connection))
    return guest


def _guest_of(connection: HTTPConnection) -> Guest:
    session = session_of(connection)
    player, admission = session.player, session.admission
    language: str = session.get("language", "")
    if language not in LANGUAGES:
        language = preferred(connection.headers.get("accept-language", ""))
    looks = {name: session.get(name, ways[0]) for name, ways in LOOKS.items()}
    if child := child_in(connection):
        visitor = f"child:{child.player}"
        return Guest(visitor, child.name, language, child=child, admission=admission, **looks)
    return Guest(
        visitor=session["visitor"] if player is None else f"player:{player}",
        name=session.get("name"),
        language=language,
        **looks,
        player=player,
        admission=admission,
    )


def preferred(accept_language: str) -> str:
    """The first of our languages that a browser asks for."""
    for part in accept_language.split(","):
        language = part.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return "en"
