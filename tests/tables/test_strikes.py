"""Who can't go on: illegal actions again and again, a bot that fails, a clock that runs out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from igroteka.contract import IllegalMove
from igroteka.registry import make_game
from igroteka.tables.frames import audience_of
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Clock, Remedy, Setting
from igroteka.tables.table import Table
from tests.tables.sitting import LONGEST_WAIT, Onlooker, bot, in_a_loop, news, opened, person

RUDE = str(Path(__file__).parents[1] / "web" / "rude_bots.py")


async def four(tables: LiveTables, remedy: Remedy, clock: Clock | None = None) -> Table:
    chairs = [person(name) for name in "NESW"]
    setting = Setting(chairs, pace=0.0, strikes=3, remedy=remedy, clock=clock)
    table = await tables.open(make_game("bridge", {"board": "1"}), setting)
    table.welcome(Onlooker())
    return table


@in_a_loop
async def test_an_illegal_call_may_be_tried_again_twice(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await four(tables, "robot")
        await table.move("N", "2NT")
        for call in ("2C", "1NT"):
            with pytest.raises(IllegalMove):
                await table.move("E", call)
        await table.move("E", "pass")
        assert table.setting.chairs[1].bot is None


@in_a_loop
async def test_after_the_third_a_robot_takes_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await four(tables, "robot")
        await table.move("N", "2NT")
        for call in ("2C", "1NT", "card"):
            with pytest.raises(IllegalMove):
                await table.move("E", call)
        assert (table.setting.chairs[1].bot, table.setting.chairs[1].player) == ("simple", "E")
        assert "East: illegal move" in table.notices[-1]
        async with asyncio.timeout(LONGEST_WAIT):
            while table.state.turn == 1:
                await news(table)
        assert table.phase == "playing"


@in_a_loop
async def test_why_a_robot_takes_over_tells_nobody_of_a_hand(tmp_path: Path) -> None:
    """Who revokes hears what they hold; the others hear that it was an illegal move."""
    async with opened(tmp_path) as tables:
        table = await four(tables, "robot")
        for seat, call in zip("NESW", ("1NT", "pass", "pass", "pass"), strict=True):
            await table.move(seat, call)
        held = table.so_far.view(3).to_json()["hands"][3]
        leads = map(str, table.so_far.view(1).actions())
        suits = {card[0] for card in held}
        await table.move("E", next(lead for lead in leads if lead[0] in suits))
        await table.move("N", str(table.so_far.view(0).actions()[0]))
        view = table.so_far.view(3)
        revokes = [card for card in held if card not in map(str, view.actions())]
        for _ in range(3):
            with pytest.raises(IllegalMove, match="you hold"):
                await table.move("W", revokes[0])
        told = [str(notice) for notice in table.notices]
        assert told == ["West: illegal move; a robot takes over"]


@in_a_loop
async def test_or_the_board_is_adjusted(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await four(tables, "adjust")
        for _ in range(3):
            with pytest.raises(IllegalMove):
                await table.move("N", "8C")
        assert table.outcome is not None
        assert table.outcome.fault is not None
        assert (table.phase, table.outcome.ending, table.outcome.fault.seat) == ("over", "fault", 0)


@in_a_loop
async def test_a_bot_that_fails_is_replaced(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        chairs = [bot(f"{RUDE}:Raises"), *[person(name) for name in "ESW"]]
        setting = Setting(chairs, pace=0.0, remedy="robot")
        table = await tables.open(make_game("bridge", {"board": "1"}), setting)
        table.welcome(Onlooker())
        table.driver.wake()
        async with asyncio.timeout(LONGEST_WAIT):
            while table.state.turn == 0:
                await news(table)
        assert table.setting.chairs[0].bot == "simple"


@pytest.mark.parametrize(
    "clock", [Clock(0.3, together=True), Clock(None, limits={"call": 0.3, "card": 60.0})]
)
@in_a_loop
async def test_a_clock_that_runs_out_at_a_board_brings_a_robot(
    tmp_path: Path, clock: Clock
) -> None:
    async with opened(tmp_path) as tables:
        table = await four(tables, "robot", clock)
        async with asyncio.timeout(LONGEST_WAIT):
            while table.setting.chairs[0].bot is None:
                await news(table)
        assert "has run out of time" in table.notices[-1]
        assert table.phase == "playing"


@in_a_loop
async def test_who_ran_out_of_time_has_a_partner_who_plays_on_and_is_back_next_time(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as tables:
        table = await four(tables, "robot", Clock(0.3, together=True))
        async with asyncio.timeout(LONGEST_WAIT):
            while table.setting.chairs[0].bot is None:
                await news(table)
        assert (table.clock.left(0), table.clock.left(2)) == (None, None)
        assert table.clock.left(1) is not None
        seen = table.frames.frame(audience_of(table, "N", str)).parts
        assert seen["seats"][0]["player"] == "N (a robot plays)"
        assert not seen["table"]["to_move"]
        following = table.setting.moved(range(4))
        assert (following.chairs[0].bot, following.chairs[0].stands_in) == (None, False)


@in_a_loop
async def test_partners_share_a_clock(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await four(tables, "robot", Clock(100.0, together=True))
        table.clock._since -= 30.0
        await table.move("N", "pass")
        left = [round(table.clock.left(seat) or 0.0) for seat in range(4)]
        assert left == [70, 100, 70, 100]
