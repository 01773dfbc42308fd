"""Small pictures of positions for lists: SVG of 64 by 64, in the colours of the page around it."""

from __future__ import annotations

from html import escape

SIDE = 64
CARD_WIDTH, CARD_HEIGHT = 24, 33
SUITS = {"♠": "spade", "♣": "club", "♦": "diamond", "♥": "heart"}
"""The colours of suits by their signs."""


def picture(*parts: str) -> str:
    """A picture of these parts, the later ones above."""
    return f'<svg viewBox="0 0 {SIDE} {SIDE}" aria-hidden="true">{"".join(parts)}</svg>'


def ground(colour: str) -> str:
    """All of the picture in one colour, such as the cloth of a table."""
    return f'<rect width="{SIDE}" height="{SIDE}" fill="var(--{colour})"/>'


def words(text: str, x: float, y: float, size: int, colour: str, middle: bool = True) -> str:
    """A few letters on a line, about their middle or from their left."""
    anchor = "middle" if middle else "start"
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="600" text-anchor="{anchor}" '
        f'fill="var(--{colour})">{escape(text)}</text>'
    )


def card(name: str, x: float, y: float) -> str:
    """A card by its rank and the sign of its suit, like 10♥, by its upper left corner."""
    rank, suit = name[:-1], name[-1]
    colour = SUITS[suit]
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="3" '
        'fill="var(--face)" stroke="var(--edge)" stroke-width=".8"/>'
        + words(rank, x + CARD_WIDTH / 2, y + 14, 13, colour)
        + words(suit, x + CARD_WIDTH / 2, y + 29, 14, colour)
    )
