"""Commands that wait for others: started on free ports of this machine, and stopped by Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import NamedTuple

import httpx

from igroteka.cli import main
from igroteka.registry import bot_classes, game_names, make_game
from tests.forking import started
from tests.walk.attempts import Walker
from tests.walk.command_tree import Command, Given

ANNOUNCED = re.compile(r"127\.0\.0\.1:\d+")
"""What is told by a command that has opened."""
LONGEST_WAIT = 180.0
LINGERING = 4.0
ENDED = (0, 130)
"""How a command may end by Ctrl-C."""
INVITATION = re.compile(r"(https?://[\w.:]+)/table/\d+/sit/\w+")
HOST = re.compile(r"[a-z][\w-]*\.example|localhost|(?<=//)127\.0\.0\.1")


class Open(NamedTuple):
    """A command that is open, and the ports that it has instead of those of the docs."""

    ports: Mapping[str, str]
    settle: Callable[[], None]
    """Let it end by itself, if it is over."""

    def reached(self, words: Sequence[str]) -> list[str]:
        """The words of another line, with its ports and this machine."""
        found = []
        for word in words:
            for usual, free in self.ports.items():
                word = re.sub(rf"(?<![\d]){usual}(?!\d)", free, word)
            found.append(self._invited(HOST.sub("127.0.0.1", word)))
        return self._with_port(found)

    def _with_port(self, words: list[str]) -> list[str]:
        """A host that is named without a port gets the first one."""
        return [
            f"{word}:{next(iter(self.ports.values()))}"
            if word == "127.0.0.1" and not set(words) & set(self.ports.values())
            else word
            for word in words
        ]

    def _invited(self, word: str) -> str:
        """A link to a seat at a table with bots that is there, in place of an example of one."""
        found = INVITATION.fullmatch(word)
        return invitation(found[1]) if found else word


def may_reach(command: Command, words: Sequence[str]) -> bool:
    """Whether words may lead to this command: they name one of its ports, or none."""
    ports = {str(each.node.default) for each in command.parameters if each.is_port}
    said = {port for word in words for port in re.findall(r":(\d+)", word)}
    return not said or bool(said & ports)


def invitation(address: str) -> str:
    """A link to the first seat of a new table, with bots on all others."""
    game = game_names()[0]
    bots = [{"kind": "bot", "bot": next(iter(bot_classes(game)))}] * (make_game(game, {}).seats - 1)
    programs = f"{address}/api/programs"
    answer = httpx.post(programs, json={"name": "host"}, timeout=LONGEST_WAIT)
    token = answer.raise_for_status().json()["token"]
    wish = {"game": game, "seats": [{"kind": "invite"}, *bots]}
    headers = {"Authorization": f"Bearer {token}"}
    opened = httpx.post(f"{address}/api/tables", json=wish, headers=headers, timeout=LONGEST_WAIT)
    told = opened.raise_for_status().json()
    return f"{address}/table/{told['table']['number']}/sit/{told['invitations'][0]['key']}"


@contextmanager
def opened(command: Command, given: Given, walker: Walker) -> Iterator[Open]:
    """The command while it is open; it has to open, and to end by Ctrl-C."""
    ports = {each.name: free_port() for each in command.parameters if each.is_port}
    usual = {
        str(each.node.default): ports[each.name] for each in command.parameters if each.is_port
    }
    words = command.written({**given, **{name: [port] for name, port in ports.items()}})
    folder = walker.folder
    streams = [folder / f"{'-'.join(command.names)}.{name}" for name in ("in", "out", "err")]
    for stream in streams:
        stream.write_text("")
    with walker.settled():
        process = started(main, ["igroteka", *words], folder, streams)
    try:
        _wait(lambda: ANNOUNCED.search(streams[1].read_text()) or process.exitcode is not None)
        assert process.exitcode is None, f"{command.path} ends: {streams[2].read_text()}"
        yield Open(usual, lambda: process.join(LINGERING))
        if process.exitcode is None and process.pid:
            os.kill(process.pid, signal.SIGINT)
        process.join(LONGEST_WAIT)
        assert process.exitcode in ENDED, f"{command.path} ends with {process.exitcode}"
        assert "Traceback" not in streams[2].read_text()
    finally:
        process.kill()
        process.join()


def free_port() -> str:
    """A port of this machine at which nobody listens."""
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return str(listener.getsockname()[1])


def _wait(condition: Callable[[], object]) -> None:
    until = time.monotonic() + LONGEST_WAIT
    while not condition():
        assert time.monotonic() < until, "nothing is announced"
        time.sleep(0.05)
