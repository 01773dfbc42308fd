"""What a bot hands over as its action may be anything."""

from __future__ import annotations

import pytest

from igroteka.arena.match import Limits, Match
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player_here
from igroteka.registry import make_game
from tests.hostile import bots


@pytest.mark.parametrize(("name", "kind"), [("Mumbles", "Nameless"), ("Mimics", "Alike")])
def test_an_action_that_can_not_be_written_is_an_illegal_move(name: str, kind: str) -> None:
    names = (f"{bots.__file__}:{name}", f"{bots.__file__}:First")
    players = [make_player_here("draughts", each) for each in names]
    game = make_game("draughts", {})
    record = Match(game, players, names, Seeds.of_game(7, 0, 2), Limits(20)).play()
    assert record.fault is not None
    assert (record.fault.seat, record.fault.kind) == (0, "illegal move")
    assert record.fault.text == f"{kind} is no action of this game"
