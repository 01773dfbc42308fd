"""Adds moves to a game and tells each one's number when it is stored: URL GAME [COUNT]."""

from __future__ import annotations

import itertools
import sys

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive import move_tree as m
from igroteka.archive import queries as q
from igroteka.archive.models import MoveEntry

url, number = sys.argv[1], int(sys.argv[2])
numbers = range(int(sys.argv[3])) if len(sys.argv) > 3 else itertools.count()
with Archive.open(url, registry) as archive:
    last = archive.read(q.game, number).head
    for _ in numbers:
        last = archive.apply(m.add_move, number, last, MoveEntry("c3-d4", 0))
        print(last, flush=True)
