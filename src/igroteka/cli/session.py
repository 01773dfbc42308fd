"""A game at the terminal: people and bots in any mix, drawn, numbered, with undo and hints."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from rich.console import Console

from igroteka.basics.endings import FaultKind, PlayerFault
from igroteka.basics.error_words import error_trace, error_words
from igroteka.basics.randomness import Stream, derive
from igroteka.contract import (
    CHANCE,
    OVER,
    Action,
    Game,
    IgrotekaError,
    IllegalMove,
    Player,
    Seat,
    State,
    View,
)
from igroteka.records.explanations import read_explanation
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.record import Fault, Record
from igroteka.records.steps import Step
from igroteka.text import Text, as_written, joined

HELP = "number or notation · u undo · h hint · q quit"
ALERT = " !"
"""What stands between an action and what its player tells the opponents of it."""


class Recorder(Protocol):
    """Somebody who writes down what is played."""

    def add(self, record: Callable[[], Record], step: Step) -> None:
        """An action was taken; `record` tells the game with it."""

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
    resumed: GameSoFar | None = None
    """A game that goes on, or is dealt already; without one, a new one is dealt."""
    fault: Fault | None = None
    names: Mapping[Seat, str] = field(default_factory=dict)
    """What people are called, where they have said it."""
    recorder: Recorder | None = None

    def __post_init__(self) -> None:
        start = Stream(derive(self.seed, "deal"))
        self.so_far = self.resumed or GameSoFar(self.game, self.game.deal(start))
        self.chance = Stream(derive(self.seed, "chance"))

    def play(self) -> Record:
        """Play to the end, to a bot's fault, or until somebody leaves; the record of it."""
        try:
            self._start_bots()
            while self.so_far.state.turn != OVER and not self.fault:
                self._next()
            self._show(self.so_far.view(self._onlooker()))
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print("\nYou leave the table.")
        finally:
            for _, bot in self.bots.values():
                with suppress(Exception, SystemExit):
                    bot.close(self.so_far.scores)
        record = self.record()
        if self.recorder:
            self.recorder.leave(record)
        return record

    def _start_bots(self) -> None:
        for seat, (name, bot) in self.bots.items():
            try:
                bot.start(self.game, seat, Stream(derive(self.seed, "player", seat)))
            except (Exception, SystemExit) as error:
                self._blame(seat, name, error)

    def _blame(self, seat: Seat, name: str, error: Exception | SystemExit) -> None:
        if isinstance(error, PlayerFault):
            self.fault = Fault(seat, error.kind, error.text, error.trace)
        else:
            illegal = isinstance(error, IllegalMove)
            kind = FaultKind.ILLEGAL_MOVE if illegal else FaultKind.EXCEPTION
            said = as_written(error_words(error))
            self.fault = Fault(seat, kind, said, error_trace(error))
        self.console.print(f"{name} fails and loses: {self.fault.text}", markup=False)
        if self.fault.trace:
            self.console.print(self.fault.trace, markup=False, highlight=False)

    def record(self) -> Record:
        """The game as it stands, written down."""
        names = (self._name(seat) for seat in range(self.game.seats))
        return self.so_far.record(names, fault=self.fault)

    def _name(self, seat: Seat) -> str:
        return self.bots[seat][0] if seat in self.bots else self.names.get(seat, "person")

    def _onlooker(self) -> Seat | None:
        """The only person at the table, or nobody in particular."""
        people = [seat for seat in range(self.game.seats) if seat not in self.bots]
        return people[0] if len(people) == 1 else None

    def _next(self) -> None:
        turn = self.so_far.state.turn
        if turn == CHANCE:
            self._go_on(self.so_far.chance(self.chance), "")
        elif turn in self.bots:
            self._bot(turn)
        else:
            self._person(turn)

    def _go_on(self, grown: GameSoFar, who: str | None = None) -> None:
        """Take over a game that has grown; with `who` did it, the screen tells what was done."""
        steps, self.so_far = grown.since(self.so_far), grown
        for step in steps:
            if who is not None:
                self.console.print(f"{who}{self._told(step)}", markup=False, highlight=False)
            if self.recorder:
                self.recorder.add(self.record, step)

    def _told(self, step: Step) -> Text:
        """An action in words, with its explanation if that is for all who sit before the screen."""
        people = [seat for seat in range(self.game.seats) if seat not in self.bots]
        heard = all(self.game.hears(step.seat, seat) for seat in people)
        seen = step.seen_by(self._onlooker(), heard)
        if not seen.explanation:
            return seen.words
        return joined(" – ", (seen.words, seen.explanation))

    def _bot(self, seat: Seat) -> None:
        name, bot = self.bots[seat]
        begun = time.perf_counter()
        try:
            view = self.so_far.view(seat)
            action = bot.choose(view)
            explanation = as_written(bot.explanation(view, action))
            grown = self.so_far.play(action, time.perf_counter() - begun, explanation)
        except (Exception, SystemExit) as error:
            self._blame(seat, name, error)
        else:
            self._go_on(grown, f"{self.game.seat_name(seat)} ({name}): ")

    def _person(self, seat: Seat) -> None:
        """One decision of a person, or an undo."""
        begun = time.perf_counter()
        view = self.so_far.view(seat)
        self._show(view)
        actions = view.actions()
        for number, action in enumerate(actions, start=1):
            self.console.print(
                f"{number:>4}  {view.explain(action)}", markup=False, highlight=False
            )
        while True:
            answer = self.ask(f"{self.game.seat_name(seat)} [{self._help()}]: ").strip()
            if answer == "q":
                raise Quit
            if answer == "u":
                if self._undo():
                    return
                self.console.print("There is nothing to take back now.")
            elif answer == "h":
                self._hint(view)
            elif answer:
                try:
                    notation, _, typed = answer.partition(ALERT)
                    action = self._read(notation.strip(), actions)
                    told = read_explanation(typed)
                    self._go_on(self.so_far.play(action, time.perf_counter() - begun, told))
                    return
                except IgrotekaError as error:
                    self.console.print(f"{error}", markup=False)

    def _help(self) -> str:
        """What may be typed; explanations are for games of partners."""
        partners = any(len(side) > 1 for side in self.game.sides)
        return f"{HELP} · 1{ALERT} what it means" if partners else HELP

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

    def _undo(self) -> bool:
        """Go back to before the last decision of a person, if it can be taken back."""
        people = [seat for seat in range(self.game.seats) if seat not in self.bots]
        rng = Stream(derive(self.seed, "undo", len(self.so_far.steps)))
        count = self.so_far.way_back(people, rng)
        if count is None:
            return False
        self.so_far = self.so_far.take_back(count)
        if self.recorder:
            self.recorder.take_back(count, self.so_far.state)
        return True

    def _hint(self, view: View) -> None:
        """What the adviser would do. It starts afresh, so that it knows this view alone."""
        if self.adviser is None or view.seat is None:
            self.console.print("No bot of this game gives hints.")
            return
        rng = Stream(derive(self.seed, "hint", len(self.so_far.steps)))
        try:
            self.adviser.start(self.game, view.seat, rng)
            advice = [(f"{value:8.3f}  ", action) for action, value in self.adviser.analyse(view)]
            for worth, action in advice[:3] or [("", self.adviser.choose(view))]:
                self.console.print(f"  hint: {worth}{view.explain(action)}", markup=False)
        except PlayerFault as fault:
            self.console.print(f"The adviser fails: {fault}", markup=False)
        finally:
            self.adviser.close()

    def _show(self, view: View) -> None:
        self.console.rule()
        self.console.print(str(view), markup=False, highlight=False)
