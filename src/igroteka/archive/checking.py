"""An archive looked through: the database's own checks, then every game by its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from igroteka.archive import queries
from igroteka.archive.handed_rules import rules_of
from igroteka.archive.schema import games, moves
from igroteka.contract import IgrotekaError
from igroteka.records.game_so_far import GameSoFar

MOST = 100
"""Problems of the database that are told; where there are more, all is lost anyway."""


def database_problems(connection: Connection) -> Iterator[str]:
    """What the database finds wrong with itself; PostgreSQL looks at its pages as it reads them."""
    if connection.dialect.name != "sqlite":
        return
    try:
        for (line,) in connection.execute(text(f"PRAGMA integrity_check({MOST})")):
            if line != "ok":
                yield line
        for table, row, other, _ in connection.execute(text("PRAGMA foreign_key_check")):
            yield f"row {row} of {table} names one of {other} that is not there"
    except SQLAlchemyError as error:
        yield f"the database can't be looked through: {getattr(error, 'orig', error)}"


def game_count(connection: Connection) -> int:
    """How many games there are."""
    return connection.scalar(select(func.count()).select_from(games)) or 0


def game_problems(connection: Connection, advance: Callable[[], None]) -> Iterator[str]:
    """What is wrong with games: moves without their parents, lines that leave the rules."""
    numbers = connection.execute(select(games.c.id).order_by(games.c.id)).scalars()
    with closing(numbers):
        for number in numbers.all():
            problem = _problem(connection, number)
            if problem is not None:
                yield f"game {number}: {problem}"
            advance()


def _problem(connection: Connection, number: int) -> str | None:
    try:
        if torn := _torn(connection, number):
            return torn
        stored = queries.game(connection, number)
        game = rules_of(connection).make_game(stored.game, stored.options)
        GameSoFar.of_record(game, stored.record)
    except SQLAlchemyError:
        return "the database can't read it"
    except IgrotekaError as error:
        return str(error)
    except Exception as error:  # what is stored may be anything by now
        return f"can't be read: {type(error).__name__} {error}"
    return None


def _torn(connection: Connection, number: int) -> str | None:
    """Where the tree of its moves does not hang together."""
    found = select(moves.c.id, moves.c.parent_id, moves.c.ordinal).where(moves.c.game_id == number)
    ordinals = {None: 0}
    rows = connection.execute(found.order_by(moves.c.ordinal, moves.c.id)).all()
    for row in rows:
        if ordinals.get(row.parent_id) != row.ordinal - 1:
            return f"move {row.id} does not follow the one before it"
        ordinals[row.id] = row.ordinal
    head = connection.scalar(select(games.c.head_id).where(games.c.id == number))
    return None if head in ordinals else f"its last move {head} is not there"
