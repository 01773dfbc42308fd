"""What a player tells of an action: for the opponents and onlookers, never for the partner."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.contract import OVER, IgrotekaError, Seat
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.explanations import LONGEST, read_explanation
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.steps import Step
from igroteka.text import NOTHING, Text, as_written
from tests.contract.playing import TABLES, label, make
from tests.drawing import examples

PARTNERS = [table for table in TABLES if any(len(side) > 1 for side in make(table).sides)]


def explained(table: tuple[str, Mapping[str, str]], seed: int) -> GameSoFar:
    """A random game in which everybody tells something of every action."""
    game, rng = make(table), Stream(seed)
    so_far = GameSoFar(game, game.deal(rng)).chance(rng)
    while so_far.state.turn != OVER:
        told = as_written(f"secret {len(so_far.steps)}")
        so_far = so_far.play(rng.choice(so_far.state.actions()), 1.0, told).chance(rng)
    return so_far


def partners(so_far: GameSoFar, seat: Seat | None) -> set[Seat]:
    return {s for side in so_far.game.sides if seat in side for s in side if s != seat}


@pytest.mark.parametrize("table", PARTNERS, ids=label)
@examples(10)
@given(seed=st.integers(0, 2**32))
def test_everybody_but_the_partner_hears_it(
    table: tuple[str, Mapping[str, str]], seed: int
) -> None:
    so_far = explained(table, seed)
    for step in so_far.steps:
        for onlooker in (None, *range(so_far.game.seats)):
            heard = so_far.seen(step, onlooker).explanation
            assert heard == ("" if onlooker in partners(so_far, step.seat) else step.explanation)


@pytest.mark.parametrize("table", PARTNERS, ids=label)
@examples(5)
@given(seed=st.integers(0, 2**32))
def test_nothing_that_a_partner_gets_holds_it(
    table: tuple[str, Mapping[str, str]], seed: int
) -> None:
    """Neither the action nor the position nor any view of it carries the words."""
    so_far = explained(table, seed)
    for step in so_far.steps:
        for seat in partners(so_far, step.seat):
            view = step.after.view(seat)
            seen = so_far.seen(step, seat)
            texts = (str(step.action), str(seen), str(view), json.dumps(view.to_json()))
            assert not any("secret" in text for text in texts)


def test_there_are_games_of_partners() -> None:
    assert "bridge" in {name for name, _ in PARTNERS}


@pytest.mark.parametrize("typed", ["", "   "])
def test_who_types_nothing_explains_nothing(typed: str) -> None:
    assert read_explanation(typed) == NOTHING


@pytest.mark.parametrize("typed", ["transfer", " 5+ ♠ ", "{braces} {0}", "x" * LONGEST])
def test_what_is_typed_is_told_as_it_was_written(typed: str) -> None:
    told = read_explanation(typed)
    assert told == typed.strip()
    assert Text.from_json(told.to_json()) == told


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("x" * (LONGEST + 1), "at most 200 letters, but this one has 201"),
        ("two\nlines", "one line"),
        ("a bell \a in it", "can be seen"),
        ("half \ud800 a letter", "can be seen"),
    ],
)
def test_what_nobody_could_read_is_refused(typed: str, reason: str) -> None:
    with pytest.raises(IgrotekaError, match=reason):
        read_explanation(typed)


def test_a_record_of_steps_keeps_what_was_told() -> None:
    so_far = explained(PARTNERS[0], 1)
    record = so_far.record("ABCD")
    kept = AnnotatedGame.explained(record, so_far.steps)
    again = AnnotatedGame.from_line(kept.to_line())
    assert [move.explanation for move in again.moves] == [s.explanation for s in so_far.steps]
    assert again.record == record
    silent = [Step(*step[:4]) for step in so_far.steps]
    assert AnnotatedGame.explained(record, silent).to_line() == record.to_line()
