"""Looking back at bridge with all cards in sight: what is blamed was wrong, and could be known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.contract import Action
from igroteka.games.bridge.bidding.system import natural
from igroteka.games.bridge.bots.in_sight import InSight, calls_in_sight, cards_in_sight
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import PASS, Bid, read_call
from igroteka.games.bridge.doubledummy.questions import TableQuestion
from igroteka.games.bridge.doubledummy.solver import own_solver
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position
from igroteka.games.bridge.words import card_text
from igroteka.study.review import Choice, asked, chosen_adviser, judge
from tests.games.bridge.boards import board

CALLS: tuple[Action, ...] = (PASS, *(read_call(text) for text in ("1NT", "2♠", "3NT")))
SHARES = st.floats(0, 1)


@st.composite
def seen(draw: st.DrawFn) -> tuple[InSight, Action, dict[Action, float]]:
    values = {call: draw(SHARES) for call in CALLS}
    unsound = draw(st.frozensets(st.sampled_from(CALLS[1:])))
    played = draw(st.sampled_from(CALLS))
    sight = InSight(board("").public, values, {}, unsound)
    known = {call: draw(SHARES) for call in (*sight.better_than(played), played)}
    return sight, played, known


@given(seen())
def test_a_call_is_better_only_if_it_is_sound_and_could_be_known(
    given_: tuple[InSight, Action, dict[Action, float]],
) -> None:
    sight, played, known = given_
    ranked = dict(sight.ranked(played, known))
    own = sight.values[played]
    assert ranked[played] == own
    for call, value in ranked.items():
        if value > own:
            assert call not in sight.unsound
            assert value - own <= sight.values[call] - own
            assert value - own <= known[call] - known[played] + 1e-9
        assert value <= max(own, sight.values[call])


def test_no_bid_that_fails_by_the_table_is_sound() -> None:
    state = Bridge.configure({}).deal(Stream(2))
    assert isinstance(state, Position)
    bids = [Bid(level, strain) for level in (1, 3, 4) for strain in range(5)]
    (solution,) = own_solver().tables([TableQuestion.of(state.board)])
    sight = calls_in_sight(state, natural(), [PASS, *bids])
    for bid in bids:
        tricks = solution.tricks[bid.strain]
        fails = max(tricks[state.turn], tricks[(state.turn + 2) % 4]) < 6 + bid.level
        assert not fails or bid in sight.unsound


def test_a_card_that_gives_nothing_away_is_judged_without_drawing_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = board("3NT pass pass pass", "♠J ♠4 ♠3 ♠A")
    sight = cards_in_sight(state)
    best = max(sight.values, key=lambda card: sight.values[card])
    player = make_player("bridge", "monte-carlo")
    monkeypatch.setattr(player, "_card_values", None)
    player.start(state.public.game, state.turn, Stream(1))
    assert dict(player.look_back(state, best))[best] == sight.values[best]


def test_what_a_card_costs_is_told_in_tricks() -> None:
    state = board("3NT pass pass pass", "♠J ♠4 ♠3 ♠A")
    game = state.public.game
    worst = min(cards_in_sight(state).outcomes.items(), key=lambda item: item[1].tricks)[0]
    choice = Choice(9, state, state.view(state.turn), worst)
    verdict = judge(asked(game, chosen_adviser(game, "monte-carlo(samples=4)"), choice))
    assert verdict is not None
    assert verdict.remark.startswith(f"With {card_text(worst)} the side takes ")
    assert isinstance(game.read(verdict.best), Card)
