"""A program outside, in any language: JSON lines on its standard input and output.

The protocol is in `docs/external-programs.md`.
"""

from __future__ import annotations

import json
import random
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from igroteka.basics.endings import FaultKind, Overrun, PlayerFault
from igroteka.basics.processes import Death, Hang, start_confined_program
from igroteka.basics.system import in_every_fork, words_of
from igroteka.contract import Action, BadOption, Game, Json, Player, Seat, View
from igroteka.players.answers import SHOWN, read_action
from igroteka.text import Text, as_written, joined, one_of, quoted

PROTOCOLS: Final = (1, 2)
"""With the second one a program is told how the game went, each time it is asked."""
LONGEST_LINE = 1 << 20
IDLE: dict[str, list[Program]] = {}
"""Programs that finished a game and wait for the next, by command."""
in_every_fork(IDLE.clear)


class Program:
    """A running program: lines to it, lines from it, each with a deadline."""

    def __init__(self, command: str) -> None:
        try:
            self.child = start_confined_program(words_of(command))
        except OSError as error:
            raise PlayerFault(
                FaultKind.DEATH,
                Text(
                    "{command} can't be started: {reason}",
                    command=command,
                    reason=error.strerror,
                ),
            ) from error

    def send(self, message: Json, patience: float | None = None) -> None:
        """Write one line. Raises as `ask`."""
        line = _line(message)
        with _faults():
            self.child.write(line, _until(patience))

    def ask(self, message: Json, patience: float | None) -> bytes:
        """Write one line and read one.

        Raises `Overrun` when the time is up, `PlayerFault` at the end or for what is no line.
        """
        line, until = _line(message), _until(patience)
        with _faults():
            self.child.write(line, until)
            return self.child.read_line(LONGEST_LINE, until)


def protocol_of(number: int | str) -> int:
    """The protocol of this number. Raises `BadOption` for one that the house does not speak."""
    for each in PROTOCOLS:
        if str(each) == str(number):
            return each
    raise BadOption(
        Text(
            "{text} is none of the protocols {names}",
            text=quoted(str(number)),
            names=one_of(PROTOCOLS),
        )
    )


def end_idle() -> None:
    """End the programs that wait for another game, with all that they have started."""
    for programs in IDLE.values():
        for program in programs:
            program.child.end()
    IDLE.clear()


def _line(message: Json) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def _until(patience: float | None) -> float | None:
    return None if patience is None else time.monotonic() + patience


@contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except Hang:
        raise Overrun from None
    except Death as death:
        text = Text("the program ended with status {status}", status=death.status)
        said = [text, death.last_words] if death.last_words else [text]
        raise PlayerFault(FaultKind.DEATH, joined(": ", said)) from death
    except ValueError as error:
        raise PlayerFault(FaultKind.BAD_ANSWER, as_written(str(error))) from error


class External(Player):
    """A program that speaks JSON lines, like external("python3 bot.py", protocol=2)."""

    own_process = True

    def __init__(self, command: str, protocol: int = 1) -> None:
        words = words_of(command)
        if not words or not shutil.which(words[0]):
            raise BadOption(
                Text(
                    "there is no program {text} to start",
                    text=quoted(words[0] if words else command),
                )
            )
        self.command = command
        self.protocol = protocol_of(protocol)
        self.program: Program | None = None
        self.sound = False

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        waiting = IDLE.get(self.command)
        self.program = waiting.pop() if waiting else Program(self.command)
        self.program.send(
            {
                "type": "start",
                "protocol": self.protocol,
                "game": game.name,
                "options": dict(game.options),
                "seat": seat,
                "seed": rng.getrandbits(32),
            },
            self.patience,
        )

    def choose(self, view: View) -> Action:
        assert self.program is not None
        self.sound = False
        names = [str(action) for action in view.actions()]
        question = {"type": "choose", "view": view.to_json(), "actions": names}
        if self.protocol > 1:
            question["history"] = [each.to_json() for each in view.history]
        action = self._read(self.program.ask(question, self.patience))
        self.sound = True
        return action

    def _read(self, line: bytes) -> Action:
        try:
            answer = json.loads(line)["action"]
        except (ValueError, TypeError, KeyError, RecursionError):
            shown = line[:SHOWN].decode(errors="replace")
            text = Text('{text} is not an answer like {{"action": "…"}}', text=quoted(shown))
            raise PlayerFault(FaultKind.BAD_ANSWER, text) from None
        return read_action(self.game, answer)

    def close(self, scores: Sequence[float] | None = None) -> None:
        """A program that answered well waits for another game; any other is ended."""
        if self.program is None:
            return
        program, self.program = self.program, None
        if self.sound:
            with suppress(PlayerFault, Overrun):
                program.send({"type": "end", "scores": scores and list(scores)}, self.patience)
                IDLE.setdefault(self.command, []).append(program)
                return
        program.child.end()
