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
import tests.web.house
from igroteka.registry import bot_classes, game_names

__all__ = ["alembic", "igroteka", "tests", "uvicorn"]

for game in game_names():
    bot_classes(game)
