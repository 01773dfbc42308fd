"""What can be asked of a solver, and its answers: plain tuples that cost nothing to send."""

from __future__ import annotations

from typing import Final, NamedTuple

from igroteka.contract import Seat
from igroteka.games.bridge.boards import LETTERS, Board
from igroteka.games.bridge.cards import Card, Cards
from igroteka.games.bridge.contracts import STRAINS, Bid
from igroteka.games.bridge.words import bid_text, seat_letters
from igroteka.text import Text, listed

MOST_TABLES: Final = 40
"""Full tables that the library takes in one call."""
MOST_LAYOUTS: Final = 200
"""Layouts that the library takes in one call."""


class Layout(NamedTuple):
    """Cards still held, the trick in progress and who led to it."""

    strain: int
    leader: Seat
    trick: tuple[int, ...]
    """The cards of the trick in progress, which are in no hand any more."""
    hands: tuple[Cards, ...]

    @property
    def due(self) -> Seat:
        """Whose card is due."""
        return (self.leader + len(self.trick)) % 4


class CardValue(NamedTuple):
    """A card that may be played, and the tricks its side takes from here if all play best."""

    card: Card
    tricks: int


class ParContract(NamedTuple):
    """A contract that neither side can better, with the tricks over or, below zero, under."""

    bid: Bid
    doubled: bool
    seats: tuple[Seat, ...]
    """Who can play it with this result."""
    over: int

    def text(self) -> Text:
        """`4♠X NS -1`."""
        return Text(
            "{bid}{doubled} {seats} {result}",
            bid=bid_text(self.bid),
            doubled="X" * self.doubled,
            seats=seat_letters(self.seats),
            result=f"{self.over:+d}" if self.over else "=",
        )


class Par(NamedTuple):
    """The score, as North–South see it, that neither side can better, and how it comes about."""

    score: int
    contracts: tuple[ParContract, ...]

    def text(self) -> Text:
        """`+420 (4♠ N =)`."""
        reached = listed(contract.text() for contract in self.contracts) or Text("passed out")
        return Text("{score:+d} ({reached})", score=self.score, reached=reached)


class Solution(NamedTuple):
    """The tricks of every declarer in every strain, and par."""

    tricks: tuple[tuple[int, ...], ...]
    """By strain from clubs to notrump, then by seat from North."""
    par: Par

    def to_json(self) -> dict[str, object]:
        """By the names that people use."""
        return {
            "tricks": {
                LETTERS[seat]: {
                    STRAINS[strain]: row[seat] for strain, row in enumerate(self.tricks)
                }
                for seat in range(4)
            },
            "par": {
                "score": self.par.score,
                "contracts": [str(contract.text()) for contract in self.par.contracts],
            },
        }


class TableQuestion(NamedTuple):
    """A deal to be solved in full."""

    hands: tuple[Cards, ...]
    dealer: Seat
    vulnerability: int
    """As in `Board.vulnerability`."""

    @classmethod
    def of(cls, board: Board) -> TableQuestion:
        """The question that a board is."""
        return cls(board.hands, board.dealer, board.vulnerability)
