"""The static files of the site, with the boards and emblems that games bring among them."""

from __future__ import annotations

import os
from importlib.resources.abc import Traversable
from pathlib import Path

from starlette.staticfiles import StaticFiles

from igroteka.registry import board_script, emblem, entry_script


class SiteFiles(StaticFiles):
    """Static files; those of `games/`, `entries/` and `emblems/` lie in each game's own folder."""

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
    if asked == Path("entries", f"{asked.stem}.js"):
        return entry_script(asked.stem)
    if asked == Path("emblems", f"{asked.stem}.svg"):
        return emblem(asked.stem)
    return None
