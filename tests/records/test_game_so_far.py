"""A game so far: it grows, goes back, is written down and is found again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from igroteka.basics.randomness import Stream
from igroteka.contract import CHANCE, OVER, IllegalMove
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.record import BadRecord, Fault
from igroteka.registry import make_game
from tests.contract.playing import TABLES, label, make

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


def opened(name: str, options: Mapping[str, str] = NO_OPTIONS, seed: int = 1) -> GameSoFar:
    """A game that is about to begin."""
    game = make_game(name, options)
    return GameSoFar(game, game.deal(Stream(seed)))


def played(so_far: GameSoFar, seed: int = 1, length: int = 10_000) -> GameSoFar:
    """The game played on at random, with a second for every decision."""
    rng = Stream(seed)
    so_far = so_far.chance(rng)
    while so_far.state.turn != OVER and len(so_far.steps) < length:
        so_far = so_far.play(rng.choice(so_far.state.actions()), 1.0).chance(rng)
    return so_far


def moved(so_far: GameSoFar, notations: str) -> GameSoFar:
    """The game after these actions."""
    for text in notations.split():
        so_far = so_far.play(so_far.game.read(text))
    return so_far


@pytest.mark.parametrize("table", TABLES, ids=label)
def test_a_game_that_is_written_down_is_found_again(
    table: tuple[str, Mapping[str, str]],
) -> None:
    game = make(table)
    so_far = played(GameSoFar(game, game.deal(Stream(3))), 3)
    record = so_far.record("ABCDEF"[: game.seats])
    assert record.scores == so_far.state.scores() == so_far.scores
    found = GameSoFar.of_record(game, record)
    assert [step[:3] for step in found.steps] == [step[:3] for step in so_far.steps]
    seconds = [step.seconds for step in so_far.steps]
    assert GameSoFar.restored(game, record.deal, record.actions or (), seconds) == so_far


@pytest.mark.parametrize("table", TABLES, ids=label)
def test_an_onlooker_hears_only_what_it_may_know(table: tuple[str, Mapping[str, str]]) -> None:
    """Hidden things permuted, an action that others can see sounds the same."""
    game = make(table)
    so_far = played(GameSoFar(game, game.deal(Stream(4))), 4, length=60)
    for step in so_far.steps:
        for onlooker in (None, *range(game.seats)):
            seen = step.seen_by(onlooker)
            other = step._replace(before=step.before.disguise(onlooker, Stream(5)))
            assert other.seen_by(onlooker) == seen
            assert (seen.notation, seen.seat) == (str(step.action), step.seat)


def test_a_game_does_not_change_when_another_grows_from_it() -> None:
    before = opened("draughts")
    after = moved(before, "c3-d4 d6-c5")
    assert (len(before.steps), before.state) == (0, before.start)
    assert [str(step.action) for step in after.since(before)] == ["c3-d4", "d6-c5"]
    assert after.take_back(2) == before
    assert after.take_back(0) == after


def test_what_the_rules_refuse_leaves_the_game_as_it_was() -> None:
    so_far = opened("draughts")
    with pytest.raises(IllegalMove):
        moved(so_far, "a1-b2")
    assert so_far.steps == ()


def test_chance_brings_all_that_it_has_to_bring() -> None:
    so_far = opened("substitution", {"grammar": "S->aA;A->c", "turns": "5"})
    assert so_far.state.turn == CHANCE
    begun = so_far.chance(Stream(1))
    assert begun.state.turn != CHANCE
    assert {step.seat for step in begun.steps} == {None}
    assert begun.chance(Stream(2)) is begun


def test_a_step_is_seen_with_its_words_and_its_time() -> None:
    so_far = opened("draughts")
    so_far = so_far.play(so_far.game.read("c3-d4"), 2.5)
    seen = so_far.steps[-1].seen_by(1)
    assert (seen.seat, seen.notation, seen.seconds) == (0, "c3-d4", 2.5)
    assert seen.words == "the man on c3 moves to d4"


def test_a_record_says_at_which_action_it_leaves_the_rules() -> None:
    so_far = opened("draughts")
    with pytest.raises(BadRecord, match=r"action 2, 'd6-d5': "):
        GameSoFar.restored(so_far.game, so_far.start.deal, ["c3-d4", "d6-d5", "e3-f4"])
    with pytest.raises(BadRecord, match=r"action 1, 'rubbish': "):
        GameSoFar.restored(so_far.game, so_far.start.deal, ["rubbish"])


def test_a_record_that_states_other_scores_is_refused() -> None:
    so_far = played(opened("durak"))
    wrong = replace(so_far.record("AB"), scores=(7.0, 7.0))
    with pytest.raises(BadRecord, match="do not lead to the scores"):
        GameSoFar.of_record(so_far.game, wrong)
    agreed = replace(wrong, settled="agreement")
    assert GameSoFar.of_record(so_far.game, agreed).scores == so_far.scores


def test_a_fault_and_a_settlement_are_written_down_as_they_are_given() -> None:
    so_far = moved(opened("draughts"), "c3-d4")
    fault = Fault(1, "hang", "took too long")
    failed = so_far.record(["A", "B"], fault=fault, seconds=(1.0, 60.0), started="2026-01-01")
    assert (failed.fault, failed.scores, failed.seconds) == (fault, None, (1.0, 60.0))
    assert (failed.ending, failed.started) == ("fault", "2026-01-01")
    given_up = so_far.record(["A", "B"], settled="resignation", scores=(1.0, 0.0))
    assert (given_up.ending, given_up.scores) == ("resignation", (1.0, 0.0))
    assert so_far.record(["A", "B"]).ending == "unfinished"


def test_a_move_is_taken_back_with_the_answer_to_it_where_nothing_is_hidden() -> None:
    so_far = moved(opened("draughts"), "c3-d4 d6-c5 b2-c3")
    assert so_far.way_back([0], Stream(1)) == 1
    assert so_far.way_back([1], Stream(1)) == 2
    assert so_far.way_back([0, 1], Stream(1)) == 1
    assert opened("draughts").way_back([0], Stream(1)) is None


def test_chance_is_never_taken_back() -> None:
    so_far = opened("substitution", {"grammar": "S->aA;A->c", "turns": "5"}).chance(Stream(1))
    assert so_far.way_back([0, 1], Stream(1)) is None


def test_what_showed_a_hidden_card_is_not_taken_back() -> None:
    """A bout's end draws cards; only the last of the stock, the open trump, is known before."""
    so_far = played(opened("durak"))
    stocks = []
    for count in range(1, len(so_far.steps)):
        earlier = so_far.take_back(count)
        last = earlier.steps[-1]
        if earlier.way_back(range(2), Stream(1)) is not None:
            assert last.after.turn == last.seat
            stocks.append([s.view(None).to_json()["stock"] for s in (last.before, last.after)])
    assert stocks
    assert all(before == after or before == 1 for before, after in stocks)
