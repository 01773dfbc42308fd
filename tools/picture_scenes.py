"""What the pictures show: games in the middle of play, finished ones, and all other rooms."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page

from igroteka.registry import game_class
from tests.web.browsing import resign
from tests.web.positions import MOMENTS, Moment, reached, seat_of, sit_in_the_middle

NAME: Final = "Анна"
GAMES: Final = {
    "draughts": "engine(level=1)",
    "durak": "greedy",
    "bridge": "simple",
    "substitution": "random",
}
SEEDS: Final = {"draughts": 6, "durak": 6, "bridge": 6, "substitution": 6}
TO_PLAY: Final = (
    ".hand .can",
    ".big .b",
    "button.form:not(.plain)",
    ".production-list button:enabled[aria-pressed=false]",
    ".group:enabled[aria-pressed=false]",
)
PLAY_ON: Final = """ways => {
  if (!document.title.startsWith("●")) return;
  ways.map(each => document.querySelector(each)).find(Boolean)?.click();
}"""
"""Do the first thing that may be done, if it is one's turn."""


def tables(page: Page) -> dict[str, str]:
    """Sit down in the middle of every game; the addresses."""
    return {
        f"table-{name}": f"/table/{sit_in_the_middle(page, reached(moment), NAME, _others(moment))}"
        for name, moment in MOMENTS.items()
    }


def _others(moment: Moment) -> list[str]:
    """Characters of the house, the weakest first."""
    return [*game_class(moment.game).opponents.values()]


def ended(page: Page) -> dict[str, str]:
    """Play every game to its end; the tables after it, and the looks back, which are complete."""
    found = {}
    for game, bot in GAMES.items():
        number = _finished(page, game, bot)
        found[f"end-{game}"] = f"/table/{number}"
        _judged(page, number)
        found[f"review-{game}"] = found[f"turning-{game}"] = f"/game/{number}"
    found["review-bridge-auction"] = found["review-bridge"]
    page.goto("/puzzles")
    puzzle = page.locator("main a[href^='/puzzle/']").last.get_attribute("href")
    return {**found, "puzzle": str(puzzle), "puzzle-solved": str(puzzle)}


def _judged(page: Page, number: int) -> None:
    """Wait until all moves of a game are judged."""
    page.goto(f"/game/{number}")
    while True:
        told = page.request.get(f"/game/{number}/analysis").json()
        if told and told["done"] == told["total"]:
            return
        page.wait_for_timeout(500)


def _finished(page: Page, game: str, bot: str) -> int:
    """A game that has come to its end under the eyes of a person; its number."""
    options = {"turns": "6"} if game == "substitution" else {}
    so_far = reached(Moment(game, options, SEEDS[game], lambda _: False), bot)
    so_far = so_far.take_back(1)
    while so_far.state.turn != seat_of(game):
        so_far = so_far.take_back(1)
    number = sit_in_the_middle(page, so_far, NAME)
    if game == "draughts":
        resign(page)
    while not page.locator(".table-page.over").count():
        page.evaluate(PLAY_ON, list(TO_PLAY))
        page.wait_for_timeout(100)
    return number


def rooms(page: Page) -> dict[str, str]:
    """All pages that are not a game's."""
    page.goto("/tournaments/new/substitution")
    page.locator("input[name=bots]").fill("short, search, planner")
    page.locator("input[name=games]").fill("2")
    page.locator("main form .b.go").last.click()
    page.wait_for_url(re.compile(r"/tournaments/\d+"))
    tournament = "/" + page.url.split("/", 3)[3]
    page.goto("/new/draughts")
    page.locator("select[name=seat1]").select_option("invite")
    page.locator("form[method=post] .b.go").last.click()
    link = page.locator("[data-free-seat] input").input_value()
    return {
        "home": "/", "new-draughts": "/new/draughts", "new-bridge": "/new/bridge",
        "archive": "/archive", "ratings": "/ratings/draughts", "study": "/study", "lab": "/lab",
        "trees": "/trees", "tournaments": "/tournaments", "tournament": tournament,
        "new-tournament": "/tournaments/new/draughts", "grammar": "/grammar", "me": "/me",
        "puzzles": "/puzzles", "error": "/nowhere", "gathering": "/" + page.url.split("/", 3)[3],
        "invitation": "/" + link.split("/", 3)[3], "tree": grown_tree(page),
    }  # fmt: skip


LOOKS = 240
"""Looks, half a second apart, after which a tree will never have grown."""


def grown_tree(page: Page) -> str:
    """A decision tree of a few deals, when it has grown."""
    page.goto("/trees")
    asked = {"title": "Spade games", "deals": "40", "contract": "4S", "depth": "3", "leaf": "5"}
    for name, value in {**asked, "where": "ns: 8+s 20+ hcp"}.items():
        page.locator(f"main form [name={name}]").fill(value)
    page.locator("main form .b.go").click()
    page.wait_for_url("**/trees/*")
    for _ in range(LOOKS):
        if page.locator("#tree").count():
            return "/" + page.url.split("/", 3)[3]
        page.wait_for_timeout(500)
        page.reload()
    raise AssertionError("the tree has not grown")


def childs_room(page: Page) -> dict[str, str]:
    """The room of a child, which has begun a game in it."""
    page.goto("/child")
    page.locator("input[name=name]").fill("Petya")
    page.locator("input[name=code]").fill("2580")
    page.locator("main form .b.go").click()
    page.locator(".doors").wait_for()
    page.goto("/child/play")
    doors, tables = page.locator(".door").count(), []
    for place in range(doors):
        page.goto("/child/play")
        page.locator(".door").nth(place).click()
        page.wait_for_url(re.compile(r"/table/\d+"))
        tables.append("/" + page.url.split("/", 3)[3])
    return {
        "child": "/child", "child-play": "/child/play", "child-learn": "/child/learn",
        "child-lesson": "/child/learn/draughts/two", "child-leave": "/child/leave",
        "child-table": tables[0],
        **{f"child-table-{n}": each for n, each in enumerate(tables[1:], 2)},
    }  # fmt: skip
