"""In a Dask worker: work is done by processes of its threads, as local workers are processes.

A thread can't be interrupted, and what ends its process ends all of them. So each thread has a
process that does one piece after another; there alarms ring, and who dies there dies alone. The
work and its result pass through the worker packed, whatever they are.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from igroteka.basics.confinement import MEMORY
from igroteka.basics.function_process import Function, FunctionProcess
from igroteka.basics.processes import Death
from igroteka.basics.system import print_to_error_output

RUNS_A_THREAD: Final = 4
"""Runs of which a thread keeps the process; who was asked longest ago goes."""
_PROCESSES: Final[dict[tuple[int, str], FunctionProcess]] = {}
"""By thread and run, in the order in which they were asked."""
_CHANGE: Final = threading.Lock()


def packed(work: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """A piece of work, to be done elsewhere."""
    return pickle.dumps((work, arguments))


def unpacked(answer: bytes) -> Any:
    """What a piece of work came to; raises what it raised."""
    result, error = pickle.loads(answer)
    if error is not None:
        raise error
    return result


def settings() -> dict[str, str]:
    """What processes elsewhere have to know of the environment of this one."""
    return {name: os.environ[name] for name in (MEMORY,) if name in os.environ}


def do_in_process(run: str, environment: Mapping[str, str], piece: bytes) -> bytes | None:
    """In a thread of a Dask worker: the packed result; None if the piece ended its process.

    A process does the pieces of one run, since files of bots may have changed before the next.
    """
    process = _process(run, environment)
    try:
        answer: bytes = process.ask(piece)
    except Death:
        return None
    return answer


def _process(run: str, environment: Mapping[str, str]) -> FunctionProcess:
    thread = threading.get_ident()
    with _CHANGE:
        process = _PROCESSES.pop((thread, run), None)
        if process is None or not process.runs():
            process = FunctionProcess(Function(_working, environment=environment))
        _PROCESSES[thread, run] = process
        own = [key for key in _PROCESSES if key[0] == thread]
        for key in own[:-RUNS_A_THREAD]:
            _PROCESSES.pop(key).end()
    return process


def end_processes(run: str) -> None:
    """In a Dask worker: nobody waits for this run any more."""
    with _CHANGE:
        for key in [key for key in _PROCESSES if key[1] == run]:
            _PROCESSES.pop(key).kill()


def _working() -> Callable[[bytes], bytes]:
    """In the process of a thread: what bots print goes where the worker complains."""
    print_to_error_output()
    return _done


def _done(piece: bytes) -> bytes:
    work, arguments = pickle.loads(piece)
    try:
        return pickle.dumps((work(*arguments), None))
    except Exception as error:
        return pickle.dumps((None, error))
