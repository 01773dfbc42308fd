"""How often intervals hold the truth, and the sequential test errs.

`python -m benchmarks.coverage [TRIES [shares|sprt]]` prints the tables of docs/tournaments.md, or
one of them. Games are drawn with known strengths, and a block has luck of its own: a deal is good
for some seats.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, combinations

import numpy as np

from igroteka.arena.pairing_result import PairingResult
from igroteka.arena.plackett_luce import Meeting, place_ratings
from igroteka.arena.seatings import design
from igroteka.arena.statistics import (
    ELO_SCALE,
    BlockResults,
    Floats,
    Hypotheses,
    expected_score,
    normalised_elo,
    ratings,
    sprt,
)
from igroteka.basics.intervals import Interval, score_interval

SEATS = (2, 3, 4, 6)
BLOCKS = (2, 5, 20, 100, 400)
SHARES = (0.1, 0.3, 0.5, 0.7, 0.9)
LUCK = 1.0
"""The deviation of a seat's luck in a deal, in logarithms of strength."""
MANY = 300_000
"""Blocks from which the true share is taken."""
NAMES = "abcdefghij"
HALVED = (
    ((0, 10), 0.96, 0.0, 1.0),
    ((-10, 0), 0.97, 0.0, 1.0),
    ((0, 20), 0.9, 0.0, 1.0),
    ((0, 20), 0.92, 0.0, 1.0),
    ((0, 20), 0.92, 0.25, 1.0),
    ((0, 20), 0.8, 0.0, 0.75),
    ((0, 20), 0.8, 0.25, 0.75),
    ((-50, 0), 0.8, 0.0, 1.0),
    ((0, 100), 0.7, 0.0, 1.0),
    ((100, 120), 0.4, 0.0, 1.0),
)
"""Sequential tests where many pairs are halved: of what, how many, and the two other shares."""
Pair = Callable[[float], Sequence[float]]
"""The chances of a pair's five shares, by its mean."""


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


def points_of(places: Floats, kind: str) -> Floats:
    """What every player got in every game: the share of the others beaten, a tie counting half.

    Where only the last is told ("fool") the others tie. Of "last", 1 for being it.
    """
    most = places.shape[2] - 1
    if kind == "last":
        return np.asarray(places == most, dtype=np.float64)
    if kind == "fool":
        return np.asarray((places < most) * (0.5 + 0.5 / most))
    return np.asarray(1 - places / most)


def share_of(places: Floats, kind: str) -> Floats:
    """The first player's share of each block."""
    return np.asarray(points_of(places, kind)[:, :, 0].mean(axis=1))


def interval_of(places: Floats, kind: str) -> Interval:
    """The interval of the first player's share, as a match tells it."""
    if kind != "fool":
        return score_interval(share_of(places, kind).tolist())
    blocks, games, seats = places.shape
    results = [list(map(tuple, block)) for block in points_of(places, kind).tolist()]
    bots = tuple(NAMES[:seats])
    return PairingResult(
        bots, [0] * seats, [0.0] * seats, block_games=[games] * blocks, block_results=results
    ).score(0)


@cache
def strength_for(seats: int, share: float, kind: str) -> tuple[float, float]:
    """How strong the first of otherwise equal players is for this share; the share it then has.

    Where only the last is told, a share of the most that there is.
    """
    if kind == "fool":
        share *= 0.5 + 0.5 / (seats - 1)
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
        found = interval_of(blocks_of(rng, strengths, blocks), kind)
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


def rated(
    rng: np.random.Generator, seats: int, players: int, kind: str, blocks: int, luck: float
) -> list[Interval]:
    """The ratings of players 60 points apart from each other after so many blocks a set."""
    strengths = np.array([60.0 * (place - (players - 1) / 2) for place in range(players)])
    drawn = [
        (each, blocks_of(rng, strengths[list(each)] / ELO_SCALE, blocks, luck))
        for each in combinations(range(players), seats)
    ]
    if seats == 2:
        pairs = [
            BlockResults(each[0], each[1], 2 * share_of(places, "place"), np.full(blocks, 2.0))
            for each, places in drawn
        ]
        return ratings(players, pairs)
    meetings = [
        Meeting(each, [list(map(tuple, block)) for block in points_of(places, kind).tolist()])
        for each, places in drawn
    ]
    return place_ratings(players, meetings)


@cache
def ratings_for(seats: int, players: int, kind: str, luck: float) -> list[float]:
    """Their ratings after very many: luck that a deal shares brings them nearer to each other."""
    size = len(design(NAMES[:seats]).seatings)
    found = rated(np.random.default_rng(9), seats, players, kind, MANY // 3 // size, luck)
    return [each.value for each in found]


def rating_coverage(
    seats: int, players: int, kind: str, blocks: int, tries: int, luck: float = 0.0
) -> float:
    """How often the interval of a rating holds it."""
    truth = ratings_for(seats, players, kind, luck)
    rng = np.random.default_rng(blocks)
    held = 0
    for _ in range(tries):
        found = rated(rng, seats, players, kind, blocks, luck)
        held += sum(r.low <= true <= r.high for r, true in zip(found, truth, strict=True))
    return held / (tries * players)


def two_games(score: float, draws: float) -> list[float]:
    """How likely a pair of independent games gives 0, ¼, ½, ¾ and 1."""
    won = score - draws / 2
    game = 1 - won - draws, draws, won
    return [float(chance) for chance in np.convolve(game, game)]


def halved_pairs(score: float, halved: float, lost: float, won: float) -> list[float]:
    """The same of a pair that is halved so often and gives one of two other shares else."""
    wins = (score - halved / 2 - lost * (1 - halved)) / (won - lost)
    chances = {0.5: halved, lost: 1 - halved - wins, won: wins}
    return [chances.get(share / 4, 0.0) for share in range(5)]


def errors(tested: Hypotheses, pair: Pair, tries: int) -> Iterator[tuple[float, float]]:
    """How often the test errs where the first is true, then the second; and blocks it takes."""

    @cache
    def verdict(*counts: int) -> str | None:
        return sprt(
            {score / 4: count for score, count in enumerate(counts) if count}, tested
        ).verdict

    for elo, wrong in ((tested.elo0, "H1"), (tested.elo1, "H0")):
        results = _drawn(pair(expected_score(elo)))
        taken = erred = 0
        for _ in range(tries):
            counts = [0] * 5
            while (found := verdict(*counts)) is None:
                counts[next(results)] += 1
            taken += sum(counts)
            erred += found == wrong
        yield erred / tries, taken / tries


def _drawn(chances: Sequence[float]) -> Iterator[int]:
    rng = np.random.default_rng(1)
    while True:
        yield from rng.choice(5, 4096, p=chances).tolist()


def share_rows(tries: int) -> Iterator[str]:
    """Lines of the table: shares and normalised Elo."""
    kinds = ("place", "points"), ("fool", "points, only the last told"), ("last", "last")
    for seats in SEATS:
        for kind, words in kinds[:1] if seats == 2 else kinds:
            for share in SHARES:
                row = [f"{coverage(seats, share, kind, each, tries):.1%}" for each in BLOCKS]
                yield f"| {seats} seats, {words} | {share} | {' | '.join(row)} |"
    for share in SHARES:
        row = [f"{normalised_coverage(share, each, tries):.1%}" for each in BLOCKS]
        yield f"| 2 seats, normalised Elo | {share} | {' | '.join(row)} |"


def rating_rows(tries: int) -> Iterator[str]:
    """Lines of the table: ratings."""
    kinds = ("place", ", all places told"), ("fool", ", only the last told")
    for seats, players in ((2, 3), (3, 3), (3, 5), (4, 5), (6, 6)):
        for kind, words in (("place", ""),) if seats == 2 else kinds:
            for luck, shared in ((0.0, ""), (LUCK, ", luck shared")):
                row = [
                    f"{rating_coverage(seats, players, kind, each, tries, luck):.1%}"
                    for each in BLOCKS[:-1]
                ]
                name = f"{seats} seats, ratings of {players}{words}{shared}"
                yield f"| {name} | | {' | '.join(row)} | |"


def sprt_rows(tries: int) -> Iterator[str]:
    """Lines of the table: the sequential test."""
    for bounds in ((0, 50), (0, 100), (-50, 50)):
        for draws in (0.0, 0.4, 0.7):
            pair: Pair = partial(two_games, draws=draws)
            yield _sprt_row(bounds, f"two games, {draws:.0%} drawn", pair, tries)
    for bounds, halved, lost, won in HALVED:
        others = " or ".join(f"{2 * share:g} : {2 - 2 * share:g}" for share in (won, lost))
        pair = partial(halved_pairs, halved=halved, lost=lost, won=won)
        yield _sprt_row(bounds, f"{halved:.0%} 1 : 1, else {others}", pair, tries)


def _sprt_row(bounds: tuple[int, int], words: str, pair: Pair, tries: int) -> str:
    (false, short), (missed, long) = errors(Hypotheses(*bounds), pair, tries)
    found = f"{false:.1%} | {missed:.1%} | {short:.0f} … {long:.0f}"
    return f"| {bounds[0]}, {bounds[1]} | {words} | {found} |"


def main(tries: int, only: str) -> None:
    """Print the tables, or one of them."""
    if only != "sprt":
        print(f"| the share, 95 % | true | {' | '.join(f'{count} blocks' for count in BLOCKS)} |")
        print("|---" * (len(BLOCKS) + 2) + "|")
        for line in chain(share_rows(tries), rating_rows(tries // 5)):
            print(line, flush=True)
    if only != "shares":
        print("\n| SPRT, 5 % either way | pairs | errs under H0 | under H1 | blocks |")
        print("|---" * 5 + "|")
        for line in sprt_rows(10 * tries):
            print(line, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000, sys.argv[2] if len(sys.argv) > 2 else "")
