"""What takes keys on a page gets them; it is pulled, turned by the wheel and pinched, too."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession

from tests.walk.recording import walked
from tests.walk.tables import PHONE, Walker

TAKES = "main :is([tabindex='0'], textarea, [role=region])"
KEYS = (
    "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "PageDown", "End", "Home",
    "+", "=", "-", "0", "Enter", "Escape",
)  # fmt: skip
LINES = ("Control+End", *["Enter"] * 40, "Control+Home")
"""What makes a text longer than its field."""
FIND = f"""known => {{
  const kindOf = each => ["keys", each.tagName, each.id.replaceAll(/\\d+/g, "N"),
    each.getAttribute("role"), each.closest("[id]")?.id.replaceAll(/\\d+/g, "N")].join(" | ");
  const all = [...document.querySelectorAll("{TAKES}")];
  const place = all.findIndex(each => !each.closest("#board, dialog, .entry") && !each.disabled
    && each.checkVisibility({{ visibilityProperty: true }}) && !known.includes(kindOf(each)));
  return place < 0 ? null : {{ place, kind: kindOf(all[place]) }};
}}"""
BOX = """each => {
  each.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height];
}"""
FAR = 40
"""Pixels by which a thing is pulled, and fingers move apart."""
MOST = 20


def use_all(walker: Walker, known: set[str]) -> None:
    """Each kind of thing that takes keys on this page, if it is not known yet."""
    page = walker.page
    for _ in range(MOST):
        found = walker.ask(FIND, [*known])
        if found is None:
            return
        known.add(found["kind"])
        here = page.url
        use(walker, page.locator(TAKES).nth(found["place"]))
        walked("press", found["kind"])
        walker.scripts.write_down()
        page.goto("about:blank")  # another part of the same page would not be drawn anew
        page.goto(here.partition("#")[0])


def use(walker: Walker, thing: Any) -> None:
    """A click, keys, the wheel, a pull and two fingers."""
    page = walker.page
    writes = thing.evaluate("each => each.tagName === 'TEXTAREA'")
    middle = middle_of(thing)
    page.mouse.click(*middle)
    thing.focus()
    for key in LINES if writes else KEYS:
        page.keyboard.press(key)
    for turn in (FAR, -FAR):
        page.mouse.wheel(0, turn)
    page.mouse.down()
    page.mouse.move(*(each + FAR for each in middle), steps=4)
    page.mouse.up()
    size = walker.size
    walker.resize(PHONE)
    if walker.devtools and thing.count():
        pinch(walker.devtools, *middle_of(thing))
    walker.measure("after keys and fingers", (PHONE,))
    walker.resize(size)


def middle_of(thing: Any) -> tuple[float, float]:
    """The middle of a thing, or of its upper part."""
    x, y, width, height = thing.evaluate(BOX)
    return x + width / 2, y + min(height, FAR) / 2


def pinch(devtools: CDPSession, x: float, y: float) -> None:
    """Two fingers that go apart."""
    for kind, apart in (("touchStart", FAR), ("touchMove", 2 * FAR), ("touchMove", 3 * FAR)):
        points = [{"x": x + side * apart / 2, "y": y, "id": side + 1} for side in (-1, 1)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
