"""Run Atheris on one reader after another and print what was tried: `make fuzz-coverage`.

Inputs that reach something new gather in `build/fuzz`; with `--keep` short ones go into
`fuzz/corpus`. An input that breaks a promise is put into `fuzz/found`, and the status is then 1.
"""

from __future__ import annotations

import argparse
import platform
import re
import subprocess
import sys
from datetime import date
from typing import Final

from fuzz.target import FOUND, HERE, Target, all_targets

GROWING: Final = HERE.parent / "build" / "fuzz"
KNOWN: Final = HERE.parent / "build" / "fuzz-known"
MOST_KEPT: Final = 8000
"""Bytes of all that the corpus has for a reader."""


def tried(target: Target, seconds: int) -> tuple[int, bool]:
    """How many inputs were tried for so long, and whether all promises were kept."""
    found, growing, known = FOUND / target.name, GROWING / target.name, KNOWN / target.name
    for folder in (growing, known, found):
        folder.mkdir(parents=True, exist_ok=True)
    for place, data in enumerate(target.kept()):
        (known / str(place)).write_bytes(data)
    options = [f"-max_total_time={seconds}", f"-artifact_prefix={found}/", "-print_final_stats=1"]
    folders = map(str, (growing, known))
    command = [sys.executable, "-m", "fuzz.driving", target.name, *options, *folders]
    ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if ended.returncode:
        print(ended.stdout[-4000:], ended.stderr[-2000:], file=sys.stderr)
    if not any(found.iterdir()):
        found.rmdir()
    count = re.search(r"number_of_executed_units: (\d+)", ended.stderr)
    return int(count[1]) if count else 0, ended.returncode == 0


def keep(target: Target) -> None:
    """Add to the corpus what has reached something new, short inputs first, while there is room."""
    inputs = set(target.kept())
    room = MOST_KEPT - sum(map(len, inputs))
    grown = {path.read_bytes() for path in (GROWING / target.name).iterdir()}
    for data in sorted(grown - inputs, key=len):
        room -= len(data)
        if room < 0:
            break
        inputs.add(data)
    lines = sorted(inputs, key=lambda each: (len(each), each))
    target.corpus.write_text("".join(f"{each!r}\n" for each in lines))


def main() -> None:
    """Try all readers, or those that are named."""
    arguments = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    arguments.add_argument("--seconds", type=int, default=60, help="for each reader")
    arguments.add_argument("--only", default="", help="a reader, or the first letters of several")
    arguments.add_argument("--keep", action="store_true", help="put what was found into the corpus")
    wanted = arguments.parse_args()
    targets = [each for each in all_targets() if each.name.startswith(wanted.only)]
    if not targets:
        names = ", ".join(each.name for each in all_targets())
        arguments.error(f"there is no reader {wanted.only}; there are {names}")
    print(f"{date.today()}, {platform.machine()}, Python {platform.python_version()}\n")
    print("| reader | inputs | promises |\n|---|---:|---|")
    sound = True
    for target in targets:
        count, kept = tried(target, wanted.seconds) if wanted.seconds else (0, True)
        print(f"| {target.name} | {count:,} | {'kept' if kept else 'BROKEN'} |", flush=True)
        sound &= kept
        if wanted.keep:
            keep(target)
    sys.exit(not sound)


main()
