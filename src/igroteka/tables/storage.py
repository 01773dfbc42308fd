"""How a live table is written to the archive, and read back after a night or a crash."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import Connection, Text, cast, select

from igroteka.archive import move_tree, updates
from igroteka.archive.leads import Superseded, is_led
from igroteka.archive.models import MoveEntry, StoredGame
from igroteka.archive.schema import games
from igroteka.basics.endings import Ending
from igroteka.contract import Json
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.record import Fault
from igroteka.records.steps import Step
from igroteka.tables.setting import Setting, Visitor


@dataclass(frozen=True)
class GameEnd:
    """How a game ended: by the rules, by the players' will, by the clock, by a fault."""

    scores: tuple[float, ...] | None
    ending: str
    fault: Fault | None = None


def keep(
    connection: Connection,
    number: int,
    fence: int,
    head: int | None,
    steps: Sequence[Step],
    outcome: GameEnd | None,
) -> list[int]:
    """Store actions and the end that they lead to, all or nothing; the new moves' numbers."""
    moves = move_tree.add_moves(connection, number, head, [_written(step) for step in steps], fence)
    if outcome is not None:
        end = (outcome.scores, outcome.ending, outcome.fault)
        updates.finish_game(connection, number, *end, fence)
    return moves


def _written(step: Step) -> MoveEntry:
    before, after = step.before.landmark, step.after.landmark
    return MoveEntry(
        str(step.action), step.seat, step.seconds, before, after, explanation=step.explanation
    )


def keep_settings(connection: Connection, settings: Sequence[tuple[int, Json, int]]) -> None:
    """Store what several tables must remember, those that another leads by now left out."""
    for number, setting, fence in settings:
        with suppress(Superseded):
            updates.save_setting(connection, number, setting, fence)


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


def private_games(connection: Connection, visitor: Visitor) -> list[int]:
    """Unfinished games of others whose tables let no spectators in.

    The database looks for the word as text, so that few settings need to be read.
    """
    unwatched = cast(games.c.setting, Text).regexp_match('"watched": *false')
    found = select(games.c.id, games.c.setting).where(
        games.c.ending == Ending.UNFINISHED, unwatched
    )
    rows = ((number, Setting.from_json(kept)) for number, kept in connection.execute(found))
    return [number for number, each in rows if not (each.watched or each.held_by(visitor))]


def watched_games(connection: Connection, visitor: Visitor, most: int) -> list[int]:
    """Games of others that go on now, in whatever process, and may be watched; the latest first."""
    found = (
        select(games.c.id, games.c.setting)
        .where(games.c.ending == Ending.UNFINISHED, games.c.source == "table", is_led(connection))
        .order_by(games.c.started.desc().nulls_last(), games.c.id.desc())
    )
    rows = connection.execute(found)
    watched = (number for number, setting in rows if _to_watch(Setting.from_json(setting), visitor))
    return list(islice(watched, most))


def _to_watch(setting: Setting, visitor: Visitor) -> bool:
    played = setting.complete and not setting.paused
    return played and setting.watched and not setting.held_by(visitor)


def ending_of(stored: StoredGame, so_far: GameSoFar) -> GameEnd | None:
    """How a stored game ended, if it did."""
    if stored.ending != Ending.UNFINISHED:
        return GameEnd(stored.scores, stored.ending, stored.fault)
    return None if so_far.scores is None else GameEnd(so_far.scores, Ending.FINISHED)
