"""Plots of an evening of people: small enough for a phone, and read without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from igroteka.report.plots import svg_label, svg_open

WIDTH = 420
LEFT, RIGHT, TOP, BOTTOM = 44, 146, 12, 28
LINE = 16
"""The height of a name."""
LONGEST = 17
"""Letters of a name that have room."""
LEADERS = 3
DOT, COLUMN = 14, 60


class Course(NamedTuple):
    """How somebody's result went from round to round."""

    name: str
    values: Sequence[float]
    own: bool = False
    """Whether it is that of who looks."""


def growth_plot(courses: Sequence[Course], label: str, places: int = 2) -> str:
    """A line for everybody, best first, over the rounds; empty before there are two of them."""
    rounds = max((len(each.values) for each in courses), default=0)
    if rounds < 2:
        return ""
    values = [value for each in courses for value in each.values]
    low, high = min(values), max(values)
    height = max(200, TOP + BOTTOM + LINE * len(courses))

    def at(number: int, value: float) -> tuple[float, float]:
        across = LEFT + number / (rounds - 1) * (WIDTH - LEFT - RIGHT)
        share = (value - low) / (high - low) if high > low else 0.5
        return across, TOP + (1 - share) * (height - TOP - BOTTOM)

    parts = [svg_open(height, label, WIDTH), f"<title>{escape(label)}</title>"]
    for value in (low, (low + high) / 2, high):
        y = at(0, value)[1]
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(svg_label(LEFT - 6, y + 4, f"{value:.{min(places, 1)}f}", "end"))
    every = rounds // 10 + 1
    for number in range(0, rounds, every):
        parts.append(svg_label(at(number, low)[0], height - 6, str(number + 1)))
    names = _apart([at(rounds - 1, each.values[-1])[1] for each in courses], height - BOTTOM)
    for place, (each, y) in enumerate(zip(courses, names, strict=True)):
        parts.append(_line(each, place, [at(n, value) for n, value in enumerate(each.values)], y))
    return "\n".join([*parts, "</svg>"])


def _line(course: Course, place: int, points: Sequence[tuple[float, float]], name_at: float) -> str:
    kind = "own" if course.own else f"lead lead-{place + 1}" if place < LEADERS else "rest"
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    x, y = points[-1]
    told = ", ".join(f"{value:.2f}" for value in course.values)
    return (
        f'<g class="{kind}"><title>{escape(course.name)}: {told}</title>'
        f'<polyline fill="none" points="{line}"/>'
        f'<path class="to-name" d="M{x:.1f} {y:.1f}L{x + 10:.1f} {name_at:.1f}"/>'
        f"{svg_label(x + 13, name_at + 4, _short(course.name), 'start')}</g>"
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip(" –") + "…"


def _apart(wanted: Sequence[float], lowest: float) -> list[float]:
    """Where names stand: as near to where they should be as they can without touching."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    found = [0.0] * len(wanted)
    above: float = TOP - LINE
    for place in order:
        found[place] = above = max(wanted[place], above + LINE)
    below = lowest + LINE
    for place in reversed(order):
        found[place] = below = min(found[place], below - LINE)
    return found


class Pile(NamedTuple):
    """Tables with the same result."""

    score: str
    words: Sequence[str]
    """What is told of each table."""
    own: Mapping[int, bool]
    """The places of the tables among them that are of who looks."""


def strip_plot(piles: Sequence[Pile], label: str) -> str:
    """A column of dots for each result, the best one of the first side on the right."""
    most = max((len(each.words) for each in piles), default=0)
    height, width = DOT * most + 34, COLUMN * len(piles)
    head = svg_open(height, label, width).replace(
        "<svg ", f'<svg width="{width}" height="{height}" ', 1
    )
    parts = [head, f"<title>{escape(label)}</title>"]
    parts.append(f'<path class="grid" d="M0 {height - 22}H{width}"/>')
    for column, pile in enumerate(piles):
        x = COLUMN * (column + 0.5)
        for place, words in enumerate(pile.words):
            kind = "own" if pile.own.get(place) else "rest"
            parts.append(
                f'<g class="{kind}"><title>{escape(words)}</title>'
                f'<circle cx="{x:.1f}" cy="{height - 31 - DOT * place}" r="5"/></g>'
            )
        parts.append(svg_label(x, height - 6, pile.score))
    return "\n".join([*parts, "</svg>"])
