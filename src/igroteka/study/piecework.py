"""Long studies done piece by piece on any executor; what is done is kept, so that they go on.

A study is a value that says which pieces it wants next, from the results that it has, and does one
in a worker. Results are kept under their pieces, so they depend neither on the number of workers
nor on where an earlier run stopped.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from pathlib import Path
from typing import Any, Protocol, Self

from filelock import FileLock, Timeout

from igroteka.basics.pieces_of_work import LOOK, WorkerCount, room
from igroteka.contract import IgrotekaError
from igroteka.text import Text


class Study(Protocol):
    """What is found out piece by piece."""

    @property
    def identity(self) -> Any:
        """All that results depend on, as JSON."""
        ...

    def next_pieces(self, results: Mapping[str, Any]) -> list[Any]:
        """What is to be done before the study can go on or end, as JSON, in order of importance.

        Pieces that are done already may be among them.
        """
        ...


def key(piece: Any) -> str:
    """The name under which the result of a piece is kept."""
    return json.dumps(piece)


class KeptResults(Mapping[str, Any]):
    """Results by piece, in a file of a line each; the first line says of which study they are."""

    def __init__(self, folder: Path, identity: Any) -> None:
        head = json.dumps(identity, ensure_ascii=False)
        digest = hashlib.blake2b(head.encode(), digest_size=8).hexdigest()
        self.path = folder / f"{digest}.jsonl"
        self._results: dict[str, Any] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise self._unwritable(error) from error
        self._lock = FileLock(self.path.with_name(f"{self.path.name}.lock"))
        try:
            self._lock.acquire(blocking=False)
        except Timeout as error:
            self._file.close()
            raise IgrotekaError(Text("another process does the same study now")) from error
        self._read(head)

    def _read(self, head: str) -> None:
        """Find what is there already, and cut off what was not written in full."""
        self._file.seek(0)
        whole = 0
        for number, line in enumerate(self._file):
            try:
                read = json.loads(line if line.endswith(b"\n") else b"")
            except ValueError:
                break
            if number:
                piece, result = read
                self._results[key(piece)] = result
            whole += len(line)
        self._file.truncate(whole)
        if not whole:
            self._write(head)

    def add(self, piece: Any, result: Any) -> None:
        """Keep a result; when this returns it is on the disk."""
        self._write(json.dumps([piece, result], ensure_ascii=False))
        self._results[key(piece)] = result

    def _write(self, line: str) -> None:
        try:
            self._file.write(f"{line}\n".encode())
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> IgrotekaError:
        return IgrotekaError(
            Text("{path} can't be written: {reason}", path=self.path, reason=error.strerror)
        )

    def __getitem__(self, name: str) -> Any:
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()
        self._lock.release()


def carry_out(
    study: Study,
    kept: KeptResults,
    executor: Callable[[], Executor],
    workers: WorkerCount,
    do: Callable[[Any], Any],
    done: Callable[[Any], Any] = lambda answer: answer,
    progress: Callable[[], None] = lambda: None,
    seconds: float | None = None,
) -> bool:
    """Do pieces until the study wants no more, or the seconds are over; whether it is complete.

    `do` is sent to workers with a piece, `done` is told its answer here and gives what is kept;
    `progress` is told when that is so.
    """
    until = None if seconds is None else time.monotonic() + seconds
    wanted = _wanted(study, kept)
    if not wanted:
        return True
    pool = executor()
    flying: dict[Future[Any], Any] = {}
    try:
        while wanted:
            while wanted or flying:
                while wanted and len(flying) < room(workers) and not _over(until):
                    piece = wanted.pop(0)
                    flying[pool.submit(do, piece)] = piece
                if not flying:
                    return False
                for future in wait(flying, LOOK, FIRST_COMPLETED).done:
                    kept.add(flying.pop(future), done(future.result()))
                    progress()
            wanted = _wanted(study, kept)
    except BrokenExecutor as error:
        raise IgrotekaError(
            Text("a worker was lost; the same command goes on from what is done")
        ) from error
    finally:
        for future in flying:
            future.cancel()
        pool.shutdown(wait=False)
    return True


def _wanted(study: Study, kept: KeptResults) -> list[Any]:
    return [piece for piece in study.next_pieces(kept) if key(piece) not in kept]


def _over(until: float | None) -> bool:
    return until is not None and time.monotonic() >= until
