"""The score of a contract: Law 77, against an independent implementation of it."""

from __future__ import annotations

import itertools

import pytest
from endplay.types import Contract as OtherContract
from endplay.types import Denom, Penalty, Player, Vul

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.contracts import Bid, Contract
from igroteka.games.bridge.scoring import contract_score
from igroteka.games.bridge.scoring.contract_score import score
from igroteka.languages import language_named

DENOMINATIONS = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)
PENALTIES = (Penalty.passed, Penalty.doubled, Penalty.redoubled)
RUSSIAN = language_named("ru")
EVERYTHING = tuple(
    (Contract(Bid(level, strain), doubled), tricks, vulnerable)
    for level, strain, doubled, tricks, vulnerable in itertools.product(
        range(1, 8), range(5), range(3), range(14), (False, True)
    )
)


def test_every_result_agrees_with_an_independent_implementation() -> None:
    assert len(EVERYTHING) == 2940
    for contract, tricks, vulnerable in EVERYTHING:
        other = OtherContract(
            level=contract.level,
            denom=DENOMINATIONS[contract.strain],
            declarer=Player.north,
            penalty=PENALTIES[contract.doubled],
            result=tricks - contract.needed,
        )
        expected = other.score(Vul.ns if vulnerable else Vul.none)
        assert score(contract, tricks, vulnerable) == expected, (contract, tricks, vulnerable)


def test_the_steps_of_every_result_add_up_to_it() -> None:
    for contract, tricks, vulnerable in EVERYTHING:
        told = contract_score.explain(contract, tricks, vulnerable)
        assert told.figure == score(contract, tricks, vulnerable)
        assert sum(step.amount or 0 for step in told.steps) == told.figure


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "points"),
    [
        ("4S", 10, False, 420),
        ("4S", 10, True, 620),
        ("4SX", 9, True, -200),
        ("3NT", 10, True, 630),
        ("1NT", 7, False, 90),
        ("2HX", 8, False, 470),
        ("2DX", 8, True, 180),
        ("1CXX", 7, False, 230),
        ("6S", 12, True, 1430),
        ("7NTXX", 13, True, 2980),
        ("1NTXX", 0, True, -4000),
        ("7NTXX", 0, True, -7600),
        ("4HX", 6, False, -800),
    ],
)
def test_results_that_players_know_by_heart(
    contract: str, tricks: int, vulnerable: bool, points: int
) -> None:
    assert score(Contract.read(contract), tricks, vulnerable) == points


def test_a_board_passed_out_scores_nothing() -> None:
    assert score(None, 0, vulnerable=True) == 0
    assert str(contract_score.explain(None, 0, vulnerable=True)) == "passed out: 0"


def test_the_explanation_is_said_in_a_players_words() -> None:
    told = contract_score.explain(Contract.read("4SX"), 9, True)
    assert str(told) == "4♠ doubled, vulnerable, 1 down: −200\n  undertrick 1: −200"
    told = contract_score.explain(Contract.read("3NT"), 10, False)
    assert str(told).splitlines() == [
        "3NT, not vulnerable, 1 overtrick: 430",
        "  3 tricks bid in NT, 40 for the first and 30 for each other: 100",
        "  game bonus (the tricks bid are worth 100 or more): 300",
        "  1 overtrick, 30 each: 30",
    ]
    assert [RUSSIAN(line) for line in told.lines()] == [
        "3БК, до зоны, 1 лишняя взятка: 430",
        "  3 заказанные взятки (БК), 40 за первую и по 30 за остальные: 100",
        "  премия за гейм (заказанные взятки стоят 100 или больше): 300",
        "  1 лишняя взятка по 30: 30",
    ]
    told = contract_score.explain(Contract.read("2H"), 5, False)
    assert RUSSIAN(told.lines()[0]) == "2♥, до зоны, 3 недобранные взятки: −150"


@pytest.mark.parametrize("tricks", [-1, 14])
def test_there_are_thirteen_tricks(tricks: int) -> None:
    with pytest.raises(IgrotekaError, match=f"can't have taken {tricks} tricks"):
        score(Contract.read("1C"), tricks, vulnerable=False)
