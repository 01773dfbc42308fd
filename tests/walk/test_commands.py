"""Every command is walked: its good lines run, its bad ones end in a sentence that leads to help.

The lines come from the docs; what is typed wrong comes from the types of options and arguments.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from igroteka.cli import app
from igroteka.contract import IgrotekaError
from igroteka.text import Text
from tests.walk.attempts import Walker
from tests.walk.bad_values import NO_FOLDER, wrong_lines
from tests.walk.command_tree import Command, Given, every_command
from tests.walk.docs_walk import PATIENCE, DocsWalk, Left, Result, is_whole, run_python
from tests.walk.recording import walked
from tests.walk.shell_lines import PAGES, ROOT, blocks
from tests.walk.typing_commands import STOPPED, unlike_a_refusal

TREE = get_command(app)
COMMANDS = every_command(TREE)
QUICK, SOON = 1.0, 0.25
"""Seconds of work for a line, and for one that may be wrong or not, before it is stopped."""
RAN = 0.5
"""The part of the lines of the docs that runs at least, the rest being read."""


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> DocsWalk:
    return DocsWalk(TREE, tmp_path_factory.mktemp("docs"), QUICK, hurried=True)


def path_of(command: Command) -> str:
    return command.path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_lines_of_the_docs_run(docs: DocsWalk, page: Path) -> None:
    results = docs.pages[page]
    for result in results:
        work = result.attempt.done.work if result.attempt else 0
        told = {
            "left": result.left and result.left.value,
            "fault": result.fault,
            "work": round(work, 1),
        }
        walked("line", str(result.line), **told)
    assert [f"{each.line}: {each.fault}" for each in results if each.fault] == []


@pytest.mark.slow
def test_every_line_of_the_docs_runs_to_its_end(tmp_path: Path) -> None:
    patient = DocsWalk(TREE, tmp_path, PATIENCE, hurried=False)
    results = list(patient.results())
    assert [f"{each.line}: {each.fault}" for each in results if each.fault] == []
    late = [str(each.line) for each in results if each.left in (Left.LATE, Left.AFTER_LATE)]
    assert late == []


def test_few_lines_of_the_docs_are_left(docs: DocsWalk) -> None:
    ways = Counter(_way(each) for each in docs.results())
    for way, count in ways.most_common():
        print(f"{count:4} {way}")
        walked("lines", way, count=count)
    assert ways["ran"] >= RAN * ways.total(), ways
    assert not ways["fault"]


def _way(result: Result) -> str:
    """How far a line came: it ran, or why it did not."""
    if result.fault or not (result.ran or result.left):
        return "fault"
    return result.left.value if result.left else "ran"


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.runs], ids=path_of)
def test_a_command_succeeds(docs: DocsWalk, command: Command) -> None:
    assert succeeds(docs, command), f"nothing that was tried with {command.path} came to its end"
    walked("command", command.path)


def succeeds(docs: DocsWalk, command: Command) -> bool:
    """Whether a command did what it is for at least once."""
    if command.listens:
        return bool(docs.listened(command))
    if docs.good(command):
        return True
    attempts = (docs.try_longer, docs.beside_others, docs.alone)
    return any(attempt(command) for attempt in attempts)


@pytest.mark.parametrize("command", COMMANDS, ids=path_of)
def test_what_is_typed_wrong_gets_a_sentence_that_leads_to_help(
    docs: DocsWalk, command: Command
) -> None:
    walker, good = docs.good(command) or (docs.walkers[PAGES[0]], {})
    assert list(faults_of(walker, command, good)) == []


def faults_of(walker: Walker, command: Command, good: Given) -> Iterator[str]:
    """What is wrong with how a command refuses what it should refuse."""
    for bad in wrong_lines(command, good):
        if command.listens and not bad.sure:
            continue
        shutil.rmtree(walker.folder / Path(NO_FOLDER).parent, ignore_errors=True)
        done = walker.run(bad.words, QUICK if bad.sure else SOON)
        if not bad.sure and done.status in (0, 1, STOPPED) and "Traceback" not in done.err:
            continue
        if done.status in (0, STOPPED) and (walker.folder / NO_FOLDER).is_file():
            continue  # the folder is made for it
        if problem := unlike_a_refusal(done, command):
            yield f"{command.path}, {bad.what}: {problem}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pieces_of_code_of_the_docs_are_read(docs: DocsWalk, page: Path) -> None:
    for block in blocks(page):
        if block.language == "python":
            ast.parse(block.text if block.text[0] != " " else f"class _:\n{block.text}")
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.text.lstrip()[:1] in ("{", "["):
            json.loads(re.sub(r",?\s*…", "", block.text))
        if is_whole(block) and block.language == "python" and "sys." not in block.text:
            assert docs.pages
            done = run_python(block, docs.walkers[page].folder)
            assert done.returncode == 0, (block.place, done.stderr)


@pytest.mark.parametrize(
    "file", sorted((ROOT / "examples").glob("*.*")), ids=lambda file: file.name
)
def test_a_page_tells_of_every_example(file: Path) -> None:
    assert any(f"examples/{file.name}" in page.read_text(encoding="utf-8") for page in PAGES)


def toy(*, careful: bool) -> typer.Typer:
    """A command line of one command, which refuses what is wrong or falls over it."""
    made = typer.Typer(add_completion=False, rich_markup_mode=None)

    @made.callback()
    def everything() -> None:
        """Commands that are there for this test."""

    @made.command()
    def count(number: int, file: Path = Path("there.txt"), word: str = "one") -> None:
        """Count."""
        if careful and not (file.is_file() and word):
            raise IgrotekaError(Text("{path} can't be read", path=file))
        assert word[0]
        file.write_text(str(number))

    return made


@pytest.mark.parametrize(("careful", "faults"), [(True, set()), (False, {"file", "word"})])
def test_a_command_that_is_added_is_walked(tmp_path: Path, careful: bool, faults: set[str]) -> None:
    tree: Any = get_command(toy(careful=careful))
    (command,) = [each for each in every_command(tree) if not each.is_group]
    (tmp_path / "there.txt").touch()
    walker = Walker(tree, tmp_path, QUICK)
    found = list(faults_of(walker, command, {"number": ["7"]}))
    assert {re.findall(r", (\w+)=", each)[0] for each in found} == faults
