"""Bots think in processes of their own, so that no table waits for another's bot.

Each process answers one question at a time. One that takes too long is ended and replaced, one
that dies is replaced; either costs the answer to its own question and nothing else.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from igroteka.basics.faults import PlayerFault
from igroteka.basics.randomness import Stream, draw
from igroteka.contract import CHANCE, Action, Player, State, View
from igroteka.registry import game_class, make_game, make_player
from igroteka.study.review import Judged, judgement

CONTEXT = multiprocessing.get_context("spawn")
WARMING = 600.0
"""Seconds for the first meeting with a game, which may have to be compiled."""
Work: TypeAlias = Callable[..., Any]


@dataclass(frozen=True)
class Question:
    """A decision to be made, with all and only what the seat may know."""

    game: str
    options: Mapping[str, str]
    bot: str
    view: View
    seed: int
    patience: float = 30.0
    language: str = "en"
    """The language of what the bot says of its decision."""


class Advice(NamedTuple):
    """An action with its worth and what can be said about it."""

    action: Action
    value: float | None
    words: str


def choose(question: Question) -> Action:
    """The bot's choice."""
    player = _seated(question)
    try:
        return player.choose(question.view)
    finally:
        player.close()


def first_move(game: str) -> None:
    """Choose a first move of a game as its adviser would."""
    rules = make_game(game, game_class(game).casual)
    rng = Stream(1)
    state = rules.deal(rng)
    while state.turn == CHANCE:
        state = state.play(draw(state.chances(), rng))
    strongest = list(rules.opponents.values())[-1]
    for bot in {strongest, rules.adviser or "random"}:
        choose(Question(game, rules.options, bot, state.view(state.turn), 1))


def advise(question: Question) -> list[Advice]:
    """The best actions in the bot's opinion, best first; its choice if it can't value them."""
    player = _seated(question)
    view = question.view
    try:
        values = list(player.analyse(view))[:3]
        found: Sequence[tuple[Action, float | None]] = values or [(player.choose(view), None)]
        return [
            Advice(action, value, player.remark(view, action) or view.explain(action))
            for action, value in found
        ]
    finally:
        player.close()


def appraise(task: tuple[Question, Action, int]) -> Judged | None:
    """What the bot thinks of a move that was made; None if it does not value it."""
    question, played, number = task
    player = _seated(question)
    try:
        values = dict(player.analyse(question.view))
        return judgement(player, number, question.view, played, values)
    finally:
        player.close()


class Ended(NamedTuple):
    """A finished game that something may be said of."""

    game: str
    options: Mapping[str, str]
    end: State
    language: str


def afterword(ended: Ended) -> list[str]:
    """What the game has to say of itself when it is over."""
    return list(make_game(ended.game, ended.options).afterword(ended.end, ended.language))


def expectation(question: Question) -> float | None:
    """What the bot expects of its position, from 0 to 1; None if it can't tell.

    Values are those of the seat to move; the other of two expects the rest.
    """
    player = _seated(question)
    view = question.view
    try:
        values: list[float] = [value for _, value in player.analyse(view)]
    finally:
        player.close()
    if not values or not all(0 <= value <= 1 for value in values):
        return None
    if view.turn == view.seat:
        return max(values)
    return 1 - max(values) if player.game.seats == 2 else None


def _seated(question: Question) -> Player:
    game = make_game(question.game, question.options)
    player = make_player(question.game, question.bot)
    player.patience = question.patience
    player.language = question.language
    assert question.view.seat is not None
    player.start(game, question.view.seat, Stream(question.seed))
    return player


@dataclass
class BotPool:
    """A few processes and the line before them."""

    count: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))

    def __post_init__(self) -> None:
        self._warm = threading.Event()
        self._warm.set()
        self._threads = ThreadPoolExecutor(self.count, thread_name_prefix="thinker")
        self._idle: SimpleQueue[_Mind] = SimpleQueue()
        self._minds = [_Mind() for _ in range(self.count)]
        for mind in self._minds:
            self._idle.put(mind)

    def warm(self, games: Sequence[str]) -> None:
        """Let every process meet every game once, so that the first person need not wait.

        One at a time, so that the others are there for people meanwhile.
        """
        self._warm.clear()
        threading.Thread(target=self._meet, args=(games,), daemon=True).start()

    def _meet(self, games: Sequence[str]) -> None:
        for game in games:
            for _ in self._minds:
                with suppress(PlayerFault):
                    self._answer(first_move, game, WARMING)
        self._warm.set()

    async def ask(self, work: Work, question: Any, patience: float) -> Any:
        """What `work(question)` answers. Raises `PlayerFault` if it fails, hangs or dies."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._answer, work, question, patience)

    def _answer(self, work: Work, question: Any, patience: float) -> Any:
        mind = self._idle.get()
        try:
            # What is compiled while somebody waits is no hang.
            return mind.answer(work, question, patience if self._warm.is_set() else WARMING)
        finally:
            self._idle.put(mind)

    def close(self) -> None:
        """End all processes; whoever still waits for an answer gets a fault."""
        for mind in self._minds:
            mind.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Mind:
    """One process, started when it is first needed and again after it was lost."""

    def __init__(self) -> None:
        self.process: Any = None
        self.closed = False
        self._beginning_or_end = Lock()

    def answer(self, work: Work, question: Any, patience: float) -> Any:
        self._start()
        try:
            self.pipe.send((work, question))
            if not self.pipe.poll(patience):
                self._kill()
                raise PlayerFault("hang", f"took more than {patience:g} s for a move")
            failed, answer = self.pipe.recv()
        except (EOFError, OSError) as error:
            status = self._kill()
            raise PlayerFault("death", f"its process ended with status {status}") from error
        if failed:
            raise PlayerFault("exception", answer)
        return answer

    def _start(self) -> None:
        with self._beginning_or_end:
            if self.closed:
                raise PlayerFault("death", "the house is closing")
            if self.process is not None and self.process.is_alive():
                return
            self.pipe, far_end = CONTEXT.Pipe()
            self.process = CONTEXT.Process(target=_think, args=(far_end,), daemon=True)
            self.process.start()
            far_end.close()

    def _kill(self) -> int | None:
        self.process.kill()
        self.process.join()
        self.pipe.close()
        status: int | None = self.process.exitcode
        self.process = None
        return status

    def end(self) -> None:
        with self._beginning_or_end:
            self.closed = True
            if (process := self.process) is not None:
                process.kill()


def _think(pipe: Connection) -> None:
    """What a process does: answer every question with a value, or with what went wrong."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # the house ends its minds itself
        signal.signal(stop, signal.SIG_IGN)
    while True:
        try:
            work, question = pipe.recv()
        except EOFError:
            return
        try:
            answer = (False, work(question))
        except (Exception, SystemExit) as error:
            answer = (True, f"{type(error).__name__}: {error}")
        with suppress(OSError):
            pipe.send(answer)
