"""Bots think in processes of their own, so that no table waits for another's bot.

Each process answers one question at a time. One that takes too long is ended and replaced, one
that dies is replaced; either costs the answer to its own question and nothing else.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, TypeAlias

from igroteka.basics.endings import FaultKind, PlayerFault
from igroteka.basics.function_process import Abandoned, Failure, Function, RestartingProcess
from igroteka.basics.processes import Death, Hang
from igroteka.tables.questions import first_move
from igroteka.text import Text, as_written

WARMING = 600.0
"""Seconds for the first meeting with a game, which may have to be compiled."""
Work: TypeAlias = Callable[..., Any]


@dataclass
class BotPool:
    """A few processes and the line before them."""

    count: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))

    def __post_init__(self) -> None:
        self._warm = threading.Event()
        self._warm.set()
        self._threads = ThreadPoolExecutor(self.count, thread_name_prefix="thinker")
        self._idle: SimpleQueue[RestartingProcess] = SimpleQueue()
        self._processes = [RestartingProcess(Function(_thinking)) for _ in range(self.count)]
        for process in self._processes:
            self._idle.put(process)

    def warm(self, games: Sequence[str]) -> None:
        """Let every process meet every game once, so that the first person need not wait.

        One at a time, so that the others are there for people meanwhile.
        """
        self._warm.clear()
        threading.Thread(target=self._meet, args=(games,), daemon=True).start()

    def _meet(self, games: Sequence[str]) -> None:
        for game in games:
            for _ in self._processes:
                with suppress(PlayerFault):
                    self._answer(first_move, game, WARMING)
        self._warm.set()

    async def ask(self, work: Work, question: Any, patience: float) -> Any:
        """What `work(question)` answers. Raises `PlayerFault` if it fails, hangs or dies."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._answer, work, question, patience)

    def _answer(self, work: Work, question: Any, patience: float) -> Any:
        if not self._warm.is_set():  # what is compiled while somebody waits is no hang
            patience = WARMING
        process = self._idle.get()
        try:
            return process.ask((work, question), patience)
        except Hang:
            raise PlayerFault(
                FaultKind.HANG, Text("took more than {count} s for a move", count=f"{patience:g}")
            ) from None
        except Death as death:
            raise PlayerFault(FaultKind.DEATH, death.sentence) from death
        except Failure as failure:
            raise PlayerFault(FaultKind.EXCEPTION, as_written(str(failure))) from failure
        except Abandoned:
            raise PlayerFault(FaultKind.DEATH, Text("the house is closing")) from None
        finally:
            self._idle.put(process)

    def close(self) -> None:
        """End all processes; whoever still waits for an answer gets a fault."""
        for process in self._processes:
            process.abandon()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _thinking() -> Callable[[tuple[Work, Any]], Any]:
    """In a process: the function that does the work on the question."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the house ends its processes itself
    return lambda asked: asked[0](asked[1])
