"""Guide cards: for every contestant where to sit in each round, with which boards, against whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from igroteka.club.movements.movement import Movement, board_range, side_text
from igroteka.text import Text

NS, EW = Text("North–South"), Text("East–West")


class Stop(NamedTuple):
    """One round of a contestant."""

    number: int
    table: int
    direction: Text
    partner: tuple[int, ...]
    """Who sits on the same side, where everybody plays for themselves."""
    opponents: tuple[int, ...]
    boards: list[int]

    def line(self) -> Text:
        """The round in words."""
        parts = {
            "number": self.number,
            "table": self.table,
            "direction": self.direction,
            "boards": board_range(self.boards),
            "opponents": side_text(self.opponents),
        }
        if self.partner:
            return Text(
                "round {number}: table {table}, {direction} with {partner}, boards {boards}, "
                "against {opponents}",
                partner=side_text(self.partner),
                **parts,
            )
        return Text(
            "round {number}: table {table}, {direction}, boards {boards}, against {opponents}",
            **parts,
        )


def guide_cards(movement: Movement) -> Mapping[int, list[Stop]]:
    """The stops of everybody; a round that is not there is a sit-out."""
    cards: dict[int, list[Stop]] = {each: [] for each in range(1, movement.contestants + 1)}
    for number, seatings in enumerate(movement.rounds, start=1):
        for s in seatings:
            for side, others, name in ((s.ns, s.ew, NS), (s.ew, s.ns, EW)):
                for each in side:
                    partner = tuple(other for other in side if other != each)
                    boards = movement.boards_of(s)
                    cards[each].append(Stop(number, s.table, name, partner, others, boards))
    return cards


def card_lines(movement: Movement, contestant: int) -> list[Text]:
    """A card line by line, sit-outs among them."""
    stops = {stop.number: stop for stop in guide_cards(movement)[contestant]}
    return [
        stops[number].line() if number in stops else Text("round {number}: sit out", number=number)
        for number in range(1, len(movement.rounds) + 1)
    ]
