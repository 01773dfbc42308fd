"""One self-contained page of a run: listings, plots, and games that open step by step."""

from __future__ import annotations

import base64
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from igroteka.arena.results import ListedGame, MatchResult, Results, TournamentResult
from igroteka.arena.worker import kernel
from igroteka.basics.randomness import Stream
from igroteka.contract import Json
from igroteka.records.record import Record, read_records
from igroteka.report.frames import replay_frames
from igroteka.report.listings import all_rows
from igroteka.report.plots import histogram_plot, rating_plot

BUDGET = 8_000_000
"""Bytes of game positions that a page may carry; further games are named with their command."""


def write_page(result: MatchResult | TournamentResult, path: Path, file: Path) -> None:
    """Write the page of a finished run; its file holds the games that can't be repeated."""
    environment = Environment(
        loader=PackageLoader("igroteka.report"), autoescape=True, trim_blocks=True
    )
    text = environment.get_template("page.html").render(
        title=f"{result.plan.game.name}: {result.games} {result.counted}",
        result=result,
        options=result.plan.game.options,
        tables=all_rows(result),
        plot=Markup(_plot(result)),
        games=_script_json([_listed(line) for line in result.lines]),
        frames=_script_json(_frames(result, file)),
    )
    path.write_text(text, encoding="utf-8")


def _plot(result: MatchResult | TournamentResult) -> str:
    if isinstance(result, TournamentResult):
        return rating_plot(result.players, result.ratings())
    return histogram_plot(result.histogram(), "Block results")


def _listed(line: ListedGame) -> Json:
    return [line.number, list(line.players), line.scores or line.fault]


def _script_json(value: Json) -> Markup:
    """JSON that can stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _frames(result: Results, file: Path) -> dict[int, str]:
    """Positions of as many games as fit, some of every pairing of seats first, compressed."""
    kept = {number: r for number, r in enumerate(read_records(file), start=1) if r.actions}
    frames: dict[int, str] = {}
    size = 0
    for line in _fairly(result.lines):
        record = kept.get(line.number) or _repeated(result, line)
        frames[line.number] = _compressed(replay_frames(result.plan.game, record)[0])
        size += len(frames[line.number])
        if size > BUDGET:
            break
    return frames


def _fairly(lines: list[ListedGame]) -> Iterator[ListedGame]:
    """One game of every seating in turn."""
    groups: dict[tuple[str, ...], list[ListedGame]] = defaultdict(list)
    for line in lines:
        groups[line.players].append(line)
    return (line for line in chain(*zip_longest(*groups.values())) if line is not None)


def _repeated(result: Results, line: ListedGame) -> Record:
    """A game that its kernel plays again, from its seeds alone."""
    game = result.plan.game
    batch = kernel(game, line.players)
    assert batch is not None, "games that no kernel plays are kept whole"
    actions = tuple(map(str, batch.actions(line.seeds)))
    deal = game.deal(Stream(line.seeds.deal)).deal
    return Record(game.name, game.options, line.players, deal, actions, line.scores)


def _compressed(frames: list[str]) -> str:
    packed = zlib.compress(json.dumps(frames, ensure_ascii=False).encode(), 9)
    return base64.b64encode(packed).decode()
