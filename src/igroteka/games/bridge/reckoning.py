"""The score of a sitting: a board's result against what could be expected of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from igroteka.basics.explanation import shown
from igroteka.contract import OVER, Reckoning, Seat
from igroteka.games.bridge.boards import Board
from igroteka.games.bridge.cards import points
from igroteka.games.bridge.doubledummy.questions import TableQuestion
from igroteka.games.bridge.doubledummy.solver import Unsolved, own_solver
from igroteka.games.bridge.scoring.compensation import DEFAULT, compensated, tables
from igroteka.games.bridge.scoring.imps import imps
from igroteka.games.bridge.scoring.victory_points import victory_points
from igroteka.games.bridge.state import Position
from igroteka.text import Text

_IMPS: Final = Text("IMPs")

AVERAGE: Final = 3
"""IMPs of an average plus (Law 86)."""
_TABLES: Final[Mapping[str, str]] = {
    "compensation": DEFAULT,
    **{f"compensation-{table}": table for table in tables() if table != DEFAULT},
}
"""The compensation table of each way that goes by one."""


def _titled(table: str) -> Text:
    if table == DEFAULT:
        return Text("IMPs against the compensation table")
    return Text("IMPs against the compensation table “{table}”", table=table)


RECKONINGS: Final[Mapping[str, Reckoning]] = {
    **{way: Reckoning(_titled(table), _IMPS) for way, table in _TABLES.items()},
    "par": Reckoning(Text("IMPs against par, solved with all cards in sight"), _IMPS, slow=True),
    "points": Reckoning(Text("total points"), Text("points")),
    "teams": Reckoning(Text("IMPs against the other table"), _IMPS, compared=True),
}


def reckoned(way: str, end: Position, scores: tuple[float, ...] | None) -> tuple[float, ...] | None:
    """What each seat gets for a board, by one of these ways; None where it can't be told."""
    if scores is None and end.turn == OVER:
        scores = end.scores()
    if scores is None:
        return None
    figure = _north_south(way, end.board, int(scores[0]))
    return None if figure is None else tuple(float(-figure if s % 2 else figure) for s in range(4))


def _north_south(way: str, board: Board, score: int) -> int | None:
    if way == "points":
        return score
    if way == "par":
        try:
            return imps(score - own_solver().tables([TableQuestion.of(board)])[0].par.score)
        except Unsolved:
            return None
    if way in _TABLES:
        strength = points(board.hands[0]) + points(board.hands[2])
        vulnerable = (board.vulnerable(0), board.vulnerable(1))
        return compensated(score, strength, vulnerable, _TABLES[way])
    return None


def averages(way: str, failed: Seat) -> tuple[float, ...] | None:
    """What the laws give for a board that a seat's fault has spoilt; in total points nothing."""
    if RECKONINGS[way].unit != _IMPS:
        return None
    return tuple(float(-AVERAGE if (seat - failed) % 2 == 0 else AVERAGE) for seat in range(4))


def match_text(total: float, boards: int) -> Iterator[Text]:
    """The victory points of a match over so many boards, of which North–South's IMPs are these."""
    if boards:
        mine, other = victory_points(total, boards)
        yield Text(
            "victory points: North–South {mine}, East–West {other}",
            mine=shown(mine),
            other=shown(other),
        )
