"""How often intervals hold the truth, and the sequential test errs.

`python -m benchmarks.coverage [TRIES]` prints the tables of docs/tournaments.md. Games are drawn
with known strengths, and a block has luck of its own: a deal is good for some seats.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np

from igroteka.arena.plackett_luce import Meeting, place_ratings
from igroteka.arena.seatings import design
from igroteka.arena.statistics import (
    ELO_SCALE,
    Floats,
    Hypotheses,
    expected_score,
    normalised_elo,
    sprt,
)
from igroteka.basics.intervals import score_interval

SEATS = (2, 3, 4, 6)
BLOCKS = (2, 5, 20, 100, 400)
SHARES = (0.1, 0.3, 0.5, 0.7, 0.9)
LUCK = 1.0
"""The deviation of a seat's luck in a deal, in logarithms of strength."""
MANY = 300_000
"""Blocks from which the true share is taken."""
NAMES = "abcdefghij"


def blocks_of(
    rng: np.random.Generator, strengths: Floats, blocks: int, luck: float = LUCK
) -> Floats:
    """The places of each player in each game of each block, 0 for the first."""
    seats = len(strengths)
    orders = np.array(design(NAMES[:seats]).seatings)
    deals = rng.normal(0, luck, (blocks, 1, seats))
    speeds = np.exp(strengths[orders][None] + deals)
    places = rng.exponential(1 / speeds).argsort(axis=2).argsort(axis=2)
    by_player = np.empty_like(places)
    np.put_along_axis(by_player, np.broadcast_to(orders, places.shape), places, axis=2)
    return np.asarray(by_player, dtype=np.float64)


def share_of(places: Floats, kind: str) -> Floats:
    """The first player's share of each block: of the others beaten, or of games as the last."""
    most = places.shape[2] - 1
    own = places[:, :, 0]
    if kind == "last":
        return np.asarray((own == most).mean(axis=1))
    return np.asarray(1 - (own / most).mean(axis=1))


@cache
def strength_for(seats: int, share: float, kind: str) -> tuple[float, float]:
    """How strong the first of otherwise equal players is for this share; the share it then has."""
    low, high = -12.0, 12.0
    for _ in range(12):
        middle = (low + high) / 2
        seen = _truth(seats, middle, kind, MANY // 15)
        above = seen > share if kind != "last" else seen < share
        low, high = (low, middle) if above else (middle, high)
    middle = (low + high) / 2
    return middle, _truth(seats, middle, kind, MANY)


def _truth(seats: int, strength: float, kind: str, blocks: int) -> float:
    strengths = np.zeros(seats)
    strengths[0] = strength
    size = len(design(NAMES[:seats]).seatings)
    rng = np.random.default_rng(7)
    return float(share_of(blocks_of(rng, strengths, max(blocks // size, 400)), kind).mean())


def coverage(seats: int, share: float, kind: str, blocks: int, tries: int) -> float:
    """How often the interval of a share holds it."""
    strength, truth = strength_for(seats, share, kind)
    strengths = np.zeros(seats)
    strengths[0] = strength
    rng = np.random.default_rng(blocks)
    held = 0
    for _ in range(tries):
        found = score_interval(share_of(blocks_of(rng, strengths, blocks), kind).tolist())
        held += found.low <= truth <= found.high
    return held / tries


def normalised_coverage(share: float, blocks: int, tries: int) -> float:
    """How often the interval of a normalised Elo difference of two holds it."""
    strength, truth = strength_for(2, share, "place")
    strengths = np.array([strength, 0.0])
    many = share_of(blocks_of(np.random.default_rng(8), strengths, MANY // 2), "place")
    true = 2 * ELO_SCALE * (truth - 0.5) / (float(many.std()) * 2**0.5)
    rng = np.random.default_rng(blocks)
    held = told = 0
    for _ in range(tries):
        shares = share_of(blocks_of(rng, strengths, blocks), "place").tolist()
        if found := normalised_elo(shares, [2.0] * blocks):
            told += 1
            held += found.low <= true <= found.high
    return held / max(told, 1)


def rating_coverage(seats: int, players: int, kind: str, blocks: int, tries: int) -> float:
    """How often the interval of a rating holds it, of players 60 points apart from each other."""
    truth = np.array([60.0 * (place - (players - 1) / 2) for place in range(players)])
    rng = np.random.default_rng(blocks)
    held = 0
    for _ in range(tries):
        meetings = []
        for each in combinations(range(players), seats):
            places = blocks_of(rng, truth[list(each)] / ELO_SCALE, blocks, luck=0.0)
            seen = places < seats - 1 if kind == "last" else -places
            meetings.append(Meeting(each, [list(map(tuple, block)) for block in seen.tolist()]))
        ratings = place_ratings(players, meetings)
        held += sum(r.low <= true <= r.high for r, true in zip(ratings, truth, strict=True))
    return held / (tries * players)


def errors(tested: Hypotheses, draws: float, tries: int) -> Iterator[tuple[float, float]]:
    """How often the test errs where the first is true, then the second; and blocks it takes."""

    @cache
    def verdict(*counts: int) -> str | None:
        return sprt(
            {score / 4: count for score, count in enumerate(counts) if count}, tested
        ).verdict

    for elo, wrong in ((tested.elo0, "H1"), (tested.elo1, "H0")):
        won = expected_score(elo) - draws / 2
        rng = np.random.default_rng(int(100 * draws))
        taken = erred = 0
        for _ in range(tries):
            counts = [0] * 5
            while (found := verdict(*counts)) is None:
                first, second = rng.random(2).tolist()
                points = (first < won) + (first < won + draws) + (second < won)
                counts[points + (second < won + draws)] += 1
            taken += sum(counts)
            erred += found == wrong
        yield erred / tries, taken / tries


def main(tries: int) -> None:
    """Print the tables."""
    print(f"| the share, 95 % | true | {' | '.join(f'{count} blocks' for count in BLOCKS)} |")
    print("|---" * (len(BLOCKS) + 2) + "|")
    for seats in SEATS:
        for kind, words in (("place", "points"), ("last", "last")):
            for share in SHARES if seats > 2 or kind == "place" else ():
                row = [f"{coverage(seats, share, kind, each, tries):.1%}" for each in BLOCKS]
                print(f"| {seats} seats, {words} | {share} | {' | '.join(row)} |", flush=True)
    for share in SHARES:
        row = [f"{normalised_coverage(share, each, tries):.1%}" for each in BLOCKS]
        print(f"| 2 seats, normalised Elo | {share} | {' | '.join(row)} |", flush=True)
    for seats, players in ((3, 3), (3, 5), (4, 5), (6, 6)):
        for kind, words in (("place", "all places told"), ("last", "only the last told")):
            row = [
                f"{rating_coverage(seats, players, kind, each, tries // 10):.1%}"
                for each in BLOCKS[:-1]
            ]
            print(f"| {seats} seats, ratings of {players}, {words} | | {' | '.join(row)} | |")
    print("\n| SPRT, 5 % either way | draws | errs under H0 | under H1 | blocks |")
    print("|---" * 5 + "|")
    for bounds in ((0, 50), (0, 100), (-50, 50)):
        for draws in (0.0, 0.4, 0.8):
            (false, short), (missed, long) = errors(Hypotheses(*bounds), draws, 4 * tries)
            words = f"{false:.1%} | {missed:.1%} | {short:.0f} … {long:.0f}"
            print(f"| {bounds[0]}, {bounds[1]} | {draws:.0%} | {words} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
