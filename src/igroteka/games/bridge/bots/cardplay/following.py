"""Following suit: second hand low, third hand high, honours covered, finesses taken."""

from __future__ import annotations

from igroteka.games.bridge.bots.cardplay.combination import JACK, TEN, Combination
from igroteka.games.bridge.bots.cardplay.discarding import discard
from igroteka.games.bridge.bots.cardplay.outlook import Outlook, lowest
from igroteka.games.bridge.cards import Card, each, in_suit


def follow(outlook: Outlook) -> Card:
    """A card for a trick that somebody else led to."""
    if outlook.choices[0].suit != outlook.trick[0].suit:
        return discard(outlook)
    low = outlook.choices[0]
    winning = [card for card in outlook.choices if outlook.beats(card, outlook.best)]
    ours = outlook.best_seat == outlook.partner
    if not winning or (ours and outlook.holds_up(outlook.best)):
        return low
    place = len(outlook.trick)
    if place == 3:
        return lowest(winning)
    if place == 1:
        return _second(outlook, winning)
    return _third(outlook, winning, ours)


def _second(outlook: Outlook, winning: list[Card]) -> Card:
    """Low, but a sure winner if it is needed now, and an honour upon an honour."""
    led = outlook.trick[0]
    low = outlook.choices[0]
    if outlook.declaring:
        return _second_for_declarer(outlook, winning)
    if led.rank >= TEN and winning[-1].rank > led.rank >= TEN:
        covered = [card for card in winning if card.rank >= TEN]
        if _worth_covering(outlook, led):
            return lowest(covered)
    if outlook.is_master(winning[-1]) and _last_chance(outlook):
        return winning[-1]
    return low


def _worth_covering(outlook: Outlook, led: Card) -> bool:
    """An honour is covered unless the hand that led it shows the next one as well."""
    leader = outlook.public.leaders[-1]
    shown = outlook.seen(leader)
    return not shown >> (led - 1) & 1


def _last_chance(outlook: Outlook) -> bool:
    """Whether this trick beats the contract."""
    contract = outlook.public.contract
    assert contract is not None
    needed = 14 - contract.needed
    return outlook.public.won(outlook.due) + 1 >= needed


def _second_for_declarer(outlook: Outlook, winning: list[Card]) -> Card:
    """Leave it to the other hand if that can win; otherwise win, or play the honour that helps."""
    low, led = outlook.choices[0], outlook.trick[0]
    combination = outlook.combination(led.suit)
    others = combination.masters & combination.other
    if others and others.bit_length() - 1 > led:
        return winning[-1] if _only_chance(combination) else low
    if masters := [card for card in winning if outlook.is_master(card)]:
        return masters[0]
    if led.rank >= TEN and winning[-1].rank >= TEN and combination.supported(led):
        return lowest(winning)
    if not combination.other and winning[-1].rank >= TEN:
        return winning[-1]
    return low


def _only_chance(combination: Combination) -> bool:
    """An honour with one small card, before the winner of the other hand, wins now or never."""
    high = combination.own.bit_length() - 1
    return combination.own.bit_count() == 2 and combination.above(high) == 1 and high % 13 >= JACK


def _third(outlook: Outlook, winning: list[Card], ours: bool) -> Card:
    """High enough to win, no higher than that needs; a finesse where honours allow it."""
    holding = [card for card in winning if outlook.holds_up(card)]
    if outlook.declaring:
        return _third_for_declarer(outlook, winning, holding, ours)
    if holding:
        return holding[0]
    if ours and _adds_nothing(outlook, winning[-1]):
        return outlook.choices[0]
    return _economical(outlook, winning[-1])


def _third_for_declarer(
    outlook: Outlook, winning: list[Card], holding: list[Card], ours: bool
) -> Card:
    """Let a led honour run, finesse with the tenace, else win as cheaply as is sure."""
    combination = outlook.combination(outlook.trick[0].suit)
    low = outlook.choices[0]
    runs = ours and outlook.best.rank >= TEN and combination.above(outlook.best) == 1
    if runs and not (combination.drops and holding):
        return low
    finesse = [card for card in winning if _is_finesse(combination, card)]
    if finesse and not combination.drops:
        return _economical(outlook, finesse[-1])
    if holding:
        return holding[0]
    if ours and _adds_nothing(outlook, winning[-1]):
        return low
    return _economical(outlook, winning[-1]) if winning[-1].rank >= TEN else low


def _is_finesse(combination: Combination, card: Card) -> bool:
    """Whether one card that is out beats it, or two if our next card is as good."""
    beaten = combination.above(card)
    return card.rank >= TEN and (beaten == 1 or (beaten == 2 and combination.supported(card)))


def _adds_nothing(outlook: Outlook, card: Card) -> bool:
    """Whether nothing lies between partner's card and ours, so that ours would be wasted."""
    between = in_suit(outlook.against, card.suit)
    return not any(outlook.best < each_card < card for each_card in each(between))


def _economical(outlook: Outlook, card: Card) -> Card:
    """The lowest of the cards in hand that are as good as this one."""
    held = set(outlook.choices)
    against = in_suit(outlook.against, card.suit)
    found = card
    for value in range(card - 1, 13 * card.suit - 1, -1):
        other = Card(value)
        if other in held and outlook.beats(other, outlook.best):
            found = other
        elif against >> value & 1:
            break
    return found
