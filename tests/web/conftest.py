"""A house for every test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visiting import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path).open() as opened:
        yield opened
