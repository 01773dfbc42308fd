"""What is certain about a move, in a sentence that a child understands."""

from __future__ import annotations

from collections.abc import Iterator

from igroteka.games.draughts.board import COLOURS, WHITE
from igroteka.games.draughts.bots.engine import Line, Thought
from igroteka.games.draughts.movement import after
from igroteka.games.draughts.notation import Move
from igroteka.games.draughts.state import Position
from igroteka.text import NOTHING, Text, plural

WORTH_A_WORD = 80
"""A move that costs less, in hundredths of a man, needs no remark."""
LONGEST_SHOT = 6
"""How many moves of either side a child can be asked to follow."""


def remark(position: Position, thought: Thought, move: Move) -> Text:
    """The sentence for a move, given every line of the position; empty if there is none."""
    from igroteka.games.draughts.kernel.search import SURE

    key = position.path(move).key
    played = next((line for line in thought.lines if line.path.key == key), None)
    if played is None:
        return NOTHING
    best = thought.lines[0]
    if best.score > SURE:
        return _about_a_win(position, best, played)
    if played.score < -SURE:
        return _about_a_loss(position, best, played)
    if best.score - played.score >= WORTH_A_WORD and played.further:
        return _about_the_answer(position, best, played)
    return NOTHING


def _about_a_win(position: Position, best: Line, played: Line) -> Text:
    """That a win was missed, or could be had sooner."""
    from igroteka.games.draughts.kernel.search import SURE

    parts = {
        "best": position.notation(best.path),
        "move": position.notation(played.path),
        "moves": _moves(best),
    }
    if played.score > SURE:
        if _plies(played.score) <= _plies(best.score):
            return NOTHING
        return Text("The move {move} wins, but {best} wins faster, in {moves}.", **parts)
    if position.board.mover == WHITE:
        return Text("White could win in {moves} by {best}; after {move} the win is gone.", **parts)
    return Text("Black could win in {moves} by {best}; after {move} the win is gone.", **parts)


def _about_a_loss(position: Position, best: Line, played: Line) -> Text:
    """That the game is lost by this move, or by any."""
    from igroteka.games.draughts.kernel.search import SURE

    move, other = position.notation(played.path), COLOURS[1 - position.board.mover]
    if best.score < -SURE:
        return Text(
            "No move saves the game here; after {move} {other} wins in {moves}.",
            move=move,
            other=other,
            moves=_moves(played),
        )
    return Text(
        "After {move} {other} wins in {moves}; {best} was better.",
        move=move,
        other=other,
        moves=_moves(played),
        best=position.notation(best.path),
    )


def _about_the_answer(position: Position, best: Line, played: Line) -> Text:
    """What the answer to a move does, if it does something that a child can see."""
    parts = {
        "move": position.notation(played.path),
        "other": COLOURS[1 - position.board.mover],
        "reply": "".join(_replies(position, played, 1)),
        "best": position.notation(best.path),
    }
    if taken := len(played.further[0].captured):
        return Text(
            "After {move} {other} answers {reply} and takes {pieces}; {best} was better.",
            pieces=_pieces(taken),
            **parts,
        )
    length, won = _shot(played)
    if won > 0:
        return Text(
            "After {move} comes {line}, and {other} wins {pieces}; {best} was better.",
            line=" ".join(_replies(position, played, length)),
            pieces=_pieces(won),
            **parts,
        )
    if _crowns(position, played):
        return Text("After {move} {other} gets a king by {reply}; {best} was better.", **parts)
    return NOTHING


def _moves(line: Line) -> Text:
    """After how many moves of a side a decided game ends."""
    return plural("{count} move", "{count} moves", count=(_plies(line.score) + 1) // 2)


def _pieces(count: int) -> Text:
    return plural("{count} piece", "{count} pieces", count=count)


def _plies(score: int) -> int:
    """After how many moves of either side a decided game ends."""
    from igroteka.games.draughts.kernel.search import WON

    return WON - abs(score)


def _shot(played: Line) -> tuple[int, int]:
    """After how many further moves the other side is most pieces up, and how many."""
    lead, best = -len(played.path.captured), (0, 0)
    for place, path in enumerate(played.further[:LONGEST_SHOT]):
        lead += len(path.captured) if place % 2 == 0 else -len(path.captured)
        if place % 2 and lead > best[1]:
            best = place + 1, lead
    return best


def _crowns(position: Position, played: Line) -> bool:
    board = after(position.game.variant, position.board, played.path)
    reply = played.further[0]
    crowned = after(position.game.variant, board, reply).kings >> reply.squares[-1] & 1
    return bool(crowned) and not board.kings >> reply.squares[0] & 1


def _replies(position: Position, played: Line, length: int) -> Iterator[str]:
    """The first moves after a move, as they are written."""
    state = position.play(position.notation(played.path))
    for path in played.further[:length]:
        move = state.notation(path)
        yield str(move)
        state = state.play(move)
