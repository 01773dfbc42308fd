"""One game: players, clocks, faults."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from igroteka.arena import match
from igroteka.arena.match import Limits, Match
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player_here
from igroteka.contract import Action, Game, Player, View
from igroteka.records.points import record_points
from igroteka.records.record import Record
from igroteka.registry import make_game
from tests.hostile import bots as hostile

SEEDS = Seeds.of_game(7, 0, 2)


def game(turns: int = 60) -> Game:
    return make_game("substitution", {"turns": str(turns)})


def play(first: str, second: str, limits: Limits | None = None) -> Record:
    table = game()
    players = [make_player_here("substitution", name) for name in (first, second)]
    return Match(table, players, (first, second), SEEDS, limits).play()


def bot(name: str) -> str:
    return f"{hostile.__file__}:{name}"


def test_a_game_is_played_to_the_end() -> None:
    record = play("random", "search(depth=1)")
    assert record.ending == "finished"
    assert record.scores is not None
    assert record.players == ("random", "search(depth=1)")
    assert list(record.positions(game()))[-1].scores() == record.scores


def test_a_game_that_knows_no_end_is_a_draw_some_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST_ACTIONS", 50)
    record = play("random", "random")
    assert record.actions is not None
    assert 50 <= len(record.actions) < 60
    assert (record.ending, record.scores) == ("too long", (0.5, 0.5))
    assert record_points(game(), record) == (0.5, 0.5)
    assert Record.from_line(record.to_line()) == record
    assert len(list(record.positions(game()))) == len(record.actions) + 1


def test_the_same_seeds_give_the_same_game() -> None:
    assert play("random", "smart-random").actions == play("random", "smart-random").actions


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        ("Raises", "exception", "KeyError: 'my table'"),
        ("Exits", "exception", "SystemExit: 0"),
        ("Cheats", "illegal move", "999 0 0: "),
        ("Dreams", "illegal move", "production must be applied"),
        ("BreaksAtStart", "exception", "RuntimeError: no book"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_fault_costs_the_game_and_is_recorded(name: str, kind: str, text: str, seat: int) -> None:
    record = play(bot(name), "random") if seat == 0 else play("random", bot(name))
    assert record.fault is not None
    assert (record.fault.seat, record.fault.kind) == (seat, kind)
    assert text in record.fault.text
    assert record.scores is None
    points = record_points(game(), record)
    assert points is not None
    assert points[seat] == 0
    assert points[1 - seat] == 1
    assert Record.from_line(record.to_line()) == record


def test_what_was_played_before_a_fault_replays() -> None:
    record = play(bot("Raises"), "random")
    assert record.actions is not None
    assert len(list(record.positions(game()))) == len(record.actions) + 1


def test_a_hanging_bot_is_interrupted() -> None:
    begun = time.monotonic()
    record = play("random", bot("Hangs"), Limits(move=0.3))
    assert record.fault is not None
    assert (record.fault.seat, record.fault.kind) == (1, "hang")
    assert time.monotonic() - begun < 10


def test_the_clock_of_a_whole_game_runs_out() -> None:
    record = play("mcts(iterations=3)", "random", Limits(move=10, game=0.05))
    assert record.fault is not None
    assert (record.fault.seat, record.fault.kind) == (0, "out of time")


class Steady(Player):
    """Takes 20 seconds for every move, on a clock of its own."""

    def __init__(self) -> None:
        self.now = 0.0

    def choose(self, view: View) -> Action:
        self.now += 20
        return view.actions()[0]


def moves_until_the_flag(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> int | None:
    """How many moves a steady player makes, the late one among them; None if it ends in time."""
    steady = Steady()
    monkeypatch.setattr(match, "time", SimpleNamespace(perf_counter=lambda: steady.now))
    players = [steady, make_player_here("substitution", "random")]
    played = Match(game(), players, ("steady", "random"), SEEDS, limits)
    record = played.play()
    if record.fault is None:
        return None
    assert (record.fault.seat, record.fault.kind) == (0, "out of time")
    return len(played.times[0])


@pytest.mark.parametrize(
    ("seconds", "increment", "moves"),
    [
        (100, 0, 6),  # five moves use it up, the sixth is late
        (100, 10, 10),  # nine moves have 100 + 80 s for the 180 that they take
        (100, 20, None),  # what every move takes it brings
        (19, 60, 1),  # what the first move brings is for the second
    ],
)
def test_every_move_adds_its_increment_for_those_after_it(
    seconds: float, increment: float, moves: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(move=60, game=seconds, increment=increment)
    assert moves_until_the_flag(limits, monkeypatch) == moves


def test_thinking_time_is_recorded() -> None:
    record = play("random", "random")
    assert record.seconds is not None
    assert all(seconds > 0 for seconds in record.seconds)
