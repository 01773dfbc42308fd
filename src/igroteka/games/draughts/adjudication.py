"""Games that are decided before their end, as the endgame tables know it."""

from __future__ import annotations

from igroteka.games.draughts.board import Board
from igroteka.games.draughts.draws import Clocks, against_lone_king
from igroteka.games.draughts.endgame_tables import USUAL_PIECES, tables
from igroteka.games.draughts.variants import DrawRule, Variant


def proven_winner(variant: Variant, board: Board, clocks: Clocks) -> tuple[int | None] | None:
    """The colour that wins with best play, None in it for a draw; None if it is not known.

    The tables count no moves. A draw of theirs is one by any rule; a win is believed where it
    comes before any rule of counted moves or repeated positions can make a draw of it.
    """
    if board.occupied.bit_count() > USUAL_PIECES:
        return None
    ending = tables(variant).ending(board)
    if ending is None:
        return None
    if ending.result == 0:
        return (None,)
    if not _in_time(variant, board, clocks, ending.moves):
        return None
    return (board.mover if ending.result > 0 else 1 - board.mover,)


def _in_time(variant: Variant, board: Board, clocks: Clocks, moves: int) -> bool:
    """Whether so many moves of either side can be made under the draw rules.

    The shortest way to win meets no position twice, so none comes up a third time unless it has
    come up twice before.
    """
    if len(set(clocks.seen)) < len(clocks.seen):
        return False
    counted = [rule for rule in variant.draws if not rule.repetition and _can_hold(rule, board)]
    return all(moves + _passed(rule, board, clocks) <= 2 * rule.moves for rule in counted)


def _can_hold(rule: DrawRule, board: Board) -> bool:
    """Whether there are pieces enough for this rule, now or after captures and promotions."""
    pieces = board.occupied.bit_count()
    if rule.lone_king_against:
        return any(len(force.rstrip("+")) < pieces for force in rule.lone_king_against)
    return rule.both_have_kings is None or rule.both_have_kings[0] <= pieces


def _passed(rule: DrawRule, board: Board, clocks: Clocks) -> int:
    """Moves that the rule has counted; one for other pieces begins to count when they are there."""
    if rule.lone_king_against and not against_lone_king(rule, board):
        return 0
    return {"man": clocks.man, "balance": clocks.balance, "road": clocks.road}[rule.since]
