"""Every kind of page, in both languages and in light and dark, as axe sees it: nothing to mend."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import violations
from tests.web.browsing import Programs, Visit, needs_chromium

pytestmark = needs_chromium
Visits = Callable[..., Visit]
LANGUAGES = ["en", pytest.param("ru", marks=pytest.mark.slow)]
"""What axe sees hardly depends on the words; it looks at them all in the slow run."""

PAGES = ("/", "/archive", "/tournaments", "/tournaments/new/substitution", "/grammar", "/me",
         "/study", "/puzzles", "/ratings/draughts", "/new/draughts", "/new/bridge",
         "/child", "/nowhere")  # fmt: skip
SEATS: dict[str, list[str | None]] = {
    "draughts": [None, "random"],
    "durak": [None, "random"],
    "substitution": [None, "random"],
    "bridge": [None, "random", "random", "random"],
}


def speaking(visit: Visits, language: str) -> Visit:
    """A browser of this language, which takes the colours of its system."""
    return visit(locale="ru-RU" if language == "ru" else "en-GB")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_have_nothing_to_mend(visit: Visits, language: str) -> None:
    guest = speaking(visit, language)
    found = {}
    for path in PAGES:
        guest.page.goto(path)
        assert guest.page.locator("html").get_attribute("lang") == language
        found[path] = violations(guest.page)
    guest.complaints.clear()  # the browser itself says that there is no page at one of them
    assert found == {path: [] for path in PAGES}


def test_a_childs_room_has_nothing_to_mend(visit: Visits) -> None:
    child = visit()
    page = child.page
    page.goto("/child")
    page.locator("input[name=name]").fill("Petya Axe")
    page.locator("input[name=code]").fill("2580")
    page.locator("input[name=minutes]").fill("30")
    page.locator("main .b.go").click()
    expect(page.locator(".doors")).to_be_visible()
    rooms = ("/child", "/child/play", "/child/learn")
    found = {}
    for path in rooms:
        page.goto(path)
        found[path] = violations(page)
    assert found == {path: [] for path in rooms}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SEATS)
def test_tables_have_nothing_to_mend(
    visit: Visits, programs: Programs, game: str, language: str
) -> None:
    guest = speaking(visit, language)
    guest.sit(programs.invite(game, {}, SEATS[game]), f"Axe {language} {game}")
    expect(guest.page.locator("#board button, #board [role=button]").first).to_be_visible()
    assert violations(guest.page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_and_reviews_have_nothing_to_mend(
    visit: Visits, programs: Programs, language: str
) -> None:
    guest = speaking(visit, language)
    guest.sit(programs.invite("draughts", {}, SEATS["draughts"]), f"Axe {language}")
    page = guest.page
    page.locator("#hint").click()
    for _ in range(2):
        page.locator("#more-hint").click()
    expect(page.locator("#advice li").first).to_be_visible()
    assert violations(page) == []
    page.locator("#advice button").first.click()
    expect(page.locator("#moves li")).to_have_count(2)
    page.goto(page.url.replace("/table/", "/game/"))
    expect(page.locator("#status")).not_to_be_empty()
    page.locator("#forward").click()
    assert violations(page) == []
    page.locator("[data-opens=more]").click()
    expect(page.locator("#comment-form")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_series_and_its_score_have_nothing_to_mend(visit: Visits, language: str) -> None:
    guest = speaking(visit, language)
    page = guest.page
    page.goto("/new/draughts")
    page.locator("input[name=name0]").fill(f"Axe series {language}")
    page.locator("summary", has_text=re.compile("series|Серия")).click()
    page.locator("input[name=series]").fill("2")
    page.locator("form[method=post] .b.go").last.click()
    expect(page.locator("#status")).not_to_be_empty()
    guest.resign()
    expect(page.locator(".score .leads")).to_be_visible()
    assert violations(page) == []
    page.locator("#review").click()
    expect(page.locator("#status")).not_to_be_empty()
    page.locator("[data-opens=more]").click()
    expect(page.locator(".score .leads")).to_be_visible()
    assert violations(page) == []
    page.locator("#series-title a").click()
    expect(page.locator(".score .leads")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_open_to_programs_has_nothing_to_mend(visit: Visits, language: str) -> None:
    guest = speaking(visit, language)
    page = guest.page
    page.goto("/new/bridge?board=1")
    page.locator("input[name=name0]").fill(f"Axe door {language}")
    page.locator("select[name=seat1]").select_option("invite")
    page.locator("form[method=post] .b.go").last.click()
    expect(page.locator("#status")).not_to_be_empty()
    page.locator("[data-opens=sharing]").click()
    page.locator(".programs button").click()
    expect(page.locator("#status")).not_to_be_empty()
    page.locator("[data-opens=sharing]").click()
    expect(page.locator(".programs input")).to_be_visible()
    assert violations(page) == []


CLUB = ("", "/people", "/results", "/board/{board}", "/pair/1", "/paper/hands")
NAMES = "\n".join(f"Anna {letter} (I) – Boris {letter}" for letter in "ABCD")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_club_evening_has_nothing_to_mend(visit: Visits, language: str) -> None:
    """The door, the members, the desk and all that hangs on it, and a phone."""
    guest = speaking(visit, language)
    page = guest.page
    found = {}
    page.goto("/club/members")
    page.locator("form[action='/club/members'] input[name=name]").fill(f"Anna {language}")
    page.locator("form[action='/club/members'] .b.go").click()
    found["members"] = violations(page)
    page.goto("/club")
    found["club"] = violations(page)
    page.locator("input[name=name]").fill(f"Axe {language}")
    page.locator("form[action='/club'] .b.go").click()
    page.locator("textarea").fill(NAMES)
    page.locator("form:has(textarea) .b.go").click()
    page.locator(".proposal .b.go").first.click()
    expect(page.locator(".desk")).to_be_visible()
    here = page.url
    page.goto(f"{here}/people")
    page.locator("form:has(input[name=seed]) .b").click()
    page.goto(f"{here}/links")
    phone = str(page.locator(".link-card a").first.get_attribute("href"))
    board = _enter(page, here)
    for path in CLUB:
        page.goto(here + path.format(board=board))
        found[path] = violations(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(phone)
    expect(page.locator(".entry .b.board").first).to_be_visible()
    found["phone"] = violations(page)
    page.locator(".entry .b.board").first.click()
    expect(page.locator(".deal")).to_be_visible()
    found["phone's board"] = violations(page)
    assert found == {name: [] for name in found}


def _enter(page: Page, here: str) -> int:
    """The first board of table 1 is played; its number."""
    page.goto(here)
    board = int(str(page.locator(".cell a").first.get_attribute("href")).split("/")[-1])
    for table in ("1", "2"):
        page.goto(f"{here}/desk/1/{table}/{board}")
        if page.locator("input[name=result]").count():
            page.locator("input[name=result]").first.fill("1NT N =")
            page.locator("form[data-deed=corrected] .b.go").click()
            expect(page.locator(".desk")).to_be_visible()
    return board
