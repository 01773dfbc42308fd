"""Wherever a game is played, kept or shown, every action of it is played once.

What bots calculate for themselves does not count: those at live tables think in other processes,
and the others here choose at random.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive.importing import Source, prepared, store_prepared
from igroteka.arena.match import Match
from igroteka.basics.batch import Seeds
from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.cli.session import Session
from igroteka.contract import Action, Game, State
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.record import Record
from igroteka.registry import make_game
from igroteka.report.frames import replay_frames
from igroteka.web.pages.opened_game import open_game
from tests.archive.playing import played
from tests.tables.sitting import bot, opened, person, seated, until_over

GAMES = {
    "draughts": {},
    "durak": {},
    "bridge": {},
    "substitution": {"grammar": "S->aA;A->c|bA", "turns": "6"},
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return make_game(request.param, GAMES[request.param])


@pytest.fixture
def plays(game: Game, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often a position of this game was played on since the last time that it was asked."""
    kind = type(game.deal(Stream(1)))
    play: Callable[[State, Action], State] = kind.play
    count = 0

    def counted(state: State, action: Action) -> State:
        nonlocal count
        count += 1
        return play(state, action)

    def since() -> int:
        nonlocal count
        count, told = 0, count
        return told

    monkeypatch.setattr(kind, "play", counted)
    return since


def actions_of(record: Record) -> int:
    assert record.actions
    return len(record.actions)


def test_in_a_match(game: Game, plays: Callable[[], int]) -> None:
    seats = range(game.seats)
    players = [make_player(game.name, "random") for _ in seats]
    record = Match(game, players, ["random" for _ in seats], Seeds(1, 1, tuple(seats))).play()
    assert plays() == actions_of(record)


@pytest.mark.parametrize("people", [True, False])
def test_at_the_terminal(game: Game, plays: Callable[[], int], people: bool) -> None:
    seats = range(1 if people else 0, game.seats)
    bots = {seat: ("random", make_player(game.name, "random")) for seat in seats}
    how: dict[str, Any] = {"console": Console(file=io.StringIO()), "ask": lambda _: "1"}
    record = Session(game, bots, adviser=None, seed=1, **how).play()
    assert record.scores is not None
    assert plays() == actions_of(record)
    resumed = Session(
        game, bots, None, seed=1, resumed=GameSoFar.of_record(game, record), **how
    ).play()
    assert resumed == record
    assert plays() == actions_of(record)


def test_at_a_live_table(game: Game, plays: Callable[[], int], tmp_path: Path) -> None:
    async def evening() -> None:
        chairs = [bot(), person("Anna"), bot(), person("Boris")][: game.seats]
        async with opened(tmp_path) as tables:
            table = await seated(tables, game.name, *chairs, options=dict(game.options))
            await until_over(table)
            assert table.outcome is not None
            assert table.outcome.fault is None
            assert plays() == len(table.so_far.steps)
        async with opened(tmp_path) as tables:
            again = await tables.table(table.number)
            assert [step.after for step in again.so_far.steps] == [
                step.after for step in table.so_far.steps
            ]
            assert plays() == len(table.so_far.steps)

    asyncio.run(evening())


def test_in_a_replay(game: Game, plays: Callable[[], int]) -> None:
    record = played(game.name)
    plays()
    frames, broken = replay_frames(make_game(game.name, {}), record)
    assert broken is None
    assert plays() == actions_of(record) == len(frames) - 1


def test_in_an_opened_game(game: Game, plays: Callable[[], int], tmp_path: Path) -> None:
    archive = Archive.open(str(tmp_path / "games.sqlite"), registry)
    record = played(game.name, length=50)
    ready = prepared(registry, AnnotatedGame.plain(record))
    number = archive.apply(store_prepared, ready, Source("test")).id
    kept = open_game(archive, number)
    plays()
    shown = kept.positions(None, 0, 1000, str)  # type: ignore[arg-type]
    assert plays() == actions_of(record) == len(shown) - 1
    kept.state_after(kept.stored.head)
    assert plays() == actions_of(record)
    archive.close()
