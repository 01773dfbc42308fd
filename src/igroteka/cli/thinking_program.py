"""A program with a question: it thinks for as long as it likes while others listen to the house."""

from __future__ import annotations

import json
import os
import threading
from contextlib import suppress
from typing import Any

from igroteka.basics.processes import Child, Death
from igroteka.contract import IgrotekaError, Json
from igroteka.players.external import LONGEST_LINE
from igroteka.text import Text


class ThinkingProgram:
    """The program's side of `igroteka connect`: asked one question at a time, read by a thread.

    An answer goes to the house if its question still stands. What was answered while there was no
    connection, or got lost with it, is sent when the same question comes again.
    """

    def __init__(self, process: Child) -> None:
        self.failed = threading.Event()
        """Set when the program has ended while it owed an answer."""
        self._gone = False
        self._process = process
        self._output = os.dup(process.output)  # for the thread, which may read on after the end
        self._lock = threading.Lock()
        self._socket: Any = None
        self._position: Json = None
        """The position of the table, as the house names it."""
        self._question: Any = None
        """What the house wants to know, until it is answered."""
        self._thinking: Any = None
        """What the program was asked last and has not answered."""
        self._answer: tuple[Json, str] | None = None
        """The last answer with the position that it was meant for."""
        threading.Thread(target=self._read, daemon=True).start()

    # --- what the house says ---

    def tell(self, message: Json) -> None:
        """Pass on what needs no answer. Raises `IgrotekaError` if the program has ended."""
        with self._lock:
            self._write(message)

    def look(self, position: Json) -> None:
        """The table has this position now."""
        with self._lock:
            self._position = position
            if self._question is not None and self._question.get("after") != position:
                self._question = None

    def ask(self, question: Any, socket: Any) -> None:
        """Answer a question on this connection, now or when the program has thought about it.

        Raises `IgrotekaError` if the program has ended.
        """
        self.check()
        with self._lock:
            anew = self._socket is not socket
            self._socket, self._position = socket, question.get("after")
            if anew and self._answer is not None and self._answer[0] == self._position:
                self._send()
                return
            self._question, self._answer = question, None
            if self._thinking is None:
                self._put_question()

    def forget_answer(self) -> None:
        """The house did not take it: the same question is asked anew."""
        with self._lock:
            self._answer = None

    def hang_up(self) -> None:
        """The connection has ended; answers wait for the next."""
        with self._lock:
            self._socket = None

    def say_goodbye(self, message: Json) -> None:
        """The game is over; a program that has ended by itself need not know."""
        with suppress(IgrotekaError):
            self.tell(message)

    def check(self) -> None:
        """Raise `IgrotekaError` if the program has ended while it owed an answer."""
        if self.failed.is_set():
            raise self._ended()

    # --- what the program says ---

    def _read(self) -> None:
        with os.fdopen(self._output, encoding="utf-8", errors="replace") as lines:
            for line in iter(lambda: lines.readline(LONGEST_LINE), ""):
                with self._lock:
                    if self._thinking is not None:  # what nobody asked for is no answer
                        self._answered(line.strip())
        with self._lock:
            self._gone = True
            if self._thinking is not None:
                self._fail()

    def _answered(self, line: str) -> None:
        asked, self._thinking = self._thinking.get("after"), None
        if asked == self._position:
            self._question = None
            self._answer = asked, _with_position(line, asked)
            self._send()
        elif self._question is not None:
            try:
                self._put_question()
            except IgrotekaError:
                self._fail()

    def _send(self) -> None:
        """Send the answer, if anybody listens; one that gets lost waits for its question."""
        from websockets.exceptions import ConnectionClosed

        if self._socket is not None and self._answer is not None:
            with suppress(OSError, ConnectionClosed):
                self._socket.send(self._answer[1])

    def _put_question(self) -> None:
        if self._gone:
            raise self._ended()
        self._thinking = self._question
        self._write(self._question)

    def _write(self, message: Json) -> None:
        try:
            self._process.write(
                json.dumps(message, ensure_ascii=False).encode(errors="replace") + b"\n"
            )
        except Death as death:
            raise self._ended() from death

    def _fail(self) -> None:
        """Let the one who listens to the house know, who may be waiting for its next word."""
        self.failed.set()
        if self._socket is not None:
            threading.Thread(target=self._socket.close, daemon=True).start()

    def _ended(self) -> IgrotekaError:
        return IgrotekaError(Text("the program ended in the middle of the game"))


def _with_position(line: str, position: Json) -> str:
    """The answer, which names the position that it is meant for; rubbish stays as it is."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return line
    if not isinstance(answer, dict) or position is None:
        return line
    return json.dumps({"after": position, **answer}, ensure_ascii=False)
