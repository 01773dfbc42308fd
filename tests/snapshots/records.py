"""Games kept by a match: the records, the archive that takes them in, and what comes out again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tests.snapshots.commands import igroteka, shown
from tests.snapshots.outputs import ONE_JOB, prepare
from tests.snapshots.printing import pretty, pretty_line, without_times

MATCHES = {
    "draughts": ("random", "random"),
    "draughts-engine": ("engine(depth=1)", "random", "--option", "variant=english"),
    "durak": ("random", "random"),
    "durak-greedy": ("greedy", "robot(depth=1)", "--option", "cards=24"),
    "bridge": ("random", "random"),
    "bridge-simple": ("simple", "simple"),
    "substitution": ("random", "random", "--option", "turns=8"),
    "substitution-planner": ("planner", "short", "--option", "turns=8"),
}
FORMATS = {"draughts": ("json", "pdn"), "bridge": ("json", "pbn", "lin")}
FEW = ("json",)
"""The formats of a game that has none of its own."""
ASKED = (
    (),
    ("--json",),
    ("--game", "durak"),
    ("--player", "greedy", "--result", "won"),
    ("--player", "random", "--opponent", "engine(depth=1)", "--json"),
    ("--unfinished",),
    ("--position", "W:Wa3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2,a1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
)


def texts(folder: Path) -> dict[str, str]:
    """The records of all matches, and what the archive makes of them."""
    prepare()
    told = {}
    games: list[str] = []
    for name, words in MATCHES.items():
        played = ("match", name.partition("-")[0], *words, "--games", "2", "--seed", "1", *ONE_JOB)
        igroteka(*played, "--records", f"{name}.jsonl")
        lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        told[f"records/{name}.json"] = "".join(pretty_line(line) for line in lines)
        games += [name] * len(lines)
        dated = [_dated(line, len(games) - number) for number, line in enumerate(lines)]
        (folder / f"{name}.jsonl").write_text("\n".join(dated) + "\n", encoding="utf-8")
    told |= _exported(folder, games)
    return told | _replayed() | {"records/archive.txt": _listed()}


def _dated(line: str, minute: int) -> str:
    """A record as if it had been played at this minute of a known day."""
    record = json.loads(line)
    if "started" in record:
        record["started"] = f"2026-11-15T10:{minute:02}:00+00:00"
        record["seconds"] = [minute + seat / 4 for seat in range(len(record["seconds"]))]
        record["event"]["timing"] = {"0": [0.25, [[170, minute]]]}
    return json.dumps(record, ensure_ascii=False)


def _exported(folder: Path, games: Sequence[str]) -> dict[str, str]:
    """Every format of the first game of every match, through an archive."""
    told = {}
    said = [shown("import", *(f"{name}.jsonl" for name in MATCHES), *_ARCHIVE)]
    for name in MATCHES:
        number = games.index(name) + 1
        for format in FORMATS.get(name.partition("-")[0], FEW):
            text = igroteka("export", str(number), "--format", format, *_ARCHIVE)
            (folder / f"{name}.{format}").write_text(text, encoding="utf-8")
            told[f"records/exported/{name}.{format}"] = _readable(text, format)
            said.append(shown("import", f"{name}.{format}", *_ARCHIVE, "--json"))
    igroteka("bridge", "convert", "bridge-simple.pbn", "bridge.xml")
    told["records/exported/bridge-simple.xml"] = (folder / "bridge.xml").read_text("utf-8")
    return {**told, "records/imported.txt": without_times("".join(said))}


_ARCHIVE = ("--db", "games.sqlite")


def _readable(text: str, format: str) -> str:
    if format != "json":
        return text
    return "".join(f"{pretty(json.loads(line))}\n" for line in text.splitlines())


def _replayed() -> dict[str, str]:
    names = ("draughts-engine", "durak-greedy", "bridge-simple", "substitution-planner")
    return {f"records/replayed/{name}.txt": shown("replay", f"{name}.jsonl:2") for name in names}


def _listed() -> str:
    return "".join(shown("archive", *words, *_ARCHIVE) for words in ASKED)
