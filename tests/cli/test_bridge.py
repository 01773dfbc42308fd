"""The bridge commands as people use them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from igroteka.games.bridge.formats.pbn_reader import read_pbn
from tests.cli.running import igroteka

FILES = Path("tests/games/bridge/files")


def bridge(*words: str) -> str:
    done = igroteka("bridge", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def bridge_json(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(bridge(*words, "--json"))
    return found


def test_a_result_is_scored_step_by_step() -> None:
    assert bridge("score", "4SX-1", "--vul", "ns") == (
        "4♠ doubled, vulnerable, 1 down: −200\n  undertrick 1: −200\n"
    )


@pytest.mark.parametrize(
    ("words", "score", "ns"),
    [
        (("3NT+1",), 430, 430),
        (("2♥=",), 110, 110),
        (("1NTXX-3", "--vul", "all"), -1600, -1600),
        (("4S=", "--vul", "ew", "--declarer", "E"), 620, -620),
        (("4S E =", "--vul", "ns"), 420, -420),
        (("pass",), 0, 0),
    ],
)
def test_results_are_typed_as_players_write_them(
    words: tuple[str, ...], score: int, ns: int
) -> None:
    found = bridge_json("score", *words)
    assert (found["score"], found["ns"]) == (score, ns)
    assert sum(step["amount"] for step in found["steps"]) == score


def test_steps_are_told_in_russian() -> None:
    assert bridge("score", "4SX-1", "--vul", "ns", "--language", "ru") == (
        "4♠ с контрой, в зоне, 1 недобранная взятка: −200\n  1-я недобранная взятка: −200\n"
    )
    found = bridge_json("imps", "430", "--language", "ru")
    assert found["title"] == "разница 430 в импах"
    assert found["steps"][0]["text"] == "разница от 430 и меньше 500 стоит 10"


@pytest.mark.parametrize("command", ["matchpoints", "cross-imps", "butler"])
def test_a_board_in_russian_has_no_english_head(command: str) -> None:
    told = bridge(command, "420", "-50", "60/40", "--language", "ru")
    assert all(head in told for head in ("стол", "результат", "С–Ю", "В–З"))
    assert not re.findall(r"[A-Za-z]{2,}", told)


def test_figures_are_converted() -> None:
    assert bridge_json("imps", "430")["imps"] == 10
    assert bridge_json("imps", "-430")["imps"] == -10
    assert bridge_json("vp", "10", "--boards", "16")["vp"] == 12.8
    assert bridge_json("vp", "-10", "--boards", "16")["other"] == 12.8
    neuberg = bridge("neuberg", "12", "--actual", "7", "--expected", "10")
    assert neuberg.startswith("7 scores instead of 10, by Neuberg's formula: 17.6\n")
    compensated = bridge_json("compensation", "-50", "--points", "24", "--vul", "all")
    assert compensated["figure"] == -8


def test_a_boards_scores_are_compared() -> None:
    tables = bridge_json("matchpoints", "420", "-50", "60/40", "-")["tables"]
    assert [table["ns"] for table in tables] == [5, 1, 3.6, None]
    assert [table["ns"] for table in bridge_json("cross-imps", "420", "-50")["tables"]] == [10, -10]
    assert [table["ns"] for table in bridge_json("butler", "140", "800")["tables"]] == [-8, 8]
    assert "the mean of 800, 140 is 470, the datum 470" in bridge("butler", "140", "800")


def test_tables_may_be_told_as_they_were_played() -> None:
    """Vulnerable, 620 and −100: a half of each ties a half of both, 2 of 4."""
    results = ("4S N =", "4S N -1", "50% 4S N =; 50% 4S N -1")
    tables = bridge_json("matchpoints", *results, "--vul", "ns")["tables"]
    assert [table["ns"] for table in tables] == [3.5, 0.5, 2]
    assert "matchpoints for a score of 620" in bridge("matchpoints", *results, "--vul", "ns")


def test_boards_are_dealt_drawn_and_kept(tmp_path: Path) -> None:
    drawn = bridge("deal", "--seed", "3")
    assert drawn.startswith("Board 1, dealer North, vulnerable: None\n")
    assert drawn.count("♠") == 4
    file = tmp_path / "set.pbn"
    where = ("--where", "north: 15-17 hcp balanced")
    assert bridge("deal", "--boards", "4", *where, "--output", str(file)) == (
        f"4 boards in {file}\n"
    )
    reading = read_pbn(file.read_bytes())
    assert [game.number for game in reading.games] == [1, 2, 3, 4]
    assert bridge_json("deal", "--boards", "4", *where)["boards"] == [
        str(game.board) for game in reading.games
    ]


@pytest.mark.parametrize("suffix", [".pbn", ".json", ".xml"])
def test_files_are_converted(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"out{suffix}"
    told = bridge("convert", str(FILES / "pbn" / "club-results.pbn"), str(target))
    assert told == f"7 games in {target}\n"
    assert "6NT" in target.read_text(encoding="utf-8")


def test_a_file_with_problems_is_converted_and_the_problems_are_told(tmp_path: Path) -> None:
    source = FILES / "wrong" / "insufficient-bid.pbn"
    done = igroteka("bridge", "convert", str(source), str(tmp_path / "out.pbn"))
    assert done.returncode == 0
    assert "line 7: call 4: 1♥ is not higher than 1♠" in done.stderr


def test_files_are_checked() -> None:
    good = str(FILES / "lin" / "vugraph.lin")
    assert bridge("check", good) == f"{good}: 4 games, 0 problems\n"
    one = str(FILES / "lin" / "claim.lin")
    assert bridge("check", one) == f"{one}: 1 game, 0 problems\n"
    wrong = igroteka("bridge", "check", good, str(FILES / "wrong" / "revoke-not-marked.pbn"))
    assert wrong.returncode == 1
    assert "line 9: West plays ♥K but holds ♦Q853" in wrong.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("score", "8S="), "'8S=' is no result"),
        (("score", "7NT+1"), "would be 14 tricks of 13"),
        (("score", "4S=", "--vul", "me"), "--vul me should be none, ns, ew or all"),
        (("score", "4S=", "--declarer", "Q"), "is none of N, E, S and W"),
        (("score", "4S=", "--language", "fr"), "no language 'fr'"),
        (("imps", "many"), "DIFFERENCE"),
        (("vp", "10"), "--boards"),
        (("matchpoints", "4S"), "is no result of a table"),
        (("matchpoints", "1", "2", "--expected", "1"), "2 tables can't be more than the 1"),
        (("butler", "1", "--datum", "mode"), "no datum 'mode'"),
        (("neuberg", "99", "--actual", "3", "--expected", "4"), "0 to 4 matchpoints, not 99"),
        (("compensation", "0", "--points", "50"), "can't have 50 high-card points"),
        (("compensation", "0", "--points", "20", "--table", "x"), "no compensation table 'x'"),
        (("deal", "--where", "15 hcp"), "does not say whose hand"),
        (("deal", "--give", "north: S1"), "is no card"),
        (("deal", "--give", "south: SA SA"), "♠A is given to South twice"),
        (("deal", "--where", "n: 37 hcp", "--tries", "1000"), "none of 1,000 random deals fits"),
        (("deal", "--where", "n: 41 hcp"), "at least 41 would be needed, and at most 37"),
        (("deal", "--output", "/proc/none/x.pbn"), "can't be written"),
        (("convert", "README.md", "x.pbn"), "is no file of boards"),
        (("convert", "nothing.pbn", "x.pbn"), "nothing.pbn can't be read"),
        (("convert", "nothing.pbn", "x.doc"), "x.doc should end in .pbn, .lin, .json, .xml"),
        (("check", "nothing.lin"), "nothing.lin can't be read"),
        (("frob",), "No such command 'frob'"),
    ],
)
def test_what_is_typed_wrong_gets_one_sentence_and_status_two(
    words: tuple[str, ...], sentence: str
) -> None:
    done = igroteka("bridge", *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.startswith("igroteka: ")
    assert done.stderr.count("\n") == 1
