"""What programs hear at a table's door: their own cards, dummy's after the lead, what is played."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path

import pytest

from igroteka.games.bridge.boards import SEATS, Board
from igroteka.games.bridge.cards import Card
from tests.tables.line_clients import Door, Program, all_play, door_to, drawn
from tests.tables.sitting import in_a_loop, opened

SEAT = "(North|East|South|West)"
CARDS = re.compile(rf"({SEAT}|Dummy)'s cards : (S .*)")
PLAYS = re.compile(rf"{SEAT} plays ([AKQJT2-9])([SHDC])")
WITHOUT_CARDS = re.compile(
    rf'{SEAT} \("\w+"\) seated|Teams : .*|Start of board|Board number .*|({SEAT}|Dummy) to lead'
    rf"|{SEAT} (passes|doubles|redoubles|bids [1-7](NT|[SHDC]))|Timing - .*|End of session"
)


def hand(text: str) -> set[str]:
    """The cards of a hand as the protocol has it: `S A T 9. H K. D -. C Q`."""
    suits = (part.split() for part in text.split(".") if part.strip())
    return {suit + rank for suit, *ranks in suits for rank in ranks if rank != "-"}


def dealt(board: Board, seat: int) -> set[str]:
    """The cards that a seat was dealt."""
    held = (Card(at) for at in range(52) if board.hands[seat] >> at & 1)
    return {card.ascii for card in held}


def searched(program: Program, boards: list[Board]) -> int:
    """How many lines with cards a program has heard; each of them was for its ears."""
    place, played, told = -1, 0, 0
    for line in program.heard:
        place += line == "Start of board"
        played = 0 if line == "Start of board" else played
        if match := CARDS.fullmatch(line):
            told += 1
            whose = match[1]
            if whose != "Dummy":
                assert whose == SEATS[program.seat].template, line
                assert hand(match[3]) == dealt(boards[place], program.seat)
            else:
                hands = [dealt(boards[place], seat) for seat in range(4)]
                leader = (hands.index(hand(match[3])) - 1) % 4
                assert played == (program.seat != leader), "dummy lies down after the lead"
        elif PLAYS.fullmatch(line):
            played += 1
        else:
            assert WITHOUT_CARDS.fullmatch(line), line
    return told


async def whole_boards(folder: Path, seed: int, count: int) -> None:
    """Play boards with programs on all seats, and search all that each has heard."""
    deals = drawn(seed, count)
    boards = [Board.read(deal) for deal in deals]
    async with opened(folder) as tables, door_to(tables, deals) as door:
        programs = await all_play(door)
        played = sum(len(actions) > 4 for actions in door.played())
        assert played
        told = [searched(program, boards) for program in programs]
        assert sum(told) == 4 * count + 3 * played, "dummy is not told its own cards twice"


@in_a_loop
async def test_a_program_hears_of_no_card_that_its_seat_may_not_know(tmp_path: Path) -> None:
    await whole_boards(tmp_path, 10, 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@in_a_loop
async def test_that_holds_for_many_boards(tmp_path: Path, seed: int) -> None:
    await whole_boards(tmp_path, seed, 16)


async def lines_of(door: Door, seat: int, *said: str) -> list[str]:
    """What a seat hears in a while after it has its cards and says this."""
    caller = await door.ready(seat)
    for line in said:
        caller.say(line)
    heard: list[str] = []
    with suppress(TimeoutError):
        async with asyncio.timeout(0.5):
            while line := await caller.line():
                heard.append(line)
    return heard


@in_a_loop
async def test_who_asks_too_early_hears_no_cards(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables, door_to(tables, drawn(10, 2)) as door:
        others = [await door.sit(seat) for seat in (1, 2, 3)]
        asked = (
            "ready for dummy",
            "ready for West's card to trick 1",
            "plays AS",
            "claims 13 tricks",
        )
        heard = await lines_of(
            door, 0, "East ready for cards", *(f"North {each}" for each in asked)
        )
        assert [line for line in heard if "cards :" in line][1:] == []
        assert any(line.startswith("North's cards") for line in heard)
        stranger = await door.call('Connecting "Ours" as North using protocol version 18')
        assert "cards" not in " ".join(await stranger.rest())
        assert len(others) == 3
