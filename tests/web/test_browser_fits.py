"""A table fits the screen: what one needs is in sight, can be touched and read, and stays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import Visit, needs_chromium
from tests.web.positions import MOMENTS, reached, sit_in_the_middle

pytestmark = needs_chromium
Visits = Callable[..., Visit]

MEASURES = (Path(__file__).parent / "measures.js").read_text(encoding="utf-8")
SIZES = {"laptop": (1280, 800), "phone": (390, 844)}
FINGER = 44
READABLE = 4.5
LISTED = ".moves, .auction, .lines, .durak-table .rival, .skip, .draughts-board"
"""What is not for fingers: moves in lists, calls that explain themselves, cards of others."""


ACTS = ".acts button"
DURAK = (
    ".mine .hand .c",
    ".big .b",
    ".seat.turn",
    ".rival .seat",
    ".rival .count",
    ".stock",
    ".pair",
    ACTS,
)
DURAK_APART = (
    ".rival .seat",
    ".rival .backs",
    ".stock > span",
    ".pair",
    ".mine > .seat",
    ".big .b",
)
BIDDING = (".own .c", ".box .b", ".call.you", ".seat", ACTS)
PLAYING = (".own .c", ".dummy .c", ".trick .slot", ".trick .c", ".seat", ".seat.turn", ACTS)
NEEDED = {
    "draughts": (".draughts-board", ".player .name", ".pill.you", ACTS),
    "durak": DURAK,
    "durak-14-cards": DURAK,
    "durak-4": DURAK,
    "durak-6": DURAK,
    "bridge-auction": BIDDING,
    "bridge-long-auction": BIDDING,
    "bridge-play": PLAYING,
    "bridge-dummy-aside": PLAYING,
    "substitution": (".die", ".group", ".forms header", ".forms li:first-child .form", ACTS),
}
"""By the moment, what has to be in sight."""
APART = {
    "draughts": (".draughts-board", ".player", ".acts", ".moves-panel"),
    "durak": (
        ".rival .seat",
        ".rival .backs",
        ".stock > span",
        ".pair",
        ".mine > .seat",
        ".big .b",
    ),
    "bridge": (".seat", ".bids", ".box", ".trick .slot", ".trick .c", ".own", ".dummy"),
    "substitution": (".throw", ".group", ".production-list", ".forms", ".acts"),
}
"""By the game, what does not lie on each other."""


def seated(visit: Visits, moment: str, **how: Any) -> Page:
    """Somebody in the middle of a game."""
    guest = visit(viewport={"width": 1280, "height": 800}, **how)
    guest.page.add_init_script(MEASURES)
    sit_in_the_middle(guest.page, reached(MOMENTS[moment]), f"Fit {moment}")
    expect(guest.page.locator("#moves li")).not_to_have_count(0)
    return guest.page


def sized(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(requestAnimationFrame)")


def measured(page: Page, what: str, *given: Any) -> Any:
    return page.evaluate(f"given => measures.{what}(...given)", list(given))


@pytest.mark.parametrize("moment", NEEDED)
def test_what_one_needs_is_in_sight_and_can_be_touched_and_read(visit: Visits, moment: str) -> None:
    page = seated(visit, moment)
    found = {}
    for size in SIZES:
        sized(page, size)
        found[size, "hidden"] = measured(page, "hidden", NEEDED[moment])
        found[size, "overlapping"] = measured(page, "overlapping", APART[MOMENTS[moment].game])
        hands = "" if size == "phone" else ", .hand"
        found[size, "small"] = measured(page, "small", LISTED + hands, FINGER)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            found[size, theme] = measured(page, "pale", READABLE)
    assert {key: wrong for key, wrong in found.items() if wrong} == {}
