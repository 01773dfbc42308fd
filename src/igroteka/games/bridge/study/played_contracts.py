"""Contracts that were played: what decision trees of bridge are grown from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.cards import DECK, Cards
from igroteka.games.bridge.contracts import Contract
from igroteka.text import Text, plural

if TYPE_CHECKING:
    from igroteka.games.bridge.formats.game import GameText


@dataclass(frozen=True)
class PlayedContract:
    """A contract, the two hands that played it, and the tricks they took."""

    contract: Contract
    """With its declarer."""
    declarer_hand: Cards
    dummy_hand: Cards
    tricks: int
    vulnerability: int | None = None
    """As in `Board.vulnerability`; None if it is not told."""
    hands: tuple[Cards, Cards, Cards, Cards] | None = None
    """All four from North on, if they are told."""

    @property
    def makes(self) -> bool:
        return self.tricks >= self.contract.needed

    @property
    def deal(self) -> int:
        """The same for all plays of a deal, by either side and in any seats.

        It is how the cards lie between the two sides, so that two hands are enough to know it.
        """
        side = self.declarer_hand | self.dummy_hand
        return min(side, DECK ^ side)


class LeftOut(Enum):
    """Why a game tells nothing about contracts."""

    PASSED = "passed out"
    NO_CONTRACT = "no contract"
    NO_RESULT = "no result"
    NO_HANDS = "no hands"

    def sentence(self, count: int) -> Text:
        """How many were left out, and why."""
        match self:
            case LeftOut.PASSED:
                return plural(
                    "{count} board was passed out and is left out",
                    "{count} boards were passed out and are left out",
                    count=count,
                )
            case LeftOut.NO_CONTRACT:
                return plural(
                    "{count} game tells no contract with its declarer and is left out",
                    "{count} games tell no contract with its declarer and are left out",
                    count=count,
                )
            case LeftOut.NO_RESULT:
                return plural(
                    "{count} game tells no tricks and is left out",
                    "{count} games tell no tricks and are left out",
                    count=count,
                )
            case LeftOut.NO_HANDS:
                return plural(
                    "{count} game does not tell both hands of declarer's side and is left out",
                    "{count} games do not tell both hands of declarer's side and are left out",
                    count=count,
                )


@dataclass
class Collection:
    """Played contracts from any source, and how many games were left out of it."""

    played: list[PlayedContract] = field(default_factory=list)
    left_out: Counter[LeftOut] = field(default_factory=Counter)

    def add(self, games: Iterable[GameText]) -> None:
        """Take what games of files tell."""
        for game in games:
            found = of_game(game)
            if isinstance(found, LeftOut):
                self.left_out[found] += 1
            else:
                self.played.append(found)

    def of(self, strain: int | None, level: int | None) -> list[PlayedContract]:
        """Those in a strain and of a level, if these are given."""
        return [
            each
            for each in self.played
            if strain in (None, each.contract.strain) and level in (None, each.contract.level)
        ]


def of_game(game: GameText) -> PlayedContract | LeftOut:
    """What a game of a file tells, or why it tells nothing."""
    if game.passed_out:
        return LeftOut.PASSED
    try:
        contract, hands = game.contract, game.hands
    except IgrotekaError:
        return LeftOut.NO_CONTRACT
    if contract is None or contract.declarer is None:
        return LeftOut.NO_CONTRACT
    tricks = game.tricks
    if tricks is None or tricks > 13:
        return LeftOut.NO_RESULT
    declarer_hand, dummy_hand = hands[contract.declarer], hands[(contract.declarer + 2) % 4]
    if not (_is_whole(declarer_hand) and _is_whole(dummy_hand)):
        return LeftOut.NO_HANDS
    assert declarer_hand is not None
    assert dummy_hand is not None
    board = game.board if all(map(_is_whole, hands)) else None
    return PlayedContract(
        contract,
        declarer_hand,
        dummy_hand,
        tricks,
        game.vulnerability,
        board.hands if board else None,
    )


def _is_whole(hand: Cards | None) -> bool:
    return hand is not None and hand.bit_count() == 13
