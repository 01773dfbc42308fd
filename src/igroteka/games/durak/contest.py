"""What durak offers to events of people: how often each was the fool, the fewest times first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from igroteka.basics.explanation import Explanation, Step
from igroteka.contract import IgrotekaError, Json, Seat, State
from igroteka.records.contest import Column, Contest, Row, Scoring, Worth
from igroteka.text import Text, as_written, plural, quoted

NOT_PLAYED: Final = "-"
_COUNTS: Final = re.compile(r"(\d{1,2})[-:](\d{1,2})")
_ONE_GAME: Final = ("1-0", "0-1", "0-0", NOT_PLAYED)


class DurakContest(Contest):
    """Two at a table, for one game or a series: `1-0` if the first side was the fool."""

    scorings: ClassVar[tuple[Scoring, ...]] = (
        Scoring(
            "fool",
            Text("how often the fool"),
            Text("times"),
            fewest_first=True,
            tie_breaks=("met", "buchholz"),
        ),
    )
    kinds: ClassVar[tuple[str, ...]] = ("round-robin", "swiss")
    sides: ClassVar[tuple[Text, Text]] = (Text("first player"), Text("second player"))
    minutes: ClassVar[float] = 10
    columns: ClassVar[tuple[Column, ...]] = (Column("result", Text("fools")),)

    def board_title(self, board: int) -> Text:
        return Text("game {number}", number=board)

    def read(self, board: int, text: str, deal: str | None = None) -> str:
        del board, deal
        written = re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")
        if written == NOT_PLAYED:
            return written
        if match := _COUNTS.fullmatch(written):
            return f"{int(match[1])}-{int(match[2])}"
        raise IgrotekaError(
            Text(
                "{text} is no result; it is how often each was the fool, like 1-0, or 0-0 for a "
                "draw, or - if it was not played",
                text=quoted(text),
            )
        )

    def result_of(
        self, end: State, scores: Sequence[float] | None, failed: Seat | None = None
    ) -> str:
        del end
        if failed is not None:
            return "1-0" if failed == 0 else "0-1"
        if scores is None:
            return NOT_PLAYED
        first, second = scores
        return "0-0" if first == second else "0-1" if first > second else "1-0"

    def words(self, board: int, result: str) -> Text:
        del board
        first, second = _fools(result)
        if first is None or second is None:
            return Text("not played")
        if first + second == 1:
            return Text("the fool: {side}", side=self.sides[0 if first else 1])
        if not first + second:
            return Text("a draw: nobody was the fool")
        return Text(
            "the fool: {one} {first}, {two} {second}",
            one=self.sides[0],
            first=_times(first),
            two=self.sides[1],
            second=_times(second),
        )

    def cells(self, board: int, result: str) -> tuple[Text, ...]:
        del board
        return (as_written(result),)

    def sheet(self, board: int) -> Json:
        choices = [{"result": each, "words": self.words(board, each)} for each in _ONE_GAME]
        return {"choices": choices}

    def count(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str]
    ) -> list[Worth]:
        del scoring, settings
        return [_fools(row.result) for row in rows]

    def explain(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str], at: int, side: int
    ) -> Explanation:
        del scoring, settings
        fools = _fools(rows[at].result)[side]
        if fools is None:
            raise IgrotekaError(Text("this game has no result"))
        words = self.words(rows[at].board, rows[at].result)
        return Explanation(words, fools, (Step(self.sides[side], fools),))


def _fools(result: str) -> Worth:
    first, _, second = result.partition("-")
    return (Fraction(first), Fraction(second)) if first else (None, None)


def _times(count: Fraction) -> Text:
    return plural("{count} time", "{count} times", count=int(count))


DURAK_CONTEST: Final = DurakContest()
