"""What may be chosen about a board of bridge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from igroteka.contract import Option
from igroteka.text import Text

CYCLE: Final = 16
"""After so many boards, dealer and vulnerability come again."""
ANY: Final = "any"
"""A number that is drawn, in a sitting the first one."""
MOST_BOARDS: Final = 9999

OPTIONS: Final[Sequence[Option]] = (
    Option(
        "scoring",
        Text("scoring"),
        Text("what robots play for"),
        "imps",
        {
            "imps": Text("IMPs"),
            "matchpoints": Text("matchpoints"),
            "points": Text("total points"),
        },
    ),
    Option(
        "claims",
        Text("claims"),
        Text("whether tricks may be claimed where the others agree"),
        "no",
        {"no": Text("no claims"), "agree": Text("when the others agree")},
    ),
    Option(
        "board",
        Text("board number"),
        Text("the board's number, which sets dealer and vulnerability; any is drawn by lot"),
        ANY,
        examples=("7",),
    ),
)
