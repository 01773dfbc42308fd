"""One live table: a game in play, what people do there, and who is told of it."""

from __future__ import annotations

import asyncio
import random
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from igroteka.archive import Archive, ArchiveError, move_tree, updates
from igroteka.archive.leads import House as Leader
from igroteka.basics.endings import Ending, FaultKind, fault_words
from igroteka.basics.house_fault import HouseFault
from igroteka.basics.randomness import derive
from igroteka.contract import IgrotekaError, IllegalMove, Seat, State, View
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.record import Fault
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.clock import TableClock
from igroteka.tables.driver import Driver
from igroteka.tables.frames import Frames
from igroteka.tables.questions import Advice, Question
from igroteka.tables.setting import Setting, Visitor
from igroteka.tables.sittings import SittingNow
from igroteka.tables.storage import GameEnd, keep
from igroteka.text import NOTHING, Text

P = ParamSpec("P")
T = TypeVar("T")

SYSTEM_RANDOM = random.SystemRandom()
"""What dice and shuffles at live tables are drawn from."""

PATIENCE = 60.0
"""Seconds after which a bot's silence is a fault."""

MOST_NOTICES = 5

COMINGS = 0.5
"""Seconds in which comings and goings are gathered before everybody is told of them."""


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


@dataclass(frozen=True)
class KeptAdvice:
    """What an adviser says, or is about to say, to a seat in a position."""

    after: int
    seat: Seat
    view: View
    advice: asyncio.Task[list[Advice]]


class Table:
    """A game in play. All that changes it goes through the lock, one after another."""

    def __init__(
        self,
        number: int,
        so_far: GameSoFar,
        setting: Setting,
        house: House,
        fence: int,
        moves: Iterable[int] = (),
        outcome: GameEnd | None = None,
        sitting: SittingNow | None = None,
    ) -> None:
        self.number = number
        self.game = so_far.game
        self.so_far = so_far
        """What is stored of the game, and so may be shown."""
        self.moves = list(moves)
        """The archive's number of each of its steps."""
        self.setting = setting
        self.house = house
        self.fence = fence
        """Under which lead the table is written."""
        self.outcome = outcome
        self.sitting = sitting
        """The sitting that this game belongs to."""
        self.offer: Offer | None = None
        self.notices: list[Text] = []
        """What everybody here should know beside the game, the latest last."""
        self.advice: KeptAdvice | None = None
        """What the adviser said last."""
        self.strikes: Counter[Seat] = Counter()
        self.listeners: set[Listener] = set()
        self._here: Counter[Visitor | None] = Counter()
        self._comings: asyncio.TimerHandle | None = None
        self.lock = asyncio.Lock()
        known = weakref.proxy(self)  # so that a table is gone as soon as nobody needs it
        self.frames = Frames(known)
        self.clock = TableClock(known)
        self.clock.recall()
        self.driver = Driver(known)

    # --- what can be asked ---

    @property
    def owner(self) -> str:
        """For whom its bots think: who opened it, or the table itself."""
        return self.setting.host or f"table {self.number}"

    @property
    def state(self) -> State:
        """The position now."""
        return self.so_far.state

    @property
    def head(self) -> int | None:
        """The archive's number of the last action."""
        return self.moves[-1] if self.moves else None

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

    def present(self, seat: Seat) -> bool:
        """Whether the seat is at the table now: a bot always, a person while connected."""
        chair = self.setting.chairs[seat]
        return chair.bot is not None or any(self._here[holder] for holder in chair.holders)

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

    # --- who comes and goes ---

    def welcome(self, listener: Listener) -> None:
        """Somebody looks on from now on, and is told all."""
        self.listeners.add(listener)
        self._here[listener.visitor] += 1
        self._note_coming(listener.visitor)
        listener.tell(self)

    def part(self, listener: Listener) -> None:
        """Somebody looks on no longer."""
        if listener in self.listeners:
            self.listeners.discard(listener)
            self._here[listener.visitor] -= 1
            self._note_coming(listener.visitor)

    def _note_coming(self, visitor: Visitor | None) -> None:
        """Everybody is told who of the players is here, but not of each coming and going alone."""
        if self._comings is None and self.setting.held_by(visitor):
            self.changed()
            loop = asyncio.get_running_loop()
            self._comings = loop.call_later(COMINGS, self._tell_comings)

    def _tell_comings(self) -> None:
        self._comings = None
        self.changed()

    # --- what people do ---

    async def move(
        self,
        visitor: Visitor,
        text: str,
        seat: Seat | None = None,
        after: int | None = None,
        explanation: Text = NOTHING,
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
            try:
                action = self.game.read(text)
                grown = self.so_far.play(action, self.clock.thinking(seat), explanation)
            except IllegalMove as error:
                await self._strike(seat, error)
                raise
            await self.go_on(grown)
        self.driver.wake()

    async def _strike(self, seat: Seat, error: IllegalMove) -> None:
        """Count an illegal action; after so many as the rules allow the seat can't go on."""
        self.strikes[seat] += 1
        if self.setting.strikes is not None and self.strikes[seat] >= self.setting.strikes:
            await self.fail(Fault(seat, FaultKind.ILLEGAL_MOVE, error.sentence))
            self.driver.wake()

    async def fail(self, fault: Fault) -> None:
        """A seat can't go on: a robot takes it over, or the game ends so. The lock is held."""
        chair = self.setting.chairs[fault.seat]
        robot = next(iter(self.game.opponents.values()))
        if self.setting.remedy == "adjust" or chair.bot == robot:
            await self.settle(GameEnd(None, Ending.FAULT, fault))
            return
        self.note(self._told_of(fault))
        chair.bot, chair.stands_in = robot, True
        self.driver.put_bots_away()
        await self.remember()

    def note(self, notice: Text, is_so: bool = True) -> None:
        """Let everybody here know something, or no longer."""
        if is_so == (notice in self.notices):
            return
        others = [each for each in self.notices if each != notice]
        self.notices = [*others, notice][-MOST_NOTICES:] if is_so else others
        self.changed()

    def _told_of(self, fault: Fault) -> Text:
        """What everybody is told when a robot takes over; why may tell of hidden cards."""
        if fault.kind == FaultKind.OUT_OF_TIME:
            return Text("{reason}; a robot takes over", reason=fault.text)
        if self.game.hidden:
            return Text(
                "{seat}: {kind}; a robot takes over",
                seat=self.game.seat_name(fault.seat),
                kind=fault_words(fault.kind),
            )
        return Text(
            "{seat}: {kind} ({reason}); a robot takes over",
            seat=self.game.seat_name(fault.seat),
            kind=fault_words(fault.kind),
            reason=fault.text,
        )

    async def settle(self, outcome: GameEnd) -> None:
        """End the game where the rules have not; the lock is held by the caller."""
        await self._store(self.so_far, outcome)

    async def go_back(self, count: int) -> None:
        """Take the last actions back; the lock is held by the caller."""
        so_far, moves = self.so_far.take_back(count), self.moves[:-count]
        head, landmark = moves[-1] if moves else None, so_far.state.landmark
        heads = (self.head, head)
        await self.written(move_tree.move_head, self.number, *heads, landmark, self.fence)
        self.so_far, self.moves = so_far, moves
        self.driver.put_bots_away()
        self.changed(moved=True)

    async def remember(self) -> None:
        """Store the setting as it is now; the lock is held by the caller."""
        self.setting.thought = self.clock.thought
        setting = self.setting.to_json()
        await self.written(updates.save_setting, self.number, setting, self.fence)
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

    async def go_on(self, so_far: GameSoFar) -> None:
        """Store a game that has grown, together with what chance brings now.

        The lock is held by the caller.
        """
        so_far = so_far.chance(SYSTEM_RANDOM)
        scores = so_far.scores
        await self._store(so_far, None if scores is None else GameEnd(scores, Ending.FINISHED))

    async def _store(self, so_far: GameSoFar, outcome: GameEnd | None) -> None:
        """Store the new steps of a game and the end they lead to, then show them."""
        steps = so_far.since(self.so_far)
        moves = await self.written(keep, self.number, self.fence, self.head, steps, outcome)
        self.so_far = so_far
        self.moves += moves
        self.outcome = outcome
        if outcome is not None:
            self.driver.put_bots_away()
            self.house.ended(self)
        self.changed(moved=True)

    async def written(
        self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Make a change in the archive; if it fails, what is stored is another table than this."""
        try:
            return await self.house.write(change, *args, **kwargs)
        except (ArchiveError, HouseFault) as error:
            self.house.drop(self, error.sentence)
            raise

    def changed(self, moved: bool = False) -> None:
        """Tell everybody; after a move the clock of the next seat begins."""
        self.frames.go_on()
        if moved:
            self.offer = None
            self.clock.restart()
        self.clock.set_flag()
        for listener in list(self.listeners):
            listener.tell(self)

    def question(self, seat: Seat, bot: str | None = None) -> Question:
        """What a bot is asked: the seat's own on its chair, or another for it."""
        return Question(
            game=self.game.name,
            options=dict(self.game.options),
            bot=bot or self.setting.chairs[seat].bot or "random",
            view=self.so_far.view(seat),
            seed=derive(self.number, len(self.moves), seat),
            patience=PATIENCE,
        )

    def close(self) -> None:
        """Stop what runs by itself, for good."""
        self.driver.stop()
        self.clock.stop()
        if self._comings is not None:
            self._comings.cancel()


@dataclass
class House:
    """What all tables share."""

    archive: Archive
    leader: Leader
    """As what this process leads its tables."""
    bot_pool: BotPool
    drop: Callable[[Table, Text], None]
    """Called with a table whose memory may differ from what is stored."""
    ended: Callable[[Table], None]
    """Called with a table whose game is over."""

    async def write(
        self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Make a change in the archive; when this returns, it is stored."""
        return await asyncio.wrap_future(self.archive.write(change, *args, **kwargs))
