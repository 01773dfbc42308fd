"""`igroteka reproduce`: the published figures beside ours."""

from __future__ import annotations

import json as json_module
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.contract import IgrotekaError, Json
from igroteka.registry import published
from igroteka.text import Text, listed, quoted

if TYPE_CHECKING:
    from igroteka.arena.reproduce import Judgement, Verdict
    from igroteka.basics.experiments import Experiment, Measure

SMALLEST = 1e-9
"""What is less likely is not told exactly."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def reproduce(
        game: a.GameName,
        table: Annotated[
            list[str] | None, typer.Option(help="Another table, or `all`; repeatable.")
        ] = None,
        games: Annotated[
            int | None, typer.Option(min=1, help="Games a figure; as published by default.")
        ] = None,
        seed: a.Seed = 1,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        json: a.AsJson = False,
        plot: Annotated[
            Path | None, typer.Option(metavar="FILE", help="Draw a sweep's curves as SVG.")
        ] = None,
    ) -> None:
        """Play the published experiments of a game again and judge every figure."""
        from igroteka.arena.reproduce import experiment_plan, judge, measured
        from igroteka.arena.results import Results
        from igroteka.cli.output import check_file
        from igroteka.cli.run_plan import run

        if plot:
            check_file(plot)
        told: list[Json] = []
        for experiment in _chosen(game, table or []):
            results = Results(experiment_plan(experiment, game, games, seed))
            run(results.plan, results, jobs=jobs, dask=dask)
            judgement = judge(experiment, results)
            measures = measured(experiment, results)
            if json:
                told += [_to_json(experiment, judgement), *map(_measure_json, measures)]
            else:
                _show(experiment, judgement, measures)
            if plot and len({figure.first for figure in experiment.figures}) > 2:
                _draw(judgement, plot)
        if json:
            typer.echo(json_module.dumps(told, ensure_ascii=False))


def _chosen(game: str, names: Sequence[str]) -> list[Experiment]:
    figures = published(game)
    experiments = {each.name: each for each in figures.experiments}
    wanted = list(experiments) if "all" in names else list(names) or list(figures.default)
    unknown = [name for name in wanted if name not in experiments]
    if unknown:
        raise IgrotekaError(
            Text(
                "there is no table {text}; give one of {names}",
                text=quoted(unknown[0]),
                names=listed(experiments),
            )
        )
    return [experiments[name] for name in wanted]


def _show(experiment: Experiment, judgement: Judgement, measures: Sequence[Measure]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(f"\n[bold]{experiment.title}[/bold]", highlight=False)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for head in ("first", "second"):
        table.add_column(head, overflow="fold")
    for head in ("ours", "published", "verdict"):
        table.add_column(head, justify="right", no_wrap=True)
    for verdict in judgement.verdicts:
        table.add_row(*_row(verdict))
    console.print(table)
    console.print(_conclusion(judgement), highlight=False)
    if experiment.note:
        console.print(f"Note: {experiment.note}", highlight=False, markup=False)
    for measure in measures:
        typer.echo(_measure_line(measure))


def _row(verdict: Verdict) -> list[str]:
    figure, ours, published = verdict.figure, verdict.ours, verdict.figure.published
    if published is None or verdict.deviation is None:
        score = verdict.score
        bounds = f"{score.value:.1%} [{score.low:.1%}, {score.high:.1%}]"
        return [figure.first, figure.second, str(ours), "", bounds]
    word = "agrees" if verdict.agrees else "DIFFERS"
    chance = "" if verdict.p is None else f", p {_small(verdict.p)}"
    judged = f"{verdict.deviation:+.1f}σ{chance} {word}"
    return [figure.first, figure.second, str(ours), str(published), judged]


def _conclusion(judgement: Judgement) -> str:
    if not judgement.compared:
        return f"{judgement.word.capitalize()}."
    count = len(judgement.compared)
    text = f"{judgement.outside} of {count} figures lie outside the 99.9 % interval"
    if judgement.allowed:
        text += f" (chance explains {judgement.allowed})"
    if judgement.p is not None:
        chi, freedom = judgement.chi_square, judgement.freedom
        degrees = "degree" if freedom == 1 else "degrees"
        text += (
            f"; together χ² {chi:.1f} on {freedom} {degrees} of freedom, p {_small(judgement.p)}"
        )
    return f"{text}; scores are {judgement.distance:.3f} apart beyond chance: {judgement.word}."


def _small(p: float) -> str:
    if p >= 0.001:
        return f"{p:.3f}"
    return f"{p:.0e}" if p > SMALLEST else f"below {SMALLEST:.0e}"


def _measure_line(measure: Measure) -> str:
    from igroteka.arena.reproduce import measure_agrees

    word = "agrees" if measure_agrees(measure) else "DIFFERS"
    return (
        f"{measure.name}: {measure.ours:,.0f}, published {measure.published:,.0f}, "
        f"{measure.deviation:+.1f}σ {word}"
    )


def _measure_json(measure: Measure) -> Json:
    from igroteka.arena.reproduce import measure_agrees

    return {
        "measure": measure.name,
        "ours": measure.ours,
        "published": measure.published,
        "deviation": measure.deviation,
        "agrees": measure_agrees(measure),
    }


def _to_json(experiment: Experiment, judgement: Judgement) -> Json:
    from igroteka.arena.reproduce import Word

    return {
        "table": experiment.name,
        "verdict": judgement.word.value,
        "agrees": judgement.word == Word.AGREES,
        "p": judgement.p,
        "distance": judgement.distance if judgement.compared else None,
        "outside": judgement.outside,
        "allowed": judgement.allowed,
        "chi_square": round(judgement.chi_square, 2),
        "freedom": judgement.freedom,
        "note": experiment.note,
        "figures": [
            {
                "first": verdict.figure.first,
                "second": verdict.figure.second,
                "ours": list(verdict.ours),
                "published": verdict.figure.published and list(verdict.figure.published),
                "deviation": verdict.deviation,
                "p": verdict.p,
                "agrees": verdict.agrees,
            }
            for verdict in judgement.verdicts
        ],
    }


def _draw(judgement: Judgement, path: Path) -> None:
    """The curves of a sweep: a bot's score over its first parameter, one curve a family."""
    from igroteka.basics.intervals import Interval
    from igroteka.players.spec import Spec
    from igroteka.report.plots import curve_plot, standalone

    curves: dict[str, list[tuple[float, Interval]]] = {}
    for verdict in judgement.verdicts:
        spec = Spec.parse(verdict.figure.first)
        (_, parameter), *rest = spec.arguments
        family = str(Spec(spec.name, tuple(rest)))
        curves.setdefault(family, []).append((float(parameter), verdict.score))
    path.write_text(standalone(curve_plot(curves, "Score over the parameter")), encoding="utf-8")
