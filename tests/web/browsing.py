"""A browser at a house that is served by a process of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.chromium import CHROMIUM as CHROMIUM
from tests.web.chromium import QUICK_CHROMIUM
from tests.web.chromium import needs_chromium as needs_chromium
from tests.web.house import House

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 90_000
"""Milliseconds for what a page is to show; nothing is measured by it."""


@contextmanager
def chromium(program: str | Path | None = QUICK_CHROMIUM) -> Iterator[Browser]:
    """A browser without a window."""
    assert program is not None, "there is no chromium on the PATH"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


class Visit:
    """One person's browser: a page whose complaints fail the test."""

    def __init__(self, browser: Browser, house: House, **how: Any) -> None:
        usual = {"viewport": {"width": 1200, "height": 900}, "locale": "en-GB"}
        how = {**usual, "reduced_motion": "reduce", **how}
        self.context = browser.new_context(base_url=house.address, **how)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        if message.type == "error" and "WebSocket" not in message.text:
            self.complaints.append(message.text)

    def name(self, name: str) -> None:
        """Tell the house a name."""
        self.page.goto("/me")
        self.page.locator('form[action="/wishes"] input[name=name]').fill(name)
        self.page.get_by_role("button", name="That is me").click()

    def sit(self, link: str, name: str) -> None:
        """Take the seat of an invitation."""
        self.page.goto(link)
        self.page.locator("main input[name=name]").fill(name)
        self.page.locator("main form .b.go").click()
        expect(self.page.locator("#status")).not_to_be_empty()

    def resign(self) -> None:
        """Give the game up, and say so once more."""
        resign(self.page)

    @property
    def over(self) -> bool:
        """Whether the game at this table is over."""
        return self.page.locator(".table-page.over").count() > 0


def resign(page: Page) -> None:
    """Give the game up at this page, and say so once more."""
    page.locator("#resign").click()
    page.locator("#asking [value=yes]").click()


class Programs:
    """Opens tables at which bots answer at once, through the interface for programs."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.count = 0

    def invite(self, *table: Any, **how: Any) -> str:
        """The link to the first free seat of such a table as `invite_all` opens."""
        return self.invite_all(*table, **how)[0]

    def invite_all(
        self,
        game: str,
        options: dict[str, str],
        bots: list[str | None],
        pace: float = 0.0,
        minutes: float | None = None,
    ) -> list[str]:
        """The links to all free seats, None in the list, of a new table, in the order of seats."""
        self.count += 1
        seats = [{"kind": "invite"} if bot is None else {"kind": "bot", "bot": bot} for bot in bots]
        with httpx.Client(base_url=self.house.address, timeout=60) as client:
            name = {"name": f"host {os.getpid()} {self.count}"}
            token = client.post("/api/programs", json=name).raise_for_status().json()["token"]
            table = client.post(
                "/api/tables",
                json={
                    "game": game,
                    "options": options,
                    "seats": seats,
                    "take_back": "free",
                    "pace": pace,
                    "minutes": minutes,
                },
                headers={"Authorization": f"Bearer {token}"},
            )
        found = table.raise_for_status().json()
        number = found["table"]["number"]
        return [f"/table/{number}/sit/{each['key']}" for each in found["invitations"]]
