"""The next round of a Swiss, drawn from an event's standings."""

from __future__ import annotations

import pytest

from igroteka.club.deeds import Corrected
from igroteka.club.director_deeds import Seated
from igroteka.club.event_results import results_of
from igroteka.club.lots import draw_round
from igroteka.club.movements.kinds import Plan, make_movement
from igroteka.contract import BadOption
from igroteka.registry import contest
from tests.club.evenings import Evening, opened, pair

TEAMS = 6


def _matches(seated: Seated, number: int) -> set[frozenset[int]]:
    """Which teams meet in a round."""
    return {
        frozenset((each + 1) // 2 for each in s.everybody)
        for s in seated.movement.rounds[number - 1]
    }


def test_teams_that_stand_alike_meet_and_nobody_meets_twice() -> None:
    evening = Evening()
    evening.happen(opened("imps"))
    for number in range(1, 2 * TEAMS + 1):
        evening.happen(pair(number))
    movement = make_movement("swiss", Plan(2 * TEAMS, 10, of_teams=True))
    first = Seated("A", tuple(range(1, 2 * TEAMS + 1)), 1, movement)
    evening.happen(first)
    rules = contest("bridge")
    with pytest.raises(BadOption, match="round 1 is not over"):
        draw_round(evening.event, results_of(evening.event, rules), 1)
    for play in evening.event.all_plays():
        if play.slot.round == 1:
            home = min(*play.ns, *play.ew)
            better = "4♠ N =" if home in play.ns else "4♠ N -1"
            evening.happen(Corrected(*play.slot, better))
    results = results_of(evening.event, rules)
    (second,) = draw_round(evening.event, results, 1)
    winners = {each for match in _matches(first, 1) for each in match if results.result(each) > 10}
    assert len(winners) == TEAMS // 2
    drawn = _matches(second, 2)
    assert not drawn & _matches(first, 1)
    assert sum(match <= winners for match in drawn) == 1
    assert second.movement.rounds[0] == first.movement.rounds[0]
    for seating in second.movement.rounds[1]:
        assert len({(each + 1) // 2 for each in seating.everybody}) == 2
