"""How a live table is written to the archive, and read back after a night or a crash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Text, cast, select

from igroteka.archive import updates
from igroteka.archive.models import MoveEntry
from igroteka.archive.schema import games
from igroteka.basics.endings import Ending
from igroteka.contract import CHANCE, OVER, Action, Json, Seat, State
from igroteka.records.record import Fault
from igroteka.tables.setting import Setting, Visitor

if TYPE_CHECKING:
    from igroteka.archive.models import StoredGame
    from igroteka.tables.table import Table


@dataclass(frozen=True)
class PendingStep:
    """An action about to be stored, between two positions."""

    before: State
    action: Action
    after: State
    seconds: float


@dataclass(frozen=True)
class Step:
    """An action that was taken, and stored."""

    move: int
    """Its number in the archive."""
    before: State
    action: Action
    seat: Seat
    seconds: float


@dataclass(frozen=True)
class GameEnd:
    """How a game ended: by the rules, by the players' will, by the clock, by a fault."""

    scores: tuple[float, ...] | None
    ending: str
    fault: Fault | None = None


def keep(
    connection: Connection,
    number: int,
    head: int | None,
    entries: Sequence[PendingStep],
    outcome: GameEnd | None,
) -> list[int]:
    """Store actions and the end that they lead to, all or nothing; the new moves' numbers."""
    moves = updates.add_moves(connection, number, head, [_written(entry) for entry in entries])
    if outcome is not None:
        updates.finish_game(connection, number, outcome.scores, outcome.ending, outcome.fault)
    return moves


def _written(entry: PendingStep) -> MoveEntry:
    before = entry.before
    seat = None if before.turn == CHANCE else before.turn
    return MoveEntry(str(entry.action), seat, entry.seconds, before.landmark, entry.after.landmark)


def keep_settings(connection: Connection, settings: Sequence[tuple[int, Json]]) -> None:
    """Store what several tables must remember."""
    for number, setting in settings:
        updates.save_setting(connection, number, setting)


def held_games(connection: Connection, visitor: Visitor, most: int) -> list[int]:
    """Unfinished games at whose tables a visitor has a seat, whatever the name; the latest first.

    The database looks for the visitor's mark as text, so that few settings need to be read.
    """
    marked = cast(games.c.setting, Text).contains(f'"{visitor}"', autoescape=True)
    found = (
        select(games.c.id, games.c.setting)
        .where(games.c.ending == Ending.UNFINISHED, marked)
        .order_by(games.c.started.desc().nulls_last(), games.c.id.desc())
    )
    rows = connection.execute(found)
    held = (number for number, setting in rows if Setting.from_json(setting).held_by(visitor))
    return list(islice(held, most))


def recall(table: Table, stored: StoredGame) -> None:
    """Bring a table to where its game stands in the archive."""
    for move in stored.moves:
        action = table.game.read(move.notation)
        turn = table.state.turn
        table.past.append(Step(move.id, table.state, action, turn, move.seconds or 0.0))
        table.state = table.state.play(action)
    table.think_on(table.setting.thought)
    if stored.ending != Ending.UNFINISHED:
        table.outcome = GameEnd(stored.scores, stored.ending, stored.fault)
    elif table.state.turn == OVER:
        table.outcome = GameEnd(table.state.scores(), Ending.FINISHED)
