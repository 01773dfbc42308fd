"""What many deals say to a question: how much each alternative is worth, and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from igroteka.basics.intervals import Interval, mean_interval
from igroteka.basics.payoffs import Payoffs
from igroteka.games.bridge.laboratory.deals import DealtAnswer
from igroteka.games.bridge.laboratory.hand_columns import HAND_COLUMNS, VULNERABLE, measured
from igroteka.games.bridge.laboratory.questions import VULNERABILITIES, Question
from igroteka.games.bridge.scoring.imps import imps
from igroteka.text import Text

UNITS: Final = {"imps": Text("IMPs"), "matchpoints": Text("% of a top")}
ALL: Final = Text("all together")


class Estimate(NamedTuple):
    """What is known of one alternative."""

    name: str
    score: float
    """On average, for the side that is asked."""
    against_best: Interval
    """What it gains against the best alternative on the same deals; 0 for that one itself."""
    contracts: tuple[tuple[str, float], ...]
    """What it came to, the commonest first, with shares."""


@dataclass(frozen=True)
class Verdict:
    """The answer at one vulnerability, or at all together."""

    vulnerability: Text
    deals: int
    estimates: tuple[Estimate, ...]
    best: int

    @property
    def rivals(self) -> list[str]:
        """The alternatives that are not clearly worse than the best one."""
        return [
            each.name
            for place, each in enumerate(self.estimates)
            if place != self.best and each.against_best.high >= 0
        ]

    def to_json(self) -> dict[str, Any]:
        """All of it for programs."""
        return {
            "vulnerability": str(self.vulnerability),
            "deals": self.deals,
            "best": self.estimates[self.best].name,
            "rivals": self.rivals,
            "alternatives": [
                {
                    "name": each.name,
                    "score": round(each.score, 1),
                    "against_best": [round(bound, 3) for bound in each.against_best],
                    "contracts": {name: round(share, 3) for name, share in each.contracts},
                }
                for each in self.estimates
            ],
        }


@dataclass(frozen=True)
class Answer:
    """A question with what the deals say."""

    question: Question
    deals: tuple[DealtAnswer, ...]
    verdicts: tuple[Verdict, ...]
    """At each vulnerability that came up, then all together."""

    def to_json(self) -> dict[str, Any]:
        """All of it for programs, but for the deals."""
        return {
            "question": self.question.to_json(),
            "deals": len(self.deals),
            "verdicts": [each.to_json() for each in self.verdicts],
        }


def answer(question: Question, deals: Sequence[DealtAnswer]) -> Answer:
    """What these deals say."""
    found = [
        _verdict(question, deals, (vulnerability,))
        for vulnerability in range(4)
        if any(deal.outcomes[vulnerability] for deal in deals)
    ]
    return Answer(question, tuple(deals), (*found, _verdict(question, deals, range(4))))


def compared(one: int, other: int, scoring: str) -> float:
    """What a score gains against another: IMPs, or 50, 0 or -50 % of the matchpoints."""
    if scoring == "imps":
        return float(imps(one - other))
    return 50.0 * (one > other) - 50.0 * (one < other)


def payoffs(found: Answer) -> Payoffs:
    """What each alternative gains against the best of all, with the hand that is asked."""
    question, deals = found.question, found.deals
    best = found.verdicts[-1].best
    rows = [
        (at, vulnerability, outcome.scores)
        for at, deal in enumerate(deals)
        for vulnerability, outcome in enumerate(deal.outcomes)
        if outcome
    ]
    hands = measured([deal.hands[question.seat] for deal in deals])
    places = [at for at, _, _ in rows]
    gains = [
        [compared(one, scores[best], question.scoring) for one in scores] for _, _, scores in rows
    ]
    return Payoffs(
        (*HAND_COLUMNS, VULNERABLE),
        np.column_stack([hands[places], [float(each) for _, each, _ in rows]]),
        question.names,
        np.array(gains),
        np.array(places),
    )


def _crossed(scores: Sequence[int], scoring: str) -> list[float]:
    """What each score gains against the others on average."""
    others = len(scores) - 1
    return [sum(compared(one, each, scoring) for each in scores) / others for one in scores]


def _verdict(
    question: Question, deals: Sequence[DealtAnswer], vulnerabilities: Sequence[int]
) -> Verdict:
    dealt = [
        [outcome for each in vulnerabilities if (outcome := deal.outcomes[each])] for deal in deals
    ]
    dealt = [outcomes for outcomes in dealt if outcomes]
    every = [outcome for outcomes in dealt for outcome in outcomes]
    crossed = np.array([_crossed(each.scores, question.scoring) for each in every])
    best = int(np.round(crossed.mean(axis=0), 9).argmax())
    estimates = []
    for place, name in enumerate(question.names):
        gains = [
            _mean([compared(e.scores[place], e.scores[best], question.scoring) for e in outcomes])
            for outcomes in dealt
        ]
        reached = Counter(each.contracts[place] for each in every)
        estimates.append(
            Estimate(
                name,
                _mean([each.scores[place] for each in every]),
                mean_interval(gains),
                tuple((text, count / len(every)) for text, count in reached.most_common()),
            )
        )
    whole = len(vulnerabilities) > 1
    title = ALL if whole else VULNERABILITIES[vulnerabilities[0]]
    return Verdict(title, len(dealt), tuple(estimates), best)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
