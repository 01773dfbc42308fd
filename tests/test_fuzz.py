"""Every reader keeps its promises on the inputs that fuzzing has kept; Atheris is not needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fuzz.target import CORPUS, FOUND, GROUPS, HERE, Target, TooSlow, all_targets
from igroteka.registry import formats, game_names, has_contest

TARGETS = {target.name: target for target in all_targets()}


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_keeps_its_promises(name: str) -> None:
    target = TARGETS[name]
    inputs = list(target.kept())
    assert inputs, "give it a first input"
    target.read(b"")  # what is imported or made at the first input counts for none
    for data in inputs:
        target.tried(data)


def test_what_is_kept_belongs_to_a_reader_and_is_small() -> None:
    kept = {file.stem for file in CORPUS.iterdir()} | {folder.name for folder in FOUND.iterdir()}
    assert kept <= set(TARGETS)
    assert sum(path.stat().st_size for path in CORPUS.iterdir()) < 1_000_000


def test_every_module_of_readers_is_a_group() -> None:
    there = {path.stem for path in (HERE / "readers").glob("*.py")} - {"__init__"}
    assert there == set(GROUPS)
    assert {name.partition(".")[0] for name in TARGETS} == there


def test_every_format_and_every_game_of_the_house_has_its_readers() -> None:
    own = {each for each in game_names() if f"games.{each}_notation" in TARGETS}
    assert own == {"bridge", "draughts", "durak", "substitution"}
    for game in own:
        words = {"deals", "notation", "options", "play"}
        assert {f"games.{game}_{word}" for word in words} | {f"wire.{game}"} <= set(TARGETS)
        assert (f"club.{game}_results" in TARGETS) == has_contest(game)
        assert {f"files.{each.name}" for each in formats(game)} <= {*TARGETS, "files.json"}


def test_the_page_counts_every_reader() -> None:
    page = (HERE / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| ([a-z]+\.[a-z_]+) \|", page, re.MULTILINE)) == set(TARGETS)


def test_a_broken_promise_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(data: bytes) -> None:
        int(data)

    with pytest.raises(ValueError, match="invalid literal"):
        Target("files.none", fails).tried(b"x")
    monkeypatch.setattr("fuzz.target.MOST_SECONDS", -1.0)
    with pytest.raises(TooSlow, match=r"files\.none took"):
        Target("files.none", fails).tried(b"7")


def test_inputs_are_read_in_a_fixed_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "files.none").mkdir()
    for name in ("b", "a"):
        (tmp_path / "files.none" / name).write_bytes(name.encode())
    (tmp_path / "files.none.txt").write_text("b'\\xff'\nb'c'\n")
    for place in ("CORPUS", "FOUND"):
        monkeypatch.setattr(f"fuzz.target.{place}", tmp_path)
    target = Target("files.none", list[bytes]().append)
    assert list(target.kept()) == [b"\xff", b"c", b"a", b"b"]
