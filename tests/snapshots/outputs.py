"""What commands print: for people as words, with `--json` for programs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.snapshots.commands import igroteka, shown
from tests.snapshots.printing import pretty_line, without_times

GAMES = ("draughts", "durak", "bridge", "substitution")
SHORT = ("--option", "turns=5")
ONE_JOB = ("--jobs", "1")
RUNS = (
    ("match", "substitution", "planner", "random", "--games", "6", *SHORT, *ONE_JOB),
    ("match", "substitution", "short", "search(depth=1)", "--games", "4", "--seed", "2", *ONE_JOB),
    ("match", "durak", "greedy", "random", "--games", "10", *ONE_JOB),
    ("match", "draughts", "engine(depth=2)", "random", "--games", "4", *ONE_JOB),
    ("match", "bridge", "simple", "random", "--games", "4", *ONE_JOB),
    ("match", "durak", "greedy", "random", "--games", "20", "--sprt", "0,400", *ONE_JOB),
    ("tournament", "substitution", "--bots", "random,short", "--games", "4", *SHORT, *ONE_JOB),
    ("tournament", "durak", "--bots", "random,greedy,mplayer1", "--games", "4", *ONE_JOB),
    ("tournament", "draughts", "--bots", "random,engine(depth=1)", "--games", "2", *ONE_JOB),
    ("perft", "draughts", "--depth", "4"),
    ("perft", "draughts", "--depth", "3", "--variant", "english"),
    ("perft", "draughts", "--depth", "3", "--fen", "W:Wa3,Kc5:Bb8,h6"),
)
"""Commands with a seed; each is asked for words and for JSON."""
BRIDGE = (
    ("score", "4SX-1", "--vul", "ns"),
    ("score", "3NT+1", "--declarer", "E", "--language", "ru"),
    ("score", "pass"),
    ("imps", "430"),
    ("imps", "--language", "ru", "--", "-50"),
    ("vp", "10", "--boards", "8"),
    ("matchpoints", "420", "--", "-50", "60/40", "-"),
    ("matchpoints", "a:420", "a:50", "b:100", "--expected", "5", "--language", "ru"),
    ("cross-imps", "420", "100", "420", "60/40"),
    ("butler", "420", "100", "430", "--datum", "median"),
    ("neuberg", "5", "--actual", "7", "--expected", "9"),
    ("compensation", "420", "--points", "25", "--vul", "all"),
    ("compensation", "420", "--points", "25", "--table", "level", "--language", "ru"),
    ("deal", "--boards", "2", "--seed", "3"),
    ("deal", "--where", "north: 15-17 hcp balanced", "--give", "south: SA SK", "--first", "5"),
)
OF_FILES = (
    ("deal", "--boards", "2", "--seed", "3", "--output", "boards.pbn"),
    ("check", "boards.pbn"),
    ("convert", "boards.pbn", "boards.lin"),
    ("convert", "boards.pbn", "boards.json"),
)
ENDGAME = ("--option", "start=W:Wa1,c3:Bh8,f6")
PLAYED = (
    ("play", "draughts", "1=engine(depth=1)", "2=random", "--seed", "1", *ENDGAME),
    ("play", "durak", "1=greedy", "2=random", "--seed", "1", "--option", "cards=24"),
    ("play", "bridge", "1=simple", "2=simple", "3=simple", "4=simple", "--seed", "1"),
    ("play", "substitution", "1=planner", "2=random", "--seed", "7", "--option", "turns=4"),
)
TYPED = (
    (("play", "draughts", "2=random", "--seed", "1"), "c3-d4\nx\nhelp\n1\nundo\nquit\n"),
    (("play", "durak", "2=random", "--seed", "1", "--name", "Anna"), "1\n1\n1\nhelp\nquit\n"),
    (("play", "bridge", "2=random", "3=random", "4=random", "--seed", "1"), "1\npass\nquit\n"),
    (("play", "substitution", "2=random", "--seed", "1"), "1\n1\nquit\n"),
)
"""Games with a person, and what the person types."""


def texts(folder: Path) -> dict[str, str]:
    """What the commands print."""
    prepare()
    listed = [shown("games"), *(shown("bots", game) for game in GAMES)]
    return {
        "output/lists.txt": "".join(listed) + shown("grammar"),
        "output/runs.txt": _words(RUNS),
        "output/runs.json": _objects(RUNS),
        "output/report.md": _report(folder),
        **_of_bridge(folder),
        "output/play.txt": "".join(shown(*words, "--no-keep") for words in PLAYED),
        "output/typed.txt": "".join(
            shown(*words, "--no-keep", input=typed) for words, typed in TYPED
        ),
    }


def prepare() -> None:
    """Load the compiled engine here once, so that no worker of a match has to."""
    igroteka(*PLAYED[0], "--no-keep")


def _words(commands: Iterable[tuple[str, ...]]) -> str:
    return without_times("".join(shown(*words) for words in commands))


def _objects(commands: Iterable[tuple[str, ...]]) -> str:
    """Each command with its object."""
    told = []
    for words in commands:
        asked = _with_json(words)
        lines = igroteka(*asked).splitlines()
        told.append(f"$ igroteka {' '.join(asked)}\n{pretty_line(lines[0])}")
        told += [f"{line}\n" for line in lines[1:]]
    return "".join(told)


def _with_json(words: tuple[str, ...]) -> tuple[str, ...]:
    end = words.index("--") if "--" in words else len(words)
    return (*words[:end], "--json", *words[end:])


def _report(folder: Path) -> str:
    igroteka(*RUNS[6], "--markdown", "report.md")
    return without_times((folder / "report.md").read_text(encoding="utf-8"))


def _of_bridge(folder: Path) -> dict[str, str]:
    counted = [("bridge", *words) for words in BRIDGE]
    files = [("bridge", *words) for words in OF_FILES]
    solved = ("bridge", "dd", "boards.pbn", *ONE_JOB)
    told = {
        "output/bridge.txt": _words([*counted, *files]),
        "output/bridge.json": _objects([*counted, solved]),
    }
    for name in ("boards.pbn", "boards.lin", "boards.json"):
        told[f"output/{name}"] = (folder / name).read_bytes().decode()
    return told
