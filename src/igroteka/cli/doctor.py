"""`igroteka doctor`: is everything here that is needed?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

import typer

from igroteka import registry
from igroteka.contract import IgrotekaError
from igroteka.registry import bot_names, game_names, make_game
from igroteka.text import Text


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def doctor() -> None:
        """Check the installation and say what to mend."""
        healthy = True
        for name, check in _CHECKS.items():
            try:
                typer.echo(f"ok    {name}: {check()}")
            except Exception as error:
                healthy = False
                typer.echo(f"FAIL  {name}: {error}")
        if not healthy:
            raise typer.Exit(1)


def _python() -> str:
    return sys.version.split()[0]


def _packages() -> str:
    names = ("jinja2", "numba", "numpy", "platformdirs", "rich", "scipy", "typer")
    try:
        return ", ".join(f"{name} {version(name)}" for name in names)
    except PackageNotFoundError as error:
        raise IgrotekaError(
            Text("the package {name} is missing; run make .venv/ready", name=error.name)
        ) from error


def _dask() -> str:
    try:
        return f"distributed {version('distributed')}"
    except PackageNotFoundError:
        return "not installed, needed only for --dask"


def _kernels() -> str:
    from igroteka.arena.worker import kernel, warm

    found = []
    for name in game_names():
        game = make_game(name, {})
        bots = ("random",) * len(game.sides)
        warm(game, bots)
        if kernel(game, ("random",) * game.seats):
            found.append(name)
    return f"fast games of {', '.join(found) or 'none'}"


def _games() -> str:
    return ", ".join(f"{name} ({len(bot_names(name))} bots)" for name in game_names())


def _folders() -> str:
    from platformdirs import user_state_path

    folder = user_state_path("igroteka")
    folder.mkdir(parents=True, exist_ok=True)
    probe = folder / "probe"
    probe.write_text("ok")
    probe.unlink()
    return f"unfinished runs are kept in {folder}"


def _archive() -> str:
    from igroteka.archive import Archive, search
    from igroteka.archive.models import Filter

    with Archive.open(None, registry) as archive:
        count = archive.read(search.search, Filter(), 1, 1).total
        return f"{count} games in {archive.name}"


_CHECKS: dict[str, Callable[[], str]] = {
    "python": _python,
    "packages": _packages,
    "dask": _dask,
    "games": _games,
    "kernels": _kernels,
    "folders": _folders,
    "archive": _archive,
}
