"""Child processes: those that hang, die, raise or have children, and parents that are killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from igroteka.arena.alarm import HAS_TIMER, alarm, listening
from igroteka.basics.endings import Overrun
from igroteka.basics.function_process import (
    Abandoned,
    Failure,
    Function,
    FunctionProcess,
    RestartingProcess,
)
from igroteka.basics.processes import (
    Child,
    Death,
    Hang,
    living,
    start_confined_program,
    start_program,
)
from tests.basics import functions
from tests.basics.endings import LONGEST_WAIT, gone, soon

FORK = multiprocessing.get_context("fork")
FORKED = Function(functions.obeying, fork=True)
MEMORY = 1 << 30
READER = [sys.executable, "-c", "import sys\nfor line in sys.stdin: print(eval(line), flush=True)"]
"""A program that says what the expressions on its input are worth."""


@pytest.fixture(params=["fork", "spawn"])
def obeying(request: pytest.FixtureRequest) -> Iterator[Function]:
    before = living()
    yield Function(functions.obeying, fork=request.param == "fork")
    for child in living() - before:
        child.end()


def program() -> Child:
    return start_confined_program(READER)


def value(child: Child, expression: str, patience: float = LONGEST_WAIT) -> str:
    until = time.monotonic() + patience
    child.write(expression.encode() + b"\n", until)
    return child.read_line(100, until).decode()


# --- answers ---


def test_a_function_keeps_what_it_likes_between_questions() -> None:
    child = FunctionProcess(Function(functions.counting, (7,), fork=True))
    assert [child.ask(None) for _ in range(3)] == [7, 8, 9]
    child.end()


def test_a_new_interpreter_finds_what_this_one_finds(obeying: Function) -> None:
    child = FunctionProcess(obeying)
    assert child.ask(("path", None)) == sys.path
    large = "x" * 1_000_000
    assert child.ask(("echo", large)) == large


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (("divide", 0), "ZeroDivisionError: division by zero"),
        (("leave", 0), "SystemExit: 0"),
        (("unreadable", None), "Can't pickle local object"),
        (("nonsense", None), "KeyError: 'nonsense'"),
    ],
)
def test_an_exception_is_told_and_the_child_lives(order: tuple[str, object], text: str) -> None:
    child = FunctionProcess(FORKED)
    with pytest.raises(Failure, match=text):
        child.ask(order)
    assert child.ask(("echo", 5)) == 5
    child.end()


def test_what_can_not_be_made_is_told(obeying: Function) -> None:
    child = FunctionProcess(Function(functions.counting, (), obeying.fork))
    with pytest.raises(Failure, match=r"TypeError: .*missing 1 required positional argument"):
        child.ask(None)
    child.end()


def test_a_question_that_can_not_be_sent_costs_nothing() -> None:
    process = RestartingProcess(FORKED)
    assert process.ask(("echo", 1)) == 1
    before = process.pid
    with pytest.raises(AttributeError, match="pickle"):
        process.ask(lambda: None)
    assert process.ask(("echo", 2)) == 2
    assert process.pid == before
    process.close()


# --- hangs and deaths ---


def test_a_hang_ends_the_child_and_the_next_question_starts_another(obeying: Function) -> None:
    process = RestartingProcess(obeying)
    assert process.ask(("echo", "here")) == "here"
    first = process.pid
    assert first is not None
    with pytest.raises(Hang):
        process.ask(("wait", 1000), 0.1)
    assert gone(first)
    assert process.pid is None
    assert process.ask(("echo", "again")) == "again"
    assert process.pid not in (None, first)


def test_a_death_is_told_with_its_status_and_the_next_question_starts_another(
    obeying: Function,
) -> None:
    process = RestartingProcess(obeying)
    with pytest.raises(Death, match="its process ended with status 3"):
        process.ask(("die", 3))
    assert process.ask(("echo", "again")) == "again"
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    assert soon(lambda: process.pid is None)
    assert process.ask(("echo", "and again")) == "and again"


def test_a_child_that_was_lost_is_not_replaced_unless_asked_for() -> None:
    """Else a bot would go on without what it knew."""
    child = FunctionProcess(FORKED)
    os.kill(child.pid, signal.SIGKILL)
    for _ in range(2):
        with pytest.raises(Death, match="its process ended with status -9"):
            child.ask(("echo", 1))


def test_a_program_that_hangs_dies_or_talks_too_much() -> None:
    child = program()
    assert value(child, "6 * 7") == "42"
    with pytest.raises(Hang):
        value(child, "__import__('time').sleep(1000)", 0.1)
    child.end()
    assert gone(child.pid)
    child = program()
    with pytest.raises(ValueError, match="a line of more than 100 bytes"):
        value(child, "'x' * 101")
    child.end()
    child = program()
    with pytest.raises(Death) as caught:
        value(child, "exit('one\\nthe disk is full\\n')")
    assert (caught.value.status, caught.value.last_words) == (1, "the disk is full")
    with pytest.raises(Death):
        value(child, "6 * 7")
    child.end()


def test_a_program_that_does_not_read_hangs() -> None:
    child = start_program(["sleep", "1000"])
    with pytest.raises(Hang):
        child.write(bytes(1 << 20), time.monotonic() + 0.1)
    child.end()


def test_a_program_that_is_not_there_leaves_nothing_behind() -> None:
    before = living()
    with pytest.raises(FileNotFoundError):
        start_program(["no-such-program"])
    assert living() == before


def test_too_much_memory_is_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IGROTEKA_BOT_MEMORY", str(MEMORY >> 20))
    child = FunctionProcess(Function(functions.obeying, confined=True))
    with pytest.raises(Failure, match="MemoryError"):
        child.ask(("allocate", MEMORY))
    assert child.ask(("allocate", 1000)) == 1000
    child.end()
    other = program()
    assert value(other, "len(bytes(1000))") == "1000"
    with pytest.raises(Death) as caught:
        value(other, f"len(bytes({MEMORY}))")
    assert caught.value.last_words == "MemoryError"
    other.end()


# --- interruptions ---


def test_an_alarm_that_rang_before_it_was_put_off_is_heard_no_more() -> None:
    number = signal.SIGALRM if HAS_TIMER else signal.SIGABRT
    with listening():
        with alarm(60):
            pass
        signal.raise_signal(number)
        with pytest.raises(Overrun), alarm(60):
            signal.raise_signal(number)


def test_an_alarm_while_waiting_leaves_no_answer_behind(obeying: Function) -> None:
    process = RestartingProcess(obeying)
    assert process.ask(("echo", "here")) == "here"
    with pytest.raises(Overrun), alarm(0.1):
        process.ask(("wait", 0.3))
    time.sleep(0.4)
    assert process.ask(("echo", "mine")) == "mine"


def test_a_child_that_was_interrupted_answers_no_more() -> None:
    child = FunctionProcess(FORKED)
    with pytest.raises(Overrun), alarm(0.1):
        child.ask(("wait", 0.3))
    with pytest.raises(Death):
        child.ask(("echo", "mine"))


def test_another_thread_ends_a_process_for_good() -> None:
    process = RestartingProcess(FORKED)
    ended: list[BaseException] = []

    def ask() -> None:
        try:
            process.ask(("wait", 1000))
        except Death as death:
            ended.append(death)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    assert soon(lambda: process.pid is not None)
    process.abandon()
    asking.join(LONGEST_WAIT)
    assert [str(death) for death in ended] == ["its process ended with status -9"]
    with pytest.raises(Abandoned):
        process.ask(("echo", 1))


# --- the children's children ---


def test_the_terminal_does_not_reach_a_child(obeying: Function) -> None:
    child, other = FunctionProcess(obeying), program()
    child.ask(("echo", 1))
    assert os.getsid(child.pid) == os.getpgid(child.pid) == child.pid
    assert os.getsid(other.pid) == os.getpgid(other.pid) == other.pid
    other.end()


def test_what_a_child_started_ends_with_it(obeying: Function, tmp_path: Path) -> None:
    child = FunctionProcess(obeying)
    grandchild = child.ask(("start_another", None))
    assert not gone(grandchild)
    child.end()
    assert soon(lambda: gone(grandchild))
    child = FunctionProcess(obeying)
    with pytest.raises(Death):
        child.ask(("start_another_and_die", str(tmp_path / "pid")))
    assert soon(lambda: gone(int((tmp_path / "pid").read_text())))


def test_what_a_program_started_ends_with_it() -> None:
    child = program()
    grandchild = int(value(child, "__import__('subprocess').Popen(['sleep', '1000']).pid"))
    assert not gone(grandchild)
    child.end()
    assert soon(lambda: gone(grandchild))


# --- the end of the parent ---

PARENT = """
import sys, threading
from contextlib import suppress
from igroteka.basics.function_process import Function, FunctionProcess
from igroteka.basics.processes import Death, start_program
from tests.basics import functions

def calculate(fork):
    child = FunctionProcess(Function(functions.obeying, fork=fork))
    children.append(child)
    threading.Thread(target=ask, args=(child,), daemon=True).start()

def ask(child):
    with suppress(Death):
        child.ask(("calculate", None))

def deaf():
    children.append(start_program(["sleep", "1000"]))
    functions.say(children[-1].pid)

children = []
calculate(True)
calculate(False)
calculate(True)
starter = threading.Thread(target=deaf)
starter.start()
starter.join()
sys.stdin.readline()
"""
"""Children that would not notice by themselves; one was started by a thread that has ended."""


@contextmanager
def parent_of_four() -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as parent:
        assert parent.stdout is not None
        children = [int(parent.stdout.readline()) for _ in range(4)]
        try:
            yield parent, children
        finally:
            for pid in [parent.pid, *children]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a calculation ends first")
def test_children_end_with_a_killed_parent_in_the_middle_of_a_calculation() -> None:
    with parent_of_four() as (parent, children):
        time.sleep(0.1)
        assert not any(map(gone, children))
        parent.kill()
        assert parent.wait() == -signal.SIGKILL
        assert soon(lambda: all(map(gone, children)), 2.0)


def test_children_are_ended_at_the_end_of_their_parent() -> None:
    with parent_of_four() as (parent, children):
        assert parent.stdin is not None
        parent.stdin.close()
        assert parent.wait() == 0
        assert soon(lambda: all(map(gone, children)), 2.0)


def test_a_child_that_nobody_knows_any_more_is_ended() -> None:
    child = program()
    pid = child.pid
    del child
    assert soon(lambda: gone(pid))


# --- forks ---


def _in_a_fork(process: RestartingProcess, tell: Connection) -> None:
    unknown = process.pid is None and not living()
    tell.send((unknown, process.ask(("echo", "theirs"), LONGEST_WAIT), process.pid))


def test_a_fork_has_children_of_its_own() -> None:
    """Though another thread was asking at that moment."""
    process = RestartingProcess(FORKED)
    process.ask(("echo", "here"))
    mine = process.pid
    answers: list[str] = []
    asking = threading.Thread(
        target=lambda: answers.append(process.ask(("wait", 0.5))), daemon=True
    )
    asking.start()
    here, there = multiprocessing.Pipe()
    fork = FORK.Process(target=_in_a_fork, args=(process, there), daemon=True)
    fork.start()
    assert here.poll(LONGEST_WAIT)
    unknown, answer, theirs = here.recv()
    fork.join(LONGEST_WAIT)
    assert (unknown, answer) == (True, "theirs")
    assert soon(lambda: gone(theirs))
    asking.join(LONGEST_WAIT)
    assert (answers, process.pid) == (["waited 0.5 s"], mine)
    process.close()


def test_a_fork_does_not_keep_the_pipes_of_its_parents_children() -> None:
    child = start_program(["cat"])
    fork = FORK.Process(target=time.sleep, args=(1000,), daemon=True)
    fork.start()
    child.close_input()
    assert child.wait(LONGEST_WAIT) == 0
    child.end()
    fork.kill()
    fork.join()
