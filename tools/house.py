"""The picture of the house, drawn from the code: `make house` writes `docs/pictures/house.svg`.

Rooms stand in the layers of the import contract in `pyproject.toml`; a line goes from a room to
each room that it imports, but for those that it reaches through another one.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

import grimp

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs/pictures/house.svg"
NOT_DRAWN = ("__main__",)

WIDTH, BOX_HEIGHT, LAYER_HEIGHT, MARGIN, GAP = 960, 62, 104, 16, 24
STYLE = """
  .paper { fill: #fbf7ef } .room { fill: #fff; stroke: #7a5c3e; stroke-width: 1.5 }
  .name { font: 600 17px Georgia, serif; fill: #2d2117 }
  .about { font: 12px system-ui, sans-serif; fill: #5c4a3a }
  .import { stroke: #b59a7c; stroke-width: 1.4; fill: none; marker-end: url(#arrow) }
"""


class Box(NamedTuple):
    """Where a room stands."""

    left: float
    top: float
    width: float

    @property
    def middle(self) -> float:
        """Half way from its left to its right."""
        return self.left + self.width / 2


def layers() -> list[list[str]]:
    """The rooms from the roof down, those side by side in one list."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    named: Sequence[str] = next(each["layers"] for each in contracts if each["type"] == "layers")
    rows = [[room.strip() for room in layer.split("|")] for layer in named]
    return [[room for room in row if room not in NOT_DRAWN] for row in rows if row != [*NOT_DRAWN]]


def imports(rooms: Sequence[str]) -> Mapping[str, set[str]]:
    """For every room those that it imports, type-only imports left out."""
    graph = grimp.build_graph("igroteka", exclude_type_checking_imports=True, cache_dir=None)
    found: dict[str, set[str]] = {room: set() for room in rooms}
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            here, there = (name.split(".")[1:2] for name in (module, other))
            if here != there and {*here, *there} <= {*rooms} and here and there:
                found[here[0]].add(there[0])
    return found


def reduced(found: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """The imports that no way through a third room stands for."""
    for room, others in found.items():
        through = {further for other in others for further in reached(found, other)}
        yield from ((room, other) for other in sorted(others - through))


def reached(found: Mapping[str, set[str]], room: str) -> set[str]:
    """Every room that this one imports, however far away."""
    direct = found[room]
    return direct | {further for other in direct for further in reached(found, other)}


def about(room: str, width: float) -> list[str]:
    """What a room says of itself in its first sentence, in two lines at most that fit a box."""
    sentence = (import_module(f"igroteka.{room}").__doc__ or "").strip().splitlines()[0]
    lines = wrap(sentence, int(width / 6.6))
    return lines if len(lines) <= 2 else [lines[0], f"{lines[1].rstrip(',;:')} …"]


def boxes(rows: Sequence[Sequence[str]]) -> dict[str, Box]:
    """Where every room stands, a layer a row."""
    placed = {}
    for row, rooms in enumerate(rows):
        width = min(420.0, (WIDTH - 2 * MARGIN - GAP * (len(rooms) - 1)) / len(rooms))
        left = (WIDTH - width * len(rooms) - GAP * (len(rooms) - 1)) / 2
        for place, room in enumerate(rooms):
            placed[room] = Box(left + place * (width + GAP), MARGIN + row * LAYER_HEIGHT, width)
    return placed


def drawing() -> str:
    """The picture as SVG."""
    rows = layers()
    placed = boxes(rows)
    height = MARGIN * 2 + LAYER_HEIGHT * (len(rows) - 1) + BOX_HEIGHT
    lines = [_line(placed[a], placed[b]) for a, b in reduced(imports([*placed]))]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            'aria-label="The rooms of the house and who imports whom">',
            f"<style>{STYLE}</style>",
            '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#b59a7c"/></marker>'
            "</defs>",
            f'<rect class="paper" width="{WIDTH}" height="{height}" rx="10"/>',
            *lines,
            *(_room(room, box) for room, box in placed.items()),
            "</svg>\n",
        ]
    )


def _room(room: str, box: Box) -> str:
    said = "".join(
        f'<text class="about" x="{box.middle:.0f}" y="{box.top + 39 + 15 * row:.0f}" '
        f'text-anchor="middle">{escape(line)}</text>'
        for row, line in enumerate(about(room, box.width))
    )
    return (
        f'<rect class="room" x="{box.left:.0f}" y="{box.top}" width="{box.width:.0f}" '
        f'height="{BOX_HEIGHT}" rx="8"/><text class="name" x="{box.middle:.0f}" '
        f'y="{box.top + 21:.0f}" text-anchor="middle">{room}</text>{said}'
    )


def _line(above: Box, below: Box) -> str:
    begin, end = above.top + BOX_HEIGHT, below.top
    bend = (end - begin) * 0.45
    return (
        f'<path class="import" d="M{above.middle:.0f} {begin:.0f} C{above.middle:.0f} '
        f'{begin + bend:.0f} {below.middle:.0f} {end - bend:.0f} {below.middle:.0f} {end:.0f}"/>'
    )


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
    sys.stdout.write(f"{PICTURE.relative_to(ROOT)} is drawn\n")
