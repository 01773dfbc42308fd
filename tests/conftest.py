"""Every test keeps its files in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import argon2
import pytest

from tests.archive.template import copy_tables
from tests.drawing import load_profile

load_profile()

FIRST = ("tests/arena/test_duplicate.py", "tests/archive/", "tests/games/bridge/")
"""One worker compiles the largest kernel, while another has enough to do that needs none of it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: next((n for n, each in enumerate(FIRST) if each in item.nodeid), 9))


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
