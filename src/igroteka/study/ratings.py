"""Ratings of people: what the games of a house say of how strong its players are, and how surely.

The scale is that of Elo: who is 200 points better gets about three points of four. Players whose
strength is given are anchors: they hold the scale, and their own rating never moves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from openskill.models import PlackettLuce

FIRST_RATING = 1400.0
FIRST_DEVIATION = 350.0
"""Of somebody of whom nothing is known."""
ELO_BETA = 123.0
"""With it the expectation of two players of known strength is that of Elo."""
UNREST = 4.0
"""By how much everybody may have changed from game to game."""
FORM = 10
"""Results that are told as a player's form."""


class Sat(NamedTuple):
    """Who sat at a seat of a finished game."""

    player: int
    side: int
    """Seats of one side win and lose together."""
    points: float
    """The share of the other sides that this one beat."""


class Meetings(NamedTuple):
    """Games of one player against another."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def with_one_more(self, own: float, other: float) -> Meetings:
        """One more game, in which they got these points."""
        won, drawn, lost = own > other, own == other, own < other
        return Meetings(self.won + won, self.drawn + drawn, self.lost + lost)


@dataclass
class Standing:
    """What is known of a player."""

    rating: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION
    """0 for an anchor."""
    games: int = 0
    form: list[float] = field(default_factory=list)
    """Points of the last games, the latest last."""
    meetings: dict[int, Meetings] = field(default_factory=lambda: defaultdict(Meetings))
    """By the other player."""

    @property
    def interval(self) -> float:
        """How far the true rating is from this one at most, with 95 %."""
        return 1.96 * self.deviation


def rated(games: Iterable[Sequence[Sat]], anchors: Mapping[int, float]) -> dict[int, Standing]:
    """What finished games, the earliest first, say of all who sat in them.

    `anchors` are the given ratings of some of them. Games with one side alone say nothing, nor
    does who sits on several sides of one.
    """
    model = PlackettLuce(FIRST_RATING, FIRST_DEVIATION, ELO_BETA, tau=UNREST)
    standings: dict[int, Standing] = {}
    for seats in games:
        for sat in seats:
            anchor = anchors.get(sat.player)
            known = Standing() if anchor is None else Standing(anchor, 0.0)
            standings.setdefault(sat.player, known)
        sides = _sides(seats)
        if len(sides) > 1 and _one_side_each(seats):
            _rate(model, sides, standings, anchors)
            _count(seats, standings)
    return {player: known for player, known in standings.items() if known.games}


def _sides(seats: Sequence[Sat]) -> list[list[Sat]]:
    found: dict[int, list[Sat]] = defaultdict(list)
    for sat in seats:
        found[sat.side].append(sat)
    return [found[side] for side in sorted(found)]


def _one_side_each(seats: Sequence[Sat]) -> bool:
    return len({sat.player for sat in seats}) == len({(sat.player, sat.side) for sat in seats})


def _rate(
    model: PlackettLuce,
    sides: Sequence[Sequence[Sat]],
    standings: Mapping[int, Standing],
    anchors: Mapping[int, float],
) -> None:
    before = [
        [
            model.rating(standings[sat.player].rating, standings[sat.player].deviation or 1e-6)
            for sat in side
        ]
        for side in sides
    ]
    after = model.rate(before, scores=[side[0].points for side in sides], limit_sigma=True)
    for side, ratings in zip(sides, after, strict=True):
        for sat, rating in zip(side, ratings, strict=True):
            if sat.player not in anchors:
                standings[sat.player].rating = rating.mu
                standings[sat.player].deviation = rating.sigma


def _count(seats: Sequence[Sat], standings: Mapping[int, Standing]) -> None:
    """Add a game to the form and the meetings of all in it, once for each player."""
    for sat in {sat.player: sat for sat in seats}.values():
        known = standings[sat.player]
        known.games += 1
        known.form = [*known.form, sat.points][-FORM:]
        for other in {each.player: each for each in seats if each.side != sat.side}.values():
            met = known.meetings[other.player]
            known.meetings[other.player] = met.with_one_more(sat.points, other.points)
