"""The cards of boards in events: shuffled, read from files, shown, and solved double dummy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from igroteka.contract import IgrotekaError, Json
from igroteka.games.bridge.boards import NORTH, SEATS, SOUTH, Board, numbered
from igroteka.games.bridge.cards import SUITS, holding, points
from igroteka.games.bridge.contracts import STRAINS, Bid
from igroteka.games.bridge.dealing import deal_set, read_set
from igroteka.games.bridge.doubledummy.questions import Par, ParContract, TableQuestion
from igroteka.games.bridge.doubledummy.solver import own_solver
from igroteka.games.bridge.words import seat_letters, strain_text
from igroteka.records.contest import Analysis, Hand
from igroteka.text import Text, as_written

VOID: Final = "—"
_FROM_THE_TOP: Final = (3, 2, 1, 0)
"""Suits as diagrams have them, spades first."""
_BY_SIDE: Final = (NORTH, SOUTH, 1, 3)
"""Declarers as the tables of hand records have them."""


def dealt(number: int, seed: int) -> str:
    """The board of this number in the set of this seed."""
    (board,) = deal_set(1, seed, first=number)
    return str(board)


def read_file(content: bytes) -> Mapping[int, str]:
    """The boards of a PBN file; dealer and vulnerability are those of the numbers.

    Raises `IgrotekaError` for what can't be read, and for two deals of one number.
    """
    found: dict[int, str] = {}
    for board in read_set(content):
        text = str(numbered(board.hands, board.number))
        if found.setdefault(board.number, text) != text:
            raise IgrotekaError(
                Text("the file has two different deals of board {number}", number=board.number)
            )
    return found


def hands(deal: str) -> tuple[Hand, ...]:
    """North, East, South and West, who is vulnerable marked."""
    board = Board.read(deal)
    return tuple(
        Hand(
            SEATS[seat],
            as_written(str(points(hand))),
            board.vulnerable(seat),
            tuple((SUITS[suit], holding(hand, suit) or VOID) for suit in _FROM_THE_TOP),
        )
        for seat, hand in enumerate(board.hands)
    )


def solve(deal: str) -> Json:
    """The tricks of every declarer in every strain, and par. Raises `IgrotekaError`."""
    (solution,) = own_solver().tables([TableQuestion.of(Board.read(deal))])
    return {
        "tricks": [list(row) for row in solution.tricks],
        "par": solution.par.score,
        "contracts": [
            [each.bid.level, each.bid.strain, each.doubled, list(each.seats), each.over]
            for each in solution.par.contracts
        ],
    }


def analysis(solved: Json) -> Analysis:
    """The table of tricks, and par."""
    contracts = tuple(
        ParContract(Bid(level, strain), doubled, tuple(seats), over)
        for level, strain, doubled, seats, over in solved["contracts"]
    )
    rows = tuple(
        (seat_letters((seat,)), tuple(row[seat] for row in solved["tricks"])) for seat in _BY_SIDE
    )
    columns = tuple(strain_text(strain) for strain in range(len(STRAINS)))
    return Analysis(columns, rows, Text("par {par}", par=Par(solved["par"], contracts).text()))
