"""The published match comes out as it was published."""

from __future__ import annotations

import pytest

from igroteka.arena.reproduce import experiment_plan
from igroteka.games.durak.published import CARDS_LEFT, EXPERIMENTS, appendix, cards_left
from igroteka.games.durak.rules import Durak


def test_the_experiment_names_bots_and_options_that_exist() -> None:
    (match,) = EXPERIMENTS
    plan = experiment_plan(match, Durak.name, 10, 1)
    assert plan.total == 10


def test_losers_keep_about_as_many_cards_as_published() -> None:
    ours = cards_left(10_000, seed=1)
    for mine, theirs in zip(ours, CARDS_LEFT, strict=True):
        assert mine == pytest.approx(theirs, rel=0.07)


def test_the_appendix_says_both_figures() -> None:
    assert "26,660" in appendix(100, 1)
