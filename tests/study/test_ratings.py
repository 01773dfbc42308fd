"""Ratings of people: they follow the results, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from igroteka.study.ratings import FIRST_RATING, Meetings, Sat, rated

ANCHOR, ANCHOR_RATING = 99, 1800.0
PLAYERS = (1, 2, 3, ANCHOR)


@st.composite
def games(draw: st.DrawFn) -> list[list[Sat]]:
    """Games of two, one of whom may be the anchor."""
    pairs = st.permutations(PLAYERS).map(lambda order: order[:2])
    results = st.sampled_from((0.0, 0.5, 1.0))
    played = draw(st.lists(st.tuples(pairs, results), max_size=12))
    return [[Sat(one, 0, got), Sat(other, 1, 1 - got)] for (one, other), got in played]


def rating(played: list[list[Sat]], player: int) -> float:
    """A player's rating after these games."""
    found = rated(played, {ANCHOR: ANCHOR_RATING})
    return found[player].rating if player in found else FIRST_RATING


@given(games(), st.permutations(PLAYERS[:3]))
def test_who_wins_never_loses_rating(played: list[list[Sat]], order: list[int]) -> None:
    winner, loser = order[:2]
    game = [Sat(loser, 0, 0.0), Sat(winner, 1, 1.0)]
    assert rating([*played, game], winner) >= rating(played, winner)
    assert rating([*played, game], loser) <= rating(played, loser)


@given(games())
def test_an_anchor_stays(played: list[list[Sat]]) -> None:
    found = rated(played, {ANCHOR: ANCHOR_RATING})
    if ANCHOR in found:
        assert (found[ANCHOR].rating, found[ANCHOR].deviation) == (ANCHOR_RATING, 0.0)


@given(games(), st.permutations((10, 20, 30)))
def test_names_make_no_difference(played: list[list[Sat]], numbers: list[int]) -> None:
    other = {**dict(zip(PLAYERS, numbers, strict=False)), ANCHOR: ANCHOR}
    renamed = [[sat._replace(player=other[sat.player]) for sat in game] for game in played]
    for player in PLAYERS:
        assert rating(renamed, other[player]) == rating(played, player)


@given(games())
def test_the_more_games_the_surer(played: list[list[Sat]]) -> None:
    again = rated(played * 3, {ANCHOR: ANCHOR_RATING})
    for player, known in rated(played, {ANCHOR: ANCHOR_RATING}).items():
        assert again[player].deviation <= known.deviation


def test_who_beats_a_strong_anchor_stands_above_one_who_beats_a_weak_one() -> None:
    anchors = {8: 800.0, 18: 1800.0}
    played = [[Sat(1, 0, 1.0), Sat(18, 1, 0.0)], [Sat(2, 0, 1.0), Sat(8, 1, 0.0)]] * 5
    found = rated(played, anchors)
    assert found[1].rating > 1800 > found[2].rating > FIRST_RATING
    assert found[1].form == [1.0] * 5
    assert found[18].meetings[1] == Meetings(lost=5)


def test_partners_win_together() -> None:
    north, east, south, west = (Sat(seat, seat % 2, 1.0 - seat % 2) for seat in range(4))
    found = rated([[north, east, south, west]], {})
    assert found[0].rating == found[2].rating > FIRST_RATING > found[1].rating
    assert 2 not in found[0].meetings
    assert set(found[0].meetings) == {1, 3}


def test_who_sits_on_both_sides_proves_nothing() -> None:
    assert rated([[Sat(1, 0, 1.0), Sat(1, 1, 0.0)]], {}) == {}
