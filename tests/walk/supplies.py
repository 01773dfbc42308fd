"""What lines of the docs are filled in with: files by their suffix, an archive, and its names."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

from igroteka import registry
from igroteka.archive import Archive, queries
from igroteka.archive.importing import Source, Stored, take_in
from igroteka.arena.match import Match
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player_here
from igroteka.contract import IgrotekaError
from igroteka.records.annotations import AnnotatedGame
from igroteka.registry import formats, game_names, make_game
from tests.snapshots.release import ARCHIVE, games
from tests.walk.shell_lines import ROOT

FOLDERS = ("examples", "tests", "src")
"""Where files are looked for, best first."""
BROKEN = ("wrong", "__pycache__", "node_modules")
AT_RANDOM = "random"
"""The bot that every game has."""
SPOILT = b"\n\xff 1. nonsense {\n"
CHOICES = 5
"""Files of a suffix that are tried, each of another folder."""
LONGEST_GAMES = """select game, max(moves), id from (
  select games.game, games.id, max(ordinal) as moves from games join moves on game_id = games.id
  where games.ending != 'unfinished' or games.game in (select game from games group by game
    having sum(ending != 'unfinished') = 0)
  group by games.id) group by game"""
NAMING = ("code", "name")
"""Columns of the archive by whose values things are called."""


@cache
def files(suffix: str) -> tuple[Path, ...]:
    """A few files of the project that end so, each from another folder, the examples first."""
    found: dict[Path, Path] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
            if not set(BROKEN) & set(path.parts) and path.is_file():
                found.setdefault(path.parent, path)
    return tuple(found.values())[:CHOICES]


def games_of_all_formats() -> Iterator[tuple[str, bytes]]:
    """A file of each format that games are read from, whole and cut off in the middle of a game."""
    suffixes = {each.suffixes[0] for game in game_names() for each in formats(game)}
    for suffix in sorted(suffixes):
        for path in files(suffix)[:1]:
            content = path.read_bytes()
            yield path.name, content
            yield path.name, content[: len(content) * 2 // 3] + SPOILT


def archive(path: Path) -> Path:
    """An archive with games that are over and games that go on, as this version keeps them."""
    shutil.copyfile(ARCHIVE, path)
    Archive.open(str(path), registry).close()
    return path


def longest_games(path: Path) -> list[tuple[str, int, int]]:
    """Of each game the longest that was played to its end: its name, its moves, its number."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(LONGEST_GAMES).fetchall()


def played(path: Path, game: str, options: Mapping[str, str]) -> tuple[int, int]:
    """Play a whole game at random and keep it: its number, and its moves."""
    rules = make_game(game, dict(options))
    players = [make_player_here(game, AT_RANDOM) for _ in range(rules.seats)]
    names = [f"Vera {seat}" for seat in range(rules.seats)]
    record = Match(rules, players, names, Seeds.of_game(1, 0, rules.seats)).play()
    with Archive.open(str(path), registry) as opened:
        (stored,) = take_in(opened, [AnnotatedGame.plain(record)], Source("import"))
    assert isinstance(stored, Stored)
    return stored.id, len(record.actions or ())


def write_games(path: Path, folder: Path) -> dict[str, list[Path]]:
    """All its games as records, a file for each game that is played; by their suffix."""
    written: dict[str, Path] = {}
    with Archive.open(str(path), registry) as opened:
        for number, game in games(path).items():
            try:
                line = opened.read(queries.record, number).to_line()
            except IgrotekaError:
                continue
            file = written.setdefault(game, folder / f"{game}{registry.RECORDS.suffixes[0]}")
            with file.open("a", encoding="utf-8") as records:
                records.write(f"{line}\n")
    return {registry.RECORDS.suffixes[0]: list(written.values())}


def names(path: Path) -> Iterator[str]:
    """What the things of an archive are called, events by their codes and people by their names."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("select name from sqlite_master where type = 'table'")
        for (table,) in tables.fetchall():
            columns = [row[1] for row in connection.execute(f'pragma table_info("{table}")')]
            for column in NAMING:
                if column in columns:
                    rows = connection.execute(f'select "{column}" from "{table}"')
                    yield from (str(name) for (name,) in rows.fetchall() if name)
