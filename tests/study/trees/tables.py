"""Small tables of observations, written as a person writes them."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from igroteka.basics.observations import Column, Observations
from igroteka.study.trees.tree import Tree
from igroteka.study.trees.words import branch_text
from igroteka.text import Text, as_written

NAMES = ("points", "spades", "clubs", "diamonds")
ANSWERS = (Text("goes down"), Text("makes"))


def column(name: str, values: tuple[str, ...] = ()) -> Column:
    """A column that is called as it is named."""
    return Column(name, as_written(name), as_written(name), tuple(map(as_written, values)))


def table(text: str, names: tuple[str, ...] | None = None) -> Observations:
    """Observations from rows of numbers, `?` for unknown, the answer (0 or 1) last.

    The first row names the columns. Every row is of a deal of its own.
    """
    head, *lines = [line.split() for line in text.strip().splitlines()]
    chosen = names or tuple(head[:-1])
    rows = [[np.nan if word == "?" else float(word) for word in line] for line in lines]
    values = np.array([[row[head.index(name)] for name in chosen] for row in rows])
    answers = np.array([int(row[-1]) for row in rows])
    return Observations(
        tuple(map(column, chosen)), values, answers, ANSWERS, np.arange(len(answers))
    )


def shown(tree: Tree) -> list[str]:
    """A line a node in the order of a book: what leads there, and the records by answer."""

    def below(node: int, indent: str) -> list[str]:
        counts = " ".join(f"{count:g}" for count in tree.counts[node])
        title = branch_text(tree, node) if node else "all"
        lines = [f"{indent}{title} [{counts}]"]
        for child in tree.below(node):
            lines += below(child, indent + "  ")
        return lines

    return below(0, "")


@st.composite
def observations(draw: st.DrawFn, unknown: bool = True) -> Observations:
    """Tables of up to forty rows with few values, some of them unknown, deals played again."""
    rows = draw(st.integers(1, 40))
    width = draw(st.integers(1, 4))
    cell = st.sampled_from([0.0, 1.0, 2.0, 3.0, 4.5] + ([np.nan] if unknown else []))
    values = draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=rows,
                           max_size=rows))  # fmt: skip
    answers = draw(st.lists(st.integers(0, 2), min_size=rows, max_size=rows))
    deals = draw(st.lists(st.integers(0, 9), min_size=rows, max_size=rows))
    named = draw(st.booleans())
    columns = [column(name) for name in NAMES[:width]]
    found = np.array(values)
    if named:
        columns[0] = column("strain", ("a", "b", "c", "d", "e"))
        found[:, 0] = np.floor(found[:, 0])
    classes = tuple(map(as_written, ("no", "perhaps", "yes")))
    return Observations(tuple(columns), found, np.array(answers), classes, np.array(deals))
