"""The play of a file against the hands and the laws."""

from __future__ import annotations

from dataclasses import replace

from igroteka.contract import Seat
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.cards import SUITS, Card, Cards, holding, in_suit
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.formats.game import Section, Turn, in_order
from igroteka.games.bridge.formats.pbn_sections import BadSection, Draft
from igroteka.games.bridge.public import winner
from igroteka.text import Text


def checked_play(
    draft: Draft, first: Seat, hands: tuple[Cards | None, ...], contract: Contract | None
) -> Section:
    """The play in columns, whether the file has its tricks so or from each trick's leader on.

    Raises `BadSection` if a card was played twice or by a hand that had not got it, or if suit was
    not followed and the file does not say so.
    """
    section = draft.section(first)
    if wrong := _wrong_card(section, hands):
        other = _by_owner(section, hands)
        if not (other and contract and _told_in_turn(other, contract)):
            place, reason = wrong
            raise BadSection(draft.lines[place], reason)
        section = other
    if contract and section.regular and (revoke := _revoke(section, hands, contract)):
        card, reason = revoke
        raise BadSection(draft.line_of(card), reason)
    missing = -len(section.turns) % 4
    return replace(section, turns=(*section.turns, *[Turn(None)] * missing))


def tricks_taken(section: Section, contract: Contract) -> int | None:
    """Declarer's tricks; None unless all cards were played and it is known by whom."""
    cards = list(in_order(section, contract.strain))
    if len(cards) != 52 or contract.declarer is None:
        return None
    taken = 0
    for at in range(0, 52, 4):
        trick = cards[at : at + 4]
        seat, _ = trick[winner(tuple(card for _, card in trick), contract.strain)]
        taken += seat % 2 == contract.declarer % 2
    return taken


def _wrong_card(section: Section, hands: tuple[Cards | None, ...]) -> tuple[int, Text] | None:
    """The place of a card that was played before or is not in its hand, and what is wrong."""
    seen = 0
    for place, turn in enumerate(section.turns):
        if not isinstance(turn.action, Card):
            continue
        card, seat = turn.action, (section.first + place) % 4
        if seen >> card & 1:
            return place, Text("{card} is played twice", card=str(card))
        seen |= 1 << card
        hand = hands[seat]
        if hand is not None and not hand >> card & 1:
            return place, Text("{seat} does not hold {card}", seat=SEATS[seat], card=str(card))
    return None


def _by_owner(section: Section, hands: tuple[Cards | None, ...]) -> Section | None:
    """The play with every card of a trick in the column of the hand that holds it.

    None if that can't be: nobody holds a card, or the cards are not four hands' or come twice.
    """
    turns: list[Turn] = []
    for at in range(0, len(section.turns), 4):
        columns = [Turn(None)] * 4
        for turn in section.turns[at : at + 4]:
            if not isinstance(turn.action, Card):
                continue
            card = turn.action
            owners = [seat for seat, hand in enumerate(hands) if hand and hand >> card & 1]
            column = (owners[0] - section.first) % 4 if owners else None
            if column is None or columns[column].action is not None:
                return None
            columns[column] = turn
        turns += columns
    other = replace(section, turns=tuple(turns))
    return None if _wrong_card(other, hands) else other


def _told_in_turn(section: Section, contract: Contract) -> bool:
    """Whether every card is its seat's turn, so that none comes after one that is missing."""
    cards = sum(isinstance(turn.action, Card) for turn in section.turns)
    return cards == len(list(in_order(section, contract.strain)))


def _revoke(
    section: Section, hands: tuple[Cards | None, ...], contract: Contract
) -> tuple[Card, Text] | None:
    """The first card that did not follow suit though its hand could, and what is wrong."""
    held = [hand or 0 for hand in hands]
    led = 0
    for place, (seat, card) in enumerate(in_order(section, contract.strain)):
        led = card.suit if place % 4 == 0 else led
        could = in_suit(held[seat], led)
        if card.suit != led and could:
            reason = Text(
                "{seat} plays {card} but holds {cards}; a revoke is marked ^R",
                seat=SEATS[seat],
                card=str(card),
                cards=SUITS[led] + holding(held[seat], led),
            )
            return card, reason
        held[seat] &= ~(1 << card)
    return None
