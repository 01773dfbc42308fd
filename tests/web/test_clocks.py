"""Clocks outlive the server: what was thought is kept, and what nobody could use is not counted."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from igroteka.archive import Archive, queries
from igroteka.web.live.hall import CLOCK_PERIOD
from igroteka.web.live.keeping import keep_settings
from igroteka.web.live.setting import Clock
from igroteka.web.live.table import Table
from tests.web import house as outside
from tests.web.visiting import House

MINUTES = 10
LONGEST_WAIT = 60.0


def seated(house: House, **rules: Any) -> Table:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    chairs = anna.chair("Anna"), boris.chair("Boris")
    return house.seat("draughts", {}, *chairs, clock=Clock(60.0 * MINUTES), **rules)


def left(table: Table, seat: int = 0) -> float:
    seconds = table.clock(seat)
    assert seconds is not None
    return 60.0 * MINUTES - seconds


def thought_of(house: House, number: int) -> Any:
    setting: Any = house.hall.archive.read(queries.game, number).setting
    return setting["thought"]


def test_what_was_thought_is_there_again_when_the_house_opens(tmp_path: Path) -> None:
    with House(tmp_path).open() as house:
        number = seated(house).number
        house.table(number)._since -= 100.0
    time.sleep(0.2)
    with House(tmp_path).open() as house:
        assert 100.0 <= left(house.table(number)) < 160.0
        assert left(house.table(number), seat=1) == 0


def test_what_was_thought_before_a_pause_outlives_the_server(tmp_path: Path) -> None:
    with House(tmp_path).open() as house:
        table = seated(house)
        table._since -= 100.0
        anna = table.setting.chairs[0].holders[0]

        async def paused() -> None:
            from igroteka.web.live import wishes

            await wishes.pause(table, anna, True)

        house.wait_for(paused)
        assert thought_of(house, table.number)["seconds"] >= 100.0
    with House(tmp_path).open() as house:
        again = house.table(table.number)
        assert again.phase == "paused"
        assert left(again) >= 100.0


def test_a_thought_belongs_to_its_move_alone(house: House) -> None:
    table = seated(house)
    table._since -= 100.0
    house.wait_for(house.hall.keep_clocks)
    assert thought_of(house, table.number)["after"] is None
    house.wait_for(table.move, table.setting.chairs[0].holders[0], "c3-d4")
    house.wait_for(house.hall.keep_clocks)
    assert left(house.table(table.number), seat=0) >= 100.0
    stored = house.hall.archive.read(queries.game, table.number)
    recalled = house.hall._recalled(stored)
    assert left(recalled, seat=0) >= 100.0, "the move took so long"
    assert left(recalled, seat=1) < 60.0, "the next one did not"


def test_the_clocks_of_many_tables_are_one_change(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [seated(house) for _ in range(20)]
    for table in tables[:15]:
        table._since -= 100.0
    seen: list[Any] = []
    write = house.hall.house.write

    async def counted(change: Any, *args: Any) -> Any:
        seen.append((change, *args))
        return await write(change, *args)

    monkeypatch.setattr(house.hall.house, "write", counted)
    house.wait_for(house.hall.keep_clocks, 50.0)
    assert [change for change, *_ in seen] == [keep_settings]
    assert [number for number, _ in seen[0][1]] == [table.number for table in tables[:15]]
    house.wait_for(house.hall.keep_clocks, 50.0)
    assert len(seen) == 1, "what is stored is not stored again"


def test_tables_without_clocks_and_paused_ones_are_not_written(house: House) -> None:
    for table in (seated(house, paused=True), seated(house)):
        table._since -= 100.0
    table.setting.clock = None
    assert [each.unkept for each in house.hall.tables] == [0.0, 0.0]


def stored_seconds(database: str, number: int) -> float:
    with Archive.open(database) as archive:
        setting: Any = archive.read(queries.game, number).setting
    return float(setting["thought"]["seconds"]) if setting["thought"] else 0.0


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
