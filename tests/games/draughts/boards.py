"""Any position of a variant, reachable or not, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from igroteka.games.draughts.board import BLACK, WHITE, Board, last_row
from igroteka.games.draughts.variants import Variant


@st.composite
def boards(draw: st.DrawFn, variant: Variant) -> Board:
    """Some squares with white, black, men and kings, and either side to move."""
    whole = (1 << variant.squares) - 1
    white = draw(st.integers(0, whole)) & draw(st.integers(0, whole))
    black = draw(st.integers(0, whole)) & draw(st.integers(0, whole)) & ~white
    home = white & last_row(variant.size, WHITE) | black & last_row(variant.size, BLACK)
    kings = (white | black) & (home | draw(st.integers(0, whole)) & draw(st.integers(0, whole)))
    return Board(white, black, kings, draw(st.sampled_from([WHITE, BLACK])))
