"""What draughts offers to events of people: two points for a win, one for a draw."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from igroteka.basics.explanation import Explanation, Step
from igroteka.contract import IgrotekaError, Json, Seat, State
from igroteka.records.contest import Column, Contest, Row, Scoring, Worth
from igroteka.text import Text, as_written, quoted

WORDS: Final[Mapping[str, Text]] = {
    "2-0": Text("White won"),
    "1-1": Text("a draw"),
    "0-2": Text("Black won"),
    "0-0": Text("both lost"),
    "-": Text("not played"),
}
"""The results in words, as the log has them."""
_TYPED: Final[Mapping[str, str]] = {
    **{text: text for text in WORDS},
    **{"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1", "½-½": "1-1", "=": "1-1"},
}
WIN: Final = Fraction(2)


class DraughtsContest(Contest):
    """Games of two, the first side with the white men."""

    scorings: ClassVar[tuple[Scoring, ...]] = (
        Scoring(
            "points",
            Text("two points for a win, one for a draw"),
            Text("points"),
            tie_breaks=("buchholz", "met"),
            bye=WIN,
        ),
    )
    kinds: ClassVar[tuple[str, ...]] = ("round-robin", "swiss")
    sides: ClassVar[tuple[Text, Text]] = (Text("White"), Text("Black"))
    minutes: ClassVar[float] = 30
    columns: ClassVar[tuple[Column, ...]] = (Column("result", Text("result")),)

    def board_title(self, board: int) -> Text:
        return Text("game {number}", number=board)

    def read(self, board: int, text: str, deal: str | None = None) -> str:
        del board, deal
        written = re.sub(r"\s", "", text).replace("−", "-").replace("–", "-").replace(":", "-")
        if written not in _TYPED:
            raise IgrotekaError(
                Text(
                    "{text} is no result of a game; it is 2-0 if White won, 1-1, 0-2, 0-0 if both "
                    "lost, or - if it was not played",
                    text=quoted(text),
                )
            )
        return _TYPED[written]

    def result_of(
        self, end: State, scores: Sequence[float] | None, failed: Seat | None = None
    ) -> str:
        del end
        if failed is not None:
            return "0-2" if failed == 0 else "2-0"
        if scores is None:
            return "-"
        white, black = scores
        return "1-1" if white == black else "2-0" if white > black else "0-2"

    def words(self, board: int, result: str) -> Text:
        del board
        return WORDS[result]

    def cells(self, board: int, result: str) -> tuple[Text, ...]:
        del board
        return (as_written(result),)

    def sheet(self, board: int) -> Json:
        del board
        return {"choices": [{"result": each, "words": words} for each, words in WORDS.items()]}

    def count(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str]
    ) -> list[Worth]:
        del scoring, settings
        return [_points(row.result) for row in rows]

    def explain(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str], at: int, side: int
    ) -> Explanation:
        del scoring, settings
        points = _points(rows[at].result)[side]
        if points is None:
            raise IgrotekaError(Text("this game has no result"))
        words = WORDS[rows[at].result]
        return Explanation(words, points, (Step(self.sides[side], points),))


def _points(result: str) -> Worth:
    first, _, second = result.partition("-")
    return (Fraction(first), Fraction(second)) if first else (None, None)


DRAUGHTS_CONTEST: Final = DraughtsContest()
