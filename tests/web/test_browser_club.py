"""A club evening in real browsers: the director's laptop, phones, the wall.

Phones are in a network of their own, where they come by plain HTTP as in a club.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import PATIENCE, chromium
from tests.web.chromium import BOTH, needs_chromium
from tests.web.own_network import ADDRESS, ANOTHER, Network, needs_network, own_network

pytestmark = [needs_chromium, needs_network]

PORT = 8077
NAMES = "\n".join(f"Anna {letter} – Boris {letter}" for letter in "ABCDEFGH")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "en-GB"}


@pytest.fixture(scope="module")
def network() -> Iterator[Network]:
    with own_network() as made:
        yield made


@pytest.fixture(scope="module")
def site(network: Network, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house at home, as a director's laptop serves it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "igroteka", "serve", "--home", "--port", str(PORT)]
    command += ["--thinkers", "1", "--db", str(folder / "a.db")]
    server = subprocess.Popen(
        network.enter(*command), env={**_environment(), "XDG_DATA_HOME": str(folder)}
    )
    address = f"http://{ADDRESS}:{PORT}"
    try:
        _wait_for(network, address)
        yield address
    finally:
        server.kill()
        server.wait()


def _environment() -> dict[str, str]:
    import os

    return dict(os.environ)


def _wait_for(network: Network, address: str) -> None:
    asking = network.enter(sys.executable, "-c", f"import httpx; httpx.get('{address}')")
    end = time.monotonic() + 60
    while subprocess.run(asking, capture_output=True, check=False).returncode:
        assert time.monotonic() < end, "the house does not open"


@pytest.fixture(scope="module", params=BOTH)
def browser(
    request: pytest.FixtureRequest, network: Network, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A browser inside that network."""
    assert request.param is not None
    with chromium(network.program(tmp_path_factory.mktemp("browser"), request.param)) as opened:
        yield opened


def _page(browser: Browser, site: str, **how: object) -> Page:
    context = browser.new_context(base_url=site, **how)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def _open_evening(director: Page) -> None:
    """Eight pairs in their first proposal: all that a director types and taps."""
    director.goto("/club")
    director.get_by_label("Name").fill("Monday")
    director.get_by_role("button", name="Open the evening").click()
    director.locator("textarea").fill(NAMES)
    director.get_by_role("button", name="Put them on the list").click()
    director.locator(".proposal .b.go").first.click()
    expect(director.locator(".desk")).to_be_visible()


def _enter(phone: Page, level: str, suit: str, declarer: str, made: str) -> None:
    phone.get_by_role("button", name=level, exact=True).click()
    phone.get_by_role("button", name=suit, exact=True).click()
    phone.get_by_role("button", name=declarer, exact=True).click()
    phone.get_by_role("button", name="Next: the result").click()
    phone.get_by_role("button", name=made, exact=True).click()
    phone.get_by_role("button", name="Next: check it").click()
    phone.get_by_role("button", name="That is right").click()


@pytest.mark.slow
def test_an_evening_with_four_phones_one_of_them_offline(browser: Browser, site: str) -> None:
    director = _page(browser, site, locale="en-GB", viewport={"width": 1280, "height": 800})
    begun = time.monotonic()
    _open_evening(director)
    assert time.monotonic() - begun < 180, "a director sets up eight pairs in three minutes"
    desk = director.url
    director.get_by_role("button", name="Begin round 1").click()
    wall = _page(browser, site, viewport={"width": 1280, "height": 800}, locale="en-GB")
    wall.goto(f"{desk}/wall")
    expect(wall.locator("[data-clock-left]")).to_have_text(re.compile(r"29:\d\d|30:00"))

    director.goto(f"{desk}/links")
    links = [
        str(director.locator(".link-card a").nth(place).get_attribute("href")) for place in range(4)
    ]
    assert all(link.startswith(site) for link in links), "codes lead phones to this house"
    director.goto(desk)
    phones = [_page(browser, site, **PHONE) for _ in links]
    for phone, link in zip(phones, links, strict=True):
        phone.goto(link)
        assert not phone.evaluate("isSecureContext"), "as in a club, without TLS"
        phone.get_by_role("button", name="Yes, we sit here").click()
        expect(phone.locator(".board")).to_have_count(4)

    phones[3].context.set_offline(True)
    for phone, count in zip(phones, (4, 1, 1, 4), strict=True):
        for place in range(count):
            phone.locator(".board").nth(place).click()
            _enter(phone, "4", "♠", "South", "Just made" if place % 2 else "−1")
            phone.get_by_role("button", name="Back").click()
    expect(phones[3].locator(".keeps")).to_have_text("8 to send")
    expect(director.locator(".cell .is-confirmed")).to_have_count(6)
    expect(director.locator(".cell .is-missing")).to_have_count(10)

    phones[3].context.set_offline(False)
    expect(director.locator(".cell .is-confirmed")).to_have_count(10)
    expect(phones[3].locator(".keeps")).to_have_count(0)

    phones[0].get_by_role("button", name="Where everybody goes").click()
    expect(phones[0].locator(".nexts")).to_contain_text("table")
    director.goto(f"{desk}/results")
    expect(director.locator(".standings tbody tr")).to_have_count(8)
    printed = director.pdf(format="A4")
    assert printed.startswith(b"%PDF")


@pytest.mark.slow
def test_a_phone_comes_back_without_the_network_where_browsers_allow_it(
    browser: Browser, site: str
) -> None:
    """Over TLS, or on the machine itself as here, a reload needs no house."""
    own = f"http://127.0.0.1:{PORT}"
    director = _page(browser, own, locale="en-GB")
    _open_evening(director)
    director.goto(f"{director.url}/links")
    link = str(director.locator(".link-card a").first.get_attribute("href"))
    phone = _page(browser, own, **PHONE)
    phone.goto(own + link.partition("/club")[1] + link.partition("/club")[2])
    assert phone.evaluate("isSecureContext")
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.reload()
    phone.get_by_role("button", name="Yes, we sit here").click()
    expect(phone.locator(".keeps")).to_have_count(0)
    phone.context.set_offline(True)
    phone.reload()
    phone.locator(".board").first.click()
    _enter(phone, "1", "NT", "North", "Just made")
    phone.get_by_role("button", name="Back").click()
    expect(phone.locator(".keeps")).to_have_text("2 to send")
    phone.reload()
    expect(phone.locator(".keeps")).to_have_text("2 to send")
    phone.context.set_offline(False)
    expect(phone.locator(".keeps")).to_have_count(0)
    assert site


@pytest.mark.slow
def test_a_house_that_has_moved_gets_what_a_phone_has_kept(browser: Browser, site: str) -> None:
    """The page was opened under an address at which the house is no longer."""
    director = _page(browser, site, locale="en-GB")
    _open_evening(director)
    director.goto(f"{director.url}/links")
    link = str(director.locator(".link-card a").first.get_attribute("href"))
    phone = _page(browser, site, **PHONE)
    phone.goto(link)
    phone.get_by_role("button", name="Yes, we sit here").click()
    gone = re.compile(re.escape(f"{ADDRESS}:{PORT}/club"))
    phone.route(gone, lambda route: route.abort())
    phone.locator(".board").first.click()
    _enter(phone, "3", "NT", "North", "Just made")
    phone.get_by_role("button", name="Back").click()
    expect(phone.locator(".keeps")).to_have_text("2 to send")
    phone.get_by_role("button", name="No network?").click()
    phone.get_by_label("The address on the director's screen").fill(f"{ANOTHER}:{PORT}")
    phone.get_by_role("button", name="Go on there").click()
    expect(phone.locator(".keeps")).to_have_count(0)
    expect(phone.locator(".board").first).to_have_class(re.compile("is-confirmed"))


def _deed(page: Page, desk: str, kind: str, **body: object) -> None:
    """Another director does something."""
    sent = json.dumps([{"key": f"other {kind}", "kind": kind, "body": body}])
    sending = "([path, body]) => fetch(path, {method: 'POST', body}).then((each) => each.json())"
    (reply,) = page.evaluate(sending, [f"{desk}/deeds", sent])["replies"]
    assert reply["refusal"] is None


def test_a_page_that_was_overtaken_changes_nothing(browser: Browser, site: str) -> None:
    """It has heard of what another director did, and shows it; what was typed here is refused."""
    director = _page(browser, site, locale="en-GB")
    _open_evening(director)
    desk = director.url
    director.locator(".cell a").first.click()
    place = [int(each) for each in director.url.split("/")[-3:]]
    slot = dict(zip(("round", "table", "board"), place, strict=True))
    _deed(director, desk, "corrected", **slot, result="60/40")
    expect(director.locator(".big-result")).to_contain_text("60/40")
    director.get_by_label("Result").fill("40/60")
    director.get_by_role("button", name="Set it").click()
    expect(director.locator("#toast")).to_contain_text("somebody else has changed this")


def test_a_menu_of_the_list_stays_open_while_others_do_things(browser: Browser, site: str) -> None:
    """Enter in one of its fields does it, and the list shows it."""
    director = _page(browser, site, locale="en-GB")
    _open_evening(director)
    desk = director.url
    director.goto(f"{desk}/people")
    menu = director.locator("details.menu").nth(1)
    menu.locator("summary").click()
    _deed(director, desk, "penalised", number=1, amount="3")
    expect(director.locator(".people")).to_contain_text("penalty 3 %")
    expect(menu.get_by_label("How much")).to_be_visible()
    menu.get_by_label("How much").fill("7")
    menu.get_by_label("How much").press("Enter")
    expect(director.locator(".people")).to_contain_text("penalty 7 %")
    expect(menu.locator("summary")).to_be_focused()


def test_a_result_is_entered_by_keys_alone(browser: Browser, site: str) -> None:
    director = _page(browser, site, locale="en-GB")
    _open_evening(director)
    director.goto(f"{director.url}/links")
    phone = _page(browser, site, **PHONE)
    phone.goto(str(director.locator(".link-card a").first.get_attribute("href")))
    keys = ["Yes, we sit here", r"\d+ enter the result", "4", "♠", "South", "Next: the result"]
    for name in [*keys, "Just made", "Next: check it", "That is right"]:
        button = phone.get_by_role("button", name=re.compile(f"^{name}$")).first
        button.focus()
        phone.keyboard.press("Enter")
        inside = "document.getElementById('phone').contains(document.activeElement)"
        expect(phone.locator("#phone")).to_be_visible()
        assert phone.evaluate(inside), f"the place is lost after {name}"
    expect(phone.locator(".sum")).to_contain_text("4♠, South, just made")


@pytest.mark.slow
def test_nothing_on_a_phone_is_wider_than_it_or_too_small_to_touch(
    browser: Browser, site: str
) -> None:
    director = _page(browser, site, **PHONE)
    _open_evening(director)
    desk = director.url
    _deed(director, desk, "round-begun", round=1, minutes=20)
    for room in ("", "/people", "/wall", "/links", "/history"):
        director.goto(f"{desk}{room}")
        assert director.evaluate("document.documentElement.scrollWidth") <= 390, room
        small = director.evaluate(
            "Array.from(document.querySelectorAll('main :is(a, button, summary, select)'))"
            ".filter((each) => each.offsetHeight && each.offsetHeight < 44).map(String)"
        )
        assert not small, (room, small)
    director.goto(f"{desk}/links")
    director.goto(str(director.locator(".link-card a").first.get_attribute("href")))
    director.get_by_role("button", name="Yes, we sit here").click()
    director.locator(".board").first.click()
    assert director.evaluate("document.documentElement.scrollHeight") <= 844
