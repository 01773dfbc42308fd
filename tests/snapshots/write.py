"""Write all kept files anew: `make snapshots`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.snapshots import addresses, helps, kept, outputs, records, release, wire
from tests.snapshots.commands import steady
from tests.walk import boards_drawn, inventory
from tests.walk.sending import Forms
from tests.walk.visits import Walk
from tests.web.browsing import chromium
from tests.web.furnishing import furnished

PARTS: Mapping[str, Callable[[Path], Mapping[str, str]]] = {
    "help": helps.texts,
    "outside": addresses.texts,
    "output": outputs.texts,
    "records": records.texts,
    "release": release.texts,
    "wire": wire.texts,
}
"""How the texts of each part are made, in a folder that is empty before."""


def walked(folder: Path) -> Mapping[str, str]:
    """What everybody is shown in a walk through a furnished house."""
    with furnished(folder) as found:
        walk = Walk(found)
        walk.go_everywhere()
        walk.follow_links(found.games["broken"])
        Forms(walk).send_all()
        return inventory.texts(walk)


def drawn(folder: Path) -> Mapping[str, str]:
    """What the scripts of all games draw."""
    with chromium() as browser:
        return boards_drawn.texts(browser, folder)


if __name__ == "__main__":
    parts = {**PARTS, inventory.PART: walked, boards_drawn.PART: drawn}
    for part in sys.argv[1:] or parts:
        with TemporaryDirectory() as name, steady(Path(name)) as folder:
            kept.write(parts[part](folder), part)
