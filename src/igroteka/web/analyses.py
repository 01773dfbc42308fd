"""Analyses of kept games: asked for once, thought through move by move, shown as they grow."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from igroteka.basics.endings import PlayerFault
from igroteka.basics.randomness import derive
from igroteka.contract import Game, IgrotekaError, Json, State
from igroteka.languages import Language
from igroteka.records.record import Record
from igroteka.study.review import Judged, course, turning_point
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.questions import Question, appraise
from igroteka.text import Text

MOST_KEPT = 200
PATIENCE = 120.0


@dataclass
class Analysis:
    """What is known so far of a game's moves."""

    game: Game
    record: Record
    total: int
    done: int = 0
    judged: list[Judged] = field(default_factory=list)
    problem: Text | None = None

    def to_json(self, words: Language) -> Json:
        """What the page draws: the course, what each move cost, and the turning point."""
        try:
            expected = {move.number: chance for move, chance in course(self.game, self.judged)}
        except IgrotekaError:
            expected = {}
        turn = turning_point(self.record, self.judged) if self.done == self.total else None
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
                    "best": str(move.best),
                    "remark": words(move.remark),
                }
                for move in self.judged
            ],
        }


class Analyses:
    """Analyses by last move, one at a time: bots at tables are not kept waiting."""

    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self._known: dict[int | None, Analysis] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    def find(self, head: int | None) -> Analysis | None:
        """The analysis of the line that ends with this move, if one was asked for."""
        return self._known.get(head)

    def begin(
        self,
        head: int | None,
        game: Game,
        record: Record,
        states: Sequence[State],
    ) -> Analysis:
        """Start an analysis, unless there is one; the states are those before each action."""
        if head in self._known:
            return self._known[head]
        if game.adviser is None:
            raise IgrotekaError(Text("no bot of {game} can judge moves", game=game.title))
        choices = [
            place
            for place, state in enumerate(states)
            if state.turn >= 0 and len(state.actions()) > 1
        ]
        analysis = self._known[head] = Analysis(game, record, len(choices))
        while len(self._known) > MOST_KEPT:
            self._known.pop(next(iter(self._known)))
        task = asyncio.create_task(self._think(analysis, states, choices))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return analysis

    async def _think(self, analysis: Analysis, states: Sequence[State], choices: list[int]) -> None:
        async with self._turn:
            for place in choices:
                try:
                    judged = await self._judged(analysis, states[place], place)
                except PlayerFault as fault:
                    analysis.problem = Text("the adviser failed: {reason}", reason=fault.text)
                    analysis.done = analysis.total
                    return
                if judged is not None:
                    analysis.judged.append(judged)
                analysis.done += 1

    async def _judged(self, analysis: Analysis, state: State, place: int) -> Judged | None:
        game = analysis.game
        question = Question(
            game=game.name,
            options=dict(game.options),
            bot=game.adviser or "random",
            view=state.view(state.turn),
            seed=derive(1, place),
        )
        assert analysis.record.actions is not None
        played = game.read(analysis.record.actions[place])
        judged: Judged | None = await self._bot_pool.ask(
            appraise, (question, played, place + 1), PATIENCE
        )
        return judged
