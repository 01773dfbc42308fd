"""What the house says to the outside has not changed by a letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.snapshots import kept
from tests.snapshots.commands import steady
from tests.snapshots.write import PARTS
from tests.walk import boards_drawn, inventory


@pytest.mark.parametrize("part", PARTS)
def test_it_says_what_it_said(part: str, tmp_path: Path) -> None:
    with steady(tmp_path) as folder:
        found = PARTS[part](folder)
    if different := kept.differences(found, part):
        pytest.fail(f"{different}\n\nif this is meant, `make snapshots` keeps it", pytrace=False)


def test_every_kept_file_belongs_to_a_part() -> None:
    assert {path.name for path in kept.FOLDER.iterdir()} == {
        *PARTS,
        inventory.PART,
        boards_drawn.PART,
    }
