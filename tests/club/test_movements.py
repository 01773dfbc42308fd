"""Every kind of movement obeys the laws."""

from __future__ import annotations

from itertools import pairwise

import pytest

from igroteka.club.movements import mitchell as mitchells
from igroteka.club.movements.balance import balance
from igroteka.club.movements.cyclic import kept_patterns
from igroteka.club.movements.kinds import KINDS, Plan, make_movement
from igroteka.club.movements.movement import Movement
from igroteka.club.movements.search import find_howell
from igroteka.club.movements.teams import teams
from igroteka.contract import BadOption
from igroteka.text import Text
from tests.club.laws import check_laws, check_sit_outs, meetings


def check_movement(kind: str, plan: Plan) -> None:
    try:
        movement = make_movement(kind, plan)
    except BadOption:
        assert kind in ("individual", "teams") or plan.boards, "these are for some numbers only"
        return
    check_laws(movement)
    check_sit_outs(movement)
    assert movement == make_movement(kind, plan)
    if plan.boards:
        assert movement.boards <= plan.boards
    if kind == "individual":
        partners = [side for r in movement.rounds for s in r for side in (s.ns, s.ew)]
        assert len({frozenset(each) for each in partners}) == len(partners)
    elif kind != "teams":
        assert max(meetings(movement).values()) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_movement_obeys_the_laws(kind: str) -> None:
    for contestants in (*range(4, 15), 16, 19, 24):
        check_movement(kind, Plan(contestants))
    for contestants in (4, 7, 10, 13, 16, 23):
        check_movement(kind, Plan(contestants, boards=24))
        check_movement(kind, Plan(contestants, hours=2.5))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_large_or_limited_movement_obeys_the_laws(kind: str) -> None:
    for contestants in range(4, 25):
        check_movement(kind, Plan(contestants))
        check_movement(kind, Plan(contestants, boards=24))
        check_movement(kind, Plan(contestants, hours=2.5))
    for contestants in range(25, 61):
        if contestants <= 40 or kind in ("mitchell", "web", "swiss", "barometer"):
            check_movement(kind, Plan(contestants))


@pytest.mark.parametrize("tables", range(2, 16))
def test_lines_of_a_mitchell_meet(tables: int) -> None:
    every = [mitchells.share_and_relay(tables)] if tables % 2 == 0 else [mitchells.plain(tables)]
    every += [mitchells.skip(tables)] if tables > 2 and tables % 2 == 0 else []
    for movement in every:
        check_laws(movement)
        assert len(meetings(movement)) == tables * len(movement.rounds)
    assert len(every[0].rounds) == tables
    assert len(every[-1].rounds) == tables - (len(every) - 1)


@pytest.mark.parametrize("pairs", [14, 17, 18, 22, 26])
def test_an_eighth_of_the_rounds_is_turned_for_one_winner(pairs: int) -> None:
    plain = mitchells.mitchell(pairs)
    turned = mitchells.arrow_switched(plain)
    changed = [a != b for a, b in zip(plain.rounds, turned.rounds, strict=True)]
    assert sum(changed) == mitchells.turned_rounds(len(plain.rounds))
    assert balance(turned) > balance(plain)
    check_laws(turned)


def test_a_rover_displaces_every_pair_once() -> None:
    movement = mitchells.rover(15)
    check_laws(movement)
    check_sit_outs(movement)
    assert {each for each, count in movement.sit_outs().items() if count} == set(range(1, 8))


@pytest.mark.parametrize(
    ("pairs", "least"), [(4, 100), (8, 100), (10, 83), (12, 100), (14, 91), (16, 100), (24, 100)]
)
def test_full_howells_are_balanced(pairs: int, least: float) -> None:
    movement = make_movement("howell", Plan(pairs))
    assert balance(movement) >= least
    assert len(movement.rounds) == pairs - 1
    assert set(meetings(movement).values()) == {1}
    assert len(meetings(movement)) == pairs * (pairs - 1) // 2
    if pairs >= 8:
        assert movement.copies == 1


@pytest.mark.parametrize("name", ["howells", "individuals"])
def test_the_kept_movements_have_the_balance_that_is_kept_with_them(name: str) -> None:
    for pattern in kept_patterns(name).values():
        movement = pattern.movement("howell", Text("Howell"))
        check_laws(movement)
        assert balance(movement) == pytest.approx(pattern.balance, abs=1e-3)


@pytest.mark.parametrize(("pairs", "least"), [(8, 100), (10, 83), (12, 100), (14, 91), (16, 100)])
def test_the_search_finds_them_again(pairs: int, least: float) -> None:
    pattern = find_howell(pairs, pairs - 1, copies=1, tries=200, seed=7)
    assert pattern
    assert pattern.balance >= least
    assert balance(pattern.movement("howell", Text("Howell"))) == pytest.approx(pattern.balance)


def test_a_match_has_the_same_boards_at_two_tables() -> None:
    for pairs in range(4, 25, 2):
        for seatings in teams(pairs).rounds:
            for one, two in zip(seatings[::2], seatings[1::2], strict=True):
                assert one.board_set == two.board_set
                sides = [[(each + 1) // 2 for each in (s.ns[0], s.ew[0])] for s in (one, two)]
                assert sides[0] == sides[1][::-1]


def test_all_tables_of_a_barometer_play_the_same_boards() -> None:
    movement = make_movement("barometer", Plan(14))
    assert all(len({s.board_set for s in seatings}) == 1 for seatings in movement.rounds)


def test_people_who_can_not_move_stay() -> None:
    movement: Movement = make_movement("short-howell", Plan(12)).with_stationary([2, 5])
    assert {2, 5} <= set(movement.stationary())
    check_laws(movement)
    with pytest.raises(BadOption, match="can stay at a table"):
        make_movement("howell", Plan(12)).with_stationary([1, 2])


@pytest.mark.parametrize(
    ("kind", "plan", "message"),
    [
        ("mitchell", Plan(3), "4 to 200"),
        ("frob", Plan(8), "no kind"),
        ("howell", Plan(8, boards=5), "at least 7"),
        ("howell", Plan(60), "too many rounds"),
        ("individual", Plan(10), "players"),
        ("teams", Plan(9), "even number"),
        ("mitchell", Plan(9, hours=0.1), "no time"),
    ],
)
def test_what_can_not_be_is_told(kind: str, plan: Plan, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        make_movement(kind, plan)


@pytest.mark.parametrize("players", range(2, 21))
def test_in_a_round_robin_everybody_has_both_sides_alike_often(players: int) -> None:
    movement = make_movement("round-robin", Plan(players, minutes=30))
    check_laws(movement)
    assert movement.boards_a_set == 1
    assert movement.minutes == 30 * len(movement.rounds)
    assert len(meetings(movement)) == players * (players - 1) // 2
    for player in range(1, players + 1):
        sides = [player in s.ns for r in movement.rounds for s in r if player in s.everybody]
        assert abs(2 * sum(sides) - len(sides)) <= 1
        repeated = sum(one == two for one, two in pairwise(sides))
        assert repeated <= 1, "sides go to and fro"
