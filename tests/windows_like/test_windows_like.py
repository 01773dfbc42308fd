"""The director's laptop: no fork, no signals that ring, no locks and limits of Unix, no uvloop.

Windows itself is not here; what it lacks is taken away from every interpreter of the run.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.serving import Guest, done, serving

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


@pytest.fixture
def environment() -> dict[str, str]:
    path = os.pathsep.join((str(HERE / "unlike_unix"), str(ROOT)))
    return {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "ignore::UserWarning"}


@pytest.mark.slow
def test_everything_is_imported_and_matches_and_tournaments_are_played(
    environment: dict[str, str],
) -> None:
    told = json.loads(done([sys.executable, "-m", "tests.windows_like.evening"], environment))
    assert told["modules"] > 350
    assert told["match"]["games"] == 4
    assert not told["match"]["faults"]
    assert [each[:2] for each in faults(told["hang"])] == [("Loops", "hang")]
    assert [fault[:2] for fault in faults(told["tournament"])] == [("Dies", "death")]


def faults(told: Any) -> list[tuple[str, str, int]]:
    """Who failed, how, and how often."""
    who = (fault["player"].rpartition(":")[2] for fault in told["faults"])
    how = ((fault["kind"], fault["games"]) for fault in told["faults"])
    return [(name, *rest) for name, rest in zip(who, how, strict=True)]


def test_a_live_game_is_played_and_kept_and_a_killed_house_opens_again(
    environment: dict[str, str],
) -> None:
    igroteka = [sys.executable, "-m", "igroteka"]
    with serving(igroteka, environment) as address:
        guest = Guest.at(address)
        guest.play(address, 3)
    with serving(igroteka, environment) as address:  # the table is free at once
        guest.play(address, 3)
    record = json.loads(
        done([*igroteka, "export", str(guest.number), "--format", "json"], environment)
    )
    assert record["game"] == "draughts"
    assert len(record["actions"]) == 12
