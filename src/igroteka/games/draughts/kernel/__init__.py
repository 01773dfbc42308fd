"""Moves, counting, search and endgames at speed, compiled by Numba.

`layout.py` is how a position looks to the kernel and imports no Numba; the rest is imported only
when it is asked for. `moves.py` does at speed what `movement.py` says in plain Python.
"""

from pathlib import Path

from igroteka.basics.kernels import forget_stale_code

forget_stale_code(Path(__file__).parent)
