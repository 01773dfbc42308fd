"""Bots at live tables: each starts once a game, and a lost one costs nobody else anything."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from igroteka.registry import make_game
from igroteka.tables import requests
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.kept_players import PlayerKey
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.questions import Question
from igroteka.tables.setting import Chair
from igroteka.tables.table import Table
from tests.tables.sitting import bot, news, opened, person, seated, until_over

BOTS = Path(__file__).parent / "diary_bots.py"


class Pen:
    """A file in which the bots of a test write."""

    def __init__(self, folder: Path, name: str = "diary") -> None:
        self.file = folder / name

    def bot(self, **how: float) -> str:
        """A bot that writes in it."""
        parameters = "".join(f", {name}={value}" for name, value in how.items())
        return f'{BOTS}:Diary(file="{self.file}"{parameters})'

    def chair(self, **how: float) -> Chair:
        """A chair with such a bot on it."""
        return bot(self.bot(**how))

    @property
    def words(self) -> list[str]:
        """What the bots did, in the order in which they did it."""
        text = self.file.read_text(encoding="utf-8") if self.file.exists() else ""
        return [line.split()[0] for line in text.splitlines()]

    @property
    def told(self) -> Counter[str]:
        """How often they did what."""
        return Counter(self.words)

    async def until(self, **counts: int) -> None:
        """Wait until they have done things so often, and a moment for what they should not do."""
        async with asyncio.timeout(30.0):
            while any(self.told[word] < count for word, count in counts.items()):
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert {word: self.told[word] for word in counts} == counts


def evening(
    folder: Path, play: Callable[[LiveTables], Coroutine[Any, Any, None]], processes: int = 1
) -> None:
    """Open live tables, play at them, and close."""

    async def opened_for_it() -> None:
        async with opened(folder, processes) as tables:
            await play(tables)

    asyncio.run(opened_for_it())


async def move(table: Table) -> None:
    """Anna moves, and the bot answers or the game is over."""
    moves = len(table.moves)
    await table.move("Anna", str(table.so_far.view(0).actions()[0]))
    async with asyncio.timeout(60.0):
        while len(table.moves) < moves + 2 and table.phase != "over":
            await news(table)


# --- the life of a bot ---


def test_a_bot_starts_once_a_game_and_is_closed_once(tmp_path: Path) -> None:
    pen = Pen(tmp_path)

    async def play(tables: LiveTables) -> None:
        table = await seated(tables, "draughts", person("Anna"), pen.chair())
        await until_over(table)
        moves = sum(step.seat == 1 for step in table.so_far.steps)
        await pen.until(start=1, choose=moves, close=1)

    evening(tmp_path, play, processes=2)
    assert (pen.words[0], pen.words[-1]) == ("start", "close")


def test_every_chair_has_a_player_of_its_own(tmp_path: Path) -> None:
    pen = Pen(tmp_path)

    async def play(tables: LiveTables) -> None:
        table = await seated(tables, "bridge", *(pen.chair() for _ in range(4)))
        await until_over(table)
        assert table.outcome is not None
        assert table.outcome.fault is None
        # The seat of dummy decides nothing in the play, but has called.
        await pen.until(start=4, close=4)

    evening(tmp_path, play)


def test_who_has_seen_what_was_taken_back_does_not_play_on(tmp_path: Path) -> None:
    pen = Pen(tmp_path)

    async def play(tables: LiveTables) -> None:
        table = await seated(tables, "draughts", person("Anna"), pen.chair())
        await move(table)
        await requests.take_back(table, "Anna")
        await pen.until(start=1, choose=1, close=1)
        await move(table)
        await pen.until(start=2, choose=2, close=1)

    evening(tmp_path, play)


def test_who_believes_to_have_moved_does_not_play_on(tmp_path: Path) -> None:
    """A pause begins while the bot thinks: its answer is dropped, and it is asked again."""
    pen = Pen(tmp_path)

    async def play(tables: LiveTables) -> None:
        table = await seated(tables, "draughts", person("Anna"), pen.chair(slow=0.3))
        await table.move("Anna", "c3-d4")
        await pen.until(choose=1)
        await requests.pause(table, "Anna", True)
        await pen.until(close=1)
        assert len(table.moves) == 1
        await requests.pause(table, "Anna", False)
        await pen.until(start=2, choose=2, close=1)

    evening(tmp_path, play)


def test_the_house_closes_the_bots_of_games_that_go_on(tmp_path: Path) -> None:
    pen = Pen(tmp_path)

    async def play(tables: LiveTables) -> None:
        for _ in range(3):
            await move(await seated(tables, "draughts", person("Anna"), pen.chair()))

    evening(tmp_path, play, processes=2)
    assert pen.told == {"start": 3, "choose": 3, "close": 3}


# --- more bots than there is room for ---


def test_the_bot_that_waited_longest_gives_its_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("igroteka.tables.bot_pool.MOST_KEPT", 2)
    pen = Pen(tmp_path)

    async def play(tables: LiveTables) -> None:
        played = [await seated(tables, "draughts", person("Anna"), pen.chair()) for _ in range(3)]
        for table in (*played, played[2], played[1], played[0]):
            await move(table)
        # The first had to go for the third, and the third for the first.
        await pen.until(start=4, choose=6, close=2)
        assert [table.phase for table in played] == ["playing"] * 3

    evening(tmp_path, play)
    there = 0
    for word in pen.words:
        there += (word == "start") - (word == "close")
        assert there <= 3, "two, and the one that is asked"


def test_what_a_bot_does_does_not_depend_on_how_often_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = []
    for room in (0, 8):
        monkeypatch.setattr("igroteka.tables.bot_pool.MOST_KEPT", room)
        folder = tmp_path / str(room)
        folder.mkdir()
        pen = Pen(folder)

        async def play(tables: LiveTables, pen: Pen = pen) -> None:
            table = await seated(tables, "draughts", person("Anna"), pen.chair())
            for _ in range(5):
                await move(table)
            games.append([str(step.action) for step in table.so_far.steps])

        evening(folder, play)
        assert pen.told["start"] == (1 if room else 5)
    assert games[0] == games[1]


# --- processes that are lost ---


def test_a_game_goes_on_when_the_process_of_its_bot_has_died(tmp_path: Path) -> None:
    pen = Pen(tmp_path)

    async def play(tables: LiveTables) -> None:
        table = await seated(tables, "draughts", person("Anna"), pen.chair())
        await move(table)
        (process,) = tables.house.bot_pool._processes
        assert process.answering.pid is not None
        os.kill(process.answering.pid, signal.SIGKILL)
        await asyncio.sleep(0.1)
        await move(table)
        assert (len(table.moves), table.outcome) == (4, None)
        await pen.until(start=2, choose=2)

    evening(tmp_path, play)


def test_a_bot_that_hangs_costs_only_its_own_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sit in one process: the other loses what it remembers, and nothing else."""
    monkeypatch.setattr("igroteka.tables.table.PATIENCE", 2.0)
    bad, good = Pen(tmp_path, "bad"), Pen(tmp_path, "good")

    async def play(tables: LiveTables) -> None:
        hung = await seated(tables, "draughts", person("Anna"), bad.chair(hangs_at=2))
        other = await seated(tables, "draughts", person("Anna"), good.chair())
        for table in (hung, other, hung, other):
            await move(table)
        assert hung.outcome is not None
        assert hung.outcome.fault is not None
        assert (hung.outcome.fault.seat, hung.outcome.fault.kind) == (1, "hang")
        assert (len(other.moves), other.outcome) == (4, None)
        await good.until(start=2, choose=2)

    evening(tmp_path, play)


def test_a_bot_that_does_not_go_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("igroteka.tables.bot_pool.CLOSING", 0.5)
    bad, good = Pen(tmp_path, "bad"), Pen(tmp_path, "good")

    async def play(tables: LiveTables) -> None:
        left = await seated(tables, "draughts", person("Anna"), bad.chair(stays=1000.0))
        other = await seated(tables, "draughts", person("Anna"), good.chair())
        await move(left)
        await move(other)
        await requests.resign(left, "Anna")
        await move(other)
        assert (len(other.moves), other.outcome) == (4, None)
        await bad.until(start=1, close=1)
        await good.until(start=2, choose=2, close=0)

    evening(tmp_path, play)


# --- who waits for whom ---


def question(bot: str) -> Question:
    game = make_game("draughts", {})
    state = game.restore("W:Wc3:Bf6")
    return Question("draughts", game.options, bot, state.view(0), seed=1)


def test_nobody_waits_for_a_slow_bot_while_a_process_is_idle(tmp_path: Path) -> None:
    """The process that keeps a bot is busy with another: it starts in an idle one."""
    slow, quick = Pen(tmp_path, "slow"), Pen(tmp_path, "quick")
    keys = [PlayerKey(table, 0, "", 0) for table in range(3)]

    async def play() -> None:
        pool = BotPool(2)
        for key, pen in zip(keys, (slow, quick, quick), strict=True):
            await pool.choose(key, question(pen.bot(slow=2.0 if pen is slow else 0.0)), "Anna")
        keeper = pool._processes[0]
        assert list(keeper.kept) == [keys[0], keys[2]]
        late = asyncio.create_task(pool.choose(keys[0], question("kept already"), "Anna"))
        await slow.until(choose=2)
        await pool.choose(keys[2], question(quick.bot()), "Boris")
        assert not late.done()
        assert quick.told == {"start": 3, "choose": 3}
        await late
        await quick.until(close=1)
        assert list(keeper.kept) == [keys[0]]
        pool.close()

    asyncio.run(play())
    assert slow.told == {"start": 1, "choose": 2, "close": 1}


@pytest.mark.parametrize("guests", [1, 6])
def test_six_tables_of_one_household_leave_a_process_to_another(
    tmp_path: Path, guests: int
) -> None:
    """Whether they are one visitor's, or those of as many guests from one address."""
    slow, quick = Pen(tmp_path, "slow"), Pen(tmp_path, "quick")
    keys = [PlayerKey(table, 0, "", 0) for table in range(7)]
    crowd = [f"guest {table % guests}" for table in range(6)]

    async def play() -> None:
        pool = BotPool(2)
        for who in crowd:
            pool.whereabouts.note(who, "192.0.2.1")
        pool.whereabouts.note("Boris", "192.0.2.2")
        await pool.choose(keys[6], question(quick.bot()), "Boris")
        many = [
            asyncio.create_task(pool.choose(key, question(slow.bot(slow=1.0)), who))
            for key, who in zip(keys[:6], crowd, strict=True)
        ]
        await slow.until(choose=1)
        await pool.choose(keys[6], question("kept already"), "Boris")
        assert slow.told["choose"] == 1
        assert not any(task.done() for task in many)
        assert pool.questions == 6
        pool.close()
        await asyncio.gather(*many, return_exceptions=True)

    asyncio.run(play())


def test_a_bot_is_asked_where_it_is(tmp_path: Path) -> None:
    pen = Pen(tmp_path)
    keys = [PlayerKey(table, 0, "", 0) for table in range(4)]

    async def play() -> None:
        pool = BotPool(2)
        for key in keys * 5:
            await pool.choose(key, question(pen.bot()), "Anna")
        assert [len(process.kept) for process in pool._processes] == [2, 2]
        pool.close()

    asyncio.run(play())
    assert pen.told == {"start": 4, "choose": 20, "close": 4}
