"""The games of a run in pieces for its page: every position as text, packed."""

from __future__ import annotations

import base64
import json
import zlib
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from itertools import accumulate, chain, islice, zip_longest
from pathlib import Path
from typing import NamedTuple

from igroteka.arena.results import ListedGame
from igroteka.arena.worker import kernel
from igroteka.basics.randomness import Stream
from igroteka.contract import Game, Json
from igroteka.records.record import Record
from igroteka.report.frames import replay_frames

GAMES = 50
"""Games of a piece: packed together they take less, and one is soon found among them."""
WAITING = 8
"""Pieces that are made, or wait for that, at once."""


class Piece(NamedTuple):
    """A few games: which, and their positions."""

    numbers: tuple[int, ...]
    packed: str
    """JSON, compressed, in base 64: by number its frames, in each a line or 0 where it stays."""


class KeptLines:
    """The lines of a run's file, each read when it is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            self._ends = list(accumulate(map(len, file)))

    def line(self, number: int) -> str:
        """The line of the game of this number."""
        begin = self._ends[number - 2] if number > 1 else 0
        with self._path.open("rb") as file:
            file.seek(begin)
            return file.read(self._ends[number - 1] - begin).decode()


def pieces(
    game: Game, games: Sequence[ListedGame], kept: KeptLines, pool: Executor
) -> Iterator[Piece]:
    """All games, one of every seating in turn; pieces are made as they are asked for."""
    order = _fairly(games)
    flying: deque[tuple[tuple[int, ...], Future[str]]] = deque()
    while True:
        while len(flying) < WAITING and (group := tuple(islice(order, GAMES))):
            lines = [kept.line(each.number) for each in group]
            numbers = tuple(each.number for each in group)
            flying.append((numbers, pool.submit(packed, game, group, lines)))
        if not flying:
            return
        numbers, future = flying.popleft()
        yield Piece(numbers, future.result())


def _fairly(games: Sequence[ListedGame]) -> Iterator[ListedGame]:
    """One game of every seating in turn."""
    groups: dict[tuple[str, ...], list[ListedGame]] = defaultdict(list)
    for each in games:
        groups[each.players].append(each)
    return (each for each in chain(*zip_longest(*groups.values())) if each is not None)


def packed(game: Game, games: Sequence[ListedGame], lines: Sequence[str]) -> str:
    """The positions of these games, whose lines of the run's file are given."""
    told: dict[int, Json] = {}
    for each, line in zip(games, lines, strict=True):
        record = Record.from_line(line)
        whole = _repeated(game, each) if record.actions is None else record
        told[each.number] = _changes(replay_frames(game, whole)[0])
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode())).decode()


def _repeated(game: Game, listed: ListedGame) -> Record:
    """A game that its kernel plays again, from its seeds alone."""
    batch = kernel(game, listed.players)
    assert batch is not None, "games that no kernel plays are kept whole"
    actions = tuple(map(str, batch.actions(listed.seeds)))
    deal = game.deal(Stream(listed.seeds.deal)).deal
    return Record(game.name, game.options, listed.players, deal, actions, listed.scores)


def _changes(frames: Sequence[str]) -> list[list[str | int]]:
    """The lines of each frame, 0 for one that is as in the frame before."""
    changes, before = [], list[str]()
    for frame in frames:
        lines = frame.split("\n")
        same = [line == old for line, old in zip(lines, before, strict=False)]
        same += [False] * (len(lines) - len(same))
        changes.append([0 if kept else line for line, kept in zip(lines, same, strict=True)])
        before = lines
    return changes
