"""Whole games between the simple bots in the kernel: the deal, the bots' rules, the play."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from igroteka.basics.compiling import njit
from igroteka.games.durak.kernel.engine import (
    ALTERNATE,
    ATTACK,
    ATTACKER,
    ATTACKS,
    BEATS,
    COUNT,
    DECK,
    DEFENDER,
    DISCARD,
    END,
    FIRST,
    FIRST_LIMIT,
    FOOLS,
    FULL,
    HAND,
    IN_VAIN,
    INSIDE,
    KNOWN,
    LIMIT,
    LOT,
    LOWEST_TRUMP,
    LYING,
    NEXT,
    ONE,
    OVER,
    PASS,
    SEATS,
    SEEN,
    SHOW,
    SHOWN,
    STOCK,
    TAKE,
    TAKING,
    TRANSFER,
    TRUMP,
    TURN,
    Place,
    Seed,
    beaters,
    below,
    lays,
    low,
    nth,
    play,
    ranks,
    score,
    shows,
    size_of,
    transfers,
)

RANDOM, GREEDY, CAREFUL, MPLAYER1, MPLAYER1_FIXED = range(5)
FEW, HALF, THIRD = 6, 18, 12
MOST_MOVES = 100_000


@njit(cache=True)
def deal(place: Place, first: int, redeal_suit: int, redeal_ace: int, seed: Seed) -> None:
    """Shuffle and deal into a position whose options are set."""
    cards, count = place[DECK], size_of(place[DECK])
    for number in range(count):
        place[STOCK + number] = low(cards)
        cards &= cards - 1
    while True:
        for last in range(count - 1, 0, -1):
            other = below(seed, last + 1)
            kept = place[STOCK + last]
            place[STOCK + last] = place[STOCK + other]
            place[STOCK + other] = kept
        _give(place, count)
        if not _unfit(place, redeal_suit, redeal_ace):
            break
    _begin(place, first, seed)


@njit(cache=True)
def _give(place: Place, count: int) -> None:
    seats = place[SEATS]
    for seat in range(seats):
        hand = 0
        for number in range(FULL * seat, FULL * seat + FULL):
            hand |= 1 << place[STOCK + number]
        place[HAND + seat] = hand
        place[KNOWN + seat] = 0
        place[COUNT + seat] = FULL
    place[TRUMP] = place[STOCK + count - 1]
    place[NEXT] = FULL * seats
    place[END] = count


@njit(cache=True)
def _unfit(place: Place, redeal_suit: int, redeal_ace: int) -> bool:
    if redeal_ace and place[TRUMP] >> 2 == 12:
        return True
    if redeal_suit:
        for seat in range(place[SEATS]):
            for suit in range(4):
                if suit != place[TRUMP] & 3 and size_of(place[HAND + seat] & ONE << suit) >= 5:
                    return True
    return False


@njit(cache=True)
def _begin(place: Place, first: int, seed: Seed) -> None:
    seats, attacker = place[SEATS], 0
    trumps = 0
    for seat in range(seats):
        trumps |= place[HAND + seat] & ONE << (place[TRUMP] & 3)
    if first == LOT or (first == LOWEST_TRUMP and trumps == 0):
        attacker = below(seed, seats)
    elif first != ALTERNATE:
        while not place[HAND + attacker] & trumps & -trumps:
            attacker += 1
    if first == LOWEST_TRUMP:
        place[KNOWN + attacker] |= place[HAND + attacker] & trumps & -trumps
    if place[NEXT] == place[END]:
        place[KNOWN + seats - 1] |= 1 << place[TRUMP]
    place[ATTACKER] = attacker
    place[TURN] = attacker
    place[DEFENDER] = (attacker + 1) % seats
    place[INSIDE] = (1 << seats) - 1
    place[LIMIT] = min(place[FIRST_LIMIT], FULL)
    place[FIRST] = 1
    for cleared in (ATTACKS, BEATS, LYING, SEEN, DISCARD, TAKING, SHOWN, FOOLS, IN_VAIN):
        place[cleared] = 0


@njit(cache=True)
def choose(place: Place, bot: int, seed: Seed) -> int:
    """The move of a bot, which looks only at its own hand and the open table."""
    if bot == RANDOM:
        return random_move(place, seed)
    if place[TURN] == place[DEFENDER]:
        card = _defend(place, bot)
        return low(card) if card else TAKE
    if bot <= CAREFUL:
        card = _greedy(place)
    elif place[ATTACKS]:
        card = _throw_in(place, bot)
    else:
        card = _attack(place, bot)
    return low(card) if card else PASS


@njit(cache=True)
def random_move(place: Place, seed: Seed) -> int:
    """Any legal move, all equally likely."""
    cards = lays(place)
    count = size_of(cards)
    if place[TURN] != place[DEFENDER]:
        if place[ATTACKS] == 0:
            return nth(cards, below(seed, count))
        number = below(seed, count + 1)
        return nth(cards, number) if number < count else PASS
    passing, showing = transfers(place), shows(place)
    passers, showers = size_of(passing), size_of(showing)
    number = below(seed, count + passers + showers + 1)
    if number < count:
        return nth(cards, number)
    number -= count
    if number < passers:
        return TRANSFER + nth(passing, number)
    number -= passers
    return SHOW + nth(showing, number) if number < showers else TAKE


@njit(cache=True, inline="always")
def plain_first(cards: int, trump: int) -> int:
    """The lowest card that is no trump, else the lowest trump, as a set."""
    plain = cards & ~(ONE << (trump & 3))
    return plain & -plain if plain else cards & -cards


@njit(cache=True)
def _greedy(place: Place) -> int:
    if place[TAKING]:
        return 0
    cards = lays(place)
    return cards & -cards if place[ATTACKS] else plain_first(cards, place[TRUMP])


@njit(cache=True)
def _answer(place: Place, bot: int, higher: int) -> int:
    if bot == GREEDY:
        return higher & -higher
    if bot >= MPLAYER1 and size_of(place[DISCARD]) <= THIRD:
        plain = higher & ~(ONE << (place[TRUMP] & 3))
        return plain & -plain
    return plain_first(higher, place[TRUMP])


@njit(cache=True)
def _defend(place: Place, bot: int) -> int:
    hand, first = place[HAND + place[TURN]], 0
    for number in range(place[BEATS], place[ATTACKS]):
        answer = _answer(place, bot, hand & beaters(place[ATTACK + number], place[TRUMP]))
        if answer == 0:
            return 0
        if number == place[BEATS]:
            first = answer
        hand &= ~answer
    return first


@njit(cache=True)
def _possible(place: Place, bot: int) -> int:
    """What `mplayer1` believes, or its repair knows, that the opponent may hold."""
    own, trump = place[HAND + place[TURN]], 1 << place[TRUMP]
    if bot == MPLAYER1:
        gone = place[SEEN] | trump | own
        for number in range(place[ATTACKS]):
            gone |= 1 << place[ATTACK + number]
        return place[DECK] & ~gone
    rival = place[DEFENDER]
    known = place[KNOWN + rival]
    if place[COUNT + rival] == size_of(known):
        return known
    gone = own | place[DISCARD] | place[LYING] | trump
    for seat in range(place[SEATS]):
        gone |= place[KNOWN + seat]
    return known | place[DECK] & ~gone


@njit(cache=True)
def _knows(place: Place, bot: int, possible: int) -> bool:
    limit = FEW
    if bot == MPLAYER1_FIXED:
        limit = max(FEW, place[COUNT + place[DEFENDER]])
    return size_of(possible) <= limit


@njit(cache=True)
def _beatable(cards: int, possible: int, trump: int) -> int:
    result = 0
    while cards:
        bit = cards & -cards
        if beaters(low(cards), trump) & possible:
            result |= bit
        cards ^= bit
    return result


@njit(cache=True)
def _spared(place: Place, cards: int) -> int:
    if size_of(place[DISCARD]) <= HALF:
        return cards & ~(ONE << (place[TRUMP] & 3))
    return cards


@njit(cache=True)
def _of_a_set(place: Place, cards: int) -> int:
    left = _spared(place, cards)
    held = place[COUNT + place[DEFENDER]] + place[BEATS]
    while left:
        same = left & ranks(left & -left)
        if 1 < size_of(same) <= held:
            return same & -same
        left &= ~same
    return 0


@njit(cache=True)
def _attack(place: Place, bot: int) -> int:
    hand = place[HAND + place[TURN]]
    possible = _possible(place, bot)
    if _knows(place, bot, possible):
        safe = hand & ~_beatable(hand, possible, place[TRUMP])
        if safe:
            return plain_first(safe, place[TRUMP])
    card = _of_a_set(place, hand)
    return card if card else plain_first(hand, place[TRUMP])


@njit(cache=True)
def _throw_in(place: Place, bot: int) -> int:
    fitting = lays(place)
    if bot == MPLAYER1_FIXED:
        rest = _spared(place, fitting) & ranks(1 << place[ATTACK + place[ATTACKS] - 1])
        if rest:
            return rest & -rest
    card = _of_a_set(place, fitting)
    if card:
        return card
    fitting = _spared(place, fitting)
    possible = _possible(place, bot)
    if fitting and _knows(place, bot, possible):
        wanted = _beatable(fitting, possible, place[TRUMP])
        if bot == MPLAYER1_FIXED:
            wanted = fitting & ~wanted
        if wanted:
            return wanted & -wanted
    return fitting & -fitting


@njit(cache=True)
def play_recorded(options, deal_with, bots, seeds, moves):
    """Play one game with the seeds of the deal and of each seat; write and count its moves."""
    place = options.copy()
    own = seeds[1:].copy().reshape(place[SEATS], 1)
    deal(place, deal_with[0], deal_with[1], deal_with[2], seeds[:1].copy())
    count = 0
    while place[TURN] != OVER:
        turn = place[TURN]
        moves[count] = choose(place, bots[turn], own[turn])
        play(place, moves[count])
        count += 1
    return count


@njit(cache=True)
def play_games(options, deal_with, bots, seeds, scores, left):
    """Play one game a row of `seeds` (the deal's, then one a seat); fill scores and cards left."""
    place = options.copy()
    seats = place[SEATS]
    own = np.zeros((seats, 1), np.uint64)
    dealer = np.zeros(1, np.uint64)
    for game in range(seeds.shape[0]):
        dealer[0] = seeds[game, 0]
        for seat in range(seats):
            own[seat, 0] = seeds[game, 1 + seat]
        deal(place, deal_with[0], deal_with[1], deal_with[2], dealer)
        while place[TURN] != OVER:
            turn = place[TURN]
            play(place, choose(place, bots[turn], own[turn]))
        for seat in range(seats):
            scores[game, seat] = score(place, seat)
            left[game, seat] = place[COUNT + seat]
