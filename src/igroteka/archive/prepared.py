"""Statements that every move needs, built once and then handed to the driver as they are.

What SQLAlchemy does for each execution takes several times as long as SQLite itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import UpdateBase


class _Built(NamedTuple):
    """A statement in the words of one database."""

    text: str
    constants: dict[str, Any]
    processors: list[tuple[str, Callable[[Any], Any]]]
    """How values become what the driver knows."""
    order: list[str] | None
    """The order of the values; None where the driver takes them by name."""


class Prepared:
    """An insertion or update with these values. It raises what SQLAlchemy would raise."""

    def __init__(self, statement: UpdateBase, names: Iterable[str]) -> None:
        self._statement = statement
        self._names = list(names)
        self._built: dict[str, _Built] = {}

    def returned(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        """Execute it; the one value that it returns."""
        cursor = self._executed(connection, values)
        try:
            return cursor.fetchone()[0]
        finally:
            cursor.close()

    def count(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Execute it; how many rows it has changed."""
        cursor = self._executed(connection, values)
        changed: int = cursor.rowcount
        cursor.close()
        return changed

    def _executed(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        dialect = connection.dialect
        built = self._built.get(dialect.name) or self._build(dialect)
        row = {**built.constants, **values}
        for name, processor in built.processors:
            row[name] = processor(row[name])
        return run(
            connection, built.text, (built.order and [row[name] for name in built.order]) or row
        )

    def _build(self, dialect: Dialect) -> _Built:
        compiled: Any = self._statement.compile(dialect=dialect, column_keys=self._names)
        processors = [
            (name, processor)
            for name, bound in compiled.binds.items()
            if (processor := bound.type.dialect_impl(dialect).bind_processor(dialect))
        ]
        constants = {
            name: value for name, value in compiled.params.items() if name not in self._names
        }
        order = list(compiled.positiontup) if compiled.positional else None
        built = self._built[dialect.name] = _Built(str(compiled), constants, processors, order)
        return built


def run(connection: Connection, text: str, values: Any = ()) -> Any:
    """Have the driver execute a text; its cursor. A connection that is lost is told to be."""
    driven = connection.connection
    cursor = driven.cursor()
    try:
        cursor.execute(text, values)
    except Exception as error:
        dialect: Any = connection.dialect
        kind = dialect.dbapi.Error
        if not isinstance(error, kind):
            raise
        if lost := dialect.is_disconnect(error, driven.dbapi_connection, cursor):
            connection.invalidate(error)
        raise DBAPIError.instance(
            text, values, error, kind, connection_invalidated=lost, dialect=dialect
        ) from error
    return cursor
