"""The game with its options, and the deal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from igroteka.contract import (
    BadOption,
    Duplicate,
    Following,
    Game,
    Json,
    Option,
    Play,
    Reckoning,
    Seat,
    State,
)
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.boards import SEATS, Board, shuffled
from igroteka.games.bridge.notation import Action, read_action
from igroteka.games.bridge.options import ANY, CYCLE, MOST_BOARDS, OPTIONS
from igroteka.games.bridge.public import PublicState
from igroteka.games.bridge.reckoning import RECKONINGS, averages, match_text, reckoned
from igroteka.games.bridge.scoring.imps import imps
from igroteka.games.bridge.state import Position
from igroteka.text import Text, quoted

FAULT_IMPS = 12
"""What a side that fails gives away on the board; the play at the other table does not count."""


@dataclass(frozen=True)
class Bridge(Game):
    """One board of duplicate bridge at one table."""

    scoring: str
    claims: str
    board: str

    name: ClassVar[str] = "bridge"
    title: ClassVar[Text] = Text("bridge")
    adviser: ClassVar[str | None] = "monte-carlo"
    casual: ClassVar[Mapping[str, str]] = {"claims": "agree"}
    opponents: ClassVar[Mapping[Text, str]] = {
        Text("easy"): "simple",
        Text("middling"): "monte-carlo(samples=5,calls=5)",
        Text("strong"): "monte-carlo",
    }
    duplicate: ClassVar[Duplicate | None] = Duplicate(Text("IMPs"), Text("board"))
    summary: ClassVar[Text] = Text("Bid for a contract with your partner, then make it or beat it.")
    option_list: ClassVar[Sequence[Option]] = OPTIONS
    reckonings: ClassVar[Mapping[str, Reckoning]] = RECKONINGS
    option_sets: ClassVar[Sequence[Mapping[str, str]]] = (
        {},
        {"claims": "agree", "scoring": "matchpoints"},
        {"board": "7", "scoring": "points"},
    )

    @classmethod
    def with_options(cls, options: Mapping[str, str]) -> Self:
        board = options["board"]
        number = board.isascii() and board.isdigit() and len(board) <= len(str(MOST_BOARDS))
        if board != ANY and not (number and 1 <= int(board) <= MOST_BOARDS):
            raise BadOption(
                Text(
                    "board should be any or a number from 1 to {most}, but is {text}",
                    most=MOST_BOARDS,
                    text=quoted(board),
                )
            )
        return cls(**options)

    @property
    def options(self) -> Mapping[str, str]:
        return {"scoring": self.scoring, "claims": self.claims, "board": self.board}

    @property
    def seats(self) -> int:
        return 4

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        return ((0, 2), (1, 3))

    @property
    def first_seat_begins(self) -> bool:
        """The dealer does, who is another from board to board."""
        return False

    def seat_name(self, seat: Seat) -> Text:
        return SEATS[seat]

    def afterword(self, end: State) -> Json:
        """The score explained, and what could have been made with all cards in sight."""
        from igroteka.games.bridge.study.afterword import afterword

        assert isinstance(end, Position)
        return afterword(end)

    def settled(self, loser: Seat | None) -> None:
        """A board is played to its end: there is no score for giving it up."""

    def following(
        self, end: State | None, place: int, scores: tuple[float, ...] | None = None
    ) -> Following:
        """The next board in its number, from 1 unless another one is named; all stay."""
        del end, scores
        first = 1 if self.board == ANY else int(self.board)
        number = min(first + place, MOST_BOARDS)
        return Following(replace(self, board=str(number)), tuple(range(self.seats)))

    def reckon(
        self, way: str, end: State, scores: tuple[float, ...] | None = None
    ) -> tuple[float, ...] | None:
        assert isinstance(end, Position)
        return reckoned(way, end, scores)

    def adjusted(self, way: str, end: State, failed: Seat) -> tuple[float, ...] | None:
        """Average plus for the side that is not to blame, average minus for the other."""
        del end
        return averages(way, failed)

    def sum_up(self, way: str, totals: Sequence[float], games: int) -> Iterable[Text]:
        """The victory points of a match of teams."""
        return match_text(totals[0], games) if RECKONINGS[way].compared else ()

    def deal(self, rng: random.Random) -> Position:
        number = rng.randint(1, CYCLE) if self.board == ANY else int(self.board)
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
