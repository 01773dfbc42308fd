"""`igroteka archive check`: whether everything in the archive is whole."""

from __future__ import annotations

import json as json_module
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.cli.archive.counting import counted

if TYPE_CHECKING:
    from sqlalchemy import Connection


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def check(
        quick: Annotated[
            bool, typer.Option("--quick", help="Only the database, not game by game.")
        ] = False,
        db: a.Database = None,
        json: a.AsJson = False,
    ) -> int:
        """Look the archive through: the database, and every game played again by its rules."""
        from igroteka.archive import checking
        from igroteka.archive.database import archive_url
        from igroteka.archive.faults import name_of
        from igroteka.archive.looking import looked_at

        url = archive_url(db)
        with looked_at(url, registry) as reading:
            damage = list(checking.database_problems(reading))
            games = checking.game_count(reading)
            broken = [] if quick else _broken_games(reading, games)
            name = name_of(url)
        if json:
            found = {"games": games, "damage": damage, "broken": broken}
            typer.echo(json_module.dumps(found, ensure_ascii=False))
        else:
            for problem in damage + broken:
                typer.echo(problem)
            typer.echo(_verdict(name, games, bool(damage), len(broken)))
        return 1 if damage or broken else 0


def _broken_games(reading: Connection, games: int) -> list[str]:
    from igroteka.archive import checking

    with counted("games", games) as advance:
        return list(checking.game_problems(reading, lambda: advance(1)))


def _verdict(name: str, games: int, damaged: bool, broken: int) -> str:
    if damaged:
        return (
            f"{name} is damaged. Go back to a backup, or save what can be read: "
            f"igroteka archive repair --db {name} --to NEW_FILE"
        )
    if broken:
        return f"{name}: {broken:,} of {games:,} games are not whole; all others are."
    return f"{name} is whole: {games:,} games."
