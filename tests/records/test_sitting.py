"""A sitting: who sits where next, what is dealt, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.contract import OVER, BadOption, Game, IgrotekaError, State
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.reckoning import ReckoningQuestion, reckoned_apart
from igroteka.records.record import Fault
from igroteka.records.sitting import (
    NextGame,
    Sitting,
    SittingGame,
    SittingOver,
    ended,
    next_start,
    opened,
    running_score,
    settled_scores,
)
from igroteka.registry import make_game
from tests.contract.playing import step

QUICK: list[tuple[str, Mapping[str, str]]] = [
    ("draughts", {"opening": "4"}),
    ("durak", {"players": "3", "cards": "24", "first": "after-fool"}),
    ("durak", {"cards": "24", "first": "alternate"}),
    ("bridge", {}),
    ("substitution", {"turns": "3"}),
]


def played_out(start: State, rng: Stream) -> State:
    while start.turn != OVER:
        start = start.play(step(start, rng))
    return start


def played(sitting: Sitting, games: int, seed: int) -> Iterator[tuple[NextGame, State, Sitting]]:
    """So many games at random: how each began and ended, and the sitting with it."""
    rng, end = Stream(seed), None
    for _ in range(games):
        begun = next_start(sitting, end, rng)
        end = played_out(begun.start, rng)
        reckoned = begun.game.reckon(sitting.way, end)
        game = SittingGame(begun.start.deal, begun.seating, end.scores(), reckoned)
        sitting = sitting.with_game(game)
        yield begun, end, sitting


@given(st.sampled_from(QUICK), st.integers(1, 5), st.integers(0, 1000))
def test_everybody_has_the_sum_of_what_they_got(
    table: tuple[str, Mapping[str, str]], games: int, seed: int
) -> None:
    base = make_game(*table)
    got = [0.0] * base.seats
    for begun, end, _ in (steps := list(played(opened(base), games, seed))):
        values = begun.game.reckon(next(iter(base.reckonings)), end)
        assert values is not None
        assert sorted(begun.seating) == list(range(base.seats))
        for seat, person in enumerate(begun.seating):
            got[person] += values[seat]
    score = running_score(steps[-1][2])
    assert score.totals == pytest.approx(got)
    assert (score.counted, len(score.rows), score.left) == (games, games, None)


@given(st.integers(0, 1000))
def test_colours_change_and_both_play_a_drawn_opening(seed: int) -> None:
    base = make_game("draughts", {"opening": "6"})
    begun = [each for each, _, _ in played(opened(base), 4, seed)]
    assert [each.seating for each in begun] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert begun[0].start.deal == begun[1].start.deal
    assert begun[2].start.deal == begun[3].start.deal


@pytest.mark.parametrize(("board", "first"), [("any", 1), ("15", 15)])
def test_boards_follow_each_other_in_the_cycle_of_sixteen(board: str, first: int) -> None:
    base = make_game("bridge", {"board": board})
    steps = list(played(opened(base, length=20), 20, 1))
    words = [begun.start.deal.split()[:3] for begun, _, _ in steps]
    assert [int(word[0]) for word in words] == list(range(first, first + 20))
    assert [word[1:] for word in words[16:]] == [word[1:] for word in words[:4]]
    assert "".join(word[1] for word in words[:4]) == ("NESW" if first == 1 else "SWNE")
    assert {begun.seating for begun, _, _ in steps} == {(0, 1, 2, 3)}
    assert running_score(steps[-1][2]).parties == ((0, 2), (1, 3))
    with pytest.raises(SittingOver, match="all 20 games"):
        next_start(steps[-1][2], steps[-1][1], Stream(0))


@pytest.mark.parametrize(("habit", "ahead"), [("against-fool", -1), ("after-fool", 1)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_attacks_follows_from_who_was_the_fool(habit: str, ahead: int, players: int) -> None:
    options = {"first": habit, "players": str(players), "cards": "24"}
    base = make_game("durak", options)
    fool: int | None = None
    fools = 0
    for begun, end, sitting in played(opened(base), 12, 5):
        if fool is None:
            assert begun.game == base
        else:
            assert begun.start.turn == (fool + ahead) % players
        beaten = [seat for seat, score in enumerate(end.scores()) if score == 0]
        fool = beaten[0] if beaten else None
        fools += len(beaten)
        assert sum(running_score(sitting).totals) == fools
    assert fools


def test_who_gives_up_is_the_fool() -> None:
    base = make_game("durak", {"first": "after-fool", "players": "3"})
    start = next_start(opened(base), None, Stream(1)).start
    record = GameSoFar(base, start).record(
        "abc", settled="resigned", scores=base.settled(1), seconds=None
    )
    reckoned = base.reckon("fool", start, settled_scores(base, record))
    sitting = opened(base).with_game(ended((0, 1, 2), base, record, reckoned))
    assert running_score(sitting).totals == (0, 1, 0)
    assert next_start(sitting, start, Stream(2)).start.turn == 2


def test_who_attacks_by_turns_moves_up() -> None:
    base = make_game("durak", {"first": "alternate", "players": "3", "cards": "24"})
    begun = [each for each, _, _ in played(opened(base), 4, 3)]
    assert [each.seating[each.start.turn] for each in begun] == [0, 1, 2, 0]


def test_a_fault_loses_the_game_and_a_broken_board_counts_for_nobody() -> None:
    for name, totals in (("draughts", (1.0, 0.0)), ("bridge", (0.0,) * 4)):
        base = make_game(name, {})
        start = base.deal(Stream(1))
        record = GameSoFar(base, start).record("abcd"[: base.seats], fault=Fault(1, "hang", "x"))
        way = next(iter(base.reckonings))
        reckoned = base.reckon(way, start, settled_scores(base, record))
        game = ended(range(base.seats), base, record, reckoned)
        assert running_score(opened(base).with_game(game)).totals == totals


def test_given_deals_come_in_their_order_and_end_the_sitting() -> None:
    base = make_game("bridge", {})
    deals = [base.deal(Stream(seed)).deal for seed in range(3)]
    steps = list(played(opened(base, "points", deals), 3, 1))
    assert [begun.start.deal for begun, _, _ in steps] == deals
    with pytest.raises(SittingOver):
        next_start(steps[-1][2], steps[-1][1], Stream(1))


def test_a_given_opening_is_played_by_both_colours() -> None:
    base = make_game("draughts", {})
    deals = ["W:Wc3,d4:Ba7,b6", "W:We3:Bh8"]
    steps = list(played(opened(base, deals=deals), 4, 1))
    assert [begun.start.deal for begun, _, _ in steps] == [deals[0]] * 2 + [deals[1]] * 2
    assert running_score(steps[1][2]).left == 2


def bad(base: Game, why: str, **words: object) -> None:
    with pytest.raises(IgrotekaError, match=why):
        opened(base, **words)  # type: ignore[arg-type]


def test_what_is_no_sitting_is_refused_in_a_sentence() -> None:
    bridge = make_game("bridge", {})
    bad(bridge, "has no reckoning 'imps'; it has compensation", way="imps")
    bad(bridge, "at least one game, not 0", length=0)
    bad(bridge, "the set of deals is empty", deals=[])
    bad(bridge, "deal 1: 'banana' is no board", deals=["banana"])
    bad(bridge, "enough for 1 game, not for 2", deals=[bridge.deal(Stream(1)).deal], length=2)
    with pytest.raises(BadOption, match="board should be any or a number from 1"):
        make_game("bridge", {"board": "0"})
    with pytest.raises(BadOption, match="attacker should be empty or a seat, 1 or 2, but is '3'"):
        make_game("durak", {"attacker": "3"})


def scored(deal: str, score: int) -> SittingGame:
    """A board with this score of North–South."""
    return SittingGame(deal, (0, 1, 2, 3), tuple(map(float, (score, -score) * 2)))


def test_two_tables_are_compared_board_by_board() -> None:
    base = make_game("bridge", {})
    deals = [base.deal(Stream(seed)).deal for seed in range(2)]
    here, there = (
        replace(opened(base, "teams", deals), games=tuple(map(scored, deals, scores)))
        for scores in ((420, -50), (170, -50))
    )
    assert running_score(here).counted == 0
    score = running_score(here, there)
    assert [row.got for row in score.rows] == [(6.0, -6.0, 6.0, -6.0), (0.0,) * 4]
    assert score.leaders == (0, 2)
    assert "North–South 14.39, East–West 5.61" in score.remarks[0]
    assert running_score(there, here).totals == (-6.0, 6.0, -6.0, 6.0)


def test_a_board_that_was_adjusted_at_one_table_is_not_compared() -> None:
    base = make_game("bridge", {})
    deal = base.deal(Stream(1)).deal
    played, spoilt = scored(deal, 620), SittingGame(deal, (0, 1, 2, 3), None, (-3.0, 3.0) * 2)
    here, there = (
        replace(opened(base, "teams", [deal]), games=(game,)) for game in (played, spoilt)
    )
    assert running_score(here, there).totals == (3.0, -3.0, 3.0, -3.0)
    assert running_score(there, here).totals == (-3.0, 3.0, -3.0, 3.0)


def test_par_is_worked_out_in_another_process() -> None:
    base = make_game("bridge", {})
    rows = "AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"
    passed = base.restore(f"1 N None {rows}")
    for _ in range(4):
        passed = passed.play(base.read("pass"))
    question = ReckoningQuestion(base, "par", passed)
    assert question.slow
    got = reckoned_apart(question)
    assert got is not None
    assert got[0] < -10
    assert got == (got[0], -got[0]) * 2
