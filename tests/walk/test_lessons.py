"""A child answers what it is asked in its lessons, rightly and wrongly."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.walk.looking_back import solve
from tests.walk.recording import walked
from tests.walk.tables import walking
from tests.web.browsing import needs_chromium
from tests.web.house import House
from tools import picture_scenes

pytestmark = needs_chromium

ASKS = "#show-answer"
ALOUD = "#aloud"
LISTEN = "window.heard = []; speechSynthesis.speak = said => window.heard.push(said.text)"


def test_a_lesson_is_answered(browser: Browser, site: House) -> None:
    with walking(browser, site) as walker:
        solved = missed = 0
        walker.page.add_init_script(LISTEN)
        for address in picture_scenes.childs_room(walker.page).values():
            walker.page.goto(address)
            if walker.page.locator(ALOUD).count():
                walker.page.locator(ALOUD).click()
                assert walker.page.evaluate("window.heard.join('')"), "nothing is read aloud"
            while walker.page.locator(ASKS).count() and not (solved and missed):
                missed += solve(walker)
                solved += 1
                walker.page.locator("#next-puzzle").click()
                walker.page.wait_for_load_state()
        walked("journey", "lessons", solved=solved, missed=missed)
    assert missed
    assert not walker.faults, "\n".join(walker.faults)
