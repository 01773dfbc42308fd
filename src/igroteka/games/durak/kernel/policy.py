"""How the master expects people to play: a careful heuristic for its rollouts.

It spares trumps and high cards while there is a stock, prefers to attack with repeated ranks, and
attacks with what can't be beaten when the stock is gone. `habits` are the numbers it goes by.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from igroteka.basics.compiling import njit
from igroteka.games.durak.kernel.engine import (
    ATTACK,
    ATTACKS,
    BEATS,
    DEFENDER,
    DISCARD,
    END,
    HAND,
    NEXT,
    ONE,
    PASS,
    TAKE,
    TRUMP,
    TURN,
    Place,
    beaters,
    bits,
    lays,
    low,
    ranks,
    size_of,
)
from igroteka.games.durak.kernel.simple import plain_first, random_move

NOISE, PAIR, EARLY, HALF, SAFE = range(5)


def habits(cards: int, noise: int) -> Place:
    """The habits for a deck of so many cards."""
    return np.array([noise, 3, cards // 3, cards // 2, 1], np.int64)


@njit(cache=True)
def usual_move(place, seed, habits):
    """The heuristic move; a random one so many times in 128 as the noise says."""
    if habits[NOISE] and np.int64(bits(seed) >> np.uint64(57)) < habits[NOISE]:
        return random_move(place, seed)
    if place[TURN] == place[DEFENDER]:
        card = _defend(place, habits)
        return low(card) if card else TAKE
    if place[ATTACKS] == 0:
        return _attack(place, habits)
    card = _throw_in(place, habits)
    return low(card) if card else PASS


@njit(cache=True)
def _attack(place, habits):
    """The lowest card; repeated ranks count as lower, trumps as higher than all others.

    When the stock is gone, the lowest that the defender can't beat comes first.
    """
    hand = place[HAND + place[TURN]]
    trump = place[TRUMP]
    trumps = ONE << (trump & 3)
    known = habits[SAFE] and place[NEXT] >= place[END]
    best, least = 0, 1000
    left = hand
    while left:
        card = low(left)
        left &= left - 1
        cost = card >> 2
        if trumps >> card & 1:
            cost += 20
        else:
            cost -= habits[PAIR] * (size_of(hand & ~trumps & ranks(1 << card)) - 1)
        if known and not beaters(card, trump) & place[HAND + place[DEFENDER]]:
            cost -= 100
        if cost < least:
            best, least = card, cost
    return best


@njit(cache=True)
def _throw_in(place, habits):
    """The lowest fitting card, trumps only in the second half of the game."""
    cards = lays(place)
    if size_of(place[DISCARD]) <= habits[HALF]:
        cards &= ~(ONE << (place[TRUMP] & 3))
    return plain_first(cards, place[TRUMP])


@njit(cache=True)
def _defend(place, habits):
    """The cheapest answers to all unbeaten cards, without trumps early in the game."""
    hand, first = place[HAND + place[TURN]], 0
    if size_of(place[DISCARD]) <= habits[EARLY]:
        hand &= ~(ONE << (place[TRUMP] & 3))
    for number in range(place[BEATS], place[ATTACKS]):
        answer = plain_first(hand & beaters(place[ATTACK + number], place[TRUMP]), place[TRUMP])
        if answer == 0:
            return 0
        if number == place[BEATS]:
            first = answer
        hand &= ~answer
    return first
