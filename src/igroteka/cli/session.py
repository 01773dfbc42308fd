"""A game at the terminal: people and bots in any mix, drawn, numbered, with undo and hints."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rich.console import Console

from igroteka.basics.endings import FaultKind
from igroteka.basics.randomness import Stream, derive, draw
from igroteka.contract import (
    CHANCE,
    OVER,
    Action,
    Game,
    IllegalMove,
    Player,
    Seat,
    State,
    View,
)
from igroteka.records.record import Fault, Record
from igroteka.records.take_back import way_back
from igroteka.text import Text

HELP = "number or notation · u undo · h hint · q quit"


class Recorder(Protocol):
    """Somebody who writes down what is played."""

    def add(
        self,
        record: Callable[[], Record],
        state: State,
        action: Action,
        after: State,
        seconds: float,
    ) -> None:
        """An action was taken and led to another position; `record` tells the game so far."""

    def take_back(self, count: int, to: State) -> None:
        """The last actions are taken back to a position."""

    def leave(self, record: Record) -> None:
        """The game has ended, or somebody has left it."""


class Quit(Exception):  # noqa: N818 - a wish, not an error
    """A person leaves the table."""


@dataclass
class Session:
    """The table: the game so far, who sits where, and the screen."""

    game: Game
    bots: Mapping[Seat, tuple[str, Player]]
    """Seats with a bot; the others are people's."""
    adviser: Player | None
    """Who gives hints; it sees what the person sees."""
    seed: int
    console: Console = field(default_factory=Console)
    ask: Callable[[str], str] = input
    start: State | None = None
    """Where a game that goes on began; a new one is dealt."""
    past: list[tuple[State, Action]] = field(default_factory=list)
    """What was played so far."""
    fault: Fault | None = None
    names: Mapping[Seat, str] = field(default_factory=dict)
    """What people are called, where they have said it."""
    recorder: Recorder | None = None

    def play(self) -> Record:
        """Play to the end, to a bot's fault, or until somebody leaves; the record of it."""
        state = self._opening()
        self.chance = Stream(derive(self.seed, "chance"))
        try:
            self._start_bots()
            while state.turn != OVER and not self.fault:
                state = self._next(state)
            self._show(state.view(self._onlooker()))
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print("\nYou leave the table.")
        finally:
            for _, bot in self.bots.values():
                bot.close()
        record = self.record(state)
        if self.recorder:
            self.recorder.leave(record)
        return record

    def _opening(self) -> State:
        """A new deal, or the position at which a game goes on."""
        if self.start is None:
            self.start = self.game.deal(Stream(derive(self.seed, "deal")))
        if not self.past:
            return self.start
        before, action = self.past[-1]
        return before.play(action)

    def _start_bots(self) -> None:
        for seat, (name, bot) in self.bots.items():
            try:
                bot.start(self.game, seat, Stream(derive(self.seed, "player", seat)))
            except Exception as error:
                self._blame(seat, name, error)

    def _blame(self, seat: Seat, name: str, error: Exception) -> None:
        illegal = isinstance(error, IllegalMove)
        kind = FaultKind.ILLEGAL_MOVE if illegal else FaultKind.EXCEPTION
        self.fault = Fault(
            seat, kind, Text("{kind}: {reason}", kind=type(error).__name__, reason=str(error))
        )
        self.console.print(f"{name} fails and loses: {error}", markup=False)

    def record(self, state: State) -> Record:
        """What was played."""
        assert self.start is not None
        return Record(
            game=self.game.name,
            options=self.game.options,
            players=tuple(self._name(seat) for seat in range(self.game.seats)),
            deal=self.start.deal,
            actions=tuple(str(action) for _, action in self.past),
            scores=state.scores() if state.turn == OVER else None,
            fault=self.fault,
        )

    def _name(self, seat: Seat) -> str:
        return self.bots[seat][0] if seat in self.bots else self.names.get(seat, "person")

    def _onlooker(self) -> Seat | None:
        """The only person at the table, or nobody in particular."""
        people = [seat for seat in range(self.game.seats) if seat not in self.bots]
        return people[0] if len(people) == 1 else None

    def _next(self, state: State) -> State:
        begun = time.perf_counter()
        if state.turn == CHANCE:
            action = draw(state.chances(), self.chance)
            self._tell("", state, action)
        elif state.turn in self.bots:
            action = self._bot_action(state)
            if self.fault:
                return state
        else:
            return self._person(state)
        return self._after(state, action, begun)

    def _after(self, state: State, action: Action, begun: float) -> State:
        """The position after an action that took its time since then."""
        after = state.play(action)
        self.past.append((state, action))
        if self.recorder:
            seconds = time.perf_counter() - begun
            self.recorder.add(lambda: self.record(after), state, action, after, seconds)
        return after

    def _bot_action(self, state: State) -> Action:
        name, bot = self.bots[state.turn]
        try:
            action = bot.choose(state.view(state.turn))
            state.play(action)
        except Exception as error:
            self._blame(state.turn, name, error)
            return None
        self._tell(f"{self.game.seat_name(state.turn)} ({name}): ", state, action)
        return action

    def _tell(self, who: str, state: State, action: Action) -> None:
        words = state.view(self._onlooker()).explain(action)
        self.console.print(f"{who}{words}", markup=False, highlight=False)

    def _person(self, state: State) -> State:
        """One decision of a person; the position after it, or after an undo."""
        begun = time.perf_counter()
        view = state.view(state.turn)
        self._show(view)
        actions = view.actions()
        for number, action in enumerate(actions, start=1):
            self.console.print(
                f"{number:>4}  {view.explain(action)}", markup=False, highlight=False
            )
        while True:
            answer = self.ask(f"{self.game.seat_name(state.turn)} [{HELP}]: ").strip()
            if answer == "q":
                raise Quit
            if answer == "u":
                back = self._undo(state)
                if back is not None:
                    return back
                self.console.print("There is nothing to take back now.")
            elif answer == "h":
                self._hint(view)
            elif answer:
                try:
                    return self._after(state, self._read(answer, actions), begun)
                except IllegalMove as error:
                    self.console.print(f"{error}", markup=False)

    def _read(self, answer: str, actions: Sequence[Action]) -> Action:
        if answer.isascii() and answer.isdigit():
            if 1 <= int(answer) <= len(actions):
                return actions[int(answer) - 1]
            raise IllegalMove(
                Text(
                    "there is no action {answer}; they go from 1 to {count}",
                    answer=answer,
                    count=len(actions),
                )
            )
        return self.game.read(answer)

    def _undo(self, state: State) -> State | None:
        """The position before the last decision of a person, if it can be taken back."""
        people = [seat for seat in range(self.game.seats) if seat not in self.bots]
        rng = Stream(derive(self.seed, "undo", len(self.past)))
        count = way_back(self.game, self.past, state, people, rng)
        if count is None:
            return None
        before, _ = self.past[-count]
        del self.past[-count:]
        if self.recorder:
            self.recorder.take_back(count, before)
        return before

    def _hint(self, view: View) -> None:
        """What the adviser would do. It starts afresh, so that it knows this view alone."""
        if self.adviser is None or view.seat is None:
            self.console.print("No bot of this game gives hints.")
            return
        self.adviser.start(self.game, view.seat, Stream(derive(self.seed, "hint", len(self.past))))
        advice = [(f"{value:8.3f}  ", action) for action, value in self.adviser.analyse(view)]
        for worth, action in advice[:3] or [("", self.adviser.choose(view))]:
            self.console.print(f"  hint: {worth}{view.explain(action)}", markup=False)
        self.adviser.close()

    def _show(self, view: View) -> None:
        self.console.rule()
        self.console.print(str(view), markup=False, highlight=False)
