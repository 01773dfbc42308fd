"""A tree of sixty nodes in a real browser, by mouse, finger and key."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from igroteka.basics.observations import Column, Observations
from igroteka.games.bridge.dealing import deal_set
from igroteka.study.trees.growing import grow
from igroteka.study.trees.json_form import tree_json
from igroteka.study.trees.settings import Settings
from igroteka.study.trees.svg_drawing import drawn_svg
from igroteka.text import Text
from tests.web.browsing import Visit, needs_chromium
from tests.web.house import House

pytestmark = needs_chromium
NAME = "0123456789ab"


def _grown(folder: Path) -> int:
    """A study that lies there as if it had just been made; how many nodes its tree has."""
    rng = np.random.default_rng(1)
    values = rng.integers(0, 30, (600, 4)).astype(np.float64)
    worth = values[:, 0] + values[:, 1] * values[:, 2] / 15 + rng.normal(0, 4, 600)
    answers = (worth > 28).astype(np.int64)
    columns = tuple(
        Column(name, Text("{name}", name=name), Text("a measure"))
        for name in ("points", "fit", "controls", "losers")
    )
    classes = (Text("goes down"), Text("makes"))
    data = Observations(columns, values, answers, classes, np.arange(600))
    tree = grow(data, Settings(depth=8, leaf=5))
    place = folder / "studies" / NAME
    place.mkdir(parents=True)
    asked = {"kind": "tree", "arguments": ["--deals", "600"], "title": "Sixty nodes"}
    (place / "question.json").write_text(json.dumps(asked))
    (place / "tree.svg").write_text(drawn_svg(tree, Text("a tree")))
    answer = {
        "records": 600,
        "deals": 600,
        "accuracy": 0.7,
        "interval": [0.66, 0.74],
        "majority": 0.6,
        "double_dummy": None,
        "leaves": tree.leaves,
        "depth": tree.depth,
        "warnings": [],
        "rules": ["Otherwise: makes"],
        "importance": {"points": 0.1},
        "classes": ["goes down", "makes"],
        "tree": tree_json(tree),
    }
    (place / "answer.json").write_text(json.dumps(answer))
    _, nodes, _ = tree.reached(values)
    boards = [str(board) for board in deal_set(20, 1)]
    with (place / "records.jsonl").open("w") as file:
        for row, node in enumerate(nodes):
            record = {"node": int(node), "contract": "4♠ S", "tricks": 9 + row % 3, "makes": True}
            file.write(json.dumps({**record, "deal": boards[row % 20]}) + "\n")
    return len(tree)


def _box(page: Page) -> list[float]:
    return [float(each) for each in str(page.locator("#tree svg").get_attribute("viewBox")).split()]


def test_a_tree_is_moved_enlarged_and_looked_into(
    visit: Callable[..., Visit], served: House
) -> None:
    nodes = _grown(served.folder)
    assert 50 <= nodes <= 90
    desktop = visit(viewport={"width": 1280, "height": 800}).page
    desktop.goto(f"/trees/{NAME}")
    expect(desktop.locator("#tree g[id^=node-]")).to_have_count(nodes)
    desktop.get_by_role("button", name="All of it").click()
    whole = _box(desktop)
    desktop.locator("#tree").hover()
    desktop.mouse.wheel(0, -300)
    assert _box(desktop)[2] < whole[2]
    desktop.locator("#tree").focus()
    before = _box(desktop)
    desktop.keyboard.press("ArrowRight")
    assert _box(desktop)[0] > before[0]
    desktop.keyboard.press("0")
    assert _box(desktop) == whole
    desktop.locator("#node-0").focus()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#node")).to_contain_text("Deals: 600")
    desktop.locator(".deals a").first.click()
    expect(desktop.locator(".deal")).to_contain_text("North")

    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True).page
    phone.goto(f"/trees/{NAME}")
    phone.locator("#node-0").tap()
    expect(phone.locator("#node")).to_contain_text("Node 0")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
