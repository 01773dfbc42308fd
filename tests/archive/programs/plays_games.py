"""Plays draughts into an archive and tells each move when it is stored: FILE GAMES MOVES.

It checkpoints often, so that a record of its writes has that in it as well.
"""

from __future__ import annotations

import os
import random
import sys

from sqlalchemy import text

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive import move_tree as m
from igroteka.archive import updates as c
from igroteka.archive.models import MoveEntry, NewGame

PLAYERS = (("Papa", "person"), ("Masha", "person"))
rng = random.Random(5)

with Archive.open(sys.argv[1], registry) as archive:
    archive.apply(lambda connection: connection.execute(text("PRAGMA wal_autocheckpoint = 60")))
    for _ in range(int(sys.argv[2])):
        rules = registry.make_game("draughts", {})
        state = rules.deal(rng)
        number = archive.apply(c.begin_game, NewGame("draughts", {}, state.deal, PLAYERS))
        last = None
        for _ in range(int(sys.argv[3])):
            action = rng.choice(state.actions())
            entry = MoveEntry(str(action), state.turn, landmark=state.landmark)
            state = state.play(action)
            last = archive.apply(m.add_move, number, last, entry)
            os.write(1, f"{number} {action}\n".encode())
    os._exit(0)
