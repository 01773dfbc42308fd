"""Atheris on one reader, in a process of its own: `python -m fuzz.driving NAME OPTION…`.

Options and folders are those of libFuzzer; the first folder is where new inputs are put.
"""

from __future__ import annotations

import random
import sys
from typing import Final

import atheris

from fuzz.target import targets_of

KERNELS: Final = ("draughts", "durak", "substitution")
NOT_INSTRUMENTED: Final = [
    *(f"igroteka.games.{game}.kernel" for game in KERNELS),
    *(f"igroteka.basics.{name}" for name in ("by_reference", "compiling", "kernels")),
]
"""What Numba compiles has to stay as it is written."""


STRETCHED: Final = 0.02
"""How often a piece of an input is repeated."""


def mutated(data: bytes, longest: int, seed: int) -> bytes:
    """What libFuzzer makes of an input; now and then a piece of it is repeated many times."""
    rng = random.Random(seed)
    if not data or rng.random() > STRETCHED:
        changed: bytes = atheris.Mutate(data, longest)
        return changed
    begin = rng.randrange(len(data))
    piece = data[begin : begin + rng.randint(1, 20)]
    times = rng.randint(2, max(2, longest // len(piece)))
    return (data[:begin] + piece * times + data[begin:])[:longest]


def drive(name: str, arguments: list[str]) -> None:
    """Look for an input that breaks a promise, until the time is up."""
    with atheris.instrument_imports(include=["igroteka"], exclude=NOT_INSTRUMENTED):
        (target,) = (each for each in targets_of(name.partition(".")[0]) if each.name == name)
        target.read(b"")
        for data in target.kept():  # what is imported or made at the first input counts for none
            target.read(data)
    limits = [f"-max_len={target.longest}", "-timeout=20", "-rss_limit_mb=2500", "-len_control=20"]
    atheris.Setup([name, *limits, *arguments], target.tried, custom_mutator=mutated)
    atheris.Fuzz()


if __name__ == "__main__":
    drive(sys.argv[1], sys.argv[2:])
