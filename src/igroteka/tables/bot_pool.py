"""Bots think in processes of their own, so that no table waits for another's bot.

Each process answers one question at a time. One that takes too long is ended and replaced, one
that dies is replaced; either costs the answer to its own question and nothing else.

A bot that plays is started once a game, and stays in the process where it was. Its next question
goes there if that process is idle, otherwise to another that is, where it starts anew from what
it then sees: it had rather lose what it remembers than let people wait. So does one that was put
away, or whose process was lost. Nothing but its memory depends on where it is.

Households take turns, and the visitors of each: whose bots think in one process gets another only
if one more is left for somebody elsewhere. What nobody waits for at a table is asked at leisure:
as long as there is more than one process, one of them stays free for bots that play.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from igroteka.basics.child_faults import told_as_faults
from igroteka.basics.endings import FaultKind, Overrun, PlayerFault
from igroteka.basics.function_process import Abandoned, Failure, Function, RestartingProcess
from igroteka.basics.processes import Death, Hang
from igroteka.basics.system import print_to_error_output
from igroteka.tables.kept_players import KeptPlayers, Leaving, PlayerKey
from igroteka.tables.questions import Choice, Question
from igroteka.tables.turns import Turns
from igroteka.tables.warming import PATIENCE, Warming
from igroteka.tables.whereabouts import Whereabouts
from igroteka.text import Text

MOST_KEPT = 8
"""Players that one process keeps, since a strong one may hold 20 MB; who waited longest goes."""
IDLE = 120.0
"""Seconds after which a process that nobody asks is ended; the next question starts another."""
CLOSING = 5.0
"""Seconds for players to close; a process in which they take longer is ended."""
Work: TypeAlias = Callable[..., Any]


class _Task(NamedTuple):
    """A question that needs nobody from before."""

    work: Work
    question: Any


class _Decision(NamedTuple):
    """A move of a bot that plays."""

    key: PlayerKey
    question: Question


class _Farewell(NamedTuple):
    """Players that are to be put away."""

    leaving: tuple[Leaving, ...]


class _Fault(NamedTuple):
    """An answer: how a bot failed that plays in a process of its own."""

    kind: FaultKind
    text: Text


_Message: TypeAlias = _Task | _Decision | _Farewell


@dataclass(eq=False)
class _Process:
    """A process of bots and who, as far as the house knows, is in it."""

    answering: RestartingProcess = field(
        default_factory=lambda: RestartingProcess(Function(_thinking))
    )
    kept: dict[PlayerKey, None] = field(default_factory=dict)
    """Who plays on, the one who was asked last at the end."""
    leaving: list[Leaving] = field(default_factory=list)
    """Who is to be put away as soon as it is idle."""
    asked: float = 0.0
    """When it was last asked."""

    def effort(self) -> tuple[int, bool]:
        """What speaks against asking it: that it keeps many, or has to be started."""
        return len(self.kept), self.answering.pid is None

    def dismiss(self, key: PlayerKey, scores: tuple[float, ...] | None = None) -> None:
        del self.kept[key]
        self.leaving.append(Leaving(key, scores))


@dataclass
class BotPool:
    """A few processes and the line before them."""

    count: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    whereabouts: Whereabouts = field(default_factory=Whereabouts)
    """From where those come for whom it thinks."""

    def __post_init__(self) -> None:
        self.warming = Warming()
        self._turns = Turns(self.count, self.whereabouts, brief=True)
        self._asking = ThreadPoolExecutor(self.count, thread_name_prefix="thinker")
        self._at_leisure = ThreadPoolExecutor(self.spare, thread_name_prefix="leisure")
        self._parting = ThreadPoolExecutor(self.count, thread_name_prefix="parting")
        self._processes = [_Process() for _ in range(self.count)]
        self._idle = list(self._processes)
        self._change = threading.Condition()
        """Held while it is changed which process is idle, and who is where."""
        self._closed = False

    # --- what is asked ---

    async def ask(self, work: Work, question: Any, patience: float, who: str) -> Any:
        """What `work(question)` answers. Raises `PlayerFault` if it fails, hangs or dies.

        `who` is the visitor who wants it, or whatever else should not delay the others.
        """
        return await self._answered(_Task(work, question), patience, who)

    @property
    def questions(self) -> int:
        """How many questions are thought about, or wait for that."""
        return self._turns.wanted

    @property
    def spare(self) -> int:
        """How many questions may be thought about at leisure at the same time."""
        return max(1, self.count - 1)

    async def ask_at_leisure(self, work: Work, question: Any, patience: float) -> Any:
        """The same as `ask`, when the processes have nothing better to do."""
        loop = asyncio.get_running_loop()
        needed = min(2, self.count)
        return await loop.run_in_executor(
            self._at_leisure, self._answer, _Task(work, question), patience, None, needed
        )

    async def choose(self, key: PlayerKey, question: Question, who: str) -> Choice:
        """What a bot that plays does next. Raises `PlayerFault` as `ask` does."""
        decision = _Decision(key, question)
        choice: Choice = await self._answered(decision, question.patience, who, key)
        return choice

    async def _answered(
        self, message: _Message, patience: float, who: str, key: PlayerKey | None = None
    ) -> Any:
        loop = asyncio.get_running_loop()
        async with self._turns.of(who):
            return await loop.run_in_executor(self._asking, self._answer, message, patience, key)

    def _answer(
        self, message: _Message, patience: float, key: PlayerKey | None = None, needed: int = 1
    ) -> Any:
        if not self.warming.progress.ready:  # what is compiled while somebody waits is no hang
            patience = max(patience, PATIENCE)
        process = self._taken(key, needed)
        try:
            with told_as_faults():
                answer = self._told(process, message, patience)
            if isinstance(answer, _Fault):
                raise PlayerFault(answer.kind, answer.text)
            return answer
        except Overrun:
            raise PlayerFault(
                FaultKind.HANG, Text("took more than {count} s for a move", count=f"{patience:g}")
            ) from None
        except Abandoned:
            raise PlayerFault(FaultKind.DEATH, Text("the house is closing")) from None
        finally:
            self._free(process)

    def _told(self, process: _Process, message: _Message, patience: float) -> Any:
        try:
            return process.answering.ask(message, patience)
        except (Hang, Death):
            with self._change:  # whoever was there is lost with it
                process.kept.clear()
                process.leaving.clear()
            raise

    # --- where it is asked ---

    def _taken(self, key: PlayerKey | None, needed: int) -> _Process:
        """An idle process out of so many, the one that keeps this player if it can be."""
        with self._change:
            while len(self._idle) < (1 if self._closed else needed):
                self._change.wait()
            process = min(self._idle, key=_Process.effort)
            if key is not None:
                process = next((each for each in self._idle if key in each.kept), process)
                self._seat(key, process)
            self._idle.remove(process)
            process.asked = time.monotonic()
            return process

    def _seat(self, key: PlayerKey, process: _Process) -> None:
        """Note that a player is in this process from now on, and nowhere else."""
        for other in self._processes:
            if key in other.kept and other is not process:
                other.dismiss(key)
        process.kept.pop(key, None)
        process.kept[key] = None
        while len(process.kept) > MOST_KEPT:
            process.dismiss(next(iter(process.kept)))

    def _free(self, process: _Process) -> None:
        """Let a process wait for the next question; first those who leave it are put away.

        Another thread does that: the answer that it has given need not wait for them.
        """
        with self._change:
            if process.leaving and not self._closed:
                self._parting.submit(self._part, process)
            else:
                self._idle.append(process)
                self._change.notify_all()

    def _part(self, process: _Process) -> None:
        self._say_farewell(process)
        self._free(process)

    def _say_farewell(self, process: _Process) -> None:
        """Have those who leave a process closed in it, if it still runs."""
        with self._change:
            leaving, process.leaving = tuple(process.leaving), []
        if leaving and process.answering.pid is not None:
            with suppress(Hang, Death, Failure, Abandoned):
                self._told(process, _Farewell(leaving), CLOSING)

    def put_away(self, table: int, scores: tuple[float, ...] | None = None) -> None:
        """Close the players of a table: its game is over, has gone back, or is not here now.

        They are told the scores of a game that is over.
        """
        self._dismiss(lambda key: key.table == table, scores)

    def _dismiss(
        self, who: Callable[[PlayerKey], bool], scores: tuple[float, ...] | None = None
    ) -> None:
        with self._change:
            for process in self._processes:
                for key in list(filter(who, process.kept)):
                    process.dismiss(key, scores)
                if process.leaving and process in self._idle:
                    self._idle.remove(process)
                    self._free(process)

    def end_idle(self) -> None:
        """End the processes that keep nobody and were not asked for a while, for their memory."""
        late = time.monotonic() - IDLE
        with self._change:
            ended = [
                each
                for each in self._idle
                if each.answering.pid is not None and not each.kept and each.asked < late
            ]
            for process in ended:
                self._idle.remove(process)
        for process in ended:
            process.answering.close()
            self._free(process)

    def close(self) -> None:
        """Close all players, but for those that still think, and end all processes.

        Whoever waits for an answer gets a fault.
        """
        self.warming.end()
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._parting.shutdown()
        self._dismiss(lambda _: True)
        for process in tuple(self._idle):
            self._say_farewell(process)
        for process in self._processes:
            process.answering.abandon()
        for executor in (self._asking, self._at_leisure):
            executor.shutdown(wait=False, cancel_futures=True)


def _thinking() -> Callable[[_Message], Any]:
    """In a process: the function that answers, with the players that it keeps."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the house ends its processes itself
    print_to_error_output()
    players = KeptPlayers()

    def done(message: _Message) -> Any:
        match message:
            case _Task(work, question):
                return work(question)
            case _Decision(key, question):
                return players.choose(key, question)
            case _Farewell(leaving):
                return players.put_away(leaving)

    def answer(message: _Message) -> Any:
        try:
            return done(message)
        except PlayerFault as fault:
            return _Fault(fault.kind, fault.text)
        except Overrun:
            return _Fault(FaultKind.HANG, Text("took too long for a move"))

    return answer
