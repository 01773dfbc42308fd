"""What was walked, written down by every process of a run and put together at its end."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from playwright.sync_api import Page

FOLDER = "IGROTEKA_WALK"
"""The environment variable that names where a run writes down what it walked."""


def walked(kind: str, path: str, **details: object) -> None:
    """Write down a path that was walked; nothing is written where no run asks for it."""
    folder = os.environ.get(FOLDER)
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        line = json.dumps({"kind": kind, "path": path, **details}, ensure_ascii=False)
        with (Path(folder) / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")


NUMBERS = count()


def take_picture(page: Page) -> None:
    """Keep how a page looks where something was wrong."""
    folder = os.environ.get(FOLDER)
    if folder:
        picture = Path(folder) / f"{os.getpid()}-{next(NUMBERS)}.png"
        page.screenshot(path=picture)
        walked("picture", page.url, file=picture.name)


def recorded(folder: Path) -> Iterator[dict[str, object]]:
    """Everything that the processes of a run wrote down."""
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)
