"""A series of games in a browser: the score, the next game, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web import house as outside
from tests.web.browsing import Visit, needs_chromium, resign

pytestmark = needs_chromium
Visits = Callable[..., Visit]


def met(anna: Visit, boris: Visit, games: int) -> tuple[Page, Page]:
    """The pages of two at a table of draughts for so many games; the first has white."""
    anna.name("Anna")
    page = anna.page
    page.goto("/new/draughts")
    page.locator("select[name=seat1]").select_option("invite")
    page.locator("summary", has_text="A series of games").click()
    page.get_by_label("How many games").fill(str(games))
    page.get_by_role("button", name="Open the table").click()
    boris.sit(page.locator("[data-free-seat] input").input_value(), "Boris")
    expect(page.locator("#sitting h2")).to_have_text(f"Game 1 of {games}")
    return page, boris.page


def give_up(page: Page) -> None:
    expect(page.locator("#status")).not_to_be_empty()
    resign(page)
    expect(page.locator("#status")).to_contain_text("Resignation")


def expect_score(page: Page, *lines: str) -> None:
    """The grid has these lines: a name, what each game brought, and the sum."""
    expect(page.locator(".score tbody tr")).to_have_text([line.replace(" ", "") for line in lines])


def test_a_series_changes_colours_counts_and_tells_who_has_won_it(visit: Visits) -> None:
    anna, boris, eve = visit(), visit(), visit()
    page, other = met(anna, boris, 3)
    eve.page.goto(page.url)
    give_up(other)
    expect(page.locator("#sitting")).to_contain_text("Game 2 of 3 is next. White: Boris")
    expect_score(page, "Anna 1 1", "Boris 0 0")

    page.get_by_role("button", name="Next game").click()
    expect(page.locator("#sitting h2")).to_have_text("Game 2 of 3")
    expect(page.locator("#status")).to_contain_text("Boris is to move")
    expect(other.get_by_role("button", name="Next game")).to_be_hidden()
    other.get_by_role("link", name="The next game has begun").click()
    expect(other.locator("#status")).to_contain_text("your turn")
    expect(eve.page.locator("#sitting h2")).to_have_text("Game 2 of 3")
    expect_score(other, "Anna 1 – 1", "Boris 0 – 0")

    give_up(page)
    other.get_by_role("button", name="Next game").click()
    page.get_by_role("link", name="The next game has begun").click()
    expect(page.locator("#status")).to_contain_text("your turn")
    give_up(other)
    expect(page.locator("#status")).to_contain_text("You have won the series 2 : 1.")
    expect(other.locator("#status")).to_contain_text("Anna has won the series 2 : 1.")
    expect(page.get_by_role("button", name="Next game")).to_be_hidden()
    expect_score(page, "Anna 1 0 1 2", "Boris 0 1 0 1")


@pytest.mark.slow
def test_a_series_goes_on_after_the_house_was_killed(browser: Browser, tmp_path: Path) -> None:
    with outside.House(tmp_path) as house:
        anna, boris = Visit(browser, house), Visit(browser, house)
        page, other = met(anna, boris, 2)
        give_up(other)
        expect_score(page, "Anna 1 1", "Boris 0 0")
        house.kill()
        expect(page.locator("#status")).to_contain_text("Connecting again")
        house.start()
        expect(page.locator("#status")).to_contain_text("You have won")
        page.get_by_role("button", name="Next game").click()
        expect(page.locator("#sitting h2")).to_have_text("Game 2 of 2")
        other.get_by_role("link", name="The next game has begun").click()
        give_up(page)
        expect(page.locator("#status")).to_contain_text("The series is drawn.")
        expect_score(page, "Anna 1 0 1", "Boris 0 1 1")
        for each in (anna, boris):
            each.context.close()
