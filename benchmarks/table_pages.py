"""A table's page in a browser: when it is first painted, and when one's own move is shown.

Measured in the page itself, in a house where nothing else goes on and in one where robots play at
a hundred tables. Needs chromium on the PATH.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page

from benchmarks.measuring import Figure
from tests.web.browsing import CHROMIUM, Programs, Visit, chromium
from tests.web.house import House
from tests.web.motion import SHOWN

TABLES: Final = 100
PACE: Final = 2.0
"""Seconds from a robot's move to the next one."""
TURNS: Final = 9
PAINTED: Final = """() => new Promise(done => {
  const found = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const ask = () => (found() ? done(found()) : requestAnimationFrame(ask));
  ask();
})"""


def _turn(browser: Browser, programs: Programs) -> tuple[float, float]:
    """Milliseconds until the page of a table is painted, and until a move on it is shown."""
    guest = Visit(browser, programs.house, viewport={"width": 1280, "height": 800})
    link = programs.invite("draughts", {}, [None, "random"], pace=PACE)
    guest.sit(link, f"Guest {programs.count}")
    page: Page = guest.page
    page.reload()
    painted = float(page.evaluate(PAINTED))
    page.locator("[data-square=c3]").click()
    page.evaluate(SHOWN, ["pointerdown", '.piece[data-on="d4"]'])
    page.locator("[data-square=d4]").click()
    shown = float(page.evaluate("after"))
    guest.context.close()
    return painted, shown


def _measured(tables: int) -> tuple[float, float]:
    """Medians of what people at one table wait for while robots play at so many others."""
    with tempfile.TemporaryDirectory() as folder, House(Path(folder)) as house:
        programs = Programs(house)
        for _ in range(tables):
            programs.invite_all("draughts", {}, ["random", "random"], pace=PACE)
        with chromium(CHROMIUM) as browser:
            _turn(browser, programs)
            turns = [_turn(browser, programs) for _ in range(TURNS)]
    painted, shown = zip(*turns, strict=True)
    return statistics.median(painted), statistics.median(shown)


def figures() -> list[Figure]:
    """The page beside 100 tables in play and alone."""
    alone, busy = _measured(0), _measured(TABLES)
    name = f"beside {TABLES} tables in play"
    return [
        Figure(f"a table's page painted first, {name}", "ms", busy[0], "alone", alone[0]),
        Figure(f"one's own move shown, {name}", "ms", busy[1], "alone", alone[1]),
    ]


if __name__ == "__main__":
    for figure in figures():
        print(figure.row())
