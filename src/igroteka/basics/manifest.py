"""What a game offers to the house: named once, imported when it is asked for.

A game is found through the entry-point group `igroteka.games`, whose entries are manifests. Names
in a manifest are written `package.module:attribute`; an empty one says that there is no such thing.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

GROUP = "igroteka.games"


@dataclass(frozen=True)
class Kernel:
    """The part of a game that is compiled on each machine when it is first needed."""

    package: str
    seconds: int
    """About how long that takes."""
    bots: Sequence[str]
    """The bots that need it."""
    stand_in: str
    """A bot that does not, and plays for them meanwhile."""


@dataclass(frozen=True)
class Manifest:
    """The offers of one game."""

    name: str
    """The word used on the command line and in records."""
    package: str
    """Where the game lives; `pages`, `lessons` and `locale` are in its folder."""
    game: str
    """The class of the `Game`."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The game's own players, by the names that people type."""
    starting_bot: str = ""
    """The file that `igroteka bot new` copies, with a class `MyBot`; any game's by default."""
    formats: Sequence[str] = ()
    """File formats that keep this game, each a `records.formats.Format`."""
    kernel: Kernel | None = None
    batch: str = ""
    """`(game, players) -> Batch | None`: whole games at speed, None if the kernel can't.

    Players are asked for their kinds and parameters only, and never started.
    """
    playouts: str = ""
    """`(game, view, rng, games)`: as `study.playouts.playouts`, at speed; None if it can't."""
    exercises: Mapping[str, str] = field(default_factory=dict)
    """By name `(game, rng) -> Iterator[exercises.ExerciseQuestion]`."""
    endgame_tables: str = ""
    """`(variant, pieces, progress) -> Iterable[str]`: solves and keeps them, and tells of them."""
    perft: str = ""
    """`(variant, fen, depth)`: a named tuple that ends in `leaves, seconds`."""
    published: str = ""
    """Figures to be played again, an `experiments.Published`."""
    pages: Sequence[str] = ()
    """Files that pages may ask for, and those that they import.

    `board.js` draws the game (without it a page shows the view as text) in the style of
    `board.css`; `entry.js` enters a result on a phone (without it the contest's choices are
    buttons); `emblem.svg` is its picture, of 120 by 80.
    """
    looks: Sequence[str] = ()
    """The settings of a visitor that change how its board looks, as `deck` and `memory` do."""
    icon: str = "dice"
    """The name of its sign among the icons of the site."""
    locale: str = ""
    """The folder of catalogues, each `LANGUAGE.po`."""
    words: str = ""
    """`() -> Iterable[str]`: the words of its data files that people read, for the catalogues."""
    lessons: str = ""
    """The file of lessons for children, as `basics.lessons` reads it."""
    line_protocol: str = ""
    """How programs sit at its tables over a network, a `line_protocol.LineProtocol`."""
    contest: str = ""
    """How people play it in events, a `contest.Contest`."""
    place: int = 100
    """Where it stands in lists of games, the lowest first."""

    def file(self, *path: str) -> Traversable:
        """A file of the game's own."""
        return files(self.package).joinpath(*path)


def load(name: str) -> Any:
    """What a name of a manifest stands for."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)
