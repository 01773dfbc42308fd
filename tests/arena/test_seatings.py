"""Who sits where: every order that differs, or a balanced sample, whatever the order of names."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, permutations

import pytest
from scipy import stats

from igroteka.arena.draw import cyclic_sample, meetings
from igroteka.arena.plan import Plan, match_plan
from igroteka.arena.seatings import Seating, count_orders, design, williams
from igroteka.basics.randomness import Stream
from igroteka.registry import make_game

CHANCE = 0.001


def durak(players: int) -> Plan:
    """A long match of so many bots written alike."""
    game = make_game("durak", {"players": str(players)})
    return match_plan(game, ["random"] * players, 10_000, seed=1)


@pytest.mark.parametrize("bots", ["abc", "aab", "aaa", "abcd", "abbb", "aabb", "aaabbb", "abbbbb"])
def test_few_orders_are_all_played_once(bots: str) -> None:
    rows = design(bots).seatings
    assert len(rows) == count_orders(bots)
    assert {tuple(bots[player] for player in row) for row in rows} == set(permutations(bots))
    assert all(sorted(row) == list(range(len(bots))) for row in rows)


def assert_balanced(rows: list[Seating] | tuple[Seating, ...]) -> None:
    """Everybody equally often on each seat, right behind each other one, and before it."""
    players = range(len(rows[0]))
    seats = Counter((player, seat) for row in rows for seat, player in enumerate(row))
    assert len(seats) == len(players) ** 2
    behind = Counter(pair for row in rows for pair in pairwise(row))
    before = Counter(pair for row in rows for pair in combinations(row, 2))
    assert len(behind) == len(before) == len(players) * (len(players) - 1)
    for counts in (seats, behind, before):
        assert len(set(counts.values())) == 1


@pytest.mark.parametrize("players", range(2, 11))
def test_a_williams_design_is_balanced(players: int) -> None:
    rows = williams(players)
    assert len(rows) == players * (1 + players % 2)
    assert_balanced(rows)


@pytest.mark.parametrize(("bots", "games"), [("abcde", 10), ("abcdef", 6), ("aabbcc", 6)])
def test_many_orders_are_sampled_in_balance_in_every_block(bots: str, games: int) -> None:
    for seed in range(20):
        rows = design(bots).drawn(Stream(seed))
        assert len(rows) == games
        assert_balanced(rows)


def test_over_many_blocks_no_order_is_likelier_than_another() -> None:
    """Of six players also who sits across from whom, and whom the first one follows round the
    table, which no single block balances."""
    drawn = [design("abcdef").drawn(Stream(seed)) for seed in range(6000)]
    assert len({(rows[-1], rows[0]) for rows in drawn[0]}) == 6
    for seat in (3, 5):
        pairs = Counter((rows[0][0], rows[0][seat]) for rows in drawn)
        assert len(pairs) == 30
        assert stats.chisquare(list(pairs.values())).pvalue > CHANCE


def test_a_block_s_seed_fixes_its_seatings() -> None:
    game = make_game("durak", {"players": "6"})
    plan = match_plan(game, list("abcdef"), 1200, seed=1)
    seatings = [[block.seatings for block in plan.blocks()] for _ in range(2)]
    assert seatings[0] == seatings[1]
    assert len(set(seatings[0])) > 100


@pytest.mark.parametrize("players", [3, 4, 6])
def test_nobody_of_those_written_alike_has_the_better_seat(players: int) -> None:
    """As if the first seat always lost: lots give that seat to everybody equally often."""
    losers = Counter(block.seatings[0][0] for block in durak(players).blocks())
    assert sum(losers.values()) == 10_000, "one order, one game a block"
    assert stats.chisquare([losers[each] for each in range(players)]).pvalue > CHANCE


def test_behind_another_bot_those_written_alike_get_every_place_equally_often() -> None:
    game = make_game("durak", {"players": "4"})
    plan = match_plan(game, ["greedy", "random", "random", "random"], 10_000, seed=1)
    behind = Counter(
        block.seatings[0][(block.seatings[0].index(0) + 1) % 4] for block in plan.blocks()
    )
    assert stats.chisquare([behind[each] for each in (1, 2, 3)]).pvalue > CHANCE


@pytest.mark.parametrize(
    "bots", [["random", "greedy", "mplayer1"], ["random", "greedy", "greedy"], ["c", "a", "b", "a"]]
)
def test_the_same_games_are_played_in_whatever_order_bots_are_named(bots: list[str]) -> None:
    game = make_game("durak", {"players": str(len(bots))})
    played = {
        tuple(
            (block.seed(plan.seed), tuple(block.bots[player] for player in row))
            for block in plan.blocks()
            for row in block.seatings
        )
        for named in permutations(bots)
        for plan in (match_plan(game, named, 60, seed=5),)
    }
    assert len(played) == 1
    assert len({match_plan(game, named, 60, seed=5).run for named in permutations(bots)}) == 1


@pytest.mark.parametrize(("asked", "played"), [(1, 6), (6, 6), (7, 12), (100, 102)])
def test_games_are_rounded_up_to_whole_blocks(asked: int, played: int) -> None:
    plan = match_plan(make_game("durak", {"players": "3"}), list("abc"), asked, seed=1)
    assert (plan.asked, plan.total) == (asked, played)
    assert {len(block.seatings) for block in plan.blocks()} == {6}


def test_few_sets_of_players_all_meet() -> None:
    assert meetings("abcde", 3, 1, gauntlet=False) == list(combinations(range(5), 3))
    assert meetings("abcd", 3, 1, gauntlet=True) == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]


@pytest.mark.parametrize(("players", "size"), [(11, 3), (20, 3), (9, 4), (12, 6), (40, 6)])
def test_of_many_sets_everybody_plays_equally_many_and_meets_everybody(
    players: int, size: int
) -> None:
    chosen = cyclic_sample(players, size, seed=1)
    assert len(set(chosen)) == len(chosen) <= 120
    assert len(set(Counter(player for each in chosen for player in each).values())) == 1
    met = Counter(frozenset(pair) for each in chosen for pair in combinations(each, 2))
    assert len(met) == players * (players - 1) // 2
    assert max(met.values()) - min(met.values()) <= 3


def test_who_meets_does_not_depend_on_the_order_of_names() -> None:
    names = [f"bot{number}" for number in range(14)]
    for gauntlet in (False, True):
        other = [names[0], *names[:0:-1]]
        sets = [
            {frozenset(named[place] for place in each) for each in meetings(named, 4, 1, gauntlet)}
            for named in (names, other)
        ]
        assert sets[0] == sets[1]
