"""`igroteka bridge lab ask`: which of several calls or contracts is best, found out on deals."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.contract import BadOption
from igroteka.text import NOTHING, Text, listed, one_of, plural, quoted

if TYPE_CHECKING:
    from rich.table import Table

    from igroteka.basics.intervals import Interval
    from igroteka.cli.run_plan import Workers
    from igroteka.games.bridge.laboratory.answers import Answer, Verdict
    from igroteka.games.bridge.laboratory.questions import Question
    from igroteka.languages import Language
    from igroteka.study.policies import Policy

_SHOWN_CONTRACTS = 3

_Alternatives = Annotated[
    list[str],
    typer.Argument(
        metavar="ALTERNATIVE…",
        help="Calls after the auction, like pass 2NT 3NT, bid on to the end by the rules; or "
        "contracts with their declarer, like '3NT S'.",
    ),
]
_Auction = Annotated[
    str | None,
    typer.Option(
        "--auction",
        metavar="CALLS",
        help="What was called before, like '1NT pass ?'; hands fit what the rules mean by it.",
    ),
]
_Dealer = Annotated[str, typer.Option("--dealer", metavar="SEAT", help="Who called first.")]
_Where = Annotated[
    list[str] | None,
    typer.Option(
        "--where", metavar="CONDITION", help="What deals fit, as in bridge deal; repeatable."
    ),
]
_Deals = Annotated[
    int, typer.Option("--deals", metavar="N", min=10, max=1_000_000, help="How many deals.")
]
_Scoring = Annotated[str, typer.Option("--scoring", metavar="HOW", help="imps or matchpoints.")]
_System = Annotated[
    Path | None,
    typer.Option("--system", metavar="FILE", help="A file of bidding rules; the house's own."),
]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="ask")
    def ask_command(
        alternatives: _Alternatives,
        auction: _Auction = None,
        dealer: _Dealer = "south",
        where: _Where = None,
        deals: _Deals = 500,
        scoring: _Scoring = "imps",
        system: _System = None,
        seed: a.Seed = 1,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Ask which of several calls or contracts is best on deals that fit, and when.

        Tricks are those of double dummy. What is found out is kept: the same question with more
        deals, or after a stop, goes on from there.
        """
        from igroteka.cli.run_plan import Workers
        from igroteka.games.bridge.laboratory.answers import UNITS
        from igroteka.games.bridge.laboratory.auctions import rule_file
        from igroteka.games.bridge.laboratory.questions import (
            Question,
            read_alternative,
            read_auction,
        )
        from igroteka.languages import language_named
        from igroteka.study.policies import drawn

        say = language_named(language)
        calls = None if auction is None else read_auction(auction)
        question = Question(
            tuple(read_alternative(text, calls) for text in alternatives),
            rule_file(system),
            calls,
            _seat(dealer),
            tuple(where or ()),
            deals,
            seed,
            scoring,
        )
        question.check()
        found = _found_out(question, Workers(jobs, dask))
        policy, gain = _depends(found)
        if json:
            told = {
                **found.to_json(),
                "depends_on": policy.to_json(),
                "in_words": list(drawn(policy, UNITS[found.question.scoring], say)),
                "gain": [round(bound, 3) for bound in gain],
            }
            typer.echo(json_module.dumps(told, ensure_ascii=False))
        else:
            _print(found, policy, gain, say)


def _seat(text: str) -> int:
    from igroteka.games.bridge.boards import LETTERS, SEATS

    for seat, name in enumerate(SEATS):
        if text.strip().lower() in (name.lower(), LETTERS[seat].lower()):
            return seat
    raise BadOption(
        Text(
            "{option} should be {names}, but is {text}",
            option="--dealer",
            names=one_of(SEATS),
            text=quoted(text),
        )
    )


def _found_out(question: Question, workers: Workers) -> Answer:
    from igroteka.cli.bridge.lab.work import Bar, results_of
    from igroteka.games.bridge.laboratory.answers import answer
    from igroteka.games.bridge.laboratory.deals import PIECE, DealStudy, DealtAnswer

    bar = Bar("deals", question.deals, lambda kept: min(PIECE * len(kept), question.deals))
    study = DealStudy(question)
    results, _ = results_of(study, workers, bar)
    rows = [
        DealtAnswer.of_json(row)
        for piece in study.next_pieces(results)
        for row in results[str(piece)]
    ]
    return answer(question, [row for row in rows if row.number <= question.deals])


def _depends(found: Answer) -> tuple[Policy, Interval]:
    """When which is best, and what following that gains on deals that it has not seen."""
    from igroteka.games.bridge.laboratory.answers import payoffs
    from igroteka.study.policies import grow, honest_gain

    data = payoffs(found)
    return grow(data), honest_gain(data)


def _print(found: Answer, policy: Policy, gain: Interval, say: Language) -> None:
    from rich.console import Console

    from igroteka.games.bridge.laboratory.answers import UNITS
    from igroteka.study.policies import drawn

    unit = UNITS[found.question.scoring]
    Console().print(_table(found, unit, say))
    typer.echo(say(_sentence(found.verdicts[-1], unit)))
    typer.echo()
    if policy.condition is None:
        typer.echo(say(Text("It depends on nothing that the hand shows: no question is sure.")))
        return
    typer.echo(say(Text("It depends on:")))
    for line in drawn(policy, unit, say):
        typer.echo(line)
    typer.echo(
        say(
            Text(
                "following this gains {value:.2f} {unit} a deal on unseen deals ({low:.2f} to "
                "{high:.2f})",
                value=gain.value,
                low=gain.low,
                high=gain.high,
                unit=unit,
            )
        )
    )


def _table(found: Answer, unit: Text, say: Language) -> Table:
    from rich.table import Table

    heads = (
        Text("vulnerable"),
        Text("alternative"),
        Text("score"),
        Text("{unit} against the best", unit=unit),
        Text("95 % interval"),
        Text("comes to"),
    )
    table = Table(*map(say, heads))
    for verdict in found.verdicts:
        for place, row in enumerate(_rows(verdict, say)):
            count = plural("{count:,} deal", "{count:,} deals", count=verdict.deals)
            head = (verdict.vulnerability, count, NOTHING)[min(place, 2)]
            last = place == len(verdict.estimates) - 1
            table.add_row(say(head), *row, end_section=last)
    return table


def _rows(verdict: Verdict, say: Language) -> Iterator[tuple[str, ...]]:
    for place, each in enumerate(verdict.estimates):
        value, low, high = each.against_best
        best = place == verdict.best
        yield (
            each.name,
            f"{each.score:.0f}",
            say(Text("best")) if best else f"{value:+.2f}",
            "" if best else f"{low:+.2f} … {high:+.2f}",
            ", ".join(f"{name} {share:.0%}" for name, share in each.contracts[:_SHOWN_CONTRACTS]),
        )


def _sentence(verdict: Verdict, unit: Text) -> Text:
    best = verdict.estimates[verdict.best].name
    if verdict.rivals:
        return Text(
            "{best} is best, but these deals can't tell it from {rivals}",
            best=best,
            rivals=listed(verdict.rivals),
        )
    lead = -max(
        each.against_best.value
        for place, each in enumerate(verdict.estimates)
        if place != verdict.best
    )
    return Text("{best} is best, by {lead:.2f} {unit} a deal", best=best, lead=lead, unit=unit)
