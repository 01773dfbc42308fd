"""`igroteka bridge dd` as people use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import igroteka

PBN = """[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]
[Declarer "N"]
[Contract "7NT"]
[Result "13"]
[Play "E"]
S7 S3 S2 SA
*
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "deals.pbn"
    path.write_text(PBN)
    return str(path)


def test_a_board_is_shown_with_its_twenty_results_and_par(file: str) -> None:
    done = igroteka("bridge", "dd", file)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Board 1, dealer North, vulnerable: None",
        "         ♣   ♦   ♥   ♠  NT",
        "North   12  12  12  13  13",
        "South   12  12  12  13  13",
        "East     1   1   1   0   0",
        "West     1   1   1   0   0",
        "par +1520 (7NT NS =)",
    ]


def test_the_same_as_json_with_the_cards_that_cost_tricks(file: str) -> None:
    done = igroteka("bridge", "dd", file, "--json", "--cards")
    told = json.loads(done.stdout)
    assert told["boards"][0]["tricks"]["N"]["NT"] == 13
    assert told["boards"][0]["par"] == {"score": 1520, "contracts": ["7NT NS ="]}
    assert "cards" not in told


def test_a_file_without_hands_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.pbn"
    path.write_text('[Board "1"]\n[Dealer "N"]\n')
    done = igroteka("bridge", "dd", str(path))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(
        "holds no board with all four hands; see `igroteka bridge dd --help`"
    )
