"""A site that is served for the walk, and the browser that walks it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.walk.recording import FOLDER
from tests.walk.touched import mark_templates
from tests.web.browsing import chromium
from tests.web.house import House


@pytest.fixture(scope="session", autouse=True)
def _marked_templates() -> None:
    """What pages of this process show is told, where a run asks for it."""
    if FOLDER in os.environ:
        mark_templates()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("walked")) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened
