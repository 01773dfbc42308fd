"""What is certain about a move, in a sentence that a child understands, Russian or English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from igroteka.games.draughts.board import WHITE
from igroteka.games.draughts.bots.engine import Line, Thought
from igroteka.games.draughts.movement import after
from igroteka.games.draughts.notation import Move
from igroteka.games.draughts.state import Position

LANGUAGES = ("en", "ru")
WORTH_A_WORD = 80
"""A move that costs less, in hundredths of a man, needs no remark."""
LONGEST_SHOT = 6
"""How many moves of either side a child can be asked to follow."""

_SENTENCES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "sides": "White,Black",
        "missed win": "{side} could win in {moves} by {best}; after {move} the win is gone.",
        "slower": "The move {move} wins, but {best} wins faster, in {moves}.",
        "lost": "After {move} {other} wins in {moves}; {best} was better.",
        "lost anyway": "No move saves the game here; after {move} {other} wins in {moves}.",
        "given": "After {move} {other} answers {reply} and takes {pieces}; {best} was better.",
        "shot": "After {move} comes {line}, and {other} wins {pieces}; {best} was better.",
        "crowned": "After {move} {other} gets a king by {reply}; {best} was better.",
    },
    "ru": {
        "sides": "белые,чёрные",
        "missed win": "{side} могли выиграть за {moves}: {best}; после {move} выигрыша уже нет.",
        "slower": "Ход {move} выигрывает, но {best} выигрывает быстрее, за {moves}.",
        "lost": "После {move} {other} выигрывают за {moves}; лучше было {best}.",
        "lost anyway": "Здесь уже не спастись: после {move} {other} выигрывают за {moves}.",
        "given": "После {move} {other} отвечают {reply} и бьют {pieces}; лучше было {best}.",
        "shot": "После {move} следует {line}, и {other} выигрывают {pieces}; лучше было {best}.",
        "crowned": "После {move} {other} проходят в дамки: {reply}; лучше было {best}.",
    },
}


def remark(position: Position, thought: Thought, move: Move, language: str) -> str:
    """The sentence for a move, given every line of the position; empty if there is none."""
    from igroteka.games.draughts.kernel.search import SURE

    key = position.path(move).key
    played = next((line for line in thought.lines if line.path.key == key), None)
    if played is None:
        return ""
    best = thought.lines[0]
    kind, plies = "", 0
    if best.score > SURE:
        plies = _plies(best.score)
        if played.score <= SURE:
            kind = "missed win"
        elif _plies(played.score) > plies:
            kind = "slower"
    elif played.score < -SURE:
        kind, plies = "lost" if best.score > -SURE else "lost anyway", _plies(played.score)
    elif best.score - played.score >= WORTH_A_WORD:
        kind = _what_follows(position, played)
    return _sentence(kind, position, best, played, plies, language) if kind else ""


def _plies(score: int) -> int:
    """After how many moves of either side a decided game ends."""
    from igroteka.games.draughts.kernel.search import WON

    return WON - abs(score)


def _what_follows(position: Position, played: Line) -> str:
    """What the answer to a move does, if it does something that a child can see."""
    if not played.further:
        return ""
    if played.further[0].captured:
        return "given"
    if _shot(played)[1] > 0:
        return "shot"
    return "crowned" if _crowns(position, played) else ""


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


def _sentence(
    kind: str, position: Position, best: Line, played: Line, plies: int, language: str
) -> str:
    words = _SENTENCES[language]
    sides = words["sides"].split(",")
    own, other = sides if position.board.mover == WHITE else sides[::-1]
    taken, line = len(played.further[0].captured) if played.further else 0, ""
    if kind == "shot":
        length, taken = _shot(played)
        line = " ".join(_replies(position, played, length))
    text = words[kind].format(
        side=own,
        other=other.lower(),
        best=position.notation(best.path),
        move=position.notation(played.path),
        reply="".join(_replies(position, played, 1)),
        line=line,
        moves=_counted((plies + 1) // 2, language, ("move", "moves"), ("ход", "хода", "ходов")),
        pieces=_counted(taken, language, ("piece", "pieces"), ("шашку", "шашки", "шашек")),
    )
    return text[0].upper() + text[1:]


def _replies(position: Position, played: Line, length: int) -> Iterator[str]:
    """The first moves after a move, as they are written."""
    state = position.play(position.notation(played.path))
    for path in played.further[:length]:
        move = state.notation(path)
        yield str(move)
        state = state.play(move)


def _counted(
    count: int, language: str, english: tuple[str, str], russian: tuple[str, str, str]
) -> str:
    """A number with its noun in the right form."""
    if language == "en":
        return f"{count} {english[0 if count == 1 else 1]}"
    if count % 10 == 1 and count % 100 != 11:
        return f"{count} {russian[0]}"
    few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
    return f"{count} {russian[1 if few else 2]}"
