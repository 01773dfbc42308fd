"""`igroteka analyse --tree`: what a bot expects before an action of a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.web.random_games import a_game

DOCS = Path(__file__).parents[2] / "docs" / "durak.md"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of durak at random."""
    return written(tmp_path, "durak")


def written(folder: Path, game: str) -> Path:
    file = folder / f"{game}.jsonl"
    file.write_text(a_game(game).to_line() + "\n", encoding="utf-8")
    return file


def test_the_example_of_the_docs_is_what_is_printed(
    igroteka: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = DOCS.read_text(encoding="utf-8")
    shown = next(each for each in page.split("```") if "--tree" in each and "★" in each)
    monkeypatch.chdir(tmp_path)
    printed = ""
    _, *commands = shown.split("$ igroteka ")
    for command in commands:
        words = command.splitlines()[0]
        done = igroteka(*words.split())
        printed = done.out
        assert done.status == 0
    assert printed.strip() == commands[-1].partition("\n")[2].strip()


def test_programs_get_the_whole_tree(igroteka: Run, record: Path) -> None:
    first = json.loads(igroteka("analyse", record, "--tree", "1", "--json").out)
    assert (first["game"], first["bot"], first["number"]) == ("durak", "robot", 1)
    assert len(first["expects"]) == 6
    assert sum(each["best"] for each in first["expects"]) == 1
    three, one = (
        json.loads(igroteka("analyse", record, "--tree", "2", "--json", "--bot", bot).out)[
            "expects"
        ]
        for bot in ("robot", "robot(depth=1)")
    )
    assert any(each["answers"] for each in three)
    assert not any(each["answers"] for each in one)
    for field in ("action", "seat", "weight", "probability", "value"):
        assert [each[field] for each in three] == [each[field] for each in one]


def test_it_is_drawn_in_russian(igroteka: Run, record: Path) -> None:
    drawn = igroteka("analyse", record, "--tree", "1", "--language", "ru").out
    assert "Чего здесь ждёт robot:" in drawn
    assert "вес" in drawn
    assert "weight" not in drawn


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("durak", "--tree", "999"), "24 actions and none with the number 999"),
        (("durak", "--tree", "0"), "24 actions and none with the number 0"),
        (("durak", "--tree", "1", "--bot", "greedy"), "greedy does not tell what it expects; ask"),
        (("draughts", "--tree", "1"), "no bot of draughts tells what it expects"),
        (
            ("draughts", "--tree", "1", "--bot", "random"),
            "random does not tell what it expects; see `igroteka analyse --help`\n",
        ),
        (("substitution", "--tree", "1"), "action 1 was made by chance"),
    ],
)
def test_what_can_not_be_shown_is_said(
    igroteka: Run, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    done = igroteka("analyse", written(tmp_path, words[0]), *words[1:])
    assert (done.status, done.out) == (2, "")
    assert sentence in done.err
