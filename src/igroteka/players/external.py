"""A program outside, in any language: JSON lines on its standard input and output.

The protocol is in `docs/external-programs.md`.
"""

from __future__ import annotations

import json
import os
import random
import select
import shlex
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from multiprocessing.util import Finalize
from typing import IO

from igroteka.basics.faults import Overrun, PlayerFault
from igroteka.contract import Action, Game, IllegalMove, Json, Player, Seat, View

PROTOCOL = 1
LONGEST_LINE = 1 << 20
IDLE: dict[str, list[Program]] = {}
"""Programs that finished a game and wait for the next, by command."""
RUNNING: set[Program] = set()
"""Every program that this process started and has not ended."""


class Program:
    """A running program: lines to it, lines from it, each with a deadline."""

    def __init__(self, command: str) -> None:
        self.complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.complaints,
            )
        except OSError as error:
            raise PlayerFault("death", f"{command} can't be started: {error.strerror}") from error
        self.received = b""
        RUNNING.add(self)

    def send(self, message: Json) -> None:
        """Write one line. Raises `PlayerFault` if nobody reads any more."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise self.death() from error

    def receive(self, patience: float | None) -> bytes:
        """Read one line. Raises `Overrun` when the time is up, `PlayerFault` at the end."""
        assert self.process.stdout is not None
        deadline = None if patience is None else time.monotonic() + patience
        descriptor = self.process.stdout.fileno()
        while b"\n" not in self.received:
            left = None if deadline is None else max(deadline - time.monotonic(), 0)
            if not select.select([descriptor], [], [], left)[0]:
                raise Overrun
            more = os.read(descriptor, 1 << 16)
            if not more:
                raise self.death()
            self.received += more
            if len(self.received) > LONGEST_LINE:
                raise PlayerFault("bad answer", f"a line of more than {LONGEST_LINE} bytes")
        line, _, self.received = self.received.partition(b"\n")
        return line

    def death(self) -> PlayerFault:
        """The fault of a program that is gone, with the last words of its error output."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        status = self.process.poll()
        self.complaints.seek(0)
        last_words = self.complaints.read().decode(errors="replace").strip().splitlines()[-1:]
        text = f"the program ended with status {status}"
        return PlayerFault("death", ": ".join([text, *last_words]))

    def kill(self) -> None:
        """End the program now."""
        RUNNING.discard(self)
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.complaints):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


class External(Player):
    """A program that speaks JSON lines, like external("python3 bot.py")."""

    def __init__(self, command: str) -> None:
        words = shlex.split(command)
        if not words or not shutil.which(words[0]):
            raise ValueError(f"there is no program {words[0] if words else command!r} to start")
        self.command = command
        self.program: Program | None = None
        self.sound = False

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        waiting = IDLE.get(self.command)
        self.program = waiting.pop() if waiting else Program(self.command)
        self.program.send(
            {
                "type": "start",
                "protocol": PROTOCOL,
                "game": game.name,
                "options": dict(game.options),
                "seat": seat,
                "seed": rng.getrandbits(32),
            }
        )

    def choose(self, view: View) -> Action:
        assert self.program is not None
        self.sound = False
        names = [str(action) for action in view.actions()]
        self.program.send({"type": "choose", "view": view.to_json(), "actions": names})
        action = self._read(self.program.receive(self.patience))
        self.sound = True
        return action

    def _read(self, line: bytes) -> Action:
        shown = line[:80].decode(errors="replace")
        try:
            answer = json.loads(line)["action"]
        except (ValueError, TypeError, KeyError):
            text = f'{shown!r} is not an answer like {{"action": "…"}}'
            raise PlayerFault("bad answer", text) from None
        try:
            return self.game.read(str(answer))
        except IllegalMove as error:
            raise PlayerFault("illegal move", str(error)) from error

    def close(self) -> None:
        """A program that answered well waits for another game; any other is ended."""
        if self.program is None:
            return
        program, self.program = self.program, None
        if self.sound:
            with suppress(PlayerFault):
                program.send({"type": "end"})
                IDLE.setdefault(self.command, []).append(program)
                return
        program.kill()


def end_programs() -> None:
    """End every program that this process started."""
    for program in list(RUNNING):
        program.kill()


# Unlike atexit, this also runs at the end of a worker process.
Finalize(None, end_programs, exitpriority=1)
