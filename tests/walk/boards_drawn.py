"""What scripts draw of games that never change, in kept files as what routes show is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.walk.inventory import Reader
from tests.walk.looking_back import SHOWS
from tests.walk.supplies import archive
from tests.walk.tables import Walker, walking
from tests.web.house import House

PART = "drawn"
"""The kept files that hold it."""
STEPS = 4
"""Positions of a game that are looked at, from its first to its last."""
LONGEST = """select game, max(moves), id from (
  select games.game, games.id, max(ordinal) as moves from games join moves on game_id = games.id
  where games.ending != 'unfinished' or games.game in (select game from games group by game
    having sum(ending != 'unfinished') = 0)
  group by games.id) group by game"""
DRAWN = "#status, #facts, #board, #own-acts, #moves .ply:nth-last-child(-n+4)"
FORWARD = "times => { while (times--) document.querySelector('#forward').click() }"
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
    with closing(sqlite3.connect(kept)) as connection:
        longest = connection.execute(LONGEST).fetchall()
    with House(folder, str(kept)) as house, walking(browser, house) as walker:
        walker.introduce("Anna", "en")
        walker.page.route(NEVER_JUDGED, lambda _: None)
        return {
            f"{PART}/{game}.txt": "\n".join(_positions(walker, number, moves)) + "\n"
            for game, moves, number in longest
        }


def _positions(walker: Walker, number: int, moves: int) -> Iterator[str]:
    for place in sorted({moves * step // (STEPS - 1) for step in range(STEPS)}):
        _go_to(walker, number, place)
        yield f"--- after {place} of {moves} moves"
        yield from _drawn(walker)
        if 2 * place < moves and _play_on(walker, place):  # later on a game may end by itself
            yield f"--- played on after {place} moves"
            yield from _drawn(walker)


def _go_to(walker: Walker, number: int, place: int) -> None:
    page = walker.page
    page.goto(f"/game/{number}")
    expect(page.locator("#moves .ply").first).to_be_attached()
    page.locator("#to-start").click()
    walker.ask(FORWARD, place)
    page.wait_for_function(SHOWS, arg=place)
    walker.wait_until_still()


def _play_on(walker: Walker, place: int) -> bool:
    """Sit down at this position; whether nothing has been thrown or dealt there meanwhile."""
    page = walker.page
    page.locator("[data-opens=more]").click()
    page.locator("form[action$='/branch'] button").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#status")).not_to_be_empty()
    walker.my_turn()
    walker.wait_until_still()
    return len(walker.seen["moves"]) == place


def _drawn(walker: Walker) -> Iterator[str]:
    reader = _Reader()
    reader.feed(walker.page.locator(DRAWN).evaluate_all(MARKUP))
    yield from reader.found
