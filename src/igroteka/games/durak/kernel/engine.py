"""The rules once more, on an array of integers: what whole games and searches are made of.

A position is an `int64` array with the places named below; `lays`, `transfers`, `shows` and `play`
are the moves of `public.py` and `state.py`, and the tests hold them equal. Attacks begin with one
card here. Random numbers are those of `igroteka.basics.randomness.Stream`. Numba checks the types.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from igroteka.basics.compiling import njit

Place: TypeAlias = NDArray[np.int64]
"""A position as an array."""
Seed: TypeAlias = NDArray[np.uint64]
"""The one word of a random stream."""

SIZE = 120
# What the options say.
SEATS, FIRST_LIMIT, NEIGHBOURS, AFTER_TAKE, TRANSFERS, DRAWS, DECK = range(7)
# The open table; ATTACKS and BEATS are numbers, LYING the set of all cards on the table.
TRUMP, ATTACKER, DEFENDER, TURN, TAKING, LIMIT, FIRST, ATTACKS, BEATS = range(7, 16)
LYING, SEEN, DISCARD, SHOWN, INSIDE, NEXT, END, FOOLS = range(16, 24)
HAND, KNOWN, COUNT, ATTACK, BEAT, STOCK = 24, 30, 36, 42, 48, 64
# Bouts in vain so far, and those after which the game is a draw.
IN_VAIN, MOST_IN_VAIN = 54, 55

OVER = -2
NO_TRANSFER, WITH_CARD, BY_SHOWING = range(3)
KIND = 64
"""A move is its kind times this, plus the card."""
LAY, TRANSFER, SHOW, TAKE, PASS = 0, 64, 128, 192, 256
LOWEST_TRUMP, LOT, ALTERNATE = range(3)

ONE = 0x1111111111111
FULL = 6


@njit(cache=True)
def copy(source: Place, into: Place, count: int) -> None:
    """The first so many numbers of one array into another.

    A slice would do the same, but the sentence in which Numba refuses one that does not fit takes
    two seconds to compile.
    """
    for number in range(count):
        into[number] = source[number]


@njit(cache=True, inline="always")
def bits(seed: Seed) -> Any:
    """The next 64 random bits."""
    seed[0] += np.uint64(0x9E3779B97F4A7C15)
    word = seed[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True, inline="always")
def size_of(cards: int) -> int:
    """How many cards a set holds."""
    word = np.uint64(cards)
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True)
def below(seed: Seed, limit: int) -> int:
    """A random number from 0 to `limit` - 1, drawn as the standard library does; up to 255."""
    filled = limit | limit >> 1
    filled |= filled >> 2
    filled |= filled >> 4
    shift = np.uint64(64 - size_of(filled))
    drawn = np.int64(bits(seed) >> shift)
    while drawn >= limit:
        drawn = np.int64(bits(seed) >> shift)
    return drawn


@njit(cache=True, inline="always")
def low(cards: int) -> int:
    """The lowest card of a set."""
    return size_of((cards & -cards) - 1)


@njit(cache=True)
def nth(cards: int, number: int) -> int:
    """The card of this number in a set, the lowest first."""
    for _ in range(number):
        cards &= cards - 1
    return low(cards)


@njit(cache=True, inline="always")
def ranks(cards: int) -> int:
    """All cards whose rank occurs in the set."""
    return ((cards | cards >> 1 | cards >> 2 | cards >> 3) & ONE) * 15


@njit(cache=True, inline="always")
def beaters(card: int, trump: int) -> int:
    """All cards that beat this one."""
    higher = (ONE << (card & 3)) & -(2 << card)
    if (card ^ trump) & 3:
        return higher | (ONE << (trump & 3))
    return higher


@njit(cache=True, inline="always")
def lays(place: Place) -> int:
    """Cards that the seat to move may lay."""
    hand = place[HAND + place[TURN]]
    if place[ATTACKS] == 0:
        return hand
    if place[TURN] == place[DEFENDER]:
        return hand & beaters(place[ATTACK + place[BEATS]], place[TRUMP])
    return hand & ranks(place[LYING])


@njit(cache=True)
def after(place: Place, seat: int) -> int:
    """The next seat in the game."""
    seat += 1
    while True:
        if seat >= place[SEATS]:
            seat = 0
        if place[INSIDE] >> seat & 1:
            return seat
        seat += 1


@njit(cache=True)
def most_attacks(place: Place) -> int:
    """The most attack cards in this bout against a full hand."""
    return place[FIRST_LIMIT] if place[FIRST] else FULL


@njit(cache=True)
def transfers(place: Place) -> int:
    """Cards with which the seat to move may pass the attack on."""
    laid = place[ATTACKS]
    if place[TRANSFERS] == NO_TRANSFER or place[TURN] != place[DEFENDER] or place[BEATS]:
        return 0
    if laid >= most_attacks(place) or place[COUNT + after(place, place[DEFENDER])] <= laid:
        return 0
    return place[HAND + place[TURN]] & ranks(1 << place[ATTACK])


@njit(cache=True)
def shows(place: Place) -> int:
    """Trumps that the seat to move may show to pass the attack on."""
    if place[TRANSFERS] != BY_SHOWING or place[TURN] != place[DEFENDER] or place[BEATS]:
        return 0
    if place[COUNT + after(place, place[DEFENDER])] < place[ATTACKS]:
        return 0
    own = place[HAND + place[TURN]] & ranks(1 << place[ATTACK])
    return own & (ONE << (place[TRUMP] & 3)) & ~place[SHOWN]


@njit(cache=True)
def moves(place: Place, into: Place) -> int:
    """Write the moves of the seat to move in the order of the rules; how many there are."""
    count = 0
    cards = lays(place)
    while cards:
        into[count] = low(cards)
        cards &= cards - 1
        count += 1
    if place[TURN] == place[DEFENDER]:
        cards = transfers(place)
        while cards:
            into[count] = TRANSFER + low(cards)
            cards &= cards - 1
            count += 1
        cards = shows(place)
        while cards:
            into[count] = SHOW + low(cards)
            cards &= cards - 1
            count += 1
        into[count] = TAKE
        return count + 1
    if place[ATTACKS]:
        into[count] = PASS
        return count + 1
    return count


@njit(cache=True)
def play(place: Place, move: int) -> None:
    """Change the position by a legal move."""
    turn = place[TURN]
    if move == TAKE:
        place[TAKING] = 1
        if place[AFTER_TAKE]:
            _ask(place, place[ATTACKER])
        else:
            _end_bout(place)
        return
    if move == PASS:
        _ask_next(place, turn)
        return
    card = move & (KIND - 1)
    bit = 1 << card
    if move >= SHOW:
        place[KNOWN + turn] |= bit
        place[SHOWN] |= bit
        _pass_on(place)
        return
    place[HAND + turn] &= ~bit
    place[KNOWN + turn] &= ~bit
    place[COUNT + turn] -= 1
    place[LYING] |= bit
    if turn == place[DEFENDER] and move < TRANSFER:
        place[BEAT + place[BEATS]] = card
        place[BEATS] += 1
        if place[BEATS] == place[ATTACKS]:
            _ask(place, place[ATTACKER])
        return
    place[ATTACK + place[ATTACKS]] = card
    place[ATTACKS] += 1
    if move >= TRANSFER:
        _pass_on(place)
    elif place[TAKING]:
        _ask(place, turn)
    else:
        place[TURN] = place[DEFENDER]


@njit(cache=True)
def _pass_on(place: Place) -> None:
    follower = after(place, place[DEFENDER])
    place[ATTACKER] = place[DEFENDER]
    place[DEFENDER] = follower
    place[TURN] = follower
    place[LIMIT] = min(most_attacks(place), place[COUNT + follower])


@njit(cache=True)
def _ask(place: Place, seat: int) -> None:
    """This thrower moves if he could throw in, else the next; the bout ends after the last."""
    if place[ATTACKS] < place[LIMIT] and place[COUNT + seat]:
        place[TURN] = seat
    else:
        _ask_next(place, seat)


@njit(cache=True)
def _ask_next(place: Place, seat: int) -> None:
    if place[ATTACKS] < place[LIMIT]:
        neighbour = after(place, place[DEFENDER])
        seat = after(place, seat)
        while seat != place[ATTACKER]:
            throws = place[NEIGHBOURS] == 0 or seat == neighbour
            if throws and seat != place[DEFENDER] and place[COUNT + seat]:
                place[TURN] = seat
                return
            seat = after(place, seat)
    _end_bout(place)


@njit(cache=True)
def _draw(place: Place, seat: int) -> None:
    while place[COUNT + seat] < FULL and place[NEXT] < place[END]:
        card = place[STOCK + place[NEXT]]
        place[NEXT] += 1
        place[HAND + seat] |= 1 << card
        place[COUNT + seat] += 1
        if card == place[TRUMP]:
            place[KNOWN + seat] |= 1 << card


@njit(cache=True)
def _end_bout(place: Place) -> None:
    attacker, defender = place[ATTACKER], place[DEFENDER]
    if place[TAKING]:
        place[HAND + defender] |= place[LYING]
        place[KNOWN + defender] |= place[LYING]
        place[COUNT + defender] += place[ATTACKS] + place[BEATS]
    else:
        place[DISCARD] |= place[LYING]
    place[SEEN] |= place[LYING]
    drawn = place[NEXT]
    if place[NEXT] < place[END]:
        seat = attacker
        while True:
            if seat != defender:
                _draw(place, seat)
            seat = after(place, seat)
            if seat == attacker:
                break
        _draw(place, defender)
    in_vain = place[TAKING] and place[NEXT] == drawn
    place[IN_VAIN] = place[IN_VAIN] + 1 if in_vain else 0
    _next_bout(place)


@njit(cache=True)
def _next_bout(place: Place) -> None:
    defender, before = place[DEFENDER], place[INSIDE]
    inside, left = 0, 0
    for seat in range(place[SEATS]):
        if place[COUNT + seat]:
            inside |= 1 << seat
            left += 1
    if inside != before:
        place[IN_VAIN] = 0
    elif place[IN_VAIN] == place[MOST_IN_VAIN]:
        place[TURN] = OVER
        place[FOOLS] = inside
    if left < 2:
        place[TURN] = OVER
        if left == 1:
            place[FOOLS] = inside
        else:
            place[FOOLS] = before if place[DRAWS] else 1 << defender
    elif place[TURN] != OVER:
        place[INSIDE] = inside
        begins = inside >> defender & 1 and not place[TAKING]
        attacker = defender if begins else after(place, defender)
        place[ATTACKER] = attacker
        place[TURN] = attacker
        place[DEFENDER] = after(place, attacker)
        place[LIMIT] = min(FULL, place[COUNT + place[DEFENDER]])
    place[FIRST] = 0
    place[ATTACKS] = 0
    place[BEATS] = 0
    place[LYING] = 0
    place[TAKING] = 0
    place[SHOWN] = 0


@njit(cache=True)
def score(place: Place, seat: int) -> float:
    """The score of a seat when the game is over."""
    if not place[FOOLS] >> seat & 1:
        return 1.0
    return 0.0 if size_of(place[FOOLS]) == 1 else 0.5
