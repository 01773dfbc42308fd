"""The planner's turn, compiled; `plan.py` says what its tables mean, `planner.py` is its twin."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

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
)

WORD = 3.0
DEPTH = 3  # steps of a turn looked ahead
WORK = 3_000_000  # of one decision, counted in forms times groups: a few milliseconds
MOST_FORMS = 60  # laid on the desk: the last in the queue, and those at its head
NOTHING = -np.inf


class Desk(NamedTuple):
    """Working memory of the planner: forms in the order in which they should be finished."""

    rows: np.ndarray  # [F] their indices among the seat's forms
    need: np.ndarray  # [F, K] events each needs
    before: np.ndarray  # [F, K] events needed by those ahead of it
    good: np.ndarray  # [F] what it is worth if finished
    value: np.ndarray  # [F] the same times its chance
    ready: np.ndarray  # [F, G] best change of value by each group, NOTHING if it does not fit
    fresh: np.ndarray  # [G] the same for a new derivation
    hostile: np.ndarray  # [G] what a group is worth to the opponent
    live: np.ndarray  # [P] productions whose group lies in the bank
    production: np.ndarray  # [D] the line being tried
    place: np.ndarray  # [D]
    next_step: np.ndarray  # [D] where to go on at each length of the line
    next_place: np.ndarray  # [D]
    found: np.ndarray  # [D] whether anything could be applied there
    gain: np.ndarray  # [D+1] change of value along the line
    old_value: np.ndarray  # [D] what the line overwrote
    old_ready: np.ndarray  # [D, G]


def new_desk(grammar, turns):
    forms, groups, depth = turns + 3, grammar.left.size, DEPTH + 1
    number = grammar.change.shape[1] - 1
    return Desk(
        np.zeros(forms, np.int64),
        np.zeros((forms, number), np.int64),
        np.zeros((forms, number), np.int64),
        np.zeros(forms),
        np.zeros(forms),
        np.zeros((forms, groups)),
        np.zeros(groups),
        np.zeros(groups),
        np.zeros(grammar.owner.size, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.bool_),
        np.zeros(depth + 1),
        np.zeros(depth),
        np.zeros((depth, groups)),
    )


@inlined
def chance(need, before, level, chances, change, place, rolls, production):
    """Chance that a form is finished in time, after a production if one is given."""
    last = chances.shape[1] - 1
    result = 1.0
    for i in range(need.shape[1]):
        events = need[place, i]
        if production >= 0:
            events += change[production, i]
        if events > 0:
            result *= chances[level[rolls, i], min(before[place, i] + events, last)]
    return result


@inlined
def fill_value(plan, desk, place, rolls):
    """Writes down what a form is worth times its chance."""
    now = chance(
        desk.need, desk.before, plan.level, plan.chances, plan.need_change, place, rolls, NONE
    )
    desk.value[place] = now * desk.good[place]


@inlined
def fill_ready(grammar, plan, desk, place, counts, row, rolls):
    left, first, ready = grammar.left, grammar.first, desk.ready
    need, before, level, chances = desk.need, desk.before, plan.level, plan.chances
    need_change, worth_change = plan.need_change, plan.worth_change
    good, value = desk.good[place], desk.value[place]
    for group in range(left.size):
        best = NOTHING
        if counts[row, left[group]] > 0:
            for production in range(first[group], first[group + 1]):
                then = chance(need, before, level, chances, need_change, place, rolls, production)
                best = max(best, then * (good + worth_change[production]) - value)
        ready[place, group] = best


@inlined
def lay_form(plan, desk, place, forms, row):
    """Writes down what a form needs and is worth."""
    number = desk.need.shape[1]
    desk.rows[place] = row
    good = WORD + forms[row, number]
    for i in range(number):
        desk.need[place, i] = 0
    for j in range(number):
        count = forms[row, j]
        if count > 0:
            good += count * plan.worth[j]
            for i in range(number):
                desk.need[place, i] += count * plan.needs[j, i]
    desk.good[place] = good


@compiled
def sort_forms(plan, desk, position, seat):
    """Rows of unfinished forms, those with much to gain for few events first."""
    forms, needs, rows, order = position.forms[seat], plan.needs, desk.rows, desk.value
    number = needs.shape[0]
    for place in range(position.sizes[seat, 1]):
        row = position.unfinished[seat, place]
        amount = 0
        for j in range(number):
            for i in range(number):
                amount += forms[row, j] * needs[j, i]
        density = amount / np.sqrt(WORD + forms[row, number])
        spot = place
        while spot > 0 and order[spot - 1] > density:
            rows[spot], order[spot] = rows[spot - 1], order[spot - 1]
            spot -= 1
        rows[spot], order[spot] = row, density
    size = position.sizes[seat, 1]
    if size > MOST_FORMS:
        rows[MOST_FORMS - 1] = rows[size - 1]
    return min(size, MOST_FORMS)


@compiled
def lay_forms(grammar, plan, desk, position, seat, rolls):
    """The forms of a seat in the order in which they should be finished; their number."""
    forms, rows, need, before = position.forms[seat], desk.rows, desk.need, desk.before
    size = sort_forms(plan, desk, position, seat)
    for place in range(size):
        lay_form(plan, desk, place, forms, rows[place])
        for i in range(need.shape[1]):
            before[place, i] = 0
            if place > 0:
                before[place, i] = before[place - 1, i] + need[place - 1, i]
        fill_value(plan, desk, place, rolls)
        fill_ready(grammar, plan, desk, place, forms, rows[place], rolls)
    return size


@compiled
def fill_hostile(grammar, plan, desk, position, seat, rolls):
    """What the opponent would gain by each group if it lay in the bank."""
    number = lay_forms(grammar, plan, desk, position, 1 - seat, rolls)
    for group in range(grammar.left.size):
        best = NOTHING
        for place in range(number):
            best = max(best, desk.ready[place, group])
        # The opponent too can always use S: it begins a word.
        desk.hostile[group] = 0.0 if grammar.left[group] == grammar.start else best


@compiled
def lay_new(grammar, plan, desk, forms, place, row, rolls):
    """A derivation that could be begun; it is worth nothing before it is."""
    for j in range(forms.shape[1]):
        forms[row, j] = 1 if j == grammar.start else 0
    lay_form(plan, desk, place, forms, row)
    for i in range(desk.before.shape[1]):
        desk.before[place, i] = 0
    desk.value[place] = 0.0
    fill_ready(grammar, plan, desk, place, forms, row, rolls)


@inlined
def outlook(grammar, plan, desk, number, bank, rolls):
    """Use for the rolls to come, less what is left to the opponent.

    A group that one side can't use goes to the other by way of the bank.
    """
    ready, fresh, hostile, weights = desk.ready, desk.fresh, desk.hostile, grammar.weights
    coming, left_over, total = 0.0, 0.0, 0
    for group in range(weights.size):
        total += weights[group]
        best = fresh[group]
        for place in range(number):
            best = max(best, ready[place, group])
        if best == NOTHING:
            coming -= weights[group] * max(hostile[group], 0.0)
        else:
            coming += weights[group] * best
            if hostile[group] == NOTHING:
                coming += weights[group] * max(best, 0.0)
        if bank[group] > 0 and hostile[group] != NOTHING:
            left_over += hostile[group] * bank[group]
    return min(plan.ready, rolls) * coming / total - left_over


@inlined
def apply_on_desk(grammar, plan, desk, forms, place, production, sign):
    row, change, need, need_change = desk.rows[place], grammar.change, desk.need, plan.need_change
    for j in range(change.shape[1]):
        forms[row, j] += sign * change[production, j]
    for i in range(need_change.shape[1]):
        need[place, i] += sign * need_change[production, i]
    desk.good[place] += sign * plan.worth_change[production]


@inlined
def is_repetition(grammar, desk, forms, level, production, place):
    """Whether the last two steps in the other order were tried before."""
    previous, source = desk.production[level - 1], grammar.source
    if desk.place[level - 1] != place:
        return production < previous or (production == previous and place < desk.place[level - 1])
    if production >= previous:
        return False
    left = source[production]
    needed = 1 if left == source[previous] else 0
    return forms[desk.rows[place], left] - grammar.change[previous, left] > needed


@inlined
def find_step(grammar, desk, forms, bank, level, rolled, number, live):
    """Moves on to the next step to try at this length of the line; False if there is none."""
    owner, source, rows, steps = grammar.owner, grammar.source, desk.rows, desk.live
    step, place = desk.next_step[level], desk.next_place[level]
    from_roll = level == 0 and rolled >= 0
    stop = grammar.first[rolled + 1] if from_roll else live
    while step < stop:
        production = step if from_roll else steps[step]
        if from_roll or bank[owner[production]] > 0:
            while place < number:
                if forms[rows[place], source[production]] > 0:
                    desk.found[level] = True
                    if level <= (1 if rolled >= 0 else 0) or not is_repetition(
                        grammar, desk, forms, level, production, place
                    ):
                        desk.production[level], desk.place[level] = production, place
                        desk.next_step[level], desk.next_place[level] = step, place + 1
                        return True
                place += 1
        step, place = step + 1, 0
    return False


@compiled
def choose_depth(grammar, desk, forms, bank, rolled, number, live):
    """As many steps ahead as the work allows, fewer if the bank holds many for this turn."""
    source, owner = grammar.source, grammar.owner
    branches, waiting = 1, 0
    for step in range(live):
        production = desk.live[step]
        fitting = 0
        for place in range(number):
            if forms[desk.rows[place], source[production]] > 0:
                fitting += 1
        branches += fitting
        if fitting > 0:
            waiting += bank[owner[production]]
    lines = branches
    if rolled >= 0:
        lines = number * (grammar.first[rolled + 1] - grammar.first[rolled])
    work = number * grammar.left.size + owner.size * (forms.shape[1] - 1)
    depth = 1
    while depth < DEPTH and lines * branches * (1 + waiting // 8) * work <= WORK:
        lines *= branches
        depth += 1
    return depth


@compiled
def best_step(grammar, plan, desk, position, seat, rolled, number, rolls):
    """First step of the best line: its place on the desk and its production."""
    forms, bank, owner = position.forms[seat], position.bank, grammar.owner
    live = ZERO
    for production in range(owner.size):
        if bank[owner[production]] > 0:
            desk.live[live] = production
            live += 1
    depth = choose_depth(grammar, desk, forms, bank, rolled, number, live)
    best, best_place, best_production, level = NOTHING, NONE, NONE, ZERO
    desk.next_step[0] = grammar.first[rolled] if rolled >= 0 else 0
    desk.next_place[0], desk.found[0], desk.gain[0] = 0, False, 0.0
    while True:
        if level < depth and find_step(grammar, desk, forms, bank, level, rolled, number, live):
            push(grammar, plan, desk, forms, bank, level, rolled, rolls)
            level += 1
            desk.next_step[level], desk.next_place[level], desk.found[level] = 0, 0, False
            continue
        if level == 0:
            return best_place, best_production
        if not desk.found[level]:
            total = desk.gain[level] + outlook(grammar, plan, desk, number, bank, rolls)
            if total > best:
                best, best_place, best_production = total, desk.place[0], desk.production[0]
        level -= 1
        pop(grammar, plan, desk, forms, bank, level, rolled)


@inlined
def push(grammar, plan, desk, forms, bank, level, rolled, rolls):
    place, production = desk.place[level], desk.production[level]
    apply_on_desk(grammar, plan, desk, forms, place, production, ADDED)
    if level > 0 or rolled < 0:
        bank[grammar.owner[production]] -= 1
    desk.old_value[level] = desk.value[place]
    ready, old_ready = desk.ready, desk.old_ready
    for group in range(ready.shape[1]):
        old_ready[level, group] = ready[place, group]
    fill_value(plan, desk, place, rolls)
    desk.gain[level + 1] = desk.gain[level] + desk.value[place] - desk.old_value[level]
    fill_ready(grammar, plan, desk, place, forms, desk.rows[place], rolls)


@inlined
def pop(grammar, plan, desk, forms, bank, level, rolled):
    place, production = desk.place[level], desk.production[level]
    apply_on_desk(grammar, plan, desk, forms, place, production, TAKEN_OFF)
    if level > 0 or rolled < 0:
        bank[grammar.owner[production]] += 1
    desk.value[place] = desk.old_value[level]
    ready, old_ready = desk.ready, desk.old_ready
    for group in range(ready.shape[1]):
        ready[place, group] = old_ready[level, group]


@compiled
def any_step(grammar, position, seat, rolled):
    """A legal step when no form on the desk allows one."""
    group = rolled
    if group < 0:
        group = next_playable(grammar.left, position.bank, position.totals, seat, ZERO)
    place = 0
    while position.forms[seat, position.unfinished[seat, place], grammar.left[group]] == 0:
        place += 1
    return position.unfinished[seat, place], grammar.best_production[1, group]


@compiled
def plan_step(grammar, plan, desk, position, seat, rolled, rolls):
    """The (form, production) to apply now; `rolled` is -1 when the bank is played from."""
    fill_hostile(grammar, plan, desk, position, seat, rolls)
    number = lay_forms(grammar, plan, desk, position, seat, rolls)
    forms, spare = position.forms[seat], position.sizes[seat, 0]
    lay_new(grammar, plan, desk, forms, number, spare, rolls)
    for group in range(desk.fresh.size):
        desk.fresh[group] = desk.ready[number, group]
        desk.ready[number, group] = NOTHING
    # Only a roll of S begins a derivation; then it lies on the desk like the others.
    if rolled >= 0 and grammar.left[rolled] == grammar.start:
        number += 1
    place, production = best_step(grammar, plan, desk, position, seat, rolled, number, rolls)
    if place < 0:
        return any_step(grammar, position, seat, rolled)
    row = desk.rows[place]
    return (NEW_DERIVATION if row == spare else row), production


@merged
def planner_turn(grammar, plan, position, desk, seat, rolled, turns_left):
    rolls = min(turns_left - 1, plan.level.shape[0] - 1)
    form, production = plan_step(grammar, plan, desk, position, seat, rolled, rolls)
    apply_production(grammar, position, seat, form, production)
    while next_playable(grammar.left, position.bank, position.totals, seat, ZERO) >= 0:
        form, production = plan_step(grammar, plan, desk, position, seat, NONE, rolls)
        position.bank[grammar.owner[production]] -= 1
        apply_production(grammar, position, seat, form, production)
