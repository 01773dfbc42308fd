"""Things move from where they were, unless that is not wanted; one's own at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browsing import Programs, Visit, needs_chromium
from tests.web.motion import SHOWN

pytestmark = needs_chromium
Visits = Callable[..., Visit]

WATCH = """selector => {
  globalThis.seen = [];
  const look = () => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box) seen.push([box.x + box.width / 2, box.y + box.height / 2]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Note down where something is, in every picture from now on."""
AT_REST = """() => {
  const last = seen.slice(-5);
  const still = last.length === 5 && last.every((place) => String(place) === String(last[0]));
  const ends = (one) => Number.isFinite(one.effect.getComputedTiming().endTime);
  return still && !document.getAnimations().some(ends) && [...seen];
}"""
SLOWNESS = 0.2
"""Motion is watched at a fifth of its speed, so that a busy machine shows a picture of it."""


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def slowly(page: Page) -> None:
    page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": SLOWNESS})


def between(page: Page, start: tuple[float, float]) -> int:
    """In how many pictures the thing was on its way: away from where it was and where it rests."""
    seen = page.wait_for_function(AT_REST).json_value()
    away, end = 0, seen[-1]
    for x, y in seen:
        from_start = abs(x - start[0]) + abs(y - start[1])
        from_end = abs(x - end[0]) + abs(y - end[1])
        away += from_start > 6 and from_end > 6
    return away


def draughts(visit: Visits, programs: Programs, name: str, **how: Any) -> Page:
    guest = visit(**how)
    guest.sit(programs.invite("draughts", {}, [None, "random"], pace=2.0), name)
    return guest.page


def slide(page: Page) -> int:
    """Play c3-d4 by click; in how many pictures the man was between these squares."""
    slowly(page)
    start = middle(page, "[data-square=c3] rect")
    page.locator("[data-square=c3]").click()
    page.evaluate(WATCH, '.piece[data-on="d4"] > g')
    page.locator("[data-square=d4]").click()
    return between(page, start)


def test_a_man_is_seen_between_its_squares(visit: Visits, programs: Programs) -> None:
    page = draughts(visit, programs, "Anna Slide", reduced_motion="no-preference")
    assert slide(page) > 0


def test_nothing_slides_where_motion_is_not_wanted(visit: Visits, programs: Programs) -> None:
    assert slide(draughts(visit, programs, "Anna Calm", reduced_motion="reduce")) == 0
    page = draughts(visit, programs, "Anna Off", reduced_motion="no-preference")
    page.locator("[data-opens=settings]").click()
    page.locator("#looks [name=motion]").uncheck()
    page.locator("#looks .b.go").click()
    expect(page.locator("html")).to_have_attribute("data-motion", "off")
    assert slide(page) == 0


@pytest.mark.parametrize(("motion", "flies"), [("no-preference", True), ("reduce", False)])
def test_a_card_is_seen_between_hand_and_table(
    visit: Visits, programs: Programs, motion: str, flies: bool
) -> None:
    guest = visit(reduced_motion=motion)
    options = {"first": "alternate"}
    guest.sit(programs.invite("durak", options, [None, "random"], pace=2.0), f"Fly {motion}")
    page = guest.page
    expect(page.locator(".hand .can")).to_have_count(6)
    card = str(page.locator(".hand .can").first.get_attribute("data-card"))
    start = middle(page, f'.hand [data-card="{card}"]')
    slowly(page)
    page.evaluate(WATCH, f'.bout [data-card="{card}"]')
    page.locator(".hand .can").first.click(position={"x": 10, "y": 20})
    assert (between(page, start) > 0) == flies


def test_a_move_that_is_refused_is_taken_back_with_a_word(
    visit: Visits, programs: Programs
) -> None:
    """The house may know better than the page, which shows a move before it is asked."""
    guest = visit()

    def refuse(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hear(message: str | bytes) -> None:
            if "action" in json.loads(message):
                route.send(json.dumps({"type": "refused", "reason": "the table is being closed"}))
            else:
                server.send(message)

        route.on_message(hear)

    guest.page.route_web_socket("**/socket*", refuse)
    guest.sit(programs.invite("draughts", {}, [None, "random"]), "Anna Refused")
    page = guest.page
    page.locator("[data-square=c3]").click()
    page.locator("[data-square=d4]").click()
    expect(page.locator("#refusal")).to_have_text("The table is being closed")
    expect(page.locator('.piece[data-on="c3"]')).to_have_count(1)
    expect(page.locator('.piece[data-on="d4"]')).to_have_count(0)
    expect(page.locator("#moves li")).to_have_count(0)


LONGEST = 250.0
"""Milliseconds; on a machine with nothing else to do it is below 60, as the benchmark shows."""


def test_ones_own_move_is_shown_before_the_house_has_answered(
    visit: Visits, programs: Programs
) -> None:
    page = draughts(visit, programs, "Anna Quick")
    page.locator("[data-square=c3]").click()
    page.evaluate(SHOWN, ["pointerdown", '.piece[data-on="d4"]'])
    page.locator("[data-square=d4]").click()
    assert page.evaluate("after") < LONGEST
