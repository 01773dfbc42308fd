"""Two people at a table with everything that its form offers, whose house is gone for a while."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error, expect

from igroteka.registry import game_names, make_game
from tests.walk.option_sets import covering
from tests.walk.recording import walked
from tests.walk.tables import LONGEST, PHONE, TABLET, WILL, Walker, click, walking
from tests.walk.ways import press_others
from tests.web.browsing import needs_chromium
from tests.web.house import House

pytestmark = needs_chromium

FEW_MOVES, MANY = 2, 60
NUMBER = "9"
"""What is written wherever a number may be left out."""
FILL = f"""() => {{
  for (const folded of document.querySelectorAll("main details")) folded.open = true;
  for (const field of document.querySelectorAll("main .folded [inputmode]")) {{
    if (!field.name.includes("option")) field.value = "{NUMBER}";
  }}
}}"""
ASKS = "#controls [data-request]:not(.risk):visible"
PAUSE = 200


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One that may be killed: nobody else is there."""
    with House(tmp_path_factory.mktemp("gone")) as opened:
        yield opened


@pytest.mark.parametrize(
    ("game", "most"),
    [
        (game_names()[0], FEW_MOVES),
        *(pytest.param(game, MANY, marks=pytest.mark.slow) for game in game_names()),
    ],
)
def test_two_people_play_on_when_their_house_is_back(
    browser: Browser, house: House, game: str, most: int
) -> None:
    options = covering(game)[1]
    chairs = ["me", "invite", *["bot"] * (make_game(game, options).seats - 2)]
    with walking(browser, house) as host, walking(browser, house, size=PHONE) as guest:
        host.introduce(LONGEST.format(0), "en")
        host.open_table(game, options, chairs, FILL)
        sit_down(host, guest)
        pressed: Counter[str] = Counter()
        for _ in range(most):
            if (mover := whose_turn(host, guest)) is None:
                break
            press_others(mover, pressed)
            if mover.can_move():
                mover.move(click)
        if whose_turn(host, guest):
            lose_and_find(house, host, guest)
        if mover := whose_turn(host, guest):
            mover.move(click)
        ask_each_other(host, guest)
        end(host, guest)
        walked("journey", f"{game}: two people")
        faults = [*host.faults, *guest.faults]
    assert not faults, "\n".join(faults)


def sit_down(host: Walker, guest: Walker) -> None:
    """The guest follows the link that the host has."""
    host.measure("inviting", (PHONE,))
    guest.page.goto(host.page.locator("[data-free-seat] input").input_value())
    guest.measure("invited", (PHONE,))
    guest.page.locator("main input[name=name]").fill(LONGEST.format(1))
    guest.page.locator("main form .b.go").click()
    expect(guest.page.locator("#status")).not_to_be_empty()


def whose_turn(*people: Walker) -> Walker | None:
    """Who is to move, as soon as somebody is; nobody when the game is over."""
    for _ in range(600):
        for each in people:
            if each.can_move():
                return each
            if each.page.locator(".table-page.over").count():
                return None
        people[0].page.wait_for_timeout(PAUSE)
    raise AssertionError("nobody is to move")


def ask_each_other(host: Walker, guest: Walker) -> None:
    """One asks for what is offered and is refused; the other asks for the same and is heard."""
    for place in range(host.page.locator(ASKS).count()):
        for asking, answering in ((guest, host), (host, guest)):
            button = asking.page.locator(ASKS).nth(place)
            if not button.count() or not button.is_enabled():
                continue
            button.click()
            asking.page.wait_for_timeout(PAUSE)
            answers = answering.page.locator("#offer button:visible")
            if answers.count():
                answering.measure("asked", (PHONE,))
                with suppress(Error):  # somebody has moved meanwhile, and nothing is asked any more
                    (answers.first if asking is host else answers.last).click(timeout=2000)
                answering.page.wait_for_timeout(PAUSE)


def lose_and_find(house: House, *people: Walker) -> None:
    """The house is gone: the pages say so; it is back, and they go on."""
    house.kill()
    for each in people:
        expect(each.page.locator(".table-page.offline")).to_be_attached()
        expect(each.page.locator("#status")).not_to_be_empty()
        each.measure("without the house", (each.size,))
        if (will := each.page.locator(f"#board {WILL}")).count():
            click(will.first)
        each.context.set_offline(True)
    house.start()
    for each in people:
        each.context.set_offline(False)
    for each in people:
        expect(each.page.locator(".table-page:not(.offline)")).to_be_attached()


def end(host: Walker, guest: Walker) -> None:
    """The host gives up, where one may; both see what there is to see then."""
    give_up = host.page.locator("#controls .risk:visible")
    if give_up.count():
        give_up.click()
        host.page.locator("dialog[open] .risk").click()
    if give_up.count() or host.page.locator(".table-page.over").count():
        for each in (host, guest):
            expect(each.page.locator(".table-page.over")).to_be_attached()
            each.measure("over", (TABLET, PHONE))
