"""A bidding system: which call a hand makes, and what the calls of an auction have shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.bidding import features as f
from igroteka.games.bridge.bidding.patterns import (
    Binding,
    bindings,
    called,
    check_pattern,
    completions,
    may_have_length,
)
from igroteka.games.bridge.bidding.rulefile import VARIABLES, Rule, read_rules
from igroteka.games.bridge.bidding.shown import NOTHING, Shown, after_call, either, shown_by
from igroteka.games.bridge.bidding.terms import Context, Test, tests_of
from igroteka.games.bridge.cards import Cards
from igroteka.games.bridge.contracts import PASS, Call
from igroteka.text import NOTHING as SILENCE
from igroteka.text import Text, from_data, joined

UNEXPLAINED: Final = 12
"""The distance of a hand from a call that no rule explains, and the most there is."""
NATURAL: Final = Path(__file__).with_name("natural.toml")


class Option(NamedTuple):
    """A call that a rule allows in some auction, if the hand passes its tests."""

    rule: Rule
    call: Call
    tests: tuple[Test, ...]
    binding: Binding

    def fits(self, row: f.Row) -> bool:
        """Whether one hand passes."""
        return all(low <= row[measure] <= high for measure, low, high in self.tests)

    def fit_many(self, many: f.Many) -> npt.NDArray[np.bool_]:
        """Which of many hands pass."""
        found = np.ones(many.shape[1], dtype=np.bool_)
        for measure, low, high in self.tests:
            found &= (many[measure] >= low) & (many[measure] <= high)
        return found

    def violation(self, many: f.Many) -> npt.NDArray[np.int16]:
        """How far each of many hands is outside the bounds, summed over all tests."""
        found = np.zeros(many.shape[1], dtype=np.int16)
        for measure, low, high in self.tests:
            values = many[measure]
            found += np.maximum(low - values, 0) + np.maximum(values - high, 0)
        return found


@dataclass(frozen=True)
class Situation:
    """What the rules say at one point of an auction."""

    options: tuple[Option, ...]
    """In the order of preference; the last one is a pass with any hand."""
    shown: tuple[Shown, ...]
    """What each seat has shown so far, the dealer first."""

    def choose(self, hand: Cards) -> Option:
        """The first option that the hand passes."""
        return self.choose_row(f.measure(hand))

    def choose_row(self, row: f.Row) -> Option:
        """The first option that a hand with these measures passes."""
        return next(option for option in self.options if option.fits(row))

    def meant_by(self, call: Call) -> list[Option]:
        """The options that this call may come from; rules for any auction only if no other is."""
        same = [option for option in self.options if option.call == call]
        return [option for option in same if not option.rule.general] or same

    def explained(self, call: Call, many: f.Many) -> npt.NDArray[np.bool_]:
        """Which of many hands would make this call."""
        found = np.zeros(many.shape[1], dtype=np.bool_)
        taken = np.zeros(many.shape[1], dtype=np.bool_)
        wanted = [number for number, each in enumerate(self.options) if each.call == call]
        for option in self.options[: wanted[-1] + 1] if wanted else ():
            fits = option.fit_many(many) & ~taken
            if option.call == call:
                found |= fits
            taken |= fits
        return found

    def distance(self, call: Call, many: f.Many) -> npt.NDArray[np.int16]:
        """How far each of many hands is from one that would make this call; 0 if it would."""
        options = self.meant_by(call)
        if not options:
            return np.full(many.shape[1], UNEXPLAINED, dtype=np.int16)
        nearest = np.min([option.violation(many) for option in options], axis=0)
        far = np.minimum(nearest, UNEXPLAINED - 1) + 1
        return np.where(self.explained(call, many), 0, far).astype(np.int16)


class System:
    """Rules, fitted to auctions as they come. Raises `BadRule` for a pattern that is none."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        for rule in self.rules:
            for pattern in rule.after:
                check_pattern(pattern, rule.name)
        self.situation = lru_cache(maxsize=50_000)(self._situation)
        self._patterns = cache(self._patterns_of_length)

    def _patterns_of_length(self, length: int) -> list[tuple[Rule, str]]:
        """The rules with those of their patterns that so many calls might fit."""
        return [
            (rule, pattern)
            for rule in self.rules
            for pattern in rule.after
            if may_have_length(pattern, length)
        ]

    def _situation(self, calls: tuple[Call, ...], vulnerability: int = 0) -> Situation:
        """What the rules say after these calls, the dealer's first.

        Of the vulnerability, here and everywhere in a system, bit 0 is the dealer's side.
        """
        shown = self._shown(calls, vulnerability)
        context = Context(Auction(0, calls), shown, vulnerability)
        options = [*self._options(context), ANYTHING]
        return Situation(tuple(options), shown)

    def _shown(self, calls: tuple[Call, ...], vulnerability: int) -> tuple[Shown, ...]:
        if not calls:
            return (NOTHING,) * 4
        before = self.situation(calls[:-1], vulnerability)
        same = before.meant_by(calls[-1])
        claims = [shown_by(option.tests, option.rule.forcing) for option in same]
        return after_call(before.shown, (len(calls) - 1) % 4, calls[-1], claims)

    def _options(self, context: Context) -> Iterator[Option]:
        legal = set(context.auction.actions())
        calls = context.since_opening
        seen = set()
        for rule, pattern in self._patterns(len(calls)):
            for bound in bindings(pattern, calls):
                for option in self._bound(rule, bound, context):
                    key = (rule.name, option.call, option.tests)
                    if option.call in legal and key not in seen:
                        seen.add(key)
                        yield option

    def _bound(self, rule: Rule, bound: Binding, context: Context) -> Iterator[Option]:
        letters = [word for need in rule.needs for word in need.suits if word in VARIABLES]
        if rule.call[-1] in VARIABLES:
            letters.insert(0, rule.call[-1])
        for binding in completions(list(dict.fromkeys(letters)), bound, rule.high_first):
            call = called(rule.call, binding, context.last_bid)
            if call is None:
                continue
            tests = tests_of(rule.needs, binding, call, context)
            if tests is not None:
                yield Option(rule, call, tests, binding)

    def choose(self, calls: tuple[Call, ...], hand: Cards, vulnerability: int = 0) -> Call:
        """What a hand calls after these calls."""
        return self.situation(calls, vulnerability).choose(hand).call

    def meaning(self, calls: Sequence[Call], vulnerability: int = 0) -> Text:
        """What the last of these calls means, in words."""
        *before, last = calls
        said = _words(self.situation(tuple(before), vulnerability).meant_by(last))
        return said or (Text("nothing more to say") if last == PASS else Text("no agreement"))

    def explanation(
        self, calls: tuple[Call, ...], call: Call, hand: Cards, vulnerability: int = 0
    ) -> Text:
        """What is told of a call that this hand made: all rules that partner may take it for.

        It is the hand's own rule where that one is not among them; nothing for a pass without one.
        """
        situation = self.situation(calls, vulnerability)
        own, meant = situation.choose(hand), situation.meant_by(call)
        if own.call == call and (own is ANYTHING or own not in meant):
            return _words([own])
        return _words(meant) or (SILENCE if call == PASS else Text("no agreement"))


def _words(options: Sequence[Option]) -> Text:
    """What a call means that comes from one of these options; nothing where no rule is."""
    named = [option for option in options if option is not ANYTHING]
    if not named:
        return SILENCE
    names = dict.fromkeys(option.rule.name for option in named)
    shown = either([shown_by(option.tests, option.rule.forcing) for option in named])
    forcing = [Text("forcing")] if shown.forcing else []
    pieces = (joined(" / ", map(from_data, names)), shown.words(), *forcing)
    return joined(" · ", filter(None, pieces))


ANYTHING: Final = Option(Rule("nothing to say", (), "pass", (), False, False, None), PASS, (), {})
"""What is left when no rule fits."""


@cache
def natural() -> System:
    """The house's own system."""
    return System(read_rules(NATURAL))


def rule_names() -> Iterator[str]:
    """What the rules of the house's own system are called."""
    return (rule.name for rule in natural().rules)
