"""A bot of a file finds nothing of what is hidden, wherever it plays."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from rich.console import Console

from igroteka.arena.executors import process_pool
from igroteka.arena.match import Match
from igroteka.arena.plan import match_plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.basics.batch import Seeds
from igroteka.basics.function_process import Function, FunctionProcess
from igroteka.basics.processes import living
from igroteka.bots import make_player, make_player_here
from igroteka.cli.session import Session
from igroteka.contract import Player
from igroteka.players.apart import Reserve
from igroteka.records.record import Record
from igroteka.registry import make_game
from tests.basics import functions
from tests.hostile import spies
from tests.tables.sitting import bot, opened, seated, until_over

HIDDEN = ["durak", "bridge"]
MOSTLY_DURAK = ["durak", pytest.param("bridge", marks=pytest.mark.slow)]
"""Where the way to the bot is the same in both games."""
DIARY = Path(__file__).parents[2] / "examples" / "my_bot.py"


class Diary:
    """What the spies of a test write down."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "loot"
        self.spy = f"{spies.__file__}:Spy(file={self.file})"

    @property
    def lines(self) -> list[list[str]]:
        """A process, a seat, and the names of what was found there."""
        return [line.split() for line in self.file.read_text().splitlines()]

    @property
    def loot(self) -> set[str]:
        """The names of all that was found."""
        return {name for line in self.lines for name in line[2:]}


@pytest.fixture
def diary(tmp_path: Path) -> Diary:
    return Diary(tmp_path)


def matched(name: str, players: list[Player], seed: int = 7) -> Record:
    game = make_game(name, {})
    seats = ["?"] * game.seats
    return Match(game, players, seats, Seeds.of_game(seed, 0, game.seats)).play()


@pytest.mark.parametrize("name", HIDDEN)
def test_in_the_same_process_a_spy_finds_the_position(name: str, diary: Diary) -> None:
    """So that those who find nothing below have looked in the right places."""
    others = make_game(name, {}).seats - 1
    matched(name, [make_player_here(name, bot) for bot in (diary.spy, *["random"] * others)])
    assert "Position" in diary.loot


@pytest.mark.parametrize("name", HIDDEN)
def test_a_spy_finds_nothing_in_a_match(name: str, diary: Diary) -> None:
    before, seats = living(), make_game(name, {}).seats
    record = matched(name, [make_player(name, diary.spy) for _ in range(seats)])
    assert record.ending == "finished"
    assert diary.loot == set()
    assert len({process for process, *_ in diary.lines}) == seats
    assert living() == before


@pytest.mark.parametrize("name", MOSTLY_DURAK)
def test_a_spy_finds_nothing_in_a_tournament(name: str, diary: Diary, tmp_path: Path) -> None:
    """A process plays game after game, but no deal from two seats."""
    game = make_game(name, {})
    plan = match_plan(game, [diary.spy, "random"], 4, seed=1)
    with RunFile(plan, tmp_path / "run.jsonl") as file:
        played = list(play_plan(plan, file, lambda: process_pool(1), 1))
    assert [each.record.fault for each in played if each.record.fault] == []
    assert diary.loot == set()
    seats = {(process, seat) for process, seat, *_ in diary.lines}
    assert len(seats) == len({process for process, _ in seats}) == game.seats


@pytest.mark.parametrize("name", MOSTLY_DURAK)
def test_a_spy_finds_nothing_at_a_table_of_the_site(
    name: str, diary: Diary, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with opened(tmp_path) as tables:
            chairs = [bot(diary.spy) for _ in range(make_game(name, {}).seats)]
            table = await seated(tables, name, *chairs)
            await until_over(table)
            assert table.outcome is not None
            assert table.outcome.fault is None

    asyncio.run(evening())
    assert diary.lines
    assert diary.loot == set()


@pytest.mark.parametrize("name", MOSTLY_DURAK)
def test_a_spy_finds_nothing_at_the_terminal(name: str, diary: Diary) -> None:
    game = make_game(name, {})
    bots = {seat: (diary.spy, make_player(name, diary.spy)) for seat in range(game.seats)}
    Session(game, bots, None, seed=3, console=Console(file=io.StringIO())).play()
    assert diary.lines
    assert diary.loot == set()


def test_who_has_played_a_deal_rests_until_the_next() -> None:
    bot, other = Function(functions.obeying, fork=True), Function(functions.counting, fork=True)
    process = FunctionProcess(bot)
    reserve = Reserve()
    reserve.give(bot, process)
    assert reserve.take(bot) is None
    reserve.another_deal()
    assert reserve.take(other) is None
    assert reserve.take(bot) is process
    process.end()


@pytest.mark.parametrize("name", HIDDEN)
def test_apart_a_bot_plays_the_same_game(name: str) -> None:
    text, seats = f"{DIARY}:MyBot", make_game(name, {}).seats
    here = matched(name, [make_player_here(name, text) for _ in range(seats)])
    apart = matched(name, [make_player(name, text) for _ in range(seats)])
    assert (here.deal, here.actions, here.scores) == (apart.deal, apart.actions, apart.scores)
