"""Whole games at speed, compiled by Numba: positions as arrays, the strategies, batches of games.

Numba is what checks the types here. The clear twins are in `strategies.py` and `planner.py`.
"""

from pathlib import Path

from igroteka.basics.kernels import forget_stale_code

forget_stale_code(Path(__file__).parent)
