"""One review: terminal and site think the same of a game, keep it, and do nothing twice."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from igroteka import registry
from igroteka.archive import Archive, queries
from igroteka.archive.importing import Source, Stored, take_in
from igroteka.archive.verdicts import keep_verdict, kept_verdicts
from igroteka.cli import app
from igroteka.contract import Json, View
from igroteka.games.draughts.bots.engine_bot import EngineBot
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.record import Record
from igroteka.records.verdict import Adviser, Verdict
from igroteka.registry import game_class, make_game
from igroteka.study.review import chosen_adviser
from igroteka.tables.bot_pool import BotPool
from igroteka.web.analyses import Analyses
from tests.web.house import House
from tests.web.random_games import ADVISERS, a_game


def kept(folder: Path, file: str, record: Record) -> tuple[str, int]:
    """An archive with this game: its file, and the game's number."""
    db = str(folder / file)
    with Archive.open(db, registry) as archive:
        (stored,) = take_in(archive, [AnnotatedGame.plain(record)], Source("import:json"))
    assert isinstance(stored, Stored)
    return db, stored.id


def at_the_terminal(db: str, number: int, *words: str) -> Json:
    done = CliRunner().invoke(app, ["analyse", str(number), "--db", db, "--all", "--json", *words])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


class CountingPool(BotPool):
    """Counts what it is asked."""

    asked = 0

    async def ask_at_leisure(self, work: Callable[..., Any], question: Any, patience: float) -> Any:
        self.asked += 1
        return await super().ask_at_leisure(work, question, patience)


def on_the_site(db: str, number: int) -> tuple[Json, int]:
    """What the page would show in the end, and how many questions the bots were asked."""

    async def shown(archive: Archive, pool: BotPool) -> Json:
        analyses = Analyses(archive, pool)
        stored = archive.read(queries.game, number)
        game = make_game(stored.game, stored.options)
        analysis = await analyses.begin(game, stored, "Anna")
        assert await analyses.begin(game, stored, "Anna") is analysis
        assert await analyses.find(game, stored, "Anna") is analysis
        while analysis.done < analysis.total:
            await asyncio.sleep(0.05)
        return analysis.to_json(str)  # type: ignore[arg-type]

    pool = CountingPool(1)
    try:
        with Archive.open(db, registry) as archive:
            return asyncio.run(shown(archive, pool)), pool.asked
    finally:
        pool.close()


def verdicts(db: str, number: int, adviser: Adviser) -> dict[int, Verdict | None]:
    with Archive.open(db, registry) as archive:
        return archive.read(kept_verdicts, number, adviser)


@pytest.mark.parametrize("name", ADVISERS)
def test_terminal_and_site_think_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_class(name), "adviser", ADVISERS[name])
    record = a_game(name)
    adviser = chosen_adviser(make_game(name, record.options))
    here, number = kept(tmp_path, "here.sqlite", record)
    there, same = kept(tmp_path, "there.sqlite", record)
    told = at_the_terminal(here, number)
    shown, asked = on_the_site(there, same)
    assert verdicts(here, number, adviser) == verdicts(there, same, adviser)
    assert shown["problem"] is None
    assert shown["total"] == shown["done"] == asked >= len(told["moves"]) > 5
    for mine, theirs in zip(told["moves"], shown["moves"], strict=True):
        for field in ("number", "seat", "cost", "mark", "best", "reply", "proven", "sentence"):
            assert mine[field] == theirs[field]
    assert told["turning_point"] == shown["turning"]


def test_a_file_is_judged_as_a_kept_game_is(tmp_path: Path) -> None:
    record = a_game("durak")
    db, number = kept(tmp_path, "archive.sqlite", record)
    file = tmp_path / "game.jsonl"
    file.write_text(record.to_line() + "\n", encoding="utf-8")
    bot = ("--bot", ADVISERS["durak"])
    alone = CliRunner().invoke(app, ["analyse", str(file), "--all", "--json", *bot])
    assert json.loads(alone.output) == at_the_terminal(db, number, *bot)


class Tally:
    """Counts what happens in this process and in those that are forked from it."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def add(self) -> None:
        with self._file.open("a") as file:
            file.write(".")

    def __len__(self) -> int:
        return len(self._file.read_text()) if self._file.exists() else 0


@pytest.fixture
def analysed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tally:
    """Every view that the engine of draughts analyses."""
    tally = Tally(tmp_path / "analysed")
    original = EngineBot.analyse

    def counted(self: EngineBot, view: View) -> Any:
        tally.add()
        return original(self, view)

    monkeypatch.setattr(EngineBot, "analyse", counted)
    return tally


def test_nothing_is_worked_out_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, analysed: Tally
) -> None:
    monkeypatch.setattr(game_class("draughts"), "adviser", ADVISERS["draughts"])
    record = a_game("draughts")
    db, number = kept(tmp_path, "archive.sqlite", record)
    first = at_the_terminal(db, number)
    assert len(analysed) == first["decisions"] > 10
    assert at_the_terminal(db, number) == first
    assert len(analysed) == first["decisions"]
    assert on_the_site(db, number)[1] == 0
    other, again = kept(tmp_path, "other.sqlite", record)
    adviser = chosen_adviser(make_game("draughts", record.options))
    some = list(verdicts(db, number, adviser).items())[1::2]
    with Archive.open(other, registry) as archive:
        for move, verdict in some:
            archive.apply(keep_verdict, again, move, adviser, verdict)
            archive.apply(keep_verdict, again, move, adviser, None)
    shown, asked = on_the_site(other, again)
    assert asked == first["decisions"] - len(some)
    assert [move["cost"] for move in shown["moves"]] == [move["cost"] for move in first["moves"]]


def test_another_version_or_bot_thinks_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, analysed: Tally
) -> None:
    db, number = kept(tmp_path, "archive.sqlite", a_game("draughts", length=10))
    bot = ("--bot", "engine(depth=2)")
    at_the_terminal(db, number, *bot)
    once = len(analysed)
    at_the_terminal(db, number, "--bot", "engine( depth=2 )")
    assert len(analysed) == once
    monkeypatch.setattr(EngineBot, "version", "other")
    at_the_terminal(db, number, *bot)
    assert len(analysed) == 2 * once


@pytest.mark.slow
def test_an_analysis_outlives_a_kill(tmp_path: Path, analysed: Tally) -> None:
    """The server is killed in the middle; started again it goes on, and the terminal agrees."""
    house = House(tmp_path)
    record = replace(a_game("draughts", seed=3), started=None)
    _, number = kept(tmp_path, "games.db", record)
    address = house.start()
    try:
        with httpx.Client(base_url=address, timeout=60) as client:
            before = _wait(client, number, lambda found: found["done"] >= 3)
        house.kill()
        stored = verdicts(house.database, number, chosen_adviser(make_game("draughts", {})))
        assert len(stored) >= before["done"]
        assert len(stored) < before["total"]
        house.start()
        with httpx.Client(base_url=address, timeout=60) as client:
            again = client.get(f"/game/{number}/analysis").json()
            assert again["done"] >= len(stored)
            assert again["moves"][: len(before["moves"])] == before["moves"]
            whole = _wait(client, number, lambda found: found["done"] == found["total"])
    finally:
        house.kill()
    told = at_the_terminal(house.database, number)
    assert not analysed
    assert [(move["number"], move["best"], move["cost"]) for move in told["moves"]] == [
        (move["number"], move["best"], move["cost"]) for move in whole["moves"]
    ]


def _wait(client: httpx.Client, number: int, until: Callable[[Json], bool]) -> Json:
    for _ in range(2400):
        found = client.get(f"/game/{number}/analysis").json()
        if until(found):
            return found
        time.sleep(0.05)
    raise AssertionError("the analysis does not come to an end")
