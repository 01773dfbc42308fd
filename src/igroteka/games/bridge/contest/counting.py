"""What the rows of an event are worth to the sides of their tables, by each scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import EW, NS, Board, vulnerability_of
from igroteka.games.bridge.cards import points as high_cards
from igroteka.games.bridge.scoring import butler, compensation, cross_imps, matchpoints, teams
from igroteka.games.bridge.scoring import entries as scores
from igroteka.games.bridge.scoring.entries import Award, Entry, Given, fixed_imps
from igroteka.games.bridge.scoring.table_results import read_entry
from igroteka.records.contest import Row, Worth, team_of
from igroteka.text import Text

SIDES = (NS, EW)


_entry = lru_cache(maxsize=4096)(read_entry)
"""The same results come again with every count."""


@dataclass(frozen=True)
class Traveller:
    """The rows of one board that have a result, by their places among all rows."""

    board: int
    places: tuple[int, ...]
    entries: tuple[Entry, ...]

    def place_of(self, at: int) -> int:
        """Where a row stands in it. Raises `IgrotekaError` for a row without a result."""
        if at not in self.places:
            raise IgrotekaError(Text("there is no result yet"))
        return self.places.index(at)


@dataclass(frozen=True)
class Counting:
    """All rows of an event, and what may be chosen about counting them."""

    rows: Sequence[Row]
    settings: Mapping[str, str]

    @cached_property
    def travellers(self) -> list[Traveller]:
        """The rows by their boards."""
        boards: dict[int, list[int]] = {}
        for at, row in enumerate(self.rows):
            if row.result:
                boards.setdefault(row.board, []).append(at)
        return [
            Traveller(board, tuple(places), tuple(self.entries[at] for at in places))
            for board, places in boards.items()
        ]

    @cached_property
    def entries(self) -> list[Entry]:
        """The scores of the rows."""
        return [
            _entry(row.result, vulnerability_of(row.board)) if row.result else Entry()
            for row in self.rows
        ]

    def traveller_of(self, at: int) -> tuple[Traveller, int]:
        """The traveller of a row, and where it stands there."""
        for each in self.travellers:
            if each.board == self.rows[at].board:
                return each, each.place_of(at)
        raise IgrotekaError(Text("there is no result yet"))

    def on_travellers(self, method: str) -> list[Worth]:
        """The worths by a method that compares the tables of a board."""
        worths: list[Worth] = [(None, None)] * len(self.rows)
        for each in self.travellers:
            for at, worth in zip(each.places, self._compared(method, each.entries), strict=True):
                worths[at] = (worth.ns, worth.ew)
        return worths

    def _compared(self, method: str, entries: Sequence[Entry]) -> list[scores.Worth]:
        if method == "butler":
            return butler.butler(entries, self.settings.get("datum", butler.DATUMS[0]))
        return (cross_imps.cross_imps if method == "cross-imps" else matchpoints.matchpoints)(
            entries
        )

    def percents(self) -> list[Worth]:
        """Matchpoints in percent of the top; averages follow the pair's other boards."""
        plain = self._plain_percents
        return [
            (self._percent(at, NS, plain[at]), self._percent(at, EW, plain[at]))
            for at in range(len(self.rows))
        ]

    def matchpoints(self) -> list[Worth]:
        """The same percentages as matchpoints."""
        tops = {
            at: matchpoints.top_of(len(each.places))
            for each in self.travellers
            for at in each.places
        }
        return [
            (_share(ns, tops.get(at, 0)), _share(ew, tops.get(at, 0)))
            for at, (ns, ew) in enumerate(self.percents())
        ]

    @cached_property
    def _plain_percents(self) -> list[Worth]:
        """Percentages before averages rise or fall."""
        worths: list[Worth] = [(None, None)] * len(self.rows)
        for each in self.travellers:
            found = matchpoints.matchpoints(each.entries)
            for at, entry, worth in zip(each.places, each.entries, found, strict=True):
                ns, ew = (_percent_of(entry.of(s), worth.of(s), len(each.places)) for s in SIDES)
                worths[at] = (ns, ew)
        return worths

    def _percent(self, at: int, side: int, plain: Worth) -> Fraction | None:
        given = self.entries[at].of(side)
        if given in (scores.PLUS, scores.MINUS) and isinstance(given, Award):
            return matchpoints.award_percent(given, self.session(at, side))
        return plain[side]

    def session(self, at: int, side: int) -> Fraction | None:
        """What a side's contestants have on their other boards, averages left out."""
        found = [each for one in self.rows[at].sides[side] for each in self._sessions.get(one, ())]
        return sum(found, Fraction(0)) / len(found) if found else None

    @cached_property
    def _sessions(self) -> Mapping[int, list[Fraction]]:
        """The percentages of each contestant that are no averages."""
        found: dict[int, list[Fraction]] = {}
        for row, entry, worth in zip(self.rows, self.entries, self._plain_percents, strict=True):
            for side in SIDES:
                percent = worth[side]
                if percent is not None and entry.of(side) not in (scores.PLUS, scores.MINUS):
                    for each in row.sides[side]:
                        found.setdefault(each, []).append(percent)
        return found

    def team_worths(self) -> list[Worth]:
        """IMPs of the teams, each board against the same board of the match at the other table."""
        return [
            (teams.team_imps(*self.of_both(at, NS)), teams.team_imps(*self.of_both(at, EW)))
            for at in range(len(self.rows))
        ]

    def of_both(self, at: int, side: int) -> tuple[Given, Given]:
        """What a side got here, and its team's other pair at the other table of the match."""
        row, entry = self.rows[at], self.entries[at]
        ours, theirs = (_team(row.sides[each]) for each in (side, 1 - side))
        for other, found in self._pairs_of_teams.get((row.round, row.board, ours), ()):
            same = self.rows[other].sides[found], self.rows[other].sides[1 - found]
            if other != at and found != side and _team(same[1]) == theirs:
                partners = self.entries[other]
                if partners.version == entry.version:
                    return entry.of(side), partners.of(found)
        return entry.of(side), None

    @cached_property
    def _pairs_of_teams(self) -> dict[tuple[int, int, int], list[tuple[int, int]]]:
        """Rows and sides by round, board and team."""
        found: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        for at, row in enumerate(self.rows):
            for side in SIDES:
                key = (row.round, row.board, _team(row.sides[side]))
                found.setdefault(key, []).append((at, side))
        return found

    def compensated(self) -> list[Worth]:
        """IMPs against the compensation table; nothing where the cards are not known."""
        return [
            (self._compensated(at, NS), self._compensated(at, EW)) for at in range(len(self.rows))
        ]

    def _compensated(self, at: int, side: int) -> Fraction | None:
        given = self.entries[at].of(side)
        if isinstance(given, Award):
            return given.imps
        if given is None or not self.rows[at].deal:
            return None
        strength, vulnerable = self._strength(at, side)
        return sum(
            (
                weight * compensation.compensated(score, strength, vulnerable, self._table)
                for weight, score in given
            ),
            Fraction(0),
        )

    def explain_compensated(self, at: int, side: int) -> Explanation:
        """How the IMPs against the compensation table came about."""
        given = self.entries[at].of(side)
        figure = self._compensated(at, side)
        if figure is None:
            raise IgrotekaError(
                Text("board {board} has no result or no cards", board=self.rows[at].board)
            )
        if not isinstance(given, tuple):
            assert given is not None
            return fixed_imps(given)
        strength, vulnerable = self._strength(at, side)
        told = [
            compensation.explain(score, strength, vulnerable, self._table) for _, score in given
        ]
        if len(told) == 1:
            return told[0]
        steps = [
            step
            for (weight, _), each in zip(given, told, strict=True)
            for step in _weighted(each, weight)
        ]
        title = Text("IMPs for {score}", score=scores.given_text(given))
        return Explanation(title, figure, tuple(steps))

    @property
    def _table(self) -> str:
        return self.settings.get("table", compensation.DEFAULT)

    def _strength(self, at: int, side: int) -> tuple[int, tuple[bool, bool]]:
        """The high-card points of a side, and whether it and the other are vulnerable."""
        board = Board.read(self.rows[at].deal)
        strength = high_cards(board.hands[side]) + high_cards(board.hands[side + 2])
        return strength, (board.vulnerable(side), board.vulnerable(1 - side))


def count(scoring: str, rows: Sequence[Row], settings: Mapping[str, str]) -> list[Worth]:
    """What each row is worth to its sides, by the scoring of this name."""
    counting = Counting(rows, settings)
    if scoring == "matchpoints":
        return counting.percents()
    if scoring == "imps":
        return counting.team_worths()
    if scoring == "compensation":
        return counting.compensated()
    return counting.on_travellers("butler" if scoring == "butler" else "cross-imps")


def points(scoring: str, rows: Sequence[Row], settings: Mapping[str, str]) -> list[Worth]:
    """The same as a traveller has it: in matchpoints, not in percent."""
    if scoring == "matchpoints":
        return Counting(rows, settings).matchpoints()
    return count(scoring, rows, settings)


def _weighted(told: Explanation, weight: Fraction) -> Iterator[Step]:
    for step in told.steps:
        if step.amount is None:
            yield step
        else:
            percent = shown(100 * weight)
            text = Text("{row}, of this {percent} %", row=step.text, percent=percent)
            yield Step(text, weight * Fraction(step.amount))


def _team(side: tuple[int, ...]) -> int:
    return team_of(side[0])


def _share(percent: Fraction | None, top: int) -> Fraction | None:
    return None if percent is None else percent * top / 100


def _percent_of(given: Given, worth: Fraction | None, expected: int) -> Fraction | None:
    if isinstance(given, Award):
        return given.percent
    return None if worth is None else matchpoints.percent(worth, expected)
