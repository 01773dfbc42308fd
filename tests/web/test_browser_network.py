"""A person at a page and three programs at lines of text, at one bridge table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.sync_api import Page, WebSocket, expect

from igroteka.cli.bridge.table_connection import Address
from igroteka.cli.bridge.table_connection import Visit as Session
from igroteka.contract import Action, Player, View
from igroteka.games.bridge.boards import SEATS
from igroteka.text import Text, as_written
from tests.web.browsing import PATIENCE, Programs, Visit, needs_chromium

pytestmark = needs_chromium
Visits = Callable[..., Visit]

NORTH, EAST, WEST = 0, 1, 3


class Passer(Player):
    """Passes whatever it holds, and tells the opponents something of it."""

    def __init__(self, told: str) -> None:
        self.told = told

    def choose(self, view: View) -> Action:
        return next(action for action in view.actions() if str(action) == "pass")

    def explanation(self, view: View, action: Action) -> Text:
        return as_written(self.told)


def _give_up(pause: float) -> None:
    """The house has hung up, and nobody waits for it to come back."""
    raise EOFError


@dataclass
class Program:
    """A client at the table's port, in a thread of its own, and all that it heard."""

    seat: int
    lines: list[str] = field(default_factory=list)

    @property
    def secret(self) -> str:
        """What it tells of its calls."""
        return f"the habit of {SEATS[self.seat]}"

    def join(self, address: str) -> None:
        """Sit down, and play until the house hangs up."""
        session = Session(
            Address.read(address, 2000),
            self.seat,
            "Even" if self.seat % 2 == 0 else "Odd",
            (),
            "",
            Passer(self.secret),
            seed=1,
            tell=lambda _: None,
            on_line=self.lines.append,
            on_board=lambda _: None,
            pause=_give_up,
        )
        threading.Thread(target=self._stay, args=(session,), daemon=True).start()

    def _stay(self, session: Session) -> None:
        with suppress(EOFError):
            session.play()

    def hears(self, words: str) -> bool:
        """Whether any line has these words."""
        return any(words in line for line in self.lines)

    @property
    def boards(self) -> int:
        """How many boards have begun for it."""
        return sum(line == "Start of board" for line in self.lines)


def received(page: Page) -> list[str]:
    """All messages that a page gets from now on."""
    found: list[str] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda message: found.append(str(message)))

    page.on("websocket", opened)
    return found


def until(page: Page, fulfilled: Callable[[], bool]) -> None:
    """Let the page live on until something holds elsewhere."""
    patience = time.monotonic() + PATIENCE / 1000
    while not fulfilled():
        assert time.monotonic() < patience
        page.wait_for_timeout(50)


def opened_table(visitor: Visit) -> str:
    """A table at which the visitor sits South, open to programs; where these find it."""
    page = visitor.page
    page.goto("/new/bridge?board=1")
    for seat in (NORTH, EAST, WEST):
        page.locator(f"select[name=seat{seat}]").select_option("invite")
    page.locator("select[name=seat2]").select_option("me")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#status")).to_contain_text("Waiting")
    page.get_by_role("button", name="Links to the seats").click()
    page.get_by_role("button", name="Open free seats to programs").click()
    return page.locator(".programs input").input_value()


def test_programs_sit_down_with_a_person_and_alerts_reach_the_opponents_alone(
    visit: Visits, programs: Programs
) -> None:
    programs.invite("draughts", {}, [None, "random"])  # tables and series are numbered apart
    anna, eve = visit(), visit()
    anna.name("Anna Net")
    page = anna.page
    seen = received(page)
    address = opened_table(anna)
    eve.page.goto(page.url)
    north, east, west = clients = [Program(seat) for seat in (NORTH, EAST, WEST)]
    for client in clients:
        client.join(address)

    expect(page.locator("#status")).to_contain_text("your turn")
    expect(page.locator(".auction td", has_text=east.secret)).to_have_count(1)
    expect(page.locator(".auction td", has_text=north.secret)).to_have_count(0)
    expect(eve.page.locator(".auction td", has_text=north.secret)).to_have_count(1)

    page.get_by_label("What your call means").fill("mine to tell")
    page.locator('.bid[data-action="pass"]').click()
    expect(page.locator("#status")).to_contain_text("Passed out")
    until(page, lambda: east.hears("mine to tell") and west.hears("mine to tell"))

    page.get_by_role("button", name="Next board").click()
    expect(page.locator(".headline")).to_contain_text("Board 2")
    expect(page.locator("#sitting")).to_contain_text("Game 2")
    expect(eve.page.locator(".headline")).to_contain_text("Board 2")
    until(page, lambda: all(client.boards == 2 for client in clients))
    expect(page.locator("#status")).to_contain_text("your turn")

    assert not north.hears("mine to tell")
    assert east.hears(north.secret)
    assert any(east.secret in message for message in seen)
    assert not any(north.secret in message for message in seen)
