"""Swiss draws: close together, nobody twice while that is possible, byes once each."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from igroteka.club.movements.movement import Round
from igroteka.club.movements.swiss import Draw, draw, next_round, swiss_teams
from tests.club.laws import check_laws


def weight(drawn: Draw, scores: dict[int, float]) -> float:
    whole = sum(abs(scores[a] - scores[b]) for a, b in drawn.matches)
    return whole + (scores[drawn.bye] - min(scores.values()) if drawn.bye else 0)


def matchings(people: list[int]) -> list[list[tuple[int, int]]]:
    if not people:
        return [[]]
    first, *rest = people
    return [
        [(first, other), *others]
        for other in rest
        for others in matchings([each for each in rest if each != other])
    ]


@pytest.mark.parametrize("seed", range(5))
def test_no_other_draw_is_closer(seed: int) -> None:
    rng = random.Random(seed)
    scores = {each: float(rng.randrange(20)) for each in range(1, 9)}
    met = {each for each in combinations(scores, 2) if rng.random() < 0.3}
    drawn = draw(scores, met)
    allowed = [each for each in matchings(sorted(scores)) if not met & set(each)]
    best = min(sum(abs(scores[a] - scores[b]) for a, b in each) for each in allowed)
    assert not met & {(min(each), max(each)) for each in drawn.matches}
    assert weight(drawn, scores) == best


@pytest.mark.parametrize("contestants", [5, 6, 9, 14, 27])
def test_a_whole_swiss_repeats_nothing(contestants: int) -> None:
    rng = random.Random(contestants)
    scores = dict.fromkeys(range(1, contestants + 1), 0.0)
    played: list[Round] = []
    byes: list[int] = []
    for number in range(1, 5):
        drawn = next_round(scores, played, number, byes)
        played.append(drawn)
        seated = {each for s in drawn for each in s.everybody}
        byes += set(scores) - seated
        for s in drawn:
            result = rng.randrange(21)
            scores[s.ns[0]] += result
            scores[s.ew[0]] += 20 - result
    met = [frozenset(s.everybody) for seatings in played for s in seatings]
    assert len(met) == len(set(met)) == 4 * (contestants // 2)
    assert len(byes) == len(set(byes)) == 4 * (contestants % 2)


def test_who_met_everybody_meets_somebody_again() -> None:
    met = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    assert len(draw(dict.fromkeys(range(1, 5), 0.0), met).matches) == 2


def test_a_bye_goes_to_the_lowest_who_had_none() -> None:
    scores = {1: 30.0, 2: 20.0, 3: 10.0, 4: 5.0, 5: 0.0}
    assert draw(scores).bye == 5
    assert draw(scores, byes=[5]).bye == 4


def test_a_late_pair_is_drawn_like_the_others() -> None:
    scores = {1: 30.0, 2: 20.0, 3: 10.0, 4: 0.0, 5: 12.0, 6: 12.0}
    drawn = draw(scores, met=[(1, 2), (3, 4)])
    assert {each for match in drawn.matches for each in match} == set(scores)


def test_teams_meet_at_two_tables() -> None:
    movement = swiss_teams(12, 3)
    check_laws(movement)
    assert all(len(seatings) == 6 for seatings in movement.rounds)
