"""An evening of a club for the pictures: a director, phones, two rounds played and one going on."""

from __future__ import annotations

import json
import random
import time
from typing import NamedTuple

import httpx
from playwright.sync_api import Page

NAMES = """Anna Orlova (I) – Boris Ilin
Vera Sokolova – Gleb Kim (II)
Daria Fox – Egor Makov
Ivan Petrov – Nina Titova
Lev Romanov – Maria Smirnova
Olga Belova – Peter Frank
Raisa Khan – Sergei Tal
Sofia Bloom – Timur Chernov (I)"""
PLAYED = ("4♠ S =", "3NT N +1", "4♥ E -1", "2♠ W +1", "3♦ N -2", "1NT S =", "5♣X W -2", "4♥ N +1")


class Evening(NamedTuple):
    """An evening that is going on, seen by its director."""

    director: Page
    desk: str

    def link(self, table: int) -> str:
        """The link of a table, from 1."""
        self.director.goto(f"{self.desk}/links")
        found = self.director.locator(".link-card a").nth(table - 1).get_attribute("href")
        return "/" + str(found).split("/", 3)[3]

    def play(self, number: int, *, leave: int = 0) -> None:
        """Enter and confirm what was played in a round; of the last boards some are left open."""
        rng = random.Random(number)
        self.director.goto(f"{self.desk}?round={number}")
        open_cells = self.director.locator(".cell a.is-missing").all()
        addresses = [str(each.get_attribute("href")) for each in open_cells]
        for address in addresses[: len(addresses) - leave]:
            place = [int(each) for each in address.split("/")[-3:]]
            slot = dict(zip(("round", "table", "board"), place, strict=True))
            played = {**slot, "result": rng.choice(PLAYED)}
            self.send("entered", played)
            self.send("confirmed", played)

    def send(self, kind: str, body: dict[str, object]) -> None:
        """Have something happen."""
        deed = {"key": f"{kind} {time.monotonic_ns()}", "kind": kind, "body": body, "sure": True}
        httpx.post(f"{self.desk}/deeds", content=json.dumps([deed])).raise_for_status()


def listed(director: Page, names: str = NAMES, scoring: str | None = None) -> None:
    """Open an evening and put everybody on its list."""
    director.goto("/club")
    director.locator("input[name=name]").fill("Monday pairs")
    if scoring:
        director.locator("select[name=scoring]").select_option(scoring)
    director.locator("form[action='/club'] .b.go").click()
    director.locator("textarea").fill(names)
    director.locator("form:has(textarea) .b.go").click()


def proposed(director: Page) -> str:
    """The page on which eight pairs are shown movements for an evening."""
    listed(director)
    director.locator(".proposal .b.go").first.wait_for()
    return "/" + director.url.split("/", 3)[3]


def seated(director: Page) -> Evening:
    """Seat everybody in the first movement that is proposed."""
    director.locator(".proposal .b.go").first.click()
    director.locator(".desk").wait_for()
    return Evening(director, director.url)


def opened(director: Page) -> Evening:
    """Eight pairs in the first movement that is proposed."""
    proposed(director)
    return seated(director)


def begun(director: Page) -> dict[str, str]:
    """The addresses of an evening in its second round, of one that is over, and of a new one."""
    over = opened(director)
    for number in range(1, 8):
        over.play(number)
    evening = opened(director)
    evening.play(1)
    evening.send("round-begun", {"round": 2, "minutes": 30})
    evening.play(2, leave=9)
    evening.send("called", {"table": 4, "words": "revoke"})
    desk = "/" + evening.desk.split("/", 3)[3]
    return {
        "club": "/club",
        "club-desk": desk,
        "club-people": f"{desk}/people",
        "club-wall": f"{desk}/wall",
        "club-phone": evening.link(3),
        "club-movements": proposed(director),
        "club-results": "/" + over.desk.split("/", 3)[3] + "/results",
    }
