"""Endgame tables: how every position of a few pieces ends, solved once and kept.

They hold for the variants on 8×8 in which taking everything wins, and know nothing of draws by
counted moves. Up to four pieces take seconds; they are kept in the user's cache folder.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import platformdirs

from igroteka.contract import BadOption
from igroteka.games.draughts.board import Board
from igroteka.games.draughts.kernel.layout import pad, padded, rules_of
from igroteka.games.draughts.variants import Variant, variant_named, variants
from igroteka.text import Text, from_data

if TYPE_CHECKING:
    from igroteka.games.draughts.kernel.endgame import Material, Numbering

USUAL_PIECES, MOST_PIECES = 4, 5
FORMAT = 1
"""Raised when the numbering or the codes change, so that older files are not read."""

Progress = Callable[[int, int], None]
"""Told how many positions are solved, of how many."""


class EndgameValue(NamedTuple):
    """How a position ends with best play."""

    result: int
    """1 the side to move wins, 0 a draw, −1 it loses."""
    moves: int
    """After how many moves of either side; 0 in a draw."""


@dataclass(frozen=True, eq=False)
class EndgameTables:
    """The solved endings of one variant."""

    variant: Variant
    pieces: int
    codes: Any
    numbering: Numbering

    def ending(self, board: Board) -> EndgameValue | None:
        """How a position ends; None with more pieces than the tables hold."""
        from igroteka.games.draughts.kernel.endgame import code_of

        if board.occupied.bit_count() > self.pieces:
            return None
        if not board.enemy:
            return EndgameValue(1, 0)
        code = int(code_of(*padded(self.variant, board), self.codes, self.numbering))
        if code == 0:
            return EndgameValue(0, 0)
        return EndgameValue(-1 if code % 2 else 1, code - 1)

    def counts(self, pieces: int) -> tuple[int, int, int]:
        """How many positions with so many pieces are won, lost and drawn for the side to move."""
        won = lost = drawn = 0
        for material in _materials(pieces):
            first = int(self.numbering.offsets[tuple(material)])
            found = np.bincount(self.codes[first : first + _size(material)], minlength=256)
            won += found[2:255:2].sum()
            lost += found[1:255:2].sum()
            drawn += found[0]
        return int(won), int(lost), int(drawn)


def has_tables(variant: Variant) -> bool:
    """Whether tables can be made for this variant."""
    return variant.size == 8 and not variant.loser_wins


@cache
def _loaded(name: str, pieces: int) -> EndgameTables:
    return load(variants()[name], pieces)


def tables(variant: Variant, pieces: int = USUAL_PIECES) -> EndgameTables:
    """The tables of a variant, read or solved once a process."""
    return _loaded(variant.name, pieces)


def load(variant: Variant, pieces: int, progress: Progress | None = None) -> EndgameTables:
    """Read the tables from the cache folder; solve and keep them if they are not there."""
    if not has_tables(variant):
        raise BadOption(
            Text("there are no endgame tables for {title} draughts", title=from_data(variant.title))
        )
    if not 2 <= pieces <= MOST_PIECES:
        raise BadOption(
            Text(
                "tables hold 2 to {most} pieces, not {count}",
                most=MOST_PIECES,
                count=pieces,
            )
        )
    numbering, size = make_numbering(pieces)
    path = table_file(variant, pieces)
    try:
        codes = np.asarray(np.load(path, mmap_mode="c"))
    except (OSError, ValueError):
        codes = np.zeros(0, dtype=np.uint8)
    if codes.shape != (size,):
        codes = solve(variant, pieces, progress)
        _keep(codes, path)
    return EndgameTables(variant, pieces, codes, numbering)


def table_file(variant: Variant, pieces: int) -> Path:
    """Where the tables of a variant are kept."""
    folder = Path(platformdirs.user_cache_dir("igroteka")) / "draughts"
    return folder / f"{variant.name}-{pieces}-v{FORMAT}.npy"


def _keep(codes: Any, path: Path) -> None:
    """Write a whole file or none; a folder that can't be written costs only the time next time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            np.save(file, codes)
        Path(file.name).replace(path)
    except OSError:
        return


def report(variant: str, pieces: int, progress: Progress) -> list[str]:
    """Have the tables at hand; the lines tell how many positions are won, lost and drawn."""
    solved = load(variant_named(variant), pieces, progress)
    lines = [f"{'pieces':>6} {'won':>12} {'lost':>12} {'drawn':>12}"]
    for count in range(2, pieces + 1):
        won, lost, drawn = solved.counts(count)
        lines.append(f"{count:>6} {won:>12} {lost:>12} {drawn:>12}")
    return [*lines, f"kept in {table_file(solved.variant, pieces)}"]


def solve(variant: Variant, pieces: int, progress: Progress | None = None) -> Any:
    """The code of every position, solved from the fewest pieces and men upward."""
    from igroteka.games.draughts.kernel.endgame import solve_round
    from igroteka.games.draughts.kernel.moves import move_stack

    numbering, size = make_numbering(pieces)
    codes, due = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint8)
    rules, moves = rules_of(variant), move_stack()
    done = 0
    for pair in _solving_order(pieces):
        when, later = 0, 1
        while later:
            when += 1
            later = sum(
                solve_round(when, material, rules, codes, due, numbering, moves)
                for material in pair
            )
        done += sum(map(_size, pair))
        if progress:
            progress(done, size)
    return codes


def _solving_order(most: int) -> Iterator[tuple[Material, ...]]:
    """Materials with what the other side sees of them, those first that others lead to."""
    for pieces in range(2, most + 1):
        for material in sorted(_materials(pieces), key=lambda m: m.own_men + m.enemy_men):
            mirrored = material._replace(
                own_men=material.enemy_men,
                own_kings=material.enemy_kings,
                enemy_men=material.own_men,
                enemy_kings=material.own_kings,
            )
            if material == mirrored:
                yield (material,)
            elif material < mirrored:
                yield material, mirrored


def _materials(pieces: int) -> Iterator[Material]:
    """Every way to have so many pieces, at least one a side."""
    from igroteka.games.draughts.kernel.endgame import Material

    for own in range(1, pieces):
        for own_men in range(own + 1):
            for enemy_men in range(pieces - own + 1):
                yield Material(own_men, own - own_men, enemy_men, pieces - own - enemy_men)


def _size(material: Material) -> int:
    men = comb(28, material.own_men) * comb(28, material.enemy_men)
    return men * comb(32, material.own_kings) * comb(32, material.enemy_kings)


@cache
def make_numbering(pieces: int) -> tuple[Numbering, int]:
    """How positions of up to so many pieces are numbered, and how many numbers there are."""
    from igroteka.games.draughts.kernel.endgame import Numbering

    offsets = np.full((pieces,) * 4, -1, dtype=np.int64)
    size = 0
    for count in range(2, pieces + 1):
        for material in _materials(count):
            offsets[tuple(material)] = size
            size += _size(material)
    binomials = [[comb(n, k) for k in range(pieces + 1)] for n in range(33)]
    numbering = Numbering(
        offsets,
        np.array(binomials, dtype=np.int64),
        _masks(range(28), pieces),
        _masks(range(4, 32), pieces),
        _masks(range(32), pieces),
        pieces,
    )
    return numbering, size


def _masks(squares: range, pieces: int) -> Any:
    """For each count of pieces and each rank, the padded mask of their squares."""
    eight = variants()["russian"]
    single = [pad(eight, 1 << square) for square in squares]
    masks = np.zeros((pieces, comb(len(squares), pieces - 1)), dtype=np.int64)
    for count in range(pieces):
        chosen = combinations(range(len(squares)), count)
        for number, places in enumerate(sorted(chosen, key=lambda each: each[::-1])):
            masks[count, number] = sum(single[place] for place in places)
    return masks
