"""Write all kept files anew: `make snapshots`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.snapshots import addresses, helps, kept, outputs, records, release, wire
from tests.snapshots.commands import steady

PARTS: Mapping[str, Callable[[Path], Mapping[str, str]]] = {
    "help": helps.texts,
    "outside": addresses.texts,
    "output": outputs.texts,
    "records": records.texts,
    "release": release.texts,
    "wire": wire.texts,
}
"""How the texts of each part are made, in a folder that is empty before."""

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        with TemporaryDirectory() as name, steady(Path(name)) as folder:
            kept.write(PARTS[part](folder), part)
