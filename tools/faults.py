"""Faults planted in what people meet, one at a time, to see whether the walk finds them.

`python -m tools.faults --seed 1 --count 40` draws lines of scripts, templates and routes, and takes
each away, turns its condition round or swaps a word in it, in a copy of the sources; then the walk
runs on that copy. What no step of a person meets, such as a word for one who listens in a language
that nobody speaks, has to be judged by who reads the list: it is printed with each fault.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "igroteka"
LONGEST_WALK = 1200
"""Seconds after which a walk that does not end has found the fault."""
AT_ONCE = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
MEETS = {".py": "test_routes.py", ".html": "test_routes.py", ".js": "test_pages.py"}
"""Which part of the walk is likely to meet a fault in such a file."""

TURNED = (
    (r"\bif \((?!!)([^()]+)\)", r"if (!(\1))"),
    (r"\{% if (?!not )([^%]+?) %\}", r"{% if not (\1) %}"),
    (r"^(\s*)if (?!not )(.+):$", r"\1if not (\2):"),
    (r" === ", " !== "),
    (r" == ", " != "),
    (r" && ", " || "),
    (r" and ", " or "),
)
SWAPPED = ((r"\btrue\b", "false"), (r"\bTrue\b", "False"), (r"\bhidden\b", "disabled"))
REMOVED = (
    r"^\s*[\w.]+\(.*\);$",  # a statement that does something
    r"^\s*[\w.\[\]]+ = .*;$",
    r"^\s*(await )?check_\w+\(.*\)$",
    r"^\s*raise .*$",
    r"^\s*<(\w+)[^>]*>.*</\1>$",  # an element on a line of its own
    r"^\s*\{% (include|import|from) .*%\}$",
)


class Fault(NamedTuple):
    """One line that is other than it should be."""

    file: Path
    number: int
    before: str
    after: str

    def __str__(self) -> str:
        where = f"{self.file.relative_to(SOURCES)}:{self.number}"
        return f"{where}\n  - {self.before.strip()[:150]}\n  + {self.after.strip()[:150]}"


def files() -> Iterator[Path]:
    """Scripts, templates, and what answers to requests."""
    yield from sorted((SOURCES / "web" / "templates").rglob("*.html"))
    for folder in (SOURCES / "web" / "static", SOURCES / "games"):
        yield from (each for each in sorted(folder.rglob("*.js")) if ".min." not in each.name)
    for folder in (SOURCES / "web" / "pages", SOURCES / "web" / "club"):
        yield from sorted(folder.glob("*.py"))


def faults_of(file: Path) -> Iterator[Fault]:
    """Every fault that can be planted in a file."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if line.lstrip().startswith(("//", "#", "*", '"""')):
            continue
        for pattern, other in (*TURNED, *SWAPPED):
            changed = re.sub(pattern, other, line, count=1)
            if changed != line:
                yield Fault(file, number, line, changed)
        whole = all(line.count(one) == line.count(other) for one, other in ("()", "[]", "{}"))
        if whole and any(re.match(each, line) for each in REMOVED):
            bare = line[: len(line) - len(line.lstrip())]
            yield Fault(file, number, line, f"{bare}pass" if file.suffix == ".py" else "")


def drawn(seed: int, count: int) -> list[Fault]:
    """Faults by lot, as many of each kind of file."""
    rng = random.Random(seed)
    kinds: dict[str, list[Fault]] = {}
    for file in files():
        kinds.setdefault(file.suffix, []).extend(faults_of(file))
    share = -(-count // len(kinds))
    chosen = [each for _, kind in sorted(kinds.items()) for each in rng.sample(kind, share)]
    rng.shuffle(chosen)
    return chosen[:count]


def walks(fault: Fault) -> Iterator[list[str]]:
    """What pytest runs to find a fault: what is likely to meet it, then the rest of the walk."""
    walk = "tests/walk"
    if fault.file.is_relative_to(SOURCES / "games"):
        game = fault.file.relative_to(SOURCES / "games").parts[0]
        likely = [
            f"{walk}/test_games.py",
            f"{walk}/test_boards.py",
            "-k",
            f"{game} or as_they_were",
        ]
    else:
        likely = [f"{walk}/{MEETS[fault.file.suffix]}"]
    yield likely
    yield [walk, f"--ignore={likely[0]}"]


def is_found(fault: Fault, words: list[str]) -> tuple[bool, float]:
    """Whether the walk fails on a copy of the sources with this fault; the seconds it took."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        shutil.copytree(ROOT / "src", copy)
        file = copy / "igroteka" / fault.file.relative_to(SOURCES)
        lines = file.read_text(encoding="utf-8").splitlines()
        lines[fault.number - 1] = fault.after
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(copy), "IGROTEKA_TEST_ALL": "1"}
        began = time.monotonic()
        found = any(_fails(each, environment) for each in ([words] if words else walks(fault)))
        return found, time.monotonic() - began


def _fails(words: list[str], environment: dict[str, str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow", *AT_ONCE, *words]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=LONGEST_WALK
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> int:
    """Plant them; how many the walk did not find."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--count", type=int, default=40)
    asked.add_argument("--first", type=int, default=0, help="how many to pass over")
    asked.add_argument("words", nargs="*", help="what pytest runs (default: the walk)")
    chosen = asked.parse_args()
    missed = 0
    for place, fault in enumerate(drawn(chosen.seed, chosen.count), start=1):
        if place <= chosen.first:
            continue
        found, seconds = is_found(fault, chosen.words)
        missed += not found
        print(f"{place}. {'found' if found else 'MISSED'} in {seconds:.0f} s: {fault}", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(min(1, main()))
