"""Claims at the bridge table in a browser: nothing is claimed by a stray click."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.web.browsing import Programs, Visit, needs_chromium
from tests.web.clicking import LONGEST_GAME, SEVEN_NOTRUMP, UNCOVERED

pytestmark = needs_chromium
Visits = Callable[..., Visit]


OPTIONS = {"claims": "agree", "board": "3"}
"""South deals board 3, opens seven notrump and so declares, whatever the cards are."""


CARD = re.compile(r"([2-9JQKA]|10)[♠♥♦♣]\s*$")
NAMES = re.compile("North|East|South|West")


def seats_of(moves: Locator) -> list[str]:
    """Whose the moves are, as the list says."""
    return [name for text in moves.all_inner_texts() for name in NAMES.findall(text)]


def play_until(page: Page, wanted: str, ways: Sequence[str], others: Sequence[Page] = ()) -> None:
    """Click the first of the ways that there is, until something wanted is on the page.

    Others pass and play whatever they have.
    """
    patience = time.monotonic() + LONGEST_GAME
    while not page.locator(wanted).count():
        assert time.monotonic() < patience, page.locator("#status").inner_text()
        for each in (page, *others):
            if not each.title().startswith("●"):  # the title follows when all is drawn
                continue
            here = ways if each is page else SEVEN_NOTRUMP[-2:]
            if found := next((way for way in here if each.locator(way).count()), None):
                with suppress(TimeoutError):  # the board was drawn anew meanwhile
                    card = each.locator(found).first
                    card.click(timeout=1000, position=card.evaluate(UNCOVERED, timeout=1000))
        page.wait_for_timeout(20)


def at_the_claim(visit: Visit, programs: Programs) -> Page:
    """Declare seven notrump with robots around the table, until a claim may be made."""
    bots = ["simple", "simple", None, "simple"]
    visit.sit(programs.invite("bridge", OPTIONS, bots), f"Anna {programs.count}")
    play_until(visit.page, "#claim", SEVEN_NOTRUMP)
    visit.page.locator("#claim").click()
    return visit.page


def test_a_claim_is_chosen_and_asked_for_once_more(visit: Visits, programs: Programs) -> None:
    page = at_the_claim(visit(), programs)
    button, choice = page.locator('[data-action="claim"]'), page.locator(".claims select")
    before = page.locator("#moves li").count()
    expect(button).to_be_disabled()
    expect(choice).to_have_value("")
    values = choice.locator("option").evaluate_all("all => all.map(each => each.value)")
    assert values[0] == ""
    tricks = [int(value.removeprefix("claim ")) for value in values[1:]]
    assert tricks == sorted(tricks, reverse=True)
    expect(choice.locator("option").last).to_have_text(f"concede the rest: {tricks[-1]} in all")

    choice.select_option(values[-1])
    button.dblclick()
    expect(button).to_have_text(f"Concede the rest: {tricks[-1]} in all?")
    page.keyboard.press("Escape")
    expect(button).to_have_text("Claim")
    expect(choice).to_have_value(values[-1])
    choice.select_option(values[1])
    button.click()
    expect(button).to_have_text(f"Claim {tricks[0]} tricks in all?")
    page.get_by_role("button", name="Play on").click()
    expect(button).to_have_text("Claim")
    assert page.locator("#moves li").count() == before
    button.click()
    button.click()
    expect(page.locator("#moves li").nth(before)).to_contain_text(f"claim {tricks[0]}")


def test_a_refused_claim_is_told_and_play_goes_on(visit: Visits, programs: Programs) -> None:
    anna, boris = visit(), visit(locale="ru-RU")
    bots = ["simple", "simple", None, None]
    south, west = programs.invite_all("bridge", OPTIONS, bots, pace=0.01)
    anna.sit(south, f"Anna {programs.count}")
    boris.sit(west, f"Boris {programs.count}")
    page, other = anna.page, boris.page
    play_until(page, "#claim", SEVEN_NOTRUMP, [other])
    page.locator("#claim").click()
    page.locator(".claims select").select_option(index=1)
    page.locator('[data-action="claim"]').click()
    page.locator('[data-action="claim"]').click()
    expect(page.locator("#status")).to_contain_text("South claims 13 tricks in all.")
    expect(other.locator("#status")).to_contain_text("Юг: заявлено всего 13 взяток.")
    other.locator('[data-action="refuse"]').click()
    expect(page.locator("#status")).to_contain_text("West refused the claim; play goes on.")
    expect(other.locator("#status")).to_contain_text("Заявка отклонена (Запад)")
    expect(other.locator("#moves li").last).to_contain_text("Запад отказ")
    expect(other.locator("#moves li").nth(-2)).to_contain_text("Юг заявка: 13")


@pytest.mark.slow
def test_dummys_cards_are_north_s_in_the_list_of_moves(visit: Visits, programs: Programs) -> None:
    page = at_the_claim(visit(), programs)
    last = page.get_by_role("button", name="The last trick")
    play_until(page, "[aria-label='The last trick']", SEVEN_NOTRUMP[-1:])
    expect(last).to_be_visible()
    cards = page.locator("#moves li", has_text=CARD)
    hands = seats_of(cards)
    assert hands[:4] == ["West", "North", "East", "South"]
    play_until(page, ".claims select", SEVEN_NOTRUMP[-1:])
    least = page.locator(".claims option").last.get_attribute("value")
    page.locator(".claims select").select_option(least)
    page.locator('[data-action="claim"]').click()
    page.locator('[data-action="claim"]').click()
    expect(page.locator(".lines .rank")).to_have_count(52)
    expect(page.locator(".solved tbody tr")).to_have_count(4)
    expect(page.locator("#afterword")).to_contain_text("The score")
    page.get_by_role("link", name="Look back").click()
    steps = page.locator("#moves .ply", has_text=CARD)
    expect(steps.nth(3)).to_be_attached()
    assert seats_of(steps)[:4] == hands[:4]
