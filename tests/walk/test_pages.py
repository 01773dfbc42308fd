"""Every page that a link leads to, on every size of screen and in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page
from starlette.routing import BaseRoute, Match

from igroteka.web.app import Settings, create_app
from tests.walk.recording import walked
from tests.walk.tables import LANGUAGES, PHONE, TABLET, Walker
from tests.web.browsing import needs_chromium
from tests.web.house import House
from tools import picture_club, picture_scenes

pytestmark = needs_chromium

LAPTOP = (1366, 768)
SIZES = (LAPTOP, (1280, 800), (1920, 1080), TABLET, PHONE)
LINKS = "() => [...document.querySelectorAll('a[href]')].map(each => each.href)"


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[BaseRoute]:
    """The routes of the house."""
    folder = tmp_path_factory.mktemp("routes")
    return [*create_app(Settings(folder, str(folder / "games.db"), warm=False)).routes]


@pytest.fixture(scope="module")
def filled(browser: Browser, site: House) -> Iterator[dict[str, Walker]]:
    """People who have something on every page: one who plays and directs, and a child."""
    grown, child = Walker(browser, site), Walker(browser, site)
    grown.introduce("Anna", "en")
    scenes = picture_club.begun(grown.page) | picture_scenes.rooms(grown.page)
    grown.known = [*scenes.values()]
    child.known = [*picture_scenes.childs_room(child.page).values()]
    yield {"grown": grown, "child": child}
    grown.leave()
    child.leave()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", ["grown", "child"])
def test_every_page_fits(
    browser: Browser,
    site: House,
    filled: dict[str, Walker],
    routes: list[BaseRoute],
    role: str,
    language: str,
) -> None:
    who = filled[role]
    state = who.context.storage_state()
    walker = Walker(browser, site, language, storage_state=state)
    sizes = SIZES if language == LANGUAGES[0] else (TABLET, PHONE)
    seen: set[str] = set()
    ahead = ["/", *who.known]
    while ahead:
        address = ahead.pop(0)
        template = template_of(routes, address)
        if template is None or template in seen or not shown(walker.page, address):
            continue
        seen.add(template)
        walker.page.goto(address)
        walker.measure(f"{template}, {language}", sizes, scrolled=True)
        ahead += links(walker.page, site)
        walked("page", template, role=role, language=language, sizes=len(sizes))
    walker.leave()
    assert not walker.faults, "\n".join(walker.faults)


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
