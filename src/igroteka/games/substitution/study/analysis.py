"""The study of a grammar: what in it is of no use, and how near to a word everything is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from igroteka.games.substitution import metrics
from igroteka.games.substitution.arrays import counted
from igroteka.games.substitution.grammar import NONTERMINALS, START, Grammar, shown


class Production(NamedTuple):
    """One production with what is known of it."""

    group: int
    left: str
    right: str
    m1: int
    m2: float
    m3: float
    useless: bool
    """Whether no derivation of a word can use it."""


class Analysis(NamedTuple):
    """All productions, and the nonterminals that no word needs."""

    productions: list[Production]
    endless: str
    """Nonterminals that can't be turned into letters."""
    unreachable: str
    """Nonterminals that no derivation comes to."""


def analyse(grammar: Grammar) -> Analysis:
    """Study a grammar."""
    ending = _ending(grammar)
    reached = _reached(grammar, ending)
    counts = counted(grammar)
    m1, _ = metrics.m1(counts)
    m2, _ = metrics.iterated(counts, metrics.product_value)
    m3, _ = metrics.iterated(counts, metrics.weakest_value)
    productions = [
        Production(
            group,
            left,
            shown(right),
            m1[place],
            m2[place],
            m3[place],
            left not in reached or not _symbols(right) <= ending,
        )
        for place, (group, left, right) in enumerate(_productions(grammar))
    ]
    everything = set(grammar.nonterminals)
    return Analysis(
        productions,
        "".join(sorted(everything - ending)),
        "".join(sorted(everything & ending - reached)),
    )


def _productions(grammar: Grammar) -> Iterator[tuple[int, str, str]]:
    for number, group in enumerate(grammar.groups):
        for right in group.rights:
            yield number, group.left, right


def _symbols(right: str) -> set[str]:
    return set(right) & NONTERMINALS


def _ending(grammar: Grammar) -> set[str]:
    """Nonterminals from which a word can be derived."""
    found: set[str] = set()
    while True:
        more = {left for _, left, right in _productions(grammar) if _symbols(right) <= found}
        if more <= found:
            return found
        found |= more


def _reached(grammar: Grammar, ending: set[str]) -> set[str]:
    """Nonterminals that occur in some derivation of a word from S."""
    found = {START} & ending
    while True:
        more = {
            symbol
            for _, left, right in _productions(grammar)
            if left in found and _symbols(right) <= ending
            for symbol in _symbols(right)
        }
        if more <= found:
            return found
        found |= more
