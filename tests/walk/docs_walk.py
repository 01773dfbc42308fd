"""The lines of the docs run once, page by page, each page in a folder and an archive of its own."""

from __future__ import annotations

import ast
import builtins
import subprocess
import sys
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cached_property
from itertools import islice, product
from pathlib import Path
from typing import Any, NamedTuple

from igroteka.registry import game_names
from tests.walk.attempts import OTHERS, Attempt, Walker, smallest
from tests.walk.command_tree import PROGRAM, Command, Given, Parameter, every_command, named
from tests.walk.listening import HOST, may_reach, opened
from tests.walk.shell_lines import PAGES, ROOT, Block, Line, blocks, shell_lines
from tests.walk.supplies import archive

SERVERS = ("postgresql:", "tcp:")
"""Beginnings of addresses at which another program has to be."""
SHORT = 0.5
"""Seconds of work after which a line that is like one before need not be run again."""
PATIENCE = 300.0
"""Seconds of work for a command of which no line has come to its end before."""


class Left(Enum):
    """Why a line did not come to its end."""

    OTHER_PROGRAM = "is another program"
    BESIDE = "is run beside a command that listens"
    LISTENS = "listens, and is opened apart"
    NEEDS_LISTENER = "needs somebody who listens"
    NEEDS_SERVER = "needs the server of another program"
    NEEDS_INSTALLED = "needs what a line before installs"
    ALIKE = "is like one before, and slow"
    LATE = "has too much to do"
    AFTER_LATE = "needs what a line before had too much to do for"


class Result(NamedTuple):
    """What came of a line: it ran, or why it was left."""

    line: Line
    attempt: Attempt | None = None
    left: Left | None = None
    fault: str = ""

    @property
    def ran(self) -> bool:
        """Whether it came to its end by itself, and all was well."""
        return not (self.left or self.fault) and (self.attempt is None or self.attempt.succeeded)


class DocsWalk:
    """Somebody who types what the docs say; a line like one that ran is only read if in a hurry."""

    def __init__(self, tree: Any, folder: Path, limit: float, hurried: bool) -> None:
        self.tree = tree
        self._folder = folder
        self._limit = limit
        self._hurried = hurried
        self._seen: dict[object, float] = {}
        self._kept = archive(folder / "kept.db")

    @cached_property
    def pages(self) -> dict[Path, list[Result]]:
        """What came of each page's lines."""
        self.walkers: dict[Path, Walker] = {}
        return {page: list(self._page(page)) for page in PAGES}

    def results(self) -> Iterator[Result]:
        """What came of all lines."""
        for results in self.pages.values():
            yield from results

    def good(self, command: Command) -> tuple[Walker, Given] | None:
        """A line of a command that succeeded, the quickest, and who typed it."""
        found = [
            (result.attempt.done.work, page, result.attempt)
            for page, results in self.pages.items()
            for result in results
            if result.attempt
            and result.attempt.command.names == command.names
            and result.attempt.succeeded
        ]
        if not found:
            return None
        _, page, attempt = min(found, key=lambda each: each[0])
        return self.walkers[page], attempt.given

    def try_longer(self, command: Command) -> Attempt | None:
        """Give a line of a command that went on for too long the time that it needs."""
        for page, results in self.pages.items():
            for result in results:
                if result.attempt and result.attempt.command.names == command.names:
                    walker = self.walkers[page]
                    walker.limit = PATIENCE
                    attempt = walker.attempt(result.line.words[1:], least=True)
                    walker.limit = self._limit
                    if attempt.succeeded:
                        return attempt
        return None

    def alone(self, command: Command) -> Attempt | None:
        """Try a command that no line of the docs has with what its arguments may be."""
        walker = self.walkers[PAGES[0]]
        needed = [each for each in command.parameters if each.node.required]
        for values in islice(product(*(_examples(each, walker) for each in needed)), OTHERS):
            given = {each.name: [value] for each, value in zip(needed, values, strict=True)}
            done = walker.run(command.written(given), PATIENCE)
            if done.status == 0:
                return Attempt(command, command.written(given), done)
        return None

    def listened(self, command: Command) -> bool:
        """Open a command as a line of the docs does, and close it; whether that went well."""
        return any(self._opened(result, command) for result in self._lines_of(command))

    def beside_others(self, command: Command) -> Attempt | None:
        """Try a line that needs somebody who listens beside each that does."""
        waiting = [each for each in self._lines_of(command) if each.left is Left.NEEDS_LISTENER]
        for result in waiting:
            walker = self.walkers[result.line.block.page]
            for other in every_command(self.tree):
                for listening in self._lines_of(other) if other.listens else ():
                    words = list(result.line.words[1:])
                    if not may_reach(other, words):
                        continue
                    there = walker.filled(listening.line.words[1:])
                    with opened(other, smallest(other, there), walker) as place:
                        done = walker.run(place.reached(words), PATIENCE)
                        place.settle()
                    if done.status == 0:
                        return Attempt(command, words, done)
        return None

    def _lines_of(self, command: Command) -> list[Result]:
        return [
            result
            for result in self.results()
            if result.line.words[0] == PROGRAM
            and named(self.tree, result.line.words[1:])[0].names == command.names
        ]

    def _opened(self, result: Result, command: Command) -> bool:
        walker = self.walkers[result.line.block.page]
        with opened(command, smallest(command, walker.filled(result.line.words[1:])), walker) as it:
            for line in shell_lines(result.line.block):
                if line.words[0] == "python3":
                    run_beside(it.reached(line.words), walker.folder)
                    it.settle()
        return True

    def _page(self, page: Path) -> Iterator[Result]:
        folder = self._folder / page.stem
        folder.mkdir()
        walker = self.walkers[page] = Walker(self.tree, folder, self._limit)
        walker.prepare(self._kept)
        installs = stopped = False
        for block in blocks(page):
            if block.language == "python" and is_whole(block):
                save_classes(block, folder)
            for line in shell_lines(block):
                result = self._typed(walker, line)
                if result.attempt and not result.attempt.succeeded and installs:
                    result = Result(line, left=Left.NEEDS_INSTALLED)
                if result.fault and stopped:
                    result = Result(line, left=Left.AFTER_LATE)
                stopped |= result.left is Left.LATE
                installs |= "install" in line.words
                yield result

    def _typed(self, walker: Walker, line: Line) -> Result:
        program, *words = line.words
        if program == "make":
            done = subprocess.run(["make", "-n", *words], cwd=ROOT, capture_output=True, text=True)
            return Result(line, fault=done.stderr if done.returncode else "")
        if program == "python3" and words[0].endswith(".py"):
            there = (walker.folder / words[0]).exists()
            return Result(line, left=Left.BESIDE, fault="" if there else "no such file")
        if program != PROGRAM:
            return Result(line, left=Left.OTHER_PROGRAM)
        command, rest = named(self.tree, words)
        try:
            given = command.parsed(rest)
        except Exception as error:
            return Result(line, fault=str(error))
        if command.listens:
            return Result(line, left=Left.LISTENS)
        if any(word.startswith(SERVERS) for word in words):
            return Result(line, left=Left.NEEDS_SERVER)
        kind = (command.names, frozenset(given))
        if self._hurried and self._seen.get(kind, 0.0) > SHORT:
            return Result(line, left=Left.ALIKE)
        if any(map(HOST.search, words)):
            return Result(line, left=Left.NEEDS_LISTENER)
        attempt = walker.attempt(words)
        if attempt.succeeded or attempt.done.late:
            self._seen[kind] = attempt.done.work
        return Result(line, attempt, Left.LATE if attempt.done.late else None, _fault(attempt))


def _examples(parameter: Parameter, walker: Walker) -> list[str]:
    """What an argument may be."""
    if issubclass(parameter.kind, Path):
        return list(map(str, walker.files()))
    return ["1"] if parameter.kind in (int, float) else [*game_names(), "1"]


def run_beside(words: Sequence[str], folder: Path) -> None:
    """Run a program of the examples until it is over."""
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, (words, done.stderr)


def _fault(attempt: Attempt) -> str:
    if attempt.succeeded or attempt.done.late:
        return ""
    return f"status {attempt.done.status}: {attempt.done.err[-400:]}"


def is_whole(block: Block) -> bool:
    """Whether a piece of Python defines every name that it uses."""
    try:
        nodes = list(ast.walk(ast.parse(block.text)))
    except SyntaxError:
        return False
    known = set(dir(builtins)) | {"__name__", "__file__"}
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            known |= {(each.asname or each.name).partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            known.add(node.name)
        elif isinstance(node, ast.arg):
            known.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            known.add(node.id)
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    return used <= known


def save_classes(block: Block, folder: Path) -> None:
    """Keep a piece of Python as the file that bears the name of its class."""
    for node in ast.parse(block.text).body:
        if isinstance(node, ast.ClassDef):
            (folder / f"{node.name.lower()}.py").write_text(block.text, encoding="utf-8")


def run_python(block: Block, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a piece of Python as a program of its own, in the folder of its page."""
    file = folder / "example_of_the_docs.py"
    file.write_text(block.text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, file.name], cwd=folder, input="", capture_output=True, text=True
    )
