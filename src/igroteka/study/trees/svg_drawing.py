"""A tree drawn as SVG, from the left to the right.

A node is a card with what leads to it, how many records came, what they came to, and a bar with
the share of each answer; a line is as thick as its share of the records, and a leaf has the colour
of what it tells. The picture follows the light or dark look of the reader, and every answer is in
words too, so that it reads without colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Final

import numpy as np

from igroteka.basics.observations import Floats
from igroteka.study.trees.tree import Tree
from igroteka.study.trees.words import answer_text, branch_text, count_text, node_rule
from igroteka.text import Text, plural

_ROW, _CARD, _GAP, _MARGIN, _TOP = 58, 48, 44, 16, 56
_LETTER: Final = 8.4
"""About how wide a letter is."""
_TWO: Final = ("#e07b39", "#2f7fd0")
"""For no and yes; they differ in lightness too."""
_STYLE: Final = """<style>
svg{color-scheme:light dark;background:#fbfaf7;font:13px system-ui,sans-serif}
text{fill:#1c1c1e}.soft{fill:#55555c}.card{fill:#fff}.inner{stroke:#b9b4a7}.leaf{stroke-width:2.5}
.edge{fill:none;stroke:#b9b4a7;stroke-linecap:round}.strong{font-weight:600}
@media(prefers-color-scheme:dark){svg{background:#17181b}text{fill:#f1f0ec}.soft{fill:#b5b4ae}
.card{fill:#24262b}.inner,.edge{stroke:#5a5d66}}
</style>"""


def drawn_svg(tree: Tree, title: Text, say: Callable[[Text], str] = str) -> str:
    """The picture as the text of a file."""
    drawing = _Drawing(tree, say)
    width, height = drawing.size(say(title))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" aria-label="{escape(say(title))}">',
        _STYLE,
        f'<text class="strong" x="{_MARGIN}" y="24">{escape(say(title))}</text>',
        *drawing.legend(),
        *(drawing.edge(node) for node in range(1, len(tree))),
        *(drawing.card(node) for node in range(len(tree))),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


@dataclass
class _Drawing:
    tree: Tree
    say: Callable[[Text], str]
    rows: list[float] = field(init=False)
    """How far down each node is, in rows of leaves."""
    lines: list[tuple[str, str]] = field(init=False)
    """What stands on each card."""
    lefts: list[float] = field(init=False)
    """Where the cards of each level begin."""
    widths: list[float] = field(init=False)
    totals: Floats = field(init=False)
    """How many records came to each node."""

    def __post_init__(self) -> None:
        tree = self.tree
        self.totals = tree.counts.sum(axis=1)
        self.lines = [self._words(node) for node in range(len(tree))]
        self.widths = [120.0] * (tree.depth + 1)
        for node, words in enumerate(self.lines):
            level = int(tree.depths[node])
            needed = 24 + _LETTER * max(map(len, words))
            self.widths[level] = max(self.widths[level], needed)
        self.lefts = [_MARGIN + sum(self.widths[:n]) + _GAP * n for n in range(len(self.widths))]
        self.rows = self._rows()

    def _words(self, node: int) -> tuple[str, str]:
        tree = self.tree
        above = Text("all records") if node == 0 else branch_text(tree, node)
        count = count_text(float(tree.counts[node].sum()))
        below = Text("{count}: {answer}", count=count, answer=answer_text(tree, node))
        return self.say(above), self.say(below)

    def _rows(self) -> list[float]:
        """Leaves below each other in the order of branches, a parent in the middle of its own."""
        rows = [0.0] * len(self.tree)
        for row, leaf in enumerate(_leaves(self.tree, 0)):
            rows[leaf] = row
        for node in range(len(self.tree) - 1, -1, -1):
            if children := self.tree.below(node):
                rows[node] = (rows[children[0]] + rows[children[-1]]) / 2
        return rows

    def size(self, title: str) -> tuple[float, float]:
        """The width and height of the picture."""
        width = max(self.lefts[-1] + self.widths[-1], 2 * _MARGIN + _LETTER * len(title))
        return width + _MARGIN, _TOP + _ROW * self.tree.leaves + _MARGIN

    def _place(self, node: int) -> tuple[float, float, float]:
        """Left, top and width of a card."""
        level = int(self.tree.depths[node])
        return self.lefts[level], _TOP + _ROW * self.rows[node], self.widths[level]

    def colour(self, answer: int) -> str:
        """The colour of an answer; more than two go from red over yellow to blue."""
        count = len(self.tree.classes)
        if count <= 2:
            return _TWO[answer]
        return f"hsl({round(220 * answer / (count - 1))} 70% 52%)"

    def legend(self) -> Iterator[str]:
        """Every answer with its colour."""
        x = float(_MARGIN)
        for answer, text in enumerate(self.tree.classes):
            words = self.say(text)
            yield (
                f'<rect x="{x:.0f}" y="34" width="12" height="12" rx="3" '
                f'fill="{self.colour(answer)}"/>'
                f'<text class="soft" x="{x + 18:.0f}" y="45">{escape(words)}</text>'
            )
            x += 34 + _LETTER * len(words)

    def edge(self, node: int) -> str:
        """The line from a node's parent."""
        parent = int(self.tree.parent[node])
        left, top, width = self._place(parent)
        x1, y1 = left + width, top + _CARD / 2
        x2, y2 = self._place(node)[0], self._place(node)[1] + _CARD / 2
        middle = (x1 + x2) / 2
        thick = 1 + 11 * float(np.sqrt(self.totals[node] / self.totals[0]))
        curve = f"{middle:.1f} {y1:.1f} {middle:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
        return f'<path class="edge" stroke-width="{thick:.1f}" d="M{x1:.1f} {y1:.1f}C{curve}"/>'

    def card(self, node: int) -> str:
        """A node with its words, its bar, and the whole rule for who points at it."""
        left, top, width = self._place(node)
        above, below = map(escape, self.lines[node])
        leaf = bool(self.tree.is_leaf[node])
        frame = f' stroke="{self.colour(int(self.tree.answers[node]))}"' if leaf else ""
        return (
            f'<g id="node-{node}"><title>{escape(self._tip(node))}</title>'
            f'<rect class="card {"leaf" if leaf else "inner"}"{frame} x="{left:.1f}" y="{top:.1f}" '
            f'width="{width:.1f}" height="{_CARD}" rx="7"/>'
            f'<text class="strong" x="{left + 10:.1f}" y="{top + 17:.1f}">{above}</text>'
            f'<text x="{left + 10:.1f}" y="{top + 33:.1f}">{below}</text>'
            f"{''.join(self._bar(node, left + 10, top + 38.5, width - 20))}</g>"
        )

    def _bar(self, node: int, left: float, top: float, width: float) -> Iterator[str]:
        counts = self.tree.counts[node]
        for answer, share in enumerate(counts / counts.sum()):
            if share:
                yield (
                    f'<rect x="{left:.1f}" y="{top:.1f}" width="{width * share:.1f}" height="5" '
                    f'fill="{self.colour(answer)}"/>'
                )
                left += width * float(share)

    def _tip(self, node: int) -> str:
        counts = [
            plural(
                "{answer}: {count:,} record",
                "{answer}: {count:,} records",
                count=round(float(count)),
                answer=answer,
            )
            for answer, count in zip(self.tree.classes, self.tree.counts[node], strict=True)
            if count
        ]
        return "\n".join(map(self.say, (node_rule(self.tree, node), *counts)))


def _leaves(tree: Tree, node: int) -> Iterator[int]:
    if tree.is_leaf[node]:
        yield node
    for child in tree.below(node):
        yield from _leaves(tree, child)
