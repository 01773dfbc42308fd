"""The game with its options."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from igroteka import BadOption, Game, IgrotekaError, Seat
from igroteka_noughts.notation import Square, read_square
from igroteka_noughts.state import EMPTY, SIGNS, Position


@dataclass(frozen=True)
class Noughts(Game):
    """Noughts and crosses, where three in a row win or, turned round, lose."""

    line: str

    name: ClassVar[str] = "noughts"
    summary: ClassVar[str] = "Put your sign on a square in turn; three in a row win."
    option_help: ClassVar[Mapping[str, str]] = {
        "line": "whether three in a row wins or loses (default wins)"
    }
    choices: ClassVar[Mapping[str, Sequence[str]]] = {"line": ("wins", "loses")}
    option_sets: ClassVar[Sequence[Mapping[str, str]]] = ({}, {"line": "loses"})
    hidden: ClassVar[bool] = False
    adviser: ClassVar[str | None] = "perfect"
    opponents: ClassVar[Mapping[str, str]] = {
        "beginner": "random",
        "middling": "mcts(iterations=20)",
        "champion": "perfect",
    }

    @classmethod
    def configure(cls, options: Mapping[str, str]) -> Noughts:
        line = options.get("line", "wins")
        if line not in cls.choices["line"]:
            raise BadOption(f"line should be wins or loses, but is {line!r}")
        return cls(line)

    @property
    def options(self) -> Mapping[str, str]:
        return {"line": self.line}

    @property
    def seats(self) -> int:
        return 2

    def seat_name(self, seat: Seat) -> str:
        return SIGNS[seat].upper()

    def deal(self, rng: random.Random) -> Position:
        del rng
        return self.restore(EMPTY * 9)

    def restore(self, deal: str) -> Position:
        first, second = map(deal.count, SIGNS)
        if len(deal) != 9 or set(deal) - {*SIGNS, EMPTY} or first - second not in (0, 1):
            raise IgrotekaError(f"{deal!r} is no position: write nine signs like xo..x....")
        return Position(self, deal, deal)

    def read(self, text: str) -> Square:
        return read_square(text)
