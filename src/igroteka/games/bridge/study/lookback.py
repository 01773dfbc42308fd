"""A board looked back at with all cards in sight: what each card cost, which lead was best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from igroteka.contract import IgrotekaError, Json, Seat
from igroteka.games.bridge.boards import SEATS, Board
from igroteka.games.bridge.cards import Card, as_set
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.doubledummy.questions import Layout, Solution, TableQuestion
from igroteka.games.bridge.doubledummy.solver import Solver
from igroteka.games.bridge.public import winner
from igroteka.games.bridge.state import Position
from igroteka.games.bridge.words import card_text
from igroteka.text import Text


class CardCost(NamedTuple):
    """A card that was played: how many tricks it gave away, and which would have given none."""

    seat: Seat
    card: Card
    tricks: int
    best: tuple[Card, ...]


class Afterword(NamedTuple):
    """What is told after a board: what could have been made, and what each card gave away."""

    solution: Solution
    expected: int | None
    """Declarer's tricks in the contract that was played, if all had played best."""
    costs: list[CardCost]

    def to_json(self) -> Json:
        """By the names that people use."""
        return {
            **self.solution.to_json(),
            "expected": self.expected,
            "cards": [
                {"seat": seat, "card": str(card), "cost": tricks, "best": list(map(str, best))}
                for seat, card, tricks, best in self.costs
            ],
        }


def afterword(position: Position, solver: Solver) -> Afterword:
    """Look back at a board, played out or not. Raises `Unsolved`."""
    solution = solver.tables([TableQuestion.of(position.board)])[0]
    public = position.public
    expected = None
    if public.contract is not None and public.declarer is not None:
        expected = solution.tricks[public.contract.strain][public.declarer]
    return Afterword(solution, expected, card_costs(position, solver))


def layout(position: Position) -> Layout:
    """The cards of a position in play, as a question."""
    public = position.public
    assert public.contract is not None
    hands = tuple(position.held(seat) for seat in range(4))
    return Layout(public.contract.strain, public.leaders[-1], tuple(map(int, public.trick)), hands)


def card_costs(position: Position, solver: Solver) -> list[CardCost]:
    """What every card played so far cost its side. Raises `Unsolved`."""
    public = position.public
    if public.contract is None:
        return []
    return costs_of(position.board, public.contract, public.cards, solver)


def costs_of(
    board: Board, contract: Contract, cards: Sequence[Card], solver: Solver
) -> list[CardCost]:
    """The same of cards in the order of play, from the opening lead on.

    Raises `Unsolved`, and `IgrotekaError` for a card that its hand could not play.
    """
    questions = list(_layouts(board, contract, cards))
    found = []
    for question, card, values in zip(questions, cards, solver.layouts(questions), strict=True):
        most = max(value.tricks for value in values)
        played = next((value.tricks for value in values if value.card == card), None)
        if played is None:
            raise IgrotekaError(
                Text(
                    "{seat} could not play {card} there",
                    seat=SEATS[question.due],
                    card=card_text(card),
                )
            )
        best = tuple(sorted(value.card for value in values if value.tricks == most))
        found.append(CardCost(question.due, card, most - played, best))
    return found


def _layouts(board: Board, contract: Contract, cards: Sequence[Card]) -> Iterator[Layout]:
    """The position before each card."""
    assert contract.declarer is not None
    leader = (contract.declarer + 1) % 4
    for place in range(len(cards)):
        trick = tuple(cards[place // 4 * 4 : place])
        if place and not trick:
            leader = (leader + winner(tuple(cards[place - 4 : place]), contract.strain)) % 4
        gone = as_set(cards[:place])
        hands = tuple(hand & ~gone for hand in board.hands)
        yield Layout(contract.strain, leader, tuple(map(int, trick)), hands)
