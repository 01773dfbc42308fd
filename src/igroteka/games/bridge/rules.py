"""The game with its options, and the deal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from igroteka.contract import BadOption, Duplicate, Game, Play, Seat, State
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.boards import SEATS, Board, shuffled
from igroteka.games.bridge.notation import Action, read_action
from igroteka.games.bridge.public import PublicState
from igroteka.games.bridge.scoring.imps import imps
from igroteka.games.bridge.state import Position
from igroteka.text import Text, listed, quoted

CYCLE = 16
FAULT_IMPS = 12
"""What a side that fails gives away on the board; the play at the other table does not count."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "scoring": ("imps", "matchpoints", "points"),
    "claims": ("no", "agree"),
    "board": ("any", *(str(number) for number in range(1, CYCLE + 1))),
}
"""The values of each option, the default first."""


@dataclass(frozen=True)
class Bridge(Game):
    """One board of duplicate bridge at one table."""

    scoring: str = "imps"
    claims: str = "no"
    board: str = "any"

    name: ClassVar[str] = "bridge"
    adviser: ClassVar[str | None] = "monte-carlo"
    casual: ClassVar[Mapping[str, str]] = {"claims": "agree"}
    opponents: ClassVar[Mapping[str, str]] = {
        "easy": "simple",
        "middling": "monte-carlo(samples=5,calls=5)",
        "strong": "monte-carlo",
    }
    duplicate: ClassVar[Duplicate | None] = Duplicate("IMPs", "board")
    summary: ClassVar[str] = "Bid for a contract with your partner, then make it or beat it."
    option_help: ClassVar[Mapping[str, str]] = {
        "scoring": "what robots play for: imps, matchpoints or points (default imps)",
        "claims": "whether tricks may be claimed: no, or agree, when the others have to agree "
        "(default no)",
        "board": "the board's number, 1 to 16, which sets dealer and vulnerability; any draws it "
        "(default any)",
    }
    choices: ClassVar[Mapping[str, Sequence[str]]] = CHOICES
    option_sets: ClassVar[Sequence[Mapping[str, str]]] = (
        {},
        {"claims": "agree", "scoring": "matchpoints"},
        {"board": "7", "scoring": "points"},
    )

    @classmethod
    def configure(cls, options: Mapping[str, str]) -> Bridge:
        chosen = {name: values[0] for name, values in CHOICES.items()} | dict(options)
        for name, value in chosen.items():
            if value not in CHOICES[name]:
                raise BadOption(
                    Text(
                        "{option} should be {names}, but is {text}",
                        option=name,
                        names=listed(CHOICES[name]),
                        text=quoted(value),
                    )
                )
        return cls(**chosen)

    @property
    def options(self) -> Mapping[str, str]:
        return {"scoring": self.scoring, "claims": self.claims, "board": self.board}

    @property
    def seats(self) -> int:
        return 4

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        return ((0, 2), (1, 3))

    def seat_name(self, seat: Seat) -> str:
        return SEATS[seat]

    def afterword(self, end: State, language: str) -> Iterable[str]:
        """The score explained, and what could have been made with all cards in sight."""
        from igroteka.games.bridge.study.afterword import afterword

        assert isinstance(end, Position)
        return afterword(end, language)

    def settled(self, loser: Seat | None) -> None:
        """A board is played to its end: there is no score for giving it up."""

    def deal(self, rng: random.Random) -> Position:
        number = rng.randint(1, CYCLE) if self.board == "any" else int(self.board)
        return self.begin(shuffled(rng, number))

    def begin(self, board: Board) -> Position:
        """The position before the first call on this board."""
        public = PublicState(self, board.number, board.vulnerability, Auction(board.dealer))
        return Position(public, board)

    def restore(self, deal: str) -> Position:
        return self.begin(Board.read(deal))

    def read(self, text: str) -> Action:
        return read_action(text)

    def margin(self, plays: Sequence[Play]) -> float:
        """The IMPs of a board played at both tables."""
        faults = [play for play in plays if play.faulty is not None]
        if faults:
            return float(sum(-FAULT_IMPS if p.side == p.faulty else FAULT_IMPS for p in faults))
        return float(imps(int(sum(play.scores[play.side] for play in plays if play.scores))))
