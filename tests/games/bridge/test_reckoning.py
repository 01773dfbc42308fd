"""What a board is worth in a sitting."""

from __future__ import annotations

import pytest

from igroteka.games.bridge.rules import Bridge

STRONG = "AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"
"""North–South have 37 of the 40 points."""


@pytest.mark.parametrize(
    ("way", "board", "figure"),
    [
        ("points", "1 N None", 0.0),
        ("compensation", "1 N None", -16.0),
        ("compensation-level", "1 N None", -15.0),
        ("compensation", "2 E NS", -18.0),
        ("teams", "1 N None", None),
    ],
)
def test_a_board_passed_out_falls_short_of_what_its_points_let_expect(
    way: str, board: str, figure: float | None
) -> None:
    """37 points are expected to score 1300 (1950 vulnerable), by the level table 1200."""
    game = Bridge.configure({})
    end = game.restore(f"{board} {STRONG}")
    for _ in range(4):
        end = end.play(game.read("pass"))
    expected = None if figure is None else (figure, -figure, figure, -figure)
    assert game.reckon(way, end) == expected
