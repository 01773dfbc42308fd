"""A house for every test that asks for one, and a browser for those that look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web import house as outside
from tests.web.chromium import BOTH
from tests.web.visiting import House

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.browsing import Programs, Visit


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path).open() as opened:
        yield opened


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[outside.House]:
    """A house in a process of its own, for all tests of a browser."""
    with outside.House(tmp_path_factory.mktemp("served")) as opened:
        yield opened


@pytest.fixture(scope="module", params=BOTH)
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """One browser a module: while it is open, no other event loop can run in this process."""
    from tests.web.browsing import chromium

    with chromium(request.param) as opened:
        yield opened


@pytest.fixture
def visit(browser: Browser, served: outside.House) -> Iterator[Callable[..., Visit]]:
    """Opens a browser of one's own; at the end none of them has complained."""
    from tests.web.browsing import Visit

    visits: list[Visit] = []

    def opened(**how: Any) -> Visit:
        visits.append(Visit(browser, served, **how))
        return visits[-1]

    yield opened
    for each in visits:
        each.context.close()
    assert [each.complaints for each in visits] == [[] for _ in visits]


@pytest.fixture(scope="session")
def programs(served: outside.House) -> Programs:
    from tests.web.browsing import Programs

    return Programs(served)
