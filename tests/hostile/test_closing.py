"""A bot that fails when a game is over: it is told of once, and no game is lost by it."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import igroteka, python_m_igroteka
from tests.hostile import closing

RAISES = f"{closing.__file__}:RaisesAtClose"
DIES = f"{closing.__file__}:DiesAtClose"
TOLD = "{bot} failed when a game was over, which costs it nothing ({reason}\n"


BOOK = "exception: OSError: no room for my book (closing.py, line 15))"
GONE = "death: its process ended with status 4)"


@pytest.mark.parametrize(("bot", "reason"), [(RAISES, BOOK), (DIES, GONE)], ids=["raises", "dies"])
@pytest.mark.parametrize("game", [("durak",), ("substitution", "--option", "turns=6")], ids=str)
def test_it_is_told_once_on_the_error_output(game: tuple[str, ...], bot: str, reason: str) -> None:
    name, *options = game
    words = ("match", name, bot, "random", "--games", "8", "--jobs", "2", "--json", *options)
    done = igroteka(*words)
    found = json.loads(done.stdout)
    assert (found["games"], found["faults"]) == (8, [])
    assert done.stderr == TOLD.format(bot=bot, reason=reason)


def test_who_failed_in_the_game_is_told_of_by_that_alone() -> None:
    """Its process is gone, or it never began: there is nothing more to say."""
    breaks = f"{closing.__file__.replace('closing', 'bots')}:BreaksAtStart"
    done = python_m_igroteka("match", "substitution", breaks, RAISES, "--games", "2", "--json")
    assert [fault["kind"] for fault in json.loads(done.stdout)["faults"]] == ["exception"]
    assert breaks not in done.stderr
