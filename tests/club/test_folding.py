"""What happens in an event, and what it is after that."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.club.deeds import (
    Called,
    Confirmed,
    Corrected,
    Disputed,
    Entered,
    Person,
    SidesSet,
    Slot,
    TableOpened,
)
from igroteka.club.director_deeds import (
    Changed,
    ClockSet,
    Closed,
    Penalised,
    Registered,
    Removed,
    RoundBegun,
    Seated,
    Substituted,
    Undone,
    Withdrew,
)
from igroteka.club.event import State
from igroteka.club.folding import Refused, fold, passed_over
from igroteka.club.happenings import KINDS, Happening, read_deed
from igroteka.club.movements.kinds import Plan, make_movement
from igroteka.club.movements.swiss import drawn_after
from igroteka.contract import BadOption
from tests.club.evenings import Evening, howell_of, opened, pair

FIRST = Slot(1, 1, 1)


def _first(evening: Evening) -> Slot:
    """The first board of the evening, wherever it lies."""
    return next(play.slot for play in evening.event.all_plays())


def test_a_result_counts_when_the_other_side_has_confirmed_it() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    evening.happen(Entered(*slot, "4♠ S ="), "table 1")
    play = evening.event.play(slot)
    assert play
    assert play.state is State.ENTERED
    evening.happen(Confirmed(*slot, "4♠ S ="), "table 1")
    play = evening.event.play(slot)
    assert play
    assert play.state is State.CONFIRMED


def test_both_sides_that_enter_the_same_confirm_each_other() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    evening.happen(Entered(*slot, "4♠ S =", by=0), "contestant 1")
    evening.happen(Entered(*slot, "4♠ S =", by=1), "contestant 2")
    play = evening.event.play(slot)
    assert play
    assert play.state is State.CONFIRMED


def test_a_disputed_result_is_entered_anew() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    evening.happen(Entered(*slot, "4♠ S ="))
    evening.happen(Disputed(*slot, "one down"))
    assert evening.event.plays[slot].state is State.DISPUTED
    assert evening.event.plays[slot].said == "one down"
    evening.happen(Entered(*slot, "4♠ S -1"))
    assert evening.event.plays[slot].state is State.ENTERED


def test_what_was_confirmed_is_contradicted_and_not_overwritten() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    evening.happen(Entered(*slot, "4♠ S ="))
    evening.happen(Confirmed(*slot, "4♠ S ="))
    evening.happen(Entered(*slot, "4♠ S -1"))
    play = evening.event.plays[slot]
    assert (play.result, play.said, play.state) == ("4♠ S =", "4♠ S -1", State.CONTRADICTED)
    evening.happen(Corrected(*slot, "4♠ S -1", "both sides agree"))
    assert evening.event.plays[slot].state is State.SET
    evening.happen(Entered(*slot, "4♠ S ="))
    assert evening.event.plays[slot].result == "4♠ S -1"


def test_an_event_has_only_so_many_contestants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("igroteka.club.event.MOST_CONTESTANTS", 8)
    evening = howell_of(8, 14)
    evening.happen(pair(8))  # who is there already may change the name
    with pytest.raises(Refused, match="an event has at most 8 contestants"):
        evening.happen(pair(9))


def test_one_confirms_what_one_has_seen() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    with pytest.raises(Refused, match="no result to confirm"):
        evening.happen(Confirmed(*slot, "4♠ S ="))
    evening.happen(Entered(*slot, "4♠ S ="))
    with pytest.raises(Refused, match="the result is another by now: 4♠ S ="):
        evening.happen(Confirmed(*slot, "4♠ S -1"))


def test_a_board_that_is_not_at_the_table_is_refused() -> None:
    evening = howell_of(8, 14)
    boards = evening.event.boards_at(1, 1)
    absent = next(board for board in evening.event.boards if board not in boards)
    with pytest.raises(Refused, match=f"board {absent} is not at table 1 in round 1"):
        evening.happen(Entered(1, 1, absent, "4♠ S ="))
    with pytest.raises(Refused, match="nobody plays at table 9 in round 1"):
        evening.happen(Entered(1, 9, 1, "4♠ S ="))


def test_what_was_played_stays_when_the_rest_is_planned_anew() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    evening.happen(Entered(*slot, "4♠ S ="))
    other = make_movement("howell", Plan(8, 14)).renumbered({1: 2, 2: 1, 3: 4, 4: 3})
    with pytest.raises(Refused, match="what was played stays"):
        evening.happen(Seated("A", tuple(range(1, 9)), 1, other))


def test_two_sections_have_their_own_people_and_tables() -> None:
    evening = howell_of(8, 14)
    for number in range(9, 17):
        evening.happen(pair(number))
    movement = make_movement("howell", Plan(8, 14))
    with pytest.raises(Refused, match="section A has the same people or tables"):
        evening.happen(Seated("B", tuple(range(9, 17)), 1, movement))
    evening.happen(Seated("B", tuple(range(9, 17)), 5, movement))
    assert evening.event.tables == tuple(range(1, 9))
    assert {each for s in evening.event.sections["B"].rounds[0] for each in s.everybody} == set(
        range(9, 17)
    )
    assert evening.event.boards == list(range(1, 15))


def test_who_is_seated_withdraws_and_is_not_removed() -> None:
    evening = howell_of(8, 14)
    with pytest.raises(Refused, match="let them withdraw"):
        evening.happen(Removed(3))
    evening.happen(Withdrew(3, 2))
    assert evening.event.contestants[3].gone_after == 2


def test_a_substitute_plays_for_some_rounds() -> None:
    evening = howell_of(8, 14)
    evening.happen(Substituted(1, 0, Person("Guest"), 2, 3))
    names = [evening.event.contestants[1].name(number) for number in (1, 2, 3, 4)]
    assert names == ["North 1 – South 1", "Guest – South 1", "Guest – South 1", "North 1 – South 1"]
    assert evening.event.contestants[1].name() == "North 1 – South 1"


def test_a_board_may_have_been_played_by_others() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    play = evening.event.play(slot)
    assert play
    evening.happen(SidesSet(*slot, play.ew, play.ns, "turned by a quarter"))
    assert evening.event.plays[slot].sides == (play.ew, play.ns)
    with pytest.raises(Refused, match="two sides of different people"):
        evening.happen(SidesSet(*slot, (1,), (1,)))


def test_the_clock_stands_and_runs_on() -> None:
    evening = howell_of(8, 14)
    begun = evening.happen(RoundBegun(1, 20))
    at = evening.log[-1].at
    assert evening.event.clock
    assert evening.event.clock.remaining(at) == timedelta(minutes=20)
    evening.happen(ClockSet(running=False))
    now = evening.log[-1].at
    assert evening.event.clock.remaining(now) == timedelta(minutes=19)
    assert evening.event.clock.remaining(now + timedelta(hours=1)) == timedelta(minutes=19)
    evening.happen(ClockSet(running=True, more=2))
    assert evening.event.clock.remaining(evening.log[-1].at) == timedelta(minutes=21)
    assert begun


def test_penalties_are_numbers() -> None:
    evening = howell_of(8, 14)
    evening.happen(Penalised(3, "0,5", "late"))
    assert evening.event.penalties[0].amount == Fraction(1, 2)
    with pytest.raises(Refused, match="a penalty is a number"):
        evening.happen(Penalised(3, "half"))
    with pytest.raises(Refused, match="nobody has the number 12"):
        evening.happen(Penalised(12, "1"))


def test_after_the_end_only_the_director_changes_anything() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    evening.happen(Closed())
    with pytest.raises(Refused, match="the evening is over"):
        evening.happen(Entered(*slot, "4♠ S ="))
    evening.happen(Corrected(*slot, "4♠ S ="))
    evening.happen(Closed(over=False))
    evening.happen(Called(1, "revoke"))
    assert evening.event.calls == {1: "revoke"}
    evening.happen(Called(1, answered=True))
    assert evening.event.calls == {}


def test_an_undoing_can_be_undone() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    number = evening.happen(Entered(*slot, "4♠ S ="))
    undoing = evening.happen(Undone(number))
    undone = fold(evening.log)
    assert slot not in undone.plays
    evening.happen(Undone(undoing))
    assert fold(evening.log).plays[slot].result == "4♠ S ="


def test_what_depends_on_something_undone_is_passed_over() -> None:
    evening = howell_of(8, 14)
    slot = _first(evening)
    entered = evening.happen(Entered(*slot, "4♠ S ="))
    confirmed = evening.happen(Confirmed(*slot, "4♠ S ="))
    assert passed_over(evening.log) == set()
    evening.happen(Undone(entered))
    assert passed_over(evening.log) == {confirmed}


def test_every_deed_is_read_back_from_the_log() -> None:
    evening = howell_of(8, 14)
    deeds = [happening.deed for happening in evening.log] + [
        Changed(name="Tuesday"),
        Entered(1, 1, 1, "4♠ S =", 1),
        Confirmed(1, 1, 1, "4♠ S ="),
        Disputed(1, 1, 1, "no"),
        Corrected(1, 1, 1, "60/40", "late"),
        SidesSet(1, 1, 1, (1,), (2,)),
        Substituted(1, 0, Person("Guest", "I", 7), 2),
        Penalised(1, "0.5"),
        TableOpened(1, 1, 5),
        RoundBegun(1, 22.5),
        ClockSet(False),
        Called(1),
        Closed(),
        Undone(3),
        Withdrew(3, 1),
        Removed(3),
    ]
    for deed in deeds:
        body = json.loads(json.dumps(deed.to_json()))
        assert read_deed(deed.kind, body) == deed
    assert {deed.kind for deed in deeds} >= set(KINDS) - {"arrived", "dealt"}


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        ("dance", {}, "nothing of the kind 'dance' can happen"),
        ("entered", [], "nothing of the kind 'entered' can happen"),
        ("entered", {"round": 1, "table": 1}, "'entered' needs board"),
        ("entered", {"round": "1", "table": 1, "board": 1, "result": ""}, "round can't be '1'"),
        ("seated", {"section": "A", "numbers": 3}, "numbers can't be '3'"),
        ("registered", {"number": 1, "people": ["Anna"]}, "people can't be"),
        ("undone", {"number": True}, "number can't be 'True'"),
        ("called", {"table": 1, "words": "x" * 3000}, "words can't be"),
    ],
)
def test_what_is_no_deed_is_refused_with_a_sentence(kind: str, body: object, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        read_deed(kind, body)


def test_an_event_is_opened_once() -> None:
    evening = Evening()
    evening.happen(opened())
    with pytest.raises(Refused, match="open already"):
        evening.happen(opened())


@given(st.data())
def test_the_event_is_the_same_however_the_log_is_cut(data: st.DataObject) -> None:
    evening = howell_of(4, 6)
    slots = [play.slot for play in evening.event.all_plays()]
    results = ("4♠ S =", "pass", "60/40")
    for _ in range(data.draw(st.integers(1, 12))):
        slot = data.draw(st.sampled_from(slots))
        result = data.draw(st.sampled_from(results))
        kind = data.draw(st.sampled_from((Entered, Confirmed, Corrected)))
        try:
            evening.happen(kind(*slot, result))
        except Refused:
            continue
    cut = data.draw(st.integers(0, len(evening.log)))
    before = fold(evening.log[:cut])
    assert fold(evening.log[cut:], before) == fold(evening.log) == evening.event
    kept: list[Happening] = [
        each._replace(deed=read_deed(each.deed.kind, json.loads(json.dumps(each.deed.to_json()))))
        for each in evening.log
    ]
    assert fold(kept) == evening.event


def test_a_swiss_is_settled_up_to_the_round_that_was_drawn() -> None:
    evening = Evening()
    evening.happen(opened("points", "draughts"))
    for number in range(1, 5):
        evening.happen(Registered(number, (Person(f"Anna {number}"),)))
    movement = replace(make_movement("swiss", Plan(4)), boards_a_set=1)
    everybody = (1, 2, 3, 4)
    evening.happen(Seated("A", everybody, 1, movement))
    assert [evening.event.drawn(number) for number in (1, 2, 3)] == [True, False, False]
    for table in (1, 2):
        evening.happen(Entered(1, table, 1, "2-0"))
    assert not evening.event.drawn(2)
    evening.happen(Seated("A", everybody, 1, drawn_after(movement, 1, {1: 2, 2: 0, 3: 2, 4: 0})))
    assert [evening.event.drawn(number) for number in (1, 2, 3)] == [True, True, False]
