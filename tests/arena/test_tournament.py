"""Many games: blocks, order, workers, faults, stopping and going on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from itertools import islice, permutations, product
from pathlib import Path
from typing import Any

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.match import Limits
from igroteka.arena.plan import Plan, match_plan, tournament_plan
from igroteka.arena.results import MatchResult
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.tournament_result import TournamentResult
from igroteka.arena.worker import Played
from igroteka.contract import Game, IgrotekaError
from igroteka.records.record import read_records
from igroteka.registry import make_game
from tests.hostile import bots as hostile


def game(turns: int = 20) -> Game:
    return make_game("substitution", {"turns": str(turns)})


def bot(name: str) -> str:
    return f"{hostile.__file__}:{name}"


def played(plan: Plan, path: Path, jobs: int = 2) -> Generator[Played]:
    with RunFile(plan, path) as file:
        yield from play_plan(plan, file, lambda: process_pool(jobs), jobs)


@pytest.mark.parametrize(("asked", "total"), [(1, 2), (2, 2), (7, 8), (10, 10)])
def test_a_match_of_two_has_as_many_games_as_asked_for_in_whole_blocks(
    asked: int, total: int
) -> None:
    plan = match_plan(game(), ["random", "short"], asked, seed=1)
    assert [len(block.seatings) for block in plan.blocks()] == [2] * (total // 2)
    assert (plan.asked, plan.total) == (asked, total)


def _cells(plan: Plan) -> Counter[tuple[str, str]]:
    return Counter(
        (block.bots[first], block.bots[second])
        for block in plan.blocks()
        for first, second in block.seatings
    )


def test_a_tournament_fills_every_ordered_cell_but_those_of_one_bot() -> None:
    names = ["random", "short", "search"]
    cells = _cells(tournament_plan(game(), names, 5, seed=1))
    assert set(cells) == set(permutations(names, 2))
    assert set(cells.values()) == {5}


def test_bots_meet_themselves_if_it_is_asked_for() -> None:
    names = ["random", "short", "search"]
    cells = _cells(tournament_plan(game(), names, 5, seed=1, self_play=True))
    assert set(cells) == set(product(names, repeat=2))
    assert set(cells.values()) == {5}


def test_in_a_gauntlet_the_first_bot_meets_all_others() -> None:
    cells = _cells(tournament_plan(game(), ["random", "short", "search"], 5, 1, gauntlet=True))
    pairs = [("random", "short"), ("random", "search")]
    assert cells == Counter({pair: 5 for one in pairs for pair in (one, one[::-1])})


def test_games_of_a_pair_are_the_same_in_every_form_of_tournament(tmp_path: Path) -> None:
    names = ["random", "short", "search(depth=1)"]
    forms = ((False, False), (True, False), (False, True))
    found = []
    for number, (self_play, gauntlet) in enumerate(forms):
        plan = tournament_plan(game(), names, 3, 1, self_play=self_play, gauntlet=gauntlet)
        found.append(
            [
                (each.record.players, each.record.deal, each.record.scores)
                for each in played(plan, tmp_path / f"{number}.jsonl")
                if set(each.record.players) == {"random", "short"}
            ]
        )
    assert len(found[0]) == 6
    assert found[0] == found[1] == found[2]


def test_a_block_has_the_same_dice_in_every_seating(tmp_path: Path) -> None:
    plan = match_plan(game(), ["random", bot("First")], 6, seed=3)
    games = list(played(plan, tmp_path / "a.jsonl"))
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.record.players == tuple(reversed(second.record.players))
        assert _rolls(first) == _rolls(second)
    assert _rolls(games[0]) != _rolls(games[2])


def _rolls(game: Played) -> list[str]:
    return [action for action in game.record.actions or () if action.startswith("roll")]


def test_results_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    plan = tournament_plan(game(), ["random", bot("First"), "search(depth=1)"], 4, seed=5)
    files = []
    for jobs in (1, 2):
        result = TournamentResult(plan)
        for each in played(plan, tmp_path / f"{jobs}.jsonl", jobs):
            result.add(each)
        found = {**result.to_json(), "move_seconds": None}
        files.append((found, _without_times(tmp_path / f"{jobs}.jsonl")))
    assert files[0] == files[1]


def _without_times(path: Path) -> list[object]:
    return [
        (r.players, r.deal, r.actions, r.scores, {**(r.event or {}), "timing": None})
        for r in read_records(path)
    ]


def test_an_interrupted_run_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    plan = match_plan(game(), ["random", bot("First")], 40, seed=2)
    whole = list(played(plan, tmp_path / "whole.jsonl"))
    run = played(plan, tmp_path / "cut.jsonl")
    list(islice(run, 9))
    run.close()
    held = len(list(read_records(tmp_path / "cut.jsonl")))
    assert held >= 9
    with (tmp_path / "cut.jsonl").open("a") as file:
        file.write('{"game": "substitution", "opt')  # a line cut off by a crash
    again = list(played(plan, tmp_path / "cut.jsonl"))
    assert [(p.number, p.record.actions) for p in again] == [
        (p.number, p.record.actions) for p in whole
    ]
    assert _without_times(tmp_path / "cut.jsonl") == _without_times(tmp_path / "whole.jsonl")


def test_a_file_is_a_prefix_and_holds_whole_blocks_after_a_crash(tmp_path: Path) -> None:
    plan = match_plan(game(), ["random", "short"], 10, seed=2)
    path = tmp_path / "run.jsonl"
    list(played(plan, path))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:7]))
    with RunFile(plan, path) as file:
        assert file.games == 6
        assert len(list(file.played())) == 6


def test_a_file_of_another_run_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    list(played(match_plan(game(), ["random", "short"], 4, seed=1), path))
    before = path.read_text()
    with pytest.raises(IgrotekaError, match="another run"):
        RunFile(match_plan(game(), ["random", "short"], 4, seed=2), path)
    (tmp_path / "letter.txt").write_text("Dear aunt,\n")
    with pytest.raises(IgrotekaError, match="something else"):
        RunFile(match_plan(game(), ["random", "short"], 4, seed=2), tmp_path / "letter.txt")
    assert path.read_text() == before
    assert (tmp_path / "letter.txt").read_text() == "Dear aunt,\n"


def test_two_processes_do_not_write_into_one_file(tmp_path: Path) -> None:
    plan = match_plan(game(), ["random", "short"], 4, seed=1)
    with (
        RunFile(plan, tmp_path / "run.jsonl"),
        pytest.raises(IgrotekaError, match="another process"),
    ):
        RunFile(plan, tmp_path / "run.jsonl")


def test_a_journal_keeps_results_only_and_goes_when_the_run_is_done() -> None:
    plan = match_plan(game(), ["random", "short"], 4, seed=1)
    with RunFile(plan) as file:
        games = list(play_plan(plan, file, lambda: process_pool(1), 1))
        assert all(each.record.actions is None for each in games)
        assert file.path.exists()
        file.finish()
    assert not file.path.exists()


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Raises", "exception"), ("Cheats", "illegal move"), ("Hangs", "hang"), ("Dies", "death")],
)
def test_a_failing_bot_loses_its_games_and_the_run_goes_on(
    name: str, kind: str, tmp_path: Path
) -> None:
    plan = match_plan(game(90), [bot(name), "random"], 4, 1, Limits(move=0.5))
    result = MatchResult(plan)
    for each in played(plan, tmp_path / "run.jsonl"):
        result.add(each)
    assert result.games == 4
    assert result.pairing.wins[1] == 4
    (fault,) = result.faults.values()
    assert (fault.player, fault.kind, fault.games) == (bot(name), kind, 4)


@pytest.mark.slow
def test_a_bot_that_can_not_be_interrupted_is_ended_with_its_process(tmp_path: Path) -> None:
    plan = match_plan(game(90), [bot("Deaf"), "random"], 2, 1, Limits(move=0.5))
    result = MatchResult(plan)
    for each in played(plan, tmp_path / "run.jsonl"):
        result.add(each)
    (fault,) = result.faults.values()
    assert (fault.kind, fault.games) == ("hang", 2)


def test_a_faulty_bot_does_not_change_the_games_of_others(tmp_path: Path) -> None:
    """Isolated after a death, a run still gives every other game as before."""
    calm = match_plan(game(40), ["random", bot("First")], 6, seed=9)
    alone = [p.record.actions for p in played(calm, tmp_path / "calm.jsonl")]
    plan = tournament_plan(game(40), ["random", bot("First"), bot("Dies")], 3, 9, Limits(5))
    with_others = [
        p.record.actions
        for p in played(plan, tmp_path / "all.jsonl")
        if set(p.block.bots) == {"random", bot("First")}
    ]
    assert with_others == alone


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [(["random"], "at least two"), (["random", "random"], "each named once")],
)
def test_a_tournament_needs_different_bots(bots: list[str], sentence: str) -> None:
    with pytest.raises(IgrotekaError, match=sentence):
        tournament_plan(game(), bots, 5, seed=1)


class _BreaksAtOnce(ThreadPoolExecutor):
    """An executor that has broken by the time it gets its second piece of work."""

    def submit(self, *work: Any, **how: Any) -> Future[Any]:
        if hasattr(self, "_used"):
            raise BrokenExecutor
        self._used = True
        return super().submit(*work, **how)


def test_a_pool_that_breaks_between_two_pieces_of_work_is_replaced(tmp_path: Path) -> None:
    plan = match_plan(game(9), ["random", "short"], 6, seed=9)
    pools = iter((_BreaksAtOnce(1), ThreadPoolExecutor(1)))
    with RunFile(plan, tmp_path / "run.jsonl") as file:
        games = [each.number for each in play_plan(plan, file, lambda: next(pools), 2)]
    assert games == [1, 2, 3, 4, 5, 6]
