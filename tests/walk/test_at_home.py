"""A guest is invited in a home network, at a plain `http://` address that is not this machine's.

There browsers know no clipboard, no sharing and no service worker, which loopback and TLS have.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.walk.recording import walked
from tests.walk.tables import LONGEST, PHONE, Walker, click
from tests.web.browsing import ARGUMENTS, needs_chromium
from tests.web.chromium import QUICK_CHROMIUM
from tests.web.own_network import AT_HOME, Network, needs_network, two_machines

pytestmark = [needs_chromium, needs_network]

PORT = 8079


class Home:
    """A house on another machine of the same network."""

    @property
    def address(self) -> str:
        """Where phones find it."""
        return f"http://{AT_HOME}:{PORT}"


@pytest.fixture(scope="module")
def networks() -> Iterator[tuple[Network, Network]]:
    with two_machines() as made:
        yield made


@pytest.fixture(scope="module")
def home(
    networks: tuple[Network, Network], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Home]:
    folder = tmp_path_factory.mktemp("home")
    command = [sys.executable, "-m", "igroteka", "serve", "--home", "--port", str(PORT)]
    command += ["--thinkers", "1", "--db", str(folder / "games.db")]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(
        networks[0].enter(*command), env=environment, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    for _ in range(3):
        server.stdout.readline()
    yield Home()
    server.kill()
    server.wait()


@pytest.fixture(scope="module")
def phones(
    networks: tuple[Network, Network], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    assert QUICK_CHROMIUM is not None
    program = networks[1].program(tmp_path_factory.mktemp("phone"), QUICK_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


def test_an_invitation_is_copied_and_the_guest_plays(home: Home, phones: Browser) -> None:
    host, guest = (Walker(phones, home, size=PHONE, has_touch=True) for _ in range(2))
    page = host.page
    page.goto("/join")
    page.locator("main input[name=name]").fill(LONGEST.format(1))
    page.locator("main form .b.go").click()
    assert page.evaluate("[isSecureContext, 'clipboard' in navigator]") == [False, False]
    page.locator(".offer.chosen a[href^='/new/']").click()
    page.locator("select[name^=seat]").last.select_option("invite")
    page.locator("main form[method=post] .b.go.big").click()
    expect(page.locator("#inviting")).to_be_visible()
    host.measure("an invitation", (PHONE,))
    link = page.locator("[data-free-seat] input").first.input_value()
    assert link.startswith(home.address)
    told = page.locator("[data-free-seat] [data-copy]").first
    told.click()
    expect(told).not_to_have_text("Copy the link")
    assert (told.inner_text() == "Copied") == (pasted(host) == link)
    page.reload()
    guest.page.goto("/join")
    guest.page.locator("main input[name=name]").fill(LONGEST.format(2))
    guest.page.locator("main form .b.go").click()
    guest.page.goto(link)
    expect(guest.page.locator("main")).to_contain_text(LONGEST.format(1))
    guest.measure("an invitation that came", (PHONE,))
    guest.page.locator("main form .b.go").click()
    expect(page.locator("#inviting")).to_be_hidden()
    host.page.wait_for_function("() => document.querySelector('#status').textContent.trim()")
    first, second = (host, guest) if host.seen["table"]["to_move"] else (guest, host)
    assert first.my_turn()
    turn = first.page.locator("#status").inner_text()
    first.move(click)
    expect(first.page.locator("#status")).not_to_have_text(turn)
    assert second.my_turn()
    assert [each["text"] for each in host.seen["moves"]] == [
        each["text"] for each in guest.seen["moves"]
    ]
    walked("journey", "home network: an invitation")
    host.leave()
    guest.leave()
    assert not host.faults + guest.faults, "\n".join(host.faults + guest.faults)


def pasted(walker: Walker) -> str:
    """What the clipboard has, as somebody who pastes it sees."""
    page = walker.page
    page.evaluate("""() => {
      const place = Object.assign(document.createElement("textarea"), { id: "paste" });
      document.body.append(place);
    }""")
    page.locator("#paste").focus()
    page.keyboard.press("Control+V")
    return str(page.locator("#paste").input_value())
