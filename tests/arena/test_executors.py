"""Workers elsewhere give the same games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from igroteka.arena.executors import dask_cluster, process_pool
from igroteka.arena.plan import match_plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.contract import IgrotekaError
from igroteka.registry import make_game

distributed: Any = pytest.importorskip("distributed")


def test_a_dask_cluster_gives_the_same_games(tmp_path: Path) -> None:
    game = make_game("substitution", {"turns": "20"})
    plan = match_plan(game, ["random", "examples/my_bot.py:MyBot"], 8, seed=1)
    with RunFile(plan, tmp_path / "here.jsonl") as file:
        here = [p.record.actions for p in play_plan(plan, file, lambda: process_pool(2), 2)]
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, dashboard_address=None, host="127.0.0.1"
    )
    try:
        executor, workers = dask_cluster(cluster.scheduler_address)
        assert workers == 2
        with RunFile(plan, tmp_path / "there.jsonl") as file:
            there = [p.record.actions for p in play_plan(plan, file, lambda: executor, workers)]
    finally:
        cluster.close()
    assert here == there


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("igroteka.arena.executors.DASK_SECONDS", 1.0)
    with pytest.raises(IgrotekaError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        dask_cluster("tcp://127.0.0.1:1")
