"""What may be done at the table, and how it is written: calls, cards, claims and answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from igroteka.contract import IllegalMove
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import Call, read_call
from igroteka.text import Text, quoted

_CLAIM: Final = re.compile(r"claim\s*(\d{1,2})", re.IGNORECASE)
_LIKE_A_CARD: Final = re.compile(r"\s*([♣♦♥♠].*|[CDHS][0-9TJQKA]+)\s*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Claim:
    """Whose turn it is says how many tricks its side takes in all, those it has among them."""

    tricks: int

    def __str__(self) -> str:
        return f"claim {self.tricks}"


@dataclass(frozen=True)
class Answer:
    """What is said to a claim: `agree` or `refuse`."""

    word: str

    def __str__(self) -> str:
        return self.word


AGREE: Final = Answer("agree")
REFUSE: Final = Answer("refuse")
Action = Call | Card | Claim | Answer


def read_action(text: str) -> Action:
    """The call, card, claim or answer that a text means. Raises `IllegalMove`."""
    word = text.strip().lower()
    if word in ("agree", "refuse"):
        return Answer(word)
    if match := _CLAIM.fullmatch(word):
        return Claim(int(match[1]))
    if _LIKE_A_CARD.fullmatch(text):
        return Card.read(text)
    try:
        return read_call(text)
    except IllegalMove:
        raise IllegalMove(
            Text(
                "{text} is neither a call like pass, X or 4♠, nor a card like ♠A or S10",
                text=quoted(text),
            )
        ) from None
