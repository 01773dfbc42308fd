"""`igroteka bridge tree` as people use it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as Xml
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from igroteka.cli import app
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import LETTERS
from igroteka.games.bridge.cards import points
from igroteka.games.bridge.dealing import board_game, deal_set
from igroteka.games.bridge.formats.game import GameText
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from igroteka.records.record import Record
from tests.cli.running import igroteka

FIGURES = {
    "records", "deals", "folds", "accuracy", "interval", "majority", "double_dummy", "leaves",
    "depth",
}  # fmt: skip
DEALS = 120


def boards(count: int) -> list[GameText]:
    """Every deal in 2NT by both sides: with 22 points it makes, and sometimes with 20 too."""
    found = []
    for board in deal_set(count, seed=3):
        game = board_game(board)
        for declarer in (1, 2):
            strength = points(board.hands[declarer]) + points(board.hands[(declarer + 2) % 4])
            makes = strength + 2 * (board.number % 3 == 0) >= 22
            told = {
                "Contract": "2NT" if board.number % 2 else "3H",
                "Declarer": LETTERS[declarer],
                "Result": str(8 + makes if board.number % 2 == 0 else 7 + makes),
            }
            found.append(GameText({**game.tags, **told}))
    return found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("trees") / "evening.pbn"
    path.write_text(write_pbn(boards(DEALS)), encoding="utf-8")
    return str(path)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["bridge", "tree", *words])


def told(*words: str) -> Any:
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def refusal(*words: str) -> str:
    done = run(*words)
    assert isinstance(done.exception, IgrotekaError), done.output
    return str(done.exception)


def test_a_tree_is_drawn_with_its_figures(file: str) -> None:
    done = igroteka("bridge", "tree", file, "--columns", "seed", "--depth", "2", "--leaf", "20")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("all records · 240: ")
    assert lines[1].startswith("├─ points together ≤ ")
    assert any(line.startswith("└─ points together ≥ ") for line in lines)
    assert "240 records of 120 deals; " in done.stdout
    assert "right on unseen deals: " in done.stdout
    assert "folds by deal: 10" in done.stdout


def test_the_same_as_json(file: str) -> None:
    found = told(file, "--leaf", "10", "--rules")
    assert set(found) >= FIGURES
    assert (found["records"], found["deals"], found["folds"]) == (240, 120, 10)
    low, high = found["interval"]
    assert found["majority"] < low < found["accuracy"] < high
    assert found["double_dummy"] is None
    assert sum(map(sum, found["confusion"])) == 240
    assert max(found["importance"], key=found["importance"].get) == "points"
    assert [point["records"] for point in found["learning_curve"]][-1] == 216
    assert found["tree"]["records"] == 240
    assert found["rules"][-1].startswith("Otherwise: ")
    assert found == told(file, "--leaf", "10", "--rules")


@pytest.mark.parametrize("algorithm", ["id3", "c45"])
@pytest.mark.parametrize("split", ["values", "thresholds"])
def test_every_algorithm_and_split(file: str, algorithm: str, split: str) -> None:
    words = ("--algorithm", algorithm, "--split", split, "--leaf", "5", "--columns", "points,fit")
    found = told(file, *words)
    assert found["accuracy"] > found["majority"]
    assert ("threshold" in found["tree"]) == (split == "thresholds")
    cut = told(file, *words, "--prune")
    assert cut["leaves"] <= found["leaves"]
    assert told(file, *words, "--gain", "2")["leaves"] == 1


def test_the_picture_is_whole_and_says_the_rules(file: str, tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    found = told(file, "--leaf", "10", "--svg", str(path), "--language", "ru")
    drawing = Xml.fromstring(path.read_text(encoding="utf-8"))
    cards = [each for each in drawing.iter() if each.get("id", "").startswith("node-")]
    assert len(cards) >= 2 * found["leaves"] - 1
    assert "prefers-color-scheme:dark" in path.read_text(encoding="utf-8")
    assert "очки вместе" in path.read_text(encoding="utf-8")
    assert found["classes"] == ["подсажен", "выполнен"]


def test_some_contracts_only_and_tricks(file: str) -> None:
    assert told(file, "--strain", "nt")["records"] == 120
    assert told(file, "--level", "3", "--strain", "♥")["records"] == 120
    tricks = told(file, "--target", "tricks", "--leaf", "10")
    assert tricks["classes"] == ["7 tricks", "8 tricks", "9 tricks"]


def pbn(path: Path, games: Sequence[GameText]) -> str:
    path.write_text(write_pbn(games), encoding="utf-8")
    return str(path)


def test_what_can_not_be_told_apart_is_one_leaf_that_says_so(tmp_path: Path) -> None:
    games = boards(8)
    one_class = [GameText({**game.tags, "Result": "13"}) for game in games]
    found = told(pbn(tmp_path / "one.pbn", one_class))
    assert (found["leaves"], found["depth"]) == (1, 0)
    assert any("nothing to tell apart" in warning for warning in found["warnings"])
    found = told(pbn(tmp_path / "few.pbn", games), "--columns", "doubled")
    assert found["leaves"] == 1
    assert "the same in all records: doubled" in found["warnings"]
    assert any("the tree is one leaf" in warning for warning in found["warnings"])
    assert "there are only 8 deals, so there are 8 folds instead of 10" in found["warnings"]


def test_one_deal_is_not_tested(tmp_path: Path) -> None:
    found = told(pbn(tmp_path / "one.pbn", boards(1)), "--leaf", "1")
    assert (found["accuracy"], found["interval"], found["folds"]) == (None, None, 0)
    assert (
        "all records are of one deal, so the tree can't be tested on another" in found["warnings"]
    )


def test_games_without_results_are_refused_or_counted(tmp_path: Path, file: str) -> None:
    bare = [board_game(board) for board in deal_set(3, seed=1)]
    path = pbn(tmp_path / "bare.pbn", bare)
    assert refusal(path) == (
        "there is no contract with a result to learn from: 3 games tell no contract with its "
        "declarer and are left out"
    )
    found = told(file, path)
    assert found["records"] == 240
    assert found["warnings"][0].startswith("3 games tell no contract")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "no records are named: give files of played boards, --archive, --event CODE"),
        (["none.pbn"], "there is no file none.pbn"),
        (["--deals", "2", "--columns", "x"], "there is no column 'x'; the columns are points"),
        (["--deals", "2", "--target", "x"], "--target should be makes or tricks, but is 'x'"),
        (["--deals", "2", "--split", "x"], "--split should be values or thresholds, but is 'x'"),
        (["--deals", "2", "--strain", "x"], "there is no strain 'x'"),
        (["--deals", "2", "--contract", "x"], "'x' is no contract"),
        (["--deals", "2", "--contract", "auction"], "--contract auction needs a robot"),
        (["--deals", "2", "--play", "x"], "there is no bot 'x' for bridge"),
        (["--deals", "2", "--svg", "no/x.svg"], "no/x.svg can't be written"),
        (["--deals", "2", "--language", "x"], "there is no language 'x'"),
    ],
)
def test_what_is_wrong_is_a_sentence(words: list[str], sentence: str) -> None:
    assert refusal(*words).startswith(sentence)


def test_files_of_another_kind_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("hello")
    assert refusal(str(other)).endswith("their names end in .pbn, .lin or .jsonl")
    broken = tmp_path / "broken.pbn"
    broken.write_text("hello")
    assert refusal(str(broken)).startswith("there is no contract with a result")
    records = tmp_path / "durak.jsonl"
    other_game = Record("durak", {}, ("a", "b"), "36", actions=(), scores=None)
    records.write_text(f"{other_game.to_line()}\n")
    assert refusal(str(records)).endswith("has a game of durak and not of bridge")
    records.write_text("{}\n")
    assert "line 1" in refusal(str(records))


def test_the_records_of_a_match_and_the_archive(tmp_path: Path) -> None:
    records, db = tmp_path / "match.jsonl", str(tmp_path / "archive.sqlite")
    words = ("--games", "4", "--jobs", "1", "--records", str(records))
    assert igroteka("match", "bridge", "simple", "simple", *words).returncode == 0
    found = told(str(records), "--leaf", "1")
    assert found["records"] == 2 * found["deals"] <= 8
    assert igroteka("import", str(records), "--db", db).returncode == 0
    again = told("--archive", "--db", db, "--leaf", "1")
    assert again["deals"] == found["deals"]


def test_records_are_made_on_the_spot_and_solved_once() -> None:
    words = ("--deals", "3", "--seed", "2", "--where", "ns: 25+ hcp", "--contract", "3NT N")
    found = told(*words, "--double-dummy", "--jobs", "1")
    assert (found["records"], found["double_dummy"]) == (3, 1.0)
    assert told(*words, "--double-dummy") == found
    robots = told(*words, "--play", "simple", "--jobs", "1")
    assert robots["records"] == 3
    both = told(*words, "--contract", "par", "--jobs", "1")
    assert (both["records"], both["deals"]) == (6, 3)


@pytest.mark.slow
def test_robots_are_better_told_by_double_dummy_than_by_their_points() -> None:
    """The three figures on deals bid and played by robots, as docs/bridge-trees.md has them."""
    found = told("--deals", "300", "--play", "simple", "--double-dummy", "--depth", "3")
    assert found["double_dummy"] > found["majority"] + 0.05
    assert found["double_dummy"] > found["accuracy"]
    assert found["accuracy"] > found["majority"] - 0.05
