"""What people would rather look at: how standings grew, and a board's results as a strip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from igroteka.club.event_report import players_of
from igroteka.club.links import CONTESTANT
from igroteka.report.evening_plots import Course, Pile, growth_plot, strip_plot
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.web.club.doors import Visit
    from igroteka.web.club.results import TravellerLine

Say = Callable[[Text], str]
FEWEST = 3
"""With fewer results a board's strip tells nothing."""


def growth(at: Visit, say: Say) -> Markup | None:
    """How the standings grew round by round; None before two rounds are played."""
    results = at.kept.results
    rounds = results.growth()
    own = at.role.number if at.role.kind == CONTESTANT else 0
    teams = results.scoring.of_teams
    courses = [
        Course(
            f"{each.contestant} {_short(players_of(at.event, each.contestant, teams))}",
            [float(values[each.contestant]) for values in rounds],
            each.contestant == own,
        )
        for each in results.standings
    ]
    unit = say(results.scoring.unit)
    label = say(Text("How the standings grew, round by round, in {unit}", unit=unit))
    drawn = growth_plot(courses, label, results.scoring.places)
    return Markup(drawn) if drawn else None


def _short(players: Sequence[str]) -> str:
    """Surnames, as far as they are told by standing last."""
    return " – ".join(each.split()[-1] for each in players)


def strip(at: Visit, lines: Sequence[TravellerLine], say: Say) -> Markup | None:
    """A board's results, those that are best for the first side on the right."""
    if len(lines) < FEWEST:
        return None
    columns = [each.name for each in at.contest.columns]
    score = columns.index("score") if "score" in columns else 0
    piles: dict[str, list[TravellerLine]] = {}
    for line in reversed(lines):
        piles.setdefault(say(line.cells[score]), []).append(line)
    own = at.role.number
    drawn = strip_plot(
        [
            Pile(
                shown,
                [f"{each.ns} – {each.ew}: {each.row.result}" for each in pile],
                {
                    place: at.role.kind == CONTESTANT
                    and own in (*each.row.sides[0], *each.row.sides[1])
                    for place, each in enumerate(pile)
                },
            )
            for shown, pile in piles.items()
        ],
        say(
            Text(
                "The results of the board; the best for {side} on the right",
                side=at.contest.sides[0],
            )
        ),
    )
    return Markup(drawn)
