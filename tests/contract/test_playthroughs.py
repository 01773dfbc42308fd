"""The recorded games have not changed: rules, notation, drawing and words."""

from __future__ import annotations

import pytest

from tests.contract.playing import own_games
from tests.contract.write_playthroughs import FOLDER, playthrough


@pytest.mark.parametrize("name", own_games())
def test_the_recorded_game_is_the_same(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8") == playthrough(name)
