"""Everybody in turn: what one wants ten times does not delay what another wants once."""

from __future__ import annotations

import asyncio

import pytest

from igroteka.tables.turns import FairLine, Turns


def test_who_was_served_goes_behind_the_others() -> None:
    line: FairLine[int] = FairLine()
    for number in range(3):
        line.put("Anna", number)
    line.put("Boris", 10)
    line.put("Clara", 20)
    taken = [line.take() for _ in range(6)]
    assert taken == [("Anna", 0), ("Boris", 10), ("Clara", 20), ("Anna", 1), ("Anna", 2), None]
    assert not line


def test_who_may_not_is_passed_over_and_keeps_the_place() -> None:
    line: FairLine[int] = FairLine()
    line.put("Anna", 1)
    line.put("Boris", 2)
    assert line.take(lambda who: who != "Anna") == ("Boris", 2)
    assert line.take(lambda who: who != "Anna") is None
    assert line.take() == ("Anna", 1)


def test_of_too_many_wishes_the_last_ones_stay() -> None:
    line: FairLine[int] = FairLine()
    for number in range(5):
        line.put("Anna", number)
    line.put("Boris", 10)
    assert line.drop("Anna", 2) == [0, 1, 2]
    assert line.drop("Clara", 2) == []
    assert [line.take() for _ in range(3)] == [("Anna", 3), ("Boris", 10), ("Anna", 4)]


class Room:
    """Some places, and who is in them, in the order in which they came."""

    def __init__(self, places: int) -> None:
        self.turns = Turns(places)
        self.came: list[str] = []
        self.inside: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def wants(self, *names: str) -> None:
        """Who is named like `Anna 1` comes for Anna."""
        for name in names:
            self.inside[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._stay(name))
        await self.settle()

    async def _stay(self, name: str) -> None:
        async with self.turns.of(name.split()[0]):
            self.came.append(name)
            await self.inside[name].wait()

    async def leaves(self, name: str) -> None:
        self.inside[name].set()
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def test_the_last_place_is_for_who_has_none() -> None:
    async def evening() -> None:
        room = Room(3)
        await room.wants("Anna 1", "Anna 2", "Anna 3", "Anna 4")
        assert room.came == ["Anna 1", "Anna 2"]
        await room.wants("Boris 1")
        assert room.came[2:] == ["Boris 1"]
        await room.leaves("Boris 1")
        assert room.came[3:] == []
        await room.leaves("Anna 1")
        assert room.came[3:] == ["Anna 3"]

    asyncio.run(evening())


@pytest.mark.parametrize("places", [1, 2])
def test_of_six_wishes_of_one_at_most_one_is_waited_for(places: int) -> None:
    async def evening() -> None:
        room = Room(places)
        await room.wants(*(f"Anna {number}" for number in range(6)))
        await room.wants("Boris 1")
        if places == 1:
            assert room.came == ["Anna 0"]
            await room.leaves("Anna 0")
        assert room.came[1] == "Boris 1"

    asyncio.run(evening())


def test_who_gives_up_keeps_nobody_waiting() -> None:
    async def evening() -> None:
        room = Room(1)
        await room.wants("Anna 1", "Boris 1", "Clara 1")
        room.tasks["Boris 1"].cancel()
        await room.settle()
        await room.leaves("Anna 1")
        assert room.came == ["Anna 1", "Clara 1"]
        room.tasks["Clara 1"].cancel()
        await room.settle()
        await room.wants("Dora 1")
        assert room.came[-1] == "Dora 1"

    asyncio.run(evening())
