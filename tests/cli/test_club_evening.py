"""A simulated evening and its files, as a director gets them on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import igroteka


def simulated(db: Path, seed: int = 5) -> dict[str, Any]:
    done = igroteka(
        *("club", "simulate", "--pairs", "4", "--boards", "6", "--json"),
        *("--seed", str(seed), "--db", str(db)),
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    db = tmp_path_factory.mktemp("evening") / "a.db"
    return db, simulated(db)


def test_the_same_seed_holds_the_same_evening(kept: tuple[Path, dict[str, Any]]) -> None:
    db, first = kept
    again = simulated(db)
    assert again.pop("event") != first["event"]
    assert again == {name: value for name, value in first.items() if name != "event"}
    assert len(first["rows"]) == 2 * len(first["deals"])
    assert sum(each["result"] * each["boards"] for each in first["standings"]) == pytest.approx(
        50 * sum(each["boards"] for each in first["standings"])
    )
    assert simulated(db, seed=6)["deals"] != first["deals"]


def test_an_evening_is_exported_and_counted_again(
    kept: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    db, evening = kept
    where = (evening["event"], "--db", str(db))
    csv = tmp_path / "evening.csv"
    done = igroteka("club", "export", *where, "--format", "csv", "--output", str(csv))
    assert done.returncode == 0, done.stderr
    counted = json.loads(igroteka("club", "results", str(csv), "--json").stdout)
    results = [{each["pair"]: each["result"]} for each in counted["standings"]]
    assert results == [{each["pair"]: each["result"]} for each in evening["standings"]]
    pbn = igroteka("club", "export", *where, "--format", "pbn").stdout
    assert pbn.count("[ScoreTable ") == len(evening["deals"])
    assert "<USEBIO" in igroteka("club", "export", *where, "--format", "usebio").stdout
    page = igroteka("club", "export", *where, "--format", "html", "--language", "ru").stdout
    assert page.startswith("<!doctype html>")
    assert "<script" not in page
    assert "Личные карточки" in page


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("simulate", "--pairs", "1"), "a movement is for 4"),
        (("export", "nobody"), "there is no event"),
        (("export", "nobody", "--format", "xls"), "there is no"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    words: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    done = igroteka("club", *words, "--db", str(tmp_path / "a.db"))
    assert done.returncode == 2
    assert why in done.stderr
    assert "Traceback" not in done.stderr
