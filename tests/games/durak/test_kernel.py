"""The kernel plays the same games as the rules and the bots, move for move."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from igroteka.arena.plan import Pairing
from igroteka.basics.batch import Seeds
from igroteka.basics.randomness import Stream, derive
from igroteka.bots import make_player
from igroteka.games.durak.batch import KernelBatch
from igroteka.games.durak.public import MOST_IN_VAIN
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.state import Position
from igroteka.registry import make_batch
from tests.contract.playing import TABLES, label, make, walk

SINGLE = [table for table in TABLES if table[0] == Durak.name and table[1].get("several") != "yes"]
DEALT = [table for table in SINGLE if "attacker" not in table[1]]
"""Tables that the kernel deals itself."""
KERNEL_BOTS = ("random", "greedy", "greedy-careful", "mplayer1", "mplayer1-fixed")
PAIRS = list(product(KERNEL_BOTS, KERNEL_BOTS))


def clear_game(game: Durak, bots: tuple[str, ...], seeds: Seeds) -> tuple[Position, list[str]]:
    """A game by the plain rules and players: its end and its moves."""
    state, moves = game.deal(Stream(seeds.deal)), []
    players = [make_player("durak", bot) for bot in bots]
    for seat, player in enumerate(players):
        player.start(game, seat, Stream(seeds.seats[seat]))
    while state.turn >= 0:
        move = players[state.turn].choose(state.view(state.turn))
        moves.append(str(move))
        state = state.play(move)
    return state, moves


def kernel(game: Durak, bots: tuple[str, ...]) -> KernelBatch:
    batch = make_batch(game, [make_player("durak", bot) for bot in bots])
    assert isinstance(batch, KernelBatch)
    return batch


@pytest.mark.parametrize("table", DEALT, ids=label)
def test_the_kernel_plays_the_same_games(table: tuple[str, dict[str, str]]) -> None:
    game = make(table)
    assert isinstance(game, Durak)
    for number in range(25):
        bots = tuple(
            KERNEL_BOTS[(number + seat * (1 + number // 5)) % 5] for seat in range(game.players)
        )
        seeds = Seeds.of_game(number, 0, game.players)
        state, moves = clear_game(game, bots, seeds)
        assert [str(move) for move in kernel(game, bots).actions(seeds)] == moves
        (result,) = kernel(game, bots).results([seeds])
        assert result.scores == state.scores()
        assert result.left == state.public.counts


@pytest.mark.parametrize("bots", PAIRS, ids="-".join)
def test_every_pair_of_bots_plays_the_same_games(bots: tuple[str, str]) -> None:
    game = Durak.configure({})
    games = [Seeds.of_game(block, 0, 2) for block in range(20)]
    expected = [clear_game(game, bots, seeds)[0].scores() for seeds in games]
    assert kernel(game, bots).scores(games) == expected


@pytest.mark.parametrize("table", SINGLE, ids=label)
def test_the_kernel_lists_the_same_moves(table: tuple[str, dict[str, str]]) -> None:
    import numpy as np

    from igroteka.games.durak.kernel import engine, pack

    into = np.zeros(64, np.int64)
    for seed in range(5):
        for state, action in walk(make(table), seed):
            assert isinstance(state, Position)
            if action is None:
                continue
            place = pack.pack(state)
            count = engine.moves(place, into)
            moves = [pack.unpack_move(move) for move in into[:count]]
            assert moves == list(state.actions())
            engine.play(place, into[moves.index(action)])
            after = state.play(action)
            packed = pack.pack(after)
            seats = slice(engine.HAND, engine.COUNT + 6)
            assert place[seats].tolist() == packed[seats].tolist()
            assert (
                place[engine.TRUMP : engine.NEXT].tolist()
                == packed[engine.TRUMP : engine.NEXT].tolist()
            )
            assert place[engine.IN_VAIN] == packed[engine.IN_VAIN]


@pytest.mark.parametrize(
    ("named", "block", "seating", "scores"),
    [
        ("greedy mplayer1 greedy-careful", 75, 4, (0.5, 0.5, 0.5)),
        ("greedy random mplayer1 greedy-careful", 400, 6, (0.5, 0.5, 0.5, 1.0)),
    ],
)
def test_a_game_in_which_cards_only_go_round_is_a_draw_in_both(
    named: str, block: int, seating: int, scores: tuple[float, ...]
) -> None:
    bots = named.split()
    game = Durak.configure({"players": str(len(bots))})
    seatings = Pairing.balanced(bots).seatings
    seeds = Seeds.of_game(derive(1, *sorted(bots), block), seating, len(bots))
    seats = tuple(bots[bot] for bot in seatings[seating])
    state, moves = clear_game(game, seats, seeds)
    assert state.public.in_vain == MOST_IN_VAIN
    assert state.scores() == scores
    (result,) = kernel(game, seats).results([seeds])
    assert result == (scores, state.public.counts)
    assert [str(move) for move in kernel(game, seats).actions(seeds)] == moves


def test_a_bot_or_a_table_outside_the_kernel_has_no_batch() -> None:
    greedy, robot = make_player("durak", "greedy"), make_player("durak", "robot")
    assert make_batch(Durak.configure({}), (greedy, robot)) is None
    assert make_batch(Durak.configure({"several": "yes"}), (greedy, greedy)) is None
    assert make_batch(Durak.configure({"attacker": "2"}), (greedy, greedy)) is None


@pytest.mark.slow
def test_the_compiled_kernel_serves_the_next_process() -> None:
    code = """
from igroteka.basics.batch import Seeds
from igroteka.games.durak.rules import Durak
from igroteka.bots import make_player
from igroteka.registry import make_batch
from igroteka.basics.randomness import Stream
from tests.games.durak.positions import position
bots = [make_player("durak", name) for name in ("mplayer1", "random")]
print(make_batch(Durak.configure({}), bots).scores([Seeds.of_game(n, 0, 2) for n in range(50)]))
master = make_player("durak", "master(iterations=50)")
for hands in (("6♠ 9♣ J♦ A♠", "7♠ 8♣ Q♦ K♠"), ("6♠ 9♣ J♦ A♠", "7♠ 8♣ Q♦", "K♠ 10♦")):
    state = position(*hands)
    master.start(state.public.game, 0, Stream(1))
    print(master.analyse(state.view(0)))
"""
    first, second = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(2)
    )
    assert first.stdout == second.stdout != ""
