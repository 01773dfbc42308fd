"""Learning what patterns of men are worth: self-play, then a fit of its results.

`python -m igroteka.games.draughts.bots.fitting --games 3000` plays the engine against itself from
random openings, and fits a weight for every pattern so that the engine's worth together with the
patterns' foretells what a search saw and how the game ended. Only Russian draughts is trained.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import numpy as np

from igroteka.basics.randomness import Stream
from igroteka.games.draughts.board import BLACK, Board, start_board
from igroteka.games.draughts.bots.engine import Budget, Engine
from igroteka.games.draughts.bots.engine_bot import EVEN, expected
from igroteka.games.draughts.bots.weights import (
    PATTERNS,
    pattern_numbers,
    patterns_file,
    weights_of,
)
from igroteka.games.draughts.draws import Clocks, drawn_by, tick
from igroteka.games.draughts.kernel.layout import padded, rules_of
from igroteka.games.draughts.movement import after, legal_paths
from igroteka.games.draughts.rules import Draughts
from igroteka.games.draughts.state import Position
from igroteka.games.draughts.variants import Variant, variants

OPENING_MOVES, LEAST_PIECES = 8, 5
BUDGET = Budget(nodes=1500)
RESULT_SHARE = 0.4
"""How much the game's result counts in what is learned, against what a search saw."""
ROUND = 1000
"""Games that are played from one seed."""
PASSES, RATE, SHRINKING = 15, 6.0, 1e-4


class Example(NamedTuple):
    """A quiet position, seen by white."""

    numbers: Any
    """Each pattern's number."""
    worth: int
    """What the engine without patterns thinks of it."""
    seen: float
    """The score that a search expects."""


def self_play(variant: Variant, rng: Stream) -> Iterator[tuple[list[Example], float]]:
    """Games without end, each as its quiet positions and white's score."""
    engine = Engine(variant, memory_bits=14)
    engine.weights = engine.weights._replace(patterned=0)
    game = Draughts(variant, start_board(variant.size, 0), OPENING_MOVES)
    while True:
        board, clocks = game.deal(rng).board, Clocks()
        engine.forget()
        examples: list[Example] = []
        while legal_paths(variant, board) and drawn_by(variant, board, clocks) is None:
            state = Position(game, board, "", clocks)
            line = engine.think(state, BUDGET).lines[0]
            if _is_quiet(variant, board):
                examples.append(_example(variant, board, line.score))
            now = after(variant, board, line.path)
            board, clocks = now, tick(variant, clocks, board, line.path, now)
        drawn = bool(legal_paths(variant, board))
        yield examples, 0.5 if drawn else float(board.mover == BLACK)


def _is_quiet(variant: Variant, board: Board) -> bool:
    """Whether neither side can take anything, and enough pieces are left to learn from."""
    if board.occupied.bit_count() < LEAST_PIECES:
        return False
    both = (board, board._replace(mover=1 - board.mover))
    return not any(path.captured for side in both for path in legal_paths(variant, side)[:1])


def _example(variant: Variant, board: Board, score: int) -> Example:
    from igroteka.games.draughts.kernel.evaluation import worth

    plain = weights_of(variant)._replace(patterned=0)
    value = int(worth(*padded(variant, board), rules_of(variant), plain))
    sign = -1 if board.mover == BLACK else 1
    men = board.white & ~board.kings, board.black & ~board.kings
    return Example(pattern_numbers(*men), sign * value, expected(sign * score))


def fit(numbers: Any, worths: Any, targets: Any, rng: Stream) -> Any:
    """The weight of every pattern, in hundredths of a man, by stochastic descent."""
    weights = np.zeros(PATTERNS * 3**8)
    squares = np.full(PATTERNS * 3**8, 1.0)
    order = list(range(len(numbers)))
    for _ in range(PASSES):
        rng.shuffle(order)
        for batch in np.array_split(np.array(order), max(1, len(order) // 256)):
            picked = numbers[batch]
            lead = (worths[batch] + weights[picked].sum(axis=1)) / (2 * EVEN)
            wrong = 1 / (1 + 10.0**-lead) - targets[batch]
            slope: Any = np.bincount(
                picked.ravel(), np.repeat(wrong, picked.shape[1]), minlength=len(weights)
            )
            slope = slope + SHRINKING * weights
            squares += slope * slope
            weights -= RATE * slope / np.sqrt(squares)
    return weights


def symmetric(weights: Any) -> Any:
    """Weights by which both sides of the table see the same."""
    rows = np.arange(PATTERNS * 3**8).reshape(PATTERNS, 3**8).T
    across = np.empty(PATTERNS * 3**8)
    across[rows] = weights[turned(rows)[:, ::-1]]
    return ((weights - across) / 2).reshape(PATTERNS, 3**8)


def _rounds(seed: int) -> Iterator[tuple[list[Example], float]]:
    """Games without end, in rounds with a seed each, which can be played apart."""
    for each in count(seed):
        yield from islice(self_play(variants()["russian"], Stream(each)), ROUND)


def gather(games: int, seed: int) -> dict[str, Any]:
    """The examples of so many games, as arrays: numbers, worths, what was seen, and results."""
    found: list[tuple[Any, int, float, float]] = []
    played = _rounds(seed)
    for number, (examples, result) in zip(range(1, games + 1), played, strict=False):
        found += [(each.numbers, each.worth, each.seen, result) for each in examples]
        if number % 100 == 0:
            print(f"{number} games, {len(found)} positions", flush=True)
    names = ("numbers", "worths", "seen", "results")
    columns = zip(*found, strict=True)
    return {name: np.array(column) for name, column in zip(names, columns, strict=True)}


def turned(numbers: Any) -> Any:
    """The same patterns from the other side of the table, with colours exchanged."""
    seen = np.empty_like(numbers)
    for block in range(PATTERNS):
        filling = numbers[:, block] % 3**8
        digits = np.stack([filling // 3**place % 3 for place in range(8)], axis=1)[:, ::-1]
        exchanged = (3 - digits) % 3
        across = PATTERNS - 1 - block
        seen[:, across] = across * 3**8 + (exchanged * 3 ** np.arange(8)).sum(axis=1)
    return seen


def train(examples: FilePath, games: int, seed: int) -> None:
    """Fit the weights to the examples of a file, played first if there is none, and keep them."""
    if not examples.exists():
        np.savez_compressed(examples, **gather(games, seed))
    with np.load(examples) as content:
        targets = RESULT_SHARE * content["results"] + (1 - RESULT_SHARE) * content["seen"]
        numbers, worths = content["numbers"], content["worths"]
    found = fit(
        np.concatenate([numbers, turned(numbers)]),
        np.concatenate([worths, -worths]),
        np.concatenate([targets, 1 - targets]),
        Stream(seed),
    )
    path = FilePath(str(patterns_file(variants()["russian"])))
    rounded = np.clip(np.rint(symmetric(found)), -120, 120)
    np.savez_compressed(path, weights=rounded.astype(np.int8))
    print(f"kept in {path}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train the patterns of the draughts engine.")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=FilePath, default=FilePath("examples.npz"))
    chosen = parser.parse_args()
    train(chosen.examples, chosen.games, chosen.seed)
