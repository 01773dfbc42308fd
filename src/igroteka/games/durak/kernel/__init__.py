"""The game at speed, compiled by Numba; imported only when it is asked for.

`engine.py` is the rules on an array, `simple.py` whole games between the simple bots, `endgame.py`
exact endgames, `policy.py` and `search.py` the master's search, `pack.py` the way from positions
and views to arrays and back.
"""

from pathlib import Path

from igroteka.basics.kernels import forget_stale_code

forget_stale_code(Path(__file__).parent)
