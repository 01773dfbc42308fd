"""Every game in every set of options: opened by the form, measured, played and looked back at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from igroteka.registry import game_names, make_game
from tests.snapshots import kept
from tests.walk.boards_drawn import PART, texts
from tests.walk.looking_back import MOST, step_through
from tests.walk.option_sets import covering, full
from tests.walk.recording import walked
from tests.walk.tables import (
    LANGUAGES,
    LAPTOP,
    LONGEST,
    PHONE,
    SIZES,
    TABLET,
    Walker,
    click,
    press_enter,
    tap,
    walking,
)
from tests.web.browsing import needs_chromium
from tests.web.house import House

pytestmark = needs_chromium

WAYS = ((click, LAPTOP), (tap, PHONE), (press_enter, LAPTOP))
"""How a move is played, and where."""
FEW = 8
"""Positions of a look back for which a run has time."""


@pytest.fixture(scope="module")
def known(browser: Browser, site: House) -> Mapping[str, Any]:
    """Somebody with a long name for each language, as their browsers keep who they are."""
    states = {}
    for place, language in enumerate(LANGUAGES):
        with walking(browser, site, language=language) as walker:
            walker.introduce(LONGEST.format(place), language)
            states[language] = walker.context.storage_state()
    return states


def sets(chosen: Any) -> list[Any]:
    """All sets of all games, each with its place among those of its game."""
    return [
        pytest.param(game, place, options, id=f"{game}-{place}")
        for game in game_names()
        for place, options in enumerate(chosen(game))
    ]


@pytest.mark.parametrize(("game", "place", "options"), sets(covering))
def test_a_table_is_opened_fits_is_played_at_and_looked_back_at(
    browser: Browser,
    site: House,
    known: Mapping[str, Any],
    game: str,
    place: int,
    options: Mapping[str, str],
) -> None:
    language, other = LANGUAGES[place % 2], LANGUAGES[1 - place % 2]
    seats = make_game(game, dict(options)).seats
    chairs = ["here" if place % 3 else "bot"] * seats
    chairs[0] = "me"
    with walking(browser, site, language=language, storage_state=known[language]) as walker:
        walker.open_table(game, options, chairs)
        if walker.my_turn():
            walker.count(game, walker.seen["view"])
            walker.move(click)
        walker.my_turn()
        played = [move["text"] for move in walker.seen["moves"]]
        walker.count(game, walker.seen["view"])
        walker.measure(f"{language}, after a move", stay=True)
        walker.speak(other)
        walker.page.locator("#status:not(:empty)").wait_for()
        walker.my_turn()
        walker.measure(f"{other}, after a move", (PHONE, TABLET), stay=True)
        if give_up(walker):
            look_back(walker, played, (SIZES[place % len(SIZES)],), FEW)
        walked("board", f"{game} {dict(options)}", sizes=len(SIZES), moves=len(played))
    assert not walker.faults, "\n".join(walker.faults)


def test_boards_are_drawn_as_they_were(browser: Browser, tmp_path: Path) -> None:
    if different := kept.differences(texts(browser, tmp_path), PART):
        pytest.fail(f"{different}\n\nif this is meant, `make snapshots` keeps it", pytrace=False)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "place", "options"), sets(full))
def test_each_pair_of_values_is_played_in_every_way_and_seen_on_another_device(
    browser: Browser,
    site: House,
    known: Mapping[str, Any],
    game: str,
    place: int,
    options: Mapping[str, str],
) -> None:
    language = LANGUAGES[place % 2]
    chairs = ["me", *["bot"] * (make_game(game, dict(options)).seats - 1)]
    how = {"language": language, "storage_state": known[language]}
    with (
        walking(browser, site, has_touch=True, **how) as walker,
        walking(browser, site, **how) as other,
    ):
        walker.open_table(game, options, chairs)
        walker.my_turn()
        other.page.goto(walker.page.url)
        for way, size in WAYS:
            walker.resize(size)
            if not walker.my_turn():
                break
            before = len(walker.seen["moves"])
            walker.move(way)
            walker.my_turn()
            there = other.page.locator("#moves .ply, #moves > *")
            expect(there.nth(before)).to_be_attached()
        walker.measure(f"{language}, after moves")
        other.measure("the other device", (PHONE,))
        played = [move["text"] for move in walker.seen["moves"]]
        walker.speak(LANGUAGES[1 - place % 2])
        walker.page.locator("#status:not(:empty)").wait_for()
        walker.my_turn()
        walker.measure("in the other language")
        if give_up(walker):
            look_back(walker, played)
        walked("board", f"{game} {dict(options)}", sizes=len(SIZES), moves=len(played))
    assert not walker.faults + other.faults, "\n".join(walker.faults + other.faults)


def give_up(walker: Walker) -> bool:
    """End the game where one may; whether it is over."""
    page, over = walker.page, walker.page.locator(".table-page.over")
    if over.count() == 0:
        if not page.locator("#resign").is_visible():
            return False
        page.locator("#resign").click()
        page.locator("#asking [value=yes]").click()
    expect(over).to_be_visible()
    walker.measure("over", (PHONE,), stay=True)
    return True


def look_back(
    walker: Walker, played: list[str], sizes: Sequence[tuple[int, int]] = SIZES, most: int = MOST
) -> None:
    """The moves that were played are stored and shown; so many positions fit these sizes."""
    page = walker.page
    page.locator("#review").click()
    page.wait_for_url("**/game/*")
    moves = page.locator("#moves .ply")
    walker.resize(LAPTOP)
    expect(moves.first).to_be_visible()
    page.locator("#to-end").click()
    expect(moves.nth(len(played) - 1)).to_be_visible()
    walker.measure("look back", (PHONE, TABLET), stay=True)
    step_through(walker, sizes, most)
