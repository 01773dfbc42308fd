"""Verdicts for people: the mark that a move gets, and a sentence or two about it.

Pure functions of what is stored, so that a page, a file and a terminal say the same. A sentence
says that something was better exactly where there is a mark, and won, drawn or lost only where it
is proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from igroteka.records.verdict import Verdict
from igroteka.text import Text, joined

DUBIOUS: Final = 0.07
MISTAKE: Final = 0.15
BLUNDER: Final = 0.3
"""From which cost on a move gets ?!, ? and ??. Less is within what an adviser itself may err."""

WON, DRAWN, LOST = 1.0, 0.5, 0.0


def mark(cost: float) -> str:
    """What is written behind a move that cost so much; nothing behind a good one."""
    if cost >= BLUNDER:
        return "??"
    if cost >= MISTAKE:
        return "?"
    return "?!" if cost >= DUBIOUS else ""


def sentence(verdict: Verdict, best: Text, found: bool) -> Text:
    """What happened, why, and what was better, given how the best move is called.

    `found` says whether it is the one that was made.
    """
    said = _on_a_mistake(verdict, best) if mark(verdict.cost) else _in_order(verdict, best, found)
    return joined(" ", said)


def _in_order(verdict: Verdict, best: Text, found: bool) -> Iterator[Text]:
    """About a move that cost nothing worth a word."""
    if verdict.remark:
        yield verdict.remark
    if verdict.best_proven and verdict.best_value == LOST:
        yield Text("No move saves the game here.")
    elif found:
        yield Text("The best move.")
    elif verdict.proven and verdict.value == WON:
        yield Text("The win stays.")
    elif verdict.proven and verdict.best_proven:
        yield Text("The draw stays.")
    else:
        yield Text("About as good as {best}.", best=best)


def _on_a_mistake(verdict: Verdict, best: Text) -> Iterator[Text]:
    """About a move that gave something away."""
    if verdict.remark:
        yield verdict.remark
    if verdict.proven and verdict.value == LOST and not verdict.remark:
        yield Text("This loses by force.")
    elif verdict.proven and verdict.value == DRAWN:
        yield Text("This is only a draw.")
    if verdict.best_proven and verdict.best_value == WON and not verdict.reason:
        yield Text("Better was {best}: it wins by force.", best=best)
    elif verdict.best_proven and verdict.best_value == DRAWN:
        yield Text("Better was {best}: it holds the draw.", best=best)
    elif verdict.reason and verdict.best_value < DRAWN:
        yield Text("The lesser evil: {reason}", reason=verdict.reason)
    elif verdict.reason:
        yield Text("Better: {reason}", reason=verdict.reason)
    else:
        yield Text("Better was {best}.", best=best)
    if not (verdict.remark or verdict.reason or verdict.proven or verdict.best_proven):
        yield Text(
            "The chances fall from {best:.0%} to {played:.0%}.",
            best=verdict.best_value,
            played=verdict.value,
        )
