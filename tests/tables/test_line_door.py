"""Programs at a table's door: whatever they do, the board is played and stored once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from igroteka.basics.house_fault import NOT_STORED, HouseFault
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.protocol.blue_chip import BLUE_CHIP
from igroteka.games.bridge.protocol.client_lines import greeting_line
from igroteka.tables import line_client, line_door
from igroteka.tables.line_door import LineDoor
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Clock
from igroteka.tables.sittings import sitting_now
from igroteka.tables.table import Table
from tests.tables.line_clients import Caller, Door, Program, all_play, door_to, drawn
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
                programs = [Program(door, seat, words=words) for seat in range(4)]
                for program in programs:
                    setattr(program, place, line)
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
    await cut_at(tmp_path, place, words, [*range(first, 8, 2), *range(8 + first, 200, 27)])


@pytest.mark.slow
@PLACES
@WAYS
@in_a_loop
async def test_that_holds_for_every_line(
    tmp_path: Path, place: str, words: tuple[str, ...]
) -> None:
    await cut_at(tmp_path, place, words, range(1, 200))


# --- who gets no seat ---


async def sent_away(door: Door, first: str) -> str:
    """What somebody hears who greets so, before the door closes."""
    caller = await door.call(first)
    (line,) = await caller.rest()
    return line.removeprefix("Error: ")


@in_a_loop
async def test_who_gets_no_seat_hears_why(tmp_path: Path) -> None:
    rules: dict[str, Any] = {"passwords": {WEST: "secret"}, "teams": ("Ours", "Theirs")}
    async with opened(tmp_path) as tables, door_to(tables, BOARDS, **rules) as door:
        await door.sit(SOUTH)
        greetings = {
            "good evening": "'good evening' is no greeting; the first line is like "
            'Connecting "Team" as South using protocol version 18',
            'Connecting "Ours" as South using protocol version 18': "South is taken by Ours",
            'Connecting "Ours" as East using protocol version 18': "East plays for Theirs here",
            'Connecting "Ours" as North using protocol version 16': "protocol version 16 is not "
            "spoken here, but 18 is",
            'Connecting "Ours" as Up using protocol version 18': "'Up' is no seat; "
            "seats are North, East, South, West, and ANYPL for any",
            greeting_line("Theirs", WEST): "the password for West is another one",
            greeting_line("Theirs", WEST, password="x"): "the password for West is another one",
        }
        for first, reason in greetings.items():
            assert await sent_away(door, first) == reason
        assert list(door.door.clients) == [SOUTH]
        caller = await door.call(greeting_line("Theirs", WEST, password="secret"))
        assert await caller.line() == 'West ("Theirs") seated'
        caller = await door.call('connecting  "ours" as n using protocol version 17 and more')
        assert await caller.line() == 'North ("ours") seated'
        caller = await door.call('Connecting "Theirs" as ANYPL using protocol version 18')
        assert await caller.line() == 'East ("Theirs") seated'
        assert (
            await sent_away(door, 'Connecting "Ours" as ANYPL using protocol version 18')
            == "all seats are taken"
        )


@in_a_loop
async def test_a_seat_waits_for_the_one_who_had_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables, door_to(tables, BOARDS) as door:
        caller = await door.sit(SOUTH, team=" Ours  too ")
        caller.hang_up()
        await until_gone(door, SOUTH)
        another = greeting_line("Theirs", SOUTH)
        assert await sent_away(door, another) == "South waits for Ours too to come back"
        await door.sit(SOUTH, team=" ours  Too ")


async def until_gone(door: Door, seat: int) -> None:
    """Wait until the door has noticed that somebody is gone."""
    async with asyncio.timeout(5):
        while seat in door.door.clients:
            await asyncio.sleep(0.001)


@in_a_loop
async def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables, door_to(tables, BOARDS) as door:
        for name in ("", "x" * 100, "a\x07b"):
            line = await sent_away(door, f'Connecting "{name}" as South using protocol version 18')
            assert line.startswith("a name has"), name
        await door.sit(SOUTH)


@in_a_loop
async def test_who_says_nothing_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_door, "GREETING", 0.1)
    async with opened(tmp_path) as tables, door_to(tables, BOARDS) as door:
        silent, halting = await door.call(), await door.call()
        halting.writer.write(b'Connecting "Ours" as So')
        for caller in (silent, halting):
            assert await caller.rest() == ["Error: nobody said a word"]
        await all_play(door)
        assert len(door.played()) == 2


@in_a_loop
async def test_a_crowd_that_says_nothing_keeps_nobody_out_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_door, "GREETING", 1.0)
    async with opened(tmp_path) as tables, door_to(tables, BOARDS) as door:
        crowd = [await door.call() for _ in range(200)]
        said = [await caller.rest() for caller in crowd]
        assert said.count(["Error: too many are at the door; come again later"]) == 150
        assert said.count(["Error: nobody said a word"]) == 50
        await all_play(door)
        assert len(door.played()) == 2


@pytest.mark.parametrize(
    ("rubbish", "reason"),
    [
        (b"x" * 1_000_000, "a line has at most 2000 letters"),
        (bytes(range(128, 256)) + b"\n", "is no greeting"),
        (b"\0\0\0\0\n", "is no greeting"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n", "is no greeting"),
        (b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", "is no greeting"),
    ],
    ids=["no end", "letters", "zeros", "TLS", "HTTP"],
)
@in_a_loop
async def test_rubbish_is_no_greeting(tmp_path: Path, rubbish: bytes, reason: str) -> None:
    async with opened(tmp_path) as tables, door_to(tables, BOARDS) as door:
        caller = await door.call()
        caller.writer.write(rubbish)
        said = await caller.rest()
        assert len(said) == 1
        assert reason in said[0]
        await door.sit(SOUTH)


# --- who has a seat and misbehaves ---


async def at_work(door: Door, *seats: int) -> list[asyncio.Task[None]]:
    """Programs that play these seats meanwhile."""
    return [asyncio.create_task(Program(door, seat).play()) for seat in seats]


@pytest.mark.parametrize(
    ("rubbish", "reason"),
    [
        (b"x" * 1_000_000, "Error: a line has at most 2000 letters"),
        (b"North ready for teams\r\n" * 3000, "Error: too many lines at once"),
    ],
    ids=["no end", "flood"],
)
@in_a_loop
async def test_who_says_too_much_is_cut_off_and_may_come_back(
    tmp_path: Path, rubbish: bytes, reason: str
) -> None:
    async with opened(tmp_path) as tables:
        expected, _ = await played_calmly(tables)
        async with door_to(tables, BOARDS) as door:
            tasks = await at_work(door, EAST, SOUTH, WEST)
            rude = await door.sit(NORTH)
            rude.writer.write(rubbish)
            assert (await rude.rest())[-1] == reason
            await until_gone(door, NORTH)
            await asyncio.gather(Program(door, NORTH).play(), *tasks)
            assert door.played() == expected


@in_a_loop
async def test_what_is_out_of_place_is_refused_and_the_board_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        expected, _ = await played_calmly(tables)
        async with door_to(tables, BOARDS) as door:
            east = await door.ready(EAST)
            east.say("East passes")
            assert await east.line() == "Refused: no board has begun yet"
            others = [await door.ready(seat) for seat in (NORTH, SOUTH, WEST)]
            await east.until("East's cards")
            for line, reason in {
                "North passes": "you sit East and can't act for North",
                "East passes": "it is not your turn; North decides now",
                "East plays 3C": "it is not your turn; North decides now",
                "dummy plays 3C": "you sit East and can't act for dummy",
                "\x00\xff\xfe": "can't be read",
                "": "can't be read",
                "East bids 9C": "can't be read",
                "East plays 1C": "'1C' is no card; a card is its suit and rank, like SA or S10",
            }.items():
                east.say(line)
                said = await east.line()
                assert said.startswith("Refused: "), line
                assert reason in said, line
            for caller in (east, *others):
                caller.hang_up()
            for seat in range(4):
                await until_gone(door, seat)
            await all_play(door)
            assert door.played() == expected


@in_a_loop
async def test_who_never_reads_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_client, "MOST_WAITING", 1 << 12)
    monkeypatch.setattr(line_door, "MOST_LINES", 10**9)
    async with opened(tmp_path) as tables, door_to(tables, BOARDS) as door:
        deaf = await door.sit(NORTH)
        deaf.reader._transport.pause_reading()  # type: ignore[attr-defined]

        async def talk() -> None:
            while NORTH in door.door.clients:
                deaf.writer.write(b"what\r\n" * 1000)
                await asyncio.sleep(0)

        async with asyncio.timeout(20):
            await talk()
        await all_play(door)
        assert len(door.played()) == 2


@in_a_loop
async def test_without_limits_of_time_the_table_waits_and_nobody_is_disturbed(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as tables:
        expected, _ = await played_calmly(tables)
        async with door_to(tables, BOARDS) as door:
            north = await door.ready(NORTH)
            tasks = await at_work(door, EAST, SOUTH, WEST)
            await north.until("North's cards")
            await asyncio.sleep(0.2)
            assert (door.table.phase, door.table.state.turn) == ("playing", NORTH)
            assert sorted(door.door.clients) == [NORTH, EAST, SOUTH, WEST]
            north.hang_up()
            await until_gone(door, NORTH)
            await asyncio.gather(Program(door, NORTH).play(), *tasks)
            assert door.played() == expected


@in_a_loop
async def test_a_game_that_goes_on_fast_is_no_flood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_door, "MOST_LINES", 10)
    async with opened(tmp_path) as tables, door_to(tables, BOARDS) as door:
        programs = await all_play(door)
        assert all(len(program.said) > 50 and not program.losses for program in programs)


@in_a_loop
async def test_a_door_that_opens_again_knows_how_long_was_thought_before(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables, door_to(tables, BOARDS) as door:
        await all_play(door)
        again = LineDoor(tables, door.table, BLUE_CHIP)
        await again.open("127.0.0.1", 0)
        _, total = again.times(door.table)
        await again.close()
    assert total == pytest.approx(door.door._total, abs=0.01)
    assert min(total) > 0.0


# --- who can't go on ---

WAITING = Clock(None, together=True, limits={"call": 0.2, "card": 0.2})


async def turned(door: Door, seat: int) -> None:
    """Wait until it is this seat's turn no more."""
    async with asyncio.timeout(20):
        while door.table.state.turn == seat:
            await asyncio.sleep(0.01)


async def three_strikes(door: Door) -> tuple[Caller, list[str]]:
    """North, who deals, makes three illegal calls; what it hears of them."""
    north = await door.ready(NORTH)
    await north.until("North's cards")
    heard = []
    for line in ("North doubles", "North redoubles", "North plays AS"):
        north.say(line)
        heard.append(await north.line())
    return north, heard


@in_a_loop
async def test_after_three_illegal_calls_a_robot_plays_the_board_on(tmp_path: Path) -> None:
    bots = dict.fromkeys((EAST, SOUTH, WEST), "simple")
    async with opened(tmp_path) as tables, door_to(tables, drawn(4, 2), bots) as door:
        north, heard = await three_strikes(door)
        assert all(line.startswith("Refused: ") for line in heard)
        assert not any("robot" in line for line in heard[:2])
        assert heard[2].endswith("; a robot plays on for you until the next game")
        first = door.table.number
        await turned(door, NORTH)
        north.say("North bids 7NT")
        assert (await north.line()).startswith("Refused: already done: North ")
        await north.until("Start of board")
        assert door.table.number != first
        assert door.table.setting.chairs[NORTH].bot is None
        north.hang_up()
        await until_gone(door, NORTH)
        await Program(door, NORTH, Simple()).play()
        assert [len(board) >= 4 for board in door.played()] == [True, True]


@in_a_loop
async def test_or_the_board_is_adjusted_and_the_next_begins(tmp_path: Path) -> None:
    bots = dict.fromkeys((EAST, SOUTH, WEST), "simple")
    rules: dict[str, Any] = {"bots": bots, "remedy": "adjust"}
    async with opened(tmp_path) as tables, door_to(tables, drawn(4, 2), **rules) as door:
        north, heard = await three_strikes(door)
        assert heard[2].endswith("; this game ends here")
        assert (await north.line()).startswith("Timing")
        assert await north.line() == "Start of board"
        north.hang_up()
        await until_gone(door, NORTH)
        await Program(door, NORTH, Simple()).play()
        boards = door.played()
        assert (boards[0], len(boards[1]) >= 4) == ([], True)
        await tables.all_reckoned()
        now = await sitting_now(tables.house, door.table.sitting.stored.id, 1)
        assert now.score.rows[0].got == (-3.0, 3.0, -3.0, 3.0), "average minus and average plus"


@in_a_loop
async def test_who_is_silent_in_turn_is_replaced_until_the_next_board(tmp_path: Path) -> None:
    bots = dict.fromkeys((EAST, SOUTH, WEST), "simple")
    rules: dict[str, Any] = {"bots": bots, "clock": WAITING}
    async with opened(tmp_path) as tables, door_to(tables, drawn(4, 2), **rules) as door:
        north = await door.ready(NORTH)
        await north.until("North's cards")
        assert (await north.line()).startswith("Timing")
        north.say("North passes")  # too late, and not meant for the board that begins
        assert await north.line() == "Start of board"
        assert door.table.setting.chairs[NORTH].bot is None
        north.say("North ready for cards")
        assert (await north.until("North's cards")).startswith("North's cards")
        await north.until("Timing")
        assert await north.line() == "End of session"


@in_a_loop
async def test_a_next_board_that_can_not_be_begun_is_no_goodbye(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = dict.fromkeys((EAST, SOUTH, WEST), "simple")

    async def fails(table: Table) -> int:
        raise HouseFault("the disk is full", NOT_STORED)

    async with opened(tmp_path) as tables, door_to(tables, BOARDS, bots=bots) as door:
        monkeypatch.setattr(tables, "once_more", fails)
        north = await door.ready(NORTH)
        await north.until("North's cards")
        north.say("North passes")
        assert "can't store this just now" in await north.until("Error")
        await door.over()
        assert "can't store this just now" in door.door.problem
