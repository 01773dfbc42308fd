"""Kernels are compiled before anybody needs them, and whoever plays meanwhile need not wait."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from igroteka.basics.function_process import Failure
from igroteka.bots import make_player
from igroteka.registry import game_names, kernel, needs_kernel
from igroteka.tables import bot_pool, warming
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.warming import Progress, Warming
from tests.tables.sitting import bot, news, opened, person, seated


class Compiler:
    """Compiles a game when it is told to, instead of a process."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may_finish = threading.Semaphore(0)

    def ask(self, game: str, patience: float) -> None:
        self.asked.append(game)
        self.may_finish.acquire()
        if game == "durak":
            raise Failure("no space left on the disk")

    def close(self) -> None:
        self.asked.append("closed")

    def abandon(self) -> None:
        self.may_finish.release(100)


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Compiler:
    """A machine on which nothing was compiled yet."""
    made = Compiler()
    monkeypatch.setattr(warming, "is_prepared", lambda _: False)
    monkeypatch.setattr(warming, "RestartingProcess", lambda _: made)
    return made


async def until(now: Warming, progress: Progress) -> None:
    async with asyncio.timeout(10.0):
        while now.progress != progress:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("game", game_names())
def test_who_stands_in_needs_no_kernel(game: str) -> None:
    needed = kernel(game)
    if needed is not None:
        make_player(game, needed.stand_in)
        assert not needs_kernel(game, needed.stand_in)
        assert all(needs_kernel(game, name) for name in needed.bots)


def test_games_are_compiled_one_after_another_and_only_those_that_need_it(
    compiler: Compiler,
) -> None:
    async def evening() -> None:
        now = Warming()
        assert now.progress.ready
        now.begin(["draughts", "durak", "bridge"])
        assert now.progress == Progress(0, 2, "draughts")
        assert not now.progress.ready
        assert now.stand_in("draughts", "engine(level=7)") == "mcts(20)"
        assert now.stand_in("draughts", "random") is None
        assert now.stand_in("bridge", "monte-carlo") is None
        compiler.may_finish.release()
        await until(now, Progress(1, 2, "durak"))
        assert now.stand_in("draughts", "engine(level=7)") is None
        assert now.stand_in("durak", "master") == "greedy"
        compiler.may_finish.release()
        await until(now, Progress(2, 2))
        assert now.progress.ready
        assert now.stand_in("durak", "master") is None

    asyncio.run(evening())
    assert compiler.asked == ["draughts", "durak", "closed"]


def test_what_was_compiled_before_is_not_again(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "is_prepared", lambda _: True)
    now = Warming()
    now.begin(game_names())
    assert now.progress.ready
    assert compiler.asked == []


def test_a_bot_that_warms_up_answers_at_once_and_people_are_told(
    compiler: Compiler, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with opened(tmp_path) as tables:
            now = tables.house.bot_pool.warming
            now.begin(["draughts"])
            table = await seated(tables, "draughts", person("Anna"), bot("engine(level=1)"))
            await table.move("Anna", "c3-d4")
            async with asyncio.timeout(30.0):
                while len(table.moves) < 2:
                    await news(table)
            assert [str(notice) for notice in table.notices] == [
                "black: the bot is still warming up and plays at its weakest; "
                "it goes on at its own level as soon as it can"
            ]
            compiler.may_finish.release()
            await until(now, Progress(1, 1))
            await table.move("Anna", str(table.so_far.view(0).actions()[0]))
            async with asyncio.timeout(120.0):
                while len(table.moves) < 4:
                    await news(table)
            assert table.notices == []
            assert table.setting.chairs[1].bot == "engine(level=1)"

    asyncio.run(evening())


def test_a_process_that_nobody_asks_is_ended_and_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def evening() -> None:
        pool = BotPool(1)
        first = await pool.ask(process_number, None, 30.0, "Anna")
        pool.end_idle()
        assert await pool.ask(process_number, None, 30.0, "Anna") == first
        monkeypatch.setattr(bot_pool, "IDLE", -1.0)
        pool.end_idle()
        assert await pool.ask(process_number, None, 30.0, "Anna") != first
        pool.close()

    asyncio.run(evening())


def process_number(_: object) -> int:
    """In a process of bots: which one it is."""
    import os

    return os.getpid()
