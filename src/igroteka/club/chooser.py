"""Proposals for an evening: which movements fit the pairs, the boards and the hours, best first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from igroteka.club.movements import mitchell as mitchells
from igroteka.club.movements.balance import balance
from igroteka.club.movements.howell import short_howell, short_lengths
from igroteka.club.movements.kinds import MOST_ROUNDS, Plan, make_movement, sized
from igroteka.club.movements.movement import Movement
from igroteka.contract import BadOption, Json
from igroteka.text import Text, plural

HOURS = 3.5
MOST_KEPT = 24
"""For more pairs Howells are not proposed: they would have to be searched for."""
MOST = 6
TWO_LINES = 75.0
"""What two lines, each alike in itself, are worth beside the balance of one field."""
LESS = 2
"""So many boards fewer than wanted are as good."""
SHARING = 3.0
"""What each table more that shares a set costs."""


@dataclass(frozen=True)
class Proposal:
    """A movement, and what a director wants to know of it."""

    movement: Movement
    two_winners: bool
    target: int

    @cached_property
    def balance(self) -> float:
        """The balance of the movement, in percent."""
        return balance(self.movement)

    @property
    def sit_outs(self) -> int:
        """The most rounds that anybody sits out."""
        return max(self.movement.sit_outs().values())

    @property
    def worth(self) -> float:
        """By what proposals are ordered: boards played, balance, and sets for each table."""
        quality = TWO_LINES if self.two_winners else self.balance
        played = min(1.0, self.movement.boards_each / max(1, self.target - LESS))
        return played * (50 + quality / 2) - SHARING * min(4, self.movement.copies - 1)

    def line(self) -> Text:
        """The proposal in a sentence."""
        movement = self.movement
        return Text(
            "{movement}: {rounds}, {boards}, {hours} h, sit-outs {outs}, balance {balance}",
            movement=movement.title,
            rounds=plural("{count} round", "{count} rounds", count=len(movement.rounds)),
            boards=plural(
                "{count} board each of {all}",
                "{count} boards each of {all}",
                count=movement.boards_each,
                all=movement.boards,
            ),
            hours=f"{movement.minutes / 60:.1f}",
            outs=self.sit_outs,
            balance=f"{self.balance:.1f}",
        )

    def to_json(self) -> Json:
        """The proposal without its rounds."""
        movement = self.movement
        return {
            "kind": movement.kind,
            "title": str(movement.title),
            "rounds": len(movement.rounds),
            "boards": movement.boards,
            "boards_each": movement.boards_each,
            "hours": round(movement.minutes / 60, 2),
            "sit_outs": self.sit_outs,
            "balance": round(self.balance, 4),
            "copies": movement.copies,
        }


def propose(plan: Plan, unmoved: tuple[int, ...] = ()) -> list[Proposal]:
    """The best movements of different kinds, those in which these contestants can stay.

    Raises `BadOption` if there is none.
    """
    plan.check()
    timed = plan if plan.hours is not None else plan._replace(hours=HOURS)
    found: list[Proposal] = []
    known: list[Movement] = []
    for movement in _candidates(timed):
        if (movement.kind == "web" and movement.copies == 1) or movement in known:
            continue
        known.append(movement)
        try:
            fitting = movement.with_stationary(unmoved)
        except BadOption:
            continue
        two = movement.kind in ("mitchell", "web") and "arrow" not in movement.title
        found.append(Proposal(fitting, two, timed.target))
    if not found:
        raise BadOption(Text("no movement fits; ask for more boards or hours"))
    return sorted(found, key=lambda each: -each.worth)[:MOST]


def _candidates(plan: Plan) -> Iterator[Movement]:
    """Every movement that fits the boards and the hours."""
    for kind in ("mitchell", "web", "barometer"):
        yield from _made(kind, plan)
    yield from _made("mitchell", plan._replace(one_winner=True))
    tables, odd = divmod(plan.contestants, 2)
    if not odd and tables % 2 == 0:
        yield from _sized(mitchells.share_and_relay(tables), plan)
    whole = plan.contestants + odd
    if whole - 1 <= MOST_ROUNDS:
        yield from _made("howell", plan)
    lengths = [n for n in short_lengths(plan.contestants) if n <= MOST_ROUNDS]
    short = (
        []
        if whole > MOST_KEPT
        else [each for n in lengths for each in _sized(short_howell(plan.contestants, n), plan)]
    )
    full = [each for each in short if each.boards_each >= 0.8 * plan.target]
    yield from sorted(full or short, key=balance)[-2:]


def _made(kind: str, plan: Plan) -> Iterator[Movement]:
    try:
        yield make_movement(kind, plan)
    except BadOption:
        return


def _sized(movement: Movement, plan: Plan) -> Iterator[Movement]:
    try:
        yield sized(movement, plan)
    except BadOption:
        return
