"""Programs at a table's door: whatever they do, the board is played and stored once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest

from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.protocol.client_lines import greeting_line
from igroteka.tables import line_client, line_door
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Clock
from tests.tables.line_clients import GAME, Caller, Door, Program, all_play, door_to, drawn
from tests.tables.sitting import in_a_loop, opened

NORTH, EAST, SOUTH, WEST = range(4)
BOARDS = drawn(10, 2)
"""One that is passed out and one that is played."""
WAYS = pytest.mark.parametrize("words", [(), ("resuming",)], ids=["plain", "resuming"])
PLACES = pytest.mark.parametrize("place", ["cut_hearing", "cut_saying"])


async def played_calmly(tables: LiveTables) -> tuple[list[list[str]], int]:
    """What is played when nobody is cut off, and the most lines that anybody hears or says."""
    async with door_to(tables, BOARDS) as door:
        programs = await all_play(door)
        lines = max(len(said) for each in programs for said in (each.heard, each.said))
        return door.played(), lines


async def cut_at(folder: Path, place: str, words: tuple[str, ...], lines: Iterable[int]) -> None:
    """At each of these lines everybody is cut off once, and comes back."""
    async with opened(folder) as tables:
        expected, most = await played_calmly(tables)
        assert [len(board) > 4 for board in expected] == [False, True]
        for line in (each for each in lines if each <= most):
            async with door_to(tables, BOARDS) as door:
                programs = [Program(door, seat, words=words, **{place: line}) for seat in range(4)]
                await all_play(door, *programs)
                assert door.played() == expected, line
                assert any(program.losses for program in programs), line


@PLACES
@WAYS
@in_a_loop
async def test_who_is_cut_off_comes_back_and_the_board_ends_as_it_would(
    tmp_path: Path, place: str, words: tuple[str, ...]
) -> None:
    first = 1 if place == "cut_hearing" else 2
    await cut_at(tmp_path, place, words, [*range(1, 8), *range(8 + first, 200, 9)])


@pytest.mark.slow
@PLACES
@WAYS
@in_a_loop
async def test_that_holds_for_every_line(
    tmp_path: Path, place: str, words: tuple[str, ...]
) -> None:
    await cut_at(tmp_path, place, words, range(1, 200))
