"""A look back at a game: what else could have been played, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from playwright.sync_api import Page, expect

from tests.walk.keys_and_fingers import BOX
from tests.walk.presses import Presser
from tests.walk.recording import walked
from tests.walk.tables import (
    FINGER,
    LAPTOP,
    LONGEST_WAIT,
    PATIENCE,
    PHONE,
    SIZES,
    TOUCHED,
    WILL,
    Walker,
    click,
)

STEPS = ("Home", "ArrowRight", "ArrowLeft", "End", "ArrowLeft", "ArrowLeft")
SPOKEN = """() => {
  globalThis.spoken = 0;
  const hear = new MutationObserver(() => { globalThis.spoken += 1; });
  for (const id of ["status", "verdict"]) {
    hear.observe(document.getElementById(id), { childList: true, subtree: true });
  }
}"""
MOST_TRIES = 40
MOST = 200
PAUSE = 300
"""Milliseconds after which a step is made, or words are kept."""
SHOWS = """place => [...document.querySelectorAll("#moves .ply")]
  .findIndex(each => each.querySelector("[aria-current]")) === place - 1"""
"""Whether the position after so many moves is shown: it may have to be fetched."""
CHOOSE = """place => {
  const step = document.querySelectorAll("#moves .ply")[place - 1]?.querySelector(".step");
  (step ?? document.getElementById("to-start")).click();
}"""
STEP_THROUGH = f"""async ([finger, most]) => {{
  const choose = {CHOOSE}, shows = {SHOWS}, found = new Set();
  const end = document.querySelectorAll("#moves .ply").length, step = Math.ceil(end / most) || 1;
  for (let place = 0; place < end + step; place += step) {{
    const there = Math.min(place, end);
    if (there && step === 1) document.getElementById("forward").click();
    else choose(there);
    const until = performance.now() + {PATIENCE};
    while (!shows(there) && performance.now() < until) {{
      await new Promise(done => setTimeout(done, 5));
    }}
    if (!shows(there)) return [...found, `after move ${{there}}: it is not shown`];
    for (const each of await geometry.faults(finger)) found.add(`after move ${{there}}: ${{each}}`);
  }}
  return [...found];
}}"""
CHANCE = "bar => bar.style.getPropertyValue('--chance')"


def look_back(walker: Walker) -> None:
    """Go from a game that is over to its look back, and try everything there."""
    walker.page.locator(".table-page.over").wait_for()
    walker.measure("over", SIZES)
    walker.page.locator("#review").click()
    walker.page.wait_for_url("**/game/*")
    walker.page.locator("#moves .ply").first.wait_for()
    comment(walker)
    for size in (LAPTOP, PHONE):
        walker.resize(size)
        vary(walker)
    walker.resize(LAPTOP)
    follow_course(walker)
    Presser(walker).press_all(walker.page.url)
    learn(walker)


def go_to(walker: Walker, number: int, place: int) -> None:
    """Look back at a game, at the position after so many moves."""
    page = walker.page
    walker.scripts.write_down()
    page.goto(f"/game/{number}")
    expect(page.locator("#moves .ply").first).to_be_attached()
    expect(page.locator("#to-start")).to_be_enabled()
    walker.ask(CHOOSE, place)
    page.wait_for_function(SHOWS, arg=place)
    walker.wait_until_still()


def go_on_from_here(walker: Walker) -> int:
    """Sit down at this position; how many moves there are when one is to move there."""
    page = walker.page
    walker.scripts.write_down()
    page.locator("[data-opens=more]").click()
    page.locator("form[action$='/branch'] button").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#status")).not_to_be_empty()
    walker.my_turn()
    walker.wait_until_still()
    return len(walker.seen["moves"])


def step_through(walker: Walker, sizes: Sequence[tuple[int, int]], most: int = MOST) -> None:
    """Whether everything is in its place after each move, or after so many of a longer game."""
    for size in sizes:
        walker.resize(size)
        for each in walker.ask(STEP_THROUGH, [FINGER if size in TOUCHED else 0, most]):
            walker.fault(f"look back, {size[0]}×{size[1]}, {each}")


def comment(walker: Walker) -> None:
    """Say something of the whole game, and say something else."""
    page = walker.page
    for words in ("Well played", "Badly played"):
        page.locator("[data-opens=more]").click()
        page.locator("dialog[open] textarea").fill(words)
        page.locator("dialog[open] form:has(textarea) button").click()
        page.locator("#said", has_text=words).wait_for()
        walker.measure("commented", (PHONE,))


def vary(walker: Walker) -> None:
    """Step through the game by keys, and near its end play something else."""
    page = walker.page
    page.locator("body").press("Escape")
    for key in STEPS:
        page.keyboard.press(key)
        page.wait_for_timeout(PAUSE)
    before = page.locator("#moves .step, #status").all_inner_texts()
    if not page.locator(f"#board {WILL}").count():
        return
    walker.press_until(
        click, lambda: page.locator("#moves .step, #status").all_inner_texts() != before
    )
    walker.measure("something else", (LAPTOP, PHONE))


def follow_course(walker: Walker) -> None:
    """Press a mark in the course of the game, if there is one."""
    marks = walker.page.locator("#course svg path")
    if marks.count():
        x, y, *_ = marks.last.evaluate(BOX)
        walker.page.mouse.click(x, y)
        walker.page.wait_for_timeout(PAUSE)
    bar = walker.page.locator("#bar")
    if bar.is_visible() and not bar.evaluate(CHANCE):
        walker.fault("the bar shows no chance")


def learn(walker: Walker) -> None:
    """Solve the puzzle that the game has brought, when all of it is judged and there is one."""
    page = walker.page
    page.reload()
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        "() => !document.querySelector('#course progress')", timeout=LONGEST_WAIT
    )
    page.wait_for_load_state("networkidle")
    if page.locator("#learn").is_visible():
        page.locator("#learn").click()
        page.locator("#show-answer").wait_for()
        solve(walker)


def solve(walker: Walker) -> int:
    """Try one move after another until it is the right one; how many were wrong, as is told."""
    page = walker.page
    page.locator(f"#board {WILL}").first.wait_for()
    page.evaluate(SPOKEN)
    for missed in range(MOST_TRIES):
        told = int(page.evaluate("spoken")) + 1  # that it is being looked at, and what comes of it
        walker.press_until(click, partial(_has_spoken, page, told))
        page.wait_for_function("() => document.getElementById('verdict').children.length")
        if page.locator("#try-again").is_visible():
            walker.measure("solved", SIZES)
            walked("journey", "a puzzle is solved", missed=missed)
            return missed
        walker.measure("not that", (PHONE,))
    raise AssertionError("no move is the right one")


def _has_spoken(page: Page, before: int) -> bool:
    return bool(page.evaluate("before => globalThis.spoken > before", before))
