"""Every test keeps its files in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import argon2
import pytest
from xdist.scheduler import LoadFileScheduling

from tests.archive.template import copy_tables
from tests.drawing import load_profile

load_profile()

LONG = (
    "tests/walk/test_pages.py",
    "tests/walk/",
    "tests/web/test_browser_club.py",
    "tests/web/test_browser_rooms.py",
    "tests/web/test_browser.py",
    "tests/windows_like/",
    "tests/web/test_browser_fits.py",
    "tests/cli/test_judging.py",
    "tests/web/test_wire.py",
    "tests/web/test_club_results.py",
    "tests/tables/test_line_door.py",
    "tests/snapshots/",
    "tests/web/test_attacks.py",
    "tests/web/test_connect.py",
    "tests/web/test_accessibility.py",
    "tests/web/test_workers.py",
    "tests/web/test_trees.py",
    "tests/cli/test_archive.py",
    "tests/cli/test_commands.py",
    "tests/cli/test_bridge_lab.py",
    "tests/games/draughts/test_perft.py",
    "tests/games/substitution/",
    "tests/web/test_",
    "tests/archive/",
    "tests/cli/",
    "tests/arena/",
    "tests/contract/",
    "tests/games/",
)
"""What takes longest, in the order in which it begins: at the end all workers have little left."""


BY_GAME = ("tests/walk/test_boards.py", "tests/walk/test_games.py")
"""Files of which each game may be another worker's; their tests are named by it."""


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    scheduling = LoadFileScheduling(config, log)
    scheduling._split_scope = _one_worker
    return scheduling


def _one_worker(test: str) -> str:
    """What is of one worker: all tests of a file, or of one game in it."""
    file, _, name = test.partition("::")
    return f"{file}::{name.partition('[')[2].partition('-')[0] if file in BY_GAME else ''}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    usual = len(LONG)
    items.sort(
        key=lambda item: next((n for n, each in enumerate(LONG) if each in item.nodeid), usual)
    )


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("IGROTEKA_DB", raising=False)


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest of a password is slow on purpose; tests need not wait for that."""
    quick = partial(argon2.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(argon2, "PasswordHasher", quick)


@pytest.fixture(scope="session", autouse=True)
def _quick_archives() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        copy_tables(patch)
        yield
