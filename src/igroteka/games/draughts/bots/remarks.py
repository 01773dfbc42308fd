"""What a move does, in a sentence that a child understands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from igroteka.games.draughts.board import COLOURS, WHITE, Board
from igroteka.games.draughts.bots.engine import Line
from igroteka.games.draughts.draws import against_lone_king
from igroteka.games.draughts.movement import after, legal_paths
from igroteka.games.draughts.notation import printed
from igroteka.games.draughts.state import Position
from igroteka.text import NOTHING, Text, joined, plural

LONGEST_SHOT = 6
"""How many moves of either side a child can be asked to follow."""
CLEAR = 60
"""The lead, in hundredths of a man, without which nobody is said to win a piece."""


class Gain(NamedTuple):
    """What a line wins."""

    length: int
    """After how many further moves."""
    pieces: int
    """Below zero, what it loses."""


def proven(position: Position, line: Line) -> bool:
    """Whether the end that a line leads to can't be avoided, nor be prevented by a draw rule.

    The search ends games by the rules that it knows; the tables know none. So a win is only proven
    if it comes before any rule could end the game. A draw is proven by the tables: rules can only
    add to that.
    """
    from igroteka.games.draughts.endgame_tables import has_tables, tables
    from igroteka.games.draughts.kernel.search import SURE

    variant = position.game.variant
    if abs(line.score) > SURE:
        return plies(line.score) <= _calm(position)
    if not has_tables(variant):
        return False
    state = position.play(position.notation(line.path))
    if state.outcome is not None:
        return True
    ending = tables(variant).ending(state.board)
    return ending is not None and ending.result == 0


def _calm(position: Position) -> int:
    """Moves of either side that can surely be made before a draw rule ends the game."""
    clocks = position.clocks
    passed = {"man": clocks.man, "balance": clocks.balance, "road": clocks.road}
    return min(
        2 * rule.moves
        - (
            passed[rule.since]
            if not rule.lone_king_against or against_lone_king(rule, position.board)
            else 0
        )
        for rule in position.game.variant.draws
        if not rule.repetition and not rule.both_have_kings
    )


def plies(score: int) -> int:
    """After how many moves of either side a decided game ends."""
    from igroteka.games.draughts.kernel.search import WON

    return WON - abs(score)


def remark(position: Position, line: Line) -> Text:
    """The sentence for the first move of a line; empty if there is nothing to see."""
    from igroteka.games.draughts.kernel.search import SURE

    other = COLOURS[1 - position.board.mover]
    parts: dict[str, object] = {"move": printed(position.notation(line.path)), "other": other}
    if abs(line.score) > SURE and proven(position, line):
        parts["moves"] = plural("{count} move", "{count} moves", count=(plies(line.score) + 1) // 2)
        if line.score > 0:
            return _shown(Text("{move} wins by force in {moves}", **parts), position, line)
        return _shown(
            Text("After {move} {other} wins by force in {moves}", **parts), position, line
        )
    gain = _gain(position, line)
    parts["pieces"] = plural("{count} piece", "{count} pieces", count=abs(gain.pieces))
    if gain.pieces > 0 and line.score >= CLEAR:
        return _shown(Text("{move} wins {pieces}", **parts), position, line, gain.length)
    if gain.pieces < 0 and line.score <= -CLEAR:
        return _shown(
            Text("After {move} {other} wins {pieces}", **parts), position, line, gain.length
        )
    crowned = _crowned(position, line)
    if crowned > 0 and line.score >= CLEAR:
        return _shown(Text("{move} gets a king", **parts), position, line)
    if crowned < 0 and line.score <= -CLEAR:
        return _shown(Text("After {move} {other} gets a king", **parts), position, line)
    return NOTHING


def _shown(words: Text, position: Position, line: Line, length: int = LONGEST_SHOT) -> Text:
    """A sentence with the moves that prove it, as far as they are known."""
    moves = " ".join(_moves(position, line, min(length, LONGEST_SHOT)))
    if not moves:
        return joined("", [words, "."])
    return Text("{words}: {line}.", words=words, line=moves)


def _gain(position: Position, line: Line) -> Gain:
    """What is won or lost when nothing more is taken, within as many moves as can be followed."""
    variant, board = position.game.variant, after(position.game.variant, position.board, line.path)
    lead, found = len(line.path.captured), Gain(0, 0)
    for place in range(min(len(line.further), LONGEST_SHOT) + 1):
        if lead != found.pieces and not any(p.captured for p in legal_paths(variant, board)):
            found = Gain(place, lead)
        if place < len(line.further):
            path = line.further[place]
            lead += len(path.captured) if place % 2 else -len(path.captured)
            board = after(variant, board, path)
    return found


def _crowned(position: Position, line: Line) -> int:
    """How many more kings the mover has gained than the other side when the line ends."""
    variant, board, mover = position.game.variant, position.board, position.board.mover
    for path in (line.path, *line.further[:LONGEST_SHOT]):
        board = after(variant, board, path)
    return _lead_in_kings(board, mover) - _lead_in_kings(position.board, mover)


def _lead_in_kings(board: Board, mover: int) -> int:
    lead = (board.white & board.kings).bit_count() - (board.black & board.kings).bit_count()
    return lead if mover == WHITE else -lead


def _moves(position: Position, line: Line, length: int) -> Iterator[str]:
    """The moves after the first one, as they are written."""
    state = position.play(position.notation(line.path))
    for path in line.further[:length]:
        if state.outcome is not None:
            return
        move = state.notation(path)
        yield printed(move)
        state = state.play(move)
