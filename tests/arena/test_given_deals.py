"""Matches on given deals: those of a file in its order, each in every seating."""

from __future__ import annotations

import hashlib
import json
from itertools import islice
from pathlib import Path

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.plan import Plan, given_plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.worker import Played
from igroteka.basics.randomness import Stream, derive, view_seed
from igroteka.bots import make_player
from igroteka.cli.given_deals import given_deals
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import NORTH, Board
from igroteka.games.bridge.dealing import deal_set, set_text
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import make_game
from tests.cli.running import igroteka, json_of

BRIDGE = make_game("bridge", {})
BOTS = ["simple", "random"]


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """Boards 15 to 18, so that the cycle of sixteen begins again."""
    path = tmp_path / "boards.pbn"
    path.write_text(set_text(list(deal_set(4, seed=7, first=15))))
    return path


def plan_of(path: Path, games: int | None = None, seed: int = 1) -> Plan:
    return given_plan(BRIDGE, BOTS, given_deals(BRIDGE, path, games), seed)


def played(plan: Plan, path: Path, workers: int = 1, most: int | None = None) -> list[Played]:
    with RunFile(plan, path) as file:
        return list(islice(play_plan(plan, file, lambda: process_pool(workers), workers), most))


def told(games: list[Played]) -> list[object]:
    return [(each.number, each.record.players, each.record.actions) for each in games]


def test_the_command_plays_exactly_the_boards_of_a_file(tmp_path: Path) -> None:
    boards, records = tmp_path / "boards.pbn", tmp_path / "games.jsonl"
    words = ("--seed", "7", "--boards", "16", "--output", str(boards))
    assert igroteka("bridge", "deal", *words).returncode == 0
    files = ("--deals", str(boards), "--records", str(records))
    result = json_of("match", "bridge", "simple", "simple", *files)
    assert result["games"] == 16
    digest = hashlib.sha256(boards.read_bytes()).hexdigest()
    assert result["deals"] == {"count": 16, "digest": digest}
    deals = [json.loads(line)["deal"] for line in records.read_text().splitlines()]
    assert deals[::2] == deals[1::2] == list(map(str, deal_set(16, seed=7)))


def test_a_deal_is_a_block_whose_number_may_pass_sixteen(boards: Path, tmp_path: Path) -> None:
    games = played(plan_of(boards), tmp_path / "a.jsonl")
    starts = [Board.read(each.record.deal) for each in games]
    assert [board.number for board in starts] == [15, 15, 16, 16, 17, 17, 18, 18]
    assert (starts[4].dealer, starts[4].vulnerability) == (NORTH, 0)
    assert [each.record.players for each in games[:2]] == [
        ("simple", "random") * 2,
        ("random", "simple") * 2,
    ]


def test_a_board_without_dealer_has_that_of_its_number(tmp_path: Path) -> None:
    board = next(deal_set(1, seed=7, first=17))
    lines = set_text([board]).splitlines()
    path = tmp_path / "bare.pbn"
    path.write_text("\n".join(x for x in lines if not x.startswith(("[Dealer", "[Vulnerable"))))
    assert given_deals(BRIDGE, path).deals == (str(board),)
    assert str(board).startswith("17 N None ")


def test_records_give_their_deals_once(boards: Path, tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    played(plan_of(boards), records)
    assert len(records.read_text().splitlines()) == 8
    assert given_deals(BRIDGE, records).deals == given_deals(BRIDGE, boards).deals


def test_other_games_play_given_deals_too(tmp_path: Path) -> None:
    game = make_game("durak", {})
    deals = [game.deal(Stream(seed)).deal for seed in (1, 2, 3)]
    path = tmp_path / "deals.jsonl"
    lines = [GameSoFar(game, game.restore(deal)).record("ab").to_line() for deal in deals]
    path.write_text("\n".join(lines))
    plan = given_plan(game, ["greedy", "random"], given_deals(game, path, 2), seed=1)
    games = played(plan, tmp_path / "a.jsonl")
    assert [each.record.deal for each in games] == [deals[0], deals[0], deals[1], deals[1]]


def test_workers_and_a_break_change_nothing(boards: Path, tmp_path: Path) -> None:
    plan = plan_of(boards)
    whole = played(plan, tmp_path / "whole.jsonl")
    assert told(played(plan, tmp_path / "two.jsonl", workers=2)) == told(whole)
    path = tmp_path / "cut.jsonl"
    played(plan, path, most=2)
    assert told(played(plan, path)) == told(whole)
    assert told(played(plan_of(boards, seed=2), tmp_path / "other.jsonl")) != told(whole)


def test_the_run_is_named_by_its_deals(boards: Path) -> None:
    assert plan_of(boards).run == plan_of(boards).run != plan_of(boards, 3).run
    text = boards.read_text()
    boards.write_text(set_text(list(deal_set(4, seed=8, first=15))))
    changed = plan_of(boards).run
    boards.write_text(text)
    assert plan_of(boards).run != changed


def test_a_player_decides_from_what_its_seat_sees(boards: Path, tmp_path: Path) -> None:
    """Who knows the seed and its own first view makes the decisions of the match."""
    game = played(plan_of(boards), tmp_path / "a.jsonl")[0]
    seat = game.record.players.index("random")
    steps = GameSoFar.of_record(BRIDGE, game.record).steps
    player = make_player("bridge", "random")
    first = steps[0].before.view(seat).to_json()
    player.start(BRIDGE, seat, Stream(view_seed(1, first)))
    own = [step for step in steps if step.seat == seat]
    assert own
    assert [player.choose(step.before.view(seat)) for step in own] == [s.action for s in own]
    assert view_seed(1, {"b": 1, "a": 2}) == derive(1, '{"a": 2, "b": 1}')


@pytest.mark.parametrize(
    ("content", "games", "reason"),
    [
        ("% PBN 2.1\n", None, "has no deals"),
        (None, 5, "has 4 deals, fewer than the 5 asked for"),
        ('[Board "1"]\n[Deal "N:A... - - -"]\n', None, "line 1"),
    ],
)
def test_a_file_that_won_t_do_is_refused(
    boards: Path, content: str | None, games: int | None, reason: str
) -> None:
    if content is not None:
        boards.write_text(content)
    with pytest.raises(IgrotekaError, match=reason):
        given_deals(BRIDGE, boards, games)


def test_deals_of_another_game_are_refused(boards: Path) -> None:
    with pytest.raises(IgrotekaError, match="has a game of bridge, not of durak"):
        given_deals(make_game("durak", {}), boards)
