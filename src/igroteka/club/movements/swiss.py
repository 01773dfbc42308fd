"""Swiss draws: who stands close together meets, and nobody meets twice while that is possible.

A round is a perfect matching of least weight, found exactly as an integer program: repeated matches
and second byes weigh more than all differences of scores together, then comes the sum of the
differences; a bye goes to who stands low. Who enters late is drawn like everybody else, with the
score that the standings give them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from igroteka.club.movements.movement import Movement, Round, Seating
from igroteka.club.movements.teams import as_teams, check_teams
from igroteka.text import Text

KIND = "swiss"
BYE = 0
"""The number that nobody has, for whoever has no opponent."""


@dataclass(frozen=True)
class Draw:
    """A round: who meets whom, best table first, and who has a bye."""

    matches: tuple[tuple[int, int], ...]
    bye: int | None


def draw(
    scores: Mapping[int, float],
    met: Collection[tuple[int, int]] = (),
    byes: Collection[int] = (),
) -> Draw:
    """The next round for these contestants with their scores, given who has met and had a bye."""
    standing = sorted(scores, key=lambda each: (-scores[each], each))
    nodes = [*standing, BYE] if len(standing) % 2 else standing
    if len(nodes) < 2:
        return Draw((), None)
    before = {frozenset(each) for each in met} | {frozenset((each, BYE)) for each in byes}
    edges = list(combinations(nodes, 2))
    lowest = min(scores.values())
    apart = [scores[a] - lowest if b == BYE else scores[a] - scores[b] for a, b in edges]
    repeated = (sum(apart) or 1.0) + 1
    places = {each: place for place, each in enumerate(nodes)}
    ties = 1 / (len(nodes) ** 4 + 1) * (_smallest(apart) or 1.0)
    weights = [
        difference
        + (repeated if frozenset(edge) in before else 0)
        + ties * abs(places[edge[0]] - places[edge[1]]) ** 2
        for edge, difference in zip(edges, apart, strict=True)
    ]
    chosen = _matching(nodes, edges, weights)
    byes_now = [a for a, b in chosen if b == BYE]
    return Draw(tuple(each for each in chosen if BYE not in each), next(iter(byes_now), None))


def _smallest(differences: Sequence[float]) -> float:
    """The smallest that is none: ties are broken by less than it."""
    return min((each for each in differences if each > 0), default=0.0)


def _matching(
    nodes: Sequence[int], edges: Sequence[tuple[int, int]], weights: Sequence[float]
) -> list[tuple[int, int]]:
    """The perfect matching of least weight among all edges of a complete graph."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    places = {each: place for place, each in enumerate(nodes)}
    rows = [places[each] for edge in edges for each in edge]
    columns = [at for at in range(len(edges)) for _ in range(2)]
    incidence = csr_array((np.ones(len(rows)), (rows, columns)), (len(nodes), len(edges)))
    solved = milp(
        np.array(weights),
        integrality=np.ones(len(edges), dtype=np.int64),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(incidence, 1, 1),
        options={"mip_rel_gap": 0.0},
    )
    return [edge for edge, taken in zip(edges, np.asarray(solved.x), strict=True) if taken > 0.5]


def next_round(
    scores: Mapping[int, float], played: Sequence[Round], number: int, byes: Collection[int] = ()
) -> Round:
    """The tables of a round after those played: all with the set of the round's number.

    Directions go so that everybody sits North–South as often as East–West.
    """
    met = [(s.ns[0], s.ew[0]) for seatings in played for s in seatings]
    ns = dict.fromkeys(scores, 0)
    for a, b in met:
        ns[a] = ns.get(a, 0) + 1
        ns[b] = ns.get(b, 0) - 1
    drawn = draw(scores, met, byes)
    sides = [(a, b) if ns[a] <= ns[b] else (b, a) for a, b in drawn.matches]
    return tuple(Seating(table, (a,), (b,), number) for table, (a, b) in enumerate(sides, start=1))


def swiss(contestants: int, rounds: int) -> Movement:
    """The rounds as they are drawn while all matches are tied: the first one as it will be played.

    Later ones are drawn anew from the standings, by `next_round`.
    """
    scores = dict.fromkeys(range(1, contestants + 1), 0.0)
    played: list[Round] = []
    byes: list[int] = []
    for number in range(1, rounds + 1):
        played.append(next_round(scores, played, number, byes))
        seated = {each for s in played[-1] for each in s.everybody}
        byes += [each for each in scores if each not in seated]
    return Movement(KIND, Text("Swiss, while all matches are tied"), contestants, tuple(played))


def drawn_after(movement: Movement, after: int, scores: Mapping[int, float]) -> Movement:
    """The movement with the rounds after this one drawn by the scores of those who are there.

    The next one is as it will be played; those after it are drawn anew when their time comes.
    """
    played = list(movement.rounds[:after])
    byes = byes_of(movement, played)
    for number in range(after + 1, len(movement.rounds) + 1):
        played.append(next_round(scores, played, number, byes))
        seated = {each for s in played[-1] for each in s.everybody}
        byes += [each for each in scores if each not in seated]
    contestants = max(movement.contestants, *scores)
    return replace(movement, contestants=contestants, rounds=tuple(played))


def byes_of(movement: Movement, played: Sequence[Round]) -> list[int]:
    """Who had nobody to meet in the rounds so far."""
    counts = replace(movement, rounds=tuple(played)).sit_outs()
    return [each for each, count in counts.items() if count]


def teams_drawn_after(movement: Movement, after: int, scores: Mapping[int, float]) -> Movement:
    """The same for teams of two pairs each, by the scores of the teams."""
    teams = replace(
        movement,
        contestants=movement.contestants // 2,
        rounds=tuple(
            tuple(
                Seating((s.table + 1) // 2, ((s.ns[0] + 1) // 2,), (s.ew[0] // 2,), s.board_set)
                for s in seatings
                if s.table % 2
            )
            for seatings in movement.rounds
        ),
    )
    drawn = drawn_after(teams, after, scores)
    return replace(as_teams(drawn, movement.title), kind=KIND)


def swiss_teams(pairs: int, rounds: int) -> Movement:
    """A Swiss of teams of two pairs, two tables a match."""
    check_teams(pairs)
    movement = as_teams(swiss(pairs // 2, rounds), Text("Swiss of teams, while all are tied"))
    return replace(movement, kind=KIND)
