"""A table fits the screen: what one needs is in sight, can be touched and read, and stays."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import violations
from tests.web.browsing import Programs, Visit, needs_chromium
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


RARE = ("durak-6", "bridge-long-auction")
"""Moments that are looked at in every run; on the others the walk comes by itself."""


def seated(visit: Visits, moment: str, name: str, **how: Any) -> Page:
    """Somebody in the middle of a game, with a name that nobody else has in it."""
    guest = visit(viewport={"width": 1280, "height": 800}, **how)
    guest.page.add_init_script(MEASURES)
    sit_in_the_middle(guest.page, reached(MOMENTS[moment]), name)
    expect(guest.page.locator("#moves li")).not_to_have_count(0)
    return guest.page


def sized(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(requestAnimationFrame)")


def measured(page: Page, what: str, *given: Any) -> Any:
    return page.evaluate(f"given => measures.{what}(...given)", list(given))


@pytest.mark.parametrize(
    "moment",
    [pytest.param(each, marks=() if each in RARE else pytest.mark.slow) for each in NEEDED],
)
def test_what_one_needs_is_in_sight_and_can_be_touched_and_read(visit: Visits, moment: str) -> None:
    page = seated(visit, moment, "Anna Fits")
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


STAYS = {
    "durak": {
        ".bout": ["top", "bottom", "left", "right"],
        ".mine .hand": ["bottom"],
        ".mine > .seat": ["left", "bottom"],
        ".rival .seat": ["top"],
        ".stock": ["left", "top"],
        ".acts": ["top", "bottom"],
    },
    "bridge": {
        ".trick": ["top", "bottom", "left", "right"],
        ".trick > .N": ["left", "top"],
        ".trick > .E": ["left", "top"],
        ".place.N .seat": ["top"],
        ".place.W .seat": ["top"],
        ".place.S .seat": ["top"],
        ".own": ["bottom"],
        ".acts": ["top", "bottom"],
    },
}
"""What does not move when a bout or a trick changes, and by which sides that is told."""


def play_something(page: Page, places: dict[str, list[str]]) -> list[Any]:
    """Play to the end of a few bouts or tricks; where things were each time it was one's turn."""
    found = []
    for _ in range(6):
        expect(page).to_have_title(re.compile("^●"), timeout=10_000)
        found.append(measured(page, "places", places))
        playable = page.locator(".hand:not(:has(.chosen)) .can")
        chosen = playable.first if playable.count() else page.locator(".big .b").first
        moves = page.locator("#moves li").count()
        chosen.dispatch_event("click")
        if not page.locator(".hand .chosen").count():
            expect(page.locator("#moves li")).not_to_have_count(moves, timeout=10_000)
    return found


@pytest.mark.parametrize(
    ("moment", "game", "size"),
    [
        ("durak", "durak", "phone"),
        pytest.param("bridge-play", "bridge", "laptop", marks=pytest.mark.slow),
        pytest.param("durak", "durak", "laptop", marks=pytest.mark.slow),
        pytest.param("bridge-play", "bridge", "phone", marks=pytest.mark.slow),
    ],
)
def test_nothing_shifts_when_a_bout_or_a_trick_changes(
    visit: Visits, moment: str, game: str, size: str
) -> None:
    page = seated(visit, moment, f"Anna at a {size}")
    sized(page, size)
    found = play_something(page, STAYS[game])
    assert len(found) > 2
    assert [each for each in found if each != found[0]] == []


@pytest.mark.parametrize("game", ["durak", "draughts", "bridge"])
def test_clocks_are_in_sight(visit: Visits, programs: Programs, game: str) -> None:
    guest = visit()
    guest.page.add_init_script(MEASURES)
    bots: list[str | None] = [None, "random"] if game != "bridge" else [None, *["random"] * 3]
    guest.sit(programs.invite(game, {}, bots, minutes=5), f"Clock {game}")
    for size in SIZES:
        sized(guest.page, size)
        assert measured(guest.page, "hidden", [".clock"]) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ru-RU", "en-GB"])
@pytest.mark.parametrize("moment", NEEDED)
def test_axe_finds_nothing_in_the_middle_of_play(visit: Visits, moment: str, language: str) -> None:
    page = seated(visit, moment, f"Anna {language}", locale=language)
    for size in SIZES:
        sized(page, size)
        assert violations(page) == []
        assert measured(page, "hidden", NEEDED[moment]) == []
        assert measured(page, "overlapping", APART[MOMENTS[moment].game]) == []
