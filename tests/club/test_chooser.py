"""Proposals for an evening, guide cards and drawings."""

from __future__ import annotations

from time import process_time

import pytest

from igroteka.club.chooser import propose
from igroteka.club.drawing import grid
from igroteka.club.guide_cards import card_lines, guide_cards
from igroteka.club.movements.kinds import Plan, make_movement
from igroteka.contract import BadOption
from igroteka.languages import language_named
from tests.club.laws import check_laws

ENGLISH, RUSSIAN = language_named("en"), language_named("ru")


@pytest.mark.parametrize("pairs", [4, 5, 7, 8, 9, 13, 16, 22, 26, 40])
def test_proposals_fit_the_hours_and_come_soon(pairs: int) -> None:
    begin = process_time()
    proposals = propose(Plan(pairs, boards=28, hours=3))
    assert process_time() - begin < 5
    assert proposals
    for each in proposals:
        check_laws(each.movement)
        assert each.movement.minutes <= 180
        assert each.movement.boards <= 28


def test_eight_pairs_play_a_howell() -> None:
    first = propose(Plan(8))[0]
    assert first.line() == (
        "Howell: 7 rounds, 28 boards each of 28, 3.5 h, sit-outs 0, balance 100.0"
    )
    assert RUSSIAN(first.line()) == (
        "Ховелл: 7 туров, у каждого 28 сдач из 28, 3.5 ч, пропусков 0, сбалансированность 100.0"
    )


def test_who_can_not_move_stays_in_every_proposal() -> None:
    for each in propose(Plan(10), unmoved=(2, 7)):
        assert {2, 7} <= set(each.movement.stationary())


def test_an_evening_that_can_not_be_is_refused() -> None:
    with pytest.raises(BadOption, match="no movement fits"):
        propose(Plan(8), unmoved=tuple(range(1, 9)))


def test_a_guide_card_says_where_to_go() -> None:
    movement = make_movement("mitchell", Plan(5, boards=6))
    assert [RUSSIAN(line) for line in card_lines(movement, 2)] == [
        "тур 1: стол 2, Север–Юг, сдачи 3–4, против 5",
        "тур 2: стол 2, Север–Юг, сдачи 5–6, против 4",
        "тур 3: пропуск",
    ]
    assert sum(map(len, guide_cards(movement).values())) == 2 * sum(map(len, movement.rounds))


def test_a_movement_is_drawn() -> None:
    movement = make_movement("mitchell", Plan(5, boards=6))
    assert grid(movement, ENGLISH).splitlines() == [
        "round  table 1    table 2    table 3    sit out",
        "─────  ─────────  ─────────  ─────────  ───────",
        "1      1–4 (1–2)  2–5 (3–4)             3",
        "2                 2–4 (5–6)  3–5 (1–2)  1",
        "3      1–5 (5–6)             3–4 (3–4)  2",
    ]
