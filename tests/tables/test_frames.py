"""What goes out of a table: changes add up to the whole, made once for all who see alike."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from igroteka.contract import Seat
from igroteka.tables import requests
from igroteka.tables.frames import MERGED, Audience, Frame
from igroteka.tables.table import Table
from igroteka.text import as_written
from tests.tables.sitting import Onlooker, in_a_loop, opened, person, seated

SEATS = {"draughts": 2, "durak": 2, "bridge": 4, "substitution": 2}


class Reader:
    """Somebody who is sent frames, keeps what is told, and counts."""

    visitor: str | None

    def __init__(self, table: Table, held: tuple[Seat, ...], viewpoint: Seat | None) -> None:
        self.visitor = f"P{held[0]}" if held else None
        self.audience = Audience(held, viewpoint, str)
        self.told: Frame | None = None
        self.sent: list[str] = []
        self.seen: dict[str, Any] = {}
        table.welcome(self)

    def tell(self, table: Table) -> None:
        frame = table.frames.frame(self.audience)
        if frame is self.told:
            return
        known = self.told is not None and frame.before is self.told
        text = frame.change if known else frame.whole
        self.told = frame
        if text:
            self.sent.append(text)
            self._read(json.loads(text))

    def _read(self, message: dict[str, Any]) -> None:
        kind, moves = message.pop("type"), message.pop("moves", None)
        if kind == "table":
            self.seen = {**message, "moves": []}
        else:
            for part in MERGED:
                message[part] = {**self.seen[part], **message.get(part, {})}
            self.seen = {**self.seen, **message}
        if moves:
            self.seen["moves"] = self.seen["moves"][: moves["from"]] + moves["items"]

    def leave(self, reason: str) -> None:
        del reason


def people(game: str) -> list[Any]:
    return [person(f"P{seat}") for seat in range(SEATS[game])]


async def go_on(table: Table, rng: random.Random) -> None:
    while (turn := table.state.turn) < 0:
        await asyncio.sleep(0.001)
    action = rng.choice(table.so_far.view(turn).actions())
    explanation = as_written(f"told by {turn}")
    await table.move(f"P{turn}", str(action), explanation=explanation)


@pytest.mark.parametrize("game", SEATS)
@in_a_loop
async def test_changes_add_up_to_the_whole(tmp_path: Path, game: str) -> None:
    rng = random.Random(7)
    async with opened(tmp_path) as tables:
        table = await seated(tables, game, *people(game))
        readers = [Reader(table, (seat,), seat) for seat in range(SEATS[game])]
        readers.append(Reader(table, (), None))
        for turn in range(40):
            if table.phase == "over":
                break
            await go_on(table, rng)
            if game == "draughts" and turn % 5 == 4:
                await requests.take_back(table, f"P{1 - table.state.turn}")
            for reader in readers:
                whole = json.loads(table.frames.frame(reader.audience).whole)
                assert reader.seen == {**_without_type(whole), "moves": whole["moves"]["items"]}
        assert sum('"type":"table"' in text for text in readers[0].sent) == 1


def _without_type(message: dict[str, Any]) -> dict[str, Any]:
    return {part: value for part, value in message.items() if part != "type"}


@in_a_loop
async def test_who_sees_the_same_is_sent_the_same_text(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await seated(tables, "draughts", *people("draughts"))
        spectators = [Reader(table, (), None) for _ in range(5)]
        before = [len(reader.sent) for reader in spectators]
        await table.move("P0", "c3-d4")
        assert before == [1] * 5
        texts = {id(reader.sent[-1]) for reader in spectators}
        assert len(texts) == 1


@in_a_loop
async def test_spectators_come_and_go_untold(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await seated(tables, "draughts", *people("draughts"))
        player = Reader(table, (0,), 0)
        heard = len(player.sent)
        for _ in range(20):
            table.part(Reader(table, (), None))
        assert len(player.sent) == heard


@in_a_loop
async def test_players_are_seen_to_come_and_go(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await seated(tables, "draughts", *people("draughts"))
        spectator = Reader(table, (), None)
        player = Reader(table, (1,), 1)
        assert [seat["present"] for seat in spectator.seen["seats"]] == [False, True]
        told = len(spectator.sent)
        for _ in range(20):
            table.part(player)
            player = Reader(table, (1,), 1)
        assert len(spectator.sent) <= told + 1


@in_a_loop
async def test_an_explanation_is_heard_by_all_but_the_partner(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await seated(tables, "bridge", *people("bridge"), options={"board": "1"})
        readers = [Reader(table, (seat,), seat) for seat in range(4)]
        readers.append(Reader(table, (), None))
        await table.move("P0", "1C", explanation=as_written("could be short"))
        heard = ["could be short" in "".join(reader.sent) for reader in readers]
        assert heard == [True, True, False, True, True]
        partner = Reader(table, (2,), 2)
        assert "could be short" not in "".join(partner.sent)


@in_a_loop
async def test_somebody_late_is_told_everything_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await seated(tables, "draughts", *people("draughts"))
        await table.move("P0", "c3-d4")
        late = Reader(table, (), None)
        assert [move["text"] for move in late.seen["moves"]] == ["c3-d4"]
        assert len(late.sent) == 1
        assert any(isinstance(listener, Onlooker) for listener in table.listeners)
