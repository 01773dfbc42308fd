"""An archive with as many games as a club has after years, made from another one."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

OWN = {"games": "id", "seats": "game_id"}
NOT_COPIED = "('digest', 'head_id', 'sitting_id', 'place', 'leader', 'setting')"
"""What only one game can have, or what belongs to tables in play."""


def with_many_games(old: Path, new: Path, count: int) -> None:
    """Copy an archive and fill it up: its games that are over come again and again."""
    with closing(sqlite3.connect(old)) as before:
        before.execute("pragma wal_checkpoint(truncate)")
    shutil.copy(old, new)
    with closing(sqlite3.connect(new)) as archive, archive:
        archive.execute("update games set leader = null")
        (last,) = archive.execute("select max(id) from games").fetchone()
        numbers = f"""with recursive more(n) as
            (select 1 union all select n + 1 from more where n < {count})"""
        for table, number in OWN.items():
            columns = [row[1] for row in archive.execute(f"pragma table_info({table})")]
            kept = [each for each in columns if f"'{each}'" not in NOT_COPIED]
            values = [f"{last} + more.n" if each == number else f"old.{each}" for each in kept]
            source = """(select id as source, row_number() over () - 1 as place,
                count(*) over () as total from games where ending != 'unfinished')"""
            archive.execute(
                f"""insert into {table} ({", ".join(kept)}) {numbers}
                select {", ".join(values)} from more join {source} as chosen
                on chosen.place = more.n % chosen.total
                join {table} as old on old.{number} = chosen.source"""
            )
