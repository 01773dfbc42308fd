"""Hosting: the tables of a network match, from the first client to the result."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import typer
from fastapi import FastAPI

from igroteka.archive import queries, sittings
from igroteka.archive.models import StoredSitting
from igroteka.bots import make_player
from igroteka.cli.output import check_file
from igroteka.cli.site_server import listening
from igroteka.contract import BadOption, IgrotekaError, Seat
from igroteka.games.bridge.rules import Bridge
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.sitting import opened, running_score
from igroteka.registry import format_named, line_protocol
from igroteka.tables.line_client import Direction
from igroteka.tables.line_door import LineDoor
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Clock, Remedy, Setting
from igroteka.tables.table import Table
from igroteka.text import Text

STRIKES = 3
"""Illegal actions after which a seat can't go on."""
LINGERING = 2.0
"""Seconds in which clients may read the last lines before the door closes."""


@dataclass
class Host:
    """What is played, by whom, and where it is written."""

    game: Bridge
    address: str
    port: int
    deals: tuple[str, ...]
    teams: tuple[str, str] | None = None
    bots: Mapping[Seat, str] = field(default_factory=dict)
    passwords: Mapping[Seat, str] = field(default_factory=dict)
    tls: ssl.SSLContext | None = None
    clock: Clock | None = None
    remedy: Remedy = "robot"
    resume: int | None = None
    records: Path | None = None
    pbn: Path | None = None
    log: Path | None = None

    def check(self) -> None:
        """Raise `IgrotekaError` now for what would fail later."""
        for bot in self.bots.values():
            make_player(self.game.name, bot).close()
        if self.teams and self.teams[0].casefold() == self.teams[1].casefold():
            raise BadOption(Text("the two teams need different names"))
        for path in (self.records, self.pbn, self.log):
            if path is not None:
                check_file(path)
        for place in range(2 if self.teams else 1):
            listening(self.address, self.port and self.port + place).close()

    async def play(self, app: FastAPI, site: str) -> None:
        """Open the tables, and write down what was played when all is over."""
        live_tables: LiveTables = app.state.live_tables
        with ExitStack() as files:
            log = Log(files.enter_context(_opened(self.log)) if self.log else None)
            doors = await self._doors(live_tables, log)
            for place, door in enumerate(doors):
                port = await door.open(self.address, self.port and self.port + place, self.tls)
                self._announce(door, port, site)
            await asyncio.gather(*(door.over.wait() for door in doors))
            await asyncio.sleep(LINGERING)
            for door in doors:
                await door.close()
        for door in doors:
            if door.problem:
                raise IgrotekaError(door.problem)
        await live_tables.all_reckoned()
        numbers = [door.table.sitting.stored.id for door in doors if door.table.sitting]
        found = [live_tables.archive.read(sittings.sitting, number) for number in numbers]
        self._tell_result(found)
        self._write(live_tables, found)

    async def _doors(self, live_tables: LiveTables, log: Log) -> list[LineDoor]:
        if self.resume is not None:
            return await self._resumed(live_tables, log)
        way = "teams" if self.teams else None
        tables = []
        for _ in range(2 if self.teams else 1):
            sitting = opened(self.game, way, self.deals)
            tables.append(await live_tables.open_sitting(sitting, self._setting()))
        if self.teams:
            one, other = (table.sitting.stored.id for table in tables if table.sitting)
            await live_tables.house.write(sittings.join_tables, one, other)
        return [self._door(live_tables, table, log, place) for place, table in enumerate(tables)]

    async def _resumed(self, live_tables: LiveTables, log: Log) -> list[LineDoor]:
        """The tables of a sitting that goes on, and of the one that it is compared with."""
        assert self.resume is not None
        first = live_tables.archive.read(sittings.sitting, self.resume)
        found = [first]
        if first.other is not None:
            found.append(live_tables.archive.read(sittings.sitting, first.other))
        doors = []
        for place, stored in enumerate(sorted(found, key=lambda each: each.id)):
            if stored.over and len(found) == 1:
                raise IgrotekaError(Text("sitting {number} is over", number=stored.id))
            table = await live_tables.table(stored.games[-1].id)
            doors.append(self._door(live_tables, table, log, place))
        return doors

    def _door(self, live_tables: LiveTables, table: Table, log: Log, place: int) -> LineDoor:
        sides = self.teams[::-1] if self.teams and place else self.teams
        protocol = line_protocol(self.game.name)
        table_log = log.of(f"{place + 1} " if self.teams else "")
        return LineDoor(live_tables, table, protocol, self.passwords, sides or (), table_log)

    def _setting(self) -> Setting:
        chairs = [
            Chair(bot, "bot", bot) if (bot := self.bots.get(seat)) else Chair()
            for seat in range(self.game.seats)
        ]
        return Setting(
            chairs,
            take_back="off",
            clock=self.clock,
            pace=0.0,
            strikes=STRIKES,
            remedy=self.remedy,
        )

    def _announce(self, door: LineDoor, port: int, site: str) -> None:
        """Say where the table is, and what that means."""
        assert door.table.sitting is not None
        secured = "by TLS" if self.tls else "in the open"
        guarded = "with passwords" if self.passwords else "without passwords"
        typer.echo(
            f"Sitting {door.table.sitting.stored.id}: programs at {self.address}:{port} "
            f"({secured}, {guarded}), to be watched at {site}table/{door.table.number}"
        )

    def _tell_result(self, found: list[StoredSitting]) -> None:
        one = found[0]
        score = running_score(one.sitting, found[1].sitting if len(found) > 1 else None)
        unit = one.sitting.reckoning.unit
        boards = f"{len(one.games)} board{'s' * (len(one.games) != 1)}"
        who = f"North–South ({self.teams[0]})" if self.teams else "North–South"
        typer.echo(f"{boards}: {who} {score.totals[0]:+g} {unit}, {one.sitting.reckoning.title}")
        for remark in score.remarks:
            typer.echo(remark)

    def _write(self, live_tables: LiveTables, found: list[StoredSitting]) -> None:
        """Write the boards as files, if that was asked for."""
        numbers = [game.id for stored in found for game in stored.games]
        games = [live_tables.archive.read(queries.annotated, number) for number in numbers]
        for path, name in ((self.records, "json"), (self.pbn, "pbn")):
            if path is not None:
                _write(path, games, name)


def _write(path: Path, games: list[AnnotatedGame], name: str) -> None:
    try:
        path.write_text(format_named(name).write(games), encoding="utf-8")
    except OSError as error:
        raise _unwritable(path, error) from error


def _opened(path: Path) -> TextIO:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> IgrotekaError:
    return IgrotekaError(
        Text("{path} can't be written: {reason}", path=path, reason=error.strerror)
    )


@dataclass(frozen=True)
class Log:
    """Every line that is said, with the time: `2026-11-16T10:00:00.123 South C> South passes`."""

    file: TextIO | None
    table: str = ""

    def of(self, table: str) -> Log:
        """The same log for one of several tables."""
        return Log(self.file, table)

    def __call__(self, direction: Direction, place: str, line: str) -> None:
        if self.file is not None:
            now = datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
            self.file.write(f"{now} {self.table}{place or '?'} {direction}> {line}\n")
            self.file.flush()
