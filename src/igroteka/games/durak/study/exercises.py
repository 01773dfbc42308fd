"""Exercises at the terminal: counting cards, and endgames with one winning move.

Both come from games that bots play, seen from one seat, with only what that seat may know.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from igroteka.basics.exercises import ExerciseQuestion
from igroteka.contract import OVER, IgrotekaError, Player, Seat
from igroteka.games.durak.bots.master import Master
from igroteka.games.durak.bots.simple import GreedyCareful, MPlayer1Fixed
from igroteka.games.durak.cards import SUITS, Cards, as_set, names, read_card
from igroteka.games.durak.notation import Move
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.state import Position
from igroteka.games.durak.view import DurakView

PUPIL: Seat = 0
FEWEST_CHOICES = 3


def _played(game: Durak, rng: random.Random) -> Iterator[tuple[Position, Move]]:
    """A game between simple bots, position by position."""
    bots: list[Player] = [
        MPlayer1Fixed() if seat % 2 else GreedyCareful() for seat in range(game.seats)
    ]
    state = game.deal(rng)
    for seat, bot in enumerate(bots):
        bot.start(game, seat, rng)
    while state.turn != OVER:
        move = bots[state.turn].choose(state.view(state.turn))
        yield state, move
        state = state.play(move)


def counting(game: Durak, rng: random.Random) -> Iterator[ExerciseQuestion]:
    """After every other bout of one game: which trumps are still hidden?

    The bouts are told move by move, and the pile of discarded cards is not shown.
    """
    told: list[str] = []
    bouts = 0
    for state, move in _played(game, rng):
        view = state.view(PUPIL)
        if not told and not bouts:
            told += _shown_at_the_deal(game, view)
        if not state.public.attacks and not state.public.first_bout:
            bouts += 1
            if bouts % 2 == 0 and state.public.stock:
                yield _count_question(view, told)
                told = []
        told.append(f"{game.seat_name(state.turn)}: {view.explain(move)}")


def _shown_at_the_deal(game: Durak, view: DurakView) -> list[str]:
    """The lowest trump that somebody else showed to attack first."""
    return [
        f"{game.seat_name(seat)} shows {names(cards)}"
        for seat, cards in enumerate(view.public.known)
        if seat != PUPIL and cards
    ]


def _count_question(view: DurakView, told: list[str]) -> ExerciseQuestion:
    hidden = view.hidden & view.public.trumps
    suit = SUITS[view.public.trump & 3]
    text = "\n".join(
        [
            *told,
            "",
            f"Your hand: {names(view.hand)}. The turned card is {names(1 << view.public.trump)}.",
            f"Which trumps ({suit}) have you not seen yet? Write them, or - for none.",
        ]
    )
    return ExerciseQuestion(text, names(hidden), lambda answer: _cards(answer) == hidden)


def _cards(answer: str) -> Cards | None:
    """The cards that a person wrote; None if one of them is no card."""
    words = answer.replace(",", " ").replace("-", " ").replace("–", " ").split()
    try:
        return as_set(map(read_card, words))
    except IgrotekaError:
        return None


def endgames(game: Durak, rng: random.Random) -> Iterator[ExerciseQuestion]:
    """Endgames of played games in which one move wins and at least two others do not."""
    master = Master()
    while True:
        for state, _ in _played(game, rng):
            view = state.view(state.turn)
            solved = master.solve(view) if len(view.actions()) >= FEWEST_CHOICES else None
            if solved and list(solved.values()).count(1.0) == 1:
                yield _endgame_question(view, solved)
                break


def _endgame_question(view: DurakView, solved: Mapping[Move, float]) -> ExerciseQuestion:
    best = max(solved, key=lambda move: solved[move])
    rival = view.public.defender if view.turn != view.public.defender else view.public.attacker
    text = (
        f"{view}\n\n{view.public.game.seat_name(rival)} holds {names(view.possible(rival))}. "
        f"One of these moves wins: {', '.join(map(str, solved))}. Which?"
    )
    return ExerciseQuestion(text, str(best), lambda answer: _is(view, answer, best))


def _is(view: DurakView, answer: str, move: Move) -> bool:
    try:
        return view.public.game.read(answer) == move
    except IgrotekaError:
        return False
