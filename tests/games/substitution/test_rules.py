"""The rules of the substitution game: a position, an action, what follows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.contract import CHANCE, OVER, IllegalMove
from igroteka.games.substitution.notation import Apply, Roll
from igroteka.games.substitution.rules import Substitution
from igroteka.games.substitution.state import Position
from tests.contract.playing import step
from tests.drawing import examples

SMALL = "S->AB|a;A->aA|b;B->b;B->cC"


def game(grammar: str = SMALL, turns: int = 10) -> Substitution:
    return Substitution.configure({"grammar": grammar, "turns": str(turns)})


def position(
    forms: tuple[str, ...] = (),
    bank: tuple[int, ...] = (0, 0, 0, 0),
    rolled: int | None = None,
    banking: bool = False,
    ply: int = 0,
) -> Position:
    return Position(game(), (forms, ()), bank, ply, rolled, banking)


def refusal(state: Position, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.play(state.game.read(text))
    return str(caught.value)


def test_a_roll_of_s_starts_a_derivation() -> None:
    state = position().play(Roll(0))
    assert state.turn == 0
    assert state.actions() == (Apply(-1, 0, 0), Apply(-1, 0, 1))
    after = state.play(Apply(-1, 0, 0))
    assert after.forms[0] == ("AB",)
    assert after.turn == CHANCE
    assert after.mover == 1


def test_a_group_that_fits_nothing_goes_into_the_bank() -> None:
    state = position(forms=("AA",)).play(Roll(2))
    assert state.bank == (0, 0, 1, 0)
    assert (state.ply, state.turn) == (1, CHANCE)


def test_the_leftmost_nonterminal_is_replaced() -> None:
    state = position(forms=("bAaA",), rolled=1)
    assert state.play(Apply(0, 1, 0)).forms[0] == ("baAaA",)


def test_after_a_group_was_applied_the_bank_must_be_used_up() -> None:
    state = position(forms=("AB",), bank=(0, 2, 1, 0), rolled=2)
    state = state.play(Apply(0, 2, 0))
    assert state.turn == 0
    assert state.forms[0] == ("Ab",)
    assert set(state.actions()) == {Apply(0, 1, 0), Apply(0, 1, 1)}
    state = state.play(Apply(0, 1, 0))
    assert state.bank == (0, 1, 1, 0)
    state = state.play(Apply(0, 1, 1))
    assert (state.forms[0], state.bank) == (("abb",), (0, 0, 1, 0))
    assert state.turn == CHANCE


def test_a_group_in_the_bank_alone_opens_no_turn() -> None:
    """What fits from the bank is used only after the rolled group was applied."""
    state = position(forms=("A",), bank=(0, 1, 0, 0)).play(Roll(2))
    assert (state.forms[0], state.bank, state.mover) == (("A",), (0, 1, 1, 0), 1)


def test_the_bank_is_shared() -> None:
    state = position(forms=(), bank=(0, 0, 0, 0)).play(Roll(2))
    assert state.bank[2] == 1
    state = state.play(Roll(0)).play(Apply(-1, 0, 0))
    assert state.turn == 1
    assert state.actions() == (Apply(0, 2, 0),)


def test_the_score_counts_finished_words_only() -> None:
    state = Position(game(), (("abb", "aA", "b"), ("B",)), (0, 0, 0, 0), 20)
    assert state.turn == OVER
    assert state.scores() == (3 + 3 + 3 + 1, 0)


@pytest.mark.parametrize(
    ("state", "text", "sentence"),
    [
        (position(("AB",), rolled=1), "0 2 0", "group 1 (A->aA|b) was rolled and must be used"),
        (
            position(("AB",), (0, 1, 0, 0), banking=True),
            "0 2 0",
            "group 2 (B->b) is not in the bank",
        ),
        (position(("AB",), rolled=1), "0 1 5", "group 1 (A->aA|b) has no production 5"),
        (position(("AB",), rolled=1), "7 1 0", "there is no form 7; you have 1"),
        (position(("b", "A"), rolled=1), "0 1 0", "form 0 (b) holds no A for A->aA|b"),
        (position(("A",), rolled=1), "-1 1 0", "only a rolled group of S starts a new derivation"),
        (position(("AB",), rolled=1), "0 44 0", "there is no group 44; groups go from 0 to 3"),
        (position(("AB",), rolled=1), "roll 1", "the dice were rolled already"),
        (position(("AB",)), "0 1 0", "the dice come first"),
        (position(("AB",)), "roll 9", "there is no group 9"),
        (position(("AB",), ply=20), "roll 1", "the game is over"),
    ],
)
def test_every_wrong_move_is_refused_with_its_reason(
    state: Position, text: str, sentence: str
) -> None:
    assert sentence in refusal(state, text)


RIGHTS = st.text(alphabet="ABCSab", min_size=1, max_size=4)
GROUPS = st.lists(
    st.tuples(st.sampled_from("ABCS"), st.lists(RIGHTS, min_size=1, max_size=3)), min_size=1
)


@given(GROUPS, st.integers(0, 2**32))
@examples(60)
def test_what_must_always_hold(groups: list[tuple[str, list[str]]], seed: int) -> None:
    """On any grammar: rolls are neither lost nor doubled, and a turn leaves nothing that fits."""
    lines = ["S->a", *(f"{left}->{'|'.join(rights)}" for left, rights in groups)]
    rules = game(";".join(lines), turns=15)
    rng, state, rolls, applied = Stream(seed), game(";".join(lines), 15).deal(Stream(0)), 0, 0
    while state.turn != OVER:
        action = step(state, rng)
        rolls += isinstance(action, Roll)
        applied += isinstance(action, Apply)
        before, state = state, state.play(action)
        assert rolls == applied + sum(state.bank) + (state.rolled is not None)
        if state.ply > before.ply and isinstance(action, Apply):
            held = {symbol for form in state.forms[before.mover] for symbol in form}
            assert not any(
                count and group.left in held
                for count, group in zip(state.bank, rules.grammar.groups, strict=True)
            )
    assert rolls == 30


def test_an_empty_right_side_takes_its_nonterminal_away() -> None:
    rules = game("S->AaA|ε;A->ε|b")
    state = Position(rules, (("AaA",), ()), (0, 0), 0, 1, False)
    after = state.play(Apply(0, 1, 0))
    assert after.forms[0] == ("aA",)
    assert "A → ε   form 0: AaA ⇒ [ε]aA" in str(state.view(0).explain(Apply(0, 1, 0)))


def test_a_word_without_letters_is_a_word() -> None:
    state = Position(game("S->AaA|ε;A->ε|b"), ((), ()), (0, 0), 0, 0, False)
    after = state.play(Apply(-1, 0, 1))
    assert after.forms[0] == ("",)
    assert after.points(0) == 3
    assert "words: ε" in str(after.view(0))
