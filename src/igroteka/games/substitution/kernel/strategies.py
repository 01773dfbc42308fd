"""The published strategies, compiled: each plays one whole turn of a seat.

A turn starts with a rolled group that can be played; the strategy applies it and
then uses up the bank as the rules demand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from igroteka.games.substitution.arrays import SURE_WEIGHT
from igroteka.games.substitution.kernel.position import (
    ADDED,
    NEW_DERIVATION,
    NONE,
    TAKEN_OFF,
    ZERO,
    apply_production,
    compiled,
    inlined,
    merged,
    next_playable,
    pick,
    product_value,
    randrange,
    weakest_value,
)

RANDOM, SMART_RANDOM, BETTER_SMART_RANDOM, IMPROVED_RANDOM, INVERTED_RANDOM = 0, 1, 2, 3, 4
STUPID_SHORT, SHORT, SEARCH, ADAPTIVE, MIXED, PLANNER = 5, 6, 7, 8, 9, 10
BY_M1, BY_M2 = np.int64(0), np.int64(1)
ADAPTIVE_DEPTH = 4
ROLLED = np.int64(1)  # a chain whose first production is of the rolled group
DEEPEST = 8  # the deepest search that can be asked for


class Scratch(NamedTuple):
    """Working memory of a turn, made once a batch."""

    weights: np.ndarray  # of whatever is picked at random
    choices: np.ndarray
    form: np.ndarray  # [1, K+1] the form a chain is tried on
    live: np.ndarray  # [P] productions whose group lies in the bank
    chain: np.ndarray  # [depth+2] productions of the chain being tried
    cursor: np.ndarray  # [depth+2] place in `live` of the next one to try there
    found: np.ndarray  # [depth+2] whether anything matched there
    best: np.ndarray  # [depth+2] the best chain so far
    best_length: np.ndarray  # [1]


def new_scratch(grammar, turns):
    width = max(turns + 2, grammar.owner.size)
    return Scratch(
        np.zeros(width, np.float64),
        np.zeros(width, np.int64),
        np.zeros((1, grammar.change.shape[1]), np.int64),
        np.zeros(grammar.owner.size, np.int64),
        np.zeros(DEEPEST + 2, np.int64),
        np.zeros(DEEPEST + 2, np.int64),
        np.zeros(DEEPEST + 2, np.bool_),
        np.zeros(DEEPEST + 2, np.int64),
        np.zeros(1, np.int64),
    )


@inlined
def set_form(scratch, position, seat, form, start):
    """Makes an own form, or the new derivation `S`, the one chains are tried on."""
    target, forms = scratch.form, position.forms
    for j in range(target.shape[1]):
        if form == NEW_DERIVATION:
            target[0, j] = 1 if j == start else 0
        else:
            target[0, j] = forms[seat, form, j]


@inlined
def improved_weight(value, forms, row):
    if value == 0 or value == 1:
        return value * SURE_WEIGHT
    nonterminals = 0
    for j in range(forms.shape[1] - 1):
        nonterminals += forms[row, j]
    return float(nonterminals)


@inlined
def form_weight(powers, weakest, kind, forms, row):
    """Weight of a form; `powers` are those of the kind's own metric."""
    if kind == RANDOM:
        return 1.0
    if kind == SMART_RANDOM:
        return product_value(powers, forms, row)
    if kind == BETTER_SMART_RANDOM:
        return np.sqrt(product_value(powers, forms, row))
    if kind == IMPROVED_RANDOM:
        return improved_weight(product_value(powers, forms, row), forms, row)
    value = weakest_value(weakest, forms, row)
    return 0.0 if value == 0 else 1.01 - value


@inlined
def pick_form(grammar, position, scratch, seat, kind, left, new_allowed):
    forms, unfinished = position.forms[seat], position.unfinished
    weights, choices = scratch.weights, scratch.choices
    powers = grammar.powers[1 if kind == BETTER_SMART_RANDOM else 0]
    weakest = grammar.weakest
    number = 0
    for place in range(position.sizes[seat, 1]):
        form = unfinished[seat, place]
        if forms[form, left] > 0:
            choices[number] = form
            weights[number] = form_weight(powers, weakest, kind, forms, form)
            number += 1
    if new_allowed:
        set_form(scratch, position, seat, NEW_DERIVATION, left)
        choices[number] = NEW_DERIVATION
        weights[number] = form_weight(powers, weakest, kind, scratch.form, ZERO)
        number += 1
    return choices[pick(weights, number, position.streams, seat)]


@compiled
def random_turn(grammar, position, scratch, seat, kind, rolled):
    left, first, bank, totals = grammar.left, grammar.first, position.bank, position.totals
    weights, choices, streams = scratch.weights, scratch.choices, position.streams
    group, new_allowed = rolled, left[rolled] == grammar.start
    while True:
        start, stop = first[group], first[group + 1]
        for production in range(start, stop):
            weights[production - start] = grammar.production_weights[kind, production]
        production = start + pick(weights, stop - start, streams, seat)
        form = pick_form(grammar, position, scratch, seat, kind, left[group], new_allowed)
        apply_production(grammar, position, seat, form, production)
        number, group = 0, next_playable(left, bank, totals, seat, ZERO)
        while group >= 0:
            choices[number] = group
            weights[number] = grammar.group_weights[kind, group]
            number += 1
            group = next_playable(left, bank, totals, seat, group + 1)
        if number == 0:
            return
        group, new_allowed = choices[pick(weights, number, streams, seat)], False
        bank[group] -= 1


@inlined
def shortest_form(grammar, position, seat, metric, left):
    """Own form holding `left` that is best by M1 or M2, the first of equals.

    A new derivation is taken when `left` is S and S alone is strictly better.
    """
    forms, unfinished, values = position.forms, position.unfinished, position.values
    nonterminals = position.nonterminals
    best, best_value = NEW_DERIVATION, -np.inf
    for place in range(position.sizes[seat, 1]):
        form = unfinished[seat, place]
        if forms[seat, form, left] == 0:
            continue
        value = values[seat, form] if metric == BY_M2 else -float(nonterminals[seat, form])
        if value > best_value:
            best, best_value = form, value
    if left == grammar.start:
        alone = grammar.powers[0, left, 1] if metric == BY_M2 else -1.0
        if alone > best_value:
            return NEW_DERIVATION
    return best


@compiled
def short_turn(grammar, position, seat, metric, rolled):
    left, bank, totals, value = grammar.left, position.bank, position.totals, grammar.group_metric
    group = rolled
    while group >= 0:
        form = shortest_form(grammar, position, seat, metric, left[group])
        apply_production(grammar, position, seat, form, grammar.best_production[metric, group])
        group = next_playable(left, bank, totals, seat, ZERO)
        other = group
        while other >= 0:
            if value[metric, other] > value[metric, group]:
                group = other
            other = next_playable(left, bank, totals, seat, other + 1)
        if group >= 0:
            bank[group] -= 1


@inlined
def add_change(form, change, production, sign):
    """Applies a production to a form (sign 1) or takes it back (sign -1)."""
    for j in range(change.shape[1]):
        form[0, j] += sign * change[production, j]


@inlined
def is_repetition(form, change, source, production, previous):
    """Whether the same two productions in the other order were tried before.

    Both orders end in the same form and the earlier one wins ties, so that skipping
    the later one changes nothing. It needs the left side of `production` to have
    been there before `previous` was applied, beside the one `previous` replaced.
    """
    if production >= previous:
        return False
    left = source[production]
    needed = 1 if left == source[previous] else 0
    return form[0, left] - change[previous, left] > needed


@inlined
def list_live(owner, bank, live):
    number = 0
    for production in range(owner.size):
        if bank[owner[production]] > 0:
            live[number] = production
            number += 1
    return number


@compiled
def search_chains(grammar, position, scratch, fixed, depth, best_value, best_letters):
    """Extends the `fixed` beginning of the chain by up to `depth` bank groups.

    `scratch.form` is the form after the beginning. A chain ends only where nothing
    matches or the depth is reached. Returns the best M2 and letters, which may be
    those handed in; the chain goes to `scratch.best`.
    """
    owner, source, change, bank = grammar.owner, grammar.source, grammar.change, position.bank
    form, live, chain, cursor = scratch.form, scratch.live, scratch.chain, scratch.cursor
    found, powers = scratch.found, grammar.powers[0]
    number, letters = list_live(owner, bank, live), change.shape[1] - 1
    level, limit = fixed, fixed + depth
    cursor[level], found[level] = 0, False
    while True:
        step = cursor[level] if level < limit else number
        while step < number:
            production = live[step]
            step += 1
            if bank[owner[production]] == 0 or form[0, source[production]] == 0:
                continue
            found[level] = True
            if level > fixed and is_repetition(form, change, source, production, chain[level - 1]):
                continue
            cursor[level], chain[level] = step, production
            add_change(form, change, production, ADDED)
            bank[owner[production]] -= 1
            level += 1
            cursor[level], found[level] = 0, False
            step = 0 if level < limit else number
        if not found[level]:
            value = product_value(powers, form, ZERO)
            if value > best_value or (value == best_value and form[0, letters] > best_letters):
                best_value, best_letters = value, form[0, letters]
                scratch.best_length[0] = level
                for i in range(level):
                    scratch.best[i] = chain[i]
        if level == fixed:
            return best_value, best_letters
        level -= 1
        add_change(form, change, chain[level], TAKEN_OFF)
        bank[owner[chain[level]]] += 1


@inlined
def apply_chain(grammar, position, scratch, seat, form, rolled):
    """Applies the best chain; its first `rolled` productions did not come from the bank."""
    owner, bank, best = grammar.owner, position.bank, scratch.best
    for step in range(scratch.best_length[0]):
        if step >= rolled:
            bank[owner[best[step]]] -= 1
        form = apply_production(grammar, position, seat, form, best[step])


@compiled
def search_roll(grammar, position, scratch, seat, rolled, depth):
    """Every production of the rolled group on the best form, each with its chains."""
    left = grammar.left[rolled]
    form = shortest_form(grammar, position, seat, BY_M2, left)
    set_form(scratch, position, seat, form, left)
    value, letters = -1.0, NONE
    for production in range(grammar.first[rolled], grammar.first[rolled + 1]):
        scratch.chain[0] = production
        add_change(scratch.form, grammar.change, production, ADDED)
        value, letters = search_chains(grammar, position, scratch, ROLLED, depth, value, letters)
        add_change(scratch.form, grammar.change, production, TAKEN_OFF)
    apply_chain(grammar, position, scratch, seat, form, ROLLED)


@inlined
def bank_form(left, bank, position, seat):
    """Unfinished form with the best M2 that some bank group matches, or -1."""
    forms, unfinished, values = position.forms, position.unfinished, position.values
    best, best_value = -1, -1.0
    for place in range(position.sizes[seat, 1]):
        form = unfinished[seat, place]
        if values[seat, form] <= best_value:
            continue
        for group in range(left.size):
            if bank[group] > 0 and forms[seat, form, left[group]] > 0:
                best, best_value = form, values[seat, form]
                break
    return best


@compiled
def search_turn(grammar, position, scratch, seat, rolled, depth):
    left, bank, totals = grammar.left, position.bank, position.totals
    search_roll(grammar, position, scratch, seat, rolled, depth)
    # The rules force the bank to be used up even where nothing is searched.
    depth = max(depth, 1)
    while next_playable(left, bank, totals, seat, ZERO) >= 0:
        form = bank_form(left, bank, position, seat)
        set_form(scratch, position, seat, form, grammar.start)
        search_chains(grammar, position, scratch, ZERO, depth, -1.0, NONE)
        apply_chain(grammar, position, scratch, seat, form, ZERO)


@inlined
def pure_strategy(streams, totals, seat, strategies, turns_left):
    """What `mixed` and `adaptive` come to this turn, as a plain (kind, depth)."""
    kind, depth = np.int64(strategies[seat, 0]), np.int64(strategies[seat, 1])
    omega, finish = strategies[seat, 1], np.int64(strategies[seat, 2])
    if kind == MIXED:
        points = ZERO
        for part in range(1, 5):
            points += np.int64(strategies[seat, part])
        x = randrange(streams, seat, points)
        part = 0
        while x >= np.int64(strategies[seat, part + 1]):
            x -= np.int64(strategies[seat, part + 1])
            part += 1
        if part < 3:
            return (BETTER_SMART_RANDOM, SHORT, SEARCH)[part], ADAPTIVE_DEPTH
        kind, omega, finish = ADAPTIVE, 10.0, SEARCH
    if kind == ADAPTIVE:
        own = ZERO
        for j in range(totals.shape[1]):
            own += totals[seat, j]
        if own * omega < turns_left:
            return INVERTED_RANDOM, 0
        return finish, ADAPTIVE_DEPTH
    return kind, depth


@merged
def published_turn(grammar, position, scratch, seat, kind, depth, rolled):
    if kind <= INVERTED_RANDOM:
        random_turn(grammar, position, scratch, seat, kind, rolled)
    elif kind == SEARCH:
        search_turn(grammar, position, scratch, seat, rolled, depth)
    else:
        metric = BY_M1 if kind == STUPID_SHORT else BY_M2
        short_turn(grammar, position, seat, metric, rolled)
