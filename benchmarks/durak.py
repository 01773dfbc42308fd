"""Durak: games a second in the kernel beside the plain rules, and the time of exact endgames."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from igroteka.batch import Seeds
from igroteka.games.durak.cards import as_set, deck, each
from igroteka.games.durak.kernel import endgame, engine, pack
from igroteka.games.durak.rules import Durak
from igroteka.randomness import Stream
from igroteka.registry import make_player

PAIRS = (("random", "random"), ("mplayer1", "greedy"))
KERNEL_GAMES, PLAIN_GAMES = 50_000, 200
ENDGAMES = 200


def measure() -> Iterator[str]:
    """The figures as lines of text."""
    for bots in PAIRS:
        fast = _rate(partial(_kernel, bots), KERNEL_GAMES)
        plain = _rate(partial(_plain, bots), PLAIN_GAMES)
        yield (
            f"durak {'-'.join(bots)}: kernel {fast:,.0f} games/s, plain Python {plain:,.0f} "
            f"games/s, ×{fast / plain:,.0f}; 10,000 games in {10_000 / fast:.2f} s"
        )
    for size in (8, 10, 12):
        median = statistics.median(_solving(size))
        yield f"durak endgame of {size} cards, all moves exact: median {median * 1000:.2f} ms"


def _rate(run: Callable[[Sequence[Seeds]], None], games: int) -> float:
    seeds = [Seeds.of_game(number, 0, 2) for number in range(games)]
    run(seeds[:1])
    begin = time.perf_counter()
    run(seeds)
    return games / (time.perf_counter() - begin)


def _kernel(bots: Sequence[str], games: Sequence[Seeds]) -> None:
    batch = Durak().batch([make_player("durak", bot) for bot in bots])
    assert batch is not None
    batch.scores(games)


def _plain(bots: Sequence[str], games: Sequence[Seeds]) -> None:
    game, players = Durak(), [make_player("durak", bot) for bot in bots]
    for seeds in games:
        state = game.deal(Stream(seeds.deal))
        for seat, player in enumerate(players):
            player.start(game, seat, Stream(seeds.seats[seat]))
        while state.turn >= 0:
            state = state.play(players[state.turn].choose(state.view(state.turn)))


def _solving(size: int) -> Iterator[float]:
    """Seconds for each of many random positions with two equal hands and no stock."""
    rng = random.Random(size)
    found, values = np.zeros(64, np.int64), np.zeros(64, np.int64)
    for number in range(ENDGAMES + 1):
        cards = rng.sample(list(each(deck(36))), size + 1)
        place = pack.pack_options(Durak())
        place[engine.TRUMP] = cards[-1]
        place[engine.DEFENDER] = 1
        place[engine.INSIDE] = 3
        place[engine.LIMIT] = min(6, size // 2)
        for seat in (0, 1):
            place[engine.HAND + seat] = as_set(cards[seat * size // 2 : (seat + 1) * size // 2])
            place[engine.COUNT + seat] = size // 2
        begin = time.perf_counter()
        endgame.solve(place, 10_000_000, found, values)
        if number:
            yield time.perf_counter() - begin


if __name__ == "__main__":
    for line in measure():
        print(line, flush=True)
