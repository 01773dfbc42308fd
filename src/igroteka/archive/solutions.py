"""Deals with all cards in sight: what was found out about them is kept, for it takes long."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from igroteka.archive.schema import solutions
from igroteka.contract import Json


def keep_solution(connection: Connection, game: str, deal: str, solved: Json) -> None:
    """Keep what was found out about a deal; what is there already stays."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    values = {"game": game, "deal": deal, "solved": solved}
    connection.execute(dialect.insert(solutions).values(**values).on_conflict_do_nothing())


def kept_solutions(connection: Connection, game: str, deals: Collection[str]) -> dict[str, Json]:
    """What is known of these deals."""
    found = select(solutions.c.deal, solutions.c.solved).where(
        solutions.c.game == game, solutions.c.deal.in_(deals)
    )
    return {row.deal: row.solved for row in connection.execute(found)}
