"""Teams of two pairs each: a match is two tables with the same boards, directions exchanged.

Team n has the pairs 2n − 1 and 2n. Any movement of teams, as if each were one pair, becomes one of
pairs; a Howell of teams gives every match a set of its own, so that each set lies at two tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from igroteka.club.movements.barometer import round_robin
from igroteka.club.movements.howell import howell, pattern
from igroteka.club.movements.movement import Movement, Seating
from igroteka.contract import BadOption
from igroteka.text import Text

KIND = "teams"


def check_teams(pairs: int) -> None:
    """Raise `BadOption` if the pairs do not make at least two teams."""
    if pairs % 2 or pairs < 4:
        raise BadOption(
            Text("teams need an even number of pairs, at least 4, but there are {n}", n=pairs)
        )


def teams(pairs: int) -> Movement:
    """Two teams in two halves, or every team against every other."""
    check_teams(pairs)
    if pairs == 4:
        return two_teams()
    whole = (count := pairs // 2) + count % 2
    own_sets = whole >= 8 and pattern(whole, whole - 1) is not None
    of_teams = howell(count) if own_sets else round_robin(count)
    return as_teams(of_teams, Text("teams, everybody against everybody"))


def two_teams() -> Movement:
    """One match: in the second half the pairs of one team change their opponents."""
    return Movement(
        KIND,
        Text("match of two teams"),
        4,
        (
            (Seating(1, (1,), (3,), 1), Seating(2, (4,), (2,), 1)),
            (Seating(1, (1,), (4,), 2), Seating(2, (3,), (2,), 2)),
        ),
    )


def as_teams(of_teams: Movement, title: Text) -> Movement:
    """A movement of teams as one of their pairs: each table becomes a match."""
    rounds = tuple(
        tuple(table for s in seatings for table in match_tables(s)) for seatings in of_teams.rounds
    )
    return replace(
        of_teams, kind=KIND, title=title, contestants=2 * of_teams.contestants, rounds=rounds
    )


def match_tables(match: Seating) -> Iterator[Seating]:
    """The two tables of a match: each team North–South at one of them."""
    (home,), (away,) = match.ns, match.ew
    yield Seating(2 * match.table - 1, (2 * home - 1,), (2 * away,), match.board_set)
    yield Seating(2 * match.table, (2 * away - 1,), (2 * home,), match.board_set)
