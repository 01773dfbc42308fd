"""What a move of durak costs or saves at first sight, in a sentence."""

from __future__ import annotations

from igroteka.games.durak.cards import spelled
from igroteka.games.durak.notation import LAY, PASS, TAKE, Move
from igroteka.games.durak.view import DurakView
from igroteka.text import NOTHING, Text, plural


def as_subject(move: Move) -> Text:
    """The move as the subject of a sentence."""
    if move.kind == TAKE:
        return Text("Taking")
    if move.kind == PASS:
        return Text("Throwing in nothing")
    if move.kind == LAY:
        return spelled(move.cards)
    return Text("Passing the attack on with {cards}", cards=spelled(move.cards))


def price(view: DurakView, move: Move) -> Text:
    """What a move gives away; empty where nothing can be seen."""
    if move.kind == TAKE:
        return plural(
            "Taking brings {count} more card into the hand.",
            "Taking brings {count} more cards into the hand.",
            view.public.cards.bit_count(),
        )
    if move.kind == LAY and move.cards & view.public.trumps:
        return Text("{cards} spends a trump.", cards=spelled(move.cards))
    return NOTHING


def merit(view: DurakView, move: Move) -> Text:
    """What a move keeps or gets rid of; empty where nothing can be seen."""
    trumps = view.public.trumps
    kept = view.hand & trumps & ~move.cards
    if move.kind == TAKE:
        return Text("Taking keeps the trumps.") if kept else NOTHING
    if move.kind == PASS:
        return Text("Throwing in nothing keeps the trumps.") if kept else NOTHING
    if move.cards & trumps:
        return NOTHING
    if not kept:
        return Text("{cards} gets rid of a card that is no trump.", cards=spelled(move.cards))
    return Text(
        "{cards} gets rid of a card that is no trump and keeps the trumps.",
        cards=spelled(move.cards),
    )
