"""Lines of the docs are run: names of games and files are filled in, numbers are kept small."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from igroteka.registry import formats
from tests.snapshots.commands import steady
from tests.snapshots.release import games
from tests.walk.command_tree import Command, Given, Parameter, named
from tests.walk.shell_lines import ROOT
from tests.walk.supplies import archive, files, names, write_games
from tests.walk.typing_commands import REFUSED, STOPPED, Done, typed

MANY = 20
"""A number of an option that is above this is made small."""
OTHERS = 40
"""Things that are filled in before a line is given up."""
ANSWERS = ("1\n" * 300, "y\n" * 10)
"""What a person types: always the first of what may be done, or yes."""
FILE = re.compile(r"[\w./-]+\.[a-z]\w*")
NUMBERED = re.compile(r"[\w./-]+\.[a-z]\w*:\d+")
"""A game of a file."""
ABSOLUTE = re.compile(r"^/(?=\w)")
"""Files of the whole machine are kept in the folder."""


class Attempt(NamedTuple):
    """A line that was run as it stands or with things filled in."""

    command: Command
    words: Sequence[str]
    done: Done

    @property
    def succeeded(self) -> bool:
        return self.done.succeeded

    @property
    def given(self) -> Given:
        return self.command.parsed(self.words[len(self.command.names) :])


class Walker:
    """Somebody who types commands in a folder, with an archive that holds a few games."""

    def __init__(self, tree: Any, folder: Path, limit: float) -> None:
        self.tree = tree
        self.folder = folder
        self.limit = limit
        self._records: dict[str, list[Path]] = {}
        self.database = folder / "games.db"

    def prepare(self, kept: Path) -> None:
        """Lay out what the lines need: the archive, the examples, records of its games."""
        shutil.copyfile(kept, self.database)
        (self.folder / "records").mkdir()
        self._records = write_games(self.database, self.folder / "records")
        shutil.copytree(ROOT / "examples", self.folder / "examples", dirs_exist_ok=True)

    def attempt(self, words: Sequence[str], least: bool = False) -> Attempt:
        """Run a line, with all options at their least if so told; the last attempt if all fail."""
        tried: list[Attempt] = []
        late: Attempt | None = None
        small = list(_small(self.tree, [ABSOLUTE.sub("", word) for word in words]))
        if least:
            small = [each for each in small if each[1]] or small[:1]
        can_hurry = any(hurried for _, hurried in small)
        for each, hurried in small:
            if tried and hurried != (late is not None):
                continue  # with more to do it would not be quicker
            limit = self.limit if hurried == can_hurry else self.limit / 2
            tried.append(self._filled(each, limit))
            if tried[-1].succeeded:
                return tried[-1]
            late = late or (tried[-1] if tried[-1].done.late else None)
        return late or tried[-1]

    def run(self, words: Sequence[str], limit: float | None = None) -> Done:
        """Type a line as it is, and answer what it asks: with numbers, else with yes."""
        for answers in ANSWERS:
            with self.settled():
                done = typed(self.tree, words, self.folder, answers, limit or self.limit)
            if done.status != STOPPED or done.late:
                break
        return done

    def files(self) -> list[Path]:
        """The files of games that there are, of each format."""
        suffixes = {suffix for each in formats() for suffix in each.suffixes}
        return [path for each in sorted(suffixes) for path in self._of_suffix(each)]

    def filled(self, words: Sequence[str]) -> Given:
        """What a line gives its command, with the files that it names laid out."""
        command, rest = named(self.tree, words)
        for word in words:
            if FILE.fullmatch(word):
                next(self._with_files(words, word), None)
        return command.parsed([ABSOLUTE.sub("", word) for word in rest])

    def _of_suffix(self, suffix: str) -> list[Path]:
        return [*files(suffix), *self._records.get(suffix, ())]

    @contextmanager
    def settled(self) -> Iterator[None]:
        """What is started inside works in the folder, on the archive that is there."""
        with steady(self.folder), pytest.MonkeyPatch.context() as patch:
            patch.setenv("IGROTEKA_DB", str(self.database))
            yield

    def _filled(self, words: Sequence[str], limit: float) -> Attempt:
        """Run a line; where it complains of a file or of a name, with another one instead."""
        command, _ = named(self.tree, words)
        done = self.run(words, limit)
        for other in islice(self._others(words, done), OTHERS):
            again = self.run(other, limit)
            if again.status in (0, STOPPED):
                return Attempt(command, other, again)
        return Attempt(command, words, done)

    def _others(self, words: Sequence[str], done: Done) -> Iterator[list[str]]:
        """The line with what it complains of replaced."""
        if done.status != REFUSED:
            return
        for word in named(self.tree, words)[1]:
            if FILE.fullmatch(word):
                yield from self._with_files(words, word)
            elif NUMBERED.fullmatch(word):
                yield [f"{word.rpartition(':')[0]}:1" if each == word else each for each in words]
            elif word.isdecimal():
                for number in games(self.database):
                    yield [str(number) if each == word else each for each in words]
            elif _is_named(word, done.err):
                for name in dict.fromkeys(names(self.database)):
                    yield [name if each == word else each for each in words]

    def _with_files(self, words: Sequence[str], word: str) -> Iterator[list[str]]:
        path = self.folder / ABSOLUTE.sub("", word)
        for file in self._of_suffix(path.suffix):
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, path)
            inside = str(path.relative_to(self.folder))
            yield [inside if each == word else each for each in words]


def _is_named(word: str, complaint: str) -> bool:
    return bool(
        re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", complaint.partition("; see `")[0])
    )


def _small(tree: Any, words: Sequence[str]) -> Iterator[tuple[list[str], bool]]:
    """The line with little work, as little as its options allow; then nearer to what it says.

    What is hurried by options that it does not have is for a line that takes too long.
    """
    command, rest = named(tree, words)
    try:
        given = command.parsed(rest)
    except Exception:
        yield list(words), False
        return
    least, small = _least(command), smallest(command, given)
    capped = {name: _capped(command, name, value) for name, value in given.items()}
    others = {name: value for name, value in given.items() if name not in least}

    def line(wanted: Given) -> list[str]:
        """As it stands if that is what it says."""
        return list(words) if wanted == given else command.written(wanted)

    lines = [
        (line(small), False),
        (line({**least, **others}), True),
        (line(capped), False),
        (list(words), False),
    ]
    known = [each for each, _ in lines]
    yield from (each for place, each in enumerate(lines) if each[0] not in known[:place])


def smallest(command: Command, given: Given) -> Given:
    """The same with the least number that each option allows."""
    least = _least(command)
    return {name: least.get(name, value) for name, value in given.items()}


def _least(command: Command) -> dict[str, list[str]]:
    return {
        each.name: [low]
        for each in command.parameters
        if each.is_option and not each.is_port and (low := each.lowest()) is not None
    }


def _capped(command: Command, name: str, value: Sequence[str]) -> Sequence[str]:
    parameter = next(each for each in command.parameters if each.name == name)
    if not parameter.is_option or parameter.kind not in (int, float):
        return value
    return [str(MANY) if _number(each) > MANY else each for each in value]


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        return 0.0


__all__ = ["Attempt", "Parameter", "Walker", "archive"]
