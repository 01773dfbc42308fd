"""The rest of an evening, to be planned anew: who is there, what they may play, its worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations, count
from typing import NamedTuple

GAME, REPEATED, PLANNED, FRESH, SAT_OUT = 10.0, 3.0, 0.3, 4.0, 0.5
"""What a table is worth; less for a repeated meeting, more for one that was planned so; less for a
set that was not in play before; and less for a sit-out, the more the same pair has of them."""


class Game(NamedTuple):
    """Two pairs, the lower number first, and the set that they play."""

    one: int
    other: int
    board_set: int

    @property
    def meeting(self) -> tuple[int, int]:
        """Who meets."""
        return self.one, self.other


def game(one: int, other: int, board_set: int) -> Game:
    """The game of these two, in whichever order they are named."""
    return Game(min(one, other), max(one, other), board_set)


class Remainder(NamedTuple):
    """What has to be planned, and what binds it."""

    present: tuple[int, ...]
    unplayed: Mapping[int, frozenset[int]]
    """The sets that each pair may still play."""
    met: Mapping[tuple[int, int], int]
    """How often two have met so far."""
    sat_out: Mapping[int, int]
    copies: int
    """At how many tables a set may be in one round."""
    planned: tuple[tuple[Game, ...], ...]
    """For every remaining round the games of the old movement that can be played."""
    unmoved: frozenset[int] = frozenset()
    """Pairs that stay at their tables, and so can't meet each other."""
    fresh: frozenset[int] = frozenset()
    """Sets that were not in play."""

    @property
    def rounds(self) -> int:
        """How many rounds remain."""
        return len(self.planned)

    @property
    def bound(self) -> int:
        """How many tables could be played if only numbers counted."""
        return self.rounds * (len(self.present) // 2)

    def common(self, one: int, other: int) -> frozenset[int]:
        """The sets that two could play with each other."""
        if {one, other} <= self.unmoved:
            return frozenset()
        return self.unplayed[one] & self.unplayed[other]


class Schedule:
    """Games in the remaining rounds, changed step by step; its value is kept up to date."""

    def __init__(self, rest: Remainder) -> None:
        self.rest = rest
        self.at: list[dict[int, Game]] = [{} for _ in range(rest.rounds)]
        """For every round the game of everybody who plays."""
        self.round_of: dict[tuple[int, int], int] = {}
        """In which round a pair plays a set."""
        self.lying: list[Counter[int]] = [Counter() for _ in range(rest.rounds)]
        self.meetings = Counter(rest.met)
        self.sat_out = {each: rest.sat_out.get(each, 0) + rest.rounds for each in rest.present}
        self.played = 0
        self.value = -SAT_OUT * sum(times**2 for times in self.sat_out.values())
        self.journal: list[tuple[bool, int, Game]] = []
        """What was done since somebody emptied it: whether added, where, what."""
        self.planned = [frozenset(games) for games in rest.planned]

    def games(self) -> list[list[Game]]:
        """For every round its games, in a fixed order."""
        return [sorted(set(each.values())) for each in self.at]

    def idle(self, number: int) -> list[int]:
        """Who sits out in a round."""
        return [each for each in self.rest.present if each not in self.at[number]]

    def fits(self, number: int, new: Game) -> bool:
        """Whether a game can be added without taking another out."""
        one, other, board_set = new
        return (
            one not in self.at[number]
            and other not in self.at[number]
            and (one, board_set) not in self.round_of
            and (other, board_set) not in self.round_of
            and self.lying[number][board_set] < self.rest.copies
        )

    def conflicts(self, number: int, new: Game) -> set[tuple[int, Game]]:
        """The games, with their rounds, that a new one can't stand beside."""
        found = set()
        for each in new.meeting:
            if each in self.at[number]:
                found.add((number, self.at[number][each]))
            before = self.round_of.get((each, new.board_set))
            if before is not None:
                found.add((before, self.at[before][each]))
        beside = {each for each in self.at[number].values() if each.board_set == new.board_set}
        too_many = len(beside) + 1 - self.rest.copies
        taken = sum((number, each) in found for each in beside)
        left = sorted(each for each in beside if (number, each) not in found)
        return found | {(number, each) for each in left[: max(0, too_many - taken)]}

    def add(self, number: int, new: Game) -> None:
        """Seat two pairs that are free."""
        for each in new.meeting:
            self.at[number][each] = new
            self.round_of[each, new.board_set] = number
            self.value += SAT_OUT * (2 * self.sat_out[each] - 1)
            self.sat_out[each] -= 1
        self.lying[number][new.board_set] += 1
        self.meetings[new.meeting] += 1
        self.value += self._worth(number, new)
        self.played += 1
        self.journal.append((True, number, new))

    def remove(self, number: int, old: Game) -> None:
        """Take a game out."""
        self.value -= self._worth(number, old)
        self.meetings[old.meeting] -= 1
        self.lying[number][old.board_set] -= 1
        for each in old.meeting:
            del self.at[number][each]
            del self.round_of[each, old.board_set]
            self.sat_out[each] += 1
            self.value -= SAT_OUT * (2 * self.sat_out[each] - 1)
        self.played -= 1
        self.journal.append((False, number, old))

    def _worth(self, number: int, new: Game) -> float:
        repeated = REPEATED if self.meetings[new.meeting] > 1 else 0.0
        planned = PLANNED if new in self.planned[number] else 0.0
        fresh = FRESH if new.board_set in self.rest.fresh else 0.0
        return GAME - repeated + planned - fresh

    def take_back(self) -> None:
        """Undo what the journal has."""
        for added, number, each in reversed(self.journal[:]):
            (self.remove if added else self.add)(number, each)
        self.journal.clear()

    def fill(self, number: int) -> None:
        """Seat who sits out in a round, where that disturbs nobody."""
        idle = self.idle(number)
        for one, other in combinations(idle, 2):
            if one in self.at[number] or other in self.at[number]:
                continue
            for board_set in sorted(self.rest.common(one, other)):
                new = Game(one, other, board_set)
                if self.fits(number, new):
                    self.add(number, new)
                    break


def scheduled(rest: Remainder, games: Iterable[Iterable[Game]]) -> Schedule:
    """A schedule of these games, those left out that do not fit."""
    schedule = Schedule(rest)
    for number, each_round in enumerate(games):
        for each in each_round:
            if each.board_set in rest.common(*each.meeting) and schedule.fits(number, each):
                schedule.add(number, each)
    schedule.journal.clear()
    return schedule


def with_few_fresh(rest: Remainder, games: Iterable[Iterable[Game]]) -> list[list[Game]]:
    """The same games with as few of the fresh sets as will do, the lowest first."""
    had: set[tuple[int, int]] = set()
    first = min(rest.fresh, default=0)
    rounds = []
    for each_round in games:
        lying: Counter[int] = Counter()
        renamed = []
        for each in each_round:
            new = each
            if each.board_set in rest.fresh:
                free = (
                    board_set
                    for board_set in count(first)
                    if lying[board_set] < rest.copies
                    and not {(pair, board_set) for pair in each.meeting} & had
                )
                new = each._replace(board_set=next(free))
            lying[new.board_set] += 1
            had |= {(pair, new.board_set) for pair in new.meeting}
            renamed.append(new)
        rounds.append(renamed)
    return rounds
