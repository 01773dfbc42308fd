"""A movement of any kind for a number of contestants, of boards and of hours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from igroteka.club.movements.balance import balance
from igroteka.club.movements.barometer import barometer
from igroteka.club.movements.cyclic import kept_patterns
from igroteka.club.movements.howell import howell, short_howell, short_lengths
from igroteka.club.movements.individual import individual
from igroteka.club.movements.mitchell import arrow_switched, mitchell
from igroteka.club.movements.movement import MINUTES_A_BOARD, Movement
from igroteka.club.movements.round_robin import everybody_meets
from igroteka.club.movements.swiss import swiss, swiss_teams
from igroteka.club.movements.teams import teams
from igroteka.club.movements.web import web
from igroteka.contract import BadOption
from igroteka.text import Text, listed, plural, quoted

USUAL = 26
"""Boards of an evening about which nothing is said."""
LONGEST = 30
SWISS_ROUNDS = 6
MOST_ROUNDS = 15
"""Rather than more rounds of one board there are fewer of two."""
MOST_ALL_MEET = 40
"""With more than these nobody plays everybody."""
FEWEST, MOST = 4, 200
FEWEST_OF = {"round-robin": 2, "swiss": 2}
"""Kinds for which fewer are enough."""


class Plan(NamedTuple):
    """What a director says of the evening."""

    contestants: int
    boards: int | None = None
    """How many there are, if that is fixed."""
    hours: float | None = None
    one_winner: bool = False
    """Whether the two lines of a Mitchell are compared."""
    minutes: float = MINUTES_A_BOARD
    """How long a board takes."""
    of_teams: bool = False
    """Whether two pairs are a team, so that a draw is of teams."""

    @property
    def longest(self) -> int | None:
        """How many boards a pair can play in the hours, if they are fixed."""
        return None if self.hours is None else int(self.hours * 60 / self.minutes)

    @property
    def target(self) -> int:
        """How many boards a pair should play."""
        return min(each for each in (self.boards or USUAL, self.longest) if each is not None)

    def check(self, fewest: int = FEWEST) -> None:
        """Raise `BadOption` for an evening that can't be."""
        if not fewest <= self.contestants <= MOST:
            raise BadOption(
                Text(
                    "a movement is for {least} to {most}, but there are {number}",
                    least=fewest,
                    most=MOST,
                    number=self.contestants,
                )
            )
        if self.target < 1:
            raise BadOption(
                Text("a board takes {minutes} minutes: there is no time", minutes=self.minutes)
            )


def make_movement(kind: str, plan: Plan) -> Movement:
    """The movement of a kind as the command line names it. Raises `BadOption` where none fits."""
    plan.check(FEWEST_OF.get(kind, FEWEST))
    if kind not in KINDS:
        raise BadOption(
            Text(
                "there is no kind of movement {text}; the kinds are {names}",
                text=quoted(kind),
                names=listed(KINDS),
            )
        )
    return replace(KINDS[kind](plan), minutes_a_board=plan.minutes)


def sized(movement: Movement, plan: Plan) -> Movement:
    """The movement with as many boards a set, and rounds, as the plan has boards and time for."""
    rounds = len(movement.rounds)
    if plan.boards is not None and plan.boards < movement.sets:
        raise BadOption(
            plural(
                "{movement} needs at least {sets} boards, but there is {count}",
                "{movement} needs at least {sets} boards, but there are {count}",
                count=plan.boards,
                movement=movement.title,
                sets=movement.sets,
            )
        )
    there_are = LONGEST if plan.boards is None else plan.boards // movement.sets
    if plan.longest is not None:
        least = 2 if rounds > MOST_ROUNDS and plan.longest > 2 else 1
        boards = min(there_are, max(least, plan.longest // rounds))
        movement = movement.first_rounds(max(1, plan.longest // boards))
    elif plan.boards is not None:
        boards = there_are
    else:
        fitting = range(1, max(1, LONGEST // rounds) + 1)
        boards = min(fitting, key=lambda each: abs(each * rounds - USUAL))
    return replace(movement, boards_a_set=boards, minutes_a_board=plan.minutes)


def _mitchell(plan: Plan) -> Movement:
    movement = mitchell(plan.contestants)
    if plan.boards is None and plan.hours is None and len(movement.rounds) > MOST_ROUNDS:
        cut = movement.first_rounds(USUAL // 2)
        movement = replace(cut, boards_a_set=2)
    else:
        movement = sized(movement, plan)
    return arrow_switched(movement) if plan.one_winner else movement


def _check_all_meet(plan: Plan) -> None:
    if plan.contestants > MOST_ALL_MEET:
        raise BadOption(
            Text(
                "with {number} there are too many rounds until everybody has met everybody; "
                "take a Mitchell or a web",
                number=plan.contestants,
            )
        )


def _howell(plan: Plan) -> Movement:
    _check_all_meet(plan)
    return sized(howell(plan.contestants), plan)


def _short_howell(plan: Plan) -> Movement:
    """Of the lengths that there are the one next to three quarters and to the boards wanted."""
    _check_all_meet(plan)
    whole = plan.contestants + plan.contestants % 2
    lengths = list(short_lengths(plan.contestants)) or [whole - 2]
    if not any((whole, each) in kept_patterns("howells") for each in lengths):
        lengths = [min(whole - 2, round(0.75 * whole))]

    def far(movement: Movement) -> float:
        from_three_quarters = abs(len(movement.rounds) - 0.75 * whole)
        spoilt = 3 * (movement.copies - 1) + (100 - balance(movement)) / 10
        return abs(movement.boards_each - plan.target) + 2 * from_three_quarters + spoilt

    fitting = [short_howell(plan.contestants, each) for each in lengths]
    enough = [each for each in fitting if each.sets <= (plan.boards or each.sets)]
    return min((sized(each, plan) for each in enough or fitting[:1]), key=far)


def _web(plan: Plan) -> Movement:
    """Of the webs that there are the one with which most of the boards wanted are played."""
    tables = (plan.contestants + 1) // 2
    fewest = max(2, min(-(-tables // 2), plan.target // 2))
    choices = [
        (rounds * (plan.target // sets), rounds, sets)
        for sets in range(fewest, min(tables, plan.target) + 1)
        for rounds in {sets, sets - 1, sets - 2, sets - 3, sets * 3 // 4, sets // 2}
        if rounds >= 1
    ]
    for _, rounds, sets in sorted(choices, reverse=True):
        found = web(plan.contestants, sets, rounds)
        if found is not None:
            boards = plan.boards or plan.target
            return sized(found, plan._replace(boards=boards))
    raise BadOption(
        Text("no web for {number} pairs with so few boards was found", number=plan.contestants)
    )


def _swiss(plan: Plan) -> Movement:
    drawn = plan.contestants // 2 if plan.of_teams else plan.contestants
    all_met = drawn - 1 + drawn % 2
    rounds = min(all_met, max(SWISS_ROUNDS, drawn.bit_length()), plan.target)
    make = swiss_teams if plan.of_teams else swiss
    return sized(make(plan.contestants, rounds), plan)


def _barometer(plan: Plan) -> Movement:
    all_met = plan.contestants - 1 + plan.contestants % 2
    rounds = min(all_met, max(1, plan.target // 2))
    return sized(barometer(plan.contestants, rounds), plan)


def _individual(plan: Plan) -> Movement:
    _check_all_meet(plan)
    return sized(individual(plan.contestants), plan)


def _round_robin(plan: Plan) -> Movement:
    """One game a round, if nothing else is said."""
    _check_all_meet(plan)
    movement = everybody_meets(plan.contestants)
    return movement if plan.boards is None and plan.hours is None else sized(movement, plan)


def _teams(plan: Plan) -> Movement:
    _check_all_meet(plan)
    return sized(teams(plan.contestants), plan)


KINDS: dict[str, Callable[[Plan], Movement]] = {
    "mitchell": _mitchell,
    "howell": _howell,
    "short-howell": _short_howell,
    "web": _web,
    "individual": _individual,
    "swiss": _swiss,
    "teams": _teams,
    "barometer": _barometer,
    "round-robin": _round_robin,
}
"""What makes each kind, by the word used on the command line."""
