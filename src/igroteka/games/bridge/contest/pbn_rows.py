"""Rows of an event of which a PBN file has the score tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import numbered
from igroteka.games.bridge.contest.csv_rows import Reading, gathered
from igroteka.games.bridge.formats.game import GameText, Tabular
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.text import Text

_COLUMNS: Final[Mapping[str, str]] = {
    "round": "Round",
    "table": "Table",
    "ns": "PairId_NS",
    "ew": "PairId_EW",
    "contract": "Contract",
    "declarer": "Declarer",
    "tricks": "Result",
    "lead": "Lead",
}
"""Columns of a spreadsheet by those of a score table."""
_NUMBER: Final = re.compile(r"[+-]?\d{1,5}")
_PAIR: Final = re.compile(r"\d{1,9}")
_NOTHING: Final = ("-", "?", "")


def read_tables(data: bytes, imps: bool = False, two_lines: bool = False) -> Reading:
    """The rows of all score tables of a file, and the names of its total score table.

    Raises `IgrotekaError` as for a spreadsheet, the lines being those where games begin.
    """
    games = read_pbn(data).games
    lines = [(game.line, cells) for game in games for cells in _results(game)]
    if not lines:
        raise IgrotekaError(Text("the file has no score table with PairId_NS and PairId_EW"))
    players = {
        number: names
        for game in games
        for table in game.tables
        if table.name == "TotalScoreTable"
        for number, names in _names(table)
    }
    return gathered(lines, imps, two_lines)._replace(players=players)


def _results(game: GameText) -> Iterator[Mapping[str, str]]:
    """The lines of a board's score table that have two pairs."""
    if game.number is None:
        return
    deal = str(numbered(game.board.hands, game.number)) if game.board else ""
    for table in game.tables:
        if table.name == "ScoreTable":
            for row in _by_column(table):
                cells = {name: _known(row.get(column, "")) for name, column in _COLUMNS.items()}
                if cells["ns"] and cells["ew"]:
                    yield {**cells, **_score(row), "board": str(game.number), "deal": deal}


def _by_column(table: Tabular) -> Iterator[Mapping[str, str]]:
    names = [column.partition("\\")[0].strip() for column in table.columns.split(";")]
    for row in table.rows:
        yield dict(zip(names, (cell.strip('"').strip() for cell in row), strict=False))


def _known(cell: str) -> str:
    return "" if cell in _NOTHING else cell


def _score(row: Mapping[str, str]) -> Mapping[str, str]:
    """The score of North–South, whichever side has it, or a result that was given instead."""
    ns, ew = _known(row.get("Score_NS", "")), _known(row.get("Score_EW", ""))
    if _NUMBER.fullmatch(ns):
        return {"score": ns}
    if _NUMBER.fullmatch(ew):
        return {"score": str(-int(ew))}
    return {"result": ns} if ns else {}


def _names(table: Tabular) -> Iterator[tuple[int, tuple[str, ...]]]:
    for row in _by_column(table):
        number = row.get("PairId", "")
        if _PAIR.fullmatch(number) and row.get("Names"):
            yield int(number), tuple(row["Names"].split(" - "))
