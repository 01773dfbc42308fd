"""Every page that a link leads to, on every size of screen and in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page
from starlette.routing import BaseRoute, Match

from igroteka.web.app import Settings, create_app
from tests.walk.presses import Presser
from tests.walk.recording import walked
from tests.walk.tables import LANGUAGES, PHONE, TABLET, Walker
from tests.web.browsing import needs_chromium
from tests.web.house import House
from tools import picture_club, picture_scenes

pytestmark = needs_chromium

LAPTOP = (1366, 768)
SIZES = (LAPTOP, (1280, 800), (1920, 1080), TABLET, PHONE)
ROLES = ("grown", "child", "stranger")
LINKS = "() => [...document.querySelectorAll('a[href]')].map(each => each.href)"


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[BaseRoute]:
    """The routes of the house."""
    folder = tmp_path_factory.mktemp("routes")
    return [*create_app(Settings(folder, str(folder / "games.db"), warm=False)).routes]


@pytest.fixture(scope="module")
def filled(browser: Browser, site: House) -> Iterator[dict[str, Walker]]:
    """Who walks: one who plays and directs, a child, and a stranger who has nothing yet."""
    grown, child, stranger = (Walker(browser, site) for _ in ROLES)
    grown.introduce("Anna", "en")
    scenes = picture_club.begun(grown.page) | picture_scenes.rooms(grown.page)
    grown.known = [*scenes.values()]
    child.known = [*picture_scenes.childs_room(child.page).values()]
    stranger.known = [*grown.known]
    yield dict(zip(ROLES, (grown, child, stranger), strict=True))
    for each in (grown, child, stranger):
        each.leave()


@pytest.mark.parametrize(
    ("role", "language", "sizes"),
    [
        *((role, LANGUAGES[0], (LAPTOP, TABLET, PHONE)) for role in ROLES[:-1]),
        *((role, LANGUAGES[1], (TABLET, PHONE)) for role in ROLES[:-1]),
        (ROLES[-1], LANGUAGES[0], (TABLET, PHONE)),
        *(
            pytest.param(role, language, SIZES, marks=pytest.mark.slow)
            for role in ROLES
            for language in LANGUAGES
        ),
    ],
    ids=lambda each: each if isinstance(each, str) else str(len(each)),
)
def test_every_page_fits(
    browser: Browser,
    site: House,
    filled: dict[str, Walker],
    routes: list[BaseRoute],
    role: str,
    language: str,
    sizes: tuple[tuple[int, int], ...],
) -> None:
    who = filled[role]
    state = who.context.storage_state()
    walker = Walker(browser, site, language, storage_state=state)
    for template, _ in pages(walker, site, routes, who.known):
        sizes = sizes[::-1]  # the window has the first of them already
        walker.measure(f"{template}, {language}", sizes, scrolled=True, stay=True)
        walked("page", template, role=role, language=language, sizes=len(sizes))
    walker.leave()
    assert not walker.faults, "\n".join(walker.faults)


@pytest.mark.parametrize("role", [*ROLES[:-1], pytest.param(ROLES[-1], marks=pytest.mark.slow)])
def test_everything_on_a_page_can_be_pressed(
    browser: Browser, site: House, filled: dict[str, Walker], routes: list[BaseRoute], role: str
) -> None:
    who = filled[role]
    walker = Walker(browser, site, storage_state=who.context.storage_state())
    presser = Presser(walker)
    there = [address for _, address in pages(walker, site, routes, who.known)]
    for risky in (False, True):
        for address in there:
            presser.press_all(address, risky=risky)
    walker.leave()
    assert not walker.faults, "\n".join(walker.faults)


def pages(
    walker: Walker, site: House, routes: list[BaseRoute], known: list[str]
) -> Iterator[tuple[str, str]]:
    """What is known, and a page of each kind that links lead to; the walker is there."""
    seen: set[str] = set()
    ahead, been = ["/", *known], {""}
    while ahead:
        address = ahead.pop(0)
        template = template_of(routes, address)
        old = address in been or (template in seen and address not in known)
        been.add(address)
        if template is None or old or not shown(walker.page, address):
            continue
        seen.add(template)
        walker.page.goto(address)
        ahead += links(walker.page, site)
        yield template, address


def template_of(routes: list[BaseRoute], address: str) -> str | None:
    """Which route answers at an address."""
    scope = {"type": "http", "method": "GET", "path": urlsplit(address).path}
    for route in routes:
        if route.matches(scope)[0] is Match.FULL:
            inner = getattr(route, "original_router", None)
            return template_of(inner.routes, address) if inner else str(getattr(route, "path", ""))
    return None


def shown(page: Page, address: str) -> bool:
    """Whether this is a page, and no picture or file."""
    answer = page.request.get(address)
    return answer.headers.get("content-type", "").startswith("text/html") and (
        "content-disposition" not in answer.headers
    )


def links(page: Page, site: House) -> list[str]:
    """Where one may go from here."""
    return [
        each.removeprefix(site.address)
        for each in page.evaluate(LINKS)
        if each.startswith(site.address)
    ]
