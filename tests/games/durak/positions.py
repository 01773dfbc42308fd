"""Durak positions written as players would: hands, trump and stock as cards."""

from __future__ import annotations

from igroteka.games.durak.cards import Cards, as_set, deck, read_card
from igroteka.games.durak.public import PublicState
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.state import Position


def cards(text: str) -> Cards:
    """The set of the cards in a text like `7♠ AH`."""
    return as_set(map(read_card, text.split()))


def position(*hands: str, trump: str = "6♥", stock: str = "", **options: str) -> Position:
    """A bout about to begin: the first hand attacks the second; the rest was discarded.

    The trump card lies under the stock if there is one.
    """
    game = Durak.configure({"players": str(len(hands)), "first": "alternate", **options})
    sets = tuple(map(cards, hands))
    turned = read_card(trump)
    drawn = (*map(read_card, stock.split()), turned) if stock else ()
    used = as_set(drawn)
    for hand in sets:
        used |= hand
    gone = deck(game.cards) & ~used
    table = PublicState(
        game=game,
        trump=turned,
        stock=len(drawn),
        counts=tuple(hand.bit_count() for hand in sets),
        known=(0,) * len(sets),
        discard=gone,
        seen=gone,
        attacker=0,
        defender=1,
        turn=0,
        inside=tuple(seat for seat, hand in enumerate(sets) if hand),
        limit=min(6, sets[1].bit_count()),
        first_bout=False,
    )
    return Position(table, sets, drawn)


def play(state: Position, *moves: str) -> Position:
    """The position after these moves."""
    for move in moves:
        state = state.play(state.public.game.read(move))
    return state


def listed(state: Position) -> str:
    """The legal moves in one line."""
    return ", ".join(map(str, state.actions()))
