"""The master: honest, deterministic by iterations, and at home at every table."""

from __future__ import annotations

import pytest

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.contract import BadOption
from igroteka.games.durak.bots.master import Master
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.state import Position
from tests.contract.playing import TABLES, label, make
from tests.games.durak.positions import play, position

DURAK = [table for table in TABLES if table[0] == Durak.name]


def started(state: Position, bot: str = "master(iterations=200)", seed: int = 1) -> Master:
    master = make_player("durak", bot)
    assert isinstance(master, Master)
    master.start(state.public.game, state.turn, Stream(seed))
    return master


@pytest.mark.parametrize("table", DURAK, ids=label)
def test_it_plays_every_table_to_its_end(table: tuple[str, dict[str, str]]) -> None:
    game = make(table)
    state = game.deal(Stream(4))
    players = [
        make_player("durak", "master(iterations=60)" if seat == 0 else "greedy-careful")
        for seat in range(game.seats)
    ]
    for seat, player in enumerate(players):
        player.start(game, seat, Stream(seat))
    while state.turn >= 0:
        state = state.play(players[state.turn].choose(state.view(state.turn)))
    assert sum(score == 0 for score in state.scores()) in (0, 1)


def test_it_decides_alike_where_it_sees_alike() -> None:
    """The same view of two different positions, and of the same one twice."""
    state = Durak.configure({}).deal(Stream(9))
    other = state.disguise(state.turn, Stream(10))
    assert other != state
    choices = [started(s).analyse(s.view(s.turn)) for s in (state, other, state)]
    assert choices[0] == choices[1] == choices[2]


def test_a_hint_gives_every_move_a_chance() -> None:
    state = Durak.configure({}).deal(Stream(9))
    hints = started(state).analyse(state.view(state.turn))
    assert {move for move, _ in hints} == set(state.actions())
    assert all(0 <= chance <= 1 for _, chance in hints)


def test_endgames_are_told_exactly() -> None:
    state = position("6♠ 9♣", "7♠ J♦")
    hints = started(state).analyse(state.view(0))
    assert [(str(move), chance) for move, chance in hints] == [("9♣", 1.0), ("6♠", 0.0)]


def test_among_equal_hints_beating_comes_before_taking_and_the_cheapest_card_first() -> None:
    """Whatever Boris does, Anna is out before him: every move is worth nothing."""
    state = play(position("6♠ 6♣", "8♠ 7♠ K♥ 9♥ A♦", trump="6♥"), "6♠")
    hints = started(state, "master(level=4)").analyse(state.view(1))
    assert len({round(chance, 2) for _, chance in hints}) == 1
    assert [str(move) for move, _ in hints] == ["7♠", "8♠", "9♥", "K♥", "take"]


def test_it_has_nothing_to_say_when_others_move() -> None:
    state = position("6♠ 9♣", "7♠ J♦")
    assert started(state).analyse(state.view(1)) == []


def test_it_takes_the_only_move_there_is() -> None:
    state = play(position("A♥ 9♣", "7♠ J♦"), "A♥")
    assert str(started(state).choose(state.view(1))) == "take"


def test_a_budget_of_seconds_is_kept() -> None:
    state = Durak.configure({}).deal(Stream(9))
    master = started(state, "master(seconds=0.05)")
    assert master.choose(state.view(state.turn)) in state.actions()


@pytest.mark.parametrize("bot", ["master(level=6)", "master(level=0)", "master(seconds=-1)"])
def test_parameters_that_will_not_do(bot: str) -> None:
    with pytest.raises(BadOption):
        make_player("durak", bot)


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_each_level_beats_the_one_below(level: int) -> None:
    score = 0.0
    for block in range(40):
        for seat in (0, 1):
            bots = [f"master(level={level - (number != seat)})" for number in (0, 1)]
            state = Durak.configure({}).deal(Stream(block))
            players = [make_player("durak", bot) for bot in bots]
            for number, player in enumerate(players):
                player.start(state.public.game, number, Stream(2 * block + number))
            while state.turn >= 0:
                state = state.play(players[state.turn].choose(state.view(state.turn)))
            score += state.scores()[seat]
    assert score / 80 > 0.5
