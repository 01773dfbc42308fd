"""The solver library itself. Only solver processes import this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import endplay._dds as dds

from igroteka.contract import Seat
from igroteka.games.bridge.cards import SUIT, Card, Cards
from igroteka.games.bridge.contracts import Bid
from igroteka.games.bridge.doubledummy.questions import (
    CardValue,
    Layout,
    Par,
    ParContract,
    Solution,
    TableQuestion,
)

_VULNERABLE: Final = (0, 2, 3, 1)
"""The library's number for nobody, North–South, East–West and all."""
_SEATS: Final = ((0,), (1,), (2,), (3,), (0, 2), (1, 3))
_ALL_CARDS: Final = 3
_BEST_CARD: Final = 1

dds.SetMaxThreads(1)


def _strain(strain: int) -> int:
    """Our strain as the library numbers it, and back: it counts suits from spades down."""
    return strain if strain == 4 else 3 - strain


def _fill(place: Any, hands: Sequence[Cards]) -> None:
    for seat, hand in enumerate(hands):
        for suit in range(4):
            place[seat][3 - suit] = (hand >> 13 * suit & SUIT) << 2


def tables(questions: Sequence[TableQuestion]) -> list[Solution]:
    """Every question's full table with par."""
    deals, results = dds.ddTableDeals(), dds.ddTablesRes()
    deals.noOfTables = len(questions)
    for place, question in enumerate(questions):
        _fill(deals.ddTableDeal[place].cards, question.hands)
    dds.CalcAllTables(deals, -1, [0] * 5, results, dds.allParResults())
    return [_solution(results.results[place], question) for place, question in enumerate(questions)]


def _solution(result: Any, question: TableQuestion) -> Solution:
    rows = tuple(tuple(result.resTable[_strain(strain)]) for strain in range(5))
    return Solution(rows, _par(result, question.dealer, question.vulnerability))


def par(rows: Sequence[Sequence[int]], dealer: Seat, vulnerability: int) -> Par:
    """Par of a table that is known already."""
    result = dds.ddTableResults()
    for strain, row in enumerate(rows):
        result.resTable[_strain(strain)][:] = list(row)
    return _par(result, dealer, vulnerability)


def _par(result: Any, dealer: Seat, vulnerability: int) -> Par:
    found = dds.parResultsMaster()
    dds.DealerParBin(result, found, dealer, _VULNERABLE[vulnerability])
    contracts = []
    for each in found.contracts[: found.number]:
        if each.level:
            bid = Bid(each.level, 4 - each.denom)
            over = each.overTricks - each.underTricks
            contracts.append(ParContract(bid, each.underTricks > 0, _SEATS[each.seats], over))
    return Par(found.score, tuple(contracts))


def layouts(questions: Sequence[Layout], every_card: bool) -> list[list[CardValue]]:
    """The cards that may be played with their tricks; or one of the best cards only."""
    boards, solved = dds.boards(), dds.solvedBoards()
    boards.noOfBoards = len(questions)
    for place, question in enumerate(questions):
        deal = boards.deals[place]
        deal.trump, deal.first = _strain(question.strain), question.leader
        for at, card in enumerate(question.trick):
            deal.currentTrickSuit[at] = 3 - card // 13
            deal.currentTrickRank[at] = 2 + card % 13
        _fill(deal.remainCards, question.hands)
        boards.target[place] = -1
        boards.solutions[place] = _ALL_CARDS if every_card else _BEST_CARD
        boards.mode[place] = 1
    dds.SolveAllBoardsBin(boards, solved)
    return [_values(solved.solvedBoard[place]) for place in range(len(questions))]


def _values(solved: Any) -> list[CardValue]:
    """One entry a card; the library names the top of a sequence and what is as good."""
    found = []
    for at in range(solved.cards):
        suit, ranks = 3 - solved.suit[at], 1 << solved.rank[at] | solved.equals[at]
        for rank in range(14, 1, -1):
            if ranks >> rank & 1:
                found.append(CardValue(Card(13 * suit + rank - 2), solved.score[at]))
    return found
