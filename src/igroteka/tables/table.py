"""One live table: a game in play, the people who look on, and the bots that are asked."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from igroteka.archive import Archive, ArchiveError, updates
from igroteka.basics.endings import Ending, FaultKind, PlayerFault
from igroteka.basics.randomness import derive, draw
from igroteka.contract import (
    CHANCE,
    OVER,
    Action,
    Game,
    IgrotekaError,
    IllegalMove,
    Json,
    Seat,
    State,
)
from igroteka.records.record import Fault
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.questions import Question, choose
from igroteka.tables.setting import Setting, Thought, Visitor
from igroteka.tables.storage import GameEnd, PendingStep, Step, keep
from igroteka.text import Text, quoted

P = ParamSpec("P")
T = TypeVar("T")

SYSTEM_RANDOM = random.SystemRandom()
"""What dice and shuffles at live tables are drawn from."""

PATIENCE = 60.0
"""Seconds after which a bot's silence is a fault."""


class Refused(IgrotekaError):  # noqa: N818 - what the table says
    """Somebody asks for what this table does not give them."""


class Outdated(Refused):
    """Somebody answers to a position that is not there any more."""


class Listener(Protocol):
    """Somebody who looks on: a page, or a program."""

    @property
    def visitor(self) -> Visitor | None:
        """Who it is."""

    def tell(self, table: Table) -> None:
        """Something has changed."""

    def leave(self, reason: Text) -> None:
        """The table is gone; who comes again finds it as it is stored."""


@dataclass
class Offer:
    """Something that others at the table must agree to."""

    kind: str
    """`take back` or `draw`."""
    seat: Seat
    waiting: set[Seat]
    """Who has yet to agree."""


class Table:
    """A game in play. All that changes it goes through the lock, one after another."""

    def __init__(
        self, number: int, game: Game, start: State, setting: Setting, house: House
    ) -> None:
        self.number = number
        self.game = game
        self.start = start
        self.state = start
        self.setting = setting
        self.house = house
        self.past: list[Step] = []
        self.outcome: GameEnd | None = None
        self.offer: Offer | None = None
        self.listeners: set[Listener] = set()
        self.lock = asyncio.Lock()
        self.scenes: dict[Hashable, dict[str, Json]] = {}
        """What was drawn of the position, until something changes."""
        self._since = time.monotonic()
        self._thought = 0.0
        self._driver: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._closed = False

    # --- what can be asked ---

    @property
    def head(self) -> int | None:
        """The archive's number of the last action."""
        return self.past[-1].move if self.past else None

    @property
    def after(self) -> int:
        """What tells this position from every other that the table had: its last action, or 0.

        The number of moves would not do: another one may stand where one was taken back.
        """
        return self.head or 0

    @property
    def phase(self) -> str:
        """Whether the table gathers players, is in play, paused, or over."""
        if self.outcome is not None:
            return "over"
        if not self.setting.complete:
            return "gathering"
        return "paused" if self.setting.paused else "playing"

    def clock(self, seat: Seat) -> float | None:
        """Seconds that a seat has left; None without clocks."""
        clock = self.setting.clock
        if clock is None:
            return None
        spent = [step.seconds for step in self.past if step.seat == seat]
        left = clock.time + clock.increment * len(spent) - sum(spent)
        return max(0.0, left - self.thinking(seat))

    def thinking(self, seat: Seat) -> float:
        """For how long this seat has been thinking about its move, pauses left out."""
        if self.state.turn != seat:
            return 0.0
        running = self.phase == "playing"
        return self._thought + (time.monotonic() - self._since if running else 0.0)

    def stop_thinking(self) -> None:
        """Keep what was thought so far; called where a pause begins or ends."""
        self._thought = self.thinking(self.state.turn)
        self._since = time.monotonic()

    @property
    def thought(self) -> Thought:
        """What the seat to move has used of its time so far."""
        return Thought(self.head, round(self.thinking(self.state.turn), 1))

    def think_on(self, thought: Thought | None) -> None:
        """Go on from what was thought about this move when it was stored."""
        if thought is not None and thought.after == self.head:
            self._thought = thought.seconds

    @property
    def unkept(self) -> float:
        """By how many seconds the running clock differs from what is stored of it."""
        if self.setting.clock is None or self.phase != "playing" or self.state.turn < 0:
            return 0.0
        now, kept = self.thought, self.setting.thought
        return abs(now.seconds - (kept.seconds if kept and kept.after == now.after else 0.0))

    def present(self, seat: Seat) -> bool:
        """Whether the seat is at the table now: a bot always, a person while connected."""
        chair = self.setting.chairs[seat]
        here = {listener.visitor for listener in self.listeners}
        return chair.bot is not None or bool(here & set(chair.holders))

    def seat_of(self, visitor: Visitor | None, wanted: Seat | None = None) -> Seat:
        """The seat for which a visitor acts, the one to move if there are several.

        Raises `Refused` for somebody who only looks on.
        """
        held = self.setting.held_by(visitor)
        if not held:
            raise Refused(Text("you are looking on; take a seat to play"))
        if wanted is not None and not 0 <= wanted < self.game.seats:
            raise Refused(Text("this table has no such seat"))
        if wanted is not None and wanted not in held:
            raise Refused(Text("the seat of {seat} is not yours", seat=self.game.seat_name(wanted)))
        return wanted if wanted is not None else self._next_of(held)

    def _next_of(self, held: Sequence[Seat]) -> Seat:
        return self.state.turn if self.state.turn in held else held[0]

    # --- what people do ---

    async def move(
        self, visitor: Visitor, text: str, seat: Seat | None = None, after: int | None = None
    ) -> None:
        """Play what a visitor wrote; who says `after` which action means that position alone.

        Raises `IgrotekaError` and says what was wrong with it.
        """
        async with self.lock:
            seat = self.seat_of(visitor, seat)
            self.check_playing()
            if after is not None and after != self.after:
                raise Outdated(Text("the position has changed since; look again"))
            if self.state.turn != seat:
                whose = self.game.seat_name(self.state.turn)
                raise IllegalMove(Text("it is not your turn; {whose} is to move", whose=whose))
            await self._play(self.game.read(text))
        self.wake()

    async def settle(self, outcome: GameEnd) -> None:
        """End the game where the rules have not; the lock is held by the caller."""
        await self.store([], outcome)

    async def go_back(self, count: int) -> None:
        """Take the last actions back; the lock is held by the caller."""
        to = self.past[-count - 1].move if count < len(self.past) else None
        before = self.past[-count].before
        await self.house.write(updates.move_head, self.number, to, before.landmark)
        self.state = before
        del self.past[-count:]
        self.changed(moved=True)

    async def remember(self) -> None:
        """Store the setting as it is now; the lock is held by the caller."""
        self.setting.thought = self.thought
        await self.house.write(updates.save_setting, self.number, self.setting.to_json())
        self.changed()

    def check_playing(self) -> None:
        """Raise `Refused` if the game can't go on now."""
        if self.phase == "over":
            raise Refused(Text("the game is over"))
        if self.phase == "gathering":
            raise Refused(Text("somebody is still missing at the table"))
        if self.phase == "paused":
            raise Refused(Text("the game is paused"))

    # --- what follows ---

    async def _play(self, action: Action) -> None:
        """Play an action and what chance brings after it, as one thing that is stored."""
        seconds = self.thinking(self.state.turn)
        state = self.state.play(action)
        await self._store_with_chance([PendingStep(self.state, action, state, seconds)], state)

    async def _store_with_chance(self, entries: list[PendingStep], state: State) -> None:
        while state.turn == CHANCE:
            lot = draw(state.chances(), SYSTEM_RANDOM)
            after = state.play(lot)
            entries.append(PendingStep(state, lot, after, 0.0))
            state = after
        outcome = GameEnd(state.scores(), Ending.FINISHED) if state.turn == OVER else None
        await self.store(entries, outcome)

    async def store(self, entries: Sequence[PendingStep], outcome: GameEnd | None) -> None:
        """Store actions and the end they lead to, then show them."""
        try:
            moves = await self.house.write(keep, self.number, self.head, entries, outcome)
        except ArchiveError:
            self.house.drop(self, Text("the move could not be stored"))
            raise
        for move, entry in zip(moves, entries, strict=True):
            seat = entry.before.turn
            self.past.append(Step(move, entry.before, entry.action, seat, entry.seconds))
        if entries:
            self.state = entries[-1].after
        self.outcome = outcome
        self.changed(moved=True)

    def changed(self, moved: bool = False) -> None:
        """Tell everybody; after a move the clock of the next seat begins."""
        self.scenes.clear()
        if moved:
            self.offer = None
            self._since, self._thought = time.monotonic(), 0.0
        self._set_flag()
        for listener in list(self.listeners):
            listener.tell(self)

    # --- bots, chance and the clock ---

    def wake(self) -> None:
        """Let bots and chance go on, if it is for them to do something."""
        idle = self._driver is None or self._driver.done()
        if idle and self._driven():
            self._driver = asyncio.create_task(self._drive())

    def _driven(self) -> bool:
        """Whether the next action is chance's or a bot's, and somebody cares."""
        turn = self.state.turn
        if self._closed or self.phase != "playing" or turn == OVER:
            return False
        if turn == CHANCE:
            return True
        audience = bool(self.listeners) or bool(self.setting.people())
        return audience and self.setting.chairs[turn].bot is not None

    async def _drive(self) -> None:
        while self._driven():
            if self.state.turn == CHANCE:
                async with self.lock:
                    if self.state.turn == CHANCE:
                        await self._store_with_chance([], self.state)
            else:
                await self._bot_moves()

    async def _bot_moves(self) -> None:
        """Ask the bot to move; if things changed while it thought, its answer is dropped."""
        head, seat, begun = self.head, self.state.turn, time.monotonic()
        try:
            action = await self.house.bot_pool.ask(choose, self.question(seat), PATIENCE)
            pause = self.setting.pace - (time.monotonic() - begun)
            await asyncio.sleep(max(0.0, pause))
            async with self.lock:
                if self.head == head and self._driven():
                    self._check_bots(action)
                    await self._play(action)
        except (PlayerFault, IllegalMove) as error:
            async with self.lock:
                if self.head == head and self.phase == "playing":
                    await self.settle(self._fault(seat, error))

    def _check_bots(self, action: Action) -> None:
        """Raise `IllegalMove` for whatever a bot may have answered that is no action here."""
        try:
            self.state.play(action)
        except IllegalMove:
            raise
        except Exception as error:
            raise IllegalMove(
                Text("{text} is no action of this game", text=quoted(action))
            ) from error

    def _fault(self, seat: Seat, error: PlayerFault | IllegalMove) -> GameEnd:
        if isinstance(error, PlayerFault):
            return GameEnd(None, Ending.FAULT, Fault(seat, error.kind, error.text))
        return GameEnd(None, Ending.FAULT, Fault(seat, FaultKind.ILLEGAL_MOVE, error.sentence))

    def question(self, seat: Seat, bot: str | None = None) -> Question:
        """What a bot is asked: the seat's own on its chair, or another for it."""
        return Question(
            game=self.game.name,
            options=dict(self.game.options),
            bot=bot or self.setting.chairs[seat].bot or "random",
            view=self.state.view(seat),
            seed=derive(self.number, len(self.past), seat),
            patience=PATIENCE,
        )

    def _set_flag(self) -> None:
        """See to it that a clock that runs out ends the game."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        turn = self.state.turn
        if self._closed or self.phase != "playing" or turn < 0:
            return
        if (left := self.clock(turn)) is None:
            return
        loop = asyncio.get_running_loop()
        self._flag = loop.call_later(left, lambda: loop.create_task(self._flag_falls(turn)))

    async def _flag_falls(self, seat: Seat) -> None:
        async with self.lock:
            left = self.clock(seat)
            if self.phase != "playing" or self.state.turn != seat:
                return
            if left == 0:
                await self.settle(GameEnd(self.game.settled(seat), Ending.OUT_OF_TIME))
            else:
                self._set_flag()

    def close(self) -> None:
        """Stop what runs by itself, for good."""
        self._closed = True
        if self._driver is not None:
            self._driver.cancel()
        if self._flag is not None:
            self._flag.cancel()


@dataclass
class House:
    """What all tables share."""

    archive: Archive
    bot_pool: BotPool
    drop: Callable[[Table, Text], None]

    async def write(
        self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Make a change in the archive; when this returns, it is stored."""
        return await asyncio.wrap_future(self.archive.write(change, *args, **kwargs))
