"""A whole system checked rule by rule: does a rule's call bring less than its neighbours'?

First boards are bid to see how often each rule comes up. Then every rule is tried in thirty cases,
and where a neighbour may be better, in more, until the sequential test has decided.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from igroteka.basics.intervals import Interval, mean_interval
from igroteka.basics.randomness import derive
from igroteka.basics.sequential import Decision, mean_decision
from igroteka.contract import BadOption
from igroteka.games.bridge.bidding.rulefile import Rule
from igroteka.games.bridge.dealing import deal_set
from igroteka.games.bridge.laboratory.auctions import RuleFile
from igroteka.games.bridge.laboratory.cases import (
    Case,
    Judged,
    Neighbour,
    found_case,
    judged,
    occurrences,
)
from igroteka.games.bridge.laboratory.solving import Solving
from igroteka.text import Text, quoted

SURVEY: Final = 40
"""Pieces of `BOARDS` boards that are bid to see how often rules come up."""
BOARDS: Final = 100
CASES: Final = 10
"""Cases that are judged at a time."""
FOUND: Final = 5
"""Cases of a rare rule that are looked for at a time."""
FIRST: Final = 30
"""Cases that every rule gets."""
MOST: Final = 200
"""Cases that a rule gets at most."""
LOSS: Final = 1.0
"""IMPs a case that the sequential test looks for."""
ERROR: Final = 0.01

Results = Mapping[str, Any]


@dataclass(frozen=True)
class CheckStudy:
    """The check of a system as work that is done piece by piece (`study.piecework`)."""

    rules: RuleFile
    numbers: tuple[int, ...]
    """The rules that are checked."""
    seed: int

    @property
    def identity(self) -> Any:
        return {"checked": self.rules.digest, "seed": self.seed}

    def next_pieces(self, results: Results) -> list[Any]:
        """The survey; then for every rule the cases that it still needs, frequent rules first."""
        survey: list[Any] = [["survey", piece] for piece in range(SURVEY)]
        if any(_key(piece) not in results for piece in survey):
            return survey
        seen = surveyed(results)
        often = sorted(self.numbers, key=lambda number: -len(seen[number]))
        return [piece for number in often for piece in self._of_rule(number, seen, results)]

    def _of_rule(self, number: int, seen: Mapping[int, list[Case]], results: Results) -> list[Any]:
        done = self.judged(number, seen, results)
        wanted = FIRST
        if len(done) >= FIRST:
            wanted = min(len(done) + FIRST, MOST) if is_suspect(done) else 0
        cases, exhausted = self._cases(number, seen, results)
        if len(cases) < wanted and not exhausted:
            return [["find", number, len(_finds(number, results))]]
        return _judging(number, cases[:wanted])

    def _cases(
        self, number: int, seen: Mapping[int, list[Case]], results: Results
    ) -> tuple[list[Case], bool]:
        """The cases that are known, and whether looking for more is useless."""
        finds = _finds(number, results)
        cases = [*seen[number], *(Case(*each) for found in finds for each in found)]
        return cases, bool(finds) and len(finds[-1]) < FOUND

    def judged(self, number: int, seen: Mapping[int, list[Case]], results: Results) -> list[Judged]:
        """What is known of a rule's cases."""
        cases, _ = self._cases(number, seen, results)
        found = []
        for piece in _judging(number, cases[:MOST]):
            if (result := results.get(_key(piece))) is None:
                break
            found += [Judged.of_json(each) for each in result]
        return found

    def do(self, piece: Any, solving: Solving) -> Any:
        """In a worker: a piece of any of the three kinds."""
        kind, number, *rest = piece
        system = self.rules.system
        if kind == "judge":
            return judged([Case(*each) for each in rest[1]], system, solving)
        if kind == "find":
            seeds = [derive(self.seed, "find", rest[0], at) for at in range(FOUND)]
            cases = (found_case(system, number, seed) for seed in seeds)
            return [Case(str(case[0]), case[1]) for case in cases if case]
        boards = deal_set(BOARDS, self.seed, first=number * BOARDS + 1)
        return [each for board in boards for each in occurrences(board, system)]


def surveyed(results: Results) -> dict[int, list[Case]]:
    """By the number of a rule, where it came up in the survey."""
    found: dict[int, list[Case]] = defaultdict(list)
    for piece in range(SURVEY):
        for number, case in results.get(_key(["survey", piece]), ()):
            found[number].append(Case(*case))
    return found


def _key(piece: Any) -> str:
    """The name of a piece's result."""
    return json.dumps(piece)


def _finds(number: int, results: Results) -> list[Any]:
    """What was found for a rule by looking for it, one result after another."""
    found: list[Any] = []
    while (result := results.get(_key(["find", number, len(found)]))) is not None:
        found.append(result)
    return found


def _judging(number: int, cases: Sequence[Case]) -> list[Any]:
    return [
        ["judge", number, at // CASES, [list(case) for case in cases[at : at + CASES]]]
        for at in range(0, len(cases), CASES)
    ]


class Rival(NamedTuple):
    """A neighbour of a rule in the cases where it is one."""

    rule: str
    fits: bool
    """Whether these are hands that meet its needs as well, or hands that miss them by little."""
    cases: int
    gain: Interval
    """IMPs a case, if its call were made instead."""
    decision: Decision

    @property
    def better(self) -> bool:
        """Whether the rule loses to it for sure."""
        enough = self.cases >= CASES
        return enough and self.decision is Decision.HIGH and self.gain.low > 0

    @property
    def may_be_better(self) -> bool:
        """Whether it seems better, and the test has not decided."""
        return self.cases >= CASES and self.decision is Decision.OPEN and self.gain.value > 0


def rivals(done: Sequence[Judged]) -> list[Rival]:
    """What the neighbours would have brought, the best first; of several calls the nearest."""
    gains: dict[tuple[str, bool], list[float]] = defaultdict(list)
    for each in done:
        for group, neighbour in _nearest(each).items():
            gains[group].append(float(neighbour.imps))
    found = [
        Rival(*group, len(values), mean_interval(values), mean_decision(values, 0.0, LOSS, ERROR))
        for group, values in gains.items()
    ]
    return sorted(found, key=lambda rival: -rival.gain.value)


def _nearest(each: Judged) -> dict[tuple[str, bool], Neighbour]:
    """The neighbours of a case by rule, and by whether the hand meets its needs."""
    return {(other.rule, other.misses == 0): other for other in reversed(each.neighbours)}


def is_suspect(done: Sequence[Judged]) -> bool:
    """Whether a neighbour may be better and more cases could tell."""
    return any(rival.may_be_better for rival in rivals(done))


class CheckedRule(NamedTuple):
    """What is known of a rule."""

    number: int
    rule: Rule
    often: float
    """How often it comes up in a thousand boards."""
    done: tuple[Judged, ...]

    @property
    def rivals(self) -> list[Rival]:
        return rivals(self.done)

    @property
    def worst(self) -> Rival | None:
        """The neighbour to which it loses most; None if it loses to none."""
        better = [rival for rival in self.rivals if rival.better]
        return max(better, key=self.loss) if better else None

    @property
    def suspected(self) -> Rival | None:
        """The neighbour to which it seems to lose most, where the test has decided on none."""
        doubtful = [rival for rival in self.rivals if rival.may_be_better and rival.gain.low > 0]
        return max(doubtful, key=self.loss) if doubtful and not self.worst else None

    def loss(self, rival: Rival) -> float:
        """IMPs lost to a neighbour in a thousand boards."""
        return rival.gain.value * rival.cases / len(self.done) * self.often

    def example(self, rival: Rival) -> tuple[Judged, Neighbour]:
        """The case in which a neighbour would have brought most, and what it would have called."""
        group = (rival.rule, rival.fits)
        found = [(each, _nearest(each)[group]) for each in self.done if group in _nearest(each)]
        return max(found, key=lambda pair: pair[1].imps)

    def to_json(self) -> dict[str, Any]:
        """All of it for programs."""
        worst, suspected = self.worst, self.suspected
        return {
            "number": self.number,
            "rule": self.rule.name,
            "after": list(self.rule.after),
            "call": self.rule.call,
            "often": round(self.often, 2),
            "cases": len(self.done),
            "loses_to": worst and worst.rule,
            "lost": worst and round(self.loss(worst), 1),
            "may_lose_to": suspected and suspected.rule,
            "rivals": [
                {
                    "rule": rival.rule,
                    "fits": rival.fits,
                    "cases": rival.cases,
                    "gain": [round(bound, 3) for bound in rival.gain],
                    "decision": rival.decision.value,
                }
                for rival in self.rivals
            ],
            "example": worst and self.example(worst)[0]._asdict(),
        }


def checked(study: CheckStudy, results: Results) -> list[CheckedRule]:
    """What the results that are there say of each rule, the greatest loss first."""
    seen = surveyed(results)
    found = [
        CheckedRule(
            number,
            study.rules.system.rules[number],
            1000 * len(seen[number]) / (SURVEY * BOARDS),
            tuple(study.judged(number, seen, results)),
        )
        for number in study.numbers
    ]
    return sorted(found, key=_by_loss)


def _by_loss(each: CheckedRule) -> tuple[bool, float]:
    rival = each.worst or each.suspected
    return each.worst is None, -each.loss(rival) if rival else 0.0


def chosen_rules(rules: RuleFile, names: Sequence[str]) -> tuple[int, ...]:
    """The numbers of the rules whose names contain one of these; all without names.

    Raises `BadOption` for one that no name contains.
    """
    every = [rule.name.lower() for rule in rules.system.rules]
    if not names:
        return tuple(range(len(every)))
    found: set[int] = set()
    for name in names:
        numbers = [at for at, rule in enumerate(every) if name.strip().lower() in rule]
        if not numbers:
            raise BadOption(
                Text(
                    "{file} has no rule whose name contains {text}",
                    file=rules.name,
                    text=quoted(name.strip()),
                )
            )
        found.update(numbers)
    return tuple(sorted(found))
