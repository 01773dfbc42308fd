"""Names of modules that stand in texts are names of modules that are there."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

import igroteka
from igroteka.basics.manifest import Manifest, load
from igroteka.registry import _manifests, game_names, page_files

ROOT = Path(__file__).parents[1]
NAME = re.compile(r"(?<![\w./-])igroteka(?:\.(?:\w+|\*))+(?::\w+)?")
TEXTS = (
    *("README.md", "Makefile", "pyproject.toml", ".ci/run", "benchmarks/README.md"),
    *map(str, ROOT.glob("docs/*.md")),
)
CODE = ("src", "tests", "benchmarks", "examples", "tools")
NO_MODULES = {"igroteka.rules", "igroteka.connect"}
"""Keys of the archive's connections and of a log."""


@cache
def modules() -> frozenset[str]:
    return frozenset(each.name for each in pkgutil.walk_packages(igroteka.__path__, "igroteka."))


def names_in_texts() -> Iterator[tuple[str, str]]:
    for text in TEXTS:
        for name in NAME.findall((ROOT / text).read_text(encoding="utf-8")):
            yield name, text


def names_in_strings() -> Iterator[tuple[str, str]]:
    for folder in CODE:
        for path in sorted({*(ROOT / folder).rglob("*.py")} - {Path(__file__)}):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    for name in NAME.findall(node.value):
                        yield name, str(path.relative_to(ROOT))


@pytest.mark.parametrize("text", ["Makefile", "README.md", ".ci/run"])
def test_every_module_that_is_run_is_there(text: str) -> None:
    run = re.findall(r"python3? -m ([\w.]+)", (ROOT / text).read_text(encoding="utf-8"))
    assert [name for name in run if importlib.util.find_spec(name) is None] == []


def is_there(name: str) -> bool:
    """Whether it is a module, something in one, or a pattern that fits one."""
    if "*" in name:
        return any(fnmatchcase(each, name) for each in modules())
    if name in modules():
        return True
    module, _, attribute = name.replace(":", ".").rpartition(".")
    return module in {"igroteka", *modules()} and hasattr(
        importlib.import_module(module), attribute
    )


def test_every_dotted_name_is_there() -> None:
    found = {*names_in_texts(), *names_in_strings()}
    assert len({name for name, _ in found}) > 20
    assert [
        (n, place) for n, place in sorted(found) if n not in NO_MODULES and not is_there(n)
    ] == []


def test_a_name_that_is_not_there_is_noticed() -> None:
    assert not is_there("igroteka.web.live")
    assert not is_there("igroteka.registry:nothing")
    assert not is_there("igroteka.games.*.sight")


FOR_PAGES = (".js", ".css", ".svg")


def names_of(manifest: Manifest) -> Iterator[str]:
    """Everything that a manifest would have imported when it is asked for."""
    yield manifest.game
    yield from manifest.bots.values()
    yield from manifest.formats
    yield from manifest.exercises.values()
    single = (manifest.batch, manifest.endgame_tables, manifest.perft, manifest.published)
    yield from filter(None, single)


@pytest.mark.parametrize("game", game_names())
def test_everything_that_a_manifest_names_is_there(game: str) -> None:
    manifest = _manifests()[game]
    assert all(load(name) is not None for name in names_of(manifest))
    files = [*manifest.pages, manifest.lessons, manifest.locale and f"{manifest.locale}/ru.po"]
    assert all(manifest.file(file).is_file() for file in files if file)


@pytest.mark.parametrize("game", game_names())
def test_pages_find_all_that_lies_in_a_game_s_folder_for_them(game: str) -> None:
    lying = {file.name for file in _manifests()[game].file().iterdir()}
    assert page_files(game).keys() == {name for name in lying if name.endswith(FOR_PAGES)}
    assert page_files("nothing") == {}
