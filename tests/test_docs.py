"""The docs tell the truth: commands, options, bots, files and examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from igroteka.cli.reference import reference
from igroteka.registry import bot_classes, game_class
from tests.contract.playing import own_games
from tools.house import PICTURE, drawing, layers

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_every_command_and_option_is_documented() -> None:
    assert (ROOT / "docs" / "commands.md").read_text() == reference(), "run `make docs`"


@pytest.mark.parametrize("game", own_games())
def test_every_game_has_a_page_that_names_its_options_and_bots(game: str) -> None:
    page = (ROOT / "docs" / f"{game}.md").read_text()
    missing = [
        name
        for name in (each.name for each in game_class(game).option_list)
        if f"`{name}`" not in page
    ]
    missing += [bot for bot in bot_classes(game) if f"`{bot}" not in page]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_examples_of_the_docs_are_the_files() -> None:
    text = (ROOT / "docs" / "external-programs.md").read_text()
    for name in ("random_bot.py", "random_bot.js"):
        assert (ROOT / "examples" / name).read_text().strip() in text


def test_the_picture_of_the_house_is_drawn_from_the_code() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawing(), "run `make house`"


def test_the_page_of_the_house_has_a_row_for_every_room() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    rooms = {room for row in layers() for room in row}
    named = set(re.findall(r"^\| `(\w+)(?:\.py|/)", page, re.MULTILINE))
    assert rooms <= named


def test_the_tests_that_the_director_page_names_are_there() -> None:
    page = (ROOT / "docs" / "club.md").read_text()
    named = set(re.findall(r"`(test_\w+)`", page))
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named
    assert named <= there


def test_pictures_are_small_enough_for_a_slow_line() -> None:
    large = [path.name for path in PICTURE.parent.iterdir() if path.stat().st_size > 120_000]
    assert large == []
