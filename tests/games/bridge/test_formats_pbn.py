"""PBN: what is written and read again is the same game."""

from __future__ import annotations

from hypothesis import given

from igroteka.games.bridge.formats.game import GameText
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from tests.drawing import examples
from tests.games.bridge.random_games import games


@examples(150)
@given(games(), games())
def test_any_games_are_read_as_they_were_written(one: GameText, two: GameText) -> None:
    text = write_pbn([one, two])
    reading = read_pbn(text)
    assert reading.problems == [], text
    assert reading.games == [one, two], text
    assert write_pbn(reading.games) == text
