"""Pictures of every page: `make pictures` puts them into `build/pictures`.

A house is opened in a folder of its own, games are played in it to the middle and to the end, and
every page is shown on a laptop and on a phone, light and dark, in Russian and in English. Names of
pages after the command, or beginnings of names, make these alone. `publish` puts those that the
docs show, once made, into `docs/pictures`. Needs chromium on the PATH.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.web.browsing import CHROMIUM, chromium
from tests.web.house import House
from tools import picture_club, picture_scenes

FOLDER: Final = Path(__file__).parents[1] / "build/pictures"
DOCS: Final = Path(__file__).parents[1] / "docs/pictures"
SIZES: Final = {"laptop": (1280, 800), "phone": (390, 844)}
LANGUAGES: Final = {"ru": "ru-RU", "en": "en-GB"}
THEMES: Final = ("light", "dark")


def _turning(page: Page) -> None:
    """The turning point of a look back, or its middle where there is none."""
    page.locator("#course progress").wait_for(state="detached")
    page.wait_for_function("() => document.querySelector('#verdict').childElementCount > 0")
    found = page.locator("#verdict button")
    if found.count():
        found.click()
        page.locator("#moves [aria-current]").first.wait_for(state="attached")
    else:
        for _ in range(12):
            page.locator("#forward").click()


def _called(page: Page) -> None:
    for _ in range(4):
        page.locator("#forward").click()


def _answered(page: Page) -> None:
    page.locator("#show-answer").click()


PUBLISHED: Final = {
    "draughts": "en-light-laptop/table-draughts",
    "draughts-phone": "en-dark-phone/table-draughts",
    "review": "en-light-laptop/turning-draughts",
    "review-phone": "en-dark-phone/turning-draughts",
    "bridge-play": "en-light-laptop/table-bridge-play",
    "bridge-auction-phone": "en-light-phone/table-bridge-auction",
    "durak": "en-light-laptop/table-durak-4",
    "durak-phone": "en-dark-phone/table-durak-14-cards",
    "substitution": "en-light-laptop/table-substitution",
    "puzzle": "en-light-laptop/puzzle-solved",
    "review-durak-phone": "en-light-phone/turning-durak",
    "review-bridge-phone": "en-light-phone/turning-bridge",
}
"""What the docs show, by its name there."""


def publish() -> None:
    """Put the pictures of the docs where the docs look for them, in few colours."""
    for name, made in PUBLISHED.items():
        size = SIZES[made.split("/")[0].split("-")[-1]]
        picture = Image.open(FOLDER / f"{made}.png").convert("RGB").crop((0, 0, *size))
        picture.quantize(128).save(DOCS / f"{name}.png", optimize=True)


ACTS: Final[Mapping[str, Callable[[Page], None]]] = {
    "turning-": _turning,
    "review-bridge-auction": _called,
    "puzzle-solved": _answered,
    "dialog-settings": lambda page: page.locator("[data-opens=settings]").click(),
    "dialog-resign": lambda page: page.locator("#resign").click(),
    "dialog-links": lambda page: page.locator("[data-opens=sharing]").click(),
    "dialog-game": lambda page: page.locator("[data-opens=more]").click(),
}
"""By the beginning of a name, what is done before the picture is taken."""
DIALOGS: Final = {
    "dialog-settings": "table-durak",
    "dialog-resign": "table-draughts",
    "dialog-links": "gathering",
    "dialog-game": "review-draughts",
}
"""On which page each dialog is opened."""


PARTS: Final[Mapping[tuple[str, ...], Callable[[Page], dict[str, str]]]] = {
    ("table-",): picture_scenes.tables,
    ("end-", "review-", "turning-", "puzzle"): picture_scenes.ended,
    ("club",): picture_club.begun,
    ("",): picture_scenes.rooms,
}
"""By the beginnings of their names, what makes pages ready."""


def _scenes(page: Page, wanted: tuple[str, ...]) -> dict[str, str]:
    """The addresses of all pages that are wanted, by name."""
    found: dict[str, str] = {}
    places = [place for name, place in DIALOGS.items() if name.startswith(wanted or "")]
    for names, make in PARTS.items():
        if not wanted or any(each.startswith(names) for each in (*wanted, *places)):
            found |= make(page)
    found |= {name: found[place] for name, place in DIALOGS.items() if place in found}
    return {name: found[name] for name in found if not wanted or name.startswith(wanted)}


def _of_a_child(browser: Browser, house: House) -> tuple[Any, dict[str, str]]:
    """A browser that is a child's, as it is stored, and the addresses of its room."""
    context = browser.new_context(base_url=house.address, locale="en-GB")
    found = picture_scenes.childs_room(context.new_page())
    return context.storage_state(), found


def _pages(browser: Browser, house: House, state: Any) -> Iterator[tuple[str, Page]]:
    """A page for every language, theme and size, with what it is called."""
    for language, theme, size in product(LANGUAGES, THEMES, SIZES):
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=house.address,
            storage_state=state,
            locale=LANGUAGES[language],
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            is_mobile=size == "phone",
        )
        yield f"{language}-{theme}-{size}", context.new_page()
        context.close()


def _shoot(page: Page, name: str, address: str, folder: Path) -> None:
    page.goto(address)
    if page.locator("#board").count():
        page.locator("#board > *").first.wait_for()
        page.wait_for_function("() => document.querySelector('#status').textContent !== ''")
    for begins, act in ACTS.items():
        if name.startswith(begins):
            act(page)
    page.wait_for_timeout(600)
    page.mouse.move(0, 0)
    whole = page.locator("body.at-table").count() == 0
    page.screenshot(path=folder / f"{name}.png", full_page=whole)


def main() -> None:
    """Make the pictures that the command names, or all."""
    wanted = tuple(sys.argv[1:])
    if wanted == ("publish",):
        publish()
        return
    with tempfile.TemporaryDirectory() as of_its_own, chromium(CHROMIUM) as browser:
        house = House(Path(of_its_own))
        house.start()
        context = browser.new_context(base_url=house.address, locale="en-GB")
        page = context.new_page()
        page.goto("/me")
        page.locator('form[action="/wishes"] input[name=name]').fill(picture_scenes.NAME)
        page.get_by_role("button", name="That is me").click()
        scenes = _scenes(page, wanted)
        _shoot_all(browser, house, context.storage_state(), scenes)
        if not wanted or any(each.startswith("child") for each in wanted):
            _shoot_all(browser, house, *_of_a_child(browser, house))
        house.kill()


def _shoot_all(browser: Browser, house: House, state: Any, scenes: Mapping[str, str]) -> None:
    for kind, shown in _pages(browser, house, state):
        (FOLDER / kind).mkdir(parents=True, exist_ok=True)
        for name, address in scenes.items():
            _shoot(shown, name, address, FOLDER / kind)
        print(f"{FOLDER / kind}: {len(scenes)}")


if __name__ == "__main__":
    main()
