"""Deals that were solved double dummy, kept in a file so that none is solved twice.

A line is the four hands from North on, and twenty hexadecimal digits: for each strain from clubs to
notrump the tricks of each declarer from North on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Final, TypeAlias

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import Board
from igroteka.games.bridge.cards import Cards, hand_text, read_hand
from igroteka.games.bridge.doubledummy.batch import solve_boards

Hands: TypeAlias = tuple[Cards, ...]
Tricks: TypeAlias = tuple[tuple[int, ...], ...]
"""By strain from clubs to notrump, then by seat from North."""

PIECE: Final = 200
"""Deals that are solved before they are written down."""


class SolvedDeals:
    """What is known of deals, and the file in which it is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[Hands, Tricks] = {}
        if path.is_file():
            for line in path.read_text(encoding="ascii", errors="replace").splitlines():
                self.known.update(_read(line))

    def solve(
        self,
        deals: Iterable[Hands],
        workers: int | Executor | None = None,
        progress: Callable[[int], None] = lambda _: None,
    ) -> dict[Hands, Tricks]:
        """The tricks of each deal; those that the solver fails on are not among them.

        `progress` is told how many are known. What is solved is written down piece by piece.
        """
        wanted = list(dict.fromkeys(deals))
        missing = [hands for hands in wanted if hands not in self.known]
        done = len(wanted) - len(missing)
        progress(done)
        for at in range(0, len(missing), PIECE):
            piece = missing[at : at + PIECE]
            boards = [_board(hands) for hands in piece]
            solutions = solve_boards(boards, workers, _after(done + at, progress))
            found = {
                hands: solution.tricks
                for hands, solution in zip(piece, solutions, strict=True)
                if solution
            }
            self.keep(found)
        return {hands: self.known[hands] for hands in wanted if hands in self.known}

    def keep(self, found: Mapping[Hands, Tricks]) -> None:
        """Remember, and write down where that is possible: without a file it is only slower."""
        if not found:
            return
        self.known.update(found)
        lines = "".join(f"{line}\n" for line in map(_written, found, found.values()))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="ascii") as file:
                file.write(lines)
        except OSError:
            return


def _after(done: int, progress: Callable[[int], None]) -> Callable[[int], None]:
    """Progress that begins with what was done before."""
    return lambda count: progress(done + count)


def _board(hands: Hands) -> Board:
    north, east, south, west = hands
    return Board((north, east, south, west))


def _written(hands: Hands, tricks: Tricks) -> str:
    digits = "".join(f"{count:x}" for row in tricks for count in row)
    return f"{' '.join(map(hand_text, hands))} {digits}"


def _read(line: str) -> Iterator[tuple[Hands, Tricks]]:
    """The deal of a line; nothing if it is torn."""
    *texts, digits = line.split(" ")
    if len(texts) != 4 or len(digits) != 20:
        return
    try:
        hands = tuple(map(read_hand, texts))
        counts = [int(digit, 16) for digit in digits]
    except (IgrotekaError, ValueError):
        return
    yield hands, tuple(tuple(counts[at : at + 4]) for at in range(0, 20, 4))
