"""Tournaments of the site: the arena plays each in a process of its own, into a file of records.

The site reads that file as it grows. A server that was killed goes on with the same file; so does a
tournament that gave way to others. Small tournaments are put into the archive when they are over;
of a large one a game goes there when somebody opens it.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from igroteka.archive import Archive, queries, updates
from igroteka.archive.importing import BESIDE_TABLES, Refusal, Source, take_in
from igroteka.archive.models import StoredTournament
from igroteka.arena.plan import Block, Plan, tournament_plan
from igroteka.arena.results import ListedGame
from igroteka.arena.tournament_result import TournamentResult
from igroteka.arena.worker import Played
from igroteka.basics.function_process import Abandoned, Failure, Function, RestartingProcess
from igroteka.basics.processes import Death
from igroteka.contract import Game, IgrotekaError, Json
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.record import Record, read_lines
from igroteka.registry import make_game
from igroteka.tables.turns import Turns
from igroteka.tables.whereabouts import Whereabouts
from igroteka.text import Text, as_written
from igroteka.web.tournament_process import Outcome, State, playing

MOST_GAMES = 20_000
MOST_UNFINISHED = 20
"""Tournaments of a household."""
TURN = 60.0
"""Seconds after which another one's tournament goes on, as soon as a game of this one is stored."""
MOST_KEPT = 20
"""Standings that are kept in memory."""
KEPT_WHOLE = 1000
"""Games of a tournament up to which all of them go into the archive."""


@dataclass
class Standing:
    """What the games so far came to."""

    plan: Plan
    read: int = 0
    """How many bytes of the file are counted."""
    result: TournamentResult = field(init=False)

    def __post_init__(self) -> None:
        self.result = TournamentResult(self.plan)
        self._places = self._all_places()

    def _all_places(self) -> Iterator[tuple[Block, int]]:
        for block in self.plan.blocks():
            yield from ((block, seating) for seating in range(len(block.seatings)))

    @property
    def games(self) -> int:
        """How many games were read."""
        return len(self.result.lines)

    def all_games(self) -> list[tuple[int, ListedGame]]:
        """The games that were read, with their places from 1."""
        return list(enumerate(self.result.lines, start=1))

    def cell(self, first: str, second: str) -> list[tuple[int, ListedGame]]:
        """Games of a cell of the crosstable: those with the first bot on the first seat.

        Where deals are compared, or more than two play, they are all games of the two.
        """
        seated = self.plan.game.duplicate is None and not self.result.of_several
        return [
            (place, game)
            for place, game in self.all_games()
            if {first, second} <= set(game.players)
            and (first != second or set(game.players) == {first})
            and (game.players[0] == first or not seated)
        ]

    def read_on(self, path: Path) -> None:
        """Count what has come to the file since."""
        with path.open("rb") as file:
            file.seek(self.read)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                place = next(self._places, None)
                if place is None:
                    break
                self.read += len(line)
                self.result.add(Played(*place, Record.from_line(line.decode())))


class Tournaments:
    """The tournaments of this house, one at a time, those of each household in turn."""

    def __init__(self, archive: Archive, folder: Path, whereabouts: Whereabouts) -> None:
        self.archive = archive
        self.folder = folder
        self._standings: dict[int, Standing] = {}
        """Those that were looked at last, the latest at the end."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._processes: dict[int, RestartingProcess] = {}
        self._turns = Turns(1, whereabouts)
        self._counting = threading.Lock()

    async def resume(self) -> None:
        """Go on with what a stop of the server has interrupted."""
        known = await asyncio.to_thread(self.archive.read, queries.tournament_list)
        for found in reversed(known):
            if found.finished is None:
                self._launch(found)

    async def begin(
        self,
        game: Game,
        bots: Sequence[str],
        games: int,
        seed: int,
        name: str,
        visitor: str,
        *,
        self_play: bool = False,
        gauntlet: bool = False,
    ) -> int:
        """Start a tournament; its number. Raises `IgrotekaError` for one that can't be played."""
        if self._turns.wanted_by(visitor) >= MOST_UNFINISHED:
            raise IgrotekaError(Text("many tournaments of yours wait; begin it when one is over"))
        plan = tournament_plan(game, bots, games, seed, self_play=self_play, gauntlet=gauntlet)
        if not 0 < plan.total <= MOST_GAMES:
            raise IgrotekaError(
                Text(
                    "a tournament has up to {most} games here, but this one has {total}",
                    most=MOST_GAMES,
                    total=plan.total,
                )
            )
        told = {"bots": list(bots), "games": games, "seed": seed, "total": plan.total}
        told |= {"self_play": self_play, "gauntlet": gauntlet}
        options = dict(game.options)
        number = await asyncio.wrap_future(
            self.archive.write(
                updates.begin_tournament, game.name, options, {**told, "by": visitor}, name
            )
        )
        self._launch(await self.find(number))
        return number

    async def find(self, number: int) -> StoredTournament:
        """A tournament by its number. Raises `IgrotekaError` if there is none."""
        return await asyncio.to_thread(self.archive.read, queries.tournament, number)

    def file(self, found: StoredTournament) -> Path:
        """Where a tournament's games are.

        Several archives may share the folder, so the moment at which it began is part of the name.
        A file of an earlier release has the number alone, and is taken if its run is the same.
        """
        folder = self.folder / "tournaments"
        path = folder / f"{found.id}-{found.started:%Y%m%d-%H%M%S-%f}.jsonl"
        former = folder / f"{found.id}.jsonl"
        if former.is_file() and not path.exists() and _run_of(former) == _plan(found).run:
            return former
        return path

    async def cancel(self, found: StoredTournament, visitor: str) -> None:
        """Stop a tournament for good; what was played stays. Only who began it may."""
        if found.plan.get("by") not in (None, visitor):
            raise IgrotekaError(Text("only who began a tournament can stop it"))
        task = self._tasks.get(found.id)
        if found.finished is not None or task is None:
            raise IgrotekaError(Text("this tournament is over already"))
        self._stop(found.id)
        await self._finish(found.id, _problem(Text("stopped by who began it")))

    def _stop(self, number: int) -> None:
        if task := self._tasks.pop(number, None):
            task.cancel()
        if process := self._processes.pop(number, None):
            process.abandon()

    def _launch(self, found: StoredTournament) -> None:
        task = self._tasks[found.id] = asyncio.create_task(self._run(found))
        task.add_done_callback(lambda _: self._tasks.pop(found.id, None))

    async def _run(self, found: StoredTournament) -> None:
        who, outcome = found.plan.get("by") or f"tournament {found.id}", None
        try:
            while outcome is None:
                async with self._turns.of(who):
                    outcome = await self._played_on(found, who)
        except (Abandoned, Death):
            return  # ended from outside: it goes on at the next start
        if outcome.state is State.OVER:
            if found.plan["total"] <= KEPT_WHOLE:
                await asyncio.to_thread(self._keep_all, found)
            await self._finish(found.id, outcome.result)
        else:
            await self._finish(found.id, _problem(outcome.reason or Text("it was ended")))

    async def _played_on(self, found: StoredTournament, who: str) -> Outcome | None:
        """Play what is left to play; None if it gives way to others before all is played.

        Raises `Death` or `Abandoned` if it was ended meanwhile.
        """
        process = self._processes[found.id] = RestartingProcess(Function(playing))
        before = _size(self.file(found))
        playing_on = asyncio.create_task(self._played(found, process))
        try:
            while not (await asyncio.wait([playing_on], timeout=TURN))[0]:
                if self._turns.others_wait(who) and _size(self.file(found)) > before:
                    return None
            return playing_on.result()
        finally:
            self._processes.pop(found.id, None)
            process.abandon()
            await asyncio.gather(playing_on, return_exceptions=True)

    async def _played(self, found: StoredTournament, process: RestartingProcess) -> Outcome:
        try:
            task = (_plan(found), self.file(found))
            while True:
                outcome: Outcome = await asyncio.to_thread(process.ask, task)
                if outcome.state is not State.ELSEWHERE:
                    return outcome
                await asyncio.sleep(1)  # the process of a server that was killed is ending
        except (Failure, IgrotekaError) as failure:
            return Outcome(State.REFUSED, reason=as_written(str(failure)))

    async def _finish(self, number: int, result: Json) -> None:
        await asyncio.wrap_future(self.archive.write(updates.finish_tournament, number, result))

    def _keep_all(self, found: StoredTournament) -> None:
        lines = self.file(found).read_text(encoding="utf-8").splitlines()
        for _ in self.keep(found, map(Record.from_line, lines)):
            time.sleep(0.005)  # people at tables come first

    def keep(self, found: StoredTournament, records: Iterable[Record]) -> Iterator[int]:
        """Put games of a tournament into the archive; their numbers there.

        Raises `IgrotekaError` for one that it refuses.
        """
        games = map(AnnotatedGame.plain, records)
        source = Source("tournament", found.id)
        for outcome in take_in(self.archive, games, source, BESIDE_TABLES):
            if isinstance(outcome, Refusal):
                raise IgrotekaError(outcome.reason)
            yield outcome.id

    def standing(self, found: StoredTournament) -> Standing:
        """What the games so far came to, read on from where it was read last."""
        with self._counting:
            standing = self._standings.pop(found.id, None)
            path = self.file(found)
            size = _size(path)
            if standing is None or size < standing.read:
                standing = Standing(_plan(found))
            if size:
                standing.read_on(path)
            self._standings[found.id] = standing
            while len(self._standings) > MOST_KEPT:
                del self._standings[next(iter(self._standings))]
            return standing

    def lines(self, found: StoredTournament, first: int, count: int) -> list[tuple[int, Record]]:
        """Some games of a tournament, with their places from 1."""
        path = self.file(found)
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
        for number in list(self._tasks):
            self._stop(number)


def _plan(found: StoredTournament) -> Plan:
    """What is played; where nothing is told of it, as once always, bots met themselves too."""
    plan, game = found.plan, make_game(found.game, found.options)
    return tournament_plan(
        game,
        plan["bots"],
        plan["games"],
        plan["seed"],
        self_play=plan.get("self_play", True),
        gauntlet=plan.get("gauntlet", False),
    )


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _run_of(path: Path) -> str | None:
    """The run that the first game of a file belongs to."""
    with path.open("rb") as lines:
        _, first = next(read_lines(lines, Record.from_line), (0, None))
    return (first.event or {}).get("run") if isinstance(first, Record) else None


def _problem(reason: Text) -> Json:
    return {"problem": reason.to_json()}


def problem_of(found: StoredTournament) -> Text | None:
    """Why a tournament came to no result."""
    problem = (found.result or {}).get("problem")
    return Text.from_json(problem) if isinstance(problem, dict) else problem and as_written(problem)
