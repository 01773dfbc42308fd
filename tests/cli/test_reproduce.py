"""`igroteka reproduce` prints what the pages of the games say that it prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import igroteka

PAGES = [Path(__file__).parents[2] / "docs" / f"{game}.md" for game in ("durak", "substitution")]
FAST = ("reproduce durak", "reproduce substitution --table trap")


def told() -> list[tuple[str, list[str]]]:
    """Every such command that a page shows, with the lines below it."""
    blocks = [
        block
        for page in PAGES
        for block in re.findall(r"```\n\$ igroteka (reproduce .*?)```", page.read_text(), re.DOTALL)
    ]
    return [(command, lines) for command, *lines in (block.splitlines() for block in blocks)]


@pytest.mark.parametrize(
    ("command", "lines"),
    [
        pytest.param(*shown, marks=[] if shown[0] in FAST else pytest.mark.slow, id=shown[0])
        for shown in told()
    ],
)
def test_a_page_shows_what_the_command_prints(command: str, lines: list[str]) -> None:
    """Word for word; a line of the page may be a whole paragraph of a narrow terminal."""
    printed = " ".join(igroteka(*command.split()).stdout.split())
    for line in lines:
        assert " ".join(line.split()) in printed


def test_the_pages_show_all_that_is_played_by_default() -> None:
    shown = [command for command, _ in told()]
    assert {*FAST, "reproduce substitution"} <= set(shown)
    assert any("--games 5000 --seed 2" in command for command in shown)
