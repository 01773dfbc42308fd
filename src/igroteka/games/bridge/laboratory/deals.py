"""A question put to one deal after another: each alternative bid to its end and scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from igroteka.basics.randomness import derive
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import Board, from_dealer
from igroteka.games.bridge.cards import Cards, hand_text, read_hand
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.dealing import TRIES, first_fitting
from igroteka.games.bridge.laboratory.auctions import (
    bid_out,
    bidding_so,
    calls_text,
    is_bid,
    scored,
)
from igroteka.games.bridge.laboratory.questions import Question
from igroteka.games.bridge.laboratory.solving import Solving
from igroteka.games.bridge.study.solved_deals import Tricks
from igroteka.text import Text, joined, plural

PIECE: Final = 10
"""Deals that are done at a time: about two seconds of solving."""
PASSED: Final = "pass"


class Outcome(NamedTuple):
    """What the alternatives came to on a deal at one vulnerability."""

    contracts: tuple[str, ...]
    scores: tuple[int, ...]
    """For the side that is asked."""


class DealtAnswer(NamedTuple):
    """What one deal says."""

    number: int
    hands: tuple[Cards, ...]
    outcomes: tuple[Outcome | None, ...]
    """By vulnerability; None where the auction would not have gone so."""

    def to_json(self) -> list[Any]:
        """A short form for keeping."""
        return [self.number, " ".join(map(hand_text, self.hands)), self.outcomes]

    @classmethod
    def of_json(cls, data: Sequence[Any]) -> DealtAnswer:
        """What was kept."""
        number, hands, outcomes = data
        return cls(
            number,
            tuple(map(read_hand, hands.split())),
            tuple(each and Outcome(tuple(each[0]), tuple(each[1])) for each in outcomes),
        )


@dataclass(frozen=True)
class DealStudy:
    """A question as work that is done piece by piece (`study.piecework`)."""

    question: Question

    @property
    def identity(self) -> Any:
        return self.question.identity

    def next_pieces(self, results: Mapping[str, Any]) -> list[Any]:
        """The numbers of deals that are wanted, a piece each."""
        del results
        return list(range(-(-self.question.deals // PIECE)))

    def do(self, piece: Any, solving: Solving) -> Any:
        """In a worker: the deals of a piece."""
        numbers = range(piece * PIECE + 1, (piece + 1) * PIECE + 1)
        dealt = [drawn(self.question, number) for number in numbers]
        tricks = solving.tricks([board for board, _ in dealt])
        return [
            answered(self.question, board, fitting, table).to_json()
            for (board, fitting), table in zip(dealt, tricks, strict=True)
            if table
        ]


def drawn(question: Question, number: int) -> tuple[Board, list[int]]:
    """The deal of this number, and the vulnerabilities at which the auction goes so.

    Raises `IgrotekaError` if none is found.
    """
    every, dealer = range(4), question.dealer
    seed = derive(question.seed, "laboratory", number)
    also = None
    if question.auction:
        also = bidding_so(question.rules.system, question.auction, dealer, every)
    hands = first_fitting(seed, question.predicates, TRIES, also=also)
    if hands is None:
        raise IgrotekaError(_no_deal(question))
    board = Board(hands, number, dealer)
    calls, system = question.auction or (), question.rules.system
    fitting = [v for v in every if is_bid(_at(board, v, question), system, calls)]
    return board, fitting


def answered(
    question: Question, board: Board, fitting: Sequence[int], tricks: Tricks
) -> DealtAnswer:
    """What the alternatives bring on a deal, at each vulnerability that fits."""
    outcomes: list[Outcome | None] = []
    for vulnerability in range(4):
        if vulnerability not in fitting:
            outcomes.append(None)
            continue
        there = _at(board, vulnerability, question)
        contracts = [reached(question, there, place) for place in range(len(question.names))]
        scores = [scored(each, there, tricks, question.seat % 2) for each in contracts]
        names = [str(each) if each else PASSED for each in contracts]
        outcomes.append(Outcome(tuple(names), tuple(scores)))
    return DealtAnswer(board.number, board.hands, tuple(outcomes))


def reached(question: Question, board: Board, place: int) -> Contract | None:
    """The contract that an alternative comes to; None for a pass-out."""
    alternative = question.alternatives[place]
    if isinstance(alternative, Contract):
        return alternative
    system, before = question.rules.system, question.auction or ()
    return bid_out(board, (system, system), (*before, alternative)).contract


def _at(board: Board, vulnerability: int, question: Question) -> Board:
    """The board with a vulnerability as the side sees it that is asked."""
    seen = from_dealer(vulnerability, question.seat)
    return Board(board.hands, board.number, board.dealer, seen)


def _no_deal(question: Question) -> Text:
    wanted = list(question.where)
    if question.auction:
        wanted.append(calls_text(question.auction))
    return plural(
        "the {count} random deal does not fit {wanted}: that is too rare, or contradicts itself",
        "none of {count:,} random deals fits {wanted}: that is too rare, or contradicts itself",
        count=TRIES,
        wanted=joined("; ", wanted),
    )
