"""Small pictures of kept games, drawn once for every position that they have come to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup

from igroteka.archive import Archive, queries
from igroteka.archive.models import GameLine
from igroteka.contract import IgrotekaError
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import make_game


def pictures(archive: Archive, lines: Iterable[GameLine]) -> dict[int, Markup]:
    """By number, what a spectator sees of each of these games, where the game can be drawn."""
    return {line.id: Markup(_picture(archive, line.id, line.head)) for line in lines}


@lru_cache(maxsize=2000)
def _picture(archive: Archive, number: int, head: int | None) -> str:
    """`head` is the last move, by which a game that went on is told from what it was."""
    del head
    stored = archive.read(queries.game, number)
    try:
        game = make_game(stored.game, stored.options)
        moves = [move.notation for move in stored.moves]
        return GameSoFar.restored(game, stored.deal, moves).view(None).picture()
    except IgrotekaError:
        return ""  # the rules of its time are no longer the rules
