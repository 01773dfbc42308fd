"""What the look back says of a move."""

from __future__ import annotations

import pytest

from igroteka.basics.randomness import Stream
from igroteka.games.draughts.bots.engine_bot import EngineBot
from igroteka.games.draughts.state import Position
from igroteka.languages import Language
from igroteka.text import Text
from tests.games.draughts.positions import position

QUIET = "W:Wc3,a1,c1,g1:Be5,h8,f8,d8"
SHOT = "W:Wf4,a3,g3,b2,d2,h2,a1,e1,g1:Bb8,f8,h8,a7,e7,g7,d6,h6,e3"


def at(fen: str) -> tuple[Position, EngineBot]:
    state, bot = position(fen), EngineBot(depth=6)
    bot.start(state.game, state.turn, Stream(1))
    return state, bot


def said(fen: str, move: str) -> Text:
    state, bot = at(fen)
    return bot.remark(state.view(state.turn), state.game.read(move))


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        ("W:WKd8,g5:Bd4", "d8-a5", "d8–a5 wins by force in 3 moves."),
        (QUIET, "c3-d4", "After c3–d4 black wins 1 piece: e5:c3."),
        (SHOT, "g3-h4", "g3–h4 gets a king: e3:c1 b2–c3 c1:g5 h4:d8 d6–e5."),
        (
            "W:Wb2,h4:Bd4,f6,h8,g7",
            "b2-c3",
            "After b2–c3 black wins by force in 2 moves: d4:b2 h4–g5 f6:h4.",
        ),
    ],
)
def test_what_a_move_does_is_said(fen: str, move: str, sentence: str) -> None:
    assert said(fen, move) == sentence


@pytest.mark.parametrize(
    ("fen", "move"),
    [(QUIET, "c3-b4"), ("W:Wc3,e3,g3,b2,d2:Bf6,d6,b6,h6,c7", "g3-f4"), ("W:WKd8,g5:Bd4", "d8-e7")],
)
def test_nothing_is_said_where_nothing_is_to_be_seen(fen: str, move: str) -> None:
    assert said(fen, move) == ""


@pytest.mark.parametrize(
    ("fen", "move", "proven"),
    [
        ("W:WKd8,g5:Bd4", "d8-a5", True),
        ("W:WKd8,g5:Bd4", "d8-e7", True),
        (QUIET, "c3-d4", False),
        (SHOT, "g3-h4", False),
    ],
)
def test_a_value_is_proven_by_tables_or_by_a_search_to_the_end(
    fen: str, move: str, proven: bool
) -> None:
    state, bot = at(fen)
    view, action = state.view(state.turn), state.game.read(move)
    assert bot.proven(view, action) is proven
    value = dict(bot.analyse(view))[action]
    assert (value in (0.0, 0.5, 1.0)) is proven


def test_a_win_that_a_draw_rule_may_prevent_is_not_proven() -> None:
    """Three kings need more moves to catch one on the main road than rule 7.2.7 gives them."""
    state, bot = at("W:WKc1,Ke1,Kg1:BKh8")
    view = state.view(state.turn)
    assert not any(value == 1.0 for _, value in bot.analyse(view))
    assert all("wins" not in bot.remark(view, action) for action in state.actions())


def test_a_remark_speaks_russian() -> None:
    text = Language("ru")(said("W:WKd8,g5:Bd4", "d8-a5"))
    assert text == "Ход d8–a5 форсированно выигрывает за 3 хода."
