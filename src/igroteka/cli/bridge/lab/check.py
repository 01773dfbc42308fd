"""`igroteka bridge lab check`: the rules of a bidding system tried one by one."""

from __future__ import annotations

import json as json_module
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from igroteka.cli import arguments as a
from igroteka.text import Text, from_data, plural

if TYPE_CHECKING:
    from igroteka.games.bridge.laboratory.checking import CheckedRule, Rival
    from igroteka.languages import Language

_File = Annotated[Path, typer.Argument(metavar="FILE", help="A file of bidding rules.")]
_Rules = Annotated[
    str,
    typer.Option(
        "--rules", metavar="A,B,…", help="Only rules whose names contain one of these words."
    ),
]
_Budget = Annotated[
    float | None,
    typer.Option(
        "--budget",
        metavar="MINUTES",
        min=0.0,
        max=100_000,
        help="Stop after so long and tell what is known; the same command goes on from there.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="check")
    def check_command(
        file: _File,
        rules: _Rules = "",
        budget: _Budget = None,
        seed: a.Seed = 1,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Try every rule in auctions where it comes up, and list those that lose to a neighbour.

        A rule gets thirty deals, and more where a sequential test can't tell yet. The call is
        compared with those of the rules that the hand is nearest to, bid to the end and scored
        double dummy.
        """
        from igroteka.cli.bridge.lab.work import Bar, results_of
        from igroteka.cli.run_plan import Workers
        from igroteka.games.bridge.laboratory.auctions import rule_file
        from igroteka.games.bridge.laboratory.checking import (
            FIRST,
            CheckStudy,
            checked,
            chosen_rules,
        )
        from igroteka.languages import language_named

        say = language_named(language)
        read = rule_file(file)
        names = [name for name in rules.split(",") if name.strip()]
        study = CheckStudy(read, chosen_rules(read, names), seed)
        bar = Bar("cases", FIRST * len(study.numbers), _cases)
        results, complete = results_of(study, Workers(jobs, dask), bar, budget)
        found = checked(study, results)
        if json:
            told = {"complete": complete, "rules": [each.to_json() for each in found]}
            typer.echo(json_module.dumps(told, ensure_ascii=False))
        else:
            _print(found, complete, say)


def _cases(results: Mapping[str, Any]) -> int:
    return sum(len(result) for key, result in results.items() if key.startswith('["judge"'))


def _print(found: Sequence[CheckedRule], complete: bool, say: Language) -> None:
    from rich.console import Console
    from rich.table import Table

    heads = (
        Text("rule"),
        Text("loses"),
        Text("times in 1000 boards"),
        Text("cases"),
        Text("to"),
        Text("IMPs a case"),
        Text("95 % interval"),
        Text("IMPs in 1000 boards"),
    )
    losing = [(each, rival) for each in found if (rival := each.worst or each.suspected)]
    table = Table(*map(say, heads))
    for each, rival in losing:
        value, low, high = rival.gain
        table.add_row(
            f"{each.number} {say(from_data(each.rule.name))}",
            say(Text("yes") if each.worst else Text("perhaps")),
            f"{each.often:.1f}",
            f"{rival.cases}/{len(each.done)}",
            say(_rival_text(rival)),
            f"{value:.2f}",
            f"{low:.2f} … {high:.2f}",
            f"{each.loss(rival):.1f}",
        )
    if losing:
        Console().print(table)
    for each, rival in losing:
        typer.echo(say(_example(each, rival)))
    for line in _summary(found, complete):
        typer.echo(say(line))


def _rival_text(rival: Rival) -> Text:
    if rival.fits:
        return Text("{rule} (fits too)", rule=from_data(rival.rule))
    return Text("{rule} (nearly fits)", rule=from_data(rival.rule))


def _example(each: CheckedRule, rival: Rival) -> Text:
    case, other = each.example(rival)
    return Text(
        "{rule}: {board}, {auction} ?\n  {call}: {contract}; {other}: {other_contract}, {imps:+d} "
        "IMPs",
        rule=from_data(each.rule.name),
        board=case.case.board,
        auction=case.auction,
        call=case.call,
        contract=case.contract,
        other=other.call,
        other_contract=other.contract,
        imps=other.imps,
    )


def _summary(found: Sequence[CheckedRule], complete: bool) -> list[Text]:
    cases = sum(len(each.done) for each in found)
    losing = sum(each.worst is not None for each in found)
    never = sum(not each.done for each in found)
    lines = [
        Text(
            "{rules} checked in {cases}; {losing} of them lose to a neighbour",
            rules=plural("{count} rule", "{count} rules", count=len(found) - never),
            cases=plural("{count:,} case", "{count:,} cases", count=cases),
            losing=losing,
        )
    ]
    if never:
        lines.append(plural("{count} rule was not tried", "{count} rules were not tried", never))
    if not complete:
        lines.append(Text("The time is over; the same command goes on from there."))
    return lines
