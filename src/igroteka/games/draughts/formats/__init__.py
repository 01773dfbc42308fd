"""The file formats that keep draughts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from igroteka.games.draughts.formats.pdn_reader import read_games
from igroteka.games.draughts.formats.pdn_writer import write_pdn
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Format, Problem


@dataclass(frozen=True)
class Pdn:
    """Portable Draughts Notation."""

    name: str = "pdn"
    suffixes: tuple[str, ...] = (".pdn",)

    def read(self, data: bytes) -> Iterator[AnnotatedGame | Problem]:
        return read_games(data)

    def write(self, games: Iterable[AnnotatedGame]) -> str:
        return write_pdn(games)


PDN: Format = Pdn()
