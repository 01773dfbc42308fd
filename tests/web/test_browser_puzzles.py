"""A blunder becomes a puzzle: found under the game, tried wrong, solved, and counted."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browsing import Programs, Visit, needs_chromium

pytestmark = needs_chromium
Visits = Callable[..., Visit]


def test_a_blunder_is_met_again_as_a_puzzle(visit: Visits, programs: Programs) -> None:
    anna = visit()
    link = programs.invite("draughts", {"start": "W:Wc3,h2:Be5,a7"}, [None, "random"])
    anna.sit(link, "Anna Riddle")
    page = anna.page
    page.locator("#typed-move").fill("c3-d4")
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(2)
    anna.resign()
    page.locator("#review").click()
    page.locator("#learn").click()
    expect(page.locator("#status")).to_have_text("Find the best move")
    page.locator('[data-square="c3"]').click()
    page.locator('[data-square="d4"]').click()
    expect(page.locator("#status")).to_contain_text("Not that: c3–d4")
    page.locator('[data-square="c3"]').click()
    page.locator('[data-square="b4"]').click()
    expect(page.locator("#status")).to_have_text("Right!")
    expect(page.locator('[data-square="b4"]')).to_have_accessible_name(re.compile("white"))
    expect(page.locator('[data-square="c3"]')).not_to_have_accessible_name(re.compile("white"))
    page.goto("/puzzles")
    expect(page.locator("main")).to_contain_text("solved: 1 of 1")
