"""Whole games as a player would write them down, kept as text files.

When the rules change on purpose, `python -m tests.games.durak.test_playthroughs` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.games.durak.cards import card_name, names
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.state import Position

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "two-players": ({}, ("mplayer1", "greedy"), 1),
    "three-with-transfers": ({"players": "3", "transfer": "show"}, ("random",) * 3, 2),
    "four-neighbours-24-cards": (
        {"players": "4", "cards": "24", "throwers": "neighbours"},
        ("greedy-careful", "robot", "mplayer1-fixed", "greedy"),
        3,
    ),
}


def written(name: str) -> str:
    """The game of this name, bout by bout."""
    options, bots, seed = GAMES[name]
    game = Durak.configure(options)
    state = game.deal(Stream(seed))
    players = [make_player("durak", bot) for bot in bots]
    for seat, player in enumerate(players):
        player.start(game, seat, Stream(seat))
    lines = [" ".join(f"{key}={value}" for key, value in game.options.items()), state.deal]
    while state.turn >= 0:
        if not state.public.attacks:
            lines += ["", *_hands(state)]
        move = players[state.turn].choose(state.view(state.turn))
        lines.append(f"  {game.seat_name(state.turn)}: {state.view(None).explain(move)}")
        state = state.play(move)
    lines += ["", *_hands(state), f"scores {state.scores()}"]
    return "\n".join(lines) + "\n"


def _hands(state: Position) -> Iterator[str]:
    table = state.public
    yield f"trump {card_name(table.trump)}, {table.stock} in the stock"
    for seat, hand in enumerate(state.hands):
        known = f"   (all know {names(table.known[seat])})" if table.known[seat] else ""
        yield f"  {table.game.seat_name(seat)} holds {names(hand)}{known}"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was_written_down(name: str) -> None:
    assert written(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for game_name in GAMES:
        (FOLDER / f"{game_name}.txt").write_text(written(game_name), encoding="utf-8")
