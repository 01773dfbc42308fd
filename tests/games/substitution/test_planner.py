"""The planner: what it takes from a grammar, and that no published strategy can live with it."""

from __future__ import annotations

import numpy as np
import pytest

from igroteka.arena.match import Match
from igroteka.basics.batch import Seeds
from igroteka.basics.points import points
from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.games.substitution.bots.plan import NEEDS, make_plan
from igroteka.games.substitution.bots.planner import expected_share
from igroteka.games.substitution.grammar import Grammar
from igroteka.registry import make_batch, make_game
from tests.contract.playing import walk


def score(grammar: str, opponent: str, games: int = 40) -> float:
    """The planner's score with the same dice in both seatings."""
    game = make_game("substitution", {"grammar": grammar, "turns": "200"})
    total = 0.0
    for seating, names in enumerate([("planner", opponent), (opponent, "planner")]):
        batch = make_batch(game, [make_player(game.name, name) for name in names])
        assert batch is not None
        seeds = [Seeds.of_game(number, seating, 2) for number in range(games)]
        total += sum(points(scores)[seating] for scores in batch.scores(seeds))
    return total / (2 * games)


@pytest.mark.parametrize(
    "grammar", ["classic", "low-start", "trap", "five-groups", "nine-groups", "thirteen-groups"]
)
@pytest.mark.parametrize("opponent", ["short", "search(depth=4)", "adaptive(omega=10)"])
def test_it_beats_the_published_strategies(grammar: str, opponent: str) -> None:
    """The full figures are in the docs; this notices if it loses its strength."""
    assert score(grammar, opponent) > 0.8


def test_what_can_not_be_finished_promises_nothing() -> None:
    grammar = Grammar.parse("S->AT|A; A->aA|b; T->TT")
    plan = make_plan(grammar, 50)
    useless = grammar.nonterminals.index("T")
    assert plan.worth[useless] == 0
    assert plan.needs[useless, useless] == NEEDS
    assert plan.chances[:, NEEDS - 1].max() == 0


def test_chances_rise_with_time_and_fall_with_need() -> None:
    plan = make_plan(Grammar.parse("S->AB;A->a|aA;B->b|BB"), 80)
    assert (np.diff(plan.level, axis=0) >= 0).all()
    assert (np.diff(plan.chances, axis=0) >= -1e-12).all()
    assert (np.diff(plan.chances, axis=1) <= 1e-12).all()


@pytest.mark.parametrize(
    "grammar",
    ["S->a|SS|SSa", "S->AT;A->a;T->TT", "S->S|a|AAAAAAAA;A->AAAAAAAA|a|S;A->BBBB;B->b|AB"],
)
@pytest.mark.parametrize("turns", ["1", "12"])
def test_it_plays_odd_grammars(grammar: str, turns: str) -> None:
    game = make_game("substitution", {"grammar": grammar, "turns": turns})
    names = ("planner", "planner")
    players = [make_player(game.name, name) for name in names]
    assert Match(game, players, names, Seeds.of_game(1, 0, 2)).play().ending == "finished"


def test_a_desk_that_is_full_still_gives_the_kernels_game() -> None:
    """More forms than are laid on the desk, in the clear twin and in the kernel."""
    game = make_game(
        "substitution", {"grammar": "S->AB|BA;A->a;B->b", "weights": "30 1 1", "turns": "110"}
    )
    seeds = Seeds.of_game(2, 0, 2)
    names = ("planner", "random")
    players = [make_player(game.name, name) for name in names]
    record = Match(game, players, names, seeds).play()
    *_, last = record.positions(game)
    batch = make_batch(game, players)
    assert batch is not None
    assert tuple(map(str, batch.actions(seeds))) == record.actions
    assert len(last.forms[0]) > 61  # type: ignore[attr-defined]


def test_its_analysis_begins_with_its_choice() -> None:
    """Steps that come to the same in another order are worth the same."""
    game = make_game("substitution", {"turns": "30"})
    planner = make_player("substitution", "planner")
    judged = 0
    for state, _ in walk(game, 2):
        if state.turn < 0 or len(state.actions()) < 2:
            continue
        planner.start(game, state.turn, Stream(1))
        view = state.view(state.turn)
        values = dict(planner.analyse(view))
        assert values[planner.choose(view)] == max(values.values())
        assert set(values) <= set(state.actions())
        judged += 1
    assert judged > 10


def test_a_lead_is_worth_more_the_less_is_to_come() -> None:
    assert expected_share(0, 10) == 0.5
    assert 0.5 < expected_share(5, 40) < expected_share(5, 1) < expected_share(50, 1) <= 1
    assert expected_share(-5, 3) == pytest.approx(1 - expected_share(5, 3))
    assert 0 <= expected_share(-100_000, 1) < expected_share(100_000, 1) <= 1
