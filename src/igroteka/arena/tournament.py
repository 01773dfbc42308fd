"""Many games: what is to be played, and playing it on any executor, in order, ready to resume.

The unit is the block: one deal, or one sequence of dice, played once in every seating, so that luck
cancels. Every block has its own seed, so that results depend neither on the number of workers nor
on what else is played, and any game can be played again alone.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version

from igroteka.arena.match import Limits
from igroteka.arena.run_file import RunFile
from igroteka.arena.worker import Block, Chunk, Played, play_chunk
from igroteka.contract import Game, IgrotekaError
from igroteka.registry import fingerprint

CHUNK_SECONDS = 1.0
"""Work is sent to workers in pieces of about this length."""
IN_FLIGHT = 2
"""Pieces of work a worker: one that it does and one that waits."""


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


@dataclass(frozen=True)
class Plan:
    """What is played; everything that results depend on is here."""

    game: Game
    pairings: tuple[Pairing, ...]
    games: tuple[int, ...]
    """Plays of each pairing; the last block may be cut short, but not where deals are compared."""
    seed: int
    limits: Limits

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
            ]
        )
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def blocks(self) -> Iterator[Block]:
        """Every block in the order of play."""
        first = 0
        for pairing, games in zip(self.pairings, self.games, strict=True):
            for number, begin in enumerate(range(0, games, len(pairing.seatings))):
                seatings = pairing.seatings[: games - begin]
                yield Block(pairing.bots, seatings, number, first)
                first += len(seatings)


def match_plan(
    game: Game, bots: Sequence[str], games: int, seed: int, limits: Limits | None = None
) -> Plan:
    """One pairing, so many games in all; where deals are compared, a game is a deal."""
    if len(bots) != len(game.sides):
        raise IgrotekaError(
            f"{game.name} is played by {len(game.sides)} sides, but {len(bots)} bots are named"
        )
    plays = games * len(bots) if game.duplicate else games
    return Plan(game, (Pairing.rotating(bots),), (plays,), seed, limits or Limits())


def tournament_plan(
    game: Game, bots: Sequence[str], games: int, seed: int, limits: Limits | None = None
) -> Plan:
    """Everybody against everybody and against itself, so many games in every ordered cell.

    Where deals are compared, a game is a deal in both seatings, counts for both cells of a pair,
    and nobody meets itself.
    """
    if len(game.sides) != 2:
        raise IgrotekaError(f"a tournament needs a game of two sides; use a match for {game.name}")
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise IgrotekaError("a tournament needs at least two bots, each named once")
    pairings, counts = [], []
    for place, bot in enumerate(bots):
        pairings.append(Pairing.fixed((bot, bot)))
        counts.append(0 if game.duplicate else games)
        for other in bots[place + 1 :]:
            pairings.append(Pairing.rotating((bot, other)))
            counts.append(2 * games)
    return Plan(game, tuple(pairings), tuple(counts), seed, limits or Limits())


def play_plan(
    plan: Plan,
    file: RunFile,
    pool: Callable[[], Executor],
    workers: int,
) -> Iterator[Played]:
    """Every game of the plan in order: those that the file holds, then the rest, as they come.

    What is yielded is in the file. `pool` makes an executor, and another if the first one breaks:
    from then on each bot sits in a process of its own, so that the one to blame is found.
    """
    yield from file.played()
    pending = _blocks_from(plan, file.games)
    pace = _Pace()
    isolated = False
    executor = pool()
    flying: deque[tuple[Future[tuple[list[Played], float]], Chunk]] = deque()
    try:
        while True:
            while len(flying) < IN_FLIGHT * workers and (blocks := pace.take(pending)):
                chunk = Chunk(plan.game, blocks, plan.seed, plan.limits, plan.run, file.keep)
                flying.append((_send(executor, chunk, isolated), chunk))
            if not flying:
                return
            future, chunk = flying[0]
            try:
                played, seconds = future.result()
            except BrokenExecutor:
                if isolated:
                    raise
                isolated = True
                executor.shutdown(wait=False)
                executor = pool()
                flying = deque((_send(executor, each, isolated), each) for _, each in flying)
                continue
            flying.popleft()
            pace.learn(len(chunk.blocks), seconds)
            file.append(played)
            yield from played
    finally:
        for future, _ in flying:
            future.cancel()
        executor.shutdown(wait=False)


def _send(executor: Executor, chunk: Chunk, isolated: bool) -> Future[tuple[list[Played], float]]:
    return executor.submit(play_chunk, chunk, isolated)


def _blocks_from(plan: Plan, games: int) -> Iterator[Block]:
    """The blocks that begin at or after this game. A file holds whole blocks."""
    return (block for block in plan.blocks() if block.first >= games)


class _Pace:
    """How many blocks make a piece of work of about `CHUNK_SECONDS`."""

    def __init__(self) -> None:
        self.size = 1

    def take(self, blocks: Iterator[Block]) -> tuple[Block, ...]:
        return tuple(block for _, block in zip(range(self.size), blocks, strict=False))

    def learn(self, blocks: int, seconds: float) -> None:
        fitting = int(blocks * CHUNK_SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 16 * blocks))
