"""From what sides scored to what they got: the one place that says who won and by how much."""

from __future__ import annotations

from collections.abc import Sequence

from igroteka.contract import Game, Seat


def points(standing: Sequence[float]) -> tuple[float, ...]:
    """For each side the share of the other sides that it beat, a tie counting half.

    >>> points([7, 3]), points([5, 5]), points([1, 1, 0])
    ((1.0, 0.0), (0.5, 0.5), (0.75, 0.75, 0.0))
    """
    others = len(standing) - 1
    if others == 0:
        return (1.0,)
    return tuple(
        (sum((own > other) + (own == other) / 2 for other in standing) - 0.5) / others
        for own in standing
    )


def seat_sides(game: Game) -> dict[Seat, int]:
    """The side of every seat."""
    return {seat: side for side, together in enumerate(game.sides) for seat in together}


def side_points(game: Game, scores: Sequence[float]) -> tuple[float, ...]:
    """What each side of the table got in a finished game."""
    return points([scores[side[0]] for side in game.sides])


def winners(game: Game, got: Sequence[float]) -> list[Seat]:
    """The seats of the sides that got most; nobody where all got the same."""
    most = max(got)
    if min(got) == most:
        return []
    best = [side for side, points in zip(game.sides, got, strict=True) if points == most]
    return sorted(seat for side in best for seat in side)
