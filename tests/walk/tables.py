"""A table that a person opens through the form, plays a move at, and looks back at."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, Error, Page, ViewportSize, expect

from igroteka.registry import make_game
from tests.walk.recording import take_picture, walked
from tests.walk.touched import Scripts, devtools_of

HERE = Path(__file__).parent
GEOMETRY = (HERE / "geometry.js").read_text(encoding="utf-8")
PATIENCE = 30_000
LONGEST_WAIT = 120_000
"""Milliseconds in which the others have played, be it a whole board."""
LONGEST = "Aleksandra-Wilhelmin{}"
"""A name as long as one may be."""
LAPTOP, WIDE, TABLET, PHONE = (1280, 800), (1920, 1080), (768, 1024), (390, 844)
SIZES = (LAPTOP, WIDE, TABLET, PHONE)
TOUCHED = (TABLET, PHONE)
FINGER = 44
LANGUAGES = ("en", "ru")
WILL = ".can:not([aria-pressed=true]):not(:disabled)"
"""How a board marks what leads to a move when it is pressed."""
MOST_PRESSES = 12
FORGIVEN = 1
"""Presses of one person that may be lost, because the board was drawn anew meanwhile."""
PAUSES = 1000
"""Looks, 15 ms apart, after which a press has had no effect, however busy the machine is."""
CUT_OFF = "ERR_INTERNET_DISCONNECTED"
"""Why requests fail while a walk has taken the network away."""
NAMES = """things => things.map(each => Object.values(each.dataset).join() || each.textContent)"""
"""What tells the things apart that can be pressed."""


class Site(Protocol):
    """What is served somewhere."""

    @property
    def address(self) -> str:
        """Where."""


class Walker:
    """One person's browser; whatever goes wrong in it is remembered."""

    def __init__(
        self,
        browser: Browser,
        house: Site,
        language: str = "en",
        size: tuple[int, int] = LAPTOP,
        **how: Any,
    ) -> None:
        how = {"reduced_motion": "reduce", "locale": language, **how}
        self.size = width, height = size
        window: ViewportSize = {"width": width, "height": height}
        self.context = browser.new_context(base_url=house.address, viewport=window, **how)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.devtools = devtools_of(self.page)
        self.scripts = Scripts(self.devtools)
        self.page.add_init_script(GEOMETRY)
        self.faults: list[str] = []
        self.seen: dict[str, Any] = {}
        self.known: list[str] = []
        self.lost = 0
        self.rng = random.Random(1)
        self.page.on("pageerror", lambda error: self.fault(f"script error: {error}"))
        self.page.on("console", self._hear)
        self.page.on("requestfailed", lambda each: self._failed(each.url, str(each.failure)))
        self.page.on("response", lambda each: self._answered(each.url, each.status))
        self.page.on("websocket", lambda wire: wire.on("framereceived", self._receive))

    def fault(self, what: str) -> None:
        """Something is wrong here."""
        address = self.page.url.partition("//")[2].partition("/")[2]
        self.faults.append(f"/{address}: {what}")
        walked("fault", f"/{address}", what=what)

    def _hear(self, message: Any) -> None:
        refused = "status of 4" in message.text  # as a page that says what was wrong is
        expected = refused or CUT_OFF in message.text or "WebSocket" in message.text
        if message.type == "error" and not expected:
            self.fault(f"console: {message.text}")

    def _failed(self, url: str, reason: str) -> None:
        left = "ERR_ABORTED" in reason  # a page that is left asks for nothing more
        if not left and CUT_OFF not in reason:
            self.fault(f"failed request: {url} {reason}")

    def _answered(self, url: str, status: int) -> None:
        if status >= 500:
            self.fault(f"{status} from {url}")

    def _receive(self, frame: Any) -> None:
        """Keep what the server tells this page, as the page itself does."""
        news = json.loads(frame)
        kind = news.pop("type", "")
        if kind == "table":
            self.seen = {**news, "moves": news["moves"]["items"]}
        elif kind == "change":
            moves = self.seen["moves"]
            if more := news.pop("moves", None):
                moves = moves[: more["from"]] + more["items"]
            for part in ("table", "view"):
                news[part] = {**self.seen[part], **news.get(part, {})}
            self.seen = {**self.seen, **news, "moves": moves}

    def leave(self) -> None:
        """Close the browser; what ran in it is told."""
        self.scripts.write_down()
        self.context.close()

    # --- looking ---

    def resize(self, size: tuple[int, int]) -> None:
        """The window has this size, with a finger or a mouse, and the page has followed."""
        if size == self.size:
            return
        self.size = size
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        if self.devtools:
            touch = {"enabled": size in TOUCHED, "maxTouchPoints": 5}
            self.devtools.send("Emulation.setTouchEmulationEnabled", touch)
        self.ask(
            "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        self.wait_until_still()

    def ask(self, question: str, about: Any = None) -> Any:
        """What a page says, or the page that a press leads to and that comes while it is asked."""
        for _ in range(3):
            try:
                return self.page.evaluate(question, about)
            except Error as error:
                if "navigation" not in error.message:
                    raise
                self.page.wait_for_load_state()
        raise AssertionError(f"{self.page.url} leads from page to page")

    def measure(
        self,
        where: str,
        sizes: tuple[tuple[int, int], ...] = SIZES,
        *,
        scrolled: bool = False,
        stay: bool = False,
    ) -> None:
        """Whether everything is in its place at these sizes; if scrolled, also further down.

        The window gets back the size that it had, but for those who stay.
        """
        self.scripts.write_down()
        self.wait_until_still()
        before = self.size
        measured = "scrolled" if scrolled else "faults"
        for size in sizes:
            self.resize(size)
            finger = FINGER if size in TOUCHED else 0
            wrong = self.ask(f"finger => geometry.{measured}(finger)", finger)
            for each in wrong:
                self.fault(f"{where}, {size[0]}×{size[1]}: {each}")
            if wrong:
                take_picture(self.page)
        if not stay:
            self.resize(before)

    def count(self, game: str, view: Mapping[str, Any]) -> None:
        """Whether as many things are drawn as the view has."""
        for selector, path in drawn(game).items():
            wanted = amount(view, path)
            there = self._settled(selector, wanted)
            if there != wanted:
                self.fault(f"{there} {selector} are drawn, the view has {wanted} ({path})")

    def _settled(self, selector: str, wanted: int) -> int:
        """How many there are when nothing flies any more."""
        there = self.page.locator(selector)
        with suppress(AssertionError):
            expect(there).to_have_count(wanted, timeout=2000)
        return there.count()

    # --- doing ---

    def introduce(self, name: str, language: str) -> None:
        """Tell the name and the language."""
        self.page.goto("/me")
        form = self.page.locator(
            'form[action="/wishes"]', has=self.page.locator("input[name=name]")
        )
        form.locator("input[name=name]").fill(name)
        with self.page.expect_navigation():
            form.locator("button:not([name])").first.click()
        self.speak(language)

    def speak(self, language: str) -> None:
        """Read the pages in this language from now on, this one too."""
        self.page.evaluate(SPEAK, language)
        self.page.reload()

    def open_table(
        self, game: str, options: Mapping[str, str], chairs: list[str], also: str = ""
    ) -> None:
        """Fill in the form for a new table as a person does, and open it.

        `also` is a script that fills in more of it.
        """
        self.page.goto(f"/new/{game}")
        for option, value in options.items():
            self._choose(option, value)
        seats = self.page.locator("select[name^=seat]")
        expect(seats).to_have_count(make_game(game, dict(options)).seats)
        for seat, chair in enumerate(chairs):
            self._sit(seat, chair)
        if also:
            self.page.evaluate(also)
        with self.page.expect_navigation():
            self.page.locator("main form[method=post] .b.go.big").click()
        if "/table/" not in self.page.url:
            told = self.page.locator(".alert").all_inner_texts()
            raise AssertionError(f"the form is refused: {told}")
        expect(self.page.locator("#status")).not_to_be_empty()

    def _choose(self, option: str, value: str) -> None:
        field = self.page.locator(f'main [name="option-{option}"]')
        if field.input_value() == value:
            return
        folded = self.page.locator(f'details:not([open]):has([name="option-{option}"])')
        while folded.count():
            folded.first.locator("summary").first.click()
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.blur()

    def _sit(self, seat: int, chair: str) -> None:
        select = self.page.locator(f"select[name=seat{seat}]")
        if chair == "bot":
            first = select.locator("optgroup option").first.get_attribute("value")
            select.select_option(first)
        else:
            select.select_option(chair)
        if chair == "here":
            self.page.locator(f"input[name=name{seat}]").fill(LONGEST.format(seat + 2))

    def lift_curtain(self) -> None:
        """Say who one is, where several people share a screen."""
        curtain = self.page.locator(".curtain button")
        if curtain.count():
            curtain.click()
            expect(curtain).to_have_count(0)

    def my_turn(self) -> bool:
        """Wait until the person is to move or the game is over; whether it goes on."""
        self.page.wait_for_function(
            "() => document.querySelector('.table-page.over, .curtain button,"
            f" #board {WILL}, #own-acts {WILL}')",
            timeout=LONGEST_WAIT,
        )
        self.lift_curtain()
        self.wait_until_still()
        return self.page.locator(".table-page.over").count() == 0

    def can_move(self) -> bool:
        """Whether a move can be begun now."""
        self.lift_curtain()
        return self.page.locator(f"#board {WILL}").count() > 0

    def move(self, press: Any) -> None:
        """Press what leads to a move, one thing after another, until a move is played."""
        before = len(self.seen["moves"])
        self.press_until(press, lambda: len(self.seen["moves"]) > before)

    def press_until(self, press: Any, done: Callable[[], bool]) -> None:
        """Press what is marked on the board, one thing after another, until something is done."""
        pressed: list[str] = []
        known: list[str] = []
        told = self.refusal()
        while not done() and len(pressed) < MOST_PRESSES:
            self.wait_until_still()
            things = self.page.locator(f"#board {WILL}:visible")
            if not things.count() and not self._waited_for(done):
                self.fault(f"nothing can be pressed after {len(pressed)} presses")
            names: list[str] = things.evaluate_all(NAMES)
            if not names:
                return
            place = self._place(names, known, pressed)
            known = names
            pressed.append(names[place])
            if not self._changes(press, things.nth(place), done):
                self.fault(f"a press changes nothing: {names[place]}")
            if self.refusal() not in ("", told):
                self.fault(f"what is marked as playable is refused: {self.refusal()}")
                return
        if not done():
            self.fault(f"{len(pressed)} presses led to nothing")

    def _changes(self, press: Any, thing: Any, done: Callable[[], bool]) -> bool:
        """Press something; whether the board changes."""
        drawing = self.drawing()
        press(thing)
        if self._waited_for(lambda: done() or self.drawing() != drawing):
            return True
        self.lost += 1
        return self.lost <= FORGIVEN and self._changes(press, thing, done)

    def refusal(self) -> str:
        """Why the last thing that was asked for is not done."""
        return self.page.locator("#refusal").inner_text()

    def wait_until_still(self) -> None:
        """Until nothing flies or slides any more."""
        self.ask(STILL)

    def _place(self, names: list[str], known: list[str], pressed: list[str]) -> int:
        """Which is pressed: what the last press has brought, else anything not pressed yet."""
        fresh = [each for each in names if each not in pressed]
        brought = [each for each in fresh if each not in known]
        kinds = {kind_of(each) for each in pressed}
        other = [each for each in fresh if kind_of(each) not in kinds]
        choice = self.rng.choice(brought or other or fresh or names)
        return names.index(choice)

    def _waited_for(self, done: Callable[[], bool]) -> bool:
        for _ in range(PAUSES):
            if done():
                return True
            self.page.wait_for_timeout(15)
        return False

    def drawing(self) -> str:
        """How many moves there are, and what can be pressed on the board."""
        drawn = self.page.evaluate(f"""() => document.querySelectorAll('#moves > *').length
            + [...document.querySelectorAll('#board {WILL}')].map(each => each.outerHTML).join()""")
        return str(drawn)


def kind_of(name: str) -> str:
    """What a thing is, whichever of its kind."""
    return re.sub(r"[^a-z]", "", name)


def click(thing: Any) -> None:
    """Press something with the mouse, where it is seen."""
    thing.page.mouse.click(*thing.evaluate(POINT))


def tap(thing: Any) -> None:
    """Press something with a finger, where it is seen."""
    thing.page.touchscreen.tap(*thing.evaluate(POINT))


def press_enter(thing: Any) -> None:
    """Press something with the keyboard."""
    thing.focus()
    thing.page.keyboard.press("Enter")


SPEAK = """language => fetch("/wishes", {
  method: "POST", body: new URLSearchParams({ language }),
  headers: JSON.parse(document.body.getAttribute("hx-headers")),
})"""
STILL = """() => Promise.all(document.getAnimations()
  .filter(each => each.effect.getComputedTiming().endTime < 5000)
  .map(each => each.finished.catch(() => {})))"""
POINT = """each => {
  each.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = each.getBoundingClientRect();
  for (const down of [0.5, 0.3, 0.7, 0.1, 0.9]) for (const right of [0.5, 0.25, 0.1, 0.75, 0.9]) {
    const x = box.x + box.width * right, y = box.y + box.height * down;
    if (each.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


@cache
def drawn(game: str) -> dict[str, str]:
    """What a game's board draws for each thing of a view: `tests/games/NAME/drawn.json`."""
    file = HERE.parent / "games" / game / "drawn.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def amount(view: Mapping[str, Any], path: str) -> int:
    """How much there is at a path such as `hands.0` of a view; `a + b` is both, `3 - a` less."""
    total = 0
    for sign, part in _parts(path):
        if part.isdigit():
            total += sign * int(part)
            continue
        found: Any = view
        for step in part.split("."):
            if step == "@":
                step = str(view["seat"] if view["seat"] is not None else 0)
            found = found[int(step)] if isinstance(found, list) else found.get(step)
            if found is None:
                break
        total += sign * (found if isinstance(found, int) else len(found or ()))
    return total


def _parts(path: str) -> Iterator[tuple[int, str]]:
    sign = 1
    for word in path.split():
        if word in "+-":
            sign = 1 if word == "+" else -1
        else:
            yield sign, word


@contextmanager
def walking(browser: Browser, house: Site, **how: Any) -> Iterator[Walker]:
    """A person who walks; at the end nothing was wrong."""
    walker = Walker(browser, house, **how)
    try:
        yield walker
    except Exception:
        take_picture(walker.page)
        raise
    finally:
        walker.leave()
