"""A tree drawn with letters, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from igroteka.study.trees.tree import Tree
from igroteka.study.trees.words import answer_text, branch_text, count_text
from igroteka.text import Text


def drawn(tree: Tree, say: Callable[[Text], str] = str) -> Iterator[str]:
    """A line a node, children below their parents, with what each tells of how many records."""
    yield say(Text("{branch} · {about}", branch=Text("all records"), about=_about(tree, 0)))
    yield from _below(tree, 0, "", say)


def _below(tree: Tree, node: int, indent: str, say: Callable[[Text], str]) -> Iterator[str]:
    children = tree.below(node)
    for child in children:
        last = child == children[-1]
        branch = branch_text(tree, child)
        line = Text("{branch} · {about}", branch=branch, about=_about(tree, child))
        yield f"{indent}{'└─ ' if last else '├─ '}{say(line)}"
        yield from _below(tree, child, indent + ("   " if last else "│  "), say)


def _about(tree: Tree, node: int) -> Text:
    """How many records, and what is told of them."""
    count = count_text(float(tree.counts[node].sum()))
    return Text("{count}: {answer}", count=count, answer=answer_text(tree, node))
