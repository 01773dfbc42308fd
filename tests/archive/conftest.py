"""Every test of the archive runs on both databases."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from igroteka import registry
from igroteka.archive import Archive
from tests.archive.cluster import Cluster, binaries, running


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    found = binaries()
    if found is None:
        missing = "PostgreSQL's server is not installed: there is no initdb"
        if os.environ.get("IGROTEKA_TEST_ALL") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    with running(found) as server:
        yield server


@pytest.fixture
def made_anew() -> bool:
    """Whether all migrations make the tables of an archive, as they do for people."""
    return False


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, made_anew: bool) -> Iterator[str]:
    """An archive in which nothing is yet."""
    if request.param == "sqlite":
        yield str(tmp_path / "archive.sqlite")
        return
    server: Cluster = request.getfixturevalue("cluster")
    if made_anew:
        yield server.new_database()
        return
    with server.with_tables() as found:
        yield found


@pytest.fixture
def archive(url: str) -> Iterator[Archive]:
    with Archive.open(url, registry) as opened:
        yield opened
