"""Where the rules of a system come up, and what their neighbours would have brought there.

A case is a board and the place of a call in its auction. A neighbour of a rule is another rule for
the same auction that calls something else: the nearer the hand is to what that rule needs, the
nearer it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.basics.randomness import derive
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.bidding import features as f
from igroteka.games.bridge.bidding.system import Option, Situation, System
from igroteka.games.bridge.boards import NORTH, Board, from_dealer
from igroteka.games.bridge.dealing import first_fitting
from igroteka.games.bridge.laboratory.auctions import (
    bid_out,
    bidding_so,
    calls_text,
    read_calls,
    scored,
)
from igroteka.games.bridge.laboratory.solving import Solving
from igroteka.games.bridge.scoring.imps import imps

NEIGHBOURS: Final = 4
FIND_TRIES: Final = 200_000
"""Random deals that are looked at for a case of a rare rule."""


class Case(NamedTuple):
    """A board and the number of calls before the one that is looked at."""

    board: str
    place: int


class Neighbour(NamedTuple):
    """Another rule, and what its call would have gained."""

    rule: str
    misses: int
    """How far the hand is outside what the rule needs; 0 if only the order kept it from it."""
    call: str
    contract: str
    imps: int


class Judged(NamedTuple):
    """A case with what the rule's call and its neighbours' came to."""

    case: Case
    auction: str
    """The calls before."""
    call: str
    contract: str
    neighbours: tuple[Neighbour, ...]

    @classmethod
    def of_json(cls, data: Sequence[Any]) -> Judged:
        """What was kept."""
        case, auction, call, contract, neighbours = data
        return cls(Case(*case), auction, call, contract, tuple(Neighbour(*n) for n in neighbours))


def occurrences(board: Board, system: System) -> Iterator[tuple[int, Case]]:
    """The number of every rule that bids a board, and where."""
    numbers = {id(rule): number for number, rule in enumerate(system.rules)}
    auction = bid_out(board, (system, system))
    for place, call in enumerate(auction.calls):
        del call
        option = _option(board, system, auction.calls[:place])
        if (number := numbers.get(id(option.rule))) is not None:
            yield number, Case(str(board), place)


def found_case(system: System, number: int, seed: int) -> tuple[Board, int] | None:
    """A deal for a rare rule: one that is bid as in its example, with any hand of the rule."""
    rule = system.rules[number]
    if rule.example is None:
        return None
    calls = read_calls(rule.example.auction)
    vulnerability = rule.example.vulnerability
    so = bidding_so(system, calls, NORTH, (vulnerability,))
    situation = system.situation(calls, vulnerability)

    def fit(owners: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        many = f.measure_many(owners == len(calls) % 4)
        good = followed(situation, number, system, many)
        good[good] = so(owners[good])
        return good

    hands = first_fitting(derive(seed, "rule", number), (), FIND_TRIES, also=fit)
    return hands and (Board(hands, 1, NORTH, vulnerability), len(calls))


def followed(
    situation: Situation, number: int, system: System, many: f.Many
) -> npt.NDArray[np.bool_]:
    """Which of many hands follow the rule of this number."""
    taken = np.zeros(many.shape[1], dtype=np.bool_)
    found = np.zeros(many.shape[1], dtype=np.bool_)
    for option in situation.options:
        fits = option.fit_many(many) & ~taken
        if option.rule is system.rules[number]:
            found |= fits
        taken |= fits
    return found


def neighbours(situation: Situation, hand: int) -> list[tuple[int, Option]]:
    """Options with other calls than the hand's own, one a call, by how far the hand is from it."""
    own = situation.choose(hand)
    many = np.array(f.measure(hand), dtype=np.int16)[:, np.newaxis]
    nearest: dict[Any, tuple[int, int, Option]] = {}
    for order, option in enumerate(situation.options):
        if option.call == own.call:
            continue
        distance = (int(option.violation(many)[0]), order, option)
        if option.call not in nearest or distance[:2] < nearest[option.call][:2]:
            nearest[option.call] = distance
    ordered = sorted(nearest.values(), key=lambda each: each[:2])
    return [(misses, option) for misses, _, option in ordered[:NEIGHBOURS]]


def judged(cases: Sequence[Case], system: System, solving: Solving) -> list[Judged]:
    """What the calls of these cases and their neighbours come to; deals unsolved are left out."""
    boards = [Board.read(case.board) for case in cases]
    tables = solving.tricks(boards)
    found = []
    for case, board, tricks in zip(cases, boards, tables, strict=True):
        if tricks is None:
            continue
        whole = bid_out(board, (system, system))
        before = whole.calls[: case.place]
        side = whole.caller(case.place) % 2
        own = scored(whole.contract, board, tricks, side)
        others = []
        situation = _situation(board, system, before)
        for misses, option in neighbours(situation, _hand(board, case.place)):
            other = bid_out(board, (system, system), (*before, option.call)).contract
            gain = imps(scored(other, board, tricks, side) - own)
            name, call = option.rule.name, option.call.ascii
            others.append(Neighbour(name, misses, call, str(other or "pass"), gain))
        found.append(
            Judged(
                case,
                calls_text(before),
                whole.calls[case.place].ascii,
                str(whole.contract or "pass"),
                tuple(others),
            )
        )
    return found


def _situation(board: Board, system: System, calls: tuple[Any, ...]) -> Situation:
    return system.situation(calls, from_dealer(board.vulnerability, board.dealer))


def _hand(board: Board, place: int) -> int:
    return board.hands[Auction(board.dealer).caller(place)]


def _option(board: Board, system: System, calls: tuple[Any, ...]) -> Option:
    return _situation(board, system, calls).choose(_hand(board, len(calls)))
