"""What a bot may answer, and what it is told when a game ends; wherever it plays."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from igroteka.arena.match import Match
from igroteka.arena.plan import match_plan
from igroteka.arena.worker import Chunk, Keep, play_chunk
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player_apart, make_player_here
from igroteka.contract import Player
from igroteka.records.record import Record
from igroteka.registry import make_game
from tests.tables.sitting import bot, opened, seated, until_over

BOTS = """\
import json
from pathlib import Path

from igroteka import Player


class Writes(Player):
    def choose(self, view):
        return str(self.rng.choice(view.actions()))


class Acts(Player):
    def choose(self, view):
        return self.rng.choice(view.actions())


class Errs(Player):
    def choose(self, view):
        return "z9-z8"


class Hears(Player):
    def __init__(self, file: str, fails: int = 0):
        self.file, self.fails = Path(file), fails

    def choose(self, view):
        if self.fails:
            raise RuntimeError
        return view.actions()[0]

    def close(self, scores=None):
        with self.file.open("a") as file:
            file.write(json.dumps([self.seat, scores]) + "\\n")
"""
PROGRAM = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"action": message["actions"][0]}), flush=True)
    elif message["type"] == "end":
        with open(sys.argv[1], "a") as file:
            file.write(json.dumps(["?", message["scores"]]) + "\\n")
"""
PLACES = [make_player_here, make_player_apart]
Make = Callable[[str, str], Player]


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    (tmp_path / "bots.py").write_text(BOTS)
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path / "bots.py"


def played(name: str, players: list[Player]) -> Record:
    game = make_game(name, {})
    return Match(game, players, ["a"] * game.seats, Seeds.of_game(2, 0, game.seats)).play()


@pytest.mark.parametrize("game", ["draughts", "durak", "bridge", "substitution"])
def test_an_action_may_be_returned_as_its_notation(game: str, bots: Path) -> None:
    seats = range(make_game(game, {}).seats)
    writes = played(game, [make_player_here(game, f"{bots}:Writes") for _ in seats])
    acts = played(game, [make_player_here(game, f"{bots}:Acts") for _ in seats])
    assert writes.ending == "finished"
    assert writes.actions == acts.actions


def test_the_same_apart(bots: Path) -> None:
    made = [make_player_apart("durak", f"{bots}:{name}") for name in ("Writes", "Acts")]
    here = [make_player_here("durak", f"{bots}:Acts") for _ in range(2)]
    assert played("durak", [*made]).actions == played("durak", here).actions


@pytest.mark.parametrize("make", PLACES)
def test_a_notation_of_nothing_is_an_illegal_move_in_the_words_of_the_game(
    make: Make, bots: Path
) -> None:
    other = make_player_here("draughts", "random")
    fault = played("draughts", [make("draughts", f"{bots}:Errs"), other]).fault
    assert fault is not None
    assert fault.kind == "illegal move"
    assert fault.text == "'z9-z8' is no move: write it like c3-d4, or c3:e5 for a capture"


def test_at_a_table_a_notation_will_do(bots: Path, tmp_path: Path) -> None:
    async def evening() -> None:
        async with opened(tmp_path) as tables:
            table = await seated(tables, "draughts", bot(f"{bots}:Writes"), bot(f"{bots}:Writes"))
            await until_over(table)
            assert table.outcome is not None
            assert table.outcome.fault is None

    asyncio.run(evening())


# --- what close tells ---


def heard(file: Path) -> list[list[object]]:
    """Who was told what, by seat."""
    return sorted(json.loads(line) for line in file.read_text().splitlines())


@pytest.mark.parametrize("make", PLACES)
def test_close_tells_the_scores(make: Make, bots: Path, tmp_path: Path) -> None:
    spec = f"{bots}:Hears(file={tmp_path / 'heard'})"
    record = played("durak", [make("durak", spec), make("durak", spec)])
    assert record.scores is not None
    assert heard(tmp_path / "heard") == [[seat, list(record.scores)] for seat in (0, 1)]


@pytest.mark.parametrize("make", PLACES)
def test_close_tells_nothing_of_a_game_that_was_broken_off(
    make: Make, bots: Path, tmp_path: Path
) -> None:
    specs = [f"{bots}:Hears(file={tmp_path / 'heard'}, fails={fails})" for fails in (0, 1)]
    record = played("draughts", [make("draughts", spec) for spec in specs])
    assert record.fault is not None
    assert heard(tmp_path / "heard") == [[0, None], [1, None]]


def test_a_program_is_told_the_scores(bots: Path, tmp_path: Path) -> None:
    command = f"{sys.executable} {tmp_path / 'program.py'} {tmp_path / 'heard'}"
    plan = match_plan(make_game("durak", {}), [f'external("{command}")', "random"], 2, seed=1)
    chunk = Chunk(plan.game, tuple(plan.blocks()), plan.seed, plan.limits, plan.run, Keep.ALL)
    games = play_chunk(chunk).games
    told = [[*each.record.scores] for each in games if each.record.scores]
    for _ in range(100):
        if (tmp_path / "heard").exists() and len(heard(tmp_path / "heard")) == 2:
            break
        asyncio.run(asyncio.sleep(0.05))
    lines = (tmp_path / "heard").read_text().splitlines()
    assert [json.loads(line)[1] for line in lines] == told


@pytest.mark.parametrize("game", ["draughts", pytest.param("durak", marks=pytest.mark.slow)])
def test_at_a_table_close_tells_the_scores(game: str, bots: Path, tmp_path: Path) -> None:
    spec = f"{bots}:Hears(file={tmp_path / 'heard'})"

    async def evening() -> None:
        async with opened(tmp_path) as tables:
            table = await seated(tables, game, bot(spec), bot(spec))
            await until_over(table)
            assert table.outcome is not None
            assert table.outcome.scores is not None
            for _ in range(100):
                if (tmp_path / "heard").exists() and len(heard(tmp_path / "heard")) == 2:
                    break
                await asyncio.sleep(0.05)
            told = [[seat, list(table.outcome.scores)] for seat in (0, 1)]
            assert heard(tmp_path / "heard") == told

    asyncio.run(evening())
