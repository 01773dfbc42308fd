"""How far a long look through the archive is, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counted(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """A bar, or a running number where nobody knows how many come; tell it how many have."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    counts = TextColumn("{task.description}: {task.completed:,}")
    columns = (SpinnerColumn(), counts, *([BarColumn(), TimeRemainingColumn()] if total else ()))
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.advance(task, count)
