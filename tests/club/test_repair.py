"""Repair in the middle of an evening: what was played stays, and nearly everybody goes on."""

from __future__ import annotations

import pytest

from igroteka.club.movements.kinds import Plan, make_movement
from igroteka.club.movements.movement import Movement
from igroteka.club.repair import Change, repair
from igroteka.contract import BadOption
from tests.club.laws import check_laws, meetings


def check_repair(movement: Movement, change: Change, seconds: float = 5.0) -> Movement:
    """The laws hold, the rounds are there, and at least nine tables of ten are played."""
    repaired = repair(movement, change, seconds)
    check_laws(repaired)
    assert len(repaired.rounds) == len(movement.rounds)
    assert repaired.rounds[: change.after] == movement.rounds[: change.after]
    rest = repaired.rounds[change.after :]
    seated = {each for seatings in rest for s in seatings for each in s.everybody}
    assert not seated & change.withdrawn
    present = movement.contestants + change.late - len(change.withdrawn)
    tables = sum(map(len, rest))
    assert tables >= 0.9 * len(rest) * (present // 2)
    return repaired


@pytest.mark.parametrize(
    ("kind", "pairs", "change"),
    [
        pytest.param("howell", 9, Change(4, frozenset({3})), marks=pytest.mark.slow),
        ("howell", 8, Change(1, late=1)),
        pytest.param("mitchell", 13, Change(2, frozenset({9})), marks=pytest.mark.slow),
        ("short-howell", 10, Change(3, frozenset({4}), late=2)),
        pytest.param("howell", 12, Change(5, frozenset({2, 7})), marks=pytest.mark.slow),
        pytest.param("web", 11, Change(2, frozenset({1, 2, 3})), marks=pytest.mark.slow),
    ],
)
def test_an_evening_goes_on(kind: str, pairs: int, change: Change) -> None:
    movement = make_movement(kind, Plan(pairs))
    repaired = check_repair(movement, change)
    assert repaired == repair(movement, change)


def test_a_late_pair_takes_the_place_of_the_phantom() -> None:
    repaired = check_repair(make_movement("howell", Plan(9)), Change(0, late=1))
    assert set(meetings(repaired).values()) == {1}
    assert set(repaired.sit_outs().values()) == {0}


def test_a_late_pair_takes_the_place_of_one_that_went_home() -> None:
    movement = make_movement("howell", Plan(8))
    repaired = check_repair(movement, Change(3, frozenset({5}), late=1))
    instead = movement.renumbered({5: 9})
    assert repaired.rounds[3:] == instead.rounds[3:]


def test_who_can_not_move_stays_after_a_repair() -> None:
    movement = make_movement("howell", Plan(9)).with_stationary([4])
    change = Change(3, frozenset({1}), unmoved=frozenset({4}))
    assert 4 in check_repair(movement, change).stationary()


def test_a_table_that_was_too_slow_may_be_played_later() -> None:
    movement = make_movement("howell", Plan(8))
    missed = movement.rounds[1][0]
    repaired = repair(movement, Change(2, missed=frozenset({(2, missed.table)})))
    check_laws(repaired)
    assert len(repaired.rounds[1]) == 3
    assert [len(seatings) for seatings in repaired.rounds[2:]] == [4] * 5


@pytest.mark.slow
def test_more_time_gives_no_worse_a_plan() -> None:
    movement = make_movement("mitchell", Plan(9))
    change = Change(2, frozenset({9}))
    quick, long = (repair(movement, change, seconds) for seconds in (5.0, 15.0))
    assert sum(map(len, long.rounds)) >= sum(map(len, quick.rounds))
    check_laws(long)


@pytest.mark.parametrize("kind", ["swiss", "teams", "individual"])
def test_other_kinds_go_on_without_who_has_gone(kind: str) -> None:
    movement = make_movement(kind, Plan(12))
    repaired = repair(movement, Change(2, frozenset({4})))
    check_laws(repaired)
    assert all(4 not in s.everybody for seatings in repaired.rounds[2:] for s in seatings)
    if kind == "swiss":
        late = repair(movement, Change(2, late=1))
        check_laws(late)
        assert max(meetings(late).values()) == 1
    else:
        with pytest.raises(BadOption, match="late"):
            repair(movement, Change(2, late=1))


@pytest.mark.parametrize(
    ("change", "message"),
    [(Change(7), "nothing is left"), (Change(2, frozenset({9})), "no number 9")],
)
def test_what_can_not_be_repaired_is_told(change: Change, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        repair(make_movement("howell", Plan(8)), change)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["howell", "mitchell", "short-howell"])
@pytest.mark.parametrize("pairs", range(7, 16))
def test_every_round_of_an_evening_can_be_repaired(kind: str, pairs: int) -> None:
    movement = make_movement(kind, Plan(pairs))
    for after in range(len(movement.rounds)):
        gone = after * 5 % pairs + 1
        check_repair(movement, Change(after, frozenset({gone})))
        check_repair(movement, Change(after, late=1))
        check_repair(movement, Change(after, frozenset({gone, gone % pairs + 1})))
