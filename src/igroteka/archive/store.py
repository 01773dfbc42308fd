"""The archive as the house sees it: anybody reads, one thread writes.

What is acknowledged is stored: a future is resolved only after the commit that holds its change.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from igroteka.archive.database import WritingConnection, archive_url, check_ours, make_engine
from igroteka.archive.faults import ArchiveError, Doing, name_of, told
from igroteka.archive.handed_rules import Rules, hand_over
from igroteka.archive.upgrading import migrate
from igroteka.basics.house_fault import HouseFault
from igroteka.text import Text

P = ParamSpec("P")
T = TypeVar("T")

MOST_AT_ONCE = 1000
"""Changes in one commit, so that the first of many is not kept waiting."""


@dataclass
class _Task:
    """A change that waits, and the future of whoever asked for it."""

    change: Callable[[Connection], Any]
    future: Future[Any]


@dataclass
class _Reply:
    result: Any = None
    error: BaseException | None = None


class _TransactionLost(Exception):  # noqa: N818 - leaves the transaction that is no more
    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


class Archive:
    """An open archive. Reading and writing are safe from any thread."""

    def __init__(self, engine: Engine, rules: Rules, copy: str | None = None) -> None:
        self._engine = engine
        self.copy = copy
        """Where the archive is as it was before its tables were brought up to date just now."""
        self.rules = rules
        """Who knows the games."""
        self._waiting: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._own = WritingConnection(engine)
        """The writer's."""
        self._writer = threading.Thread(target=self._write_all, name="archive", daemon=True)
        self._writer.start()

    @classmethod
    def open(cls, url: str | None, rules: Rules) -> Archive:
        """The archive at a URL or a file, made or brought up to date; by default the user's own.

        `rules` is who knows the games: the registry.
        """
        wanted = archive_url(url)
        check_ours(wanted)
        engine = make_engine(wanted)
        hand_over(engine, rules)
        try:
            return cls(engine, rules, migrate(engine))
        except SQLAlchemyError as error:
            engine.dispose()
            raise told("opened", error, engine.url) from error
        except (ArchiveError, HouseFault):
            engine.dispose()
            raise

    def close(self) -> None:
        """Write what waits, and close. A second call does nothing."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._writer.join()
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """How many changes wait for the writer."""
        return self._waiting.qsize()

    @property
    def name(self) -> str:
        """Where the archive is, without a password."""
        return name_of(self._engine.url)

    def write(
        self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Queue a change, which the writer calls with a connection; the future is its result.

        A change does nothing but use the connection: after a lost transaction it is called again.
        """
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise ArchiveError(Text("the archive is closed"))
            task = _Task(lambda connection: change(connection, *args, **kwargs), future)
            self._waiting.put(task)
        return future

    def apply(
        self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Write a change and wait until it is stored."""
        return self.write(change, *args, **kwargs).result()

    def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call a query with a connection, here and now."""
        try:
            with self._engine.connect() as connection:
                return query(connection, *args, **kwargs)
        except SQLAlchemyError as error:
            raise self._told("read", error) from error
        except OverflowError as error:
            raise ArchiveError(Text("no number in the archive is so large")) from error

    def _write_all(self) -> None:
        """The writer: take all that waits, commit once, acknowledge, and again."""
        stopping = False
        while not stopping:
            tasks = self._gathered()
            stopping = tasks[-1] is None
            running = [
                task for task in tasks if task and task.future.set_running_or_notify_cancel()
            ]
            for task, outcome in zip(running, self._store(running), strict=True):
                if outcome.error is None:
                    task.future.set_result(outcome.result)
                else:
                    task.future.set_exception(self._told("written", outcome.error))
        self._own.close()

    def _gathered(self) -> list[_Task | None]:
        """What waits, at least one; None, which stops the writer, is always the last."""
        tasks = [self._waiting.get()]
        while tasks[-1] is not None and len(tasks) < MOST_AT_ONCE:
            try:
                tasks.append(self._waiting.get_nowait())
            except queue.Empty:
                break
        return tasks

    def _store(self, tasks: Sequence[_Task]) -> list[_Reply]:
        """Run changes in one transaction; if one of them fails, each behind a savepoint of its own.

        Nearly always none does, and savepoints take as long as all the rest.
        """
        if not tasks:
            return []
        try:
            return self._committed(tasks, _plain_reply)
        except _TransactionLost as lost:
            if len(tasks) == 1:
                return [_Reply(error=lost.error)]
        try:
            return self._committed(tasks, _guarded_reply)
        except _TransactionLost:
            return [reply for task in tasks for reply in self._store([task])]

    def _committed(
        self, tasks: Sequence[_Task], reply: Callable[[Connection, _Task], _Reply]
    ) -> list[_Reply]:
        try:
            with self._own.transaction() as connection:
                return [reply(connection, task) for task in tasks]
        except _TransactionLost:
            raise
        except Exception as error:
            # A commit may have reached the database, so it is not tried again; the writer outlives
            # whatever happens, and those who wait are told.
            return [_Reply(error=error) for _ in tasks]

    def _told(self, doing: Doing, error: BaseException) -> BaseException:
        """What whoever asked is told; what is wrong with the archive itself is logged as well."""
        if not isinstance(error, SQLAlchemyError):
            return error
        answer = told(doing, error, self._engine.url)
        reason = answer if isinstance(answer, HouseFault) else getattr(error, "orig", error)
        logging.getLogger(__name__).error("%s", reason)
        return answer


def _plain_reply(connection: Connection, task: _Task) -> _Reply:
    """A change. Raises `_TransactionLost` if it fails: what it did goes with all the others."""
    try:
        return _Reply(task.change(connection))
    except Exception as error:
        raise _TransactionLost(error) from error


def _guarded_reply(connection: Connection, task: _Task) -> _Reply:
    """A change in a savepoint. Raises `_TransactionLost` if the transaction went with it."""
    savepoint = connection.begin_nested()
    try:
        result = task.change(connection)
        savepoint.commit()
        return _Reply(result)
    except Exception as error:
        try:
            savepoint.rollback()
        except SQLAlchemyError:
            raise _TransactionLost(error) from error
        if connection.invalidated:
            raise _TransactionLost(error) from error
        return _Reply(error=error)
