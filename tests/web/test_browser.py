"""Whole games in a browser: by click, by drag, by keys, on two screens, through a kill."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from tests.web import house as outside
from tests.web.browsing import Programs, Visit, needs_chromium
from tests.web.clicking import LONGEST_GAME, ONE_NOTRUMP, SEVEN_NOTRUMP, UNCOVERED

pytestmark = needs_chromium
Visits = Callable[..., Visit]


def square(page: Page, name: str) -> Locator:
    return page.locator(f'[data-square="{name}"]')


def play_on(visit: Visit, choose: Callable[[Page], Locator | None]) -> None:
    """Click what is chosen until the game is over."""
    page = visit.page
    patience = time.monotonic() + LONGEST_GAME
    while not visit.over:
        assert time.monotonic() < patience, page.locator("#status").inner_text()
        clickable = choose(page) if page.title().startswith("●") else None
        if clickable is not None:
            with suppress(TimeoutError):  # the board was drawn anew meanwhile
                clickable.click(timeout=1000, position=clickable.evaluate(UNCOVERED, timeout=1000))
        page.wait_for_timeout(20)
    expect(page.get_by_role("link", name="Look back")).to_be_visible()


def test_a_capture_of_several_pieces_is_clicked_step_by_step(
    visit: Visits, programs: Programs
) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {"start": "W:Wc3:Bd4,f6"}, [None, "random"]), "Anna C")
    page = anna.page
    square(page, "c3").click()
    expect(square(page, "c3")).to_have_class("square lifted")
    expect(page.locator(".square.target")).to_have_count(1)
    square(page, "e5").click()
    expect(page.locator(".piece.fallen")).to_have_count(1)
    expect(page.locator("#moves li")).to_have_count(0)
    square(page, "g7").click()
    expect(page.locator("#status")).to_contain_text("You have won")
    expect(page.locator("#moves li")).to_have_count(1)


def test_draughts_is_dragged(visit: Visits, programs: Programs) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {"start": "W:Wc3,g3:Bd4,h8"}, [None, "random"]), "Anna D")
    page = anna.page
    expect(page.locator(".square.can:not(.target)")).to_have_count(1)
    page.mouse.move(*_middle(square(page, "c3")))
    page.mouse.down()
    page.mouse.move(*_middle(square(page, "e5")), steps=5)
    page.mouse.up()
    expect(page.locator("#moves li").first).to_contain_text("c3:e5")


def _middle(locator: Locator) -> tuple[float, float]:
    box = locator.locator("rect").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_draughts_is_played_with_the_keys_alone(visit: Visits, programs: Programs) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {"start": "W:Wc3:Bd4"}, [None, "random"]), "Anna K")
    page = anna.page
    page.locator("[data-square][tabindex='0']").focus()
    _walk(page, "c3")
    page.keyboard.press("Enter")
    _walk(page, "e5")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("You have won")


def _walk(page: Page, goal: str) -> None:
    """Go to a square by arrow keys: first to its row, then along it."""
    for _ in range(30):
        here = page.evaluate("document.activeElement.dataset.square")
        if here == goal:
            return
        if here[1] != goal[1]:
            page.keyboard.press("ArrowDown" if here[1] > goal[1] else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if here[0] < goal[0] else "ArrowLeft")
    raise AssertionError(f"{goal} is not reached")


def test_a_move_that_is_not_legal_shows_the_reason(visit: Visits, programs: Programs) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {}, [None, "random"]), "Anna I")
    page = anna.page
    square(page, "c3").click()
    square(page, "c5").click()
    expect(page.locator("#refusal")).not_to_be_empty()
    square(page, "b2").click()
    expect(page.locator("#refusal")).to_contain_text("occupied")
    expect(page.locator("#moves li")).to_have_count(0)
    page.locator("#typed-move").fill("c3-d4")
    page.keyboard.press("Enter")
    expect(page.locator("#moves li").first).to_contain_text("c3–d4")
    expect(page.locator("#refusal")).to_be_empty()


def test_a_piece_that_cannot_go_there_stays_lifted(visit: Visits, programs: Programs) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {}, [None, "random"]), "Anna L")
    page = anna.page
    square(page, "c3").click()
    square(page, "c5").click()
    expect(page.locator("#refusal")).not_to_be_empty()
    expect(square(page, "c3")).to_have_class("square lifted")
    square(page, "d4").click()
    expect(page.locator("#moves li").first).to_contain_text("c3–d4")


def test_durak_is_played_to_its_end_by_click(visit: Visits, programs: Programs) -> None:
    anna = visit()
    anna.sit(programs.invite("durak", {"cards": "24"}, [None, "random"]), "Anna U")

    def choose(page: Page) -> Locator | None:
        several = page.locator(".big .b")
        playable = page.locator(".hand .can:not(.chosen)")
        if page.locator(".hand .chosen").count() and several.count():
            return several.first
        return playable.first if playable.count() else several.first if several.count() else None

    play_on(anna, choose)


FORM_PRODUCTION_GROUP = (
    "button.form:not(.plain)",
    ".production-list button:enabled[aria-pressed=false]",
    ".group:enabled[aria-pressed=false]",
)


def test_substitution_is_played_to_its_end_by_click(visit: Visits, programs: Programs) -> None:
    anna = visit()
    options = {"turns": "2", "grammar": "S->AB|a;A->a|b;B->b"}
    anna.sit(programs.invite("substitution", options, [None, "random"]), "Anna S")

    def choose(page: Page) -> Locator | None:
        for found in FORM_PRODUCTION_GROUP:
            if page.locator(found).count():
                return page.locator(found).first
        return None

    play_on(anna, choose)


def bid_or_play(page: Page, ways: Sequence[str] = ONE_NOTRUMP) -> Locator | None:
    """One no-trump, so that the board is not passed out, and then whatever there is."""
    for found in ways:
        if page.locator(found).count():
            return page.locator(found).first
    return None


def test_a_full_trick_is_shown_for_a_while_and_can_be_looked_at_again(
    visit: Visits, programs: Programs
) -> None:
    anna, eve = visit(), visit()
    options = {"board": "3"}  # South deals it
    link = programs.invite("bridge", options, ["simple", "simple", None, "simple"], pace=0.01)
    page = anna.page
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    anna.sit(link, "Anna Trick")
    eve.page.goto(link.split("/sit/")[0])
    patience = time.monotonic() + LONGEST_GAME
    while page.locator(".trick [role=img]").count() < 4 or page.title().startswith("●"):
        assert time.monotonic() < patience, page.locator("#status").inner_text()
        clickable = bid_or_play(page, SEVEN_NOTRUMP) if page.title().startswith("●") else None
        if clickable is not None:
            with suppress(TimeoutError):
                clickable.click(timeout=1000, position=clickable.evaluate(UNCOVERED, timeout=1000))
        page.wait_for_timeout(20)
    shown = page.locator("#moves li").count()
    expect(eve.page.locator("#moves li").nth(shown)).to_be_attached()
    assert page.locator("#moves li").count() == shown, "the game goes on, but the trick stays"
    page.clock.run_for(1000)
    expect(page.locator("#moves li").nth(shown)).to_be_attached()
    page.get_by_role("button", name="The last trick").click()
    expect(page.locator(".trick.last [role=img]")).to_have_count(4)


def test_a_board_ends_with_its_result_and_the_next_is_a_click_away(
    visit: Visits, programs: Programs
) -> None:
    anna = visit()
    anna.sit(programs.invite("bridge", {}, ["simple", "simple", None, "simple"]), "Anna Next")
    play_on(anna, bid_or_play)
    page = anna.page
    expect(page.locator("#status")).to_contain_text(
        re.compile(r"(Your side has won|have won|a draw)\. (.*; North–South|Passed out)")
    )
    page.get_by_role("button", name="Next board").click()
    expect(page.locator("#status")).not_to_contain_text("won")
    expect(page.locator(".place.S .seat")).to_contain_text("South, Anna Next")


def test_two_browsers_meet_by_a_link_and_play(visit: Visits) -> None:
    anna, boris = visit(), visit()
    anna.name("Anna Two")
    page = anna.page
    page.goto("/new/draughts")
    page.locator("select[name=seat1]").select_option("invite")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#status")).to_contain_text("Waiting")
    expect(page.locator("#inviting")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()
    boris.page.goto(page.locator("[data-free-seat] input").input_value())
    expect(boris.page.locator("main")).to_contain_text("Anna Two invites you to a game: draughts")
    boris.sit(boris.page.url, "Boris Two")
    expect(page.locator("#inviting")).to_contain_text("Boris Two has sat down")
    expect(page.locator("#inviting")).to_be_hidden()
    expect(page.locator(".links input")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("your turn")
    square(page, "c3").click()
    square(page, "d4").click()
    expect(boris.page.locator("#moves li")).to_have_count(1)
    expect(boris.page.locator("#status")).to_contain_text("your turn")
    first = square(boris.page, "b6").bounding_box()
    last = square(boris.page, "g1").bounding_box()
    assert first is not None
    assert last is not None
    assert first["y"] > last["y"], "black sits below on the screen of black"
    boris.resign()
    expect(page.locator("#status")).to_contain_text("You have won")
    page.get_by_role("button", name="Once more").click()
    expect(page.locator("#status")).to_contain_text("Boris Two is to move")
    boris.page.get_by_role("link", name="The next game has begun").click()
    expect(boris.page.locator("#status")).to_contain_text("your turn")


def test_two_people_share_a_screen_behind_a_curtain(visit: Visits) -> None:
    anna = visit()
    anna.name("Anna Screen")
    page = anna.page
    page.goto("/new/durak")
    expect(page.locator("input[name=name1]")).to_be_hidden()
    page.locator("select[name=seat1]").select_option("here")
    page.locator("input[name=name1]").fill("Boris Screen")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(0)
    page.locator(".curtain button").click()
    expect(page.locator("[data-card]")).to_have_count(6)
    page.locator(".hand .can").first.click()
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(0)


def test_a_game_goes_on_by_itself_after_the_server_was_killed(
    browser: Browser, tmp_path: Path
) -> None:
    with outside.House(tmp_path) as house:
        anna = Visit(browser, house)
        anna.sit(Programs(house).invite("draughts", {}, [None, "random"]), "Anna Kill")
        page = anna.page
        square(page, "c3").click()
        square(page, "d4").click()
        expect(page.locator("#moves li")).to_have_count(2)
        before = page.locator("#moves").inner_text()
        house.kill()
        expect(page.locator("#status")).to_contain_text("Connecting again")
        house.start()
        expect(page.locator("#status")).to_contain_text("your turn")
        assert page.locator("#moves").inner_text() == before
        page.locator(".square.can:not(.target)").first.click()
        page.locator(".square.target").first.click()
        expect(page.locator("#moves li")).to_have_count(4)
        anna.context.close()


@pytest.mark.parametrize("game", ["draughts", "durak", "bridge", "substitution"])
def test_play_now_needs_one_click(visit: Visits, game: str) -> None:
    anna = visit()
    anna.page.goto("/")
    anna.page.locator(".games label", has=anna.page.locator(f"[value={game}]")).click()
    anna.page.locator(".offer.chosen").get_by_role("button", name="Play now").click()
    expect(anna.page.locator("#status")).not_to_be_empty()
    expect(anna.page.locator("#board > *").first).to_be_visible()
