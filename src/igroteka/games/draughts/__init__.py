"""Draughts: Russian by default, and poddavki, Brazilian, pool, English, international by data.

`rules.py` is the game, `movement.py` says in plain Python how pieces move, `variants.toml` how the
variants differ, `kernel/` has the same moves at speed; on it stand `perft.py`, `endgame_tables.py`
and the engine in `bots/`; `formats/` keeps games.
"""
