"""What speaks for and against a defender's lead of a suit, as `merits.toml` weighs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from igroteka.contract import Seat
from igroteka.games.bridge.bots.cardplay.outlook import Outlook
from igroteka.games.bridge.bots.cardplay.weighing import weigh
from igroteka.games.bridge.cards import Card, Cards, each, in_suit, length
from igroteka.games.bridge.contracts import Bid

_LONGEST_TOLD: Final = 6
_STANDING: Final = ("best", "second", "third")


def merit(outlook: Outlook, suit: int) -> int:
    """How good it is for a defender to lead this suit."""
    column = 2 * bool(outlook.public.cards) + (not outlook.trumps)
    return weigh("defence lead", column, reasons(outlook, suit))


def reasons(outlook: Outlook, suit: int) -> Iterator[str]:
    """All that the table has a word for, of this suit."""
    yield from _bidding(outlook, suit)
    yield f"length {min(length(outlook.hand, suit), _LONGEST_TOLD)}"
    if outlook.trumps and suit == outlook.strain:
        yield "trump"
        yield "trump, best" if _standing(outlook, suit) == 0 else "trump, not best"
        return
    yield from _holding(outlook, suit)
    if outlook.public.cards:
        yield from _history(outlook, suit)
        yield from _ruffs(outlook, suit)
        yield _dummy(outlook, suit)


def _bidding(outlook: Outlook, suit: int) -> Iterator[str]:
    public = outlook.public
    named = {"partner": outlook.partner, "self": outlook.due}
    for name, seat in (named | {"declarer": public.declarer, "dummy": public.dummy}).items():
        if seat is not None and suit in bid_by(outlook, seat):
            yield f"bid by {name}"


def bid_by(outlook: Outlook, seat: Seat) -> set[int]:
    """The strains that a seat has bid."""
    auction = outlook.public.auction
    return {
        call.strain
        for place, call in enumerate(auction.calls)
        if auction.caller(place) == seat and isinstance(call, Bid)
    }


def _standing(outlook: Outlook, suit: int) -> int:
    """How many cards that may be against us, or with partner, beat our best one of the suit."""
    held = in_suit(outlook.hand, suit)
    return (in_suit(outlook.against, suit) >> held.bit_length()).bit_count()


def _holding(outlook: Outlook, suit: int) -> Iterator[str]:
    """The best card of the suit in hand, and whether the next one stands beside it."""
    cards = list(each(in_suit(outlook.hand, suit)))[::-1]
    standing = _standing(outlook, suit)
    if standing >= len(_STANDING):
        yield "nothing"
        if standing == len(_STANDING) and touching(outlook, cards):
            yield "fourth and next"
    else:
        backing = "next" if touching(outlook, cards) else _backing(len(cards), standing)
        yield f"{_STANDING[standing]} and {backing}"
        if standing == 0 and len(cards) == 1:
            yield "best, bare"
    if outlook.trump_count(outlook.hand) and len(cards) <= 2:
        yield ("singleton", "doubleton")[len(cards) - 1] + " beside trumps"


def _backing(count: int, standing: int) -> str:
    return "low" if standing == 0 or count > standing else "too short"


def touching(outlook: Outlook, cards: list[Card]) -> bool:
    """Whether nothing against us lies between the two best of these cards, the best first."""
    if len(cards) < 2:
        return False
    between = in_suit(outlook.against, cards[0].suit) & ((1 << cards[0]) - 1)
    return between >> cards[1] == 0


def _history(outlook: Outlook, suit: int) -> Iterator[str]:
    """Who has led the suit before."""
    leads = [(leader, card.suit) for leader, card in outlook.leads]
    leaders = {leader for leader, led in leads if led == suit}
    if not leaders:
        yield "new suit"
    if outlook.partner in leaders:
        yield "led by partner"
    if outlook.due in leaders:
        yield "led by self"
    if leaders & set(outlook.opponents):
        yield "led by them"
    if leads[-1] == (outlook.partner, suit):
        yield "led by partner just now"
    if not in_suit(outlook.unseen, suit):
        yield "all seen"


def _ruffs(outlook: Outlook, suit: int) -> Iterator[str]:
    """Who can ruff."""
    public = outlook.public
    assert public.dummy is not None
    assert public.declarer is not None
    if not outlook.trumps:
        if outlook.voids[outlook.partner] >> suit & 1:
            yield "partner has none"
        return
    ruffs = [outlook.may_ruff(seat, suit) for seat in (public.dummy, public.declarer)]
    if ruffs[0]:
        yield "dummy ruffs"
    if ruffs[1]:
        yield "declarer ruffs"
    if all(ruffs):
        yield "ruff and discard"
    if outlook.may_ruff(outlook.partner, suit):
        yield "partner ruffs"


def _dummy(outlook: Outlook, suit: int) -> str:
    """What dummy has there, and on which side it sits: left of us it plays second, else last."""
    dummy = outlook.public.dummy
    assert dummy is not None
    side = "left" if dummy == outlook.opponents[0] else "right"
    held: Cards = in_suit(outlook.seen(dummy), suit)
    if not held:
        return f"dummy {side}, none"
    above = in_suit(outlook.unseen | outlook.hand, suit) >> held.bit_length()
    standing = above.bit_count()
    if standing > 2 or (standing == 2 and held.bit_count() < 3):
        return f"dummy {side}, weak"
    return f"dummy {side}, {_STANDING[standing]}"
