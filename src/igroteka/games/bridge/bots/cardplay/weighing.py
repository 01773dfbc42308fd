"""Reasons are weighed by the tables of `merits.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

PublicState = Mapping[str, tuple[int, ...]]
"""By reason, what it is worth in each kind of contract or lead."""


@cache
def tables() -> Mapping[str, PublicState]:
    """The tables by their names."""
    text = Path(__file__).with_name("merits.toml").read_text(encoding="utf-8")
    return {
        name: {reason: tuple(row) for reason, row in table.items()}
        for name, table in tomllib.loads(text).items()
    }


def weigh(name: str, column: int, reasons: Iterable[str]) -> int:
    """What reasons come to by a table; one that it does not name counts nothing."""
    table = tables()[name]
    return sum(table[reason][column] for reason in reasons if reason in table)
