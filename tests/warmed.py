"""Imported once by the process from which tests fork others: all that these would load again."""

from __future__ import annotations

import alembic.command
import uvicorn.lifespan.on
import uvicorn.loops.auto
import uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.auto

import igroteka.cli
import igroteka.cli.output
import igroteka.tables.questions
import igroteka.web.app
import tests.web.house
from igroteka.basics.randomness import Stream, draw
from igroteka.contract import CHANCE
from igroteka.registry import bot_classes, game_names, make_game

__all__ = ["alembic", "igroteka", "tests", "uvicorn"]


def play_a_little(name: str) -> None:
    """Load the compiled rules of a game."""
    bot_classes(name)
    rng = Stream(1)
    state = make_game(name, {}).deal(rng)
    for _ in range(4):
        chances = state.turn == CHANCE
        state = state.play(draw(state.chances(), rng) if chances else rng.choice(state.actions()))


for game in game_names():
    play_a_little(game)
