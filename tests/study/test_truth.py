"""Two hundred games of bots are looked back at: what is said of them is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from igroteka.basics.points import winners
from igroteka.basics.randomness import Stream, derive, draw
from igroteka.bots import make_player
from igroteka.contract import CHANCE, OVER, Game
from igroteka.games.bridge.contracts import Bid
from igroteka.games.bridge.doubledummy.questions import TableQuestion
from igroteka.games.bridge.doubledummy.solver import own_solver
from igroteka.games.bridge.state import Position as Board
from igroteka.games.draughts.bots.engine import Budget, Engine
from igroteka.games.draughts.state import Position
from igroteka.games.durak.bots import master
from igroteka.games.durak.view import DurakView
from igroteka.records.points import record_points
from igroteka.records.record import Record
from igroteka.registry import make_game
from igroteka.study.review import (
    Choice,
    Judged,
    asked,
    choices,
    chosen_adviser,
    judge,
    judged,
    turning_point,
)

PLAYERS: Mapping[str, tuple[str, ...]] = {
    "draughts": ("engine(level=6)", "engine(level=2)", "random"),
    "durak": ("master(level=3)", "greedy", "random"),
    "bridge": ("simple", "random"),
    "substitution": ("planner", "random"),
}
OPTIONS = {"substitution": {"turns": "15"}}
COUNTS = {"draughts": 200, "durak": 200, "bridge": 20, "substitution": 200}
Check = Callable[[Game, Choice, Judged], None]


def a_game(name: str, seed: int) -> tuple[Game, Record]:
    """A game between bots of different strength, to its end."""
    game, rng = make_game(name, OPTIONS.get(name, {})), Stream(derive(seed, name))
    bots = tuple(rng.choice(PLAYERS[name]) for _ in range(game.seats))
    players = [make_player(name, bot) for bot in bots]
    state = start = game.deal(rng)
    for seat, player in enumerate(players):
        player.start(game, seat, Stream(derive(seed, name, seat)))
    actions = []
    while state.turn != OVER:
        chance = state.turn == CHANCE
        action = (
            draw(state.chances(), rng)
            if chance
            else players[state.turn].choose(state.view(state.turn))
        )
        actions.append(str(action))
        state = state.play(action)
    options = dict(game.options)
    return game, Record(name, options, bots, start.deal, tuple(actions), state.scores())


def look_back(game: Game, record: Record, check: Check) -> list[Judged]:
    adviser, found = chosen_adviser(game), []
    for choice in choices(game, record):
        verdict = judge(asked(game, adviser, choice))
        if verdict is not None:
            found.append(judged(game, choice, verdict))
            check(game, choice, found[-1])
    return found


def keep_the_laws(game: Game, record: Record, moves: list[Judged]) -> None:
    got = record_points(game, record)
    assert got is not None
    won = winners(game, got)
    turn = turning_point(game, record, moves)
    lost = [move for move in moves if won and move.seat not in won]
    assert turn is None or turn in lost
    if any(move.cost >= 0.3 for move in lost):
        assert turn is not None
    for move in moves:
        advised = "Better" in move.sentence or "lesser evil" in move.sentence
        assert advised is bool(move.mark)
        assert 0 <= move.verdict.value <= move.verdict.best_value <= 1
        if not move.mark:
            assert move.cost < 0.07


def by_ten_times_the_nodes(game: Game, choice: Choice, move: Judged) -> None:
    """A search of draughts that may think ten times as long agrees with what is proven."""
    from igroteka.games.draughts.kernel.search import SURE

    if not move.verdict.proven or move.verdict.value == 0.5:
        return
    state = choice.state
    assert isinstance(state, Position)
    engine = Engine(state.game.variant, 18)
    nodes = engine.think(state, Budget(depth=10), len(state.actions())).nodes
    engine.forget()
    thought = engine.think(state, Budget(nodes=10 * nodes), len(state.actions()))
    key = state.path(choice.played).key
    line = next(line for line in thought.lines if line.path.key == key)
    assert (line.score > SURE) if move.verdict.value == 1 else (line.score < -SURE)


def by_ten_times_the_positions(game: Game, choice: Choice, move: Judged) -> None:
    """So does a solver of durak that may look at ten times as many positions."""
    if not move.verdict.proven:
        return
    assert isinstance(choice.view, DurakView)
    solver = master.Master()
    most = master.SOLVED_POSITIONS
    master.SOLVED_POSITIONS = 10 * most
    try:
        solved = solver.solve(choice.view)
    finally:
        master.SOLVED_POSITIONS = most
    assert solved is not None
    assert solved[choice.played] == move.verdict.value


def by_its_own_table(game: Game, choice: Choice, move: Judged) -> None:
    """No bid of bridge is recommended that the double-dummy table shows to fail."""
    best = game.read(move.verdict.best)
    if not isinstance(best, Bid) or best == choice.played:
        return
    assert isinstance(choice.state, Board)
    (solution,) = own_solver().tables([TableQuestion.of(choice.state.board)])
    side = move.seat % 2
    tricks = solution.tricks[best.strain]
    assert max(tricks[side], tricks[side + 2]) >= 6 + best.level


def nothing_more(game: Game, choice: Choice, move: Judged) -> None:
    """Nothing of it can be proven."""
    assert not move.verdict.proven


CHECKS: Mapping[str, Check] = {
    "draughts": by_ten_times_the_nodes,
    "durak": by_ten_times_the_positions,
    "bridge": by_its_own_table,
    "substitution": nothing_more,
}


def check_games(name: str, seeds: range) -> int:
    """Look back at games; how many moves were judged."""
    count = 0
    for seed in seeds:
        game, record = a_game(name, seed)
        moves = look_back(game, record, CHECKS[name])
        keep_the_laws(game, record, moves)
        count += len(moves)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_what_is_said_of_games_is_true(name: str) -> None:
    assert check_games(name, range(COUNTS[name])) > 10 * COUNTS[name]
