"""A program may think for long: `igroteka connect` listens to the house all the while."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.server import ServerConnection, serve

from igroteka.cli.connect import _play, _started
from igroteka.contract import IgrotekaError

LONGEST_WAIT = 60.0
MORE_THAN_FIT = 100
"""Messages; a connection that nobody reads holds some sixteen of them."""
PROGRAM = """
import json, pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        asked += 1
        (folder / f"asked {asked}").touch()
        while not (folder / f"go {asked}").exists():
            time.sleep(0.01)
        print(json.dumps({"action": message["actions"][0], "asked": asked}), flush=True)
        (folder / f"answered {asked}").touch()
"""
"""It thinks about its question number n until there is a file `go n`."""
END = {"type": "end", "result": {"scores": [1, 0]}}


class Stage:
    """A house of one table whose every word the test says, and a program that waits for a sign."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "program.py").write_text(PROGRAM)
        self.failures: list[BaseException] = []

    def go(self, question: int) -> None:
        (self.folder / f"go {question}").touch()

    def wait_until(self, what: str) -> None:
        sign = self.folder / what
        pause = threading.Event()
        for _ in range(int(LONGEST_WAIT / 0.01)):
            if sign.exists():
                return
            pause.wait(0.01)
        raise AssertionError(f"the program was waited for in vain: {what}")

    def play(self, *scenes: Callable[[Any], None], program: str = "") -> None:
        """Connect once for every scene, each of which is the house's side of a connection."""
        rest = list(scenes)

        def scene(socket: ServerConnection) -> None:
            try:
                rest.pop(0)(socket)
            except BaseException as error:
                self.failures.append(error)
                say(socket, END)

        program = program or f"{sys.executable} {self.folder / 'program.py'} {self.folder}"
        with serve(scene, "127.0.0.1", 0, ping_interval=None) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            port = server.socket.getsockname()[1]
            with _started(program) as process:
                _play(f"ws://127.0.0.1:{port}", "token", process)
        assert self.failures == []
        assert rest == []


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def say(socket: Any, *messages: Any) -> None:
    for message in messages:
        socket.send(json.dumps(message))


def heard(socket: Any) -> Any:
    return json.loads(socket.recv(LONGEST_WAIT))


def question(after: int, *actions: str) -> Any:
    return {"type": "choose", "view": {}, "actions": list(actions), "after": after}


def test_the_house_is_heard_while_the_program_thinks(
    stage: Stage, capfd: pytest.CaptureFixture[str]
) -> None:
    def scene(socket: Any) -> None:
        say(socket, question(7, "c3-d4"))
        stage.wait_until("asked 1")
        say(socket, *[{"type": "alive"}] * MORE_THAN_FIT)
        assert socket.ping().wait(LONGEST_WAIT / 6), "nobody reads what the house says"
        stage.go(1)
        assert heard(socket) == {"action": "c3-d4", "asked": 1, "after": 7}
        say(socket, END)

    stage.play(scene)
    out, err = capfd.readouterr()
    assert "The game is over" in out
    assert err == ""


def test_the_answer_to_a_withdrawn_question_is_dropped(stage: Stage) -> None:
    def scene(socket: Any) -> None:
        say(socket, question(7, "b6-a5"))
        stage.wait_until("asked 1")
        say(socket, {"type": "change", "after": 6}, {"type": "change", "after": 8})
        say(socket, question(8, "f6-g5"))
        assert socket.ping().wait(LONGEST_WAIT)
        stage.go(1)
        stage.go(2)
        assert heard(socket) == {"action": "f6-g5", "asked": 2, "after": 8}
        say(socket, END)

    stage.play(scene)


def test_a_question_that_is_withdrawn_for_nothing_is_not_put_again(stage: Stage) -> None:
    def scene(socket: Any) -> None:
        say(socket, question(7, "b6-a5"))
        stage.wait_until("asked 1")
        say(socket, {"type": "change", "after": 6})
        assert socket.ping().wait(LONGEST_WAIT)
        stage.go(1)
        stage.wait_until("answered 1")
        say(socket, {"type": "change", "after": 9}, question(9, "f6-g5"))
        stage.go(2)
        assert heard(socket) == {"action": "f6-g5", "asked": 2, "after": 9}
        say(socket, END)

    stage.play(scene)


def test_a_question_that_comes_again_meanwhile_is_one_question(stage: Stage) -> None:
    """As after a pause of the game."""

    def scene(socket: Any) -> None:
        say(socket, question(7, "b6-a5"))
        stage.wait_until("asked 1")
        say(socket, question(7, "b6-a5"))
        assert socket.ping().wait(LONGEST_WAIT)
        stage.go(1)
        assert heard(socket) == {"action": "b6-a5", "asked": 1, "after": 7}
        say(socket, question(8, "f6-g5"))
        stage.go(2)
        assert heard(socket) == {"action": "f6-g5", "asked": 2, "after": 8}
        say(socket, END)

    stage.play(scene)


@pytest.mark.parametrize("answered", [True, False])
def test_an_answer_outlives_the_connection(stage: Stage, answered: bool) -> None:
    """Whether it was lost on its way, or found when nobody was there."""

    def broken(socket: Any) -> None:
        say(socket, question(7, "b6-a5"))
        stage.wait_until("asked 1")
        if answered:
            stage.go(1)
            assert heard(socket)["asked"] == 1
        socket.close(1013)
        stage.go(1)

    def again(socket: Any) -> None:
        say(socket, {"type": "table", "after": 7}, question(7, "b6-a5"))
        assert heard(socket) == {"action": "b6-a5", "asked": 1, "after": 7}
        say(socket, END)

    stage.play(broken, again)


def test_a_refused_answer_is_not_sent_again(stage: Stage) -> None:
    def refusing(socket: Any) -> None:
        say(socket, question(7, "b6-a5"))
        stage.go(1)
        assert heard(socket)["asked"] == 1
        say(socket, {"type": "refused", "reason": "no"})
        assert socket.ping().wait(LONGEST_WAIT)
        socket.close(1013)

    def again(socket: Any) -> None:
        say(socket, question(7, "b6-a5"))
        stage.go(2)
        assert heard(socket)["asked"] == 2
        say(socket, END)

    stage.play(refusing, again)


def test_rubbish_goes_to_the_house_as_it_is(stage: Stage) -> None:
    def scene(socket: Any) -> None:
        say(socket, question(7, "b6-a5"))
        assert socket.recv(LONGEST_WAIT) == "rubbish \ufffd"
        say(socket, END)

    rubbish = stage.folder / "rubbish.py"
    rubbish.write_text(
        "import sys\nsys.stdin.readline()\nsys.stdout.buffer.write(b'rubbish \\xff\\n')\n"
    )
    stage.play(scene, program=f"{sys.executable} {rubbish}")


def test_a_program_that_ends_instead_of_answering_is_named(stage: Stage) -> None:
    def scene(socket: Any) -> None:
        say(socket, question(7, "b6-a5"))
        with pytest.raises(Exception, match="1000"):
            heard(socket)

    quitter = stage.folder / "quitter.py"
    quitter.write_text("import sys\nsys.stdin.readline()\n")
    with pytest.raises(IgrotekaError, match="ended in the middle of the game"):
        stage.play(scene, program=f"{sys.executable} {quitter}")
    assert stage.failures == []
