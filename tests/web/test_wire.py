"""The wire between a table and a page: rubbish, floods, slow readers, returns and restarts."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from igroteka.basics.house_fault import HouseFault
from igroteka.web import socket
from igroteka.web.socket import LONGEST_LINE, LONGEST_MESSAGE, Wire
from igroteka.web.visitors import Guest
from tests.web.visiting import LONGEST_WAIT, House, Screen, bot

RUBBISH = [
    "",
    "{",
    "null",
    "[]",
    '"c3-d4"',
    "{}",
    "[" * 4000,
    '{"action": 7}',
    '{"action": null}',
    '{"action": ["c3-d4"]}',
    '{"action": ""}',
    '{"action": "\\ud800"}',
    '{"action": "c3-d4", "seat": "0"}',
    '{"action": "c3-d4", "seat": 1e400}',
    '{"action": "c3-d4", "after": "0"}',
    '{"action": "c3-d4", "after": true}',
    '{"action": "c3-d4", "after": 1e400}',
    '{"action": "' + "9" * 4000 + '"}',
    '{"unknown": true}',
    "x" * (LONGEST_MESSAGE + 1),
    '{"answer": {}}',
]


@pytest.mark.parametrize("text", RUBBISH, ids=lambda text: text[:30])
def test_rubbish_is_refused_and_the_game_goes_on(house: House, text: str) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        screen.session.send_text(text)
        screen.until(lambda: bool(screen.refusals))
        assert screen.refusals[0].encode()
        screen.play("c3-d4")


@pytest.mark.parametrize("wish", [{"look": "x"}, {"look": None}, {"look": [1]}, {"look": 77}])
def test_a_look_at_nothing_shows_nothing(house: House, wish: dict[str, Any]) -> None:
    anna = house.visitor("Anna")
    table = house.seat("durak", {}, anna.chair("Anna"), anna.chair("Boris"))
    with anna.at(table.number) as screen:
        screen.send(**wish)
        assert screen.refused(draw_nothing=True)
        assert screen.seen["view"]["hand"] == []


def test_a_flood_is_dammed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.RATE, "per_second", 0.0)
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        for _ in range(socket.RATE.burst + 5):
            screen.send(action="c3-d5")
        screen.until(lambda: len(screen.refusals) == socket.RATE.burst + 5)
        assert sum("too many messages" in reason for reason in screen.refusals) == 5


def test_who_reads_too_slowly_is_cut_off(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    guest = Guest(anna.mark, "Anna", "en", "auto")

    async def slow() -> bool:
        wire = Wire(cast(WebSocket, _Stuck()), table, guest)
        serving = asyncio.create_task(wire.run())
        await asyncio.sleep(0)
        for _ in range(LONGEST_LINE + 10):
            wire._say({"type": "alive"})
        await asyncio.wait({serving}, timeout=10)
        return serving.done() and wire not in table.listeners

    assert house.wait_for(slow)
    with anna.at(table.number) as screen:
        screen.play("c3-d4")


class _Stuck:
    """A socket whose other end neither reads nor writes."""

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self, code: int) -> None:
        await asyncio.Event().wait()


def test_the_house_says_that_it_is_alive(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "KEEP_ALIVE", 0.05)
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        patience = time.monotonic() + LONGEST_WAIT
        while '"alive"' not in anna.received[-1]:
            assert time.monotonic() < patience
            screen.receive()


def test_who_comes_back_gets_the_whole_table_again(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), anna.chair("Boris"))
    with anna.at(table.number) as screen:
        screen.play("c3-d4")
        screen.play("b6-a5")
        seen = screen.seen
    with anna.at(table.number) as screen:
        assert screen.whole == 1
        assert screen.seen["moves"] == seen["moves"]
        assert screen.seen["view"] == seen["view"]


def test_a_house_that_was_closed_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with House(tmp_path).open() as house:
        anna, boris = house.visitor("Anna"), house.visitor("Boris")
        table = house.seat(
            "durak", {}, anna.chair("Anna"), boris.chair("Boris"), take_backs=3, hints=2
        )
        with anna.at(table.number) as first, boris.at(table.number) as second:
            mover = first if first.to_move else second
            mover.play(mover.actions[0])
            first.until(lambda: bool(first.moves))
            views = [first.seen["view"]]
            second.until(lambda: bool(second.moves))
            views.append(second.seen["view"])
        cookies = [visitor.client.cookies for visitor in (anna, boris)]
    with House(tmp_path).open() as house:
        for kept, view in zip(cookies, views, strict=True):
            visitor = house.visitor()
            visitor.client.cookies = kept
            with visitor.at(table.number) as screen:
                assert screen.seen["view"] == view
                assert screen.seen["seats"][0]["hints"] == 2


# --- several people at one screen ---


def test_a_hand_is_shown_after_a_look_and_goes_with_the_move(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("durak", {}, anna.chair("Anna"), anna.chair("Boris"))
    with anna.at(table.number) as screen:
        for _ in range(4):
            assert screen.seen["table"]["curtain"]
            assert screen.seen["view"]["hand"] == screen.actions == []
            seat = table.state.turn
            screen.send(look=1 - seat)
            screen.send(look=seat)
            screen.until(lambda: bool(screen.actions))
            assert screen.seen["view"]["hand"] == table.state.view(seat).to_json()["hand"]
            while table.state.turn == seat:
                screen.play(screen.actions[-1])


def test_who_moves_without_looking_does_not_lift_the_curtain_for_the_next(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("durak", {}, anna.chair("Anna"), anna.chair("Boris"))
    with anna.at(table.number) as screen:
        first = table.state.turn
        screen.send(look=first)
        screen.until(lambda: bool(screen.actions))
        screen.play(screen.actions[0])
        screen.play("take")
        assert table.state.turn == first
        assert screen.seen["table"]["curtain"]
        assert screen.seen["view"]["hand"] == []


def test_a_hint_waits_until_the_curtain_is_lifted(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("durak", {}, anna.chair("Anna"), anna.chair("Boris"))
    with anna.at(table.number) as screen:
        assert screen.refused(hint=True) == "look at your cards first"
        assert screen.hints == []
        screen.send(look=table.state.turn)
        screen.until(lambda: bool(screen.actions))
        screen.send(hint=True)
        screen.until(lambda: bool(screen.hints))


# --- bots that fail ---


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Raises", "exception"),
        ("Cheats", "illegal move"),
        ("Dreams", "illegal move"),
        ("Deaf", "hang"),
        ("Dies", "death"),
        ("Exits", "exception"),
    ],
)
def test_a_bot_that_fails_costs_only_its_own_game(
    house: House, name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("igroteka.tables.table.PATIENCE", 2.0)
    anna = house.visitor("Anna")
    hostile = bot(f"{Path(__file__).parent / 'rude_bots.py'}:{name}")
    bad = house.seat("draughts", {}, anna.chair("Anna"), hostile)
    good = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(bad.number) as screen, anna.at(good.number) as other:
        screen.send(action="c3-d4")
        other.send(action="c3-d4")
        screen.until(lambda: screen.phase == "over")
        assert screen.seen["result"]["fault"]["kind"] == kind
        assert screen.seen["result"]["winners"] == [0]
        _two_moves(other)


def _two_moves(screen: Screen) -> None:
    screen.until(lambda: len(screen.moves) == 2)
    screen.play(screen.actions[0])
    screen.until(lambda: len(screen.moves) == 4)


def test_a_move_that_cannot_be_stored_is_not_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), anna.chair("Boris"))

    async def full(*_: object) -> None:
        raise HouseFault("the disk is full")

    with anna.at(table.number) as screen:
        with monkeypatch.context() as patched:
            patched.setattr(house.live_tables.house, "write", full)
            screen.send(action="c3-d4")
            with pytest.raises(WebSocketDisconnect):
                screen.until(lambda: bool(screen.moves))
        assert screen.moves == []
    with anna.at(table.number) as screen:
        assert screen.moves == []
        screen.play("c3-d4")
