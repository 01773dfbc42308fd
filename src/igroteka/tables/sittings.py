"""Sittings at live tables: which game of how many is played, what each brought, what comes next."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from igroteka.archive import leads, sittings, updates
from igroteka.archive.models import NewGame, NewSitting, StoredSitting
from igroteka.basics.endings import Ending, PlayerFault
from igroteka.contract import Json, Seat, State
from igroteka.records.reckoning import PATIENCE, ReckoningQuestion
from igroteka.records.sitting import (
    NextGame,
    Sitting,
    SittingScore,
    next_seating,
    next_start,
    running_score,
)

if TYPE_CHECKING:
    from igroteka.tables.setting import Setting
    from igroteka.tables.table import House, Table


@dataclass(frozen=True)
class SittingNow:
    """A sitting as it stands at one of its tables."""

    stored: StoredSitting
    place: int
    """Which of its games is played here, from 0."""
    other: Sitting | None = None
    """The other table of a match."""

    @cached_property
    def score(self) -> SittingScore:
        """What everybody has so far."""
        return running_score(self.stored.sitting, self.other)

    @property
    def seating(self) -> tuple[int, ...]:
        """The person on each seat of this table."""
        return self.stored.sitting.games[self.place].seating

    @property
    def reckoned(self) -> bool:
        """Whether it is written down what this game has brought."""
        return self.stored.sitting.games[self.place].reckoned is not None

    def changed_places(self, end: State) -> tuple[Seat, ...] | None:
        """By seat of the next game, where at this table sits who will sit there.

        None where the next game has begun, or there is none.
        """
        sitting = self.stored.sitting
        if len(sitting.games) != self.place + 1 or sitting.left == 0:
            return None
        return tuple(map(self.seating.index, next_seating(sitting, end)[1]))


def stored_now(connection: Connection, number: int, place: int) -> SittingNow:
    """A sitting as the archive has it, at the table of one of its games."""
    found = sittings.sitting(connection, number)
    other = None if found.other is None else sittings.sitting(connection, found.other).sitting
    return SittingNow(found, place, other)


async def sitting_now(house: House, number: int, place: int) -> SittingNow:
    """The same, read beside everything else."""
    return await asyncio.to_thread(house.archive.read, stored_now, number, place)


def described(sitting: Sitting, name: str = "", other: int | None = None) -> NewSitting:
    """A sitting as the archive takes it in."""
    base = sitting.base
    counted = (sitting.way, sitting.deals, sitting.length)
    return NewSitting(base.name, dict(base.options), *counted, name=name, other=other)


def begin(
    connection: Connection, new: NewSitting, game: NewGame, leader: leads.House
) -> tuple[int, int, int]:
    """A sitting with its first game, led from here: the numbers of both, and the fence."""
    number = sittings.open_sitting(connection, new)
    first = updates.begin_game(connection, replace(game, sitting=number, place=0))
    return number, first, leads.take(connection, first, leader)


def go_on(connection: Connection, game: NewGame, before: Table, setting: Json) -> tuple[int, int]:
    """The next game, known at the table of the one before: its number, and the fence."""
    number = updates.begin_game(connection, game)
    updates.save_setting(connection, before.number, {**setting, "next": number}, before.fence)
    return number, leads.take(connection, number, before.house.leader)


def next_of(table: Table, rng: random.Random) -> tuple[NextGame, Setting]:
    """What the people of a table play next, and how they sit then. Raises `SittingOver`."""
    assert table.sitting is not None
    following = next_start(table.sitting.stored.sitting, table.state, rng)
    sat = table.sitting.seating
    return following, table.setting.moved([sat.index(person) for person in following.seating])


async def reckon(table: Table) -> None:
    """Write down what a game that is over has brought its seats."""
    assert table.sitting is not None
    assert table.outcome is not None
    outcome, way = table.outcome, table.sitting.stored.sitting.way
    settled = None if outcome.ending == Ending.FINISHED else outcome.scores
    failed = outcome.fault.seat if outcome.fault else None
    question = ReckoningQuestion(table.game, way, table.state, settled, failed)
    got = await _answered(table, question)
    await table.house.write(sittings.store_reckoned, table.number, got)


async def _answered(table: Table, question: ReckoningQuestion) -> tuple[float, ...] | None:
    if not question.slow:
        return question.answer()
    try:
        got: tuple[float, ...] | None = await table.house.bot_pool.ask(
            _answer, question, PATIENCE, table.owner
        )
    except PlayerFault:
        return None
    return got


def _answer(question: ReckoningQuestion) -> tuple[float, ...] | None:
    return question.answer()
