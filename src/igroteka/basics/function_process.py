"""A Python function that answers questions in a child process.

The function is made in the child, by a call of another, and may keep what it likes between
questions. What it raises is an answer too. The child ends when its questions end.

The code in a confined child is not trusted. Its questions are pickled as all are, but its answers
are JSON: to unpickle what it writes would be to run it here.
"""

from __future__ import annotations

import json
import os
import pickle
import secrets
import signal
import struct
import subprocess
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any, Final, NoReturn, TypeAlias

from igroteka.basics.confinement import MARK, confine
from igroteka.basics.error_words import LONGEST as LONGEST_ERROR
from igroteka.basics.error_words import LONGEST_TRACE, error_trace, error_words
from igroteka.basics.pipes import CLOSED, Ends, end_with_input, end_with_parent
from igroteka.basics.processes import Child, Started, end_children
from igroteka.basics.system import GROUPS, apart, in_every_fork, print_to_error_output

LENGTH: Final = struct.Struct("<I")
"""Before every message, how many bytes it has."""
LONGEST: Final = 1 << 20
"""The most bytes that a confined child may answer."""
BOOT: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    "from igroteka.basics.function_process import serve_spawned; serve_spawned()"
)
Make: TypeAlias = Callable[..., Callable[[Any], Any]]


class Failure(Exception):  # noqa: N818 - named after what happened
    """The function raised; the text is that of the exception, after the name of its class."""

    def __init__(self, text: str, trace: str = "") -> None:
        super().__init__(text)
        self.trace = trace
        """The end of its traceback there."""


class BadAnswer(Exception):  # noqa: N818 - named after what happened
    """What a confined child wrote is no answer."""


class Abandoned(Exception):  # noqa: N818 - named after what happened
    """The process was ended for good."""


@dataclass(frozen=True)
class Function:
    """What is called in the child: `make(*arguments)` gives the function that answers."""

    make: Make
    arguments: tuple[Any, ...] = ()
    fork: bool = False
    """A copy of this process, which has all that is loaded here, instead of a new interpreter.

    Only where `system.FORKS` says so.
    Without it `make` is found again by its name, and its arguments and all answers by theirs.
    """
    silent: bool = False
    """What a new interpreter prints, errors too, goes nowhere."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables that a new interpreter gets beside this process's."""
    confined: bool = False
    """Its code is not trusted: a new interpreter with the limits of `confinement`.

    It prints to the error output, and its answers are what JSON can say.
    """


class FunctionProcess(Child):
    """One child that answers; when it is lost, so is what it kept. Not for several threads."""

    def __init__(self, function: Function) -> None:
        mark = secrets.token_hex(8) if function.confined else None
        super().__init__(lambda ends: _launch(function, ends, mark), mark=mark)
        self._read_answer = _read_plain if function.confined else pickle.loads
        self._longest = LONGEST if function.confined else None
        self._unsent = b""
        """What a new interpreter has to be told before the first question."""
        if not function.fork:
            self._unsent = _packed((function.make, function.arguments, function.confined))

    def ask(self, question: Any, patience: float | None = None) -> Any:
        """What the function answers, within so many seconds. Raises `Hang`, `Death`, `Failure`.

        Of a confined child also raises `BadAnswer`, which ends it.
        Whatever interrupts the exchange, such as the alarm of a match, ends the child, so that an
        answer never meets a later question.
        """
        message = _packed(question)
        until = None if patience is None else time.monotonic() + patience
        try:
            self.write(self._unsent + message, until)
            self._unsent = b""
            (size,) = LENGTH.unpack(self.read(LENGTH.size, until))
            if self._longest is not None and size > self._longest:
                raise BadAnswer(f"an answer of more than {self._longest} bytes")
            message = self.read(size, until)
        except BaseException:
            self.end()
            raise
        try:
            error, answer = self._read_answer(message)
        except BadAnswer:
            self.end()
            raise
        except Exception as wrong:
            raise Failure(f"{type(wrong).__name__}: {wrong}") from wrong
        if error:
            raise Failure(error, answer)
        return answer


class RestartingProcess:
    """A function process that is started when first asked, and again after it was lost.

    Threads may share it: it answers one at a time.
    """

    def __init__(self, function: Function) -> None:
        self._function = function
        self._child: FunctionProcess | None = None
        self.abandoned = False
        self._make_locks()
        _RESTARTING.add(self)

    def _make_locks(self) -> None:
        self._asking = threading.Lock()
        self._beginning_or_end = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The process that answers now."""
        child = self._child
        return child.pid if child is not None and child.runs() else None

    def ask(self, question: Any, patience: float | None = None) -> Any:
        """As `FunctionProcess.ask`; also raises `Abandoned`."""
        with self._asking:
            return self._running().ask(question, patience)

    def _running(self) -> FunctionProcess:
        with self._beginning_or_end:
            if self.abandoned:
                raise Abandoned
            if self._child is None or not self._child.runs():
                self._child = FunctionProcess(self._function)
            return self._child

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._asking:
            child, self._child = self._child, None
            if child is not None:
                child.end()

    def abandon(self) -> None:
        """End the process for good, also in the middle of a question that another thread asked."""
        with self._beginning_or_end:
            self.abandoned = True
            if self._child is not None:
                self._child.kill()

    def forget(self) -> None:
        """In a fork: the process is another's child."""
        self._child = None
        self._make_locks()


def _packed(message: Any) -> bytes:
    return _with_length(pickle.dumps(message))


def _packed_plain(message: Any) -> bytes:
    return _with_length(json.dumps(message).encode())


def _with_length(text: bytes) -> bytes:
    return LENGTH.pack(len(text)) + text


def _read_plain(message: bytes) -> tuple[str, Any]:
    """An error with its trace, or an answer, as somebody wrote it who is not trusted."""
    try:
        error, answer = json.loads(message)
        json.dumps(answer, ensure_ascii=False).encode()  # or no file could hold its letters
    except (ValueError, TypeError, RecursionError) as wrong:
        raise BadAnswer(f"{message[:80]!r}") from wrong
    if not (isinstance(error, str) and len(error) <= LONGEST_ERROR):
        raise BadAnswer(f"{message[:80]!r}")
    if error and not (isinstance(answer, str) and len(answer) <= LONGEST_TRACE):
        raise BadAnswer(f"{message[:80]!r}")
    return error, answer


def _launch(function: Function, ends: Ends, mark: str | None = None) -> Started:
    if function.fork:
        return _Forked(function, ends)
    marked = {} if mark is None else {MARK: mark}
    nowhere = subprocess.DEVNULL if function.silent else None
    known = map(str, ends if GROUPS else ())
    return subprocess.Popen(
        [sys.executable, "-c", BOOT, json.dumps(sys.path), *known],
        stdin=subprocess.DEVNULL if GROUPS else ends.questions,
        stdout=nowhere if GROUPS else ends.answers,
        stderr=nowhere,
        env={**os.environ, **function.environment, **marked},
        pass_fds=ends if GROUPS else (),
        **apart(),
    )


class _Forked:
    """A copy of this process that answers, known by the same names as a `subprocess.Popen`."""

    def __init__(self, function: Function, ends: Ends) -> None:
        for stream in (sys.stdout, sys.stderr):  # or both processes would write what waits there
            with suppress(AttributeError, ValueError, OSError):
                stream.flush()
        self.returncode: int | None = None
        self.pid = os.fork()
        if not self.pid:
            _serve_forked(function, ends)

    def poll(self) -> int | None:
        return self._reap(os.WNOHANG)

    def wait(self) -> int:
        status = self._reap(0)
        assert status is not None
        return status

    def _reap(self, options: int) -> int | None:
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, options)
            except ChildProcessError:  # somebody waits for all processes
                pid, status = self.pid, 0
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


# --- in the child ---


def serve_spawned() -> None:
    """All that a new interpreter does; its arguments name its ends of the pipes.

    Without them they are its standard streams; what it prints then goes with its complaints.
    """
    ends = Ends(*map(int, sys.argv[2:])) if sys.argv[2:] else _standard_streams()
    del sys.argv[1:]
    for end in ends:
        if end != CLOSED:
            os.set_inheritable(end, False)
    _serve(ends, None)


def _standard_streams() -> Ends:
    ends = Ends(end_with_input(os.dup(0)), os.dup(1), CLOSED)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    return ends


def _serve_forked(function: Function, ends: Ends) -> NoReturn:
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, 0)
        _serve(ends, (function.make, function.arguments, function.confined))
    finally:
        os._exit(1)


def _serve(ends: Ends, told: tuple[Make, tuple[Any, ...], bool] | None) -> NoReturn:
    """Answer until the questions end, then leave without what other code does at the end."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        end_with_parent(ends.life)
        with os.fdopen(ends.questions, "rb") as questions:
            told = told or _told(questions)
            _answer_all(questions, ends.answers, *told)
        status = 0
    except (EOFError, BrokenPipeError):
        status = 0  # nobody asks any more
    except BaseException:
        traceback.print_exc()
    finally:
        end_children()
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, ValueError, OSError):
                stream.flush()
        os._exit(status)


def _told(questions: IO[bytes]) -> tuple[Make, tuple[Any, ...], bool]:
    message = _received(questions)
    if message is None:
        raise EOFError
    told: tuple[Make, tuple[Any, ...], bool] = pickle.loads(message)
    return told


def _answer_all(
    questions: IO[bytes],
    answers: int,
    make: Make,
    arguments: tuple[Any, ...],
    confined: bool,
) -> None:
    packed = _packed_plain if confined else _packed
    if confined:
        confine()
        print_to_error_output()
    function = None
    while (question := _received(questions)) is not None:
        try:
            function = make(*arguments) if function is None else function
            answer = packed(("", function(pickle.loads(question))))
        except BaseException as error:  # no Ctrl-C comes here: what is raised is the function's
            answer = packed((error_words(error), error_trace(error)))
        rest = memoryview(answer)
        while rest:
            rest = rest[os.write(answers, rest) :]


def _received(questions: IO[bytes]) -> bytes | None:
    head = questions.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    body = questions.read(size)
    return body if len(body) == size else None


def _after_fork() -> None:
    for process in list(_RESTARTING):
        process.forget()


_RESTARTING: Final[weakref.WeakSet[RestartingProcess]] = weakref.WeakSet()
in_every_fork(_after_fork)
