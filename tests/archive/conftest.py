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


@pytest.fixture(scope="session")
def with_tables(cluster: Cluster) -> str:
    """A database of the server that has all tables and nothing in them."""
    url = cluster.new_database()
    Archive.open(url, registry).close()
    return cluster.name_of(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An archive in which nothing is yet."""
    if request.param == "sqlite":
        return str(tmp_path / "archive.sqlite")
    server: Cluster = request.getfixturevalue("cluster")
    return server.new_database(request.getfixturevalue("with_tables"))


@pytest.fixture
def archive(url: str) -> Iterator[Archive]:
    with Archive.open(url, registry) as opened:
        yield opened
