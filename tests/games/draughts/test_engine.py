"""The engine finds what is there to be found, alike every time, within its budget."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from igroteka.arena.match import Match
from igroteka.basics.batch import Seeds
from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.contract import BadOption
from igroteka.games.draughts.bots.engine import Budget, Engine, Line, Thought
from igroteka.games.draughts.bots.engine_bot import EngineBot, expected, levels
from igroteka.games.draughts.endgame_tables import tables
from igroteka.games.draughts.kernel.search import SURE
from igroteka.games.draughts.state import Position
from igroteka.games.draughts.variants import variants
from igroteka.registry import make_game
from tests.games.draughts.positions import play, position


def think(state: Position, budget: Budget, lines: int = 1) -> Thought:
    return Engine(state.game.variant, memory_bits=12).think(state, budget, lines)


def best(fen: str, depth: int, variant: str = "russian") -> str:
    state = position(fen, variant)
    return str(state.notation(think(state, Budget(depth)).lines[0].path))


def test_it_takes_the_shortest_way_that_the_tables_know() -> None:
    state = position("W:WKb8,Kc1,Ke1:BKa3")
    ending = tables(state.game.variant).ending(state.board)
    assert ending is not None
    played = 0
    while state.outcome is None:
        thought = think(state, Budget(depth=2))
        state = state.play(state.notation(thought.lines[0].path))
        played += 1
    assert state.outcome[0] == 0
    assert played == ending.moves


def test_it_knows_that_three_kings_do_not_win_against_the_main_road() -> None:
    state = position("W:WKa3,Kc1,Ke1:BKh8")
    assert think(state, Budget(depth=6)).lines[0].score == 0


def test_a_position_that_came_up_before_counts_as_a_draw() -> None:
    """White is far ahead; going back to an earlier position is no way to win."""
    state = position("W:WKc1,Kg1,a3,h2:BKf8,h6,a7")
    state = play(state, "c1-b2 f8-e7 b2-c1 e7-f8 c1-b2 f8-e7")
    lines = {str(state.notation(line.path)): line.score for line in _every_line(state)}
    assert lines["b2-c1"] == 0
    assert max(lines.values()) > 0


def _every_line(state: Position) -> tuple[Line, ...]:
    return think(state, Budget(depth=4), lines=len(state.actions())).lines


def test_in_poddavki_it_gives_its_pieces_away() -> None:
    assert best("W:Wc3:Bb6,e5", 5, "poddavki") == "c3-d4"
    thought = think(position("W:Wc3:Bb6,e5", "poddavki"), Budget(depth=5))
    assert thought.lines[0].score > SURE


def test_a_budget_of_nodes_is_kept_and_the_result_is_always_alike() -> None:
    first, second = (think(position(), Budget(nodes=20_000)) for _ in range(2))
    assert first == second
    assert first.nodes <= 20_001


def test_a_budget_of_seconds_is_kept() -> None:
    engine = Engine(variants()["russian"], memory_bits=16)
    engine.think(position(), Budget(depth=1))
    begun = time.perf_counter()
    thought = engine.think(position(), Budget(seconds=0.2))
    assert 0.1 < time.perf_counter() - begun < 10.0
    assert thought.depth > 5


def test_several_lines_are_scored_exactly_and_go_on_legally() -> None:
    state = play(position(), "c3-d4 d6-c5")
    thought = think(state, Budget(depth=7), lines=3)
    assert len(thought.lines) == len(state.actions())
    scores = [line.score for line in thought.lines]
    assert scores == sorted(scores, reverse=True)
    for line in thought.lines[:3]:
        state_after = state.play(state.notation(line.path))
        for path in line.further:
            state_after = state_after.play(state_after.notation(path))


def test_the_analysis_values_every_move_as_a_score_to_expect() -> None:
    state = position("W:WKa1,c3:Bf6,h8")
    bot = EngineBot(depth=4)
    bot.start(state.game, 0, Stream(1))
    values = bot.analyse(state.view(0))
    assert {move for move, _ in values} == set(state.actions())
    assert all(0 <= value <= 1 for _, value in values)
    assert [value for _, value in values] == sorted((v for _, v in values), reverse=True)
    assert expected(0) == 0.5
    assert expected(SURE + 1) == 1


@pytest.mark.parametrize("name", list(variants()))
def test_it_beats_a_random_player_in_every_variant(name: str) -> None:
    game = make_game("draughts", {"variant": name})
    players = [make_player("draughts", "engine(depth=3)"), make_player("draughts", "random")]
    record = Match(game, players, ("engine", "random"), Seeds(1, 2, (3, 4))).play()
    assert record.fault is None
    assert record.scores == (1.0, 0.0)


def test_a_level_plays_the_same_game_from_the_same_seeds() -> None:
    game = make_game("draughts", {"opening": "4"})
    records = [
        Match(
            game,
            [make_player("draughts", "engine(level=2)"), make_player("draughts", "engine(4)")],
            ("two", "four"),
            Seeds(1, 2, (3, 4)),
        ).play()
        for _ in range(2)
    ]
    assert records[0].actions == records[1].actions


def test_there_are_ten_levels_that_see_more_and_misjudge_less() -> None:
    assert len(levels()) == 10
    assert [level.depth for level in levels()] == sorted(level.depth for level in levels())
    assert levels()[0].noise > levels()[-1].noise


@pytest.mark.parametrize("bot", ["engine(level=11)", "engine(level=3, depth=2)", "engine(time=-1)"])
def test_an_engine_that_can_not_be_is_refused(bot: str) -> None:
    with pytest.raises(BadOption):
        make_player("draughts", bot)


def test_two_processes_think_alike() -> None:
    """The second process runs what the first one compiled and cached."""
    code = (
        "from tests.games.draughts.test_engine import *;"
        "print(best('', 6), think(position(), Budget(6)).nodes)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert runs[0].stdout == runs[1].stdout != ""
