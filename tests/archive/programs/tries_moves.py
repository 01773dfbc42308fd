"""Hangs moves on the start of a game, many at a time, and tells what is stored: URL GAME."""

from __future__ import annotations

import itertools
import os
import sys
import threading
from concurrent.futures import Future

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive import move_tree as m
from igroteka.archive.models import MoveEntry

AT_ONCE = 50

url, number = sys.argv[1], int(sys.argv[2])
room = threading.Semaphore(AT_ONCE)


def tell(future: Future[list[int]]) -> None:
    os.write(1, b"%d\n" % future.result()[0])
    room.release()


with Archive.open(url, registry) as archive:
    for place in itertools.count():
        room.acquire()
        entry = MoveEntry(f"{os.getpid()} {place}", 0)
        archive.write(m.add_variation, number, None, [entry]).add_done_callback(tell)
