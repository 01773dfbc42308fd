"""The game with its options."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from igroteka import Game, IgrotekaError, Option, Seat, Text, as_written, quoted
from igroteka_noughts.notation import Square, read_square
from igroteka_noughts.state import EMPTY, SIGNS, Position


@dataclass(frozen=True)
class Noughts(Game):
    """Noughts and crosses, where three in a row win or, turned round, lose."""

    line: str

    name: ClassVar[str] = "noughts"
    title: ClassVar[Text] = Text("noughts")
    summary: ClassVar[Text] = Text("Put your sign on a square in turn; three in a row win.")
    option_list: ClassVar[Sequence[Option]] = (
        Option(
            "line",
            Text("three in a row"),
            Text("whether three in a row win or lose"),
            "wins",
            {"wins": Text("win"), "loses": Text("lose")},
        ),
    )
    option_sets: ClassVar[Sequence[Mapping[str, str]]] = ({}, {"line": "loses"})
    hidden: ClassVar[bool] = False
    adviser: ClassVar[str | None] = "perfect"
    opponents: ClassVar[Mapping[Text, str]] = {
        Text("beginner"): "random",
        Text("middling"): "mcts(iterations=20)",
        Text("champion"): "perfect",
    }

    @classmethod
    def with_options(cls, options: Mapping[str, str]) -> Self:
        return cls(options["line"])

    @property
    def options(self) -> Mapping[str, str]:
        return {"line": self.line}

    @property
    def seats(self) -> int:
        return 2

    def seat_name(self, seat: Seat) -> Text:
        return as_written(SIGNS[seat].upper())

    def deal(self, rng: random.Random) -> Position:
        del rng
        return self.restore(EMPTY * 9)

    def restore(self, deal: str) -> Position:
        first, second = map(deal.count, SIGNS)
        if len(deal) != 9 or set(deal) - {*SIGNS, EMPTY} or first - second not in (0, 1):
            raise IgrotekaError(
                Text("{text} is no position: write nine signs like xo..x....", text=quoted(deal))
            )
        return Position(self, deal, deal)

    def read(self, text: str) -> Square:
        return read_square(text)
