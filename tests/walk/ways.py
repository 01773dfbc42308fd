"""Ways to play: by dragging and by keys alone; what is no move is pressed too, and written into."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.walk.recording import walked
from tests.walk.tables import NAMES, POINT, WILL, Walker

MOST_KEYS = 120
"""Keys after which one is where one wants to go."""
TWICE = 2
PAUSE = 120
"""Milliseconds after which a press has had its effect."""
FRINGE = ":is(#board, #own-acts, #facts) :is(button, [role=button], select, input)"
OTHER = f"{FRINGE}:not(.can, :disabled, [aria-disabled=true])"
"""What is offered at a table and is no move."""
NAME = f"each => ({NAMES})([each])[0]"
FOUND = f"""([name, marked]) => [...document.querySelectorAll(`#board ${{marked}}`)]
  .find(each => ({NAME})(each) === name)"""
KEY = f"""([name, marked]) => {{
  const wanted = ({FOUND})([name, marked]), now = document.activeElement;
  if (!wanted || wanted === now) return null;
  if (wanted.tabIndex >= 0 || !wanted.parentElement.contains(now)) return "Tab";
  const [from, to] = [now, wanted].map(each => each.getBoundingClientRect());
  const right = to.x - from.x, down = to.y - from.y;
  if (Math.abs(right) > Math.abs(down) + 1) return right > 0 ? "ArrowRight" : "ArrowLeft";
  return down > 0 ? "ArrowDown" : "ArrowUp";
}}"""
"""The key that leads nearer to what is wanted."""
NEXT = f"""([offered, counts]) => {{
  const kindOf = each => {{
    const many = each.parentElement.querySelectorAll(`:scope > ${{each.tagName}}`).length > 3;
    const words = each.getAttribute("aria-label") ?? each.textContent.trim();
    const named = Object.values(each.dataset).join().replaceAll(/[^a-z]/g, "");
    const told = many ? "one of many" : named || words.replaceAll(/[\\d.,]+/g, "N").slice(0, 40);
    const kept = [Object.keys(each.dataset), each.matches(".go"), told];
    return [each.tagName, each.id, ...kept].join(" | ");
  }};
  const there = [...document.querySelectorAll(offered)].map((each, place) => {{
    const kind = kindOf(each), chosen = each === document.activeElement;
    return {{ kind, place, rank: 2 * (counts[kind] ?? 0) + !chosen, seen: each.checkVisibility() }};
  }}).filter(({{ rank, seen }}) => seen && rank < 2 * {TWICE});
  return there.sort((one, other) => one.rank - other.rank)[0] ?? null;
}}"""
"""What was pressed least often; of things alike what has the focus."""


def by_keys(thing: Any) -> None:
    """Go to a thing by keys alone, and press it."""
    page, name = thing.page, thing.evaluate(NAME)
    for _ in range(MOST_KEYS):
        key = page.evaluate(KEY, [name, WILL])
        if key is None:
            page.keyboard.press("Enter")
            return
        page.keyboard.press(key)
    raise AssertionError(f"{name} is not reached by keys")


def by_dragging(thing: Any) -> None:
    """Take a thing to a place where it may go; what can't be dragged is pressed by that."""
    page = thing.page
    known = marked(page)
    page.mouse.move(*thing.evaluate(POINT))
    page.mouse.down()
    brought = [place for place, name in enumerate(marked(page)) if name not in known]
    if brought:
        goal = page.locator(f"#board {WILL}").nth(brought[-1])
        page.mouse.move(*goal.evaluate(POINT), steps=4)
    page.mouse.up()


def marked(page: Any) -> list[str]:
    """What leads to a move."""
    names: list[str] = page.locator(f"#board {WILL}").evaluate_all(NAMES)
    return names


def change_mind(walker: Walker) -> None:
    """Take things beside the board and where they may not go, lift one and put it down: no move."""
    page = walker.page
    before = len(walker.seen["moves"])
    others = page.locator(f"{OTHER}:visible")
    goals = [(walker.size[0] - 3, walker.size[1] - 3)]
    if others.count():
        goals.append(others.last.evaluate(POINT))
    for goal in goals:
        walker.wait_until_still()
        thing = page.locator(f"#board {WILL}").first
        page.mouse.move(*thing.evaluate(POINT))
        page.mouse.down()
        page.mouse.move(*goal, steps=4)
        page.mouse.up()
        page.wait_for_timeout(PAUSE)
        page.keyboard.press("Escape")
    if len(walker.seen["moves"]) > before:
        walker.fault("what is let go elsewhere is played")


def press_others(walker: Walker, counts: Counter[str]) -> None:
    """Press what is offered and is no move, each kind of it twice in a game."""
    page = walker.page
    while walker.can_move():
        found = walker.ask(NEXT, [OTHER, counts])
        if found is None:
            return
        counts[found["kind"]] += 1
        press_other(page.locator(OTHER).nth(found["place"]))
        page.wait_for_timeout(PAUSE)
        walked("press", found["kind"])


def press_other(thing: Any) -> None:
    """Choose from a list, write into a field, or press."""
    kind = thing.evaluate("each => each.tagName")
    if kind == "SELECT":
        thing.select_option(index=1)
    elif kind == "INPUT":
        thing.click()
        thing.page.keyboard.type("Vera")
    else:
        thing.page.mouse.click(*thing.evaluate(POINT))
