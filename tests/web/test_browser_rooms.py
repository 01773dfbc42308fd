"""The other rooms in a browser: archive, looking back, tournaments, grammar, wishes, a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browsing import Programs, Visit, needs_chromium

pytestmark = needs_chromium
Visits = Callable[..., Visit]

PHONE = {"width": 390, "height": 800}


def finished_game(visit: Visit, programs: Programs, name: str) -> str:
    """A short game that Anna has won; its number."""
    link = programs.invite("draughts", {"start": "W:Wc1,a1:Bf8,h8"}, [None, "random"])
    visit.sit(link, name)
    page = visit.page
    for move in ("c1-d2", "a1-b2"):
        expect(page.locator("#status")).to_contain_text("your turn")
        page.locator("#typed-move").fill(move)
        page.keyboard.press("Enter")
        expect(page.locator("#moves")).to_contain_text(move.replace("-", "–"))
    expect(page.locator("#resign")).to_be_enabled()
    visit.resign()
    expect(page.locator("#review")).to_be_visible()
    return link.split("/")[2]


def test_a_game_is_found_and_looked_back_at(visit: Visits, programs: Programs) -> None:
    anna = visit()
    number = finished_game(anna, programs, "Anna Back")
    page = anna.page
    page.goto("/archive")
    page.get_by_text("Search", exact=True).first.click()
    page.locator("input[name=player]").fill("Anna Back")
    page.locator("input[name=opponent]").fill("*")
    page.locator("select[name=result]").select_option("lost")
    page.locator("form[role=search] button").first.click()
    expect(page.locator("main")).to_contain_text("Games found: 1")
    assert "player=Anna+Back" in page.url, "a search can be kept as an address"
    expect(page.locator(".game .thumb svg")).to_be_visible()
    page.locator(".game a").click()
    expect(page).to_have_url(re.compile(rf"/game/{number}$"))
    expect(page.locator("#status")).to_contain_text("The start")
    page.locator("#forward").click()
    expect(page.locator("#status")).to_contain_text("c1–d2")
    page.keyboard.press("End")
    expect(page.locator("#moves [aria-current=step]")).to_have_count(1)
    page.locator("#to-start").click()
    expect(page.locator("#status")).to_contain_text("The start")
    page.locator("#moves button.step").nth(2).click()
    expect(page.locator("#status")).to_contain_text("a1–b2")


def test_steps_asked_for_while_the_game_is_loading_are_taken(
    visit: Visits, programs: Programs
) -> None:
    anna = visit()
    number = finished_game(anna, programs, "Anna Hasty")
    page = anna.page
    held: list[Route] = []
    clicked = False

    def hold(route: Route) -> None:
        if clicked:
            route.continue_()
        else:
            held.append(route)

    page.route("**/positions*", hold)
    page.goto(f"/game/{number}", wait_until="commit")
    for button in ("forward", "forward", "back", "forward", "forward"):
        page.locator(f"#{button}").click()
    while not held:
        page.wait_for_timeout(20)
    clicked = True
    for route in held:
        route.continue_()
    expect(page.locator("#status")).to_contain_text("2. a1–b2")
    expect(page.locator("#moves [aria-current=step]")).to_contain_text("a1–b2")


def test_a_move_is_commented_and_another_is_tried(visit: Visits, programs: Programs) -> None:
    anna = visit()
    number = finished_game(anna, programs, "Anna Var")
    page = anna.page
    page.goto(f"/game/{number}")
    expect(page.locator("#status")).to_contain_text("The start")
    page.locator("#forward").click()
    page.get_by_role("button", name="More").click()
    page.locator("#comment").fill("<b>too early</b>")
    page.locator("#mark").select_option("?")
    page.get_by_role("button", name="Keep the comment").click()
    expect(page.locator("#moves")).to_contain_text("<b>too early</b>")
    page.get_by_role("button", name="More").click()
    page.locator("#comment").fill("just in time")
    page.get_by_role("button", name="Keep the comment").click()
    expect(page.locator("#said")).to_contain_text("Anna Var: ? just in time")
    page.get_by_text("changed; earlier: 1").click()
    expect(page.locator("#said details li")).to_contain_text("? <b>too early</b>")
    page.locator("#to-start").click()
    expect(page.locator("#status")).to_contain_text("The start")
    page.locator('[data-square="c1"]').click()
    page.locator('[data-square="b2"]').click()
    expect(page.locator("#status")).to_contain_text("c1–b2")
    expect(page.locator("#moves .variation")).to_contain_text("c1–b2")
    page.reload()
    expect(page.locator("#moves .variation")).to_contain_text("c1–b2")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))
    expect(page.locator("#status")).not_to_be_empty()


def test_a_game_is_judged_without_being_asked_for(visit: Visits, programs: Programs) -> None:
    anna = visit()
    number = finished_game(anna, programs, "Anna Turn")
    page = anna.page
    page.goto(f"/game/{number}")
    expect(page.locator("#course svg")).to_be_visible()
    expect(page.locator("#course progress")).to_have_count(0)
    expect(page.locator("#verdict")).to_contain_text(re.compile("turning point|No single move"))


def test_an_unfinished_game_waits_and_is_resumed(visit: Visits, programs: Programs) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {}, [None, "random"]), "Anna Res")
    page = anna.page
    page.locator("#typed-move").fill("c3-d4")
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(2)
    page.get_by_role("link", name="To the games").click()
    expect(page.locator("#asking")).to_contain_text("Leave the game?")
    page.locator("#asking [value=yes]").click()
    page.wait_for_url("**/")
    page.locator(".go-on").click()
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#status")).to_contain_text("your turn")
    page.goto("/archive?player=Anna+Res&state=unfinished")
    expect(page.get_by_role("link", name="Resume")).to_be_visible()


def test_hints_and_take_backs_are_a_click_away(visit: Visits, programs: Programs) -> None:
    anna = visit()
    anna.sit(programs.invite("draughts", {}, [None, "random"]), "Anna Hint")
    page = anna.page
    page.locator("#hint").click()
    expect(page.locator(".square.advised").first).to_be_attached()
    page.get_by_role("button", name="A little more").click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator("#advice li")).not_to_have_count(0)
    page.locator("#advice button").first.click()
    expect(page.locator("#moves li")).to_have_count(2)
    page.locator("#take-back").click()
    expect(page.locator("#moves li")).to_have_count(0)


def test_a_tournament_is_started_and_a_game_of_it_opened(visit: Visits) -> None:
    anna = visit()
    anna.name("Anna Tour")
    page = anna.page
    page.goto("/tournaments/new/substitution")
    page.locator("input[name=title]").fill("A small cup")
    page.locator("input[name=bots]").fill("random, smart-random")
    page.locator("input[name=games]").fill("2")
    page.locator("summary", has_text="Rules").click()
    page.locator("input[name=option-turns]").fill("3")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("A small cup")
    expect(page.locator("#standings [role=status]")).to_contain_text("4 of 4")
    expect(page.locator("#standings")).to_contain_text("smart-random")
    expect(page.locator(".lines a").first).to_be_visible()
    page.locator(".lines a").first.click()
    expect(page).to_have_url(re.compile(r"/game/\d+$"))
    expect(page.locator("#status")).to_contain_text("The start")
    for button in ("forward", "back", "to-end", "to-start"):
        page.locator(f"#{button}").click()
    expect(page.locator("#status")).to_contain_text("The start")
    page.locator("#forward").click()
    expect(page.locator(".roll")).to_be_visible()
    expect(page.locator(".group").first).to_be_visible()
    expect(page.locator(".forms")).to_have_count(2)


def test_a_grammar_is_checked_while_it_is_typed(visit: Visits) -> None:
    anna = visit()
    page = anna.page
    page.goto("/grammar")
    expect(page.locator("#checked")).to_contain_text("can be played")
    page.locator("textarea").fill("S->AB|T\nA->a\nB->b\nC->c")
    expect(page.locator("#checked tr.useless")).not_to_have_count(0)
    expect(page.locator("#checked")).to_contain_text("Never come up: C")
    page.locator("textarea").fill("# mine\nS->a\n\nb->c")
    expect(page.locator("#checked [role=alert]")).to_contain_text("line 4: the left side")
    expect(page.locator(".gutter i")).to_have_text(["1", "2", "3", "4"])
    expect(page.locator(".gutter .wrong")).to_have_text("4")
    page.locator("textarea").fill("S->a|SS")
    page.get_by_role("link", name="Play on this grammar").click()
    page.locator("summary", has_text="Other rules").click()
    expect(page.locator("input[name=option-grammar]")).to_have_value("S->a|SS")
    expect(page.locator("input[name=option-turns]")).to_have_value("10")


def test_language_and_colours_are_switched_and_kept(visit: Visits) -> None:
    anna = visit(color_scheme="light")
    page = anna.page
    page.goto("/archive")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page).to_have_url(re.compile("/archive$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Архив")
    page.locator("button[name=theme]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "ru")


PAGES = ["/", "/archive", "/tournaments", "/tournaments/new/substitution", "/grammar", "/me",
         "/study", "/ratings/draughts", "/new/draughts", "/new/bridge"]  # fmt: skip


def overflow(page: Page) -> Any:
    """Elements that stick out of the screen, and how far the page scrolls sideways.

    A page that is too wide makes a phone show it smaller, so its own measure can't be asked.
    """
    assert page.viewport_size is not None
    return page.evaluate(
        """width => {
          const wide = document.documentElement.scrollWidth - width;
          const out = [...document.querySelectorAll('main *, header *')].filter(each => {
            const box = each.getBoundingClientRect();
            return box.width && box.right > width + 1
              && !each.closest('.scroll, svg, pre, .moves');
          }).map(each => each.tagName + '.' + each.className + '#' + each.id);
          return wide > 0 ? [wide, ...out.slice(0, 8)] : [];
        }""",
        page.viewport_size["width"],
    )


def test_a_phone_needs_no_scrolling_sideways(visit: Visits, programs: Programs) -> None:
    anna = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = anna.page
    found = {}
    for path in PAGES:
        page.goto(path)
        found[path] = overflow(page)
    assert found == {path: [] for path in PAGES}


@pytest.mark.parametrize("game", ["draughts", "durak", "bridge", "substitution"])
def test_a_table_fits_a_phone(visit: Visits, programs: Programs, game: str) -> None:
    anna = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    seats: list[str | None] = [None, "random"] if game != "bridge" else [None, *["random"] * 3]
    anna.sit(programs.invite(game, {}, seats), f"Phone {game}")
    page = anna.page
    expect(page.locator("#board button, #board [role=button]").first).to_be_visible()
    assert overflow(page) == []
    for button in page.locator(".acts button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


@pytest.mark.slow
def test_many_cards_fit_a_phone(visit: Visits, programs: Programs) -> None:
    """All hands are open when one looks back, and one that took often has a dozen cards."""
    anna = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    anna.name("Anna Cards")
    page = anna.page
    link = programs.invite("durak", {"players": "4", "cards": "52"}, [None, *["random"] * 3])
    page.goto(link)
    page.locator("main form .b.go").click()
    expect(page.locator("#board [data-card]").first).to_be_visible()
    assert overflow(page) == []
    anna.resign()
    page.locator("#review").click()
    expect(page.locator("#status")).to_contain_text("The start")
    expect(page.locator(".rival .backs [data-card]")).to_have_count(18)
    page.evaluate(
        """() => document.querySelectorAll('.rivals .backs').forEach(hand => {
          while (hand.children.length < 12) hand.prepend(hand.firstChild.cloneNode(true));
          hand.style.setProperty('--n', '12');
        })"""
    )
    assert overflow(page) == []
