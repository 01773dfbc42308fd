"""Analyses of kept games: asked for once, thought through move by move, shown as they grow.

What is thought of a move is stored before it is shown, so that a stop of the server loses nothing:
who looks again sees what is known, and the rest is worked out from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from igroteka.archive import Archive
from igroteka.archive.models import StoredGame
from igroteka.archive.verdicts import keep_verdict, kept_verdicts
from igroteka.basics.endings import PlayerFault
from igroteka.contract import Game, IgrotekaError, Json
from igroteka.languages import Language
from igroteka.records.record import Record
from igroteka.records.verdict import Adviser, Verdict
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
from igroteka.text import Text

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
                    "best": move.verdict.best,
                    "remark": words(move.verdict.remark),
                }
                for move in moves
            ],
        }


class Analyses:
    """Analyses by game and last move, one at a time: bots at tables are not kept waiting."""

    def __init__(self, archive: Archive, bot_pool: BotPool) -> None:
        self._archive = archive
        self._bot_pool = bot_pool
        self._known: dict[Place, Analysis] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._advisers: dict[str, Adviser | None] = {}
        self._turn = asyncio.Lock()

    async def find(self, game: Game, stored: StoredGame) -> Analysis | None:
        """The analysis of a game's main line, if one was asked for; it goes on by itself."""
        place = stored.id, stored.head
        if place in self._known:
            return self._known[place]
        adviser = await self.adviser(game)
        if adviser is None:
            return None
        known = await asyncio.to_thread(self._archive.read, kept_verdicts, stored.id, adviser)
        if not any(move.id in known for move in stored.moves):
            return None
        return await self._go_on(game, stored, adviser)

    async def begin(self, game: Game, stored: StoredGame) -> Analysis:
        """Start an analysis, unless there is one. Raises `IgrotekaError` if nobody can judge."""
        place = stored.id, stored.head
        if place in self._known and self._known[place].problem is None:
            return self._known[place]
        adviser = await self.adviser(game)
        if adviser is None:
            raise IgrotekaError(Text("no bot of {game} can judge moves", game=game.title))
        self._known.pop(place, None)
        return await self._go_on(game, stored, adviser)

    async def adviser(self, game: Game) -> Adviser | None:
        """Who judges this game; None if nobody can."""
        if game.name not in self._advisers:
            try:
                found = await asyncio.to_thread(chosen_adviser, game)
            except IgrotekaError:
                found = None
            self._advisers[game.name] = found
        return self._advisers[game.name]

    async def _go_on(self, game: Game, stored: StoredGame, adviser: Adviser) -> Analysis:
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
        missing = []
        for choice in decided:
            move = stored.moves[choice.number - 1].id
            if move in known:
                analysis.add(choice, known[move])
            else:
                missing.append((move, choice))
        if missing:
            task = asyncio.create_task(self._think(analysis, stored.id, adviser, missing))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return analysis

    async def _think(
        self,
        analysis: Analysis,
        number: int,
        adviser: Adviser,
        missing: Sequence[tuple[int, Choice]],
    ) -> None:
        async with self._turn:
            for move, choice in missing:
                question = asked(analysis.game, adviser, choice)
                try:
                    verdict = await self._bot_pool.ask(judge, question, PATIENCE)
                    kept = self._archive.write(keep_verdict, number, move, adviser, verdict)
                    await asyncio.wrap_future(kept)
                except PlayerFault as fault:
                    analysis.problem = Text("the adviser failed: {reason}", reason=fault.text)
                    analysis.done = analysis.total
                    return
                except IgrotekaError as error:
                    analysis.problem = error.sentence
                    analysis.done = analysis.total
                    return
                analysis.add(choice, verdict)
