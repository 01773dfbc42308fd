"""What scripts draw of games that never change, in kept files as what routes show is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from playwright.sync_api import Browser

from tests.walk.inventory import Reader
from tests.walk.looking_back import go_on_from_here, go_to
from tests.walk.supplies import archive, longest_games
from tests.walk.tables import Walker, walking
from tests.web.house import House

PART = "drawn"
"""The kept files that hold it."""
STEPS = 4
"""Positions of a game that are looked at, from its first to its last."""
DRAWN = "#status, #facts, #board, #own-acts, #moves .ply:nth-last-child(-n+4)"
MARKUP = "things => things.map(each => each.outerHTML).join('')"
NEVER_JUDGED = "**/analysis*"
"""What the house thinks of a game comes when it is ready, and marks boards."""


class _Reader(Reader):
    """Also drawings, and what marks things of a board."""

    told = ("id", "class", "aria-label", "role", "title")
    switches = ("hidden", "disabled", "aria-current", "aria-pressed", "aria-disabled")
    not_read = ()

    def also(self, given: Mapping[str, str]) -> Iterator[str]:
        yield from (f"{name}={value}" for name, value in given.items() if name.startswith("data-"))
        yield from (part.strip() for part in given.get("style", "").split(";") if "grid-" in part)


def texts(browser: Browser, folder: Path) -> dict[str, str]:
    """The kept file of each game: positions of one that was played, and of those played on from."""
    kept = archive(folder / "games.db")
    with House(folder, str(kept)) as house, walking(browser, house) as walker:
        walker.introduce("Anna", "en")
        walker.page.route(NEVER_JUDGED, lambda _: None)
        return {
            f"{PART}/{game}.txt": "\n".join(_positions(walker, number, moves)) + "\n"
            for game, moves, number in longest_games(kept)
        }


def _positions(walker: Walker, number: int, moves: int) -> Iterator[str]:
    for place in sorted({moves * step // (STEPS - 1) for step in range(STEPS)}):
        go_to(walker, number, place)
        yield f"--- after {place} of {moves} moves"
        yield from _drawn(walker)
        if 2 * place < moves and go_on_from_here(walker) == place:  # later it may end by itself
            yield f"--- played on after {place} moves"
            yield from _drawn(walker)


def _drawn(walker: Walker) -> Iterator[str]:
    reader = _Reader()
    reader.feed(walker.page.locator(DRAWN).evaluate_all(MARKUP))
    yield from reader.found
