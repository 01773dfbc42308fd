"""The static files of the site, with the boards that games bring among them."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.staticfiles import StaticFiles

from igroteka.registry import board_script


class SiteFiles(StaticFiles):
    """Static files; `games/NAME.js` is the board in that game's own folder, if it has one."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is."""
        asked = Path(path)
        script = board_script(asked.stem) if asked == Path("games", f"{asked.stem}.js") else None
        if script is None:
            return super().lookup_path(path)
        return str(script), Path(str(script)).stat()
