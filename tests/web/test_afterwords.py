"""What is to be said of a finished game is worked out once, for all who look."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from igroteka.basics.endings import FaultKind, PlayerFault
from igroteka.games.bridge.rules import Bridge
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.questions import Ended
from igroteka.text import Text
from igroteka.web import afterwords
from igroteka.web.afterwords import Afterwords
from tests.web.visiting import House, bot


class Slow(BotPool):
    """Answers when it is let, and counts the questions."""

    def __post_init__(self) -> None:
        self.asked: list[Any] = []
        self.let = asyncio.Event()
        self.fails = False

    async def ask(self, work: Any, question: Any, patience: float, who: str) -> Any:
        self.asked.append(question)
        await self.let.wait()
        if self.fails:
            raise PlayerFault(FaultKind.DEATH, Text("its process ended"))
        return [Text("afterword {number}", number=len(self.asked))]


async def over() -> Ended | None:
    return Ended("bridge", {}, None)  # type: ignore[arg-type]


async def running() -> Ended | None:
    return None


def test_viewers_at_once_wait_for_one_answer() -> None:
    async def look() -> tuple[list[list[Text]], int]:
        bot_pool = Slow()
        known = Afterwords(bot_pool)
        viewers = [asyncio.create_task(known.find(7, over, "Anna")) for _ in range(10)]
        await asyncio.sleep(0)
        viewers[0].cancel()  # the one for whom it was begun goes away
        bot_pool.let.set()
        found = await asyncio.gather(*viewers[1:], known.find(7, over, "Anna"))
        return found, len(bot_pool.asked)

    assert asyncio.run(look()) == ([["afterword 1"]] * 10, 1)


def test_another_game_is_another_answer() -> None:
    async def look() -> int:
        bot_pool = Slow()
        bot_pool.let.set()
        known = Afterwords(bot_pool)
        for _ in range(2):
            for head in (7, 8):
                await known.find(head, over, "Anna")
        assert await known.find(9, running, "Anna") is None
        return len(bot_pool.asked)

    assert asyncio.run(look()) == 2


def test_what_failed_is_tried_again() -> None:
    async def look() -> list[list[Text]]:
        bot_pool = Slow()
        bot_pool.let.set()
        bot_pool.fails = True
        known = Afterwords(bot_pool)
        first = await known.find(7, over, "Anna")
        bot_pool.fails = False
        return [first, await known.find(7, over, "Anna")]

    assert asyncio.run(look()) == [None, ["afterword 2"]]


def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(afterwords, "MOST_KEPT", 2)

    async def look() -> int:
        bot_pool = Slow()
        bot_pool.let.set()
        known = Afterwords(bot_pool)
        for head in (1, 2, 1, 3, 1):
            await known.find(head, over, "Anna")
        return len(bot_pool.asked)

    assert asyncio.run(look()) == 3


def test_the_page_of_a_board_asks_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = house.visitor("Anna")
    table = house.seat("bridge", {}, *map(anna.chair, ("N", "E", "S", "W")))

    for _ in range(4):
        house.wait_for(table.move, anna.mark, "pass")
    bot_pool = house.live_tables.house.bot_pool
    asked: list[Any] = []
    ask = bot_pool.ask

    async def counted(work: Any, question: Any, patience: float, who: str) -> Any:
        asked.append(question)
        return await ask(work, question, patience, who)

    monkeypatch.setattr(bot_pool, "ask", counted)
    first, second = (anna.get(f"/game/{table.number}/afterword").json() for _ in range(2))
    assert first == second
    assert first["said"]["score"]["title"] == "passed out"
    assert first["others"] == []
    assert len(asked) == 1
    running = house.seat("draughts", {}, anna.chair("Anna"), bot())
    assert anna.get(f"/game/{running.number}/afterword").json() is None


def test_other_tables_with_the_same_deal_are_named(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = house.visitor("Anna")
    deal = Bridge.configure({"board": "1"}).deal(random.Random(1)).deal
    monkeypatch.setattr(Bridge, "deal", lambda self, _: self.restore(deal))
    chairs = [*map(anna.chair, ("N", "E", "S", "W"))]
    here, there, unfinished = (house.seat("bridge", {}, *chairs) for _ in range(3))
    for table in (here, there):
        for _ in range(4):
            house.wait_for(table.move, anna.mark, "pass")
    house.wait_for(unfinished.move, anna.mark, "pass")
    told = anna.get(f"/game/{here.number}/afterword").json()
    assert [other["game"] for other in told["others"]] == [there.number]
    assert told["others"][0]["scores"] == [0, 0, 0, 0]
