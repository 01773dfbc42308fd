"""What the scoring commands share: their arguments, and how they show a derived figure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from igroteka.contract import IgrotekaError
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.basics.explanation import Explanation
    from igroteka.games.bridge.boards import Board
    from igroteka.games.bridge.scoring.entries import Entry, Worth

NEGATIVE_NUMBERS = {"ignore_unknown_options": True}
"""Settings of a command whose arguments may be negative numbers."""

Scores = Annotated[
    list[str],
    typer.Argument(
        metavar="SCORE…",
        help="What each table got: points of North–South like 420 or -50, or a result like "
        "'4S N ='; 60/40 for artificial scores, '50% 420; 50% -50' for a weighted one, "
        "'420 | -50' where the sides get different ones, - for a table without a score; "
        "a:420 for a version of a fouled board.",
    ),
]
Vulnerable = Annotated[str, typer.Option("--vul", help="Who is vulnerable: none, ns, ew or all.")]


def show(told: Explanation, language: str, as_json: bool, facts: Mapping[str, Any]) -> None:
    """Print a figure with its steps, or one JSON object with these facts beside them."""
    from igroteka.languages import language_named

    say = language_named(language)
    if as_json:
        found = {**facts, "figure": number(told.figure), "title": say(told.title)}
        found["steps"] = [
            {"text": say(step.text), "amount": number(step.amount)} for step in told.steps
        ]
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        typer.echo("\n".join(map(say, told.lines())))


def number(figure: float | Fraction | None) -> float | int | None:
    """A figure as JSON has it."""
    if figure is None:
        return None
    return int(figure) if figure == int(figure) else round(float(figure), 4)


def read_entries(scores: Sequence[str], vul: str) -> list[Entry]:
    """The tables of a board as a user types them."""
    from igroteka.games.bridge.scoring.table_results import read_entry

    return [read_entry(text, vulnerability(vul)) for text in scores]


def vulnerability(text: str) -> int:
    """Who is vulnerable, as in `Board.vulnerability`. Raises `IgrotekaError`."""
    from igroteka.games.bridge.boards import VULNERABILITIES

    known = {name.lower(): bits for bits, name in enumerate(VULNERABILITIES)}
    known["both"] = known["all"]
    if text.lower() not in known:
        raise IgrotekaError(Text("--vul {text} should be none, ns, ew or all", text=text))
    return known[text.lower()]


def show_board(
    scores: Sequence[str],
    worths: Sequence[Worth],
    explain: Callable[[int], Explanation],
    language: str,
    as_json: bool,
) -> None:
    """Print what every table gets, with the steps of North–South; or one JSON object."""
    from igroteka.languages import language_named

    say = language_named(language)
    if as_json:
        tables = [
            {"result": text, "ns": number(worth.ns), "ew": number(worth.ew)}
            for text, worth in zip(scores, worths, strict=True)
        ]
        typer.echo(json.dumps({"tables": tables}, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    from igroteka.basics.explanation import shown

    table = Table(*map(say, (Text("table"), Text("result"), Text("NS"), Text("EW"))))
    for at, (text, worth) in enumerate(zip(scores, worths, strict=True), start=1):
        cells = ["–" if figure is None else shown(figure) for figure in (worth.ns, worth.ew)]
        table.add_row(str(at), text, *cells)
    Console().print(table)
    for at, worth in enumerate(worths):
        if worth.ns is not None:
            lines = "\n".join(map(say, explain(at).lines()))
            typer.echo(f"{at + 1}. {lines}")


def board_head(board: Board) -> Text:
    """A board's number, dealer and vulnerability."""
    from igroteka.games.bridge.boards import SEATS, VULNERABILITIES

    return Text(
        "Board {number}, dealer {dealer}, vulnerable: {vulnerable}",
        number=board.number,
        dealer=SEATS[board.dealer],
        vulnerable=VULNERABILITIES[board.vulnerability],
    )
