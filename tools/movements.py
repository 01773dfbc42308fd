"""Movements found by search: `make movements` writes `club/movements/found.json` anew.

Full Howells and short ones for every even number of pairs up to 24, and individuals. What is kept
is never worse than what was kept before; `--tries` searches longer.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from igroteka.club.movements.cyclic import Pattern, kept_patterns
from igroteka.club.movements.search import find_howell
from igroteka.club.movements.search_individual import find_individual

FILE = Path(__file__).parents[1] / "src/igroteka/club/movements/found.json"
MOST_PAIRS = 24
MOST_PLAYERS = 29


def howells(tries: int, seed: int) -> Iterator[Pattern]:
    """A pattern for every number of pairs and rounds, with as few shared sets as can be."""
    for pairs in range(4, MOST_PAIRS + 1, 2):
        for rounds in range(pairs // 2 + 1, pairs):
            found = (find_howell(pairs, rounds, copies, tries, seed) for copies in (1, 2, 3))
            yield from (each for each in [next(filter(None, found), None)] if each)


def individuals(tries: int, seed: int) -> Iterator[Pattern]:
    """A pattern for every number of players."""
    for players in range(4, MOST_PLAYERS + 1):
        wanted = (1, players // 4) if players % 4 < 2 else ()
        found = (find_individual(players, copies, tries, seed) for copies in wanted)
        yield from (each for each in [next(filter(None, found), None)] if each)


def written(name: str, found: Iterator[Pattern]) -> str:
    """The better of what is found and what is kept, one a line."""
    best = dict(kept_patterns(name)) if FILE.exists() else {}
    for pattern in found:
        key = (pattern.contestants, pattern.rounds)
        if key not in best or pattern.balance > best[key].balance + 1e-9:
            best[key] = pattern
            print(name, *key, f"{pattern.balance:.1f}", flush=True)
    lines = [
        json.dumps(
            {
                "contestants": contestants,
                "rounds": rounds,
                "balance": round(pattern.balance, 4),
                "tables": pattern.to_row(),
            }
        )
        for (contestants, rounds), pattern in sorted(best.items())
    ]
    return f'"{name}": [\n' + ",\n".join(lines) + "\n]"


def main() -> None:
    """Search, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    parts = (
        written("howells", howells(chosen.tries, chosen.seed)),
        written("individuals", individuals(chosen.tries, chosen.seed)),
    )
    FILE.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
