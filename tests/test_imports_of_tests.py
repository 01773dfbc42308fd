"""What tests share stands in modules of its own, so that each file of tests is run for itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("tests", "benchmarks", "fuzz", "tools")


def imported(source: str) -> Iterator[str]:
    """Every module that a piece of Python imports, or imports names from."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)


def of_tests(source: str) -> list[str]:
    """The modules of tests among them."""
    return [
        name
        for name in imported(source)
        if name.startswith("tests.") and any(part.startswith("test_") for part in name.split("."))
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_imported_from_a_module_of_tests(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    found = {file.name: of_tests(file.read_text(encoding="utf-8")) for file in files}
    assert files
    assert {name: modules for name, modules in found.items() if modules} == {}


@pytest.mark.parametrize(
    "line",
    ["import tests.a.test_b", "from tests.a.test_b import c", "from tests.a import test_b"],
)
def test_such_an_import_is_found(line: str) -> None:
    assert of_tests(f"def later():\n    {line}\n")
