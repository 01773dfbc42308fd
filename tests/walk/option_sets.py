"""Sets of options in which every pair of values of a game's options stands at least once."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product

from igroteka.contract import IgrotekaError, Option
from igroteka.registry import game_class, make_game

Options = Mapping[str, str]
Pair = tuple[tuple[str, str], tuple[str, str]]

TRIES = 40
"""Ways to fill a set that are compared before one is taken."""


def values(option: Option) -> tuple[str, ...]:
    """What may be chosen: the values that there are, or examples of what may be written."""
    return tuple(option.values) or (option.default, *option.examples)


def asked(game: str) -> list[Option]:
    """The options that a form asks for."""
    return [option for option in game_class(game).option_list if option.asked]


def possible(game: str, options: Options) -> bool:
    """Whether the game can be played so."""
    try:
        rules = make_game(game, dict(options))
        rules.deal(random.Random(1))
    except IgrotekaError:
        return False
    return True


def pairs(options: Sequence[Option]) -> set[Pair]:
    """Every two values of different options."""
    return {
        ((one.name, first), (other.name, second))
        for one, other in combinations(options, 2)
        for first, second in product(values(one), values(other))
    }


def full(game: str) -> list[dict[str, str]]:
    """Every pair of values that goes together, each in a set of its own, the rest as usual."""
    options = asked(game)
    usual = {option.name: option.default for option in options}
    sets = [{**usual, **dict(pair)} for pair in sorted(pairs(options))] or [usual]
    return [each for each in _unique(sets) if possible(game, each)]


def covering(game: str) -> list[dict[str, str]]:
    """Few sets in which all those pairs stand, and the usual one."""
    options = asked(game)
    usual = {option.name: option.default for option in options}
    rng = random.Random(game)
    missing = {pair for pair in pairs(options) if possible(game, {**usual, **dict(pair)})}
    missing -= _pairs_of(usual)
    sets = [usual]
    while missing:
        begun = {**usual, **dict(min(missing))}
        tries = (_filled(options, dict(min(missing)), rng) for _ in range(TRIES))
        fitting = [each for each in (begun, *tries) if possible(game, each)]
        sets.append(max(fitting, key=lambda each: len(missing & _pairs_of(each))))
        missing -= _pairs_of(sets[-1])
    return sets


def _filled(options: Sequence[Option], begun: Options, rng: random.Random) -> dict[str, str]:
    return {each.name: begun.get(each.name, rng.choice(values(each))) for each in options}


def _pairs_of(chosen: Options) -> set[Pair]:
    return set(combinations(chosen.items(), 2))


def _unique(sets: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    return list({tuple(each.items()): each for each in sets}.values())
