"""The next round of a Swiss, drawn from the standings of an event."""

from __future__ import annotations

from igroteka.club.director_deeds import Seated
from igroteka.club.event import Event, Section
from igroteka.club.movements.movement import Movement
from igroteka.club.movements.swiss import KIND, drawn_after, teams_drawn_after
from igroteka.club.standings import Results
from igroteka.contract import BadOption
from igroteka.text import Text


def draw_round(event: Event, results: Results, after: int) -> list[Seated]:
    """Every Swiss section with the round after this one drawn. Raises `BadOption`."""
    if not event.complete(after):
        raise BadOption(Text("round {round} is not over: results are missing", round=after))
    found = [
        Seated(
            section.letter,
            section.numbers,
            section.first_table,
            _drawn(event, section, results, after),
            f"{after + 1}",
        )
        for section in event.sections.values()
        if section.movement.kind == KIND and after < len(section.rounds)
    ]
    if not found:
        raise BadOption(Text("there is no round to draw after round {round}", round=after))
    return found


def _drawn(event: Event, section: Section, results: Results, after: int) -> Movement:
    """Who has gone is not drawn; more is better, also where fewest stand first."""
    sign = -1 if results.scoring.fewest_first else 1
    if results.scoring.of_teams:
        teams = range(1, len(section.numbers) // 2 + 1)
        scores = {each: sign * float(results.result(_team(section, each))) for each in teams}
        return teams_drawn_after(section.movement, after, scores)
    scores = {
        section.place_of(each): sign * float(results.result(each))
        for each in section.numbers
        if event.contestants[each].gone_after is None
    }
    return drawn_after(section.movement, after, scores)


def _team(section: Section, place: int) -> int:
    """The number of a team in the event, by its place in the section."""
    return (section.numbers[2 * place - 2] + 1) // 2
