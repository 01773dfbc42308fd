"""`igroteka club simulate`: a whole evening with robots."""

from __future__ import annotations

import json as json_module
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.club.events import Kept
    from igroteka.languages import Language

GAME, SCORING, BOT = "bridge", "matchpoints", "simple"

Pairs = Annotated[int, typer.Option("--pairs", help="How many pairs.")]
Boards = Annotated[int | None, typer.Option("--boards", min=1, help="How many boards there are.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="simulate")(simulate_command)


def simulate_command(
    pairs: Pairs,
    boards: Boards = None,
    seed: a.Seed = 0,
    language: a.LanguageName = "en",
    db: a.Database = None,
    json: a.AsJson = False,
) -> None:
    """Hold an evening with robots, keep it in the archive, and print the standings."""
    from igroteka.archive import Archive
    from igroteka.club.events import Events
    from igroteka.club.movements.kinds import Plan
    from igroteka.club.simulating import Evening, simulate
    from igroteka.languages import language_named

    say = language_named(language)
    name = say(Text("Robots, {pairs} pairs, seed {seed}", pairs=pairs, seed=seed))
    plan = Plan(pairs, boards)
    plan.check()
    evening = Evening(GAME, SCORING, name, date.today(), plan, BOT, seed)
    with Archive.open(db, registry) as archive, _bar() as told:
        kept = simulate(Events(archive), evening, told)
    if json:
        typer.echo(json_module.dumps(_as_json(kept, seed), ensure_ascii=False))
    else:
        _print(kept, say)


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    """How many boards of how many are played, on the terminal's error stream."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("boards", total=None)
        yield lambda done, every: bar.update(task, completed=done, total=every)


def _as_json(kept: Kept, seed: int) -> dict[str, object]:
    results = kept.results
    return {
        "event": kept.stored.code,
        "seed": seed,
        "scoring": results.scoring.name,
        "movement": [str(each.movement.title) for each in kept.event.sections.values()],
        "deals": [kept.event.deals[board] for board in kept.event.boards],
        "rows": [
            {"round": row.round, "table": row.table, "board": row.board, "ns": list(row.sides[0]),
             "ew": list(row.sides[1]), "result": row.result}
            for row in results.rows
        ],
        "standings": [each.to_json() for each in results.standings],
    }  # fmt: skip


def _print(kept: Kept, say: Language) -> None:
    from rich.console import Console

    from igroteka.basics.explanation import shown
    from igroteka.club.event_results import line_title
    from igroteka.club.links import DIRECTOR, Role
    from igroteka.report.listings import Rows

    console = Console()
    results = kept.results
    head = [say(Text("place")), say(Text("pair")), "", say(results.scoring.unit)]
    for line in dict.fromkeys(each.line for each in results.standings):
        rows = [
            [
                each.place_text,
                str(each.contestant),
                results.names[each.contestant],
                shown(each.result),
            ]
            for each in results.standings
            if each.line == line
        ]
        title = line_title(kept.contest, line) if line else results.scoring.title
        listing = Rows(say(title), head, rows)
        console.print(f"\n{listing.title}", highlight=False, markup=False, style="bold")
        console.print(listing.to_rich())
    path = Role(DIRECTOR).path(kept.stored)
    told = Text(
        "The evening is {code}: `igroteka serve` shows it at {path}",
        code=kept.stored.code,
        path=path,
    )
    typer.echo(say(told))
