"""Everybody in turn: what one wants ten times does not delay what another wants once."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.tables.turns import FairLine, Turns
from igroteka.tables.whereabouts import Whereabouts


def seen(**homes: str) -> Whereabouts:
    """Where each of these is, as `Anna="a"`."""
    found = Whereabouts()
    for who, home in homes.items():
        found.note(who, home)
    return found


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


def test_many_guests_of_one_address_have_one_turn() -> None:
    line: FairLine[int] = FairLine(seen(Anna="a", Alla="a", Asya="a", Boris="b"))
    for who in ("Anna", "Alla", "Asya", "Boris") * 2:
        line.put(who, 0)
    taken = [found[0] for _ in range(8) if (found := line.take())]
    assert taken == ["Anna", "Boris", "Alla", "Boris", "Asya", "Anna", "Alla", "Asya"]


@given(
    homes=st.lists(st.sampled_from("abc"), min_size=1, max_size=8),
    steps=st.lists(st.integers(-1, 7), max_size=60),
)
def test_nobody_who_waits_is_passed_over_more_than_once_by_a_household(
    homes: list[str], steps: list[int]
) -> None:
    """Whatever comes and whoever is served: a household with a wish has the next turn but one of
    every other, and so has each visitor among those of the household."""
    people = {f"guest {number}": home for number, home in enumerate(homes)}
    line: FairLine[int] = FairLine(seen(**people))
    wishes = dict.fromkeys(people, 0)
    waited: dict[str, list[str]] = {}
    """Who was served since a household, or one of its visitors, began to wait."""
    for step in steps:
        if step >= 0:
            who = f"guest {step % len(people)}"
            line.put(who, step)
            wishes[who] += 1
            waited.setdefault(who, [])
            waited.setdefault(people[who], [])
            continue
        found = line.take()
        assert (found is None) == (not any(wishes.values()))
        if found is None:
            continue
        served = found[0]
        wishes[served] -= 1
        for each, others in waited.items():
            others.append(served)
            homes_since = [people[other] for other in others if people[other] != each]
            if each in people:  # compared with those of the same household
                homes_since = [other for other in others if people[other] == people[each]]
                homes_since = [other for other in homes_since if other != each]
            assert len(homes_since) == len(set(homes_since))
        for each in (served, people[served]):
            still = wishes[served] if each == served else _wishes_at(each, people, wishes)
            waited.pop(each)
            if still:
                waited[each] = []


def _wishes_at(home: str, people: dict[str, str], wishes: dict[str, int]) -> int:
    return sum(wishes[who] for who, where in people.items() if where == home)


def test_who_does_not_want_it_any_more_is_not_counted() -> None:
    line: FairLine[int] = FairLine(seen(Anna="a", Alla="a"))
    line.put("Anna", 1)
    line.put("Alla", 2)
    assert line.wishes_at_home_of("Alla") == 2
    line.withdraw("Anna", 1)
    line.withdraw("Anna", 1)
    assert line.wishes_at_home_of("Alla") == 1
    assert line.has_others_than("Anna")
    assert not line.has_others_than("Alla")
    assert line.take() == ("Alla", 2)


class Room:
    """Some places, and who is in them, in the order in which they came."""

    def __init__(
        self, places: int, whereabouts: Whereabouts | None = None, brief: bool = True
    ) -> None:
        self.turns = Turns(places, whereabouts, brief=brief)
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


def test_the_last_place_is_for_another_household_while_there_is_one() -> None:
    async def evening() -> None:
        room = Room(3, seen(Anna="a", Alla="a", Asya="a", Boris="b"))
        await room.wants("Anna 1", "Alla 1", "Asya 1")
        assert room.came == ["Anna 1", "Alla 1"]
        assert room.turns.wanted_by("Asya") == 3
        await room.wants("Boris 1")
        assert room.came[2:] == ["Boris 1"]
        assert room.turns.others_wait("Boris")
        assert not room.turns.others_wait("Asya")
        await room.leaves("Alla 1")
        assert room.came[3:] == []
        await room.leaves("Boris 1")
        assert room.came[3:] == ["Asya 1"]

    asyncio.run(evening())


@pytest.mark.parametrize("brief", [True, False])
def test_a_household_that_is_alone_has_all_places_if_not_for_long(brief: bool) -> None:
    async def evening() -> None:
        room = Room(2, seen(Anna="a", Alla="a"), brief)
        await room.wants("Anna 1", "Anna 2", "Alla 1")
        assert room.came == ["Anna 1", *(["Alla 1"] if brief else [])]

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
