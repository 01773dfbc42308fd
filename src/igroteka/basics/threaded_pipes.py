"""Pipes to a child where the system can't wait on them for a limited time: threads wait instead.

Each end belongs to its thread, begun when it is first used, and is closed by it: to close it under
a thread that reads would wait for the thread.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeAlias, TypeVar

from igroteka.basics.error_output import ErrorOutput

PIECE: Final = 1 << 16
"""Bytes that are read at once."""
T = TypeVar("T")
_Result: TypeAlias = "queue.SimpleQueue[OSError | None]"


class ThreadedPipes:
    """Our ends of the pipes for questions and answers."""

    def __init__(self, asking: int, hearing: int, errors: ErrorOutput | None = None) -> None:
        self._asking, self._hearing = asking, hearing
        if errors is not None:
            _begin(errors.take_all)
        self._written: queue.SimpleQueue[tuple[bytes, _Result] | None] = queue.SimpleQueue()
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._writing = self._reading = False
        self._input_closed = self._closed = False

    def write(self, data: bytes, until: float | None) -> None:
        """Write all of it. Raises `TimeoutError`, or another `OSError` if nobody can read it."""
        if self._input_closed:
            raise BrokenPipeError
        if not self._writing:
            self._writing = True
            _begin(self._write_all)
        result: _Result = queue.SimpleQueue()
        self._written.put((data, result))
        if (problem := _taken(result, until)) is not None:
            raise problem

    def read(self, until: float | None) -> bytes:
        """Some bytes; none at the end. Raises `TimeoutError`."""
        if not self._reading:
            self._reading = True
            _begin(self._read_all)
        piece = _taken(self._heard, until)
        if not piece:
            self._heard.put(b"")  # the end stays the end
        return piece

    def close_input(self) -> None:
        """Let the child read the end of its input; again is harmless."""
        if not self._input_closed:
            self._input_closed = True
            if self._writing:
                self._written.put(None)
            else:
                os.close(self._asking)

    def close(self) -> None:
        """Close both; again is harmless."""
        self.close_input()
        if not self._closed:
            self._closed = True
            if not self._reading:
                os.close(self._hearing)

    def _write_all(self) -> None:
        while (order := self._written.get()) is not None:
            data, result = order
            try:
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(self._asking, rest) :]
            except OSError as error:
                result.put(error)
            else:
                result.put(None)
        with suppress(OSError):
            os.close(self._asking)

    def _read_all(self) -> None:
        piece = b"?"
        while piece:
            try:
                piece = os.read(self._hearing, PIECE)
            except OSError:  # how a pipe ends whose writer was killed, on Windows
                piece = b""
            self._heard.put(piece)
        os.close(self._hearing)


def _begin(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="pipe", daemon=True).start()


def _taken(results: queue.SimpleQueue[T], until: float | None) -> T:
    left = None if until is None else max(until - time.monotonic(), 0)
    try:
        return results.get(timeout=left)
    except queue.Empty:
        raise TimeoutError from None
