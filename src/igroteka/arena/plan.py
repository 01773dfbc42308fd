"""What is to be played: pairings, blocks and seeds; everything that results depend on.

The unit is the block: one deal, or one sequence of dice, played once in every seating of its
pairing, so that luck cancels. Every block has its own seed, so that results depend neither on the
number of workers nor on what else is played, and any game can be played again alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import NamedTuple

from igroteka.arena.draw import meetings
from igroteka.arena.match import Limits
from igroteka.arena.seatings import Design, Seating, design
from igroteka.basics.randomness import Stream, derive
from igroteka.bots import fingerprint
from igroteka.contract import BadOption, Game, IgrotekaError, Json
from igroteka.text import Text, plural

ENDLESS = 10**9
"""Plays of a match that goes on until something is decided."""


class Block(NamedTuple):
    """One deal in several seatings."""

    bots: tuple[str, ...]
    seatings: tuple[Seating, ...]
    number: int
    """Which block of its pairing it is."""
    first: int
    """How many games of the run come before it."""
    deal: str | None = None
    """The deal, where it is given; else it is drawn from the block's seed."""
    opening: tuple[str, ...] = ()
    """Actions that are played before anybody decides."""

    def seed(self, run_seed: int) -> int:
        """Its own seed, the same wherever this pairing and block occur."""
        return _block_seed(run_seed, self.bots, self.number)


def _block_seed(run_seed: int, bots: Sequence[str], number: int) -> int:
    """More than two bots have the same seeds in whatever order they are named."""
    return derive(run_seed, *(bots if len(bots) == 2 else sorted(bots)), number)


@dataclass(frozen=True)
class Pairing:
    """Bots that meet, and the seatings that make up a block of theirs."""

    bots: tuple[str, ...]
    seatings: tuple[Seating, ...]
    lots: tuple[tuple[int, ...], ...] = ()
    """Groups of bots whose places in the seatings are drawn for every block."""

    @classmethod
    def rotating(cls, bots: Sequence[str]) -> Pairing:
        """Every bot sits at every side once: all orders of two."""
        order = list(range(len(bots)))
        return cls(tuple(bots), tuple(tuple(order[k:] + order[:k]) for k in order))

    @classmethod
    def balanced(cls, bots: Sequence[str]) -> Pairing:
        """No bot has a better place than another: two change places, more sit by a design."""
        return cls.rotating(bots) if len(bots) == 2 else cls(tuple(bots), *design(bots))

    @classmethod
    def fixed(cls, bots: Sequence[str]) -> Pairing:
        """One seating only, for a bot that meets itself."""
        return cls(tuple(bots), (tuple(range(len(bots))),))

    def whole_blocks(self, games: int) -> int:
        """So many games, rounded up to whole blocks."""
        return -(-games // len(self.seatings)) * len(self.seatings)

    def drawn(self, run_seed: int, number: int) -> tuple[Seating, ...]:
        """The seatings of its block of this number."""
        if not self.lots:
            return self.seatings
        seed = _block_seed(run_seed, self.bots, number)
        return Design(self.seatings, self.lots).drawn(Stream(derive(seed, "seating")))

    @property
    def identity(self) -> Json:
        """What it is, for more than two in whatever order they are named."""
        if not self.lots:
            return [self.bots, self.seatings]
        return [sorted(self.bots), len(self.seatings)]


class GivenDeals(NamedTuple):
    """Deals of a file, a block each, where none are drawn."""

    deals: tuple[str, ...]
    digest: str
    """The SHA-256 of the file, for who asks whether another run had the same."""
    openings: tuple[tuple[str, ...], ...] = ()
    """Actions with which each of them begins, where the file gives those too."""

    def start(self, number: int) -> tuple[str, tuple[str, ...]]:
        """The deal and the opening of this number."""
        return self.deals[number], self.openings[number] if self.openings else ()


@dataclass(frozen=True)
class Plan:
    """What is played; everything that results depend on is here."""

    game: Game
    pairings: tuple[Pairing, ...]
    games: tuple[int, ...]
    """Plays of each pairing, in whole blocks; an experiment may cut the last one short."""
    seed: int
    limits: Limits
    given: GivenDeals | None = None
    asked: int | None = None
    """How many games the user asked for, or how many given deals.

    A tournament plays so many games a cell, or a set of players.
    """
    players: tuple[str, ...] = ()
    """Who takes part in a tournament, in the order in which they were named."""
    adjudicate: bool = False
    """Whether a game ends as soon as `Game.adjudged` tells its scores."""

    @property
    def total(self) -> int:
        """All plays together."""
        return sum(self.games)

    @property
    def endless(self) -> bool:
        """Whether it is for somebody else to say when enough was played."""
        return self.games == (ENDLESS,)

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
                [pairing.identity for pairing in self.pairings],
                self.games,
                self.seed,
                [self.limits.move, self.limits.game, *self._increment],
                *([self.given.deals] if self.given else []),
                *([self.given.openings] if self.given and self.given.openings else []),
                *(["adjudicate"] if self.adjudicate else []),
            ]
        )
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def _increment(self) -> list[float]:
        return [self.limits.increment] if self.limits.increment else []

    def blocks(self) -> Iterator[Block]:
        """Every block in the order of play."""
        first = 0
        for pairing, games in zip(self.pairings, self.games, strict=True):
            for number, begin in enumerate(range(0, games, len(pairing.seatings))):
                seatings = pairing.drawn(self.seed, number)[: games - begin]
                start = self.given.start(number) if self.given else (None, ())
                yield Block(pairing.bots, seatings, number, first, *start)
                first += len(seatings)


def match_plan(
    game: Game, bots: Sequence[str], games: int | None, seed: int, limits: Limits | None = None
) -> Plan:
    """One pairing, so many games in all rounded up to whole blocks, or with None without end.

    Where deals are compared, a game is a deal.
    """
    _check_sides(game, bots)
    pairing = Pairing.balanced(bots)
    if games is None:
        plays = ENDLESS
    else:
        plays = pairing.whole_blocks(games * len(bots) if game.duplicate else games)
    return Plan(game, (pairing,), (plays,), seed, limits or Limits(), asked=games)


def given_plan(
    game: Game, bots: Sequence[str], given: GivenDeals, seed: int, limits: Limits | None = None
) -> Plan:
    """One pairing on given deals, each of them played once in every seating."""
    _check_sides(game, bots)
    pairing = Pairing.balanced(bots)
    count = len(given.deals)
    plays = count * len(pairing.seatings)
    return Plan(game, (pairing,), (plays,), seed, limits or Limits(), given, asked=count)


def _check_sides(game: Game, bots: Sequence[str]) -> None:
    if len(bots) == len(game.sides):
        return
    refusal = plural(
        "{game} is played by {sides} sides, but {count} bot is named",
        "{game} is played by {sides} sides, but {count} bots are named",
        count=len(bots),
        game=game.title,
        sides=len(game.sides),
    )
    if fitting := _option_for(game, len(bots)):
        refusal = Text(
            "{refusal}; with --option {option} they can play",
            refusal=refusal,
            option=fitting,
        )
    raise IgrotekaError(refusal)


def _option_for(game: Game, sides: int) -> str | None:
    """The option with which this game has so many sides, as it is written, if one alone does it."""
    for option in game.option_list:
        for value in option.values:
            try:
                changed = game.configure({**game.options, option.name: value})
            except BadOption:
                continue
            if len(changed.sides) == sides:
                return f"{option.name}={value}"
    return None


def tournament_plan(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int,
    limits: Limits | None = None,
    *,
    self_play: bool = False,
    gauntlet: bool = False,
    given: GivenDeals | None = None,
) -> Plan:
    """Everybody against everybody, in a gauntlet the first against all others.

    Two meet for so many games in every ordered cell, and with `self_play` everybody meets itself.
    Where deals are compared, a game is a deal in both seatings, counts for both cells of a pair,
    and nobody meets itself. More than two meet for so many games a set, in whole blocks. Of given
    deals every pairing plays each in all its seatings, however many games that makes.
    """
    _check_players(game, bots)
    limits = limits or Limits()
    if len(game.sides) > 2:
        if self_play:
            raise IgrotekaError(Text("only in a game of two sides can a bot meet itself"))
        sets = meetings(bots, len(game.sides), seed, gauntlet)
        pairings = [Pairing.balanced([bots[place] for place in each]) for each in sets]
        counts = [pairing.whole_blocks(games) for pairing in pairings]
    else:
        pairings, counts = [], []
        for place, bot in enumerate(bots[:1] if gauntlet else bots):
            if self_play:
                pairings.append(Pairing.fixed((bot, bot)))
                counts.append(0 if game.duplicate else games)
            for other in bots[place + 1 :]:
                pairings.append(Pairing.rotating((bot, other)))
                counts.append(2 * games)
    if given:
        counts = [len(given.deals) * len(pairing.seatings) for pairing in pairings]
    return Plan(
        game, tuple(pairings), tuple(counts), seed, limits, given, games, players=tuple(bots)
    )


def _check_players(game: Game, bots: Sequence[str]) -> None:
    least = max(2, len(game.sides))
    if len(set(bots)) != len(bots) or len(bots) < least:
        raise IgrotekaError(
            Text("a tournament needs at least two bots, each named once")
            if least == 2
            else Text(
                "a tournament of {game} needs at least {count} bots here, each named once",
                game=game.title,
                count=least,
            )
        )
