"""What is to be played: pairings, blocks and seeds; everything that results depend on.

The unit is the block: one deal, or one sequence of dice, played once in every seating, so that luck
cancels. Every block has its own seed, so that results depend neither on the number of workers nor
on what else is played, and any game can be played again alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import NamedTuple

from igroteka.arena.match import Limits
from igroteka.basics.randomness import derive
from igroteka.contract import Game, IgrotekaError
from igroteka.registry import fingerprint
from igroteka.text import Text


class Block(NamedTuple):
    """One deal in several seatings."""

    bots: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    number: int
    """Which block of its pairing it is."""
    first: int
    """How many games of the run come before it."""
    deal: str | None = None
    """The deal, where it is given; else it is drawn from the block's seed."""

    def seed(self, run_seed: int) -> int:
        """Its own seed, the same wherever this pairing and block occur."""
        return derive(run_seed, *self.bots, self.number)


@dataclass(frozen=True)
class Pairing:
    """Bots that meet, and the seatings that make up a block of theirs.

    A seating names for each side of the table which of the bots sits there.
    """

    bots: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]

    @classmethod
    def rotating(cls, bots: Sequence[str]) -> Pairing:
        """Every bot sits at every side once."""
        order = list(range(len(bots)))
        return cls(tuple(bots), tuple(tuple(order[k:] + order[:k]) for k in order))

    @classmethod
    def fixed(cls, bots: Sequence[str]) -> Pairing:
        """One seating only, for a bot that meets itself."""
        return cls(tuple(bots), (tuple(range(len(bots))),))


class GivenDeals(NamedTuple):
    """Deals of a file, a block each, where none are drawn."""

    deals: tuple[str, ...]
    digest: str
    """The SHA-256 of the file, for who asks whether another run had the same."""


@dataclass(frozen=True)
class Plan:
    """What is played; everything that results depend on is here."""

    game: Game
    pairings: tuple[Pairing, ...]
    games: tuple[int, ...]
    """Plays of each pairing; the last block may be cut short, but not where deals are compared."""
    seed: int
    limits: Limits
    given: GivenDeals | None = None

    @property
    def total(self) -> int:
        """All plays together."""
        return sum(self.games)

    @property
    def plays_a_game(self) -> int:
        """How many plays count as one game: all of a block where deals are compared."""
        return len(self.game.sides) if self.game.duplicate else 1

    @cached_property
    def run(self) -> str:
        """A short name that belongs to this plan alone."""
        bots = sorted({bot for pairing in self.pairings for bot in pairing.bots})
        text = json.dumps(
            [
                version("igroteka"),
                [fingerprint(bot) for bot in bots],
                self.game.name,
                dict(self.game.options),
                [[pairing.bots, pairing.seatings] for pairing in self.pairings],
                self.games,
                self.seed,
                [self.limits.move, self.limits.game],
                *([self.given.deals] if self.given else []),
            ]
        )
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def blocks(self) -> Iterator[Block]:
        """Every block in the order of play."""
        first = 0
        for pairing, games in zip(self.pairings, self.games, strict=True):
            for number, begin in enumerate(range(0, games, len(pairing.seatings))):
                seatings = pairing.seatings[: games - begin]
                deal = self.given.deals[number] if self.given else None
                yield Block(pairing.bots, seatings, number, first, deal)
                first += len(seatings)


def match_plan(
    game: Game, bots: Sequence[str], games: int, seed: int, limits: Limits | None = None
) -> Plan:
    """One pairing, so many games in all; where deals are compared, a game is a deal."""
    _check_sides(game, bots)
    plays = games * len(bots) if game.duplicate else games
    return Plan(game, (Pairing.rotating(bots),), (plays,), seed, limits or Limits())


def given_plan(
    game: Game, bots: Sequence[str], given: GivenDeals, seed: int, limits: Limits | None = None
) -> Plan:
    """One pairing on given deals, each of them played once in every seating."""
    _check_sides(game, bots)
    plays = len(given.deals) * len(bots)
    return Plan(game, (Pairing.rotating(bots),), (plays,), seed, limits or Limits(), given)


def _check_sides(game: Game, bots: Sequence[str]) -> None:
    if len(bots) != len(game.sides):
        raise IgrotekaError(
            Text(
                "{game} is played by {count} sides, but {bots} bots are named",
                game=game.title,
                count=len(game.sides),
                bots=len(bots),
            )
        )


def tournament_plan(
    game: Game, bots: Sequence[str], games: int, seed: int, limits: Limits | None = None
) -> Plan:
    """Everybody against everybody and against itself, so many games in every ordered cell.

    Where deals are compared, a game is a deal in both seatings, counts for both cells of a pair,
    and nobody meets itself.
    """
    if len(game.sides) != 2:
        raise IgrotekaError(
            Text("a tournament needs a game of two sides; use a match for {game}", game=game.title)
        )
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise IgrotekaError(Text("a tournament needs at least two bots, each named once"))
    pairings, counts = [], []
    for place, bot in enumerate(bots):
        pairings.append(Pairing.fixed((bot, bot)))
        counts.append(0 if game.duplicate else games)
        for other in bots[place + 1 :]:
            pairings.append(Pairing.rotating((bot, other)))
            counts.append(2 * games)
    return Plan(game, tuple(pairings), tuple(counts), seed, limits or Limits())
