"""Work for a worker that never ends."""

from __future__ import annotations

import itertools
import os
from pathlib import Path


def stuck(note: Path) -> None:
    """Compute for ever, as a kernel may: no thread of this process runs meanwhile."""
    note.write_text(str(os.getpid()))
    sum(itertools.repeat(0))
