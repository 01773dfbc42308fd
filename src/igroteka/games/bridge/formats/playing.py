"""The play of a file against the hands and the laws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from igroteka.contract import Seat
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.cards import SUITS, Card, Cards, holding, in_suit
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.formats.game import Section, Trick, Turn, tricks_in_order
from igroteka.games.bridge.formats.pbn_sections import BadSection, Draft
from igroteka.text import Text


class CheckedPlay(NamedTuple):
    """A play that the hands and the laws allow, and what came of it."""

    section: Section
    won: tuple[int, int] = (0, 0)
    """The tricks of North–South and of East–West, as far as the play is told."""


def checked_play(
    draft: Draft, first: Seat, hands: tuple[Cards | None, ...], contract: Contract | None
) -> CheckedPlay:
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
    tricks = list(tricks_in_order(section, contract.strain)) if contract else []
    if section.regular and (revoke := _revoke(tricks, hands)):
        card, reason = revoke
        raise BadSection(draft.line_of(card), reason)
    sides = [trick.winner % 2 for trick in tricks if len(trick.cards) == 4]
    missing = -len(section.turns) % 4
    return CheckedPlay(
        replace(section, turns=(*section.turns, *[Turn(None)] * missing)) if missing else section,
        (sides.count(0), sides.count(1)),
    )


def _wrong_card(section: Section, hands: tuple[Cards | None, ...]) -> tuple[int, Text] | None:
    """The place of a card that was played before or is not in its hand, and what is wrong."""
    seen = 0
    for place, turn in enumerate(section.turns):
        card, seat = turn.action, (section.first + place) % 4
        if not isinstance(card, Card):
            continue
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
    return cards == sum(len(trick.cards) for trick in tricks_in_order(section, contract.strain))


def _revoke(tricks: Sequence[Trick], hands: tuple[Cards | None, ...]) -> tuple[Card, Text] | None:
    """The first card that did not follow suit though its hand could, and what is wrong."""
    held = [hand or 0 for hand in hands]
    for trick in tricks:
        led = trick.cards[0].suit
        seat = trick.leader
        for card in trick.cards:
            if card // 13 != led and in_suit(held[seat], led):
                reason = Text(
                    "{seat} plays {card} but holds {cards}; a revoke is marked ^R",
                    seat=SEATS[seat],
                    card=str(card),
                    cards=SUITS[led] + holding(held[seat], led),
                )
                return card, reason
            held[seat] &= ~(1 << card)
            seat = (seat + 1) % 4
    return None
