"""The formats of bridge as the archive knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.formats.game import GameText
from igroteka.games.bridge.formats.lin import read_lin
from igroteka.games.bridge.formats.lin_writer import write_lin
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from igroteka.games.bridge.formats.reading import Reading
from igroteka.games.bridge.formats.records import from_annotated, to_annotated
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Problem
from igroteka.text import Text


@dataclass(frozen=True)
class BridgeFormat:
    """One way to keep games of bridge in a file."""

    name: str
    suffixes: tuple[str, ...]
    reader: Callable[[bytes], Reading]
    writer: Callable[[Iterable[GameText]], str]

    def read(self, data: bytes) -> Iterator[AnnotatedGame | Problem]:
        """The games of a file in their order, and what was refused, each at its line."""
        reading = self.reader(data)
        problems = list(reading.problems)
        for game in reading.games:
            while problems and problems[0].line < game.line:
                yield problems.pop(0)
            try:
                yield to_annotated(game)
            except IgrotekaError as error:
                yield Problem(
                    game.line, Text("{reason}; the game is left out", reason=error.sentence)
                )
        yield from problems

    def write(self, games: Iterable[AnnotatedGame]) -> str:
        """The text of a file. Raises `IgrotekaError` for a game that the format can't keep."""
        return self.writer(from_annotated(game) for game in games)


PBN: Final = BridgeFormat("pbn", (".pbn",), read_pbn, write_pbn)
LIN: Final = BridgeFormat("lin", (".lin",), read_lin, write_lin)
