"""What waits for a visitor: unfinished games with a picture, the opponent, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from igroteka.archive import Archive
from igroteka.archive.models import UNKNOWN, GameLine
from igroteka.contract import IgrotekaError, Seat
from igroteka.tables.characters import Character, character_of
from igroteka.text import Text
from igroteka.web.pages.names import named
from igroteka.web.pages.opened_game import OpenedGame, open_game
from igroteka.web.visitors import Guest


class Waiting(NamedTuple):
    """A game that waits to be gone on with."""

    line: GameLine
    title: Text
    opponents: str
    character: Character | None
    """Who the opponent is, if it is one bot of the house."""
    picture: Markup
    mine: bool
    """Whether it is the visitor's turn, and all have sat down."""


def waiting_games(archive: Archive, guest: Guest, lines: Sequence[GameLine]) -> list[Waiting]:
    """The visitor's games as they stand; one that can't be opened is left out."""
    found = []
    for line in lines:
        try:
            opened = open_game(archive, line.id)
            found.append(_waiting(guest, line, opened))
        except IgrotekaError:
            continue
    return found


def _waiting(guest: Guest, line: GameLine, opened: OpenedGame) -> Waiting:
    game, seat = opened.game, own_seat(guest, opened)
    state = opened.state_after(opened.stored.head)
    others = [each for at, each in enumerate(opened.players) if at != seat]
    bots = {name for name, kind in others if kind == "bot"}
    alone = len(bots) == 1 and len({name for name, _ in others}) == 1
    taken = [each for each in others if each[0] != UNKNOWN]
    names = dict.fromkeys(named(guest, game.name, *each).text for each in taken)
    return Waiting(
        line,
        game.title,
        ", ".join(names) or guest.words(Text("nobody yet")),
        character_of(game.name, bots.pop()) if alone else None,
        Markup(state.view(seat).picture()),
        state.turn == seat and taken == others,
    )


def own_seat(guest: Guest, opened: OpenedGame) -> Seat | None:
    """Where the visitor sits by name; None if nowhere."""
    names = [name.casefold() for name, kind in opened.players if kind != "bot"]
    if guest.name is None or guest.name.casefold() not in names:
        return None
    return next(
        seat
        for seat, (name, kind) in enumerate(opened.players)
        if kind != "bot" and name.casefold() == guest.name.casefold()
    )
