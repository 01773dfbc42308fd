"""Looking back: costs are told from what the mover knew, and the turning point is the loser's."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from igroteka.cli import app
from igroteka.contract import Action, Game, IgrotekaError, Player, View
from igroteka.records.record import Record
from igroteka.records.verdict import Adviser
from igroteka.registry import make_game
from igroteka.study.review import chosen_adviser, costliest, course, review, turning_point
from tests.contract.playing import random_record

SVG = "{http://www.w3.org/2000/svg}"


class Prefers(Player):
    """Thinks the first listed action best, and every later one worse."""

    def choose(self, view: View) -> Action:
        return view.actions()[0]

    def analyse(self, view: View) -> list[tuple[Action, float]]:
        return [(action, 1 / (1 + place)) for place, action in enumerate(view.actions())]


def a_record(name: str, options: dict[str, str], seed: int) -> Record:
    return random_record(make_game(name, options), seed)


def by(game: Game, analyst: str) -> Adviser:
    """One of the players above as the adviser."""
    return chosen_adviser(game, f"{__file__}:{analyst}")


@pytest.mark.parametrize("name", ["durak", "substitution"])
def test_every_choice_is_judged_and_costs_what_the_analyst_says(name: str) -> None:
    record = a_record(name, {}, seed=3)
    game = make_game(record.game, record.options)
    judged = list(review(game, record, by(game, "Prefers")))
    assert judged
    for move in judged:
        assert record.actions is not None
        assert record.actions[move.number - 1] == str(move.action)
        assert move.cost == pytest.approx(1 - move.verdict.value)
        assert move.verdict.best_value == 1


def test_the_turning_point_is_the_losers_dearest_move() -> None:
    record = a_record("durak", {}, seed=4)
    assert record.scores is not None
    game = make_game(record.game, record.options)
    judged = list(review(game, record, by(game, "Prefers")))
    turn = turning_point(game, record, judged)
    assert turn is not None
    assert record.scores[turn.seat] == min(record.scores)
    lost = [move for move in judged if move.seat == turn.seat and move.verdict.value < 0.5]
    assert turn.cost == max(move.cost for move in lost)
    costs = [move.cost for move in costliest(judged, 4)]
    assert costs == sorted(costs, reverse=True)


def test_an_unfinished_game_has_no_turning_point() -> None:
    record = a_record("durak", {}, seed=4)
    open_record = Record(record.game, record.options, record.players, record.deal, (), None)
    game = make_game(record.game, record.options)
    assert turning_point(game, open_record, []) is None


def test_a_bot_that_can_not_analyse_is_refused() -> None:
    with pytest.raises(IgrotekaError, match="greedy can't analyse durak"):
        chosen_adviser(make_game("durak", {}), "greedy")


def test_the_master_names_a_forced_win_that_was_missed(tmp_path: Path) -> None:
    """Random players miss one sooner or later; the command tells where."""
    record = next(
        record
        for record in (a_record("durak", {"cards": "24"}, seed) for seed in range(50))
        if _missed(record)
    )
    path = tmp_path / "game.jsonl"
    path.write_text(record.to_line() + "\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["analyse", str(path), "--all", "--json"])
    told = json.loads(done.output)
    sentences = [move["sentence"] for move in told["moves"] if move["mark"] == "??"]
    assert any(" wins by force." in each and "Better: " in each for each in sentences)
    assert told["turning_point"] is not None


class Hopes(Prefers):
    """Expects three quarters of every move."""

    def analyse(self, view: View) -> list[tuple[Action, float]]:
        return [(action, 0.75) for action in view.actions()]


def test_the_course_is_told_from_the_first_side() -> None:
    record = a_record("draughts", {}, seed=3)
    game = make_game(record.game, record.options)
    told = course(game, list(review(game, record, by(game, "Hopes"))))
    assert {(move.seat, value) for move, value in told} == {(0, 0.75), (1, 0.25)}


def test_of_three_sides_only_the_first_tells_the_course() -> None:
    record = a_record("durak", {"players": "3"}, seed=3)
    game = make_game(record.game, record.options)
    told = course(game, list(review(game, record, by(game, "Hopes"))))
    assert {(move.seat, value) for move, value in told} == {(0, 0.75)}


@pytest.mark.parametrize(
    "bot", [("draughts", "engine(depth=2)"), ("substitution", "mcts(iterations=30)")]
)
def test_the_course_is_drawn_with_its_turning_point(bot: tuple[str, str], tmp_path: Path) -> None:
    name, judge = bot
    options = {"turns": "20"} if name == "substitution" else {}
    seeds = (a_record(name, options, seed) for seed in range(20))
    record = next(record for record in seeds if record.scores and len(set(record.scores)) > 1)
    path, plot = tmp_path / "game.jsonl", tmp_path / "game.svg"
    path.write_text(record.to_line() + "\n", encoding="utf-8")
    arguments = ["analyse", str(path), "--bot", judge, "--all", "--json", "--plot", str(plot)]
    told = json.loads(CliRunner().invoke(app, arguments).output)
    assert told["turning_point"] is not None
    titles = [title.text or "" for title in ElementTree.parse(plot).iter(f"{SVG}title")]
    assert len(titles) == told["decisions"]
    texts = [text.text or "" for text in ElementTree.parse(plot).iter(f"{SVG}text")]
    assert any(text.startswith(f"{told['turning_point']}. ") for text in texts)


def test_a_plot_needs_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(a_record("draughts", {}, 3).to_line() + "\n", encoding="utf-8")
    nowhere = str(tmp_path / "none" / "game.svg")
    arguments = ["analyse", str(path), "--bot", "engine(depth=1)", "--plot", nowhere]
    done = CliRunner().invoke(app, arguments)
    assert "can't be written" in str(done.exception)


def _missed(record: Record) -> bool:
    game = make_game(record.game, record.options)
    judged = review(game, record, chosen_adviser(game, "master(iterations=20)"))
    return any(
        move.verdict.best_proven and move.verdict.best_value == 1 and move.cost >= 0.5
        for move in judged
    )
