"""People with passwords, in a house that is open to a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visiting import House, Visitor

PASSWORD = "correct horse"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[House]:
    """A house that is open to a network."""
    with House(tmp_path, accounts=True).open() as opened:
        yield opened


def registered(house: House, name: str) -> Visitor:
    visitor = house.visitor()
    assert visitor.post("/me/register", name=name, password=PASSWORD).status_code == 303
    return visitor


def token_made(visitor: Visitor, name: str = "robot") -> str:
    page = visitor.post("/me/programs", program=name).text
    return page.split('<pre id="secret">')[1].split("<")[0]
