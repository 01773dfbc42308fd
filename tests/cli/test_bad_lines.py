"""Every command that reads records tells of a line that is none, and where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "{file}"),
        ("analyse", "{file}"),
        ("bridge", "tree", "{file}"),
        ("match", "bridge", "random", "random", "--deals", "{file}"),
        ("puzzles", "{file}"),
    ],
)
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"[" * 100_000, "what is said of this game is nested too deep"),
        (b"\xff", "this line is not text in UTF-8"),
    ],
)
def test_a_line_that_is_no_record_is_told_with_its_number(
    igroteka: Run, tmp_path: Path, words: tuple[str, ...], line: bytes, problem: str
) -> None:
    file = tmp_path / "played.jsonl"
    file.write_bytes(b"\n" + line)
    done = igroteka(*(word.format(file=file) for word in words))
    assert done.status == 2
    sentence, _, help = done.err.splitlines()[-1].partition("; see ")
    assert sentence == f"igroteka: {file}, line 2: {problem}"
    assert help.startswith(f"`igroteka {words[0]}")
