"""Four clients at one table: the lines carry the whole game, whatever breaks in between."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from igroteka.contract import Action, Player, View
from igroteka.games.bridge.boards import shuffled
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.contracts import PASS
from igroteka.games.bridge.notation import AGREE, REFUSE, Claim
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position
from igroteka.players.random_player import RandomPlayer
from igroteka.records.line_protocol import Deed
from tests.games.bridge.protocol.calm import Calm
from tests.games.bridge.protocol.hub import CLAIMS, NO_CLAIMS, Hub, Watched, bot_client, greeting


class ByView(Player):
    """Decides by what it sees alone, mostly passing, so that auctions are short."""

    def choose(self, view: View) -> Action:
        actions = view.actions()
        rng = random.Random(str(view.to_json()))
        calm = actions[0] == PASS and rng.random() < 0.6
        return PASS if calm else rng.choice(actions)


def deals(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    return [str(shuffled(rng, rng.randint(1, 16))) for _ in range(count)]


def table(
    game: Bridge, seed: int, make: Callable[[], Player], count: int = 2, words: tuple[str, ...] = ()
) -> tuple[Hub, list[Watched]]:
    """A table with four clients of ours that have played their boards."""
    hub = Hub(game, deals(seed, count))
    players = [Watched(make()) for _ in range(4)]
    for seat, player in enumerate(players):
        hub.connect(seat, bot_client(seat, player, seed), greeting(seat, *words))
    return hub, players


@given(st.integers(0, 2**32), st.sampled_from([Calm, RandomPlayer, ByView]))
@settings(max_examples=15)
def test_clients_see_what_the_rules_show_at_every_decision(
    seed: int, make: Callable[[], Player]
) -> None:
    hub, players = table(NO_CLAIMS, seed, make)
    hub.play()
    assert len(hub.played) == 2
    for seat, player in enumerate(players):
        steps = [step for game in hub.played for step in game.steps if step.seat == seat]
        assert player.seen == [step.before.view(seat) for step in steps]


@given(st.integers(0, 2**32), st.sampled_from([(), ("resuming",)]))
@settings(max_examples=10)
def test_claims_are_seen_by_clients_that_know_them(seed: int, words: tuple[str, ...]) -> None:
    hub, players = table(CLAIMS, seed, ByView, 3, ("claims", *words))
    hub.play()
    assert len(hub.played) == 3
    for seat, player in enumerate(players):
        steps = [step for game in hub.played for step in game.steps if step.seat == seat]
        assert player.seen == [step.before.view(seat) for step in steps]


@given(st.integers(0, 2**32))
@settings(max_examples=10)
def test_for_a_client_without_claims_every_claim_is_refused(seed: int) -> None:
    hub = Hub(CLAIMS, deals(seed, 3))
    for seat in range(4):
        words = ("claims",) if seat % 2 else ()
        hub.connect(seat, bot_client(seat, ByView()), greeting(seat, *words))
    hub.play()
    assert len(hub.played) == 3
    for game in hub.played:
        for step, after in pairwise(game.steps):
            if isinstance(step.action, Claim):
                assert after.action in (REFUSE, AGREE)
        assert isinstance(game.state, Position)
        assert game.state.public.settled is None


WAYS = pytest.mark.parametrize(
    ("words", "make"),
    [((), ByView), ((), Calm), (("resuming",), ByView)],
    ids=["plain", "plain at random", "resuming"],
)
"""How clients come back; one that is told its own actions has used up fewer random numbers."""


@WAYS
def test_a_client_may_be_lost_at_messages_here_and_there(
    words: tuple[str, ...], make: Callable[[], Player]
) -> None:
    lose_at(range(5, 10_000, 37), words, make, NO_CLAIMS)
    lose_at(range(6, 10_000, 43), words, make, CLAIMS)


@pytest.mark.slow
@WAYS
@pytest.mark.parametrize("game", [NO_CLAIMS, CLAIMS], ids=["cards", "claims"])
def test_a_client_may_be_lost_at_any_message(
    words: tuple[str, ...], make: Callable[[], Player], game: Bridge
) -> None:
    lose_at(range(1, 10_000), words, make, game)


def lose_at(
    places: range, words: tuple[str, ...], make: Callable[[], Player], game: Bridge
) -> None:
    """At each of these messages a client is cut off in turn, and a new one comes in its place."""
    abilities = ("claims",) if game is CLAIMS else ()
    calm, _ = table(game, 1, make, 2, abilities)
    calm.play()
    expected = [[str(step.action) for step in each.steps] for each in calm.played]
    assert len(expected) == 2
    for place in (each for each in places if each <= calm.messages):

        def lose(hub: Hub, place: int = place) -> None:
            if hub.messages == place:
                seat = place % 4
                again = greeting(seat, *words, *abilities)
                hub.connect(seat, bot_client(seat, make(), 1), again)

        hub, _ = table(game, 1, make, 2, abilities)
        hub.before_each = lose
        hub.play()
        told = [[str(step.action) for step in each.steps] for each in hub.played]
        assert told == expected, place


def test_clients_may_be_lost_one_after_another() -> None:
    calm, _ = table(NO_CLAIMS, 3, ByView)
    calm.play()
    hub, _ = table(NO_CLAIMS, 3, ByView)

    def lose(hub: Hub) -> None:
        if hub.messages % 200 == 0 and hub.messages < calm.messages:
            seat = hub.messages // 200 % 4
            words = ("resuming",) if hub.messages % 400 else ()
            hub.connect(seat, bot_client(seat, ByView()), greeting(seat, *words))

    hub.before_each = lose
    hub.play()
    assert hub.messages > calm.messages
    assert [game.state for game in hub.played] == [game.state for game in calm.played]


@given(st.integers(0, 2**32), st.sampled_from([(), ("resuming",)]))
@settings(max_examples=15)
def test_substitutes_may_act_in_a_client_s_place(seed: int, words: tuple[str, ...]) -> None:
    rng = random.Random(seed)
    hub, players = table(NO_CLAIMS, seed, ByView, 2, words)
    substituted = set()

    def substitute(hub: Hub) -> None:
        if hub.so_far is not None and rng.random() < 0.05:
            actions = hub.so_far.state.actions()
            substituted.add((hub.boards, len(hub.so_far.steps)))
            hub.do(Deed(str(PASS if actions[0] == PASS else rng.choice(actions))))

    hub.before_each = substitute
    hub.play()
    assert len(hub.played) == 2
    for seat, player in enumerate(players):
        expected = [
            step.before.view(seat)
            for number, game in enumerate(hub.played, start=1)
            for place, step in enumerate(game.steps)
            if step.seat == seat and (number, place) not in substituted
        ]
        assert [view for view in expected if view not in player.seen] == []


@pytest.mark.parametrize("seed", range(3))
def test_the_house_s_own_robots_play_the_same_over_lines(seed: int) -> None:
    hub, _ = table(NO_CLAIMS, seed, Simple, 2)
    hub.play()
    for game in hub.played:
        players = [Simple() for _ in range(4)]
        state = game.start
        for step in game.steps:
            action = players[state.turn].choose(state.view(state.turn))
            assert action == step.action
            state = step.after
