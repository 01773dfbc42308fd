"""Double dummy: tables, par, the value of every card, and solvers that die or hang."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from igroteka.arena.alarm import alarm
from igroteka.basics.endings import Overrun
from igroteka.basics.processes import living
from igroteka.basics.randomness import Stream
from igroteka.contract import OVER
from igroteka.games.bridge.boards import Board, shuffled
from igroteka.games.bridge.cards import Card, each, read_hand
from igroteka.games.bridge.contracts import NOTRUMP, SPADE
from igroteka.games.bridge.doubledummy.batch import solve_boards
from igroteka.games.bridge.doubledummy.questions import Layout, TableQuestion
from igroteka.games.bridge.doubledummy.solver import Solver, Unsolved, own_solver
from igroteka.games.bridge.public import winner
from igroteka.games.bridge.study.lookback import card_costs
from tests.games.bridge.boards import board

SOLID = Board.read("1 N None AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
"""North has every top card, so North–South take everything at notrump and in spades."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def plain_value(layout: Layout) -> dict[int, int]:
    """Tricks of the side to play for each of its cards, by looking at everything."""
    due = layout.due
    held = layout.hands[due]
    suit = layout.trick[0] // 13 if layout.trick else None
    follow = [card for card in each(held) if card.suit == suit]
    return {int(card): _after(layout, card) for card in follow or each(held)}


def _after(layout: Layout, card: Card) -> int:
    due = layout.due
    hands = tuple(h & ~(1 << card) if seat == due else h for seat, h in enumerate(layout.hands))
    trick = (*layout.trick, int(card))
    if len(trick) < 4:
        after = layout._replace(trick=trick, hands=hands)
        best = max(plain_value(after).values())
        total = sum(hand.bit_count() for hand in hands) // 4 + 1
        return total - best
    place = (layout.leader + winner(tuple(map(Card, trick)), layout.strain)) % 4
    won = int(place % 2 == due % 2)
    left = hands[0].bit_count()
    if not left:
        return won
    best = max(plain_value(Layout(layout.strain, place, (), hands)).values())
    return won + (best if place % 2 == due % 2 else left - best)


def test_a_laydown_is_seen(solver: Solver) -> None:
    solution = solver.tables([TableQuestion.of(SOLID)])[0]
    assert solution.tricks[NOTRUMP][0] == 13
    assert solution.tricks[SPADE][2] == 13
    assert solution.tricks[NOTRUMP][1] == 0
    assert solution.par.score == 1520
    assert [contract.text() for contract in solution.par.contracts] == ["7NT NS ="]


def test_par_is_told_as_north_south_see_it_and_may_be_a_sacrifice(solver: Solver) -> None:
    sacrifice = Board.read(
        "1 N NS 2.AKQJ2.AKQ2.432 AKQJT98.3.43.765 3.T9876.J765.AKQ 7654.54.T98.JT98"
    )
    north, east, south, west = sacrifice.hands
    turned = Board((west, north, east, south), 1, 1, 2)
    first, second = solver.tables([TableQuestion.of(sacrifice), TableQuestion.of(turned)])
    assert first.par.text() == "+1100 (6♠X EW -5)"
    assert second.par.text() == "-1100 (6♠X NS -5)"


def test_values_agree_with_looking_at_everything(solver: Solver) -> None:
    """Random endings of three cards, some in the middle of a trick."""
    rng = Stream(3)
    layouts = []
    for number in range(60):
        deck = list(range(52))
        rng.shuffle(deck)
        hands = [sum(1 << card for card in deck[3 * seat : 3 * seat + 3]) for seat in range(4)]
        layout = Layout(number % 5, number % 4, (), tuple(hands))
        if number % 2:
            card = next(each(layout.hands[layout.due]))
            rest = tuple(h & ~(1 << card) for h in layout.hands)
            layout = layout._replace(trick=(int(card),), hands=rest)
        layouts.append(layout)
    for layout, values in zip(layouts, solver.layouts(layouts), strict=True):
        assert {int(card): tricks for card, tricks in values} == plain_value(layout)


def test_a_killed_solver_costs_nothing(solver: Solver) -> None:
    question = TableQuestion.of(SOLID)
    before = solver.tables([question])
    assert solver.pid is not None
    os.kill(solver.pid, signal.SIGKILL)
    assert solver.tables([question]) == before


@pytest.mark.slow
def test_killing_solvers_in_the_middle_of_a_batch_loses_nothing() -> None:
    boards = [shuffled(Stream(seed), 1 + seed % 16) for seed in range(8)]
    killed: list[int] = []

    def kill_once(done: int) -> None:
        if not killed:
            killed.extend(child.pid for child in living())
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    found = solve_boards(boards, workers=2, progress=kill_once)
    assert killed
    assert None not in found
    assert found[:2] == solve_boards(boards[:2], workers=1)


def test_an_executor_can_solve_a_batch_in_pieces() -> None:
    boards = [shuffled(Stream(seed), 1 + seed % 16) for seed in range(5)]
    told: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        found = solve_boards(boards, pool, told.append)
    assert found == solve_boards(boards, workers=1)
    assert told == [4, 5]


def test_a_hanging_solver_is_given_up() -> None:
    solver = Solver(patience=1.0)
    stopping = threading.Thread(target=_stop_when_there, args=(solver,), daemon=True)
    stopping.start()
    with pytest.raises(Unsolved, match="it took more than 1 s"):
        solver.tables([TableQuestion.of(SOLID)])
    solver.close()


def _stop_when_there(solver: Solver) -> None:
    """Stop every process that the solver starts, as if it hung."""
    stopped: set[int] = set()
    until = time.monotonic() + 20
    while len(stopped) < 2 and time.monotonic() < until:
        if solver.pid is not None and solver.pid not in stopped:
            stopped.add(solver.pid)
            os.kill(solver.pid, signal.SIGSTOP)
        time.sleep(0.001)


def test_the_alarm_of_a_match_leaves_no_answer_behind() -> None:
    """An interrupted question never becomes the answer to the next one."""
    solver = Solver()
    hard = [TableQuestion.of(shuffled(Stream(seed), 1)) for seed in range(40)]
    with pytest.raises(Overrun), alarm(1.5):
        solver.tables(hard)
    assert solver.pid is None
    assert solver.tables([TableQuestion.of(SOLID)])[0].par.score == 1520
    solver.close()


def test_a_forked_process_has_a_solver_of_its_own() -> None:
    own = own_solver()
    own.tables([TableQuestion.of(SOLID)])
    mine = own.pid
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        score, theirs = pool.submit(_in_a_fork).result()
    assert score == 1520
    assert theirs not in (None, mine)
    assert own.pid == mine
    assert own.tables([TableQuestion.of(SOLID)])[0].par.score == 1520


def _in_a_fork() -> tuple[int, int | None]:
    own = own_solver()
    assert own.pid is None
    return own.tables([TableQuestion.of(SOLID)])[0].par.score, own.pid


def test_a_solver_ends_with_the_process_that_started_it() -> None:
    code = (
        "import os, time\n"
        "from igroteka.games.bridge.doubledummy.solver import own_solver\n"
        "own_solver().par([[7] * 4] * 5, 0, 0)\n"
        "print(own_solver().pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    pid = int(run.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("the solver outlived its owner by ten seconds")


def test_what_the_library_refuses_is_told_and_the_solver_lives(solver: Solver) -> None:
    broken = Layout(NOTRUMP, 0, (), (read_hand("A..."), read_hand("K..."), 0, 0))
    with pytest.raises(Unsolved, match="refused"):
        solver.layouts([broken])
    assert solver.tables([TableQuestion.of(SOLID)])[0].par.score == 1520


def test_top_cards_in_an_ending_take_everything(solver: Solver) -> None:
    deal = "1 N None A.K.. 2.3.. 3.2.. 4.4.."
    hands = tuple(map(read_hand, deal.split()[3:]))
    values = solver.layouts([Layout(NOTRUMP, 0, (), hands)])[0]
    assert {str(card): tricks for card, tricks in values} == {"♠A": 2, "♥K": 2}


@pytest.mark.parametrize("seed", range(3))
def test_the_costs_of_all_cards_explain_the_result(solver: Solver, seed: int) -> None:
    """Declarer's tricks are the double-dummy ones, less what his side gave away, plus theirs."""
    rng = Stream(seed)
    state = board("pass pass 2♥ pass pass pass", deal=str(shuffled(rng, 1)))
    expected = solver.tables([TableQuestion.of(state.board)])[0].tricks[2][2]
    while state.turn != OVER:
        state = state.play(rng.choice(state.actions()))
    costs = card_costs(state, solver)
    assert len(costs) == 52
    given = sum(cost.tricks if cost.seat % 2 else -cost.tricks for cost in costs)
    assert any(cost.tricks for cost in costs)
    assert all((cost.card in cost.best) == (cost.tricks == 0) for cost in costs)
    assert state.public.declarer_tricks == expected + given
