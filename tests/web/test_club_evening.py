"""A whole evening: 26 pairs, 13 phones that lose the network, a server that is killed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from igroteka import registry
from igroteka.archive.events import StoredEvent
from igroteka.archive.store import Archive
from igroteka.club.deeds import Corrected
from igroteka.club.director_deeds import Opened, Seated
from igroteka.club.event import State
from igroteka.club.events import Draft, Events, Kept
from igroteka.club.links import Role
from igroteka.club.movements.kinds import Plan, make_movement
from tests.club.evenings import pair
from tests.club.phones import TIMEOUT, Phone, in_turn
from tests.web.house import House

PAIRS = 26


def _set_up(database: str) -> StoredEvent:
    """26 pairs in a Mitchell of 13 tables."""
    with Archive.open(database, registry) as archive:
        events = Events(archive)
        opened = Opened("Evening", "2026-11-16", "bridge", "matchpoints", {})
        kept = events.open(Draft("opened", "director", opened), "bridge")
        movement = make_movement("mitchell", Plan(PAIRS, 26))
        deeds = [
            *map(pair, range(1, PAIRS + 1)),
            Seated("A", tuple(range(1, PAIRS + 1)), 1, movement),
        ]
        drafts = [Draft(f"set up {n}", "director", deed) for n, deed in enumerate(deeds)]
        assert not any(r.refusal for r in events.propose(kept.stored.code, drafts).result())
        return kept.stored


def _kept(database: str, code: str) -> Kept:
    with Archive.open(database, registry) as archive:
        return Events(archive).now(code)


def _phones(kept: Kept, rng: random.Random) -> list[Phone]:
    event = kept.event
    return [
        Phone(
            Role("table", table).path(kept.stored),
            table,
            [play.slot._asdict() for play in event.all_plays() if play.slot.table == table],
            random.Random(rng.random()),
        )
        for table in event.tables
    ]


def _evening(folder: Path, seed: int, kills: int) -> None:
    """Play it all; at the end the log has what was played, and every correction."""
    rng = random.Random(seed)
    house = House(folder)
    stored = _set_up(house.database)
    phones = _phones(_kept(house.database, stored.code), rng)
    director = Role("director").path(stored)
    plays = sum(1 for _ in _kept(house.database, stored.code).event.all_plays())
    killed_at = set(rng.sample(range(plays), kills))
    corrected: dict[tuple[int, int, int], str] = {}
    refused: list[str] = []
    house.start()
    try:
        with httpx.Client(base_url=house.address, timeout=TIMEOUT) as client:
            for number, phone in enumerate(in_turn(phones, rng)):
                if number in killed_at:
                    house.kill()
                    phone.send(client)
                    house.start()
                if rng.random() < 0.6:
                    refused += phone.send(client)
                if number % 40 == 39 and not phone.waiting:
                    corrected |= _correct(client, director, phone, number)
            for phone in phones:
                while phone.waiting:
                    refused += phone.send(client)
    finally:
        house.kill()
    assert refused == []
    _check(_kept(house.database, stored.code), phones, corrected)


def _correct(
    client: httpx.Client, director: str, phone: Phone, number: int
) -> dict[tuple[int, int, int], str]:
    """The director sets what this phone has entered last."""
    (round_number, board), _ = list(phone.entered.items())[-1]
    slot: dict[str, Any] = {"round": round_number, "table": phone.table, "board": board}
    body = {**slot, "result": "60/40", "reason": "late"}
    deed = {"key": f"director {number}", "kind": "corrected", "body": body}
    for _ in range(2):
        (reply,) = client.post(f"{director}/deeds", json=[deed]).json()["replies"]
        assert reply["refusal"] is None
    return {(round_number, phone.table, board): "60/40"}


def _check(kept: Kept, phones: list[Phone], corrected: dict[tuple[int, int, int], str]) -> None:
    expected = {
        (round_number, phone.table, board): result
        for phone in phones
        for (round_number, board), result in phone.entered.items()
    }
    found = {tuple(slot): play.result for slot, play in kept.event.plays.items()}
    assert found == {**expected, **corrected}
    states = {play.state for play in kept.event.plays.values()}
    assert states == {State.CONFIRMED, State.SET}
    keys = [each.key for each in kept.log]
    assert len(keys) == len(set(keys))
    setting = [each.deed for each in kept.log if isinstance(each.deed, Corrected)]
    assert {tuple(deed.slot) for deed in setting} == set(corrected)
    assert corrected
    assert len(kept.results.standings) == PAIRS


def test_what_was_played_is_what_is_stored(tmp_path: Path) -> None:
    _evening(tmp_path, seed=1, kills=2)


@pytest.mark.slow
def test_fifty_kills_cost_nothing(tmp_path: Path) -> None:
    _evening(tmp_path, seed=2, kills=50)
