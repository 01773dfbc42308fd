"""Positions of the substitution game as arrays, compiled with Numba.

The grammar is arrays (see `arrays.py`); a sentential form is its nonterminal
counts and its number of letters, for the occurrence replaced never matters.
Forms keep the index of their creation. One roll is applied at most once, and at
most one derivation is begun a turn, so `turns` bounds every array of a game.

A turn takes a tenth of a microsecond; counting references to the arrays handed
around, and handing them around, would take ten times as long. So no function
allocates anything, tuples of arrays are handed over by reference, and small
functions are `inlined`. Each `compiled` function is optimized again in each of its
callers: what only one of them calls, once, is `merged` with it before that. Members
that a loop needs are read before it, or they would be read in each of its rounds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from igroteka.basics.compiling import njit

compiled = njit(cache=True, _nrt=False)  # type: ignore[call-overload]  # private _nrt
inlined = njit(cache=True, _nrt=False, forceinline=True)  # type: ignore[call-overload]  # likewise
merged = njit(cache=True, _nrt=False, inline="always")  # type: ignore[call-overload]  # likewise

# Of NumPy's type, because Numba compiles a function anew for every plain number handed to it.
NONE, ZERO = np.int64(-1), np.int64(0)
ADDED, TAKEN_OFF = np.int64(1), np.int64(-1)
CHANCE = np.int64(2)  # the third random stream; streams 0 and 1 are the seats'
NEW_DERIVATION = np.int64(-1)
ROLL = np.int64(-2)

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
U11, U27, U30, U31, U64 = (np.uint64(shift) for shift in (11, 27, 30, 31, 64))


class Position(NamedTuple):
    """A game in progress; the first axis of most arrays is the seat."""

    forms: np.ndarray  # [2, F, K+1] nonterminal counts of each form, then its letters
    nonterminals: np.ndarray  # [2, F] number of nonterminals in each form
    values: np.ndarray  # [2, F] M2 of each form
    unfinished: np.ndarray  # [2, F] indices of unfinished forms, ascending
    totals: np.ndarray  # [2, K] nonterminals over all own forms
    sizes: np.ndarray  # [2, 2] number of forms, number of unfinished ones
    bank: np.ndarray  # [G]
    streams: np.ndarray  # [3] splitmix64 states
    log: np.ndarray  # [4 * turns, 3] rolls and actions as (form, group, production)
    logged: np.ndarray  # [1] rows written


@inlined
def next_number(streams, stream):
    streams[stream] += GOLDEN
    z = streams[stream]
    z = (z ^ (z >> U30)) * MIX_1
    z = (z ^ (z >> U27)) * MIX_2
    return z ^ (z >> U31)


@inlined
def random(streams, stream):
    return float(next_number(streams, stream) >> U11) * 2.0**-53


@inlined
def randrange(streams, stream, stop):
    limit = np.uint64(stop)
    bits = np.uint64(0)
    while limit >> bits:
        bits += np.uint64(1)
    number = next_number(streams, stream) >> (U64 - bits)
    while number >= limit:
        number = next_number(streams, stream) >> (U64 - bits)
    return np.int64(number)


@inlined
def pick(weights, number, streams, stream):
    """An index below `number` by weight; consumes one number even for one choice."""
    total = 0.0
    for i in range(number):
        total += weights[i]
    x = random(streams, stream) * total
    last = 0
    for i in range(number):
        x -= weights[i]
        if x < 0:
            return i
        if weights[i] > 0:
            last = i
    return last


@inlined
def product_value(powers, forms, row):
    """Product of nonterminal values, alphabetically; the order fixes the rounding."""
    value = 1.0
    width = powers.shape[1]
    for j in range(powers.shape[0]):
        count = forms[row, j]
        if count < width:
            value *= powers[j, count]
        else:
            power = powers[j, width - 1]
            for _ in range(count - width + 1):
                power *= powers[j, 1]
            value *= power
    return value


@inlined
def weakest_value(values, forms, row):
    """M3 of a form: least nonterminal value over the number of nonterminals."""
    number = 0
    least = np.inf
    for j in range(values.size):
        if forms[row, j] > 0:
            number += forms[row, j]
            least = min(least, values[j])
    return 1.0 if number == 0 else least / number


def new_position(grammar, turns):
    groups, width = grammar.left.size, grammar.change.shape[1]
    forms = turns + 2  # and rows to try a new derivation on
    return Position(
        np.zeros((2, forms, width), np.int64),
        np.zeros((2, forms), np.int64),
        np.zeros((2, forms), np.float64),
        np.zeros((2, forms), np.int64),
        np.zeros((2, width - 1), np.int64),
        np.zeros((2, 2), np.int64),
        np.zeros(groups, np.int64),
        np.zeros(3, np.uint64),
        np.zeros((4 * turns, 3), np.int64),
        np.zeros(1, np.int64),
    )


@merged
def begin(position, seeds, game):
    """Empties a position for a game with its three random streams."""
    totals, bank, sizes, streams = position.totals, position.bank, position.sizes, position.streams
    for stream in range(3):
        streams[stream] = seeds[game, stream]
    for seat in range(2):
        sizes[seat, 0] = sizes[seat, 1] = 0
        for j in range(totals.shape[1]):
            totals[seat, j] = 0
    for group in range(bank.size):
        bank[group] = 0
    position.logged[0] = 0


@inlined
def write_log(log, logged, form, group, production):
    row = logged[0]
    log[row, 0] = form
    log[row, 1] = group
    log[row, 2] = production
    logged[0] = row + 1


@inlined
def begin_derivation(position, seat, start):
    """Adds the form `S` and returns its index."""
    sizes = position.sizes
    form = sizes[seat, 0]
    for j in range(position.forms.shape[2]):
        position.forms[seat, form, j] = 1 if j == start else 0
    position.nonterminals[seat, form] = 1
    position.totals[seat, start] += 1
    position.unfinished[seat, sizes[seat, 1]] = form
    sizes[seat, 0] += 1
    sizes[seat, 1] += 1
    return form


@inlined
def drop_finished(unfinished, sizes, seat, form):
    place = 0
    while unfinished[seat, place] != form:
        place += 1
    for later in range(place + 1, sizes[seat, 1]):
        unfinished[seat, later - 1] = unfinished[seat, later]
    sizes[seat, 1] -= 1


@inlined
def apply_production(grammar, position, seat, form, production):
    """Applies a production to an own form, or to a new one; returns the form's index.

    The bank is the caller's: the rolled group was never in it.
    """
    change, group = grammar.change, grammar.owner[production]
    write_log(position.log, position.logged, form, group, production - grammar.first[group])
    if form == NEW_DERIVATION:
        form = begin_derivation(position, seat, grammar.start)
    forms, totals = position.forms[seat], position.totals
    number, last = 0, totals.shape[1]
    for j in range(last):
        forms[form, j] += change[production, j]
        totals[seat, j] += change[production, j]
        number += forms[form, j]
    forms[form, last] += change[production, last]
    position.nonterminals[seat, form] = number
    position.values[seat, form] = product_value(grammar.powers[0], forms, form)
    if number == 0:
        drop_finished(position.unfinished, position.sizes, seat, form)
    return form


@inlined
def next_playable(left, bank, totals, seat, group):
    """The first group from `group` on that is in the bank and fits an own form, or -1."""
    for playable in range(group, left.size):
        if bank[playable] > 0 and totals[seat, left[playable]] > 0:
            return playable
    return -1


@inlined
def final_score(position, seat):
    forms, nonterminals = position.forms, position.nonterminals
    score = 0
    for form in range(position.sizes[seat, 0]):
        if nonterminals[seat, form] == 0:
            score += 3 + forms[seat, form, forms.shape[2] - 1]
    return score


@inlined
def roll(streams, weights, total):
    number = randrange(streams, CHANCE, total)
    for group in range(weights.size):
        number -= weights[group]
        if number < 0:
            return group
    return weights.size - 1
