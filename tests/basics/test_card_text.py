"""Cards in sentences are written as the cards of each language are."""

from __future__ import annotations

import pytest

from igroteka.basics.card_text import written_card
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.words import card_text
from igroteka.games.durak.cards import as_set, read_card, spelled
from igroteka.languages import Language


@pytest.mark.parametrize(
    ("rank", "english", "russian"),
    [
        ("9", "9♥", "9♥"),
        ("T", "10♥", "10♥"),
        ("10", "10♥", "10♥"),
        ("J", "J♥", "В♥"),
        ("Q", "Q♥", "Д♥"),
        ("K", "K♥", "К♥"),
        ("A", "A♥", "Т♥"),
    ],
)
def test_a_card_has_the_letters_of_the_language(rank: str, english: str, russian: str) -> None:
    card = written_card(rank, "♥")
    assert str(card) == english
    assert Language("ru")(card) == russian


def test_both_games_of_cards_write_them_so() -> None:
    russian = Language("ru")
    assert russian(card_text(Card.read("ST"))) == "10♠"
    assert russian(card_text(Card.read("♠Q"))) == "Д♠"
    hand = as_set(map(read_card, ("A♦", "7♠", "10♦")))
    assert russian(spelled(hand)) == "7♠ 10♦ Т♦"
    assert russian(spelled(0)) == "–"
