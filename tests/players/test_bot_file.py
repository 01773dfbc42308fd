"""A bot's file may import its neighbours, and a run depends on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from igroteka.arena.match import Match
from igroteka.arena.plan import match_plan
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player, make_player_here
from igroteka.contract import Player
from igroteka.players.bot_file import bots_in_file, sources
from igroteka.registry import make_game

BOT = """\
import taste
from igroteka import Player
from opening import book


class Picky(Player):
    def choose(self, view):
        from late import last  # when it is needed

        return last(taste.pick(view.actions()))
"""


def folder(path: Path, which: str) -> str:
    """A bot with two neighbours, a package and one that is imported late; how it is written."""
    path.mkdir()
    (path / "picky.py").write_text(BOT)
    (path / "taste.py").write_text(f"def pick(actions):\n    return {which}(actions, key=str)\n")
    (path / "late.py").write_text("import opening.book as b\n\nlast = b.same\n")
    (path / "unused.py").write_text("raise RuntimeError\n")
    (path / "opening").mkdir()
    (path / "opening" / "__init__.py").write_text("")
    (path / "opening" / "book.py").write_text("from .lines import same\nimport taste\n")
    (path / "opening" / "lines.py").write_text("def same(a):\n    return a\n")
    return f"{path / 'picky.py'}:Picky"


@pytest.fixture
def least(tmp_path: Path) -> str:
    return folder(tmp_path / "least", "min")


@pytest.fixture
def most(tmp_path: Path) -> str:
    return folder(tmp_path / "most", "max")


def first_choices(game: str, players: list[Player]) -> list[tuple[str, list[str]]]:
    """What each of two players did first, and what it could have done."""
    rules = make_game(game, {})
    record = Match(rules, players, ["a", "b"], Seeds.of_game(5, 0, 2)).play()
    assert record.fault is None
    found: dict[int, tuple[str, list[str]]] = {}
    start, steps = record.steps(rules)
    for step in steps:
        state, start = start, step.after
        if state.turn >= 0:
            found.setdefault(state.turn, (str(step.action), sorted(map(str, state.actions()))))
    return [found[0], found[1]]


@pytest.mark.parametrize("make", [make_player_here, make_player])
@pytest.mark.parametrize("game", ["draughts", "durak"])
def test_two_bots_have_neighbours_of_the_same_name(make, game: str, least: str, most: str) -> None:  # type: ignore[no-untyped-def]
    """In one process, and in one each."""
    low, high = first_choices(game, [make(game, least), make(game, most)])
    assert low[0] == low[1][0]
    assert high[0] == high[1][-1]


def test_a_neighbour_does_not_hide_the_standard_library(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise RuntimeError('not this one')\n")
    (tmp_path / "bot.py").write_text(
        "import random\nfrom igroteka import Player\n\nclass Bot(Player):\n"
        "    def choose(self, view):\n        return random.choice(view.actions())\n"
    )
    make_player_here("draughts", f"{tmp_path / 'bot.py'}:Bot")


def test_what_a_file_imports_is_found_wherever_it_stands(least: str) -> None:
    file = Path(least.removesuffix(":Picky"))
    names = {str(each.relative_to(file.parent)) for each in sources(file)}
    assert names == {
        "picky.py", "taste.py", "late.py",
        "opening/__init__.py", "opening/book.py", "opening/lines.py",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["picky.py", "taste.py", "late.py", "opening/lines.py"])
def test_a_run_is_another_when_a_neighbour_is(name: str, least: str) -> None:
    def run() -> str:
        return match_plan(make_game("draughts", {}), [least, "random"], 10, seed=1).run

    before = run()
    file = Path(least).parent / name
    file.write_text(file.read_text() + "\n# better\n")
    assert run() != before


def test_a_run_is_the_same_when_another_file_of_the_folder_changes(least: str) -> None:
    def run() -> str:
        return match_plan(make_game("draughts", {}), [least, "random"], 10, seed=1).run

    before = run()
    (Path(least).parent / "unused.py").write_text("")
    assert run() == before


def test_the_bots_of_a_file_are_those_that_it_defines(tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text("import igroteka as i\n\nclass Base(i.Player):\n    pass\n")
    (tmp_path / "two.py").write_text(
        "from base import Base\n\nclass First(Base):\n    def choose(self, view):\n        pass\n"
        "\nclass Second(First):\n    pass\n"
    )
    assert bots_in_file(tmp_path / "two.py") == ["First", "Second"]
    assert bots_in_file(tmp_path / "base.py") == []
