"""Programs outside: the protocol, and every way to break it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from igroteka.arena.match import Limits, Match
from igroteka.basics.batch import Seeds
from igroteka.basics.processes import living
from igroteka.contract import BadOption
from igroteka.players.external import IDLE
from igroteka.records.record import Record
from igroteka.registry import make_game, make_player

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = Path(__file__).parents[1] / "hostile" / "program.py"


def external(how: str) -> str:
    return f"external('{sys.executable} {PROGRAM} {how}')"


def play(command: str, seed: int = 3) -> Record:
    game = make_game("substitution", {"turns": "40"})
    players = [make_player("substitution", name) for name in (command, "random")]
    return Match(game, players, (command, "random"), Seeds.of_game(seed, 0, 2), Limits(5)).play()


def test_a_program_plays_and_waits_for_the_next_game() -> None:
    command = external("well")
    assert play(command).ending == "finished"
    waiting = list(IDLE[make_player("substitution", command).command])  # type: ignore[attr-defined]
    assert play(command, seed=4).ending == "finished"
    assert list(IDLE[make_player("substitution", command).command]) == waiting  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("how", "kind", "text"),
    [
        ("dies", "death", "ended with status 1: the disk is full"),
        ("rubbish", "bad answer", "'let me think' is not an answer like"),
        ("flood", "bad answer", "a line of more than"),
    ],
)
def test_a_broken_program_loses_and_is_ended(how: str, kind: str, text: str) -> None:
    before = living()
    record = play(external(how))
    assert record.fault is not None
    assert (record.fault.seat, record.fault.kind) == (0, kind)
    assert text in record.fault.text
    assert living() == before


def test_a_program_that_cheats_loses_and_may_play_again() -> None:
    record = play(external("cheats"))
    assert record.fault is not None
    assert (record.fault.seat, record.fault.kind) == (0, "illegal move")
    assert record.fault.text.startswith("999 0 0: ")


def test_a_hanging_program_loses_and_is_ended() -> None:
    game = make_game("substitution", {"turns": "40"})
    names = (external("hangs"), "random")
    players = [make_player("substitution", name) for name in names]
    before = living()
    record = Match(game, players, names, Seeds.of_game(3, 0, 2), Limits(0.5)).play()
    assert record.fault is not None
    assert (record.fault.seat, record.fault.kind) == (0, "hang")
    assert living() == before


def test_a_program_that_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(BadOption, match="there is no program 'no-such-program'"):
        make_player("substitution", "external(no-such-program --fast)")


@pytest.mark.parametrize(
    ("interpreter", "file"), [(sys.executable, "random_bot.py"), ("node", "random_bot.js")]
)
def test_the_examples_of_the_docs_play(interpreter: str, file: str) -> None:
    if not shutil.which(interpreter):
        pytest.skip(f"{interpreter} is not installed")
    assert play(f"external('{interpreter} {EXAMPLES / file}')").ending == "finished"
