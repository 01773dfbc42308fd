"""Patterns: the kernel and the training number them alike, and the fit learns."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from igroteka.basics.randomness import Stream
from igroteka.games.draughts.board import Board
from igroteka.games.draughts.bots.fitting import fit, gather, turned
from igroteka.games.draughts.bots.weights import (
    PATTERNS,
    load_patterns,
    pattern_numbers,
    weights_of,
)
from igroteka.games.draughts.kernel.evaluation import pattern_worth, worth
from igroteka.games.draughts.kernel.layout import pad, padded, rules_of
from igroteka.games.draughts.variants import variants
from tests.drawing import examples
from tests.games.draughts.boards import boards

RUSSIAN = variants()["russian"]


@examples(100)
@given(board=boards(RUSSIAN))
def test_the_kernel_and_the_training_number_patterns_alike(board: Board) -> None:
    men = board.white & ~board.kings, board.black & ~board.kings
    expected = load_patterns(RUSSIAN).ravel()[pattern_numbers(*men)].sum()
    white, black = (pad(RUSSIAN, mask) for mask in men)
    found = pattern_worth(white, black, weights_of(RUSSIAN))
    assert found == expected


@examples(100)
@given(board=boards(RUSSIAN))
def test_from_the_other_side_a_position_is_worth_the_same(board: Board) -> None:
    def across(mask: int) -> int:
        return sum(1 << 31 - square for square in range(32) if mask >> square & 1)

    mirrored = Board(across(board.black), across(board.white), across(board.kings), 1 - board.mover)
    rules, weights = rules_of(RUSSIAN), weights_of(RUSSIAN)
    here = worth(*padded(RUSSIAN, board), rules, weights)
    there = worth(*padded(RUSSIAN, mirrored), rules, weights)
    assert here == there
    men = board.white & ~board.kings, board.black & ~board.kings
    numbers = pattern_numbers(*men)[None, :]
    assert (turned(turned(numbers)) == numbers).all()


def test_the_fit_learns_that_a_pattern_wins() -> None:
    numbers = np.tile(np.arange(PATTERNS) * 3**8, (500, 1))
    numbers[::2, 0] += 5
    found = fit(numbers, np.zeros(500), (np.arange(500) % 2 == 0).astype(float), Stream(1))
    assert found[5] > 20 > found[0]


def test_self_play_gathers_quiet_positions() -> None:
    examples = gather(2, seed=1)
    assert examples["numbers"].shape == (len(examples["seen"]), PATTERNS)
    assert set(examples["results"]) <= {0.0, 0.5, 1.0}
    assert ((examples["seen"] >= 0) & (examples["seen"] <= 1)).all()
