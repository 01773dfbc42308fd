"""Seeds are derived from what they are for, the same everywhere."""

from __future__ import annotations

from igroteka.basics.randomness import view_seed


def test_a_view_s_seed_depends_on_what_is_seen_and_on_the_seed() -> None:
    view = {"hands": [["♠A"], None], "dealer": 1}
    assert view_seed(1, view) == view_seed(1, {"dealer": 1, "hands": [["♠A"], None]})
    assert len({view_seed(1, view), view_seed(2, view), view_seed(1, view | {"dealer": 2})}) == 3
