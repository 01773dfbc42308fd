"""Looking back at a game: what every move cost, and which one turned it.

Written against the contract alone: a player that can `analyse` judges each decision from the view
of the seat that made it, so it knows no more than that seat knew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from igroteka.basics.randomness import Stream, derive
from igroteka.contract import Action, Game, IgrotekaError, Player, Seat, State, View
from igroteka.records.record import Record
from igroteka.registry import make_player
from igroteka.text import NOTHING, Text


@dataclass(frozen=True)
class Judged:
    """A move that was made where there was a choice."""

    number: int
    """Which action of the record it is, from 1."""
    seat: Seat
    action: Action
    value: float
    best: Action
    best_value: float
    words: Text
    """The move in words."""
    remark: Text = NOTHING

    @property
    def cost(self) -> float:
        """How much better the best move was."""
        return max(0.0, self.best_value - self.value)


class Decision(NamedTuple):
    """A position of a record in which somebody had a choice, as an analyst values it."""

    number: int
    """Which action of the record it is, from 1."""
    state: State
    view: View
    """What the seat that decided knew."""
    played: Action
    values: Mapping[Action, float]
    """The actions that the analyst values."""


def decisions(game: Game, record: Record, analyst: Player, seed: int = 1) -> Iterator[Decision]:
    """Every choice of a record in order; the analyst may be asked for more until the next one.

    Raises `BadRecord` where the record leaves the rules.
    """
    positions = record.positions(game)
    for number, (state, text) in enumerate(
        zip(positions, record.actions or (), strict=False), start=1
    ):
        if state.turn < 0 or len(state.actions()) < 2:
            continue
        view = state.view(state.turn)
        analyst.start(game, state.turn, Stream(derive(seed, number)))
        yield Decision(number, state, view, game.read(text), dict(analyst.analyse(view)))
        analyst.close()


def review(game: Game, record: Record, analyst: Player, seed: int = 1) -> Iterator[Judged]:
    """Every judged decision of a record in order.

    Moves that the analyst does not value are left out. Raises `BadRecord` where the record leaves
    the rules.
    """
    for number, _, view, action, values in decisions(game, record, analyst, seed):
        judged = judgement(analyst, number, view, action, values)
        if judged is not None:
            yield judged


def judgement(
    analyst: Player, number: int, view: View, action: Action, values: Mapping[Action, float]
) -> Judged | None:
    """What an analyst who values the actions so thinks of one that was taken.

    None if that one is not among them.
    """
    if action not in values or view.seat is None:
        return None
    best = max(values, key=lambda each: values[each])
    return Judged(
        number,
        view.seat,
        action,
        values[action],
        best,
        values[best],
        view.explain(action),
        analyst.remark(view, action),
    )


def costliest(judged: Sequence[Judged], count: int) -> list[Judged]:
    """The moves that cost most, worst first; those that cost nothing are not among them."""
    dear = [move for move in judged if move.cost > 0]
    return sorted(dear, key=lambda move: (-move.cost, move.number))[:count]


def turning_point(record: Record, judged: Sequence[Judged]) -> Judged | None:
    """The move that cost most among those of the seats that did not win; None without one."""
    if record.scores is None:
        return None
    top = max(record.scores)
    lost = [move for move in judged if record.scores[move.seat] < top]
    return next(iter(costliest(lost, 1)), None)


def course(game: Game, judged: Sequence[Judged]) -> list[tuple[Judged, float]]:
    """What the first side could expect after each judged move, from 0 (lost) to 1 (won).

    Of two sides one's chance is the other's risk; of more, only the first side's moves tell.
    Raises `IgrotekaError` for an analyst that counts in something else.
    """
    if any(not 0 <= move.value <= 1 for move in judged):
        raise IgrotekaError(Text("only values from 0 (lost) to 1 (won) tell the course of a game"))
    first, *others = game.sides
    return [
        (move, move.value if move.seat in first else 1 - move.value)
        for move in judged
        if move.seat in first or len(others) == 1
    ]


def chosen_analyst(game: Game, name: str | None) -> Player:
    """The named bot, or the game's adviser. Raises `IgrotekaError` if it can't analyse."""
    name = name or game.adviser
    if not name:
        raise IgrotekaError(
            Text("{game} has no adviser; name a bot that can analyse with --bot", game=game.title)
        )
    analyst = make_player(game.name, name)
    check_analyst(game, analyst, name)
    return analyst


def check_analyst(game: Game, analyst: Player, name: str) -> None:
    """Raise `IgrotekaError` if this player can't analyse."""
    if type(analyst).analyse is Player.analyse:
        raise IgrotekaError(
            Text(
                "{name} can't analyse {game}; name a bot that can with --bot",
                name=name,
                game=game.title,
            )
        )
