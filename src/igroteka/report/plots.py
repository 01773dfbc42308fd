"""Plots as SVG: they take their colours from the page and read without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from igroteka.basics.intervals import Interval

ROW = 28
LEFT = 220
WIDTH = 760


def rating_plot(names: Sequence[str], ratings: Sequence[Interval]) -> str:
    """A dot and an error bar a player, the strongest on top."""
    order = sorted(range(len(names)), key=lambda place: -ratings[place].value)
    low = min(rating.low for rating in ratings)
    high = max(rating.high for rating in ratings)
    step = _step(high - low)
    first, last = int(low // step) * step, (int(high // step) + 1) * step
    height = ROW * len(names) + 48

    def x(value: float) -> float:
        return LEFT + (value - first) / (last - first) * (WIDTH - LEFT - 30)

    parts = [svg_open(height, "Ratings with 95 % intervals")]
    for value in range(first, last + 1, step):
        parts.append(
            f'<path class="grid" d="M{x(value):.1f} 8V{height - 34}"/>'
            f"{svg_label(x(value), height - 14, f'{value:+d}' if value else '0')}"
        )
    for row, place in enumerate(order):
        y, rating = ROW * row + 24, ratings[place]
        tip = f"{names[place]}: {rating.value:+z.0f} [{rating.low:+z.0f}, {rating.high:+z.0f}]"
        parts.append(
            f"{svg_label(LEFT - 12, y + 4, names[place], 'end')}"
            f'<g><title>{escape(tip)}</title><line class="bar" x1="{x(rating.low):.1f}" '
            f'x2="{x(rating.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle cx="{x(rating.value):.1f}" cy="{y}" r="5"/></g>'
        )
    return "\n".join([*parts, "</svg>"])


def histogram_plot(counts: Mapping[float, int], label: str) -> str:
    """A column for each block result."""
    most = max(counts.values(), default=1)
    height = 220
    gap = (WIDTH - 80) / max(len(counts), 1)
    parts = [svg_open(height, label)]
    for place, (value, count) in enumerate(counts.items()):
        tall = (height - 70) * count / most
        x = 50 + gap * place
        parts.append(
            f"<g><title>{value:.2f}: {count}</title>"
            f'<rect x="{x:.1f}" y="{height - 40 - tall:.1f}" width="{gap * 0.8:.1f}" '
            f'height="{tall:.1f}"/></g>'
            f"{svg_label(x + gap * 0.4, height - 22, f'{value:.2f}')}"
            f"{svg_label(x + gap * 0.4, height - 46 - tall, str(count))}"
        )
    return "\n".join([*parts, "</svg>"])


def curve_plot(curves: Mapping[str, Sequence[tuple[float, Interval]]], label: str) -> str:
    """Estimates in 0…1 over a parameter, one line a curve, dashed from the second on."""
    height = 320
    values = [x for curve in curves.values() for x, _ in curve]
    low, high = min(values), max(values)

    def at(x: float, y: float) -> str:
        across = 60 + (x - low) / max(high - low, 1e-9) * (WIDTH - 100)
        return f"{across:.1f},{20 + (1 - y) * (height - 70):.1f}"

    parts = [svg_open(height, label)]
    for tenth in range(0, 11, 2):
        y = at(low, tenth / 10).split(",")[1]
        parts.append(
            f'<line class="grid" x1="60" x2="{WIDTH - 40}" y1="{y}" y2="{y}"/>'
            f"{svg_label(50, float(y) + 4, f'{tenth * 10} %', 'end')}"
        )
    for number, (name, curve) in enumerate(curves.items()):
        dash = f' stroke-dasharray="{4 * number} 4"' if number else ""
        points = " ".join(at(x, estimate.value) for x, estimate in curve)
        parts.append(f'<polyline class="bar" fill="none" points="{points}"{dash}/>')
        x_last, y_last = map(float, at(curve[-1][0], curve[-1][1].value).split(","))
        parts.append(svg_label(x_last, y_last - 8, name, "end"))
        for x, estimate in curve:
            x_at, y_low = at(x, estimate.low).split(",")
            _, y_high = at(x, estimate.high).split(",")
            tip = f"{name}, {x:g}: {estimate.value:.1%} [{estimate.low:.1%}, {estimate.high:.1%}]"
            parts.append(
                f'<g><title>{escape(tip)}</title><line class="bar" x1="{x_at}" x2="{x_at}" '
                f'y1="{y_low}" y2="{y_high}"/></g>'
            )
    for x in sorted(set(values)):
        parts.append(svg_label(float(at(x, 0).split(",")[0]), height - 24, f"{x:g}"))
    return "\n".join([*parts, "</svg>"])


def course_plot(points: Sequence[tuple[int, float, str]], turn: int | None, label: str) -> str:
    """Values in 0…1 over the numbers of the moves, each with a text; the turn is ringed and named.

    Above the middle line the first side is better, below it the others are.
    """
    height, last = 320, max((number for number, _, _ in points), default=1)

    def at(number: int, value: float) -> tuple[float, float]:
        return 60 + number / last * (WIDTH - 100), 20 + (1 - value) * (height - 70)

    parts = [svg_open(height, label)]
    for value in (0.0, 0.5, 1.0):
        x, y = at(0, value)
        parts.append(
            f'<line class="grid" x1="{x:.1f}" x2="{WIDTH - 40}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f"{svg_label(x - 10, y + 4, f'{value:.0%}', 'end')}"
        )
    for number in range(0, last + 1, _step(last)):
        parts.append(svg_label(at(number, 0)[0], height - 24, str(number)))
    line = " ".join("{:.1f},{:.1f}".format(*at(number, value)) for number, value, _ in points)
    parts.append(f'<polyline class="bar" fill="none" points="{line}"/>')
    for number, value, text in points:
        x, y = at(number, value)
        ring, name = "", ""
        if number == turn:
            free = at(number, 0.06 if value > 0.5 else 0.94)[1]
            ring = (
                f'<circle class="bar" style="fill:none" cx="{x:.1f}" cy="{y:.1f}" r="9"/>'
                f'<path class="bar" stroke-dasharray="2 4" d="M{x:.1f} {y:.1f}V{free:.1f}"/>'
            )
            left = x > WIDTH / 2
            name = svg_label(x - 8 if left else x + 8, free, text, "end" if left else "start")
        parts.append(
            f"<g><title>{escape(text)}</title>{ring}"
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/></g>{name}'
        )
    return "\n".join([*parts, "</svg>"])


def svg_open(height: int, label: str, width: int = WIDTH) -> str:
    """How a plot begins; the label is what a reader hears of it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(label)}">'
    )


def svg_label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    """A text in a plot."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _step(span: float) -> int:
    """A round distance between grid lines, about six of them."""
    for step in (10, 20, 50, 100, 200, 500):
        if span / step <= 6:
            return step
    return 1000


def standalone(svg: str) -> str:
    """The plot as a file of its own, with the colours that a page would give it."""
    style = (
        "<style>text{font:13px sans-serif;fill:#1c1c1e}.grid{stroke:#d8d4ca}"
        ".bar{stroke:#1f5fa8;stroke-width:2}circle,rect{fill:#1f5fa8}</style>"
    )
    head, _, body = svg.partition(">")
    return f"{head}>{style}{body}\n"
