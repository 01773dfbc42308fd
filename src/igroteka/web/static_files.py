"""The static files of the site, with the boards and emblems that games bring among them."""

from __future__ import annotations

import mimetypes
import os
from importlib.resources.abc import Traversable
from pathlib import Path

from starlette.staticfiles import StaticFiles

from igroteka.registry import board_script, board_style, emblem, entry_script

KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""On Windows any program may have told the system otherwise, and browsers would refuse it."""


class SiteFiles(StaticFiles):
    """Static files; those of `games/`, `entries/` and `emblems/` lie in each game's own folder."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        for suffix, kind in KINDS.items():
            mimetypes.add_type(kind, suffix)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is."""
        brought = _brought(Path(path))
        if brought is None or not brought.is_file():
            return super().lookup_path(path)
        return str(brought), Path(str(brought)).stat()


def _brought(asked: Path) -> Traversable | None:
    """The file of a game that this path means; None if it is one of the site's own."""
    if asked == Path("games", f"{asked.stem}.js"):
        return board_script(asked.stem)
    if asked == Path("games", f"{asked.stem}.css"):
        return board_style(asked.stem)
    if asked == Path("entries", f"{asked.stem}.js"):
        return entry_script(asked.stem)
    if asked == Path("emblems", f"{asked.stem}.svg"):
        return emblem(asked.stem)
    return None
