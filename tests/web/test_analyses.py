"""Analyses take turns: a long game holds up no short one, and bots at tables go first."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any, cast

import pytest

from igroteka import registry
from igroteka.archive import Archive, queries
from igroteka.archive.importing import Source, Stored, take_in
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.verdict import Verdict
from igroteka.registry import make_game
from igroteka.study.review import Asked
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.whereabouts import Whereabouts
from igroteka.web.analyses import Analyses, Analysis
from tests.tables.waiting import say_hello, wait_for_a_sign
from tests.web.random_games import a_game


class SlowPool:
    """Answers every question after a while, and notes which game it was about."""

    def __init__(self, spare: int) -> None:
        self.spare = spare
        self.whereabouts = Whereabouts()
        self.asked: list[int] = []
        self.most = self.now = 0

    async def ask_at_leisure(self, work: Any, question: Asked, patience: float) -> Verdict:
        del work, patience
        self.asked.append(len(question.state.deal))
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.001)
        self.now -= 1
        return Verdict(0.5, str(question.played), 0.5)


@pytest.mark.parametrize("spare", [1, 3])
def test_a_short_game_is_done_long_before_a_long_one_that_came_first(
    tmp_path: Path, spare: int
) -> None:
    pool = SlowPool(spare)

    async def both(archive: Archive) -> tuple[Analysis, Analysis, int]:
        analyses = Analyses(archive, cast(BotPool, pool))
        begun = []
        for length in (60, 8):
            game = AnnotatedGame.plain(a_game("draughts", seed=length, length=length))
            (kept,) = take_in(archive, [game], Source("import:json"))
            assert isinstance(kept, Stored)
            stored = archive.read(queries.game, kept.id)
            rules = make_game(stored.game, stored.options)
            begun.append(await analyses.begin(rules, stored, "Anna"))
        long, short = begun
        while short.done < short.total:
            await asyncio.sleep(0.001)
        in_between = long.done
        while long.done < long.total:
            await asyncio.sleep(0.001)
        async with asyncio.timeout(30.0):
            while analyses._workers:  # who has nothing to do leaves
                await asyncio.sleep(0.001)
        return long, short, in_between

    with Archive.open(str(tmp_path / "games.db"), registry) as archive:
        long, short, in_between = asyncio.run(both(archive))
    assert long.total > 30
    assert short.total < in_between + 5
    assert in_between <= short.total + 2 * spare + 1
    assert pool.most == spare
    assert len(pool.asked) == long.total + short.total


def test_of_very_many_games_the_last_ones_are_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody has come to yet is given up, and begun again by who looks at it."""
    monkeypatch.setattr("igroteka.web.analyses.MOST_OF_VISITOR", 3)
    pool = SlowPool(1)

    async def many(archive: Archive) -> list[bool]:
        analyses = Analyses(archive, cast(BotPool, pool))
        games, found = [], []
        for seed in range(6):
            game = AnnotatedGame.plain(a_game("draughts", seed=seed, length=8))
            (kept,) = take_in(archive, [game], Source("import:json"))
            assert isinstance(kept, Stored)
            stored = archive.read(queries.game, kept.id)
            games.append((make_game(stored.game, stored.options), stored))
        monkeypatch.setattr(analyses, "_set_to_work", lambda: None)
        for rules, stored in games:
            await analyses.begin(rules, stored, "Anna")
        monkeypatch.undo()
        assert len(analyses._known) == 3
        analyses._set_to_work()
        again = await analyses.begin(*games[0], "Anna")
        while again.done < again.total:
            await asyncio.sleep(0.001)
        for place in games:
            analysis = await analyses.find(*place, "Anna")
            found.append(analysis is not None)
        return found

    with Archive.open(str(tmp_path / "games.db"), registry) as archive:
        found = asyncio.run(many(archive))
    assert found[0]
    assert found[-1]
    assert not all(found)


def test_a_process_stays_free_for_bots_that_play(tmp_path: Path) -> None:
    sign, pool = tmp_path / "sign", BotPool(2)

    async def asked() -> None:
        slow = [
            asyncio.create_task(pool.ask_at_leisure(wait_for_a_sign, str(sign), 60))
            for _ in range(3)
        ]
        assert await pool.ask(say_hello, "Anna", 60, "Anna") == "hello Anna"
        assert await pool.ask(say_hello, "Boris", 60, "Anna") == "hello Boris"
        assert not any(task.done() for task in slow)
        sign.touch()
        assert await asyncio.gather(*slow) == ["done"] * 3

    try:
        asyncio.run(asked())
    finally:
        sign.touch()
        pool.close()


def test_a_pool_that_closes_lets_nobody_wait(tmp_path: Path) -> None:
    pool = BotPool(2)
    busy = threading.Thread(target=lambda: asyncio.run(_one(pool, tmp_path)), daemon=True)
    busy.start()
    busy.join(1)
    pool.close()
    busy.join(30)
    assert not busy.is_alive()


async def _one(pool: BotPool, folder: Path) -> None:
    never = str(folder / "never")
    asking = [pool.ask_at_leisure(wait_for_a_sign, never, 60) for _ in range(2)]
    found = await asyncio.gather(*asking, return_exceptions=True)
    assert all(isinstance(each, BaseException) for each in found)
