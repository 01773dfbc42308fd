"""A movement drawn as a grid of text: rounds down, tables across."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from igroteka.club.movements.movement import Movement, Seating, board_range, side_text
from igroteka.text import Text


def grid(
    movement: Movement,
    say: Callable[[Text], str],
    first: int = 0,
    gone: Collection[int] = (),
) -> str:
    """The rounds from this one on: who sits North–South and East–West, and the boards.

    Those who have gone do not sit out.
    """
    rows = list(_rows(movement, say, first, gone))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([lines[0], "  ".join("─" * width for width in widths), *lines[1:]])


def _rows(
    movement: Movement, say: Callable[[Text], str], first: int, gone: Collection[int]
) -> Iterator[list[str]]:
    tables = range(1, movement.tables + 1)
    yield [
        say(Text("round")),
        *(say(Text("table {number}", number=each)) for each in tables),
        say(Text("sit out")),
    ]
    everybody = set(range(1, movement.contestants + 1)) - set(gone)
    for number, seatings in enumerate(movement.rounds[first:], start=first + 1):
        at = {s.table: s for s in seatings}
        idle = sorted(everybody - {each for s in seatings for each in s.everybody})
        cells = [_cell(movement, at[each]) if each in at else "" for each in tables]
        yield [str(number), *cells, " ".join(map(str, idle))]


def _cell(movement: Movement, s: Seating) -> str:
    return f"{side_text(s.ns)}–{side_text(s.ew)} ({board_range(movement.boards_of(s))})"
