"""The published match comes out as it was published."""

from __future__ import annotations

from pathlib import Path

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.reproduce import Word, experiment_plan, judge, measure_agrees
from igroteka.arena.results import Results
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.games.durak.published import EXPERIMENTS, measures
from igroteka.games.durak.rules import Durak


def test_the_experiment_names_bots_and_options_that_exist() -> None:
    (match,) = EXPERIMENTS
    plan = experiment_plan(match, Durak.name, 10, 1)
    assert plan.total == 10


def test_losers_keep_as_many_cards_as_published_but_for_chance() -> None:
    mplayer, greedy = measures(10_000, seed=1)
    assert (mplayer.published, greedy.published) == (26_660, 37_778)
    assert all(measure_agrees(each) for each in (mplayer, greedy))
    assert not measure_agrees(mplayer._replace(published=24_000))


def test_the_page_tells_what_the_command_tells(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "durak.md").read_text()
    (match,) = EXPERIMENTS
    results = Results(experiment_plan(match, Durak.name, None, 1))
    with RunFile(results.plan, tmp_path / "run") as file:
        for played in play_plan(results.plan, file, lambda: process_pool(1), 1):
            results.add(played)
    judgement = judge(match, results)
    assert judgement.word == Word.AGREES
    assert " : ".join(map(str, judgement.verdicts[0].ours)) in page
    assert f"(p {judgement.p:.3f})" in page
    ours = ", ".join(f"{each.ours:,.0f}" for each in measures(None, 1))
    assert f"| {ours} |" in page


def test_fewer_games_are_counted_as_the_published_number() -> None:
    for few, many in zip(measures(1000, seed=1), measures(10_000, seed=1), strict=True):
        assert few.ours == pytest.approx(many.ours, rel=0.2)
        assert few.error == pytest.approx(many.error * 5.5**0.5, rel=0.1)
