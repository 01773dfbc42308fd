"""The kernel plays the same games as the rules and the clear strategies, seed for seed."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.arena.match import Match
from igroteka.basics.batch import Batch, Seeds
from igroteka.bots import make_player
from igroteka.contract import Game
from igroteka.games.substitution.manifest import MANIFEST
from igroteka.records.record import Record
from igroteka.registry import make_batch, make_game
from tests.drawing import examples

STRATEGIES = (
    "random",
    "smart-random",
    "better-smart-random",
    "improved-random",
    "inverted-random",
    "stupid-short",
    "short",
    "search(depth=0)",
    "search(depth=1)",
    "search(depth=3)",
    "adaptive(omega=2)",
    "adaptive(finish=short)",
    "mixed(1,2,3,4)",
    "planner",
)
GRAMMARS = (
    "classic",
    "classic-program",
    "low-start",
    "trap",
    "S->SS|a|bA|AA;A->c|SA;A->d;S->aSbS|ε",
)


def clear(game: Game, names: tuple[str, ...], seeds: Seeds) -> Record:
    players = [make_player(game.name, name) for name in names]
    record = Match(game, players, names, seeds).play()
    assert record.fault is None
    return record


def fast(game: Game, names: tuple[str, ...]) -> Batch:
    batch = make_batch(game, [make_player(game.name, name) for name in names])
    assert batch is not None
    return batch


def test_every_bot_is_covered() -> None:
    assert {name.partition("(")[0] for name in STRATEGIES} == set(MANIFEST.bots)


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_every_pair_of_strategies_plays_the_same_game(grammar: str) -> None:
    game = make_game("substitution", {"grammar": grammar, "turns": "25"})
    for number, names in enumerate(product(STRATEGIES, repeat=2)):
        seeds = Seeds.of_game(number, 0, 2)
        record, batch = clear(game, names, seeds), fast(game, names)
        assert tuple(map(str, batch.actions(seeds))) == record.actions, names
        assert batch.scores([seeds]) == [record.scores]


RIGHTS = st.text(alphabet="ABCSab", min_size=1, max_size=4) | st.just("ε")
GROUPS = st.lists(
    st.tuples(st.sampled_from("ABCS"), st.lists(RIGHTS, min_size=1, max_size=3)), max_size=6
)


@given(GROUPS, st.sampled_from(STRATEGIES), st.sampled_from(STRATEGIES), st.integers(0, 2**64 - 1))
@examples(40)
def test_so_it_does_on_any_grammar(
    groups: list[tuple[str, list[str]]], first: str, second: str, seed: int
) -> None:
    text = ";".join(["S->a", *(f"{left}->{'|'.join(rights)}" for left, rights in groups)])
    game = make_game("substitution", {"grammar": text, "turns": "12"})
    seeds = Seeds(seed, seed, (seed ^ 1, seed ^ 2))
    record = clear(game, (first, second), seeds)
    assert tuple(map(str, fast(game, (first, second)).actions(seeds))) == record.actions


def test_a_long_game_fits_the_kernel() -> None:
    """Forms that only grow: counts beyond the table of powers, two thousand turns."""
    options = {"grammar": "S->AAAAAAAA|aS;A->AAAA;A->a", "turns": "2000"}
    game = make_game("substitution", options)
    batch = fast(game, ("random", "adaptive(omega=0)"))
    seeds = Seeds.of_game(1, 0, 2)
    actions = batch.actions(seeds)
    state = game.deal(None)  # type: ignore[arg-type]  # nothing is drawn
    for action in actions:
        state = state.play(action)
    assert [state.scores()] == batch.scores([seeds])


def test_a_players_own_bot_is_not_taken_for_a_strategy() -> None:
    game = make_game("substitution", {})
    own = make_player("substitution", "examples/my_bot.py:MyBot")
    assert make_batch(game, [own, make_player("substitution", "random")]) is None


def test_the_compiled_code_is_found_again_by_the_next_process() -> None:
    """A kernel compiled and cached by one process must run in a second one."""
    script = (
        "from igroteka.bots import make_player\n"
        "from igroteka.registry import make_batch, make_game\n"
        "from igroteka.basics.batch import Seeds\n"
        "game = make_game('substitution', {'turns': '30'})\n"
        "bots = [make_player('substitution', name) for name in ('search', 'mixed')]\n"
        "print(make_batch(game, bots).scores([Seeds.of_game(5, 0, 2)]))\n"
    )
    outputs = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert outputs[0].stdout == outputs[1].stdout != ""
