"""An evening at one table: the next game, who then sits where, and the running score."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from igroteka.archive import queries, sittings
from igroteka.contract import IllegalMove
from igroteka.records.sitting import SittingOver
from igroteka.records.sitting import opened as opened_sitting
from igroteka.registry import make_game
from igroteka.tables import requests
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Setting
from igroteka.tables.table import Table
from tests.tables.sitting import LONGEST_WAIT, Onlooker, bot, in_a_loop, opened, person


async def sat_down(
    tables: LiveTables, game: str, *chairs: Chair, options: dict[str, str] | None = None, **how: Any
) -> Table:
    sitting = opened_sitting(make_game(game, options or {}), **how)
    table = await tables.open_sitting(sitting, Setting(list(chairs), pace=0.0))
    table.welcome(Onlooker())
    return table


async def next_of(tables: LiveTables, table: Table) -> Table:
    return await tables.table(await tables.once_more(table))


async def reckoned(table: Table) -> list[float]:
    """The totals of the people, when the game that is over has been counted."""
    async with asyncio.timeout(LONGEST_WAIT):
        while table.sitting is None or table.sitting.score.counted <= table.sitting.place:
            await asyncio.sleep(0.01)
    return list(table.sitting.score.totals)


@in_a_loop
async def test_colours_change_and_points_add_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await sat_down(tables, "draughts", person("Anna"), person("Boris"), length=3)
        ends = (("Anna", [0, 1]), ("Boris", [1, 1]), ("Boris", [2, 1]))
        for place, (loser, totals) in enumerate(ends):
            await requests.resign(table, loser)
            assert await reckoned(table) == totals
            seats = [chair.player for chair in table.setting.chairs]
            assert seats == (["Boris", "Anna"] if place == 1 else ["Anna", "Boris"])
            if place < 2:
                table = await next_of(tables, table)
        with pytest.raises(SittingOver, match="all 3 games were played"):
            await tables.once_more(table)


@in_a_loop
async def test_the_next_board_has_the_next_number(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        chairs = [person(name) for name in "NESW"]
        table = await sat_down(tables, "bridge", *chairs, options={"board": "15"})
        for number in (15, 16, 17):
            assert table.so_far.view(None).to_json()["board"] == number
            for _ in range(4):
                await table.move("NESW"[table.state.turn], "pass")
            assert [chair.player for chair in table.setting.chairs] == list("NESW")
            table = await next_of(tables, table)


@in_a_loop
async def test_given_deals_come_in_their_order(tmp_path: Path) -> None:
    game = make_game("bridge", {})
    deals = [make_game("bridge", {"board": str(n)}).deal(random.Random(n)).deal for n in (3, 8)]
    async with opened(tmp_path) as tables:
        chairs = [person(name) for name in "NESW"]
        table = await sat_down(tables, game.name, *chairs, deals=deals)
        played = [table.so_far.start.deal]
        for _ in range(4):
            await table.move("NESW"[table.state.turn], "pass")
        played.append((await next_of(tables, table)).so_far.start.deal)
        assert played == deals


@in_a_loop
async def test_a_board_that_a_fault_ends_is_counted_as_the_laws_say(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        chairs = [person(name) for name in "NESW"]
        table = await sat_down(tables, "bridge", *chairs, options={"board": "1"})
        table.setting.strikes = 1
        with pytest.raises(IllegalMove):
            await table.move("N", "8C")
        assert await reckoned(table) == [-3, 3, -3, 3]
        assert (await next_of(tables, table)).phase == "playing"


@in_a_loop
async def test_a_game_that_is_followed_was_the_first_of_a_sitting(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        setting = Setting([person("Anna"), bot()], pace=0.0)
        table = await tables.open(make_game("draughts", {}), setting)
        await requests.resign(table, "Anna")
        second = await next_of(tables, table)
        assert second.sitting is not None
        assert second.sitting.score.totals == (0.0, 1.0)
        assert tables.archive.read(queries.game, table.number).place == 0
        assert tables.archive.read(queries.game, second.number).place == 1


@in_a_loop
async def test_two_who_want_the_next_game_get_the_same(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await sat_down(tables, "draughts", person("Anna"), person("Boris"))
        await requests.resign(table, "Anna")
        numbers = await asyncio.gather(*(tables.once_more(table) for _ in range(5)))
        assert len(set(numbers)) == 1


@in_a_loop
async def test_a_sitting_goes_on_after_the_house_has_closed(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await sat_down(tables, "draughts", person("Anna"), person("Boris"), length=2)
        await requests.resign(table, "Anna")
    async with opened(tmp_path) as tables:
        table = await tables.table(table.number)
        assert await reckoned(table) == [0, 1]
        second = await next_of(tables, table)
        await requests.resign(second, "Anna")
        assert await reckoned(second) == [0, 2]
        stored = tables.archive.read(sittings.sitting, second.sitting.stored.id)  # type: ignore[union-attr]
        assert stored.over


@in_a_loop
async def test_par_is_worked_out_meanwhile(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        chairs = [person(name) for name in "NESW"]
        table = await sat_down(tables, "bridge", *chairs, options={"board": "1"}, way="par")
        for _ in range(4):
            await table.move("NESW"[table.state.turn], "pass")
        second = await next_of(tables, table)
        north, east, south, west = await reckoned(table)
        assert north == south == -east == -west
        await tables.all_reckoned()
        assert second.sitting is not None
        assert second.sitting.score.totals == (north, east, south, west)
