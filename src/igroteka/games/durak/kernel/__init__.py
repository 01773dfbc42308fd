"""The game at speed, compiled by Numba; imported only when it is asked for.

`engine.py` is the rules on an array, `simple.py` whole games between the simple bots, `pack.py` the
way from a position or a view to an array and back.
"""
