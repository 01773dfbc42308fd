"""Processes that start at once, being forked from one that has imported the house already.

Each is a process like any other, to be killed and waited for; only what every start would import
again is imported once. That process is given the environment of the first test that wants one.
"""

from __future__ import annotations

import multiprocessing
from typing import Final

FORKING: Final = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(
    [
        "tests.web.house",
        "igroteka.web.app",
        "igroteka.games.bridge",
        "igroteka.games.draughts",
        "igroteka.games.durak",
        "igroteka.games.substitution",
        "alembic.command",
        "uvicorn.lifespan.on",
        "uvicorn.loops.auto",
        "uvicorn.protocols.http.auto",
        "uvicorn.protocols.websockets.auto",
    ]
)
