"""Files that visitors bring: read in processes of their own, in turn, as nothing urgent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive.importing import (
    BESIDE_TABLES,
    PreparedGame,
    Refusal,
    Source,
    prepared_games,
    store_all,
)
from igroteka.archive.intake import FoldedRefusals, Intake
from igroteka.basics.confinement import confine
from igroteka.basics.function_process import Abandoned, Failure, Function, RestartingProcess
from igroteka.basics.processes import Death, Hang
from igroteka.basics.system import become_less_urgent
from igroteka.contract import IgrotekaError
from igroteka.tables.turns import Turns
from igroteka.tables.whereabouts import Whereabouts
from igroteka.text import Text

READERS = 2
"""Files that are read at a time, of which one is a household's."""
MOST_WAITING = 16
"""Files that wait, with those that are read: all of them are in memory."""
MOST_OF_HOUSEHOLD = 8
PIECE = 0.3
"""Seconds of reading after which what was read is handed over."""
PATIENCE = 60.0
"""Seconds for one piece; only a game that takes for ever needs so long."""

Piece: TypeAlias = list[PreparedGame]


class _File(NamedTuple):
    """What is to be read from now on."""

    format: str
    data: bytes


class Imports:
    """The line of files before those who read them."""

    def __init__(self, archive: Archive, whereabouts: Whereabouts) -> None:
        self._archive = archive
        self._readers = [RestartingProcess(Function(_reading)) for _ in range(READERS)]
        self._idle = list(self._readers)
        self._turns = Turns(READERS, whereabouts)
        self._waiting: set[str] = set()
        """Whose files are in the line."""

    async def take_in(self, data: bytes, source: Source, visitor: str) -> Intake:
        """What came of the games of a file. Raises `IgrotekaError` for a second one of a visitor.

        Also if too many wait, and for one that can't be read to its end; what was read then is
        stored.
        """
        if visitor in self._waiting:
            raise IgrotekaError(Text("your last file is still being read; wait for it"))
        if (
            len(self._waiting) >= MOST_WAITING
            or self._turns.wanted_by(visitor) >= MOST_OF_HOUSEHOLD
        ):
            raise IgrotekaError(Text("many files are being read just now; come again in a minute"))
        self._waiting.add(visitor)
        try:
            async with self._turns.of(visitor):
                reader = self._idle.pop()
                try:
                    return await asyncio.to_thread(self._take_in, reader, data, source)
                finally:
                    self._idle.append(reader)
        finally:
            self._waiting.discard(visitor)

    def _take_in(self, reader: RestartingProcess, data: bytes, source: Source) -> Intake:
        assert source.format is not None
        intake = Intake()
        read = _read(reader, _File(source.format.name, data), intake)
        try:
            for outcome in store_all(self._archive, read, source, BESIDE_TABLES):
                intake.add(outcome)
        except (Hang, Death, Failure, Abandoned) as error:
            raise IgrotekaError(
                Text("this file can't be read to its end; what came before is stored")
            ) from error
        finally:
            reader.close()
        return intake

    def close(self) -> None:
        """Read no more."""
        for reader in self._readers:
            reader.abandon()


def _read(reader: RestartingProcess, file: _File, intake: Intake) -> Iterator[PreparedGame]:
    """The games that can be stored; when they have ended, what was refused is noted."""
    piece: Piece | FoldedRefusals = reader.ask(file, PATIENCE)
    while isinstance(piece, list):
        yield from piece
        piece = reader.ask(None, PATIENCE)
    intake.refusals.add_all(piece)


def _reading() -> Callable[[_File | None], Piece | FoldedRefusals]:
    """In the process: what reads the next piece of a file, or the first of another.

    The last piece is what was refused.
    """
    become_less_urgent()  # people at tables come first
    confine()  # a file may be made to need all memory that there is
    games: Iterator[PreparedGame | Refusal] = iter(())
    refusals = FoldedRefusals()

    def next_piece(file: _File | None) -> Piece | FoldedRefusals:
        nonlocal games, refusals
        if file is not None:
            games = prepared_games(registry, registry.format_named(file.format).read(file.data))
            refusals = FoldedRefusals()
        until, piece = time.monotonic() + PIECE, Piece()
        for game in games:
            if isinstance(game, Refusal):
                refusals.add(game)
            else:
                piece.append(game)
            if time.monotonic() > until:
                return piece
        return piece or refusals

    return next_piece
