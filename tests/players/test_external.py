"""Programs outside: the protocol, and every way to break it."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from igroteka.arena.match import Limits, Match
from igroteka.basics.batch import Seeds
from igroteka.basics.processes import living
from igroteka.bots import make_player
from igroteka.contract import BadOption, Json
from igroteka.players.external import IDLE
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.record import Record
from igroteka.registry import make_game

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


HISTORIAN = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        protocol = message["protocol"]
    elif message["type"] == "choose":
        with open(sys.argv[1], "a") as file:
            print(protocol, json.dumps(message.get("history")), file=file)
        print(json.dumps({"action": message["actions"][0]}), flush=True)
"""


def told(tmp_path: Path, how: str) -> tuple[Record, list[tuple[int, Json]]]:
    """A game of durak with a program, and the protocol and history of each of its questions."""
    (tmp_path / "historian.py").write_text(HISTORIAN)
    command = f"external('{sys.executable} {tmp_path}/historian.py {tmp_path}/told'{how})"
    names = (command, "greedy", "greedy")
    players = [make_player("durak", name) for name in names]
    game = make_game("durak", {"players": "3"})
    record = Match(game, players, names, Seeds.of_game(7, 0, 3), Limits(5)).play()
    lines = [line.split(" ", 1) for line in (tmp_path / "told").read_text().splitlines()]
    return record, [(int(protocol), json.loads(history)) for protocol, history in lines]


def test_with_protocol_2_a_program_is_told_who_laid_what_and_who_passed(tmp_path: Path) -> None:
    record, questions = told(tmp_path, ", protocol=2")
    assert record.ending == "finished"
    assert record.actions is not None
    assert {protocol for protocol, _ in questions} == {2}
    game = make_game(record.game, record.options)
    steps = GameSoFar.restored(game, record.deal, record.actions).steps
    everything = [{"seat": step.seat, "text": str(step.action)} for step in steps]
    for _, history in questions:
        assert history == everything[: len(history)]
    assert any(each["text"] == "pass" and each["seat"] for each in questions[-1][1])


def test_protocol_1_is_as_it_was(tmp_path: Path) -> None:
    record, questions = told(tmp_path, "")
    assert record.ending == "finished"
    assert {(protocol, history) for protocol, history in questions} == {(1, None)}


def test_a_protocol_that_nobody_speaks_is_refused() -> None:
    with pytest.raises(BadOption, match="'3' is none of the protocols 1 or 2"):
        make_player("durak", f"external('{sys.executable} x', protocol=3)")
