"""Openings of a file: games or lines of moves, each played in every seating."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.plan import Plan, given_plan, tournament_plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.worker import Played
from igroteka.basics.randomness import Stream
from igroteka.cli.given_openings import given_openings
from igroteka.contract import IgrotekaError
from igroteka.registry import make_game

DRAUGHTS = make_game("draughts", {})
START = DRAUGHTS.deal(Stream(0)).deal
ENDING = "W:Wa1,c1,Kg1:Bh8,f8"
LINES = f"""# two beginnings and an ending
c3-d4 d6-c5

{ENDING} | a1-b2    # black is to move
{ENDING}
c3-d4, d6-c5
"""


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "openings.txt"
    path.write_text(LINES)
    return path


def played(plan: Plan, folder: Path) -> list[Played]:
    with RunFile(plan, folder / "run.jsonl") as file:
        return list(play_plan(plan, file, lambda: process_pool(1), 1))


def test_a_line_is_a_start_or_moves_or_both(lines: Path) -> None:
    given = given_openings(DRAUGHTS, lines)
    assert given.deals == (START, ENDING, ENDING)
    assert given.openings == (("c3-d4", "d6-c5"), ("a1-b2",), ())


def test_each_opening_is_played_in_every_seating(lines: Path, tmp_path: Path) -> None:
    plan = given_plan(DRAUGHTS, ["random", "mcts(1)"], given_openings(DRAUGHTS, lines), seed=1)
    games = played(plan, tmp_path)
    begun = [(each.record.players, each.record.deal, each.record.actions) for each in games]
    assert len(begun) == 6
    for first, second in zip(begun[::2], begun[1::2], strict=True):
        assert first[0] == second[0][::-1]
        assert first[1] == second[1]
    assert [game[2][:2] for game in begun[:2] if game[2]] == [("c3-d4", "d6-c5")] * 2
    assert [(each.record.event or {}).get("opening") for each in games] == [2, 2, 1, 1, None, None]
    for each in games:
        assert list(each.record.positions(DRAUGHTS))


def test_a_player_has_other_random_numbers_after_another_opening(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("c3-d4 d6-c5\nc3-b4 d6-c5\n")
    plan = given_plan(DRAUGHTS, ["random", "random"], given_openings(DRAUGHTS, path), seed=1)
    seeds = [(each.record.event or {})["seeds"][2] for each in played(plan, tmp_path)]
    assert seeds[0] == seeds[1] != seeds[2]


def test_a_tournament_plays_every_opening_in_every_cell(lines: Path, tmp_path: Path) -> None:
    given = given_openings(DRAUGHTS, lines, 2)
    plan = tournament_plan(DRAUGHTS, ["random", "mcts(1)"], 2, 1, given=given)
    assert plan.games == (4,)
    starts = [(block.deal, block.opening) for block in plan.blocks()]
    assert starts == [(START, ("c3-d4", "d6-c5")), (ENDING, ("a1-b2",))]


def test_a_match_and_a_tournament_were_asked_for_the_same(lines: Path) -> None:
    given = given_openings(DRAUGHTS, lines, 2)
    bots = ["random", "mcts(1)"]
    plans = [
        given_plan(DRAUGHTS, bots, given, seed=1),
        tournament_plan(DRAUGHTS, bots, len(given.deals), 1, given=given),
    ]
    assert [(plan.asked, plan.total) for plan in plans] == [(2, 4), (2, 4)]


def test_games_of_a_file_are_openings_with_their_moves(tmp_path: Path) -> None:
    path = tmp_path / "openings.pdn"
    path.write_text('[Event "a"]\n1. c3-d4 d6-c5 *\n\n[Event "b"]\n1. c3-b4 *\n')
    given = given_openings(DRAUGHTS, path)
    assert given.openings == (("c3-d4", "d6-c5"), ("c3-b4",))


def test_a_deal_with_moves_where_something_is_hidden(tmp_path: Path) -> None:
    durak = make_game("durak", {})
    start = durak.deal(Stream(3))
    move = str(start.actions()[0])
    path = tmp_path / "openings.txt"
    path.write_text(f"{start.deal} | {move}\n")
    given = given_openings(durak, path)
    assert (given.deals, given.openings) == ((start.deal,), ((move,),))
    games = played(given_plan(durak, ["greedy", "random"], given, seed=1), tmp_path)
    assert [list(islice(each.record.actions or (), 1)) for each in games] == [[move], [move]]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c3-d4\n\nc3-e4\n", "line 3: it is neither moves (action 1, 'c3-e4': "),
        (f"{ENDING} | a1-b2 hello\n", "line 1: action 2, 'hello': "),
        ("W:Wa1:Bx9 | a1-b2\n", "line 1: "),
        ("W:Wg7:Bh8\n# won\nW:Wc3:Bd4 | c3:e5", "line 3: the game is over after this opening"),
        ("# nothing\n", "has no openings"),
        ("c3-d4\n", "has 1 opening, fewer than the 2 asked for"),
    ],
)
def test_a_bad_line_is_refused_with_its_number(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    with pytest.raises(IgrotekaError) as refused:
        given_openings(DRAUGHTS, path, 2)
    assert reason in str(refused.value).partition("openings.txt")[2]
