"""Tournaments of the site: each runs in a process of its own and goes on after a restart.

A tournament is the command line's own, playing into a file of records; the site reads that file as
it grows. A server that was killed starts the same command again, which goes on from there. Small
tournaments are put into the archive when they are over; of a large one a game goes there when
somebody opens it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from igroteka import registry
from igroteka.archive import Archive, queries, updates
from igroteka.archive.importing import prepared, store_prepared
from igroteka.archive.models import StoredTournament
from igroteka.arena.plan import tournament_plan
from igroteka.contract import Game, IgrotekaError, Json
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.points import play_of, record_points
from igroteka.records.record import Record
from igroteka.registry import make_game
from igroteka.text import Text

MOST_GAMES = 20_000
KEPT_WHOLE = 1000
"""Games of a tournament up to which all of them go into the archive."""


@dataclass
class Standing:
    """What the games so far came to."""

    bots: Sequence[str]
    total: int
    games: int = 0
    cells: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """Wins, draws and losses of the first bot, moving first against the second."""
    read: int = 0
    """How many bytes of the file are counted."""
    mirrored: bool = False
    """Whether every deal stands in two cells."""
    first_play: Record | None = None
    """Of a deal that is played twice, the play that waits for the other."""

    def count(self, game: Game, record: Record) -> None:
        """One more game; two plays of a deal are one, which stands in the cells of both."""
        self.games += 1
        first, second = (record.players[side[0]] for side in game.sides)
        if game.duplicate is None:
            points = record_points(game, record)
            if points is not None:
                self._enter(first, second, points[0] - 0.5)
        elif self.first_play is None:
            self.first_play = record
        else:
            plays = [play_of(game, self.first_play, 1), play_of(game, record, 0)]
            self.first_play, self.mirrored = None, True
            margin = game.margin(plays)
            self._enter(first, second, margin)
            self._enter(second, first, -margin)

    def _enter(self, first: str, second: str, margin: float) -> None:
        cell = self.cells.setdefault((first, second), [0, 0, 0])
        cell[0 if margin > 0 else 2 if margin < 0 else 1] += 1

    def rows(self) -> list[Json]:
        """A row a bot, best share first: games against others, points, share."""
        rows = []
        for bot in self.bots:
            games, points = 0, 0.0
            for (first, second), (wins, draws, losses) in self.cells.items():
                if first != second and bot in ((first,) if self.mirrored else (first, second)):
                    games += wins + draws + losses
                    points += (wins if bot == first else losses) + draws / 2
            share = points / games if games else 0.0
            rows.append({"bot": bot, "games": games, "points": points, "share": share})
        return sorted(rows, key=lambda row: -row["share"])


class Tournaments:
    """The tournaments of this house, one at a time."""

    def __init__(self, archive: Archive, folder: Path) -> None:
        self.archive = archive
        self.folder = folder
        self._standings: dict[int, Standing] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._counting = threading.Lock()

    async def resume(self) -> None:
        """Go on with what a stop of the server has interrupted."""
        known = await asyncio.to_thread(self.archive.read, queries.tournament_list)
        for found in reversed(known):
            if found.finished is None:
                self._launch(found)

    async def begin(self, game: Game, bots: Sequence[str], games: int, seed: int, name: str) -> int:
        """Start a tournament; its number. Raises `IgrotekaError` for one that can't be played."""
        plan = tournament_plan(game, bots, games, seed)
        if not 0 < plan.total <= MOST_GAMES:
            raise IgrotekaError(
                Text(
                    "a tournament has up to {most} games here, but this one has {total}",
                    most=MOST_GAMES,
                    total=plan.total,
                )
            )
        told = {"bots": list(bots), "games": games, "seed": seed, "total": plan.total}
        options = dict(game.options)
        number = await asyncio.wrap_future(
            self.archive.write(updates.begin_tournament, game.name, options, told, name)
        )
        self._launch(await self.find(number))
        return number

    async def find(self, number: int) -> StoredTournament:
        """A tournament by its number. Raises `IgrotekaError` if there is none."""
        return await asyncio.to_thread(self.archive.read, queries.tournament, number)

    def file(self, number: int) -> Path:
        """Where a tournament's games are."""
        return self.folder / "tournaments" / f"{number}.jsonl"

    def _launch(self, found: StoredTournament) -> None:
        task = asyncio.create_task(self._run(found))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, found: StoredTournament) -> None:
        async with self._turn:
            self.file(found.id).parent.mkdir(parents=True, exist_ok=True)
            status, output, complaint = await self._played(found)
            # After a kill of the server its last tournament plays on by itself for a while.
            while status != 0 and "another process is playing" in complaint:
                await asyncio.sleep(1)
                status, output, complaint = await self._played(found)
            if status is None or status < 0:
                return  # ended from outside: it goes on at the next start
            if status != 0:
                words = complaint.strip().splitlines()
                result: Json = {"problem": words[-1] if words else "it was ended"}
            else:
                result = json.loads(output)
                if found.plan["total"] <= KEPT_WHOLE:
                    await asyncio.to_thread(self._keep_all, found)
            await asyncio.wrap_future(
                self.archive.write(updates.finish_tournament, found.id, result)
            )

    async def _played(self, found: StoredTournament) -> tuple[int | None, str, str]:
        """Play what is left to play: the status, what was printed, and what was complained of."""
        self._running = await asyncio.create_subprocess_exec(
            *_command(found, self.file(found.id)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        with suppress(OSError):  # it may be over already
            os.setpriority(os.PRIO_PROCESS, self._running.pid, 10)
        output, complaint = await self._running.communicate()
        return self._running.returncode, output.decode(), complaint.decode(errors="replace")

    def _keep_all(self, found: StoredTournament) -> None:
        for line in self.file(found.id).read_text(encoding="utf-8").splitlines():
            game = prepared(registry, AnnotatedGame.plain(Record.from_line(line)))
            self.archive.apply(store_prepared, game, "tournament", found.id)
            time.sleep(0.005)  # people at tables come first

    def standing(self, found: StoredTournament) -> Standing:
        """What the games so far came to, read on from where it was read last."""
        with self._counting:
            return self._counted(found)

    def _counted(self, found: StoredTournament) -> Standing:
        plan = found.plan
        standing = self._standings.setdefault(found.id, Standing(plan["bots"], plan["total"]))
        path = self.file(found.id)
        if not path.is_file():
            return standing
        game = make_game(found.game, found.options)
        if path.stat().st_size < standing.read:
            standing = self._standings[found.id] = Standing(plan["bots"], plan["total"])
        with path.open("rb") as file:
            file.seek(standing.read)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                standing.read += len(line)
                standing.count(game, Record.from_line(line.decode()))
        return standing

    def lines(self, found: StoredTournament, first: int, count: int) -> list[tuple[int, Record]]:
        """Some games of a tournament, with their places from 1."""
        path = self.file(found.id)
        if not path.is_file():
            return []
        games = []
        with path.open("rb") as file:
            for place, line in enumerate(file, start=1):
                if place >= first + count:
                    break
                if place >= first and line.endswith(b"\n"):
                    games.append((place, Record.from_line(line.decode())))
        return games

    async def close(self) -> None:
        """Stop; what runs goes on at the next start."""
        for task in self._tasks:
            task.cancel()
        if self._running is not None and self._running.returncode is None:
            self._running.terminate()
            await self._running.wait()


def _command(found: StoredTournament, file: Path) -> list[str]:
    plan = found.plan
    jobs = max(1, (os.cpu_count() or 1) - 1)
    settings = [f"{key}={value}" for key, value in found.options.items()]
    options = [word for setting in settings for word in ("--option", setting)]
    return [
        *(sys.executable, "-m", "igroteka", "tournament", found.game),
        *("--bots", ",".join(plan["bots"]), "--games", str(plan["games"])),
        *("--seed", str(plan["seed"]), "--jobs", str(jobs), *options),
        *("--records", str(file), "--json"),
    ]
