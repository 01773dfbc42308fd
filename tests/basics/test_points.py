"""Who won: the sides that got most, whatever the game counts in."""

from __future__ import annotations

import pytest

from igroteka.basics.points import side_points, winners
from igroteka.records.points import end_points
from igroteka.records.record import Fault
from igroteka.registry import make_game


@pytest.mark.parametrize(
    ("name", "options", "scores", "won"),
    [
        ("draughts", {}, (1.0, 0.0), [0]),
        ("draughts", {}, (0.5, 0.5), []),
        ("bridge", {}, (420.0, -420.0, 420.0, -420.0), [0, 2]),
        ("bridge", {}, (0.0, 0.0, 0.0, 0.0), []),
        ("durak", {"players": "3"}, (1.0, 0.0, 1.0), [0, 2]),
        ("substitution", {}, (7.0, 12.0), [1]),
    ],
)
def test_the_seats_that_did_best_have_won(
    name: str, options: dict[str, str], scores: tuple[float, ...], won: list[int]
) -> None:
    game = make_game(name, options)
    assert winners(game, side_points(game, scores)) == won


def test_a_fault_is_won_by_everybody_else() -> None:
    bridge, durak = make_game("bridge", {}), make_game("durak", {"players": "3"})
    for game, faulty, won in ((bridge, 1, [0, 2]), (durak, 1, [0, 2])):
        got = end_points(game, None, Fault(faulty, "hang", "took too long"))
        assert got is not None
        assert winners(game, got) == won


def test_a_game_that_was_not_counted_has_no_points() -> None:
    assert end_points(make_game("bridge", {}), None, None) is None
