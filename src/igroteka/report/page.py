"""The page of a run: listings, plots, and all its games, which open step by step."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from igroteka.arena.executors import process_pool
from igroteka.arena.results import MatchResult, Results, versions
from igroteka.arena.tournament_result import TournamentResult
from igroteka.contract import Json
from igroteka.report.listings import all_rows
from igroteka.report.pieces import KeptLines, pieces
from igroteka.report.plots import histogram_plot, rating_plot

WITHIN = 8_000_000
"""Bytes of game positions that a page carries itself; further games are in files beside it."""
BESIDE = 64_000_000
"""Bytes of those files; games beyond them are named with the command that opens them."""
OURS = b"take_piece("
"""How each of those files begins."""


class _Carried(NamedTuple):
    """Where games are found: those in the page by piece, and of every game the piece."""

    within: dict[int, str]
    places: dict[int, int]
    beside: int
    """Bytes in files beside the page."""


def write_page(
    result: MatchResult | TournamentResult,
    path: Path,
    file: Path,
    jobs: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> int:
    """Write the page of a finished run, whose file holds the games that can't be repeated.

    `tell` hears how many games are done. The answer is how many bytes lie in the folder beside it.
    """
    environment = Environment(
        loader=PackageLoader("igroteka.report"), autoescape=True, trim_blocks=True
    )
    beside = path.with_suffix(".games")
    carried = _carried(result, file, beside, jobs, tell)
    seatings = list(dict.fromkeys(line.players for line in result.lines))
    text = environment.get_template("page.html").render(
        title=f"{result.plan.game.name}: {result.games} {result.counted}",
        result=result,
        options=result.plan.game.options,
        versions=versions(),
        tables=all_rows(result),
        plot=Markup(_plot(result)),
        seatings=_script_json(seatings),
        games=_script_json(_listed(result, seatings, carried.places)),
        packed=_script_json(carried.within),
        run=_script_json([result.plan.run, beside.name]),
    )
    path.write_text(text, encoding="utf-8")
    return carried.beside


def _plot(result: MatchResult | TournamentResult) -> str:
    if isinstance(result, TournamentResult):
        return rating_plot(result.players, result.ratings())
    return histogram_plot(result.histogram(), "Block results")


def _listed(
    result: Results, seatings: Sequence[tuple[str, ...]], places: dict[int, int]
) -> list[Json]:
    """Every game: its number, its seating, its scores or fault, and the piece that has it.

    A game that ended where the rules had not ended it also has the word for that.
    """
    numbers = {players: number for number, players in enumerate(seatings)}
    return [
        [
            line.number,
            numbers[line.players],
            line.scores or line.fault,
            places.get(line.number),
            *([line.settled] if line.settled else []),
        ]
        for line in result.lines
    ]


def _script_json(value: Json) -> Markup:
    """JSON that can stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _carried(
    result: Results, file: Path, beside: Path, jobs: int, tell: Callable[[int], None]
) -> _Carried:
    within: dict[int, str] = {}
    places: dict[int, int] = {}
    size = outside = 0
    with process_pool(jobs) as pool:
        made = pieces(result.plan.game, result.lines, KeptLines(file), pool)
        for number, piece in enumerate(made):
            if size + len(piece.packed) <= WITHIN or not number:
                within[number] = piece.packed
                size += len(piece.packed)
            elif outside + len(piece.packed) <= BESIDE:
                size = WITHIN
                outside += len(piece.packed)
                _write_beside(result.plan.run, beside, number, piece.packed)
            else:
                break
            places |= dict.fromkeys(piece.numbers, number)
            tell(len(places))
    _remove_stale(beside, set(places.values()) - within.keys())
    return _Carried(within, places, outside)


def _write_beside(run: str, folder: Path, number: int, packed: str) -> None:
    """A script, for a page that was opened from a disk may load nothing else."""
    folder.mkdir(exist_ok=True)
    text = f"{OURS.decode()}{json.dumps(run)},{number},{json.dumps(packed)});\n"
    (folder / f"{number}.js").write_text(text, encoding="ascii")


def _remove_stale(folder: Path, written: Collection[int]) -> None:
    """Remove what a page of the same name had beside it before; what is not ours stays."""
    for file in folder.glob("*.js"):
        is_ours = file.stem.isdecimal() and file.read_bytes().startswith(OURS)
        if is_ours and int(file.stem) not in written:
            file.unlink()
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
