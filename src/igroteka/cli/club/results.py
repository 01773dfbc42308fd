"""`igroteka club results`: a file of results counted, ranked and explained."""

from __future__ import annotations

import json as json_module
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.contract import BadOption, IgrotekaError, Json
from igroteka.text import Text, joined, one_of, quoted

if TYPE_CHECKING:
    from igroteka.basics.explanation import Explanation
    from igroteka.club.standings import Results
    from igroteka.languages import Language
    from igroteka.records.contest import Row
    from igroteka.report.listings import Rows as Listing

GAME = "bridge"
LINES = ("NS", "EW")
APART = 10_000
"""What is added to the numbers of East–West, where two lines have the same numbers."""

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE.csv",
        help="Lines of board, ns, ew, contract, declarer, lead, tricks, score, adjusted_ns, "
        "adjusted_ew, the first one naming these columns; or a .pbn file with score tables.",
    ),
]
ScoringName = Annotated[
    str,
    typer.Option(
        "--scoring", help="matchpoints, cross-imps, butler, imps (teams), vp or compensation."
    ),
]
Winners = Annotated[
    str, typer.Option("--winners", help="one, or two where North–South and East–West are lines.")
]
Datum = Annotated[str, typer.Option("--datum", help="Of Butler: mean, median or trimmed.")]
Explain = Annotated[
    str | None,
    typer.Option(
        "--explain",
        metavar="PAIR | BOARD:PAIR",
        help="Tell how the figure of a pair came about; EW4 is pair 4 of the line East–West.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="results")(results_command)


def results_command(
    file: File,
    scoring: ScoringName = "matchpoints",
    winners: Winners = "one",
    datum: Datum = "mean",
    explain: Explain = None,
    language: a.LanguageName = "en",
    json: a.AsJson = False,
) -> None:
    """Count a session's results: standings, travellers, and how a figure came about."""
    from igroteka.languages import language_named

    say = language_named(language)
    results = _results(file, scoring, winners, datum, say)
    if explain is not None:
        typer.echo("\n".join(map(say, _explained(results, explain).lines())))
    elif json:
        typer.echo(json_module.dumps(_as_json(results), ensure_ascii=False))
    else:
        _print(results, say)


def _results(file: Path, scoring: str, winners: str, datum: str, say: Language) -> Results:
    from igroteka.cli.arguments import read_bytes
    from igroteka.club.rounds import with_rounds
    from igroteka.club.standings import Results
    from igroteka.games.bridge.contest.csv_rows import read_rows
    from igroteka.games.bridge.contest.pbn_rows import read_tables
    from igroteka.registry import contest

    game = contest(GAME)
    way = game.scoring(scoring)
    next(each for each in game.settings if each.name == "datum").check(datum)
    two = _two_lines(winners)
    data = read_bytes(file)
    read = read_tables if file.suffix.lower() == ".pbn" else read_rows
    try:
        reading = read(data, imps=scoring != "matchpoints", two_lines=two)
    except IgrotekaError as error:
        raise IgrotekaError(Text("{path}: {reason}", path=file, reason=error.sentence)) from error
    for warning in reading.warnings:
        typer.echo(say(Text("{path}: {reason}", path=file, reason=warning)), err=True)
    rows = with_rounds(reading.rows, way)
    if scoring == "compensation" and not all(row.deal for row in rows):
        raise IgrotekaError(
            Text("{path}: the compensation table needs the cards, in a column deal", path=file)
        )
    if two:
        rows = [row._replace(sides=(row.sides[0], _raised(row.sides[1]))) for row in rows]
    settings = {"datum": datum}
    return Results(game, way, rows, settings=settings, lines=_lines(rows, two), names=_names(rows))


def _two_lines(winners: str) -> bool:
    if winners not in ("one", "two"):
        raise BadOption(
            Text(
                "{option} should be {names}, but is {text}",
                option="--winners",
                names=one_of(("one", "two")),
                text=quoted(winners),
            )
        )
    return winners == "two"


def _raised(side: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(APART + each for each in side)


def _lines(rows: Iterable[Row], two: bool) -> dict[int, str]:
    sitting = ((each, at) for row in rows for at, side in enumerate(row.sides) for each in side)
    return {each: LINES[at] for each, at in sitting} if two else {}


def _names(rows: Iterable[Row]) -> dict[int, str]:
    """What East–West are called, whose numbers were raised."""
    raised = {each for row in rows for each in row.sides[1] if each > APART}
    return {each: f"{LINES[1]}{each - APART}" for each in raised}


def _number(contestant: int) -> int:
    """The number as the file has it."""
    return contestant % APART


def _explained(results: Results, wanted: str) -> Explanation:
    """How the figure that a user names came about. Raises `BadOption` if there is none."""
    match = re.fullmatch(r"(?:(\d+)\s*:\s*)?(NS|EW)?\s*(\d+)", wanted.strip(), re.IGNORECASE)
    if match:
        number = int(match[3])
        if (match[2] or "").upper() == LINES[1] or number not in results.everybody:
            number = max(number, number + APART * (APART + number in results.everybody))
        if number in results.everybody and not match[1]:
            return results.explain(number)
        for at, row in enumerate(results.rows):
            for side in (0, 1):
                if number in results.members(row.sides[side]) and row.board == int(match[1] or 0):
                    return results.explain_row(at, side)
    raise BadOption(
        Text(
            "--explain {text} should be a pair of the file like 3, or a board that it played like "
            "5:3",
            text=wanted,
        )
    )


def _as_json(results: Results) -> Json:
    from igroteka.club.standings import number

    points = results.contest.points(results.scoring, results.rows, results.settings)
    boards: dict[int, list[Json]] = {}
    for row, worth, share in zip(results.rows, points, results.worths, strict=True):
        found = {
            "ns": _side(row.sides[0]),
            "ew": _side(row.sides[1]),
            "score": _score(row),
            "result_ns": number(worth[0]),
            "result_ew": number(worth[1]),
            "result": row.result,
        }
        if results.scoring.name == "matchpoints":
            found |= {"percent_ns": number(share[0]), "percent_ew": number(share[1])}
        boards.setdefault(row.board, []).append(found)
    return {
        "scoring": results.scoring.name,
        "unit": str(results.scoring.unit),
        "boards": [{"board": board, "rows": boards[board]} for board in sorted(boards)],
        "standings": [
            {**each.to_json(), "pair": _number(each.contestant)} for each in results.standings
        ],
    }


def _side(side: tuple[int, ...]) -> int | list[int]:
    numbers = [_number(each) for each in side]
    return numbers[0] if len(numbers) == 1 else numbers


def _score(row: Row) -> int | None:
    from igroteka.games.bridge.boards import vulnerability_of
    from igroteka.games.bridge.scoring.table_results import read_entry

    return read_entry(row.result, vulnerability_of(row.board)).score


def _print(results: Results, say: Language) -> None:
    """Standings, one listing a line, then the traveller of every board."""
    from rich.console import Console

    console = Console()
    for listing in (*_standing_listings(results, say), *_traveller_listings(results, say)):
        console.print(f"\n{listing.title}", highlight=False, markup=False, style="bold")
        console.print(listing.to_rich())


def _standing_listings(results: Results, say: Language) -> Iterator[Listing]:
    from igroteka.basics.explanation import shown
    from igroteka.report.listings import Rows

    titles = dict(zip(LINES, results.contest.sides, strict=True))
    unit = say(results.scoring.unit)
    number = Text("team") if results.scoring.of_teams else Text("pair")
    head = [say(Text("place")), say(number), unit, say(Text("boards"))]
    for line in dict.fromkeys(each.line for each in results.standings):
        lines = [
            [
                each.place_text,
                str(_number(each.contestant)),
                shown(each.result),
                str(each.boards),
            ]
            for each in results.standings
            if each.line == line
        ]
        title = titles[line] if line else results.scoring.title
        yield Rows(say(title), head, lines)


def _traveller_listings(results: Results, say: Language) -> Iterator[Listing]:
    from igroteka.report.listings import Rows

    game = results.contest
    points = game.points(results.scoring, results.rows, results.settings)
    columns = [say(column.title) for column in game.columns]
    head = [say(Text("NS")), say(Text("EW")), *columns, say(Text("NS")), say(Text("EW"))]
    for board in sorted({row.board for row in results.rows}):
        lines = [
            [
                *("+".join(str(_number(each)) for each in side) for side in row.sides),
                *map(say, game.cells(board, row.result)),
                *map(_figure, worth),
            ]
            for row, worth in zip(results.rows, points, strict=True)
            if row.board == board
        ]
        title = joined(", ", (game.board_title(board), game.board_note(board)))
        yield Rows(say(title), head, lines)


def _figure(figure: Fraction | None) -> str:
    from igroteka.basics.explanation import shown

    return "–" if figure is None else shown(figure)
