"""A board looked back at with all cards in sight: what each card cost, which lead was best."""

from __future__ import annotations

from typing import NamedTuple

from igroteka.contract import Seat
from igroteka.games.bridge.cards import Card, as_set
from igroteka.games.bridge.doubledummy.questions import CardValue, Layout
from igroteka.games.bridge.doubledummy.solver import Solver
from igroteka.games.bridge.position import Position


class CardCost(NamedTuple):
    """A card that was played: how many tricks it gave away, and which would have given none."""

    seat: Seat
    card: Card
    tricks: int
    best: tuple[Card, ...]


def layout(position: Position) -> Layout:
    """The cards of a position in play, as a question."""
    return layout_after(position, len(position.table.cards))


def layout_after(position: Position, count: int) -> Layout:
    """The same as it was after so many cards."""
    table = position.table
    assert table.contract is not None
    gone = as_set(table.cards[:count])
    hands = tuple(hand & ~gone for hand in position.board.hands)
    trick = tuple(map(int, table.cards[count // 4 * 4 : count]))
    return Layout(table.contract.strain, table.leaders[count // 4], trick, hands)


def card_values(position: Position, solver: Solver) -> list[CardValue]:
    """Every card that may be played now with the tricks that its side then takes."""
    return solver.layouts([layout(position)])[0]


def card_costs(position: Position, solver: Solver) -> list[CardCost]:
    """What every card played so far cost its side. Raises `Unsolved`."""
    cards = position.table.cards
    questions = [layout_after(position, count) for count in range(len(cards))]
    found = []
    for question, card, values in zip(questions, cards, solver.layouts(questions), strict=True):
        most = max(value.tricks for value in values)
        played = next(value.tricks for value in values if value.card == card)
        best = tuple(sorted(value.card for value in values if value.tricks == most))
        found.append(CardCost(question.due, card, most - played, best))
    return found
