"""The club commands as directors use them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.test_commands import igroteka


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
