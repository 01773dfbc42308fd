"""`igroteka bridge lab compare`: a changed file of rules against the old one on the same deals."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.text import Text, from_data, plural

if TYPE_CHECKING:
    from igroteka.games.bridge.laboratory.comparing import ByRule, Comparison, Difference
    from igroteka.languages import Language

_New = Annotated[Path, typer.Argument(metavar="NEW", help="The changed file of bidding rules.")]
_Old = Annotated[
    Path | None, typer.Argument(metavar="OLD", help="The other one; by default the house's own.")
]
_Differing = Annotated[
    int,
    typer.Option("--differing", metavar="N", min=1, help="Go on until so many auctions differ."),
]
_Boards = Annotated[
    int, typer.Option("--boards", metavar="N", min=1, help="How many boards to bid at most.")
]
_Rows = Annotated[int, typer.Option("--rows", min=1, help="How many changes of rules to list.")]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="compare")
    def compare_command(
        new: _New,
        old: _Old = None,
        differing: _Differing = 400,
        boards: _Boards = 100_000,
        rows: _Rows = 20,
        seed: a.Seed = 1,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Bid the same deals by two files of rules, as a team match, and list what differs by rule.

        Tricks are those of double dummy.
        """
        from igroteka.cli.bridge.lab.work import Bar, results_of
        from igroteka.cli.run_plan import Workers
        from igroteka.games.bridge.laboratory.auctions import rule_file
        from igroteka.games.bridge.laboratory.comparing import ComparisonStudy, comparison
        from igroteka.languages import language_named

        say = language_named(language)
        study = ComparisonStudy(rule_file(new), rule_file(old), differing, boards, seed)
        for file in (study.new, study.old):
            assert file.system
        bar = Bar("auctions that differ", differing, lambda kept: sum(map(len, kept.values())))
        results, _ = results_of(study, Workers(jobs, dask), bar)
        found = comparison(study, results)
        if json:
            typer.echo(json_module.dumps(found.to_json(), ensure_ascii=False))
        else:
            _print(found, rows, say)


def _print(found: Comparison, rows: int, say: Language) -> None:
    from rich.console import Console
    from rich.table import Table

    heads = (Text("new rule"), Text("old rule"), Text("boards"), Text("IMPs a board"))
    table = Table(*map(say, (*heads, Text("95 % interval"))))
    for each in found.by_rule[:rows]:
        value, low, high = each.imps
        bounds = f"{low:+.1f} … {high:+.1f}" if each.boards > 1 else ""
        names = (say(from_data(each.new)), say(from_data(each.old)))
        table.add_row(*names, str(each.boards), f"{value:+.2f}", bounds)
    Console().print(table)
    for each in found.by_rule[:rows]:
        _print_example(each, say)
    for line in _summary(found):
        typer.echo(say(line))


def _print_example(each: ByRule, say: Language) -> None:
    shown = each.worst if each.imps.value < 0 else each.best
    typer.echo(say(_example_text(shown)))


def _example_text(shown: Difference) -> Text:
    return Text(
        "{imps:+d} IMPs: {board}\n  {new}: {new_contract}\n  {old}: {old_contract}",
        imps=shown.imps,
        board=shown.board,
        new=shown.auctions[0],
        new_contract=shown.contracts[0],
        old=shown.auctions[1],
        old_contract=shown.contracts[1],
    )


def _summary(found: Comparison) -> list[Text]:
    boards = plural("{count:,} board", "{count:,} boards", count=found.boards)
    return [
        Text(
            "{boards}, {count:,} with other auctions", boards=boards, count=len(found.differences)
        ),
        _figure(Text("IMPs a board for the new rules"), found.imps_a_board),
        _figure(Text("IMPs a board with other auctions"), found.imps_a_difference),
    ]


def _figure(what: Text, interval: tuple[float, float, float]) -> Text:
    value, low, high = interval
    return Text(
        "{what}: {value:+.3f} (95 % interval {low:+.3f} to {high:+.3f})",
        what=what,
        value=value,
        low=low,
        high=high,
    )
