"""What a walk has reached, and what it has not: `python -m tests.walk.report FOLDER`.

It ends with an error when something was wrong on the way, or when more than one in twenty of the
functions of scripts or of the blocks of templates was touched by no step.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from tests.walk.recording import recorded
from tests.walk.touched import all_blocks, all_scripts, drawn_by

ALLOWED: Final = 0.05
"""The part that no step need touch."""
STEPS: Final = ("board", "page", "route", "command", "journey")


def main(folder: Path) -> int:
    """Print the report; how many of its parts are not as they should be."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in recorded(folder):
        found[str(each["kind"])].append(each)
    for kind in STEPS:
        paths = Counter(each["path"] for each in found[kind])
        print(f"{kind}s: {len(paths)} paths, {sum(paths.values())} times")
    wrong = _tell("faults", {f"{each['path']}: {each['what']}" for each in found["fault"]})
    wrong += _routes(found["route"])
    return wrong + _scripts(found["script"]) + _templates(found["template"])


def _routes(told: list[dict[str, Any]]) -> int:
    """A route counts when it answered somebody and refused somebody; the public ones are listed."""
    silent = {each["path"] for each in told if not each["answered"]}
    walled = {each["path"] for each in told if each["led_back"] and not each["refused"]}
    public = {each["path"] for each in told if not each["led_back"] and not each["refused"]}
    _tell("routes that refuse nobody", public - silent)
    _tell("routes that are shut only to who is in a room of their own", walled - silent)
    print("slowest answer of a route:", max((each["ms"] for each in told), default=0), "ms")
    return _tell("routes that have answered nobody", silent)


def _scripts(told: list[dict[str, Any]]) -> int:
    ran: dict[str, set[str]] = defaultdict(set)
    known: dict[str, set[str]] = defaultdict(set)
    for each in told:
        ran[each["path"]] |= set(each["ran"])
        known[each["path"]] |= {*each["ran"], *each["rest"]}
    all_known = {(path, function) for path, functions in known.items() for function in functions}
    untouched = {f"{path}: {name}" for path, name in all_known if name not in ran[path]}
    never = {str(path) for path in all_scripts() if not any(drawn_by(path, each) for each in known)}
    _tell("scripts that no step loads", never)
    return _judge("functions of scripts", untouched, len(all_known))


def _templates(told: list[dict[str, Any]]) -> int:
    blocks = all_blocks()
    return _judge("blocks of templates", blocks - {each["path"] for each in told}, len(blocks))


def _judge(what: str, untouched: Collection[str], total: int) -> int:
    part = len(untouched) / max(1, total)
    _tell(f"{what}, of {total}, that no step touches ({part:.1%})", untouched)
    return int(part > ALLOWED)


def _tell(what: str, things: Collection[str]) -> int:
    print(f"\n{what}: {len(things)}")
    for each in sorted(things):
        print(f"  {each}")
    return int(bool(things))


if __name__ == "__main__":
    sys.exit(min(1, main(Path(sys.argv[1]))))
