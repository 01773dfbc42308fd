"""Child processes: how they are started, spoken to, watched and ended.

What is promised of every child:

- It leads a session of its own. Ctrl-C at the terminal does not reach it, and when it is ended, or
  has died, what it started goes along, unless that left the group on purpose. (On Windows what it
  started goes along when it is ended, and stays when it has died.)
- It ends with this process, however that ends: see the life line in `pipes.py`.
- It belongs to the process that started it: a fork of that one does not keep its pipes open, can't
  take its answers and does not end it.
- One that still runs at the end of this process is ended then.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.util import Finalize
from typing import Final, Protocol, TypeAlias

from igroteka.basics.confinement import (
    MARK,
    confined_program,
    kill_marked,
    stop_and_kill_descendants,
)
from igroteka.basics.error_output import ErrorOutput
from igroteka.basics.pipes import CLOSED, Ends, close, make_pipes, tie, waiting_on
from igroteka.basics.system import (
    GROUPS,
    apart,
    in_every_fork,
    kill_group,
    kill_left_behind,
)
from igroteka.text import Text

FAREWELL: Final = 1.0
"""Seconds that a process which has closed its output may take to end."""


class Hang(Exception):  # noqa: N818 - named after what happened
    """The process did not answer, or did not read, in time."""


class Death(Exception):  # noqa: N818 - named after what happened
    """The process has ended."""

    def __init__(self, status: int | None, last_words: str = "") -> None:
        self.sentence = Text("its process ended with status {status}", status=status)
        super().__init__(self.sentence)
        self.status = status
        """Its exit status, negative for a signal; None if it only closed its output."""
        self.last_words = last_words
        """The last line of its error output, if that was kept."""


class Started(Protocol):
    """What has to be known of a started process; `subprocess.Popen` is one."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None:
        """Its exit status if it has ended."""

    def wait(self) -> int:
        """Its exit status, when it has ended."""


Launch: TypeAlias = Callable[[Ends], Started]


class Child:
    """A running process with a pipe to it and a pipe from it.

    Times are those of `time.monotonic`; None is for ever. One thread at a time may read or write;
    any may call `kill`.
    """

    output = CLOSED

    def __init__(
        self, launch: Launch, errors: ErrorOutput | None = None, mark: str | None = None
    ) -> None:
        """`mark` is that of a confined process, by which all that it starts is found."""
        self._errors = errors
        self._mark = mark
        self._received = bytearray()
        self._reaping = threading.RLock()
        self._process: Started | None = None
        with _STARTING:
            _end_children_at_the_end()
            theirs, (asking, self.output, self._line) = make_pipes()
            self._pipes = waiting_on(asking, self.output, errors)
            _LIVING[id(self)] = self
            try:
                self._process = launch(theirs)
                self.pid = self._process.pid
                tie(theirs.life, self.pid)
            except BaseException:
                self.end()
                raise
            finally:
                close(*theirs)

    def write(self, data: bytes, until: float | None = None) -> None:
        """Write all of it. Raises `Hang` if it is not read in time, `Death` if nobody can."""
        try:
            self._pipes.write(data, until)
        except TimeoutError:
            raise Hang from None
        except OSError as error:
            raise self.death() from error

    def read(self, size: int, until: float | None = None) -> bytes:
        """So many bytes. Raises `Hang` when the time is up, `Death` at the end."""
        while len(self._received) < size:
            self._read_more(until)
        return self._take(size)

    def read_line(self, longest: int, until: float | None = None) -> bytes:
        """A line without its end. Raises as `read`, and `ValueError` for one that is longer."""
        while (end := self._received.find(b"\n")) < 0:
            self._read_more(until)
            if len(self._received) > longest:
                raise ValueError(f"a line of more than {longest} bytes")
        return self._take(end + 1)[:-1]

    def _take(self, size: int) -> bytes:
        taken = bytes(self._received[:size])
        del self._received[:size]
        return taken

    def _read_more(self, until: float | None) -> None:
        if self.output != CLOSED:
            try:
                more = self._pipes.read(until)
            except TimeoutError:
                raise Hang from None
            self._received += more
            if more:
                return
        raise self.death()

    def death(self) -> Death:
        """What there is to say of a process that is gone."""
        status = self.wait(FAREWELL)
        return Death(status, "" if self._errors is None else self._errors.last_words())

    def close_input(self) -> None:
        """Let it read the end of its input."""
        self._pipes.close_input()

    def runs(self) -> bool:
        """Whether it can be spoken to."""
        return self.output != CLOSED and self._poll() is None

    def wait(self, patience: float) -> int | None:
        """Its exit status; None if it still runs after so many seconds."""
        until, pause = time.monotonic() + patience, 0.0005
        while (status := self._poll()) is None and (left := until - time.monotonic()) > 0:
            time.sleep(min(pause, left))
            pause = min(2 * pause, 0.05)
        return status

    def _poll(self) -> int | None:
        with self._reaping:
            process = self._process
            assert process is not None
            if process.returncode is None and process.poll() is not None:
                kill_left_behind(self.pid)
                if self._mark is not None:
                    kill_marked(self._mark)
            return process.returncode

    def kill(self) -> None:
        """Kill it and what it started, without waiting for that."""
        with self._reaping:
            if self._process is not None and self._process.returncode is None:
                if self._mark is not None:
                    stop_and_kill_descendants(self.pid, self._mark)
                kill_group(self.pid)

    def end(self) -> None:
        """End it and what it started, now; again is harmless."""
        _LIVING.pop(id(self), None)
        try:
            with self._reaping:
                self.kill()
                if self._process is not None:
                    self._process.wait()
        finally:
            self._let_go()

    def forget(self) -> None:
        """In a fork of its parent: it is another's child, and its pipes are none of ours."""
        self._reaping = threading.RLock()
        if self._process is not None:
            self._process.returncode = 0  # so that nobody here waits for it
        self._let_go()

    def _let_go(self) -> None:
        with self._reaping:
            line, self._line, self.output = self._line, CLOSED, CLOSED
            self._pipes.close()
        close(line)

    def __del__(self) -> None:
        if self.output != CLOSED and not sys.is_finalizing():  # then nothing is left to end it with
            self.end()


def start_program(words: Sequence[str]) -> Child:
    """A program in any language, spoken to on its standard input and output.

    Its error output is this process's. Raises `OSError` if it can't be started.
    """
    return Child(lambda ends: _started(words, ends))


def start_confined_program(words: Sequence[str]) -> Child:
    """The same for a program that is not trusted: see `confinement`.

    The last of its error output is kept, and nothing else. One that can't be started dies.
    """
    mark, (reading, writing) = secrets.token_hex(8), os.pipe()

    def launch(ends: Ends) -> Started:
        return _started(confined_program(words), ends, writing, {**os.environ, MARK: mark})

    try:
        return Child(launch, ErrorOutput(reading), mark)
    finally:
        os.close(writing)


def _started(
    words: Sequence[str],
    ends: Ends,
    errors: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> Started:
    return subprocess.Popen(
        words,
        stdin=ends.questions,
        stdout=ends.answers,
        stderr=errors,
        env=environment,
        pass_fds=[ends.life] if GROUPS else (),
        **apart(),
    )


def living() -> set[Child]:
    """The children of this process that were not ended."""
    return {child for known in _LIVING.valuerefs() if (child := known()) is not None}


def kill_children() -> None:
    """Kill every child of this process, without waiting; fit for the handler of a signal."""
    for child in living():
        child.kill()


def end_children() -> None:
    """End every child of this process; threads that still ask get to know of it."""
    kill_children()
    for child in living():
        child.wait(FAREWELL)


def _end_children_at_the_end() -> None:
    """Unlike atexit, this also runs at the end of a worker process, if it was asked for there."""
    global _ending
    if _ending is None:
        _ending = Finalize(None, end_children, exitpriority=1)


def _after_fork() -> None:
    global _STARTING, _ending
    _STARTING, _ending = threading.Lock(), None
    for child in living():
        child.forget()
    _LIVING.clear()


_LIVING: Final[weakref.WeakValueDictionary[int, Child]] = weakref.WeakValueDictionary()
_STARTING = threading.Lock()
"""Two children that are forked at once would hold each other's life lines."""
_ending: Finalize | None = None

in_every_fork(_after_fork)
