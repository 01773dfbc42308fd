"""What bridge offers to events of people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from igroteka.basics.explanation import Explanation, Step
from igroteka.contract import Json, Option, Seat, State
from igroteka.games.bridge.contest import checking, deals, played, showing
from igroteka.games.bridge.contest.counting import Counting, count, points
from igroteka.games.bridge.contest.exporting import event_csv, event_pbn, event_usebio
from igroteka.games.bridge.scoring import (
    butler,
    compensation,
    cross_imps,
    matchpoints,
    teams,
    victory_points,
)
from igroteka.games.bridge.scoring.entries import Award
from igroteka.games.bridge.scoring.table_results import TableResult
from igroteka.games.bridge.state import Position
from igroteka.records.contest import (
    Analysis,
    Column,
    Contest,
    Hand,
    Report,
    Row,
    Scoring,
    Worth,
)
from igroteka.text import Text

_IMP: Final = Text("IMP")
_VP: Final = Text("VP")
BYE: Final = Fraction(12)
"""Victory points of a round without opponents."""

SCORINGS: Final = (
    Scoring("matchpoints", Text("matchpoints"), Text("%"), mean=True),
    Scoring("cross-imps", Text("cross-IMPs"), _IMP),
    Scoring("butler", Text("Butler"), _IMP),
    Scoring(
        "imps", Text("teams, IMPs in victory points"), _VP, by_match=True, of_teams=True, bye=BYE
    ),
    Scoring("vp", Text("cross-IMPs of each match in victory points"), _VP, by_match=True, bye=BYE),
    Scoring("compensation", Text("one table, IMPs against the compensation table"), _IMP),
)
SETTINGS: Final = (
    Option(
        "datum",
        Text("Datum"),
        Text("what scores are compared with at Butler"),
        butler.DATUMS[0],
        {
            "mean": Text("the mean"),
            "median": Text("the median"),
            "trimmed": Text("the mean without the highest and the lowest"),
        },
    ),
    Option(
        "table",
        Text("Compensation table"),
        Text("what a side with its points is expected to score"),
        compensation.DEFAULT,
        {
            "kharkov": Text("of Kharkov and Moscow"),
            "level": Text("24 points are worth the same in either vulnerability"),
        },
    ),
)


class BridgeContest(Contest):
    """Pairs, teams and individuals at boards of duplicate bridge."""

    scorings: ClassVar[tuple[Scoring, ...]] = SCORINGS
    kinds: ClassVar[tuple[str, ...]] = (
        *("mitchell", "howell", "short-howell", "web"),
        *("barometer", "swiss", "teams", "individual"),
    )
    players: ClassVar[int] = 2
    dealt: ClassVar[bool] = True
    sides: ClassVar[tuple[Text, Text]] = (Text("North–South"), Text("East–West"))
    minutes: ClassVar[float] = 7.5
    columns: ClassVar[tuple[Column, ...]] = showing.COLUMNS
    settings: ClassVar[tuple[Option, ...]] = SETTINGS
    exports: ClassVar[Mapping[str, Callable[[Report], str]]] = {
        "pbn": event_pbn,
        "usebio": event_usebio,
        "csv": event_csv,
    }

    def board_title(self, board: int) -> Text:
        return Text("board {number}", number=board)

    def board_note(self, board: int) -> Text:
        return showing.note(board)

    def read(self, board: int, text: str, deal: str | None = None) -> str:
        del board
        return checking.read_result(text, deal)

    def read_deal(self, board: int, text: str) -> str:
        return checking.read_cards(board, text)

    def result_of(
        self, end: State, scores: Sequence[float] | None, failed: Seat | None = None
    ) -> str:
        del scores
        assert isinstance(end, Position)
        return played.result_of(end, failed)

    def words(self, board: int, result: str) -> Text:
        return showing.words(board, result)

    def cells(self, board: int, result: str) -> tuple[Text, ...]:
        return showing.cells(board, result)

    def doubt(self, board: int, result: str, others: Sequence[str]) -> Text | None:
        return checking.doubt(board, result, others)

    def sheet(self, board: int) -> Json:
        return showing.sheet(board)

    def deal(self, board: int, seed: int) -> str:
        return deals.dealt(board, seed)

    def read_deals(self, content: bytes) -> Mapping[int, str]:
        return deals.read_file(content)

    def hands(self, deal: str) -> tuple[Hand, ...]:
        return deals.hands(deal)

    def solve(self, deal: str) -> Json:
        return deals.solve(deal)

    def analysis(self, solved: Json) -> Analysis:
        return deals.analysis(solved)

    def count(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str]
    ) -> list[Worth]:
        return count(scoring.name, rows, settings)

    def points(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str]
    ) -> list[Worth]:
        return points(scoring.name, rows, settings)

    def stands_alone(self, rows: Sequence[Row]) -> bool:
        """An artificial score may rise to what its pair has on its other boards."""
        results = [TableResult.read(row.result) for row in rows]
        return not any(isinstance(share, Award) for each in results for share in (each.ns, each.ew))

    def explain(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str], at: int, side: int
    ) -> Explanation:
        counting = Counting(rows, settings)
        if scoring.name == "imps":
            return teams.explain(*counting.of_both(at, side))
        if scoring.name == "compensation":
            return counting.explain_compensated(at, side)
        traveller, place = counting.traveller_of(at)
        if scoring.name == "butler":
            datum = settings.get("datum", butler.DATUMS[0])
            return butler.explain(traveller.entries, place, side, datum)
        if scoring.name == "matchpoints":
            session = counting.session(at, side)
            told = matchpoints.explain(traveller.entries, place, side, session=session)
            return _in_percent(told, counting.percents()[at][side])
        return cross_imps.explain(traveller.entries, place, side)

    def match_points(self, scoring: Scoring, sum_of_boards: Fraction, boards: int) -> Fraction:
        if not scoring.by_match or not boards:
            return sum_of_boards
        return victory_points.victory_points(sum_of_boards, boards)[0]

    def explain_match(self, scoring: Scoring, sum_of_boards: Fraction, boards: int) -> Explanation:
        if not scoring.by_match or not boards:
            return super().explain_match(scoring, sum_of_boards, boards)
        return victory_points.explain(sum_of_boards, boards)


def _in_percent(told: Explanation, percent: Fraction | None) -> Explanation:
    """Matchpoints explained, as the percentage that they are; the last step says of what."""
    if percent is None:
        return told
    *steps, share = told.steps
    return Explanation(
        told.title, percent, (*(Step(step.line) for step in steps), Step(share.text, percent))
    )


BRIDGE_CONTEST: Final = BridgeContest()
