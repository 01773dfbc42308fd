"""Analyses of kept games: begun when a game ends, worked out move by move, shown as they grow.

What is thought of a move is stored before it is shown, so that a stop of the server loses nothing:
who looks again sees what is known, and the rest is worked out from there. Games take turns, a move
each, so that a slow one holds up no other; and bots at tables go before all of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from igroteka.archive import Archive, queries
from igroteka.archive.models import StoredGame
from igroteka.archive.verdicts import keep_verdict, kept_verdicts
from igroteka.basics.endings import Ending, PlayerFault
from igroteka.contract import Game, IgrotekaError, Json
from igroteka.languages import Language
from igroteka.records.record import Record
from igroteka.records.verdict import Adviser, Verdict
from igroteka.registry import make_game
from igroteka.study.review import (
    Choice,
    Judged,
    asked,
    choices,
    chosen_adviser,
    course,
    judge,
    judged,
    turning_point,
)
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.table import Table
from igroteka.tables.turns import FairLine
from igroteka.text import Text

MOST_WAITING = 100
"""Games of a household with work left, above which none is begun before somebody looks at it."""
MOST_OF_VISITOR = 20
"""Games of one visitor that wait; the one that waited longest is given up for another."""
MOST_KEPT = 200
PATIENCE = 120.0

Place: TypeAlias = tuple[int, int | None]
"""A game and the last move of its main line."""


@dataclass
class Analysis:
    """What is known so far of a game's moves."""

    game: Game
    record: Record
    total: int
    done: int = 0
    judged: list[Judged] = field(default_factory=list)
    problem: Text | None = None
    missing: deque[tuple[int, Choice]] = field(default_factory=deque)
    """Decisions that nobody thinks about yet, with the archive's numbers of their moves."""

    @property
    def complete(self) -> bool:
        """Whether every decision is judged."""
        return self.done == self.total and self.problem is None

    def add(self, choice: Choice, verdict: Verdict | None) -> None:
        """One more decision is judged, or is one that the adviser does not value."""
        self.done += 1
        if verdict is not None:
            self.judged.append(judged(self.game, choice, verdict))

    def to_json(self, words: Language) -> Json:
        """What the page draws: the course, what each move cost, and the turning point."""
        moves = sorted(self.judged, key=lambda move: move.number)
        expected = {move.number: chance for move, chance in course(self.game, moves)}
        turn = turning_point(self.game, self.record, moves) if self.done == self.total else None
        return {
            "done": self.done,
            "total": self.total,
            "problem": self.problem and words(self.problem),
            "turning": turn and turn.number,
            "moves": [
                {
                    "number": move.number,
                    "seat": move.seat,
                    "expected": expected.get(move.number),
                    "cost": round(move.cost, 4),
                    "mark": move.mark,
                    "best": move.verdict.best,
                    "chances": {
                        "played": round(move.verdict.value, 4),
                        "best": round(move.verdict.best_value, 4),
                    },
                    "reply": list(move.verdict.reply),
                    "proven": move.verdict.proven,
                    "remark": words(move.verdict.remark),
                    "sentence": words(move.sentence),
                }
                for move in moves
            ],
        }


@dataclass(eq=False)
class _Waiting:
    """An analysis with work left, and whose moves they are."""

    analysis: Analysis
    number: int
    adviser: Adviser


class Analyses:
    """Analyses by game and last move. Households take turns, then their visitors, then games."""

    def __init__(self, archive: Archive, bot_pool: BotPool) -> None:
        self._archive = archive
        self._bot_pool = bot_pool
        self._known: dict[Place, Analysis] = {}
        self._advisers: dict[str, Adviser | None] = {}
        self._line: FairLine[_Waiting] = FairLine(bot_pool.whereabouts)
        self._workers: set[asyncio.Task[None]] = set()
        self._beginning: set[asyncio.Task[None]] = set()
        self.followers: list[Callable[[int, Analysis], Awaitable[None]]] = []
        """Who wants to hear of every game whose moves are all judged."""

    def follow(self, table: Table) -> None:
        """A game at a table is over: its analysis begins by itself."""
        task = asyncio.create_task(self._begin_by_itself(table.number, table.owner))
        self._beginning.add(task)
        task.add_done_callback(self._beginning.discard)

    async def _begin_by_itself(self, number: int, who: str) -> None:
        if self._line.wishes_at_home_of(who) >= MOST_WAITING:
            return
        with suppress(IgrotekaError):  # nobody asked; who looks at the game is told
            stored = await asyncio.to_thread(self._archive.read, queries.game, number)
            game = make_game(stored.game, stored.options)
            if stored.ending != Ending.UNFINISHED and await self.adviser(game) is not None:
                await self.begin(game, stored, who)

    async def find(self, game: Game, stored: StoredGame, who: str) -> Analysis | None:
        """The analysis of a game's main line, if one was begun; it goes on by itself."""
        place = stored.id, stored.head
        if place in self._known:
            return self._known[place]
        adviser = await self.adviser(game)
        if adviser is None:
            return None
        known = await asyncio.to_thread(self._archive.read, kept_verdicts, stored.id, adviser)
        if not any(move.id in known for move in stored.moves):
            return None
        return await self._go_on(game, stored, adviser, who)

    async def begin(self, game: Game, stored: StoredGame, who: str) -> Analysis:
        """Start an analysis, unless there is one. Raises `IgrotekaError` if nobody can judge."""
        place = stored.id, stored.head
        if place in self._known and self._known[place].problem is None:
            return self._known[place]
        adviser = await self.adviser(game)
        if adviser is None:
            raise IgrotekaError(Text("no bot of {game} can judge moves", game=game.title))
        self._known.pop(place, None)
        return await self._go_on(game, stored, adviser, who)

    async def adviser(self, game: Game) -> Adviser | None:
        """Who judges this game; None if nobody can."""
        if game.name not in self._advisers:
            try:
                found = await asyncio.to_thread(chosen_adviser, game)
            except IgrotekaError:
                found = None
            self._advisers[game.name] = found
        return self._advisers[game.name]

    async def _go_on(self, game: Game, stored: StoredGame, adviser: Adviser, who: str) -> Analysis:
        """An analysis of what is stored, with the rest being worked out."""
        record = stored.record
        decided = await asyncio.to_thread(lambda: list(choices(game, record)))
        known = await asyncio.to_thread(self._archive.read, kept_verdicts, stored.id, adviser)
        place = stored.id, stored.head
        if place in self._known:  # somebody else was faster
            return self._known[place]
        analysis = self._known[place] = Analysis(game, record, len(decided))
        while len(self._known) > MOST_KEPT:
            self._known.pop(next(iter(self._known)))
        for choice in decided:
            move = stored.moves[choice.number - 1].id
            if move in known:
                analysis.add(choice, known[move])
            else:
                analysis.missing.append((move, choice))
        if analysis.missing:
            self._line.put(who, _Waiting(analysis, stored.id, adviser))
            for given_up in self._line.drop(who, MOST_OF_VISITOR):
                self._forget(given_up.analysis)
            self._set_to_work()
        await self._tell(stored.id, analysis)
        return analysis

    def _forget(self, analysis: Analysis) -> None:
        """Know nothing of an analysis; who looks at its game again begins another."""
        for place in [place for place, each in self._known.items() if each is analysis]:
            del self._known[place]

    def _set_to_work(self) -> None:
        """Have as many work as may be at once; each leaves when there is nothing left to do."""
        for _ in range(self._bot_pool.spare - len(self._workers)):
            self._workers.add(asyncio.create_task(self._work()))

    async def _work(self) -> None:
        """Think about one move of each game in turn, until no game has a move left."""
        try:
            await self._take_turns()
        finally:  # at once, so that whoever comes next finds that somebody is needed
            self._workers.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _take_turns(self) -> None:
        while (found := self._line.take()) is not None:
            who, waiting = found
            analysis = waiting.analysis
            if not analysis.missing:
                continue
            move, choice = analysis.missing.popleft()
            if analysis.missing:
                self._line.put(who, waiting)
            try:
                await self._think(waiting, move, choice)
            except IgrotekaError as error:
                self._give_up(analysis, error.sentence)
            except PlayerFault as fault:
                self._give_up(analysis, Text("the adviser failed: {reason}", reason=fault.text))

    async def _think(self, waiting: _Waiting, move: int, choice: Choice) -> None:
        analysis, number, adviser = waiting.analysis, waiting.number, waiting.adviser
        question = asked(analysis.game, adviser, choice)
        verdict = await self._bot_pool.ask_at_leisure(judge, question, PATIENCE)
        kept = self._archive.write(keep_verdict, number, move, adviser, verdict)
        await asyncio.wrap_future(kept)
        if analysis.problem is None:
            analysis.add(choice, verdict)
        await self._tell(number, analysis)

    async def _tell(self, number: int, analysis: Analysis) -> None:
        if analysis.complete:
            for follow in self.followers:
                await follow(number, analysis)

    def _give_up(self, analysis: Analysis, problem: Text) -> None:
        analysis.missing.clear()
        analysis.problem = problem
        analysis.done = analysis.total

    def close(self) -> None:
        """Stop thinking; what is not known yet is worked out when somebody looks again."""
        for task in (*self._workers, *self._beginning):
            task.cancel()
