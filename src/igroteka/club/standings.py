"""Standings: what all rows of an event make of its contestants, and how each figure came about.

Everything follows from the rows, the game's contest and what the director decided. A contestant is
a number; where two pairs are a team, the team's number stands. In an individual both players of a
side get what it is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.club import tie_breaks
from igroteka.club.tie_breaks import Game, Group, Tied, ordered
from igroteka.contract import IgrotekaError, Json
from igroteka.records.contest import Contest, Placed, Row, Scoring, Worth, team_of
from igroteka.text import Text, joined, plural


class Penalty(NamedTuple):
    """What the director takes from a contestant, in the unit of the standings; a bonus if less."""

    contestant: int
    """A team's number where teams play."""
    amount: Fraction
    reason: str = ""


class Bye(NamedTuple):
    """A round in which a contestant has no opponent and gets what that is worth."""

    round: int
    contestant: int
    """A team's number where teams play."""


class Played(NamedTuple):
    """A row as one contestant sees it."""

    row: int
    """Its place among all rows."""
    side: int
    worth: Fraction


class Match(NamedTuple):
    """A contestant's boards of one round."""

    round: int
    sum: Fraction
    boards: int
    points: Fraction
    """What they add to the standing."""
    opponents: tuple[int, ...]


@dataclass(frozen=True)
class Standing(Placed):
    """Where a contestant stands, and what led there."""

    penalty: Fraction
    carried: Fraction
    matches: tuple[Match, ...]
    tie_breaks: tuple[Fraction, ...]
    """In the order of the scoring's."""

    @property
    def place_text(self) -> str:
        """The place as it is shown: `2`, or `2–3` where it is shared."""
        last = self.place + self.shared - 1
        return str(self.place) if self.shared == 1 else f"{self.place}–{last}"

    def to_json(self) -> Json:
        """The standing as programs read it."""
        return {
            "place": self.place,
            "shared": self.shared,
            "pair": self.contestant,
            "line": self.line or None,
            "result": number(self.result),
            "sum": number(self.sum),
            "boards": self.boards,
            "penalty": number(self.penalty),
            "carried": number(self.carried),
            "rounds": [
                {"round": each.round, "sum": number(each.sum), "points": number(each.points)}
                for each in self.matches
            ],
            "tie_breaks": [number(each) for each in self.tie_breaks],
        }


@dataclass(frozen=True)
class Results:
    """All that standings are made of."""

    contest: Contest
    scoring: Scoring
    rows: Sequence[Row]
    contestants: Sequence[int] = ()
    """Who takes part, of teams their pairs; without it, who sits in a row."""
    settings: Mapping[str, str] = field(default_factory=dict)
    penalties: Sequence[Penalty] = ()
    byes: Sequence[Bye] = ()
    lines: Mapping[int, str] = field(default_factory=dict)
    """The line of each contestant, where lines are ranked apart."""
    carried: Mapping[int, Fraction] = field(default_factory=dict)
    """What contestants bring with them from earlier."""
    names: Mapping[int, str] = field(default_factory=dict)
    """What contestants are called who are not called by their numbers."""

    @cached_property
    def worths(self) -> list[Worth]:
        """What each row is worth to its sides."""
        return self.contest.count(self.scoring, self.rows, self.settings)

    def members(self, side: Sequence[int]) -> tuple[int, ...]:
        """The contestants that a side of a table counts for."""
        return tuple(map(team_of, side)) if self.scoring.of_teams else tuple(side)

    @cached_property
    def everybody(self) -> list[int]:
        """All contestants; pairs that make teams as their teams."""
        sitting = [each for row in self.rows for side in row.sides for each in side]
        return sorted({*self.members(self.contestants or sitting)})

    @cached_property
    def played(self) -> Mapping[int, list[Played]]:
        """The rows of each contestant that are worth something, in their order."""
        found: dict[int, list[Played]] = {each: [] for each in self.everybody}
        for at, (row, worth) in enumerate(zip(self.rows, self.worths, strict=True)):
            for side in (0, 1):
                amount = worth[side]
                for each in self.members(row.sides[side]) if amount is not None else ():
                    found.setdefault(each, []).append(Played(at, side, Fraction(amount or 0)))
        return found

    @cached_property
    def matches(self) -> Mapping[int, list[Match]]:
        """The rounds of each contestant, those without opponents among them."""
        found = {each: list(self._matches(each)) for each in self.played}
        if self.scoring.bye is not None:
            for bye in self.byes:
                free = Match(bye.round, Fraction(0), 0, self.scoring.bye, ())
                found.setdefault(bye.contestant, []).append(free)
        return {each: sorted(matches) for each, matches in found.items()}

    def _matches(self, contestant: int) -> Iterator[Match]:
        rounds: dict[int, list[Played]] = {}
        for each in self.played[contestant]:
            rounds.setdefault(self.rows[each.row].round, []).append(each)
        for number, played in rounds.items():
            worths = list(self._boards(played).values())
            total = sum(worths, Fraction(0))
            opponents = {
                other
                for each in played
                for other in self.members(self.rows[each.row].sides[1 - each.side])
            }
            points = total
            if self.scoring.by_match:
                points = self.contest.match_points(self.scoring, total, len(worths))
            yield Match(number, total, len(worths), points, tuple(sorted(opponents)))

    def _boards(self, played: Sequence[Played]) -> dict[tuple[int, int, int], Fraction]:
        """The worth of each board; both pairs of a team have the same of it, and it counts once."""
        found: dict[tuple[int, int, int], list[Fraction]] = {}
        for each in played:
            row = self.rows[each.row]
            key = (row.round, row.board, 0 if self.scoring.of_teams else each.row)
            found.setdefault(key, []).append(each.worth)
        return {key: sum(worths, Fraction(0)) / len(worths) for key, worths in found.items()}

    def result(self, contestant: int, until: int | None = None) -> Fraction:
        """A contestant's standing, of the rounds up to one or of all."""
        matches = [
            each
            for each in self.matches.get(contestant, ())
            if until is None or each.round <= until
        ]
        total = sum((each.points for each in matches), Fraction(0))
        if self.scoring.mean:
            total /= sum(each.boards for each in matches) or 1
        return total + self.carried.get(contestant, Fraction(0)) + self._taken(contestant)

    def _taken(self, contestant: int) -> Fraction:
        """What penalties add to a standing: to have more is worse where the fewest stand first."""
        penalty = self.penalty(contestant)
        return penalty if self.scoring.fewest_first else -penalty

    def penalty(self, contestant: int) -> Fraction:
        """All that was taken from a contestant."""
        amounts = (each.amount for each in self.penalties if each.contestant == contestant)
        return sum(amounts, Fraction(0))

    @cached_property
    def standings(self) -> list[Standing]:
        """Everybody in the order of their places, line after line."""
        results = {each: self.result(each) for each in self.everybody}
        lines = dict.fromkeys(self.lines.get(each, "") for each in self.everybody)
        return [
            standing
            for line in lines
            for standing in self._line(
                line, {e: r for e, r in results.items() if self.lines.get(e, "") == line}, results
            )
        ]

    def _line(
        self, line: str, results: Mapping[int, Fraction], every: Mapping[int, Fraction]
    ) -> Iterator[Standing]:
        place = 1
        for group in ordered(self.scoring, results, every, self._games):
            for each in sorted(group.contestants):
                yield self._standing(each, place, group, line)
            place += len(group.contestants)

    def _standing(self, contestant: int, place: int, group: Group, line: str) -> Standing:
        boards = self._boards(self.played.get(contestant, ()))
        return Standing(
            place,
            len(group.contestants),
            contestant,
            line,
            self.result(contestant),
            sum(boards.values(), Fraction(0)),
            len(boards),
            self.penalty(contestant),
            self.carried.get(contestant, Fraction(0)),
            tuple(self.matches.get(contestant, ())),
            group.values.get(contestant, ()),
        )

    @cached_property
    def _games(self) -> list[Game]:
        """Who met whom, what each got of it."""
        return [
            Game(match.round, one, match.opponents, match.points)
            for one, matches in self.matches.items()
            for match in matches
        ]

    def growth(self) -> list[Mapping[int, Fraction]]:
        """How everybody stood after each round, of the boards as they are worth now."""
        rounds = sorted({each.round for matches in self.matches.values() for each in matches})
        return [{each: self.result(each, number) for each in self.everybody} for number in rounds]

    def explain_row(self, at: int, side: int) -> Explanation:
        """How the worth of a row to a side came about."""
        return self.contest.explain(self.scoring, self.rows, self.settings, at, side)

    def explain(self, contestant: int) -> Explanation:
        """How a standing came about: its boards or matches, penalties, what was carried over."""
        if contestant not in self.matches:
            raise IgrotekaError(Text("there is no contestant {number}", number=contestant))
        boards = self._boards(self.played.get(contestant, ()))
        steps = [*(self._match_steps if self.scoring.by_match else self._board_steps)(contestant)]
        if carried := self.carried.get(contestant):
            steps.append(Step(Text("carried over from earlier"), carried))
        for each in self.penalties:
            if each.contestant == contestant:
                taken = each.amount if self.scoring.fewest_first else -each.amount
                steps.append(Step(_penalty_text(each), taken))
        title = plural(
            "number {number}, {count} result, in {unit}",
            "number {number}, {count} results, in {unit}",
            count=len(boards),
            number=self._named((contestant,)),
            unit=self.scoring.unit,
        )
        figure = self.result(contestant)
        return Explanation(title, figure, tuple(steps), places=self.scoring.places)

    def explain_tie_break(self, contestant: int, name: str) -> Explanation:
        """How a tie break of a contestant came about, one of the scoring's."""
        used = self.scoring.tie_breaks.index(name)
        keys = {
            each.contestant: (each.line, each.result, each.tie_breaks[:used])
            for each in self.standings
        }
        tied = frozenset(each for each, key in keys.items() if key == keys[contestant])
        results = {each.contestant: each.result for each in self.standings}
        return tie_breaks.explain(name, contestant, Tied(tied, results, self._games))

    def _board_steps(self, contestant: int) -> Iterator[Step]:
        played = self.played.get(contestant, [])
        for each in played:
            row = self.rows[each.row]
            against = self._named(self.members(row.sides[1 - each.side]))
            title = self.contest.board_title(row.board)
            worth = shown(each.worth, self.scoring.places)
            if self.scoring.mean:
                text = plural(
                    "{board} against {opponents}: {worth} on {count} board",
                    "{board} against {opponents}: {worth} on one of {count} boards",
                    count=len(played),
                    board=title,
                    opponents=against,
                    worth=worth,
                )
                yield Step(text, each.worth / len(played))
            else:
                text = Text("{board} against {opponents}", board=title, opponents=against)
                yield Step(text, each.worth)
        yield from self._bye_steps(contestant)

    def _named(self, contestants: Sequence[int]) -> Text:
        return joined(" + ", (self.names.get(each, str(each)) for each in contestants))

    def _bye_steps(self, contestant: int) -> Iterator[Step]:
        for match in self.matches[contestant]:
            if not match.opponents and self.scoring.bye is not None:
                text = Text("round {number} without opponents", number=match.round)
                yield Step(text, match.points)

    def _match_steps(self, contestant: int) -> Iterator[Step]:
        for match in self.matches[contestant]:
            if match.opponents:
                text = plural(
                    "round {number} against {opponents}: {sum} over {count} board",
                    "round {number} against {opponents}: {sum} over {count} boards",
                    count=match.boards,
                    number=match.round,
                    opponents=self._named(match.opponents),
                    sum=shown(match.sum),
                )
                yield Step(text, match.points)
        yield from self._bye_steps(contestant)


def _penalty_text(penalty: Penalty) -> Text:
    if penalty.reason:
        return Text("penalty: {reason}", reason=penalty.reason)
    return Text("penalty")


def number(figure: Fraction | None) -> float | int | None:
    """A figure as JSON has it."""
    if figure is None:
        return None
    return int(figure) if figure.denominator == 1 else round(float(figure), 4)
