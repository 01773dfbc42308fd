"""Run every benchmark and print its figures: `make bench`."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from datetime import date

from benchmarks import (
    archive,
    arena,
    bridge,
    bridge_files,
    club_phones,
    draughts,
    durak,
    importing,
    network_tables,
    substitution,
    table_pages,
    tables,
    trees,
)
from benchmarks.measuring import Figure

BENCHMARKS: Sequence[Callable[[], list[Figure]]] = (
    substitution.figures,
    durak.figures,
    arena.figures,
    draughts.figures,
    bridge.figures,
    tables.figures,
    network_tables.figures,
    club_phones.figures,
    table_pages.figures,
    archive.figures,
    importing.figures,
    bridge_files.figures,
    trees.figures,
)


def main() -> None:
    """Print a table: what, ours, its peer in the same run, the ratio."""
    print(f"{date.today()}, {platform.machine()}, Python {platform.python_version()}\n")
    print("| what | ours | peer | ratio |")
    print("|---|---|---|---|")
    for benchmark in BENCHMARKS:
        for figure in benchmark():
            print(figure.row(), flush=True)


main()
