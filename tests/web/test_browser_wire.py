"""A page that loses its table: it waits longer every time, says so, and gives up when told to."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.web.browsing import Programs, Visit, needs_chromium

pytestmark = needs_chromium
Visits = Callable[..., Visit]

COME_AGAIN, SENT_AWAY = 1013, 1008


class Door:
    """Lets a page in and sends it out at once, with a reason; counts how often it comes."""

    def __init__(self, page: Page, status: int) -> None:
        self.count = 0
        self.status = status
        page.route_web_socket("**/socket", self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        self.count += 1
        socket.send('{"type": "refused", "reason": "the table is full"}')
        socket.close(code=self.status)


def wait(page: Page, seconds: int) -> None:
    """Let the page's own clock go on, and real time enough for what it sends."""
    for _ in range(2 * seconds):
        page.clock.run_for(500)
        page.wait_for_timeout(20)


def test_who_is_sent_out_again_and_again_comes_less_and_less_often(
    visit: Visits, programs: Programs
) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {}, [None, "random"]), "Anna Wire")
    page = anna.page
    page.clock.install()
    door = Door(page, COME_AGAIN)
    page.reload()
    wait(page, 20)
    expect(page.locator("#refusal")).to_have_text("The table is full")
    expect(page.locator("#status")).to_contain_text("Connecting again in")
    assert 3 <= door.count <= 9, "a pause is at least half of 0.3, 0.6, 1.2, 2.4, 4.8, 9.6 …"
    before = door.count
    wait(page, 60)
    assert 1 <= door.count - before <= 5, "and never more than half a minute"


def test_who_is_not_wanted_does_not_come_again(visit: Visits, programs: Programs) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {}, [None, "random"]), "Anna Gone")
    page = anna.page
    page.clock.install()
    door = Door(page, SENT_AWAY)
    page.reload()
    expect(page.locator("#status")).to_contain_text("no longer connected")
    wait(page, 60)
    assert door.count == 1


def test_pauses_double_up_to_a_ceiling_and_are_scattered(visit: Visits) -> None:
    page = visit().page
    page.goto("/")
    pauses = page.evaluate(
        """async () => {
          const folder = document.querySelector('link[rel=stylesheet]').href.replace(/[^/]*$/, '');
          const { pauseAfter } = await import(folder + 'wire.js');
          return [...Array(12).keys()].map(n => [pauseAfter(n, 0), pauseAfter(n, 1)]);
        }"""
    )
    assert [most for _, most in pauses] == [min(300 * 2**n, 30_000) for n in range(12)]
    assert all(least == most / 2 for least, most in pauses)


def test_what_is_played_names_the_position_that_is_shown(visit: Visits, programs: Programs) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {}, [None, "random"]), "Anna After")
    page = anna.page
    sent: list[str | bytes] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framesent", lambda message: sent.append(message))

    page.on("websocket", opened)
    page.reload()
    expect(page.locator("#status")).to_contain_text("your turn")
    for action, moves in (("c3-d4", 2), ("a1-h8", 2)):
        page.locator("#typed-move").fill(action)
        page.keyboard.press("Enter")
        expect(page.locator("#moves li")).to_have_count(moves)
    expect(page.locator("#refusal")).not_to_be_empty()
    first, second = (json.loads(message) for message in sent)
    assert first == {"action": "c3-d4", "after": 0}
    assert second["action"] == "a1-h8"
    assert second["after"] > 0
