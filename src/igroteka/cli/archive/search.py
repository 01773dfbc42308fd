"""`igroteka archive`: games that were kept, found again."""

from __future__ import annotations

import json as json_module
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka import registry
from igroteka.basics.endings import Ending
from igroteka.cli import arguments as a
from igroteka.contract import IgrotekaError, Json
from igroteka.registry import game_class, make_game
from igroteka.study.positions import landmarks
from igroteka.text import Text, quoted

if TYPE_CHECKING:
    from igroteka.archive.models import Continuation, GameLine, Page

PER_PAGE = 20
UNKNOWN = "?"
"""A seat that nobody has taken."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.callback(invoke_without_command=True)
    def archive(
        context: typer.Context,
        player: Annotated[str | None, typer.Option(help="Who played.")] = None,
        opponent: Annotated[str | None, typer.Option(help="Another one at the table.")] = None,
        game: Annotated[str | None, typer.Option(help="Which game.")] = None,
        since: Annotated[
            str | None, typer.Option(metavar="DAY", help="Not before this day, like 2026-11-15.")
        ] = None,
        until: Annotated[
            str | None, typer.Option(metavar="DAY", help="Not after this day.")
        ] = None,
        result: Annotated[
            str | None, typer.Option(help="What the player did: won, lost or drawn.")
        ] = None,
        unfinished: Annotated[
            bool | None, typer.Option("--unfinished/--finished", help="Those that can go on.")
        ] = None,
        sitting: Annotated[
            int | None, typer.Option(metavar="ID", help="The games of one sitting.")
        ] = None,
        position: Annotated[
            str | None,
            typer.Option(metavar="TEXT", help="A position that occurred, like W:Wa3,Kc5:Bb8."),
        ] = None,
        page: Annotated[int, typer.Option(min=1, help=f"Which {PER_PAGE} of them.")] = 1,
        db: a.Database = None,
        json: a.AsJson = False,
    ) -> None:
        """Find games of the archive, the latest first; with a position, what was played in it.

        The commands behind it look after the archive itself.
        """
        if context.invoked_subcommand is not None:
            _check_order(context)
            return
        from igroteka.archive import Archive, search
        from igroteka.archive.models import Filter

        if game is not None:
            game_class(game)
        wanted = Filter(
            player=player,
            opponent=opponent,
            game=game,
            since=_day("--since", since),
            until=_day("--until", until, days=1),
            result=result,
            unfinished=unfinished,
            sitting=sitting,
            landmarks=landmarks(position, game) if position else (),
        )
        with Archive.open(db, registry) as opened:
            found = opened.read(search.search, wanted, page, PER_PAGE)
            played = opened.read(search.continuations, wanted.landmarks, game) if position else []
        if json:
            told = {"total": found.total, "games": [_to_json(line) for line in found.lines]}
            told |= {"played": [move._asdict() for move in played]} if position else {}
            typer.echo(json_module.dumps(told, ensure_ascii=False))
        else:
            _show(found, played)


def _check_order(context: typer.Context) -> None:
    """Raise `IgrotekaError` for options of the search before a command that has its own."""
    given = [name for name, value in context.params.items() if value not in (None, False, 1)]
    if given and os.environ.get("IGROTEKA_DB") != context.params[given[0]]:
        raise IgrotekaError(
            Text(
                "options come behind the command: igroteka archive {command} --{name} …",
                command=context.invoked_subcommand,
                name=given[0],
            )
        )


def _day(option: str, text: str | None, days: int = 0) -> datetime | None:
    """The beginning of a day, or of the one so many days after it."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC) + timedelta(days) if text else None
    except (ValueError, OverflowError):
        raise IgrotekaError(
            Text(
                "{option} should be a day like 2026-11-15, but is {text}",
                option=option,
                text=quoted(text or ""),
            )
        ) from None


def _to_json(line: GameLine) -> Json:
    placed = {"sitting": line.sitting, "place": line.place} if line.sitting is not None else {}
    return {
        "id": line.id,
        "game": line.game,
        "options": dict(line.options),
        "players": list(line.players),
        "kinds": list(line.kinds),
        "started": line.started.isoformat() if line.started else None,
        "ending": line.ending,
        "scores": line.scores,
        "moves": line.moves,
        "source": line.source,
        **placed,
    }


def _show(found: Page[GameLine], played: Sequence[Continuation]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if not found.total:
        console.print("No game fits.")
        return
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    titles = ["number", "day", "game", "players", "moves", "result"]
    if any(line.sitting is not None for line in found.lines):
        titles.append("sitting")
    for title in titles:
        table.add_column(title, no_wrap=title != "players", overflow="fold")
    for line in found.lines:
        cells = (
            str(line.id),
            f"{line.started:%Y-%m-%d}" if line.started else "",
            line.game,
            " – ".join(_sides(line)),
            str(line.moves),
            _result(line),
            "" if line.place is None else f"{line.sitting}, game {line.place + 1}",
        )
        table.add_row(*cells[: len(titles)])
    console.print(table)
    first = (found.page - 1) * PER_PAGE + 1
    last = first + len(found.lines) - 1
    shown = f"{first}–{last} of {found.total}" if found.lines else f"none of {found.total}"
    more = f"; --page {found.page + 1} shows more" if last < found.total else ""
    console.print(f"{shown}{more}", highlight=False)
    if played:
        moves = Table("in this position", "games", "won", "drawn", "lost", box=SIMPLE_HEAD)
        for move in played:
            moves.add_row(*map(str, move))
        console.print(moves)


def _sides(line: GameLine) -> Iterator[str]:
    """Who plays together, side by side."""
    names = {
        seat: f"{name} (imported)" if kind == "imported" else name
        for seat, (name, kind) in enumerate(zip(line.players, line.kinds, strict=True))
    }
    for side in make_game(line.game, line.options).sides:
        yield " + ".join(names.get(seat, UNKNOWN) for seat in side)


def _result(line: GameLine) -> str:
    """What each side scored, and how the game ended where the rules did not end it."""
    sides = make_game(line.game, line.options).sides if line.scores else ()
    scores = " : ".join(f"{line.scores[side[0]]:g}" for side in sides if line.scores)
    return scores if line.ending == Ending.FINISHED else f"{scores} {line.ending}".strip()
