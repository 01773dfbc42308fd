"""The file of a run: a record a line, in the order of play, so that it is always a prefix."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, takewhile
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout
from platformdirs import user_state_path

from igroteka.arena.plan import Plan
from igroteka.arena.worker import Keep, Played
from igroteka.contract import IgrotekaError
from igroteka.records.record import BadRecord, Record
from igroteka.text import Text

BEGINNING = b'{"game": '
"""How every line begins; a file that begins otherwise is somebody's own."""


class AlreadyPlaying(IgrotekaError):  # noqa: N818 - named after what is wrong
    """Another process plays into this file."""


class RunFile:
    """Where the games of a plan are kept while they are played, and found again to go on.

    Without a path it is a journal in the user's state folder, which `finish` removes; a file that
    the user named keeps all games whole, and stays.
    """

    def __init__(self, plan: Plan, path: Path | None = None, keep: Keep = Keep.RESULTS) -> None:
        self.plan = plan
        self.named = path is not None
        self.keep = Keep.ALL if path else keep
        self.path = path or user_state_path("igroteka") / "runs" / f"{plan.run}.jsonl"
        self.games = 0
        self._open()

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a+b", buffering=0)
            self._take_lock()
        except OSError as error:
            raise IgrotekaError(
                Text("{path} can't be written: {reason}", path=self.path, reason=error.strerror)
            ) from error
        try:
            self._resume()
        except BaseException:
            self.__exit__()
            raise

    def _take_lock(self) -> None:
        """Lock a file beside it: on Windows nobody could read a locked one."""
        whole = self.path.resolve()
        self._lock = FileLock(whole.with_name(f"{whole.name}.lock"))
        try:
            self._lock.acquire(blocking=False)
        except Timeout as error:
            self._file.close()
            raise AlreadyPlaying(
                Text("another process is playing into {path} now", path=self.path)
            ) from error

    def _resume(self) -> None:
        """Find what is there already, and cut off what was not written in full."""
        self._file.seek(0)
        lines = list(self._file)
        self._lines = [line for line in lines if line.endswith(b"\n")]
        if lines and not lines[0].startswith(BEGINNING[: len(lines[0])]):
            raise IgrotekaError(Text("{path} holds something else than records", path=self.path))
        self._check()
        self.games = self._whole_blocks()
        self._lines = self._lines[: self.games]
        self._file.truncate(sum(len(line) for line in self._lines))

    def _check(self) -> None:
        if not self._lines:
            return
        try:
            event = Record.from_line(self._lines[0].decode()).event or {}
        except (BadRecord, UnicodeDecodeError) as error:
            raise IgrotekaError(
                Text("{path} holds something else than records", path=self.path)
            ) from error
        if event.get("run") != self.plan.run:
            raise IgrotekaError(
                Text(
                    "{path} holds games of another run; name another file or remove this one",
                    path=self.path,
                )
            )

    def _whole_blocks(self) -> int:
        """Games in the blocks that the file holds in full."""
        games = 0
        for block in self.plan.blocks():
            end = block.first + len(block.seatings)
            if end > len(self._lines):
                break
            games = end
        return games

    def played(self) -> Iterator[Played]:
        """The games that the file held when it was opened."""
        lines = iter(self._lines)
        for block in takewhile(lambda block: block.first < len(self._lines), self.plan.blocks()):
            for seating, line in enumerate(islice(lines, len(block.seatings))):
                try:
                    record = Record.from_line(line.decode())
                except (BadRecord, UnicodeDecodeError) as error:
                    reason = error.sentence if isinstance(error, BadRecord) else str(error)
                    raise IgrotekaError(
                        Text(
                            "{path}, line {number}: {reason}",
                            path=self.path,
                            number=block.first + seating + 1,
                            reason=reason,
                        )
                    ) from error
                yield Played(block, seating, record)

    def append(self, played: Sequence[Played]) -> None:
        """Keep these games; when this returns they are on the disk."""
        text = "".join(each.record.to_line() + "\n" for each in played)
        try:
            self._file.write(text.encode())
            os.fsync(self._file.fileno())
        except OSError as error:
            raise IgrotekaError(
                Text("{path} can't be written: {reason}", path=self.path, reason=error.strerror)
            ) from error
        self.games += len(played)

    def finish(self) -> None:
        """The run is complete: its journal is not needed any more."""
        self._file.close()
        if not self.named:
            self.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()
        with suppress(OSError):  # while it is locked: who waits for it looks whether it is there
            Path(self._lock.lock_file).unlink()
        self._lock.release()
