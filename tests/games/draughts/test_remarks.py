"""What the look back says of a move."""

from __future__ import annotations

import pytest

from igroteka.basics.randomness import Stream
from igroteka.games.draughts.bots.engine_bot import EngineBot
from igroteka.languages import Language
from igroteka.text import Text
from tests.games.draughts.positions import position


def said(fen: str, move: str) -> Text:
    state = position(fen)
    bot = EngineBot(depth=6)
    bot.start(state.game, state.turn, Stream(1))
    return bot.remark(state.view(state.turn), state.game.read(move))


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        (
            "W:WKd8,g5:Bd4",
            "d8-e7",
            "White could win in 3 moves by d8-a5; after d8-e7 the win is gone.",
        ),
        (
            "W:WKa1:Bb8",
            "a1-h8",
            "The move a1-h8 wins, but a1-d4 wins faster, in 3 moves.",
        ),
        (
            "W:Wc3,a1,c1,g1:Be5,h8,f8,d8",
            "c3-d4",
            "After c3-d4 black answers e5:c3 and takes 1 piece; ",
        ),
        (
            "W:Wb2,h4:Bd4,f6,h8,g7",
            "b2-c3",
            "No move saves the game here; after b2-c3 black wins in 2 moves.",
        ),
    ],
)
def test_what_is_certain_is_said(fen: str, move: str, sentence: str) -> None:
    assert said(fen, move).startswith(sentence)


def test_nothing_is_said_of_a_good_move() -> None:
    assert said("W:Wc3,a1,c1,g1:Be5,h8,f8,d8", "c3-b4") == ""
    assert said("W:Wc3,e3,g3,b2,d2:Bf6,d6,b6,h6,c7", "g3-f4") == ""


def test_a_remark_speaks_russian() -> None:
    text = Language("ru")(said("W:WKd8,g5:Bd4", "d8-e7"))
    assert text == "Белые могли выиграть за 3 хода: d8-a5; после d8-e7 выигрыша уже нет."
