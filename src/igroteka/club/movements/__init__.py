"""Who sits where, in which round, with which boards: one small file a kind of movement.

`movement.py` has the words, `kinds.py` makes a movement of any kind for a number of contestants and
boards, `found.json` keeps what `search.py` found. Everything here gives equal movements for equal
arguments.
"""
