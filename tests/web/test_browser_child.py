"""A child's room as it is seen and touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import Visit, needs_chromium

pytestmark = needs_chromium
Visits = Callable[..., Visit]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
LEAST = 44


def enter(page: Page, name: str, code: str = "2580", **limits: str) -> None:
    """Open the room to a child."""
    page.goto("/child")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=code]").fill(code)
    for field, limit in limits.items():
        page.locator(f"input[name={field}]").fill(limit)
    page.get_by_role("button", name="Open the room").click()
    expect(page.locator(".doors")).to_be_visible()


def misplaced(page: Page) -> Any:
    """What a finger could not reach: targets that are small, or not wholly on the screen."""
    page.wait_for_load_state("load")  # before it comes a page has no style
    return page.evaluate(
        """least => {
          const out = [];
          for (const each of document.querySelectorAll('a, button, input, .door')) {
            const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
            if (!width || each.matches('.skip, [type=hidden]')) continue;
            const seen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
            if (!seen || width < least || height < least)
              out.push([each.outerHTML.slice(0, 80), left, top, right, bottom]);
          }
          const { scrollHeight, scrollWidth } = document.documentElement;
          if (scrollHeight > innerHeight || scrollWidth > innerWidth)
            out.push([scrollHeight, scrollWidth]);
          return out;
        }""",
        LEAST,
    )


def touch(page: Page, *squares: str) -> None:
    for square in squares:
        page.locator(f'[data-square="{square}"]').click(force=True)


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param(LAPTOP, id="laptop", marks=pytest.mark.slow),
    ],
)
def test_a_child_finds_its_room_and_only_the_code_leads_out(
    visit: Visits, how: dict[str, Any]
) -> None:
    petya = visit(**how)
    page = petya.page
    enter(page, f"Petya {how['viewport']['width']}", hints="1", minutes="30")
    assert misplaced(page) == []
    page.goto("/archive")
    expect(page.locator(".bubble")).to_have_text("Hi! Shall we play?")

    page.get_by_role("link", name="Play!").click()
    assert misplaced(page) == []
    page.get_by_role("button", name="Draughts").click()
    expect(page.locator("#status")).to_contain_text("Think first")
    assert misplaced(page) == []
    piece = page.locator('.piece[data-on="c3"] .body')
    square = page.locator('[data-square="c3"] rect')
    assert width(piece) > 0.9 * width(square)
    for hidden in ("#resign", "#draw", "#pause", "#show-moves", "#moves", "#review"):
        expect(page.locator(hidden)).to_be_hidden()
    touch(page, "c3", "d4")
    expect(page.locator('.piece[data-on="d4"]')).to_be_visible()
    expect(page.locator("#seats-above")).to_contain_text("Simon the Hedgehog")

    page.get_by_role("link", name="Back").click()
    page.get_by_role("link", name="For grown-ups").click()
    leave(page, "0000")
    expect(page.locator(".bubble")).to_have_text("This is not the code")
    assert [each for each in petya.complaints if "403" not in each] == []
    petya.complaints.clear()
    leave(page, "2580")
    expect(page.locator(".rooms")).to_be_visible()


def width(of: Any) -> float:
    return float(of.evaluate("each => each.getBoundingClientRect().width"))


def leave(page: Page, code: str) -> None:
    page.locator("input[name=code]").fill(code)
    page.get_by_role("button", name="Leave the room").click()


def test_a_lesson_is_solved_and_read_aloud(visit: Visits) -> None:
    page = visit(**PHONE).page
    page.add_init_script(
        "window.said = []; speechSynthesis.speak = each => said.push([each.lang, each.text]);"
    )
    enter(page, "Masha")
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Take a man").click()
    expect(page.locator(".piece")).to_have_count(3)
    assert misplaced(page) == []
    page.get_by_role("button", name="Read it to me").click()
    (told,) = page.evaluate("said")
    assert told[0] == "en"
    assert told[1].startswith("Take a man A black man stands in your way")
    touch(page, "c3", "e5")
    expect(page.locator("#status")).to_have_text("Right!")
    expect(page.locator(".prize")).to_be_visible()
    page.goto("/child")
    expect(page.locator(".stars .on")).to_have_count(1)


def test_without_a_voice_there_is_no_button(visit: Visits) -> None:
    page = visit().page
    page.add_init_script("Object.defineProperty(window, 'speechSynthesis', { value: undefined })")
    enter(page, "Vera")
    expect(page.locator("#aloud")).to_be_hidden()
