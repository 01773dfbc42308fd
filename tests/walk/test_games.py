"""A whole game of each kind: all beside the board is pressed, and it is played to its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from igroteka.registry import game_names, make_game
from tests.walk.option_sets import covering
from tests.walk.presses import Presser
from tests.walk.recording import walked
from tests.walk.tables import LAPTOP, LONGEST, PHONE, SIZES, Walker, click, walking
from tests.web.browsing import needs_chromium
from tests.web.house import House

pytestmark = needs_chromium

FEW_MOVES, WHOLE = 12, 200
"""Moves of one person: what a run has time for, where giving up may end a game; and enough."""
HINT_STEPS = 3


@pytest.mark.parametrize("most", [FEW_MOVES, pytest.param(WHOLE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", game_names())
def test_a_whole_game(browser: Browser, site: House, game: str, most: int) -> None:
    options = covering(game)[0]
    seats = make_game(game, options).seats
    with walking(browser, site) as walker:
        walker.introduce(LONGEST.format(0), "en")
        walker.open_table(game, options, ["me", *["bot"] * (seats - 1)])
        if walker.my_turn():
            take_hints(walker)
            walker.move(click)
        Presser(walker).press_all(walker.page.url)
        played = play_on(walker, most)
        Presser(walker).press_all(walker.page.url, risky=True)
        if most == WHOLE or walker.page.locator(".table-page.over").count():
            look_back(walker)
        walked("journey", f"{game}: a whole game", moves=played)
    assert not walker.faults, "\n".join(walker.faults)


def look_back(walker: Walker) -> None:
    """Press everything in the look back at a game that is over."""
    expect(walker.page.locator(".table-page.over")).to_be_visible()
    walker.measure("over", SIZES)
    walker.page.locator("#review").click()
    walker.page.wait_for_url("**/game/*")
    Presser(walker).press_all(walker.page.url)


def take_hints(walker: Walker) -> None:
    """Ask for a hint, and for more of it; what it says covers nothing that one needs."""
    page = walker.page
    if not page.locator("#hint").is_enabled():
        return
    page.locator("#hint").click()
    for step in range(HINT_STEPS):
        expect(page.locator("#advice")).to_be_visible()
        walker.measure(f"hint, step {step + 1}", (LAPTOP, PHONE))
        more = page.locator("#more-hint")
        if not more.count():
            return
        more.click()
        expect(page.locator("#advice")).to_be_visible()


def play_on(walker: Walker, most: int) -> int:
    """Play until the game is over, or for so many moves; how many were played."""
    for played in range(most):
        if not walker.my_turn():
            return played
        walker.move(click)
    return most
