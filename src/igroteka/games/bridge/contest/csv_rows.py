"""Rows of an event as a spreadsheet has them, read and written.

A line is a table's result on a board: `board`, `ns` and `ew` say whose, the rest says which. What
does not fit into columns, such as a weighted score, stands in `result` in the notation of tables.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from igroteka.basics.explanation import shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import vulnerability_of
from igroteka.games.bridge.contest.checking import check_scores, read_cards
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.formats.reading import decoded
from igroteka.games.bridge.scoring.entries import Award
from igroteka.games.bridge.scoring.results import Result
from igroteka.games.bridge.scoring.table_results import TableResult
from igroteka.records.contest import Row
from igroteka.text import Text, listed, quoted

COLUMNS: Final = (
    *("board", "ns", "ew", "contract", "declarer", "lead", "tricks", "score"),
    *("adjusted_ns", "adjusted_ew"),
)
MORE: Final = ("round", "table", "result", "deal")
"""Columns that may be there as well."""
NEEDED: Final = ("board", "ns", "ew")
MOST_IMPS: Final = 24
"""A larger number without a unit is a percentage, also where results are IMPs."""
_TRICKS: Final = re.compile(r"\d{1,2}")
_NOT_PLAYED: Final = ("", "-", "np", "not played")
_SIDE: Final = re.compile(r"\d{1,4}(?:\s*\+\s*\d{1,4})?")


class Reading(NamedTuple):
    """The rows of a file, and what seems wrong in it."""

    rows: list[Row]
    warnings: list[Text]
    players: Mapping[int, tuple[str, ...]] = {}
    """The names of contestants' players, where the file has them."""


def read_rows(data: bytes, imps: bool = False, two_lines: bool = False) -> Reading:
    """The rows of a file in any usual encoding, with commas, semicolons or tabs.

    `imps` says that an adjusted figure without a unit is in IMPs, `two_lines` that a number means
    another pair in each direction. Raises `IgrotekaError` with the line for what can't be read, and
    for a board that somebody plays twice.
    """
    return gathered(_lines(data), imps, two_lines)


def gathered(
    lines: Iterable[tuple[int, Mapping[str, str]]], imps: bool, two_lines: bool
) -> Reading:
    """The rows of lines with their numbers, cells by the names of columns. Raises the same."""
    rows: list[Row] = []
    warnings: list[Text] = []
    seen: dict[tuple[int, int, int], int] = {}
    for line, cells in lines:
        try:
            row, warning = _row(cells, imps)
            _check_new(row, line, seen, two_lines)
        except IgrotekaError as error:
            raise IgrotekaError(
                Text("line {line}: {reason}", line=line, reason=error.sentence)
            ) from error
        rows.append(row)
        if warning:
            warnings.append(Text("line {line}: {reason}", line=line, reason=warning))
    if not rows:
        raise IgrotekaError(Text("there are no results below the names of the columns"))
    return Reading(_numbered(rows), warnings)


def _lines(data: bytes) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The lines that are not empty with their numbers, cells by the names of their columns."""
    text = decoded(data)
    head = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(";,\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    names: list[str] = []
    for cells in _cells_of(reader):
        if not any(cell.strip() for cell in cells):
            continue
        if not names:
            names = _names(cells)
        else:
            found = zip(names, (cell.strip() for cell in cells), strict=False)
            yield reader.line_num, {name: cell for name, cell in found if name}


def _cells_of(reader: Iterator[list[str]]) -> Iterator[list[str]]:
    """The lines of a reader. Raises `IgrotekaError` for a cell that never ends."""
    try:
        yield from reader
    except csv.Error as error:
        raise IgrotekaError(
            Text("this is no table of results: {reason}", reason=str(error))
        ) from error


def _names(cells: Sequence[str]) -> list[str]:
    """The columns of the first line; unknown ones are empty. Raises `IgrotekaError`."""
    names = [re.sub(r"[\s-]+", "_", cell.strip().lower()) for cell in cells]
    missing = [each for each in NEEDED if each not in names]
    if missing:
        raise IgrotekaError(
            Text(
                "the first line should name the columns {names}; {missing} is missing",
                names=listed(COLUMNS),
                missing=listed(missing),
            )
        )
    return [name if name in (*COLUMNS, *MORE) else "" for name in names]


def _row(cells: Mapping[str, str], imps: bool) -> tuple[Row, Text | None]:
    board = _number("board", cells.get("board", ""))
    sides = (_side("ns", cells.get("ns", "")), _side("ew", cells.get("ew", "")))
    result, warning = _result(board, cells, imps)
    check_scores(result)
    deal = read_cards(board, cells["deal"]) if cells.get("deal") else ""
    place = [_number(name, cells[name]) if cells.get(name) else 0 for name in ("round", "table")]
    return Row(place[0], place[1], board, sides, str(result), deal), warning


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= 1):
        raise IgrotekaError(
            Text("{name} should be a number from 1 on, not {text}", name=name, text=quoted(text))
        )
    return int(text)


def _side(name: str, text: str) -> tuple[int, ...]:
    if not _SIDE.fullmatch(text):
        raise IgrotekaError(
            Text(
                "{name} should be the number of a pair, or of two players like 3+8, not {text}",
                name=name,
                text=quoted(text),
            )
        )
    return tuple(int(each) for each in text.split("+"))


def _result(board: int, cells: Mapping[str, str], imps: bool) -> tuple[TableResult, Text | None]:
    """What the columns say of a result, and what seems wrong in it."""
    if cells.get("result"):
        return TableResult.read(cells["result"]), None
    played, warning = _played(board, cells)
    adjusted = [cells.get(f"adjusted_{side}", "") for side in ("ns", "ew")]
    if not any(adjusted):
        return played, warning
    bare = [float(each.replace(",", ".")) for each in adjusted if _bare(each)]
    unit = " IMP" if imps and all(abs(each) <= MOST_IMPS for each in bare) else "%"
    ns, ew = (f"{each}{unit}" if _bare(each) else each for each in adjusted)
    return TableResult(
        TableResult.read(f"{ns} | -").ns if ns else played.ns,
        TableResult.read(f"- | {ew}").ew if ew else played.ew,
    ), None


def _bare(text: str) -> bool:
    """Whether it is a number without a unit."""
    return bool(re.fullmatch(r"[+-]?\d{1,3}(?:[.,]\d+)?", text.replace("−", "-")))


def _played(board: int, cells: Mapping[str, str]) -> tuple[TableResult, Text | None]:
    contract, score = cells.get("contract", ""), cells.get("score", "").replace(" ", "")
    if contract.lower() in _NOT_PLAYED and not score:
        return TableResult(), None
    if not score:
        return TableResult.read(_written(cells)), None
    counted = TableResult.read(score)
    try:
        result = TableResult.read(_written(cells))
    except IgrotekaError:
        return counted, None
    vulnerability = vulnerability_of(board)
    right = result.entry(vulnerability).score
    if right == counted.entry(vulnerability).score:
        return result, None
    return counted, Text(
        "{result} on board {board} is {right} for North–South, but the score says {score}; that is "
        "counted",
        result=quoted(str(result)),
        board=board,
        right=shown(right or 0),
        score=str(counted),
    )


def _written(cells: Mapping[str, str]) -> str:
    """The columns of a contract in the notation of tables."""
    contract, tricks = cells.get("contract", ""), cells.get("tricks", "").replace(" ", "")
    if _TRICKS.fullmatch(tricks):
        tricks = Result(Contract.read(contract), int(tricks)).made
    parts = (contract, cells.get("declarer", ""), tricks, cells.get("lead", ""))
    return " ".join(filter(None, parts))


def _check_new(row: Row, line: int, seen: dict[tuple[int, int, int], int], two_lines: bool) -> None:
    """Refuse a board that somebody plays against themselves, or has had on another line."""
    for side, numbers in enumerate(row.sides):
        for each in numbers:
            place = (row.board, side if two_lines else 0, each)
            if not two_lines and side and each in row.sides[0]:
                raise IgrotekaError(
                    Text(
                        "number {number} can't play against itself; where both lines are numbered "
                        "from 1 there are two winners",
                        number=each,
                    )
                )
            before = seen.setdefault(place, line)
            if before != line:
                raise IgrotekaError(
                    Text(
                        "number {number} has board {board} on line {before} already",
                        number=each,
                        board=row.board,
                        before=before,
                    )
                )


def _numbered(rows: Sequence[Row]) -> list[Row]:
    """The rows with a table where none is named: they are counted on each board."""
    counts: dict[int, int] = {}
    found = []
    for row in rows:
        counts[row.board] = counts.get(row.board, 0) + 1
        found.append(row if row.table else row._replace(table=counts[row.board]))
    return found


def write_rows(rows: Iterable[Row]) -> str:
    """The rows as a file that `read_rows` reads as the same."""
    found = io.StringIO()
    writer = csv.DictWriter(found, (*COLUMNS, *MORE), restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        ns, ew = ("+".join(map(str, side)) for side in row.sides)
        cells = {"board": row.board, "ns": ns, "ew": ew, **_cells(row)}
        where = {"round": row.round or "", "table": row.table or "", "deal": row.deal}
        writer.writerow({**cells, **where})
    return found.getvalue()


def _cells(row: Row) -> Mapping[str, str]:
    """A result in columns, or in the one for what does not fit."""
    if not row.result:
        return {}
    result = TableResult.read(row.result)
    played = result.played
    if result.version or (played is None and not _plain_award(result)):
        return {"result": row.result} if row.result != "-" else {}
    if played is None:
        return {"adjusted_ns": str(result.ns), "adjusted_ew": str(result.ew)}
    if isinstance(played, int):
        return {"score": str(played)}
    score = str(played.north_south(vulnerability_of(row.board)))
    if played.contract is None:
        return {"contract": "pass", "score": score}
    contract, declarer = str(played.contract).split()
    lead = "" if played.lead is None else str(played.lead)
    columns = {"contract": contract, "declarer": declarer, "lead": lead, "tricks": played.made}
    return {**columns, "score": score}


def _plain_award(result: TableResult) -> bool:
    return isinstance(result.ns, Award) and isinstance(result.ew, Award)
