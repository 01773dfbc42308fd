"""What the site answers to, and the tables of a new archive."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from igroteka.web.app import Settings, create_app
from tests.snapshots.commands import igroteka


def texts(folder: Path) -> dict[str, str]:
    """The interface of programs, all addresses, and the archive's schema."""
    app = create_app(Settings(folder, str(folder / "site.sqlite"), bot_processes=1, warm=False))
    openapi = json.dumps(app.openapi(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    routes = sorted(_lines(app.routes))
    return {
        "outside/openapi.json": openapi,
        "outside/addresses.txt": "\n".join(routes) + "\n",
        "outside/schema.sql": schema(folder / "new.sqlite"),
    }


def _lines(routes: Iterable[Any]) -> Iterator[str]:
    """Method and path of every route; the folder of static files has no name that stays."""
    for route in routes:
        if inner := getattr(route, "original_router", None):
            yield from _lines(inner.routes)
        elif methods := getattr(route, "methods", None):
            yield f"{route.path} {' '.join(sorted(methods))}"
        elif not route.path.startswith("/static/"):
            yield f"{route.path} socket"


def schema(path: Path) -> str:
    """The statements that make an archive, which is opened before."""
    igroteka("archive", "--db", str(path))
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("select sql from sqlite_master where sql is not null").fetchall()
        version = connection.execute("select version_num from alembic_version").fetchall()
    statements = sorted(f"{sql.strip()};\n" for (sql,) in rows)
    return "\n".join([f"-- revision {version[0][0]}\n", *statements])
