"""Draughts: Russian by default, and poddavki, Brazilian, pool, English, international by data.

`rules.py` is the game, `movement.py` says in plain Python how pieces move, `variants.toml` how the
variants differ, `solver.py` what a board needs to know, `kernel.py` the same moves at speed; on it
stand `perft.py`, `tables.py` (endgames) and `engine.py`; `pdn.py` keeps games.
"""

from igroteka.games.draughts.rules import Draughts

GAME = Draughts
