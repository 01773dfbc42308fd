"""Clocks outlive the server: what was thought is kept, and what nobody could use is not counted."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from igroteka import registry
from igroteka.archive import Archive, ArchiveError, queries
from igroteka.tables import live_tables
from igroteka.tables.live_tables import CLOCK_PERIOD
from igroteka.tables.setting import Clock
from igroteka.tables.storage import keep_settings
from igroteka.tables.table import Table
from igroteka.text import Text
from tests.web import house as outside
from tests.web.visiting import House

MINUTES = 10
LONGEST_WAIT = 60.0


def seated(house: House, **rules: Any) -> Table:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    chairs = anna.chair("Anna"), boris.chair("Boris")
    return house.seat("draughts", {}, *chairs, clock=Clock(60.0 * MINUTES), **rules)


def left(table: Table, seat: int = 0) -> float:
    seconds = table.clock.left(seat)
    assert seconds is not None
    return 60.0 * MINUTES - seconds


def thought_of(house: House, number: int) -> Any:
    setting: Any = house.live_tables.archive.read(queries.game, number).setting
    return setting["thought"]


def test_what_was_thought_is_there_again_when_the_house_opens(tmp_path: Path) -> None:
    with House(tmp_path).open() as house:
        number = seated(house).number
        house.table(number).clock._since -= 100.0
    time.sleep(0.2)
    with House(tmp_path).open() as house:
        assert 100.0 <= left(house.table(number)) < 160.0
        assert left(house.table(number), seat=1) == 0


def test_what_was_thought_before_a_pause_outlives_the_server(tmp_path: Path) -> None:
    with House(tmp_path).open() as house:
        table = seated(house)
        table.clock._since -= 100.0
        anna = table.setting.chairs[0].holders[0]

        async def paused() -> None:
            from igroteka.tables import requests

            await requests.pause(table, anna, True)

        house.wait_for(paused)
        assert thought_of(house, table.number)["seconds"] >= 100.0
    with House(tmp_path).open() as house:
        again = house.table(table.number)
        assert again.phase == "paused"
        assert left(again) >= 100.0


def test_a_thought_belongs_to_its_move_alone(house: House) -> None:
    table = seated(house)
    table.clock._since -= 100.0
    house.wait_for(house.live_tables.keep_clocks)
    assert thought_of(house, table.number)["after"] is None
    house.wait_for(table.move, table.setting.chairs[0].holders[0], "c3-d4")
    house.wait_for(house.live_tables.keep_clocks)
    assert left(house.table(table.number), seat=0) >= 100.0
    stored = house.live_tables.archive.read(queries.game, table.number)
    recalled = house.live_tables._recalled(stored, table.fence)
    assert left(recalled, seat=0) >= 100.0, "the move took so long"
    assert left(recalled, seat=1) < 60.0, "the next one did not"


def test_the_clocks_of_many_tables_are_one_change(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [seated(house) for _ in range(20)]
    for table in tables[:15]:
        table.clock._since -= 100.0
    seen: list[Any] = []
    write = house.live_tables.house.write

    async def counted(change: Any, *args: Any) -> Any:
        seen.append((change, *args))
        return await write(change, *args)

    monkeypatch.setattr(house.live_tables.house, "write", counted)
    house.wait_for(house.live_tables.keep_clocks, 50.0)
    assert [change for change, *_ in seen] == [keep_settings]
    assert [number for number, *_ in seen[0][1]] == [table.number for table in tables[:15]]
    house.wait_for(house.live_tables.keep_clocks, 50.0)
    assert len(seen) == 1, "what is stored is not stored again"


def test_tables_without_clocks_and_paused_ones_are_not_written(house: House) -> None:
    for table in (seated(house, paused=True), seated(house)):
        table.clock._since -= 100.0
    table.setting.clock = None
    assert [each.clock.unkept for each in house.live_tables.tables] == [0.0, 0.0]


# --- more tables than the house has at hand ---


@pytest.fixture
def small(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house that has two tables at hand."""
    monkeypatch.setattr(live_tables, "MOST_TABLES", 2)
    return house


def at_hand(house: House) -> list[int]:
    return [table.number for table in house.live_tables.tables]


def test_abandoned_tables_with_running_clocks_are_put_away(small: House) -> None:
    numbers = [seated(small).number for _ in range(6)]
    assert at_hand(small) == numbers[-2:]


def test_the_clock_of_a_table_that_was_put_away_stands_until_it_is_opened(
    small: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(small)
    small.wait_for(table.move, table.setting.chairs[0].holders[0], "c3-d4")
    table.clock._since -= 100.0
    small.wait_for(small.live_tables.keep_clocks)
    for _ in range(2):
        seated(small)
    assert table.number not in at_hand(small)
    assert table.clock._flag is not None
    assert table.clock._flag.cancelled(), "nobody loses on time while the table is away"
    later = SimpleNamespace(monotonic=lambda: time.monotonic() + 300.0)
    monkeypatch.setattr("igroteka.tables.clock.time", later)
    again = small.table(table.number)
    assert again is not table
    assert 100.0 <= left(again, seat=1) < 160.0
    assert again.clock._flag is not None
    assert not again.clock._flag.cancelled(), "the clock runs again"


def test_a_clock_that_is_not_stored_keeps_its_table_at_hand(
    small: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: float) -> None:
        raise ArchiveError(Text("the disk is full"))

    with monkeypatch.context() as full:
        full.setattr(small.live_tables, "keep_clocks", fails)
        table = seated(small)
        table.clock._since -= 100.0
        seated(small)
        seated(small)
        assert table.number in at_hand(small)


def test_a_table_with_somebody_at_it_stays_at_hand(small: House) -> None:
    anna = small.visitor("Anna")
    clock = Clock(60.0 * MINUTES)
    table = small.seat("draughts", {}, anna.chair("Anna"), anna.chair("Boris"), clock=clock)
    with anna.at(table.number) as screen:
        others = [seated(small).number for _ in range(4)]
        assert at_hand(small) == [table.number, others[-1]]
        screen.play("c3-d4")


def test_a_table_that_was_just_opened_stays_at_hand(small: House) -> None:
    anna = small.visitor("Anna")
    tables = [seated(small) for _ in range(2)]
    with anna.at(tables[0].number), anna.at(tables[1].number):
        new = seated(small)
        assert small.table(new.number) is new


def stored_seconds(database: str, number: int) -> float:
    with Archive.open(database, registry) as archive:
        setting: Any = archive.read(queries.game, number).setting
    return float(setting["thought"]["seconds"]) if setting["thought"] else 0.0


@pytest.mark.slow
def test_a_kill_costs_a_few_seconds_of_thinking_and_the_time_after_it_none(tmp_path: Path) -> None:
    """Both bounds hold however slow the machine is."""
    house = outside.House(tmp_path)
    try:
        opened = time.monotonic()
        house.start()
        with httpx.Client(base_url=house.address) as client:
            tokens = [client.post("/api/programs", json={"name": name}).json()["token"]
                      for name in ("left", "right")]  # fmt: skip
            client.headers["Authorization"] = f"Bearer {tokens[0]}"
            wish = {"game": "draughts", "minutes": MINUTES}
            table = client.post("/api/tables", json=wish).raise_for_status().json()
            number, key = table["table"]["number"], table["invitations"][0]["key"]
            other = {"Authorization": f"Bearer {tokens[1]}"}
            client.post(f"/api/tables/{number}/seats/{key}", headers=other).raise_for_status()
        patience = time.monotonic() + LONGEST_WAIT
        while (kept := stored_seconds(house.database, number)) < 1.5 * CLOCK_PERIOD:
            assert time.monotonic() < patience, "the clock is not stored"
            time.sleep(0.1)
        house.kill()
        played = time.monotonic() - opened
        time.sleep(3.0)
        reopened = time.monotonic()
        house.start()
        with httpx.Client(base_url=house.address) as client:
            client.headers["Authorization"] = f"Bearer {tokens[0]}"
            seen = client.get(f"/api/tables/{number}").raise_for_status().json()
        played += time.monotonic() - reopened
    finally:
        house.kill()
    used = 60 * MINUTES - seen["seats"][0]["clock"]
    assert kept <= used + 0.1
    assert used <= played + 0.1
