"""Marks, sentences and the turning point: pure functions of what is stored of a move."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.records.record import Record
from igroteka.records.verdict import Verdict
from igroteka.registry import make_game
from igroteka.study.review import Judged, turning_point
from igroteka.study.verdict_words import BLUNDER, DUBIOUS, MISTAKE, mark, sentence
from igroteka.text import NOTHING, Text, as_written

BEST = as_written("c3-d4")
ADVICE = ("Better", "The lesser evil")
PRAISE = ("The best move", "About as good", "stays", "No move saves")
OUTCOMES = ("wins by force", "loses by force", "draw", "No move saves", "The win stays")
MARKS = ("", "?!", "?", "??")
SHARES = st.floats(0, 1)
PROVEN = st.sampled_from([0.0, 0.5, 1.0])


@dataclass
class Told:
    """A verdict in words."""

    verdict: Verdict
    words: str


@st.composite
def verdicts(draw: st.DrawFn) -> Told:
    proven, best_proven = draw(st.booleans()), draw(st.booleans())
    value = draw(PROVEN if proven else SHARES)
    best_value = draw(PROVEN if best_proven else SHARES)
    if best_value < value:
        value, best_value, proven, best_proven = best_value, value, best_proven, proven
    remark = draw(st.sampled_from([NOTHING, Text("After a3-b4 a man is lost.")]))
    reason = draw(st.sampled_from([NOTHING, Text("c3-d4 takes a man.")]))
    verdict = Verdict(value, "c3-d4", best_value, remark, reason, (), proven, best_proven)
    found = verdict.cost == 0 and draw(st.booleans())
    return Told(verdict, sentence(verdict, BEST, found))


@given(verdicts())
def test_a_sentence_never_contradicts_its_values(told: Told) -> None:
    costly = bool(mark(told.verdict.cost))
    assert any(word in told.words for word in ADVICE) is costly
    assert any(word in told.words for word in PRAISE) is not costly
    assert told.words.startswith(told.verdict.remark)


@given(verdicts())
def test_won_drawn_and_lost_are_said_only_where_they_are_proven(told: Told) -> None:
    if not (told.verdict.proven or told.verdict.best_proven):
        assert not any(word in told.words for word in OUTCOMES)
    if "it wins by force" in told.words:
        assert told.verdict.best_value == 1
    if "This loses by force" in told.words:
        assert told.verdict.proven
        assert told.verdict.value == 0


@given(SHARES, SHARES)
def test_marks_grow_with_the_cost(one: float, two: float) -> None:
    low, high = sorted((one, two))
    assert MARKS.index(mark(low)) <= MARKS.index(mark(high))


@pytest.mark.parametrize(
    ("cost", "written"),
    [
        (0, ""),
        (0.069, ""),
        (DUBIOUS, "?!"),
        (MISTAKE, "?"),
        (0.29, "?"),
        (BLUNDER, "??"),
        (1, "??"),
    ],
)
def test_marks_begin_where_they_are_said_to(cost: float, written: str) -> None:
    assert mark(cost) == written


def judged(number: int, seat: int, value: float, best: float) -> Judged:
    verdict = Verdict(value, "c3-d4", max(value, best))
    return Judged(number, seat, "a3-b4", NOTHING, verdict, BEST)


MOVES = st.lists(st.tuples(st.integers(0, 1), SHARES, SHARES), max_size=12).map(
    lambda rows: [judged(number, *row) for number, row in enumerate(rows, start=1)]
)


def turned(scores: tuple[float, ...] | None, moves: list[Judged]) -> Judged | None:
    game = make_game("draughts", {})
    record = Record("draughts", dict(game.options), ("a", "b"), "", (), scores)
    return turning_point(game, record, moves)


@given(MOVES, st.sampled_from([(1.0, 0.0), (0.0, 1.0)]))
def test_the_turning_point_is_the_losers_and_is_there_if_a_move_cost_enough(
    moves: list[Judged], scores: tuple[float, ...]
) -> None:
    loser = scores.index(0.0)
    turn = turned(scores, moves)
    assert turn is None or turn.seat == loser
    costs = [move.cost for move in moves if move.seat == loser]
    if max(costs, default=0) >= 0.3:
        assert turn is not None
    if turn is None:
        assert all(cost < 0.1 for cost in costs)


@given(MOVES, st.sampled_from([(0.5, 0.5), None]))
def test_who_did_not_lose_has_no_turning_point(
    moves: list[Judged], scores: tuple[float, ...] | None
) -> None:
    assert turned(scores, moves) is None


def test_a_move_that_loses_the_lead_comes_before_a_dearer_one_of_a_lost_game() -> None:
    moves = [judged(3, 1, 0.3, 0.6), judged(9, 1, 0.0, 0.4), judged(10, 0, 0.0, 1.0)]
    turn = turned((1.0, 0.0), moves)
    assert turn is not None
    assert turn.number == 3
    last = turned((1.0, 0.0), moves[1:])
    assert last is not None
    assert last.number == 9
