"""The club commands as directors use them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import igroteka


def movement(*words: str) -> dict[str, Any]:
    done = igroteka("club", "movement", *words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_movement_is_one_object() -> None:
    found = movement("--pairs", "8", "--kind", "howell", "--boards", "21")
    assert list(found) == ["kind", "pairs", "rounds", "balance", "copies"]
    assert (found["kind"], found["pairs"], found["copies"]) == ("howell", 8, 1)
    assert found["balance"] == 100
    assert [len(tables) for tables in found["rounds"]] == [4] * 7
    assert list(found["rounds"][0][0]) == ["table", "ns", "ew", "boards"]
    boards = {n for tables in found["rounds"] for each in tables for n in each["boards"]}
    assert boards == set(range(1, 22))


def test_after_a_round_the_remaining_ones_are_printed() -> None:
    found = movement(
        "--pairs", "9", "--kind", "howell", "--after", "4", "--withdraw", "3", "--late"
    )
    assert found["pairs"] == 10
    assert len(found["rounds"]) == 5
    seated = {each[side] for r in found["rounds"] for each in r for side in ("ns", "ew")}
    assert 10 in seated
    assert 3 not in seated


def test_without_a_kind_movements_are_proposed() -> None:
    found = movement("--pairs", "10")
    assert found["proposals"][0]["kind"] == found["kind"]
    shown = igroteka("club", "movement", "--pairs", "10", "--language", "ru", "--cards")
    assert shown.stdout.startswith("1. короткий Ховелл: 7 туров")
    assert "Номер 10" in shown.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("--pairs", "1"),
        ("--pairs", "8", "--kind", "frob"),
        ("--pairs", "8", "--late"),
        ("--pairs", "8", "--kind", "howell", "--after", "9", "--late"),
        ("--pairs", "8", "--kind", "howell", "--after", "2", "--withdraw", "12"),
        ("--pairs", "8", "--winners", "three"),
        ("--pairs", "8", "--kind", "howell", "--stay", "1", "--stay", "2"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...]) -> None:
    done = igroteka("club", "movement", *words)
    assert done.returncode == 2
    assert done.stderr.startswith("igroteka: ")
    assert done.stderr.count("\n") == 1


EVENING = """board,ns,ew,contract,declarer,lead,tricks,score,adjusted_ns,adjusted_ew
1,6,1,2S,N,H10,+1,140,,
1,2,4,3C,,D10,,800,,
2,6,4,4S,N,,10,,,
2,2,1,,,,,,61,0
"""


def results(tmp_path: Path, *words: str, text: str = EVENING) -> Any:
    file = tmp_path / "evening.csv"
    file.write_text(text, encoding="utf-8")
    return igroteka("club", "results", str(file), *words)


def test_the_protocol_of_two_tables_is_counted(tmp_path: Path) -> None:
    """(140 + 800)/2 = 470, ±330 is ±8 IMPs; 61 % is 3.3 IMPs, 0 % is −15."""
    done = results(tmp_path, "--scoring", "butler", "--json")
    found = json.loads(done.stdout)
    assert [each["board"] for each in found["boards"]] == [1, 2]
    rows = found["boards"][0]["rows"]
    assert [(row["ns"], row["ew"], row["score"]) for row in rows] == [(6, 1, 140), (2, 4, 800)]
    assert [(row["result_ns"], row["result_ew"]) for row in rows] == [(-8, 8), (8, -8)]
    standings = found["standings"]
    assert list(standings[0])[:5] == ["place", "shared", "pair", "line", "result"]
    assert [(each["place"], each["pair"], each["result"]) for each in standings] == [
        *((1, 2, 11.3), (2, 1, -7)),
        *((3, 4, -8), (3, 6, -8)),
    ]


def test_two_lines_may_have_the_same_numbers(tmp_path: Path) -> None:
    text = "board,ns,ew,score\n1,1,1,420\n1,2,2,-50\n"
    done = results(tmp_path, "--scoring", "matchpoints", "--winners", "two", "--json", text=text)
    found = json.loads(done.stdout)
    assert [(each["line"], each["place"], each["pair"]) for each in found["standings"]] == [
        *(("NS", 1, 1), ("NS", 2, 2)),
        *(("EW", 1, 2), ("EW", 2, 1)),
    ]
    assert [row["result_ns"] for row in found["boards"][0]["rows"]] == [2, 0]
    told = results(tmp_path, "--winners", "two", "--explain", "EW2", text=text).stdout
    assert told.startswith("number EW2, 1 result, in %: 100\n  board 1 against 2: 100")


def test_standings_and_travellers_are_printed_and_explained(tmp_path: Path) -> None:
    told = results(tmp_path, "--language", "ru").stdout
    assert all(word in told for word in ("место", "пара", "сдача 2", "контракт", "3–4"))
    told = results(tmp_path, "--scoring", "cross-imps", "--explain", "1:2").stdout
    assert "against 1 score of 140: difference 660 is 12 IMPs" in told
    assert results(tmp_path, "--explain", "2").stdout.startswith("number 2, 2 results, in %")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--scoring", "frob"), "there is no scoring 'frob'; there are matchpoints"),
        (("--winners", "three"), "--winners should be one or two"),
        (("--explain", "7:1"), "--explain 7:1 should be a pair of the file"),
        (("--scoring", "compensation"), "needs the cards, in a column deal"),
    ],
)
def test_results_that_cannot_be_told_are_refused(
    tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    done = results(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    done = results(tmp_path, text=EVENING + "3,6,1,4S,N,,14,,,\n")
    assert done.returncode == 2
    assert "evening.csv: line 6: '4S N +4' would be 14 tricks of 13" in done.stderr
