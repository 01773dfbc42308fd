"""The move tree has exactly as many leaves as the published tables say."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from igroteka.games.draughts.board import COLOURS, Board, start_board
from igroteka.games.draughts.fen import read_fen
from igroteka.games.draughts.movement import after, legal_paths
from igroteka.games.draughts.perft import leaves
from igroteka.games.draughts.variants import Variant, variants
from tests.cli.running import igroteka

TABLES = tomllib.loads((Path(__file__).parent / "perft" / "tables.toml").read_text())["table"]
QUICK, SLOW_TWIN = 30_000_000, 8_000


def cases(least: int, most: int) -> list[Any]:
    """Every entry of the tables with so many leaves."""
    return [
        pytest.param(table, depth, count, id=f"{table['variant']}-{table.get('fen', '')}-{depth}")
        for table in TABLES
        for depth, count in enumerate(table["leaves"], start=table["first"])
        if least <= count < most
    ]


def setup(table: dict[str, Any]) -> tuple[Variant, Board]:
    variant = variants()[table["variant"]]
    if "fen" in table:
        return variant, read_fen(variant, table["fen"])
    return variant, start_board(variant.size, COLOURS.index(variant.begins))


def slow_leaves(variant: Variant, board: Board, depth: int) -> int:
    """The same count, by the rules in plain Python."""
    paths = legal_paths(variant, board)
    if depth == 1:
        return len(paths)
    return sum(slow_leaves(variant, after(variant, board, path), depth - 1) for path in paths)


@pytest.mark.parametrize(("table", "depth", "count"), cases(0, QUICK))
def test_the_kernel_counts_the_tables(table: dict[str, Any], depth: int, count: int) -> None:
    assert leaves(*setup(table), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("table", "depth", "count"), cases(QUICK, 10**10))
def test_the_kernel_counts_the_deep_tables(table: dict[str, Any], depth: int, count: int) -> None:
    assert leaves(*setup(table), depth) == count


@pytest.mark.parametrize(("table", "depth", "count"), cases(0, SLOW_TWIN))
def test_the_rules_count_the_tables(table: dict[str, Any], depth: int, count: int) -> None:
    assert slow_leaves(*setup(table), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("table", "depth", "count"), cases(SLOW_TWIN, 200_000))
def test_the_rules_count_the_deeper_tables(table: dict[str, Any], depth: int, count: int) -> None:
    assert slow_leaves(*setup(table), depth) == count


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = "from igroteka.cli import main; main()"
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_command_counts_alike_in_two_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second process runs what the first one compiled and cached, and need not say so."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for complaint in ("Preparing draughts for the first time; about 10 s\n", ""):
        done = run("perft", "draughts", "--depth", "7", "--json")
        assert (done.returncode, done.stderr) == (0, complaint)
        assert json.loads(done.stdout)["leaves"] == 190146


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("draughts", "--depth", "3", "--variant", "banana"), "there is no variant 'banana'"),
        (("draughts", "--depth", "3", "--fen", "banana"), "is no position"),
        (("draughts", "--depth", "99"), "the depth should be from 0 to 30"),
        (("substitution", "--depth", "3"), "substitution has no perft"),
    ],
)
def test_a_wrong_count_is_refused_in_a_sentence(arguments: tuple[str, ...], why: str) -> None:
    done = igroteka("perft", *arguments)
    assert done.returncode == 2
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_importing_the_game_does_not_import_numba() -> None:
    code = "import sys, igroteka.games.draughts; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
