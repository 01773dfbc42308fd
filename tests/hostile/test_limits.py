"""What bots take beyond their share, and what that costs the house: their own game."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from pathlib import Path

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.match import Limits, Match
from igroteka.arena.plan import tournament_plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.basics.batch import Seeds
from igroteka.basics.processes import living
from igroteka.bots import make_player
from igroteka.records.record import Fault
from igroteka.registry import make_game
from tests.basics.endings import gone, soon
from tests.hostile import bots, greedy, spies
from tests.tables.sitting import bot, opened, seated, until_over

PROGRAM = Path(__file__).parent / "program.py"
EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bot.py"
MEBIBYTE = 1 << 20
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are Linux's")


def program(how: str, argument: object = "") -> str:
    return f"external('{sys.executable} {PROGRAM} {how} {argument}')"


def fault(bot: str) -> Fault | None:
    """How a bot loses a game of durak against one that plays on."""
    names = (bot, f"{bots.__file__}:First")
    players = [make_player("durak", name) for name in names]
    record = Match(
        make_game("durak", {}), players, names, Seeds.of_game(3, 0, 2), Limits(20)
    ).play()
    assert record.fault is None or record.fault.seat == 0
    return record.fault


def memory() -> int:
    """Bytes that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# --- memory ---


def test_who_wants_too_much_memory_does_not_get_it() -> None:
    found = fault(f"{greedy.__file__}:Eats")
    assert found is not None
    assert (found.kind, found.text) == ("exception", "MemoryError (greedy.py, line 16)")
    found = fault(program("eats"))
    assert found is not None
    assert found.kind == "death"
    assert found.text.endswith("MemoryError")


def test_the_limit_of_memory_can_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IGROTEKA_BOT_MEMORY", "20000")
    assert fault(f"{greedy.__file__}:Eats") is None


@pytest.mark.parametrize("megabytes", [40, pytest.param(400, marks=pytest.mark.slow)])
def test_of_what_a_program_complains_of_only_the_last_is_kept(megabytes: int) -> None:
    before = memory()
    found = fault(program("complains", megabytes))
    assert found is not None
    assert found.text == "the program ended with status 1: enough of it"
    assert memory() - before < 10 * MEBIBYTE


def test_an_answer_of_gigabytes_is_not_taken() -> None:
    before = memory()
    found = fault(f"{spies.__file__}:Talker")
    assert found is not None
    assert found.kind == "bad answer"
    assert "an answer of more than 1048576 bytes" in found.text
    assert memory() - before < 10 * MEBIBYTE


# --- answers ---


@pytest.mark.parametrize("how", ["flood", "deep", "deeper", "digits", "long", "list"])
def test_a_program_that_answers_beyond_measure_answers_badly(how: str) -> None:
    before, children = memory(), living()
    found = fault(program(how))
    assert found is not None
    assert found.kind == "bad answer"
    assert len(found.text) < 300
    assert memory() - before < 30 * MEBIBYTE
    assert living() == children


def test_a_pickle_as_an_answer_is_not_read(tmp_path: Path) -> None:
    found = fault(f"{spies.__file__}:Pickler(file={tmp_path / 'made'})")
    assert found is not None
    assert found.kind == "bad answer"
    assert not (tmp_path / "made").exists()


# --- processes ---


@pytest.mark.parametrize("dies", [0, 1])
def test_a_daemon_of_a_bot_ends_with_its_game(dies: int, tmp_path: Path) -> None:
    """Where the bot lives on the daemon has shed its mark; where it dies, its parents are gone."""
    note = tmp_path / "pid"
    found = fault(f"{greedy.__file__}:LeavesDaemon(file={note}, dies={dies})")
    assert (found is not None) == bool(dies)
    if soon(note.exists, 1.0):
        assert soon(lambda: gone(int(note.read_text())))


def test_a_daemon_of_a_program_ends_with_it(tmp_path: Path) -> None:
    note, before = tmp_path / "pid", living()
    assert fault(program("leaves", note)) is None
    assert not gone(int(note.read_text()))
    for child in living() - before:  # it waits for another game
        child.end()
    assert soon(lambda: gone(int(note.read_text())))


def test_a_program_ends_with_its_game_at_a_table(tmp_path: Path) -> None:
    note = tmp_path / "pid"

    async def evening() -> None:
        async with opened(tmp_path) as tables:
            table = await seated(tables, "durak", bot(program("leaves", note)), bot())
            await until_over(table)
            assert table.outcome is not None
            assert table.outcome.fault is None
            assert soon(lambda: gone(int(note.read_text())))

    asyncio.run(evening())


# --- the games of others ---


def test_the_games_of_others_go_on_and_the_pool_ends_before_the_run(tmp_path: Path) -> None:
    game = make_game("durak", {"cards": "24"})
    good = [f"{EXAMPLE}:MyBot", f"{bots.__file__}:First"]
    bad = f"{greedy.__file__}:LeavesDaemon(file=/dev/null, dies=1)"
    games = []
    for place, names in enumerate((good, [*good, bad])):
        plan = tournament_plan(game, names, 1, 9)
        with RunFile(plan, tmp_path / f"{place}.jsonl") as file:
            played = list(play_plan(plan, file, lambda: process_pool(1), 1))
        games.append([each.record.actions for each in played if bad not in each.block.bots])
        faults = {each.record.fault.kind for each in played if each.record.fault}
        assert faults == ({"death"} if bad in names else set())
    assert games[0] == games[1]
    assert not [each for each in threading.enumerate() if "Executor" in type(each).__name__]
