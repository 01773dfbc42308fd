"""What was done at the table is known to a bot in a process of its own as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player_apart, make_player_here
from igroteka.contract import Player
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import make_game

HISTORIAN = """\
from igroteka import Player


class Historian(Player):
    def choose(self, view):
        return view.actions()[0]

    def explanation(self, view, action):
        return " ".join(f"{each.seat}:{each.action}" for each in view.history)
"""


def told(player: Player, so_far: GameSoFar) -> str:
    view = so_far.view(so_far.state.turn)
    return str(player.explanation(view, view.actions()[0]))


@pytest.mark.parametrize("make", [make_player_here, make_player_apart])
def test_it_grows_is_taken_back_and_begins_anew(tmp_path: Path, make: type) -> None:
    (tmp_path / "bots.py").write_text(HISTORIAN)
    game = make_game("draughts", {})
    player = make("draughts", f"{tmp_path}/bots.py:Historian")
    start = so_far = GameSoFar(game, game.deal(Stream(1)))
    for _ in range(2):
        player.start(game, 0, Stream(1))
        assert told(player, start) == ""
        for move in ("c3-d4", "d6-c5", "b2-c3"):
            so_far = so_far.play(game.read(move))
        assert told(player, so_far) == "0:c3-d4 1:d6-c5 0:b2-c3"
        so_far = so_far.take_back(2)
        assert told(player, so_far) == "0:c3-d4"
        so_far = so_far.play(game.read("f6-g5"))
        assert told(player, so_far) == "0:c3-d4 1:f6-g5"
        so_far = so_far.take_back(1).play(game.read("b6-a5"))
        assert told(player, so_far) == "0:c3-d4 1:b6-a5"
        so_far = start
    player.close()
