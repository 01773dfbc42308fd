"""When a game is drawn: the draw rules of a variant, asked after every move."""

from __future__ import annotations

from typing import NamedTuple

from igroteka.games.draughts.board import BLACK, WHITE, Board, main_road
from igroteka.games.draughts.movement import Path
from igroteka.games.draughts.variants import DrawRule, Variant
from igroteka.text import Text, from_data, plural


class Clocks(NamedTuple):
    """What the draw rules remember, counted in moves of either side."""

    man: int = 0
    """Since the last capture or move of a man."""
    balance: int = 0
    """Since the last capture or promotion."""
    road: int = 0
    """Since a lone king stands on the main road."""
    seen: tuple[Board, ...] = ()
    """Earlier positions that can come up again, sorted."""


def tick(variant: Variant, clocks: Clocks, before: Board, path: Path, now: Board) -> Clocks:
    """The clocks after a move from one position to the next."""
    king_moved = bool(before.kings >> path.squares[0] & 1)
    crowned = not king_moved and bool(now.kings >> path.squares[-1] & 1)
    reversible = king_moved and not path.captured
    kept = not path.captured and not crowned
    return Clocks(
        man=clocks.man + 1 if reversible else 0,
        balance=clocks.balance + 1 if kept else 0,
        road=clocks.road + 1 if kept and _stays_on_road(variant, before, now) else 0,
        seen=tuple(sorted((*clocks.seen, before))) if reversible else (),
    )


def _stays_on_road(variant: Variant, before: Board, now: Board) -> bool:
    """Whether a lone king stood on the main road before and after the move."""
    road = main_road(variant.size)
    return any(
        all(
            _is_lone_king(board, colour) and _pieces(board, colour) & road
            for board in (before, now)
        )
        for colour in (WHITE, BLACK)
    )


def _pieces(board: Board, colour: int) -> int:
    return board.black if colour else board.white


def _is_lone_king(board: Board, colour: int) -> bool:
    mask = _pieces(board, colour)
    return mask.bit_count() == 1 and bool(mask & board.kings)


def drawn_by(variant: Variant, board: Board, clocks: Clocks) -> Text | None:
    """The rule by which the position is drawn, in a sentence; None if it is not."""
    for rule in variant.draws:
        if reason := _reason(rule, board, clocks):
            return Text("drawn by rule {rule}: {why}", rule=from_data(rule.rule), why=reason)
    return None


def _reason(rule: DrawRule, board: Board, clocks: Clocks) -> Text | None:
    if rule.repetition:
        came_up = clocks.seen.count(board) + 1
        if came_up < rule.repetition:
            return None
        return plural(
            "the same position {count} time", "the same position {count} times", count=came_up
        )
    passed = {"man": clocks.man, "balance": clocks.balance, "road": clocks.road}[rule.since]
    if passed < 2 * rule.moves:
        return None
    if rule.lone_king_against:
        if not against_lone_king(rule, board):
            return None
        if rule.since == "road":
            return plural(
                "{count} move against a lone king on the main road",
                "{count} moves against a lone king on the main road",
                count=rule.moves,
            )
        return plural(
            "{count} move against a lone king",
            "{count} moves against a lone king",
            count=rule.moves,
        )
    if rule.both_have_kings:
        least, most = rule.both_have_kings
        if not (board.white & board.kings and board.black & board.kings):
            return None
        if not least <= board.occupied.bit_count() <= most:
            return None
        return plural(
            "{count} move with kings on both sides and an unchanged balance",
            "{count} moves with kings on both sides and an unchanged balance",
            count=rule.moves,
        )
    return plural(
        "{count} move of kings alone, without a capture",
        "{count} moves of kings alone, without a capture",
        count=rule.moves,
    )


def against_lone_king(rule: DrawRule, board: Board) -> bool:
    """Whether one side has a lone king and the other what the rule names."""
    return any(
        _is_lone_king(board, weak) and _matches(board, 1 - weak, force)
        for force in rule.lone_king_against
        for weak in (WHITE, BLACK)
    )


def _matches(board: Board, colour: int, force: str) -> bool:
    mask = _pieces(board, colour)
    kings = (mask & board.kings).bit_count()
    men = mask.bit_count() - kings
    if force.endswith("+"):
        return men == 0 and kings >= force.count("K")
    return kings == force.count("K") and men == force.count("M")
