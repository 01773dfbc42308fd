"""What taking in files costs, beside how it was when every action was played several times."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from benchmarks.importing_as_it_was import take_in_as_it_was
from benchmarks.measuring import Figure
from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive.importing import Source, Stored, take_in
from igroteka.basics.randomness import Stream, draw
from igroteka.contract import CHANCE, OVER
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Format
from igroteka.records.record import Record
from igroteka.registry import format_named, make_game

GAMES = 150
TURNS = 3
FILES = (
    ("PDN", "pdn", "draughts"),
    ("PBN", "pbn", "bridge"),
    ("records of draughts", "json", "draughts"),
    ("records of durak", "json", "durak"),
    ("records of bridge", "json", "bridge"),
    ("records of substitution", "json", "substitution"),
)


def figures() -> list[Figure]:
    """Games a second of processor time, of each kind of file; the two ways take turns."""
    return [_figure(title, format_named(format), game) for title, format, game in FILES]


def _figure(title: str, format: Format, game: str) -> Figure:
    data = format.write([AnnotatedGame.plain(_played(game, seed)) for seed in range(GAMES)])
    spent = {_now: 0.0, take_in_as_it_was: 0.0}
    for _ in range(TURNS):
        for way in spent:
            spent[way] += _seconds(way, format, data.encode())
    ours, theirs = (TURNS * GAMES / seconds for seconds in spent.values())
    return Figure(f"import, {title}", "games/s", ours, "as it was", theirs)


def _now(archive: Archive, format: Format, data: bytes) -> int:
    outcomes = list(take_in(archive, format.read(data), Source.file(format)))
    assert all(isinstance(each, Stored) and each.new for each in outcomes)
    return len(outcomes)


def _seconds(way: Callable[[Archive, Format, bytes], int], format: Format, data: bytes) -> float:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        file = str(Path(folder) / "archive.sqlite")
        with Archive.open(file, registry) as archive:
            begun = time.process_time()
            assert way(archive, format, data) == GAMES
            return time.process_time() - begun


def _played(name: str, seed: int) -> Record:
    """A game at random to its end, between two of many people."""
    game, rng = make_game(name, {}), Stream(seed)
    state = game.deal(rng)
    actions = []
    while state.turn != OVER:
        chosen = draw(state.chances(), rng) if state.turn == CHANCE else rng.choice(state.actions())
        actions.append(str(chosen))
        state = state.play(chosen)
    names = tuple(f"guest {seed} {seat}" for seat in range(game.seats))
    record = Record(name, dict(game.options), names, state.deal, tuple(actions), state.scores())
    return replace(record, event={"game": seed})


if __name__ == "__main__":
    for figure in figures():
        print(figure.row(), flush=True)
