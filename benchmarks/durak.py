"""Durak's kernel against the clear rules and bots that it must equal, and exact endgames."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from itertools import count

import numpy as np

from benchmarks.measuring import Figure, rate
from igroteka.arena.match import Match
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player
from igroteka.games.durak.cards import as_set, deck, each
from igroteka.games.durak.kernel import endgame, engine, pack
from igroteka.games.durak.rules import Durak
from igroteka.registry import make_batch

PAIRS = (("random", "random"), ("mplayer1", "greedy"))
GAMES, ENDGAMES = 10_000, 200


def figures() -> list[Figure]:
    """Whole games a second, and the median time of an endgame by its size."""
    return [*map(_games, PAIRS), _endgames(8, 12)]


def _games(names: tuple[str, str]) -> Figure:
    game, players = (
        Durak.configure({}),
        [make_player("durak", name) for name in names],
    )
    batch, blocks = make_batch(game, players), count()
    assert batch is not None
    batch.scores([Seeds.of_game(0, 0, 2)])
    seeds = [Seeds.of_game(next(blocks), 0, 2) for _ in range(GAMES)]
    fast = rate(lambda: len(batch.scores(seeds)))
    clear = rate(
        lambda: bool(Match(game, players, names, Seeds.of_game(next(blocks), 0, 2)).play())
    )
    return Figure(f"durak kernel, {' – '.join(names)}", "games/s", fast, "clear Python", clear)


def _endgames(small: int, large: int) -> Figure:
    less, more = (1e6 * statistics.median(_solving(size)) for size in (small, large))
    what = f"durak endgame of {large} cards, every move exact, median"
    return Figure(what, "µs", more, f"{small} cards", less)


def _solving(size: int) -> Iterator[float]:
    """Seconds for each of many random positions with two equal hands and no stock."""
    rng, cards = random.Random(size), list(each(deck(36)))
    found, values = np.zeros(64, np.int64), np.zeros(64, np.int64)
    for number in range(ENDGAMES + 1):
        *hands, trump = rng.sample(cards, size + 1)
        place = pack.pack_options(Durak.configure({}))
        place[engine.TRUMP] = trump
        place[engine.DEFENDER] = 1
        place[engine.INSIDE] = 3
        place[engine.LIMIT] = min(6, size // 2)
        for seat in (0, 1):
            place[engine.HAND + seat] = as_set(hands[seat::2])
            place[engine.COUNT + seat] = size // 2
        begin = time.perf_counter()
        endgame.solve(place, 10_000_000, found, values)
        if number:
            yield time.perf_counter() - begin
