"""Two processes on one archive: a table is led by one of them, and the other changes nothing.

Here both are in this process, each with an archive of its own on the same file.
"""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete

from igroteka.archive import ArchiveError, leads, move_tree, queries
from igroteka.archive.leads import LedElsewhere, Superseded
from igroteka.archive.models import MoveEntry
from igroteka.archive.schema import houses
from igroteka.cli.kept_game import KeptGame
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import make_game
from igroteka.tables import live_tables, requests
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Setting
from igroteka.tables.table import Table
from tests.tables.sitting import Onlooker, bot, in_a_loop, opened, person, seated


@asynccontextmanager
async def two_houses(folder: Path) -> AsyncIterator[tuple[LiveTables, LiveTables]]:
    async with opened(folder) as one, opened(folder) as other:
        yield one, other


async def played(table: Table, *moves: str) -> None:
    for move in moves:
        turn = table.state.turn
        await table.move(table.setting.chairs[turn].holders[0], move)


def actions(house: LiveTables, number: int) -> tuple[str, ...] | None:
    return house.archive.read(queries.record, number).actions


@in_a_loop
async def test_a_table_is_led_by_one_house(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, other):
        table = await seated(one, "draughts", person("Anna"), person("Boris"))
        with pytest.raises(LedElsewhere, match="another process of this house leads table 1"):
            await other.table(table.number)
        await played(table, "c3-d4", "d6-c5")
        assert actions(other, table.number) == ("c3-d4", "d6-c5")


@in_a_loop
async def test_what_an_earlier_leader_does_is_refused_and_it_lets_go(tmp_path: Path) -> None:
    """The table was opened on one, another took it over: taking back on the first does nothing."""
    async with two_houses(tmp_path) as (one, other):
        table = await seated(one, "draughts", person("Anna"), person("Boris"))
        onlooker = next(each for each in table.listeners if isinstance(each, Onlooker))
        await other.house.write(forget, one.house.leader.id)
        taken_over = await other.table(table.number)
        await played(taken_over, "c3-d4", "d6-c5", "b2-c3", "f6-g5")
        with pytest.raises(ArchiveError, match="another process by now"):
            await played(table, "c3-d4")
        assert onlooker.left
        assert table.number not in [each.number for each in one.tables]
        assert actions(one, table.number) == ("c3-d4", "d6-c5", "b2-c3", "f6-g5")


@pytest.mark.parametrize("request_", ["take back", "pause", "resign", "sit"])
@in_a_loop
async def test_no_request_of_an_earlier_leader_changes_anything(
    tmp_path: Path, request_: str
) -> None:
    async with two_houses(tmp_path) as (one, other):
        free = request_ == "sit"
        other_chair = Chair() if free else person("Boris")
        table = await seated(one, "draughts", person("Anna"), other_chair)
        if not free:
            await played(table, "c3-d4", "d6-c5")
        await other.house.write(forget, one.house.leader.id)
        await other.table(table.number)
        before = other.archive.read(queries.game, table.number)
        asked: dict[str, Callable[[], Awaitable[object]]] = {
            "take back": lambda: requests.take_back(table, "Anna"),
            "pause": lambda: requests.pause(table, "Anna", True),
            "resign": lambda: requests.resign(table, "Anna"),
            "sit": lambda: requests.sit(table, "Boris", "Boris", table.setting.chairs[1].key),
        }
        with pytest.raises(Superseded):
            await asked[request_]()
        assert other.archive.read(queries.game, table.number) == before


@in_a_loop
async def test_a_house_that_is_silent_for_too_long_is_taken_for_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_houses(tmp_path) as (one, other):
        table = await seated(one, "draughts", person("Anna"), person("Boris"))
        monkeypatch.setattr(leads, "LEASE", -1.0)
        await one.house.write(leads.live, one.house.leader)
        assert (await other.table(table.number)).fence == table.fence + 1


@in_a_loop
async def test_who_closes_leaves_its_tables_to_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as other:
        async with opened(tmp_path) as one:
            table = await seated(one, "draughts", person("Anna"), person("Boris"))
        assert (await other.table(table.number)).phase == "playing"


@in_a_loop
async def test_a_game_that_is_over_is_shown_by_both(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, other):
        table = await seated(one, "draughts", person("Anna"), bot())
        await requests.resign(table, "Anna")
        there = await other.table(table.number)
        assert there.phase == "over"
        with pytest.raises(Superseded):
            async with there.lock:
                await there.remember()


@in_a_loop
async def test_idle_tables_are_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_tables, "IDLE", 0.0)
    monkeypatch.setattr(live_tables, "CLOCK_PERIOD", 0.01)
    async with two_houses(tmp_path) as (one, other):
        table = await seated(one, "draughts", person("Anna"), person("Boris"))
        for listener in list(table.listeners):
            table.part(listener)
        keeping = asyncio.create_task(one.keep_house())
        async with asyncio.timeout(20):
            while one.tables:
                await asyncio.sleep(0.01)
        keeping.cancel()
        assert (await other.table(table.number)).phase == "playing"


@in_a_loop
async def test_who_is_let_go_takes_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, for a house looks for garbage among what is old as seldom as can be."""
    monkeypatch.setattr(live_tables, "IDLE", 0.0)
    monkeypatch.setattr(live_tables, "CLOCK_PERIOD", 0.01)
    async with opened(tmp_path) as house:
        table = await seated(house, "draughts", person("Anna"), bot())
        await played(table, "c3-d4")
        async with asyncio.timeout(20):
            while len(table.moves) < 2:
                await asyncio.sleep(0.01)
        for listener in list(table.listeners):
            table.part(listener)
        gone, number = weakref.ref(table), table.number
        del table, listener
        gc.disable()
        keeping = asyncio.create_task(house.keep_house())
        try:
            async with asyncio.timeout(20):
                while house.has(number) or gone() is not None:
                    await asyncio.sleep(0.01)
        finally:
            keeping.cancel()
            gc.enable()


@in_a_loop
async def test_a_move_is_added_only_where_it_was_meant(tmp_path: Path) -> None:
    async with opened(tmp_path) as one:
        table = await seated(one, "draughts", person("Anna"), person("Boris"))
        await played(table, "c3-d4")
        entries = [MoveEntry("d6-c5", 1)]
        with pytest.raises(ArchiveError, match="has gone on"):
            await one.house.write(move_tree.add_moves, table.number, None, entries, table.fence)
        earlier = table.fence - 1
        with pytest.raises(Superseded):
            await one.house.write(move_tree.add_moves, table.number, table.head, entries, earlier)


def forget(connection: Connection, house: str) -> None:
    """As if a house had been silent for an hour."""
    connection.execute(delete(houses).where(houses.c.id == house))


@in_a_loop
async def test_a_game_at_the_terminal_is_not_led_by_the_site(tmp_path: Path) -> None:
    async with opened(tmp_path) as site:
        kept = KeptGame(site.archive)
        game = make_game("draughts", {})
        so_far = GameSoFar(game, game.deal(random.Random(1)))
        played = so_far.play(game.read("c3-d4"))
        kept.add(lambda: played.record(["Anna", "Boris"]), played.steps[-1])
        assert kept.number is not None
        with pytest.raises(LedElsewhere):
            await site.adopt(kept.number, Setting([person("Anna"), person("Boris")]))
        kept.leave(played.record(["Anna", "Boris"]))
        await site.adopt(kept.number, Setting([person("Anna"), person("Boris")]))
        table = await site.table(kept.number)
        with pytest.raises(LedElsewhere):
            KeptGame(site.archive).resumed(table.number)
