"""Plots of an evening, as a reader of the page's source finds them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

from igroteka.report.evening_plots import Course, Pile, growth_plot, strip_plot

SVG = "{http://www.w3.org/2000/svg}"


def _labels(svg: str) -> dict[str, float]:
    texts = ET.fromstring(svg).iter(f"{SVG}text")
    return {str(each.text): float(each.attrib["y"]) for each in texts}


def test_a_line_for_everybody_best_on_top() -> None:
    courses = [
        Course("1 First", [60, 55]),
        Course("2 Second", [40, 50]),
        Course("3 Own", [50, 45], True),
    ]
    svg = growth_plot(courses, "growth")
    root = ET.fromstring(svg)
    assert root.attrib["aria-label"] == "growth"
    assert len(list(root.iter(f"{SVG}polyline"))) == 3
    heights = _labels(svg)
    assert heights["1 First"] < heights["2 Second"] < heights["3 Own"]
    assert svg.count('class="own"') == 1


def test_names_of_equals_do_not_touch() -> None:
    courses = [Course(f"{n} Pair", [50, 50]) for n in range(1, 31)]
    heights = sorted(y for name, y in _labels(growth_plot(courses, "x")).items() if "Pair" in name)
    assert min(b - a for a, b in pairwise(heights)) >= 13


def test_one_round_is_no_course() -> None:
    assert growth_plot([Course("1", [50])], "x") == ""
    assert growth_plot([], "x") == ""


def test_names_are_no_markup() -> None:
    svg = growth_plot([Course("1 <b>&", [1, 2]), Course("2", [2, 1])], "<x>")
    assert "<b>" not in svg
    ET.fromstring(svg)


def test_a_strip_piles_equal_results_up() -> None:
    svg = strip_plot([Pile("-50", ["a", "b"], {}), Pile("140", ["c"], {0: True})], "strip")
    root = ET.fromstring(svg)
    dots = [(each.attrib["cx"], each.attrib["cy"]) for each in root.iter(f"{SVG}circle")]
    assert len(dots) == 3
    assert dots[0][0] == dots[1][0] != dots[2][0]
    assert dots[0][1] == dots[2][1] != dots[1][1]
    assert re.findall(r'class="(own|rest)"', svg) == ["rest", "rest", "own"]
