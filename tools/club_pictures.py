"""The pictures of the director's page: `python -m tools.club_pictures` plays an evening for them.

A house is opened in a folder of its own, a director and phones are browsers in it, and what they
see goes into `docs/pictures/club-*.png`. Needs chromium on the PATH.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/pictures"
PORT = 8087
BASE = f"http://127.0.0.1:{PORT}"
LAPTOP, PHONE = (1280, 800), (390, 844)
NAMES = """Anna Orlova (I) – Boris Ilin
Vera Sokolova – Gleb Kim (II)
Daria Fox – Egor Makov
Ivan Petrov – Nina Titova
Lev Romanov – Maria Smirnova
Olga Belova – Peter Frank
Raisa Khan – Sergei Tal
Sofia Bloom – Timur Chernov (I)"""
PLAYED = ("4♠ S =", "3NT N +1", "4♥ E -1", "2♠ W +1", "3♦ N -2", "1NT S =", "5♣X W -2", "4♥ N +1")


class Club(NamedTuple):
    """An evening that is going on, seen by its director."""

    browser: Browser
    director: Page
    desk: str

    def phone(self, link: str) -> Page:
        """A phone that has followed a link."""
        page = _page(self.browser, PHONE)
        page.goto(re.sub(r"^https?://[^/]+", BASE, link))
        return page

    def links(self) -> list[str]:
        """The links of the tables, then that of everybody, then the personal ones."""
        self.director.goto(f"{self.desk}/links")
        return [
            str(each.get_attribute("href")) for each in self.director.locator(".link-card a").all()
        ]

    def play(self, rounds: list[int], *, leave: int = 0) -> None:
        """Enter and confirm what was played; at the last tables some boards are left open."""
        rng = random.Random(1)
        for number in rounds:
            self.director.goto(f"{self.desk}?round={number}")
            open_cells = self.director.locator(".cell a.is-missing")
            addresses = [str(each.get_attribute("href")) for each in open_cells.all()]
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


@contextmanager
def _house() -> Iterator[None]:
    """A house of its own, until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "igroteka", "serve", "--home", "--port", str(PORT)]
        command += ["--thinkers", "1", "--db", str(Path(folder) / "a.db")]
        server = subprocess.Popen(command, env={**os.environ, "XDG_DATA_HOME": folder})
        try:
            end = time.monotonic() + 60
            while not _answers():
                if time.monotonic() > end:
                    raise SystemExit("the house does not open")
                time.sleep(0.2)
            yield
        finally:
            server.terminate()
            server.wait()


def _answers() -> bool:
    try:
        return httpx.get(f"{BASE}/club").is_success
    except httpx.TransportError:
        return False


def _page(browser: Browser, size: tuple[int, int]) -> Page:
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(
        base_url=BASE,
        locale="en-GB",
        color_scheme="light",
        viewport=viewport,  # type: ignore[arg-type]
    )
    return context.new_page()


def _shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(500)
    page.mouse.move(0, 0)
    path = PICTURES / f"club-{name}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(128).save(path, optimize=True)


def _opened(browser: Browser) -> Club:
    """Eight pairs in their first proposal."""
    director = _page(browser, LAPTOP)
    director.goto("/club")
    director.get_by_label("Name of the evening").fill("Monday pairs")
    director.get_by_role("button", name="Open the evening").click()
    director.locator("textarea").fill(NAMES)
    director.get_by_role("button", name="Put them on the list").click()
    director.locator(".proposal").first.wait_for()
    _shoot(director, "people")
    director.locator(".proposal .b.go").first.click()
    director.locator(".desk").wait_for()
    return Club(browser, director, director.url)


def _enter(club: Club, link: str) -> None:
    """A table enters a board; pictures of the contract, the check and the list."""
    phone = club.phone(link)
    phone.get_by_role("button", name="Yes, we sit here").click()
    phone.locator(".board").first.click()
    for key in ("4", "♠", "South"):
        phone.get_by_role("button", name=key, exact=True).click()
    _shoot(phone, "contract")
    phone.get_by_role("button", name="Next: the result").click()
    phone.get_by_role("button", name="−1", exact=True).click()
    phone.get_by_role("button", name="Next: check it").click()
    _shoot(phone, "check")
    phone.get_by_role("button", name="That is right").click()
    phone.get_by_role("button", name="Back").click()
    _shoot(phone, "phone")


def main() -> None:
    """Play the evening and take the pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("there is no chromium on the PATH")
    with _house(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        club = _opened(browser)
        links = club.links()
        club.play([1])
        club.send("round-begun", {"round": 2, "minutes": 30})
        club.play([2], leave=9)
        _enter(club, links[2])
        club.send("called", {"table": 4, "words": "revoke"})
        club.director.goto(club.desk)
        _shoot(club.director, "desk")
        wall = _page(browser, LAPTOP)
        wall.goto(f"{club.desk}/wall")
        _shoot(wall, "wall")
        club.play([3, 4, 5, 6, 7])
        club.director.goto(f"{club.desk}/results")
        _shoot(club.director, "results")
        browser.close()


if __name__ == "__main__":
    main()
