"""Looking back by itself: a game that ends is judged, and its worst moments become puzzles."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from igroteka.archive import Archive
from igroteka.archive.accounts import account
from igroteka.archive.puzzles import count_puzzles, puzzle_of_the_day, puzzles_of
from igroteka.contract import Json
from igroteka.registry import game_class
from igroteka.tables.bot_pool import BotPool
from tests.web.visiting import LONGEST_WAIT, House, Visitor

BLUNDER = "W:Wc3,a1,c1,g1:Be5,h8,f8,d8"
"""c3-d4 loses a man; everything else keeps the balance."""


async def at_once(pool: BotPool, work: Any, question: Any, patience: float, who: str = "") -> Any:
    """What a process would answer, without one."""
    return await asyncio.to_thread(work, question)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(BotPool, "ask", at_once)
    monkeypatch.setattr(BotPool, "ask_at_leisure", at_once)
    monkeypatch.setattr(game_class("draughts"), "adviser", "engine(depth=6)")
    with House(tmp_path).open() as opened:
        yield opened


def lost_by(house: House, who: Visitor, name: str) -> int:
    """A game in which somebody blunders at the first move, and gives up."""
    boris = house.visitor("Boris")
    chairs = who.chair(name), boris.chair("Boris")
    table = house.seat("draughts", {"start": BLUNDER}, *chairs)
    with who.at(table.number) as white, boris.at(table.number) as black:
        white.play("c3-d4")
        black.until(lambda: black.to_move)
        black.play("e5:c3")
        white.until(lambda: white.to_move)
        white.send(resign=True)
        white.until(lambda: white.phase == "over")
    return table.number


def wait_until(so: Callable[[], bool]) -> None:
    until = time.monotonic() + LONGEST_WAIT
    while not so():
        assert time.monotonic() < until
        time.sleep(0.02)


def finished(who: Visitor, number: int) -> Json:
    """The analysis once it is complete."""
    told: list[Json] = [None]

    def complete() -> bool:
        told.append(who.get(f"/game/{number}/analysis").json())
        return bool(told[-1]) and told[-1]["done"] == told[-1]["total"]

    wait_until(complete)
    return told[-1]


def test_a_game_that_ends_is_judged_by_itself_and_teaches_who_lost_it(house: House) -> None:
    anna = house.visitor("Anna")
    number = lost_by(house, anna, "Anna")
    archive = house.live_tables.archive
    wait_until(lambda: archive.read(puzzle_of_the_day, None, date(2026, 1, 1)) is not None)
    found = finished(anna, number)
    first = found["moves"][0]
    assert found["turning"] == 1
    assert (first["number"], first["seat"], first["mark"], first["proven"]) == (1, 0, "?", False)
    assert first["reply"][0] == "e5:c3"
    assert first["chances"]["best"] - first["chances"]["played"] == pytest.approx(first["cost"])
    assert first["sentence"].startswith("After c3–d4 black wins 1 piece: e5:c3. Better was ")
    assert len(anna.get(f"/game/{number}/puzzles").json()["puzzles"]) == 1
    assert house.visitor("Boris").get(f"/game/{number}/puzzles").json()["puzzles"] == []


def test_a_puzzle_is_solved_by_the_best_move_or_one_as_good(house: House) -> None:
    anna = house.visitor("Anna")
    number = lost_by(house, anna, "Anna")
    finished(anna, number)
    puzzles = anna.get(f"/game/{number}/puzzles").json()
    assert puzzles["complete"]
    ((puzzle, move),) = [(each["id"], each["number"]) for each in puzzles["puzzles"]]
    position = anna.get(f"/puzzle/{puzzle}/position").json()
    assert (move, position["seat"], position["turn"], position["solved"]) == (1, 0, 0, False)
    assert "c3-d4" in [each["text"] for each in position["actions"]]
    told = anna.post(f"/puzzle/{puzzle}/try", action="c3-d4").json()
    assert told == {"right": False, "sentence": "After c3–d4 black wins 1 piece: e5:c3."}
    refused = anna.post(f"/puzzle/{puzzle}/try", action="c3-c4")
    assert (refused.status_code, "-" in refused.text) == (400, False)
    shown = anna.post(f"/puzzle/{puzzle}/try", action="").json()
    assert not shown["right"]
    right = anna.post(f"/puzzle/{puzzle}/try", action=shown["best"]).json()
    assert (right["right"], right["best"]) == (True, shown["best"])
    assert "c3" in position["views"][0]["pieces"]
    assert right["after"]["views"][0]["fen"] != position["views"][0]["fen"]
    archive = house.live_tables.archive
    (kept,) = archive.read(puzzles_of, _number_of(archive, "Anna"))
    assert (kept.tries, kept.solved is not None) == (2, True)
    assert archive.read(count_puzzles, kept.player) == (1, 1)
    page = anna.get("/puzzles").text
    assert f"/puzzle/{puzzle}" in page
    assert "solved: 1 of 1" in page
    assert anna.get(f"/puzzle/{puzzle}").status_code == 200


def test_the_puzzle_of_the_day_is_ones_own_if_there_is_one_and_stays(house: House) -> None:
    anna, clara = house.visitor("Anna"), house.visitor("Clara")
    for who, name in ((anna, "Anna"), (clara, "Clara")):
        finished(who, lost_by(house, who, name))
    archive, day = house.live_tables.archive, date(2026, 11, 16)
    for name in ("Anna", "Clara"):
        number = _number_of(archive, name)
        found = archive.read(puzzle_of_the_day, number, day)
        assert found is not None
        assert found.player == number
        assert archive.read(puzzle_of_the_day, number, day) == found
    stranger = archive.read(puzzle_of_the_day, None, day)
    assert stranger is not None
    days = {archive.read(puzzle_of_the_day, None, date(2026, 11, each)) for each in range(1, 30)}
    assert len(days) == 2


def _number_of(archive: Archive, name: str) -> int:
    found = archive.read(account, name)
    assert found is not None
    return found.id
