"""A whole turn as one text: its moves joined by `, `, checked as a turn."""

from __future__ import annotations

from collections.abc import Iterable

from igroteka.contract import CHANCE, OVER, IllegalMove
from igroteka.games.substitution.rules import Apply, Position, Roll


def write_turn(moves: Iterable[Apply]) -> str:
    """`-1 4 1, 0 3 0`; empty for a turn whose group went into the bank."""
    return ", ".join(map(str, moves))


def play_turn(state: Position, rolled: int, text: str) -> Position:
    """The position after a roll and a whole turn; `state` is where the dice are due.

    Raises `IllegalMove` for a wrong move, for a turn that ends while it must go on, and for moves
    after its end.
    """
    if state.turn != CHANCE:
        raise IllegalMove(
            "the game is over" if state.turn == OVER else "the dice were rolled already"
        )
    ply = state.ply
    state = state.play(Roll(rolled))
    moves = [part for part in text.split(",") if part.strip()]
    for part in moves:
        if state.ply != ply:
            raise IllegalMove(f"the turn was over before {part.strip()!r}")
        state = state.play(state.game.read(part))
    if state.ply == ply:
        waiting = ", ".join(
            f"{group} ({state.game.grammar.groups[group]})" for group in state.playable
        )
        if state.rolled is not None:
            raise IllegalMove(f"the rolled group {waiting} can be used, so it must be")
        raise IllegalMove(f"the turn can't end while the bank holds what fits: group {waiting}")
    return state
