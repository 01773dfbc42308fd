"""Imported once by the process from which tests fork others: all that these would load again."""

from __future__ import annotations

import alembic.command
import uvicorn.lifespan.on
import uvicorn.loops.auto
import uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.auto

import igroteka.cli
import igroteka.cli.output
import igroteka.web.app
import igroteka.web.live.thinking
import tests.web.house
from igroteka.contract import CHANCE
from igroteka.randomness import Stream, draw
from igroteka.registry import GAMES, bot_classes, make_game

__all__ = ["alembic", "igroteka", "tests", "uvicorn"]


def play_a_little(name: str) -> None:
    """Load the compiled rules of a game."""
    bot_classes(name)
    rng = Stream(1)
    state = make_game(name, {}).deal(rng)
    for _ in range(4):
        chances = state.turn == CHANCE
        state = state.play(draw(state.chances(), rng) if chances else rng.choice(state.actions()))


for game in GAMES:
    play_a_little(game)
