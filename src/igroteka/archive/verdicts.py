"""What advisers think of moves, kept move by move as it is worked out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from igroteka.archive.schema import verdicts
from igroteka.records.verdict import Adviser, Verdict
from igroteka.text import NOTHING, Text


def keep_verdict(
    connection: Connection, game_id: int, move: int, adviser: Adviser, verdict: Verdict | None
) -> None:
    """Keep what an adviser thinks of a move, or that it does not value it.

    What is there already stays: the same adviser says the same.
    """
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    values = {"game_id": game_id, "move_id": move, **adviser._asdict(), "at": datetime.now(UTC)}
    if verdict is not None:
        said = {"remark": verdict.remark.to_json(), "reason": verdict.reason.to_json()}
        values |= {**verdict._asdict(), **said, "reply": list(verdict.reply)}
    connection.execute(dialect.insert(verdicts).values(**values).on_conflict_do_nothing())


def kept_verdicts(
    connection: Connection, game_id: int, adviser: Adviser
) -> dict[int, Verdict | None]:
    """What this adviser thinks of a game's moves, by their numbers, as far as it is known."""
    found = select(verdicts).where(
        verdicts.c.game_id == game_id,
        verdicts.c.bot == adviser.bot,
        verdicts.c.version == adviser.version,
        verdicts.c.seed == adviser.seed,
    )
    return {row.move_id: _verdict(row) for row in connection.execute(found)}


def _verdict(row: Any) -> Verdict | None:
    """What a row says; rows of earlier revisions say less."""
    if row.value is None:
        return None
    return Verdict(
        row.value,
        row.best,
        row.best_value,
        Text.from_json(row.remark),
        NOTHING if row.reason is None else Text.from_json(row.reason),
        tuple(row.reply or ()),
        bool(row.proven),
        bool(row.best_proven),
    )
