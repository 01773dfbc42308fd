"""What games depend on beside their plan: the code on a machine, and the files of bots there."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Final, NamedTuple

import igroteka
from igroteka.basics.manifest import GROUP
from igroteka.bots import fingerprint
from igroteka.text import Text

PLAYED_WITH: Final = (".py", ".toml", ".txt", ".json", ".npz")
"""The ends of the names of files on which games may depend."""


class Installation(NamedTuple):
    """What has to be the same wherever games of one run are played."""

    python: str
    version: str
    code: str
    games: tuple[tuple[str, str], ...]
    """Games from outside with their versions."""
    bots: tuple[str, ...]
    """The fingerprints of the bots that were asked for."""


def installation(bots: Sequence[str]) -> Installation:
    """What is on this machine now; files are read anew, for those who start a process later."""
    return Installation(
        ".".join(map(str, sys.version_info[:2])),
        version("igroteka"),
        _code(),
        tuple(sorted(_games())),
        tuple(map(fingerprint, bots)),
    )


def _code() -> str:
    folder = Path(igroteka.__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(folder.rglob("*")):
        if path.suffix in PLAYED_WITH:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _games() -> list[tuple[str, str]]:
    return [
        (entry.name, entry.dist.version if entry.dist else "")
        for entry in entry_points(group=GROUP)
        if not entry.value.startswith("igroteka.")
    ]


def difference(here: Installation, there: Installation, bots: Sequence[str]) -> Text | None:
    """Why games there would not be those of here; None if they would."""
    if there.python != here.python:
        return Text("it has Python {there}, and here is {here}", there=there[0], here=here[0])
    if there.version != here.version:
        return Text("it has igroteka {there}, and here is {here}", there=there[1], here=here[1])
    if there.code != here.code:
        return Text("the files of its igroteka are not those of here")
    if there.games != here.games:
        return Text("its games from outside, or their versions, are not those of here")
    for bot, ours, theirs in zip(bots, here.bots, there.bots, strict=True):
        if ours != theirs:
            return Text(
                "the files of the bot {bot} are missing where it was started, or are others",
                bot=bot,
            )
    return None
