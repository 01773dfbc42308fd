"""Second hand low, third hand high, cover honours, ruff, and throw away what is least missed."""

from __future__ import annotations

from igroteka.games.bridge.cardplay.outlook import Outlook, lowest
from igroteka.games.bridge.cards import Card, each, in_suit, length

TEN = 8


def follow(outlook: Outlook) -> Card:
    """A card for a trick that somebody else led to."""
    winning = [card for card in outlook.choices if outlook.beats(card, outlook.best)]
    ours = outlook.best_seat == outlook.partner
    if ours and outlook.holds_up(outlook.best):
        return spare(outlook)
    if not winning:
        return spare(outlook)
    if winning[0].suit != outlook.trick[0].suit:
        return _ruff(outlook, winning, ours)
    place = len(outlook.trick)
    if place == 3:
        return lowest(winning)
    if place == 1:
        return _second(outlook, winning)
    return _third(outlook, winning, ours)


def _ruff(outlook: Outlook, winning: list[Card], ours: bool) -> Card:
    """Ruff low, or over what can come; not over partner's card that will probably hold."""
    if ours and outlook.best.rank >= TEN and outlook.best.suit != outlook.strain:
        return spare(outlook)
    safe = [card for card in winning if outlook.holds_up(card)]
    return lowest(safe or winning)


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
    leader = outlook.table.leaders[-1]
    shown = outlook.seen(leader)
    return not shown >> (led - 1) & 1


def _last_chance(outlook: Outlook) -> bool:
    """Whether this trick beats the contract."""
    contract = outlook.table.contract
    assert contract is not None
    needed = 14 - contract.needed
    return outlook.table.won(outlook.due) + 1 >= needed


def _second_for_declarer(outlook: Outlook, winning: list[Card]) -> Card:
    """Leave it to the other hand if that can win cheaply; otherwise win with what holds."""
    low, suit = outlook.choices[0], outlook.trick[0].suit
    other = in_suit(outlook.partner_hand, suit)
    masters = [card for card in winning if outlook.is_master(card)]
    other_masters = [card for card in each(other) if outlook.is_master(card)]
    if other_masters:
        return low
    if masters:
        return masters[0]
    if not other and winning[-1].rank >= TEN:
        return winning[-1]
    return low


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
    suit = outlook.trick[0].suit
    missing = [card for card in each(in_suit(outlook.against, suit)) if card.rank >= 9]
    together = length(outlook.hand, suit) + length(outlook.partner_hand, suit) + 1
    finesse = [
        card
        for card in winning
        if card.rank >= TEN and sum(honour > card for honour in missing) == 1
    ]
    if ours and outlook.best.rank >= TEN and not holding:
        return outlook.choices[0]
    if finesse and missing and not _drop(together, missing[-1]):
        return _economical(outlook, finesse[-1])
    if holding:
        return holding[0]
    return _economical(outlook, winning[-1]) if winning[-1].rank >= TEN else outlook.choices[0]


def _drop(together: int, honour: Card) -> bool:
    """Whether the missing honour is rather played for to fall: eight ever, nine never."""
    return together >= (9 if honour.rank == 10 else 11)


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


def spare(outlook: Outlook) -> Card:
    """What is least missed: the lowest card of the suit, or a discard."""
    suits = {card.suit for card in outlook.choices}
    if len(suits) == 1:
        return outlook.choices[0]
    return min(outlook.choices, key=lambda card: _regret(outlook, card))


def _regret(outlook: Outlook, card: Card) -> tuple[int, int, int]:
    """How much a discard is missed: trumps and guards most, low cards of long suits least."""
    held = in_suit(outlook.hand, card.suit)
    count = held.bit_count()
    cost = card.rank
    if outlook.trumps and card.suit == outlook.strain:
        cost += 30
    if outlook.is_master(card):
        cost += 20
    top = held.bit_length() - 1 - 13 * card.suit
    guards = {11: 2, 10: 3, 9: 4}.get(top)
    if guards is not None and count <= guards:
        cost += 12
    if not in_suit(outlook.against, card.suit) and count:
        cost += 15
    return cost, -count, card.suit
