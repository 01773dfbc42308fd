"""Whole games at once: what a game's kernel offers to the arena."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from igroteka.basics.randomness import derive
from igroteka.contract import Action


class Seeds(NamedTuple):
    """All the randomness of one game: its deal, its chance, and each seat's own."""

    deal: int
    chance: int
    seats: tuple[int, ...]

    @classmethod
    def of_game(cls, block: int, seating: int, seats: int) -> Seeds:
        """The seeds of one game of a block: deal and chance shared, the players' own not."""
        return cls(
            derive(block, "deal"),
            derive(block, "chance"),
            tuple(derive(block, "player", seating, seat) for seat in range(seats)),
        )


class Batch(Protocol):
    """Plays games between fixed bots; seed for seed the same games as the rules and the players."""

    def scores(self, games: Sequence[Seeds]) -> list[tuple[float, ...]]:
        """The scores of each game, one number a seat."""

    def actions(self, game: Seeds) -> list[Action]:
        """Every action and chance outcome of one game, for its record."""
