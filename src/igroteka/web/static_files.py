"""The static files of the site, with those that games bring among them."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from starlette.staticfiles import StaticFiles

from igroteka.registry import page_files

KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""On Windows any program may have told the system otherwise, and browsers would refuse it."""


class SiteFiles(StaticFiles):
    """Static files; those of `games/NAME/` lie in the game's own folder."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        for suffix, kind in KINDS.items():
            mimetypes.add_type(kind, suffix)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is."""
        match Path(path).parts:
            case ("games", game, name) if brought := page_files(game).get(name):
                return str(brought), Path(str(brought)).stat()
        return super().lookup_path(path)
