"""What people say of moves and of games: each for themselves, and nothing of it is deleted.

A person has one remark on a move, or on the game as a whole. Another one replaces it, and the
earlier ones stay to be read. What came with a game from its file is the move's own, and nobody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from igroteka.archive.faults import ArchiveError
from igroteka.archive.models import StoredMove
from igroteka.archive.move_tree import checked_marks
from igroteka.archive.schema import games, moves, players, remarks
from igroteka.text import Text


class Remark(NamedTuple):
    """What somebody said, and when."""

    id: int
    move: int | None
    """The move that it is about; None is the game as a whole."""
    player: int
    author: str
    words: str
    mark: str
    at: datetime

    @property
    def is_empty(self) -> bool:
        """Whether its author took back what they had said."""
        return not self.words and not self.mark


class Voice(NamedTuple):
    """One person's remark on a move, with those that it replaced, the oldest first."""

    now: Remark
    earlier: tuple[Remark, ...]


def remark(
    connection: Connection,
    game_id: int,
    move: int | None,
    player: int,
    words: str,
    mark: str = "",
) -> None:
    """Say something of a move, or of the game as a whole, instead of what this player said before.

    Empty words without a mark take it back. Raises `ArchiveError` if there is no such move.
    """
    words, mark = words.strip(), checked_marks(mark)
    _check_there(connection, game_id, move)
    own = [each for each in said(connection, game_id) if (each.move, each.player) == (move, player)]
    before = (own[-1].words, own[-1].mark) if own else ("", "")
    if (words, mark) == before:
        return
    values = {"game_id": game_id, "move_id": move, "player_id": player, "words": words}
    connection.execute(insert(remarks).values(**values, mark=mark, at=datetime.now(UTC)))


def _check_there(connection: Connection, game_id: int, move: int | None) -> None:
    if move is None:
        if connection.scalar(select(games.c.id).where(games.c.id == game_id)) is None:
            raise ArchiveError(Text("there is no game {number} in the archive", number=game_id))
        return
    found = select(moves.c.id).where(moves.c.id == move, moves.c.game_id == game_id)
    if connection.scalar(found) is None:
        raise ArchiveError(Text("game {number} has no move {move}", number=game_id, move=move))


def said(connection: Connection, game_id: int) -> list[Remark]:
    """Everything that was ever said of a game, in its order."""
    found = (
        select(
            remarks.c.id,
            remarks.c.move_id,
            players.c.id,
            players.c.name,
            remarks.c.words,
            remarks.c.mark,
            remarks.c.at,
        )
        .join(players, players.c.id == remarks.c.player_id)
        .where(remarks.c.game_id == game_id)
        .order_by(remarks.c.id)
    )
    return [Remark(*row) for row in connection.execute(found)]


Voices = Mapping[int | None, Sequence[Voice]]
"""Who speaks of each move, and of the game as a whole; who spoke first comes first."""


def voices(everything: Iterable[Remark]) -> Voices:
    """Remarks sorted by what they are about and by who made them."""
    spoken: dict[int | None, dict[int, list[Remark]]] = {}
    for each in everything:
        spoken.setdefault(each.move, {}).setdefault(each.player, []).append(each)
    return {
        move: [Voice(own[-1], tuple(own[:-1])) for own in by_player.values()]
        for move, by_player in spoken.items()
    }


def with_voices(found: Iterable[StoredMove], heard: Voices) -> list[StoredMove]:
    """Moves whose comments and marks are all that is said of them now."""
    return [_with_voices(move, heard.get(move.id, ())) for move in found]


def _with_voices(move: StoredMove, speaking: Sequence[Voice]) -> StoredMove:
    if not speaking:
        return move
    marks = [move.mark, *(voice.now.mark for voice in speaking)]
    distinct = dict.fromkeys(mark for each in marks for mark in each.split())
    return replace(move, comment=together(move.comment, speaking), mark=" ".join(distinct))


def together(words: str, speaking: Sequence[Voice]) -> str:
    """What a file said and what people say, a line each; signed where it is not one voice alone."""
    now = [voice.now for voice in speaking if voice.now.words]
    if not words and len(now) == 1:
        return now[0].words
    signed = [f"{each.author}: {each.words}" for each in now]
    return "\n".join([words, *signed] if words else signed)
