"""How players are called on pages: bots by the characters that play as them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup, escape

from igroteka.archive.forgetting import FORGOTTEN
from igroteka.archive.models import GameLine
from igroteka.contract import IgrotekaError
from igroteka.registry import make_game
from igroteka.tables.characters import FRIEND, Character, bot_title, character_of
from igroteka.text import Text
from igroteka.web.visitors import Guest

FRIENDS = "friend"
"""The kind of who plays with a child, whichever bot it is."""


class Named(NamedTuple):
    """A player's name as it is shown, and what there is to add."""

    text: str
    detail: str = ""
    character: Character | None = None
    """Who plays, where it is a character of the house."""


def named(guest: Guest, game: str | None, name: str, kind: str) -> Named:
    """A player of a game, or of any; a bot's detail is how it is written for programs."""
    if kind == "imported":
        shown = guest.words(Text("{name} (from a file)", name=name))
        return Named(shown, guest.words(Text("a name in a file")))
    if kind == FRIENDS:
        return Named(guest.words(FRIEND.name), character=FRIEND)
    if kind != "bot":
        return Named(guest.words(Text("Somebody")) if name == FORGOTTEN else name)
    title = bot_title(game, name)
    detail = name if title != name else ""
    return Named(guest.words(title), detail, character_of(game, name))


def line_players(guest: Guest, line: GameLine) -> Markup:
    """The players of a game in a list."""
    kinds = [shown_kind(each, line.kid) for each in line.kinds]
    return seated(guest, line.game, zip(line.players, kinds, strict=True))


def shown_kind(kind: str, kid: bool) -> str:
    """The kind of a player by which pages name it; where a child played, a bot was its friend."""
    return FRIENDS if kid and kind == "bot" else kind


def by_sides(line: GameLine) -> tuple[float, ...]:
    """The scores of a game in a list, those of partners once."""
    scores = line.scores or ()
    try:
        sides = make_game(line.game, line.options).sides
    except IgrotekaError:
        return scores  # the rules of its time are no longer the rules
    return tuple(scores[side[0]] for side in sides if side[0] < len(scores))


def seated(guest: Guest, game: str, players: Iterable[tuple[str, str]]) -> Markup:
    """Names and kinds in the order of seats, for a list; details are shown on hover."""
    return Markup(" – ").join(
        Markup('<span title="{}">{}</span>').format(each.detail, each.text)
        if each.detail
        else escape(each.text)
        for each in (named(guest, game, *player) for player in players)
    )


def seated_in_full(guest: Guest, game: str, players: Iterable[tuple[str, str]]) -> Markup:
    """The same with the details of bots written out, each once, after the names."""
    kept = list(players)
    bots = [named(guest, game, name, kind) for name, kind in kept if kind == "bot"]
    details = dict.fromkeys(each.detail for each in bots if each.detail)
    after = Markup(' <small class="faint">{}</small>').format(", ".join(details))
    return seated(guest, game, kept) + (after if details else Markup(""))
