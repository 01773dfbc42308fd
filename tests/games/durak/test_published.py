"""The published match comes out as it was published."""

from __future__ import annotations

from pathlib import Path

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.reproduce import experiment_plan, measure_agrees, measured
from igroteka.arena.results import Results
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.games.durak.published import EXPERIMENTS
from igroteka.games.durak.rules import Durak

(MATCH,) = EXPERIMENTS


def played(games: int, file: Path) -> Results:
    """The published match in so many games."""
    results = Results(experiment_plan(MATCH, Durak.name, games, 1))
    with RunFile(results.plan, file) as run:
        for game in play_plan(results.plan, run, lambda: process_pool(1), 1):
            results.add(game)
    return results


def test_the_experiment_names_bots_and_options_that_exist() -> None:
    plan = experiment_plan(MATCH, Durak.name, 10, 1)
    assert plan.total == 10


def test_losers_keep_as_many_cards_as_published_but_for_chance(tmp_path: Path) -> None:
    few = measured(MATCH, played(1000, tmp_path / "few"))
    many = measured(MATCH, played(10_000, tmp_path / "many"))
    assert [each.published for each in many] == [26_660, 37_778]
    assert all(measure_agrees(each) for each in many)
    assert not measure_agrees(many[0]._replace(published=24_000))
    for less, more in zip(few, many, strict=True):
        assert less.ours == pytest.approx(more.ours, rel=0.2), "as of the published number"
        assert less.error == pytest.approx(more.error * 5.5**0.5, rel=0.1)


def test_cards_left_are_those_of_the_games_that_were_played(tmp_path: Path) -> None:
    """Who lost holds cards, so a bot's mean is above 0 by as many games as it lost."""
    results = played(40, tmp_path / "run")
    assert MATCH.measures is not None
    for bot, name in enumerate(results.pairings[0].bots):
        lost = [
            (game.players, game.seeds)
            for game in results.lines
            if game.scores is not None and game.scores[game.players.index(name)] == 0
        ]
        assert MATCH.measures(lost)[bot].ours >= 10_000
        assert MATCH.measures(lost)[1 - bot].ours == 0
