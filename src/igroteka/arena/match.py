"""One game between players: their clocks, their faults, and the record of it."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from igroteka.arena.alarm import alarm, listening
from igroteka.arena.pace import Pace
from igroteka.basics.batch import Seeds
from igroteka.basics.endings import Ending, FaultKind, Overrun, PlayerFault
from igroteka.basics.error_words import error_trace, error_words
from igroteka.basics.randomness import Stream
from igroteka.contract import OVER, Action, Game, IllegalMove, Json, Player, Seat, State
from igroteka.players.answers import LONGEST_NOTATION, as_action
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.record import Fault, Record
from igroteka.text import Text, as_written

MOST_ACTIONS = 100_000
"""A game that has so many is not played on: rules from outside may know no end."""


@dataclass(frozen=True)
class Limits:
    """How long players may think, in seconds; None is for ever."""

    move: float | None = 60.0
    game: float | None = None
    """All decisions of one seat in one game together."""
    increment: float = 0.0
    """What every decision of a seat adds to that, once it is made."""


class _Lost(Exception):  # noqa: N818 - leaves the game loop with the fault that ended it
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


class Match:
    """A game being played. `play` does all of it; the game so far grows as it goes."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        names: Sequence[str],
        seeds: Seeds,
        limits: Limits | None = None,
        heartbeat: Callable[[], None] = lambda: None,
        deal: str | None = None,
        opening: Sequence[str] = (),
        adjudicate: bool = False,
    ) -> None:
        self.game = game
        self.players = players
        self.names = tuple(names)
        self.seeds = seeds
        self.limits = limits or Limits()
        self.heartbeat = heartbeat
        self.deal = deal
        """The deal, where it is given; else it is drawn from its seed."""
        self.opening = opening
        """Actions that are played before anybody decides."""
        self.adjudicate = adjudicate
        """Whether it ends as soon as its scores are proven."""
        self.settled: Ending | None = None
        """How it was ended where the rules had not, and with which scores."""
        self.settled_scores: tuple[float, ...] | None = None
        self.times: list[list[float]] = [[] for _ in range(game.seats)]
        """How long each decision of each seat took."""
        self.spent = [0.0] * game.seats
        self.close_faults: dict[Seat, Fault] = {}
        """How players failed when the game was over, which costs them nothing."""
        self._started = 0
        """How many players have their seats."""

    def play(self) -> Record:
        """Play to the end, or to the first fault, which costs its player the game."""
        self.so_far = GameSoFar(self.game, self._dealt())
        for notation in self.opening:
            self.so_far = self.so_far.play(self.game.read(notation))
        fault = None
        started = datetime.now(UTC).isoformat(timespec="seconds")
        with listening():
            try:
                self._start()
                self._loop()
            except _Lost as lost:
                fault = lost.fault
            finally:
                self._close(fault)
        seconds = tuple(round(seconds, 6) for seconds in self.spent)
        return self.so_far.record(
            self.names,
            fault=fault,
            settled=self.settled,
            scores=self.settled_scores,
            seconds=seconds,
            started=started,
        )

    def paces(self) -> Json:
        """How long the moves of each seat took, as `Pace` keeps it.

        It is an object: the rest of what a record says of its event tells games apart.
        """
        return {str(seat): Pace(times).to_json() for seat, times in enumerate(self.times)}

    def _dealt(self) -> State:
        if self.deal is not None:
            return self.game.restore(self.deal)
        return self.game.deal(Stream(self.seeds.deal))

    def _loop(self) -> None:
        chance = Stream(self.seeds.chance)
        self.so_far = self.so_far.chance(chance)
        while (seat := self.so_far.state.turn) != OVER:
            if self.adjudicate and (scores := self.game.adjudged(self.so_far.state)):
                self.settled, self.settled_scores = Ending.ADJUDICATED, scores
                return
            if len(self.so_far.steps) >= MOST_ACTIONS:
                level = self.game.settled(None) or (0.5,) * self.game.seats
                self.settled, self.settled_scores = Ending.TOO_LONG, level
                return
            action = self._decide(seat)
            self.so_far = self._played(seat, action).chance(chance)

    def _start(self) -> None:
        for seat, player in enumerate(self.players):
            rng = Stream(self.seeds.seats[seat])
            with self._guard(seat, self.limits.move):
                player.patience = self.limits.move
                player.start(self.game, seat, rng)
            self._started += 1

    def _decide(self, seat: Seat) -> Action:
        view, player = self.so_far.view(seat), self.players[seat]
        allowed = self._allowed(seat)
        player.patience = allowed
        self.heartbeat()
        begun = time.perf_counter()
        try:
            with self._guard(seat, allowed):
                return as_action(self.game, player.choose(view))
        finally:
            seconds = time.perf_counter() - begun
            self.times[seat].append(seconds)
            self.spent[seat] += seconds
            self._check_clock(seat, seconds)

    def _allowed(self, seat: Seat) -> float | None:
        move, game = self.limits.move, self.limits.game
        if game is None:
            return move
        left = game + self.limits.increment * len(self.times[seat]) - self.spent[seat]
        return max(left, 0.001) if move is None else min(move, max(left, 0.001))

    def _check_clock(self, seat: Seat, seconds: float) -> None:
        """End the game if the last decision of a seat was late; what it adds is for the next."""
        if self.limits.game is not None:
            allowed = self.limits.game + self.limits.increment * (len(self.times[seat]) - 1)
            if self.spent[seat] > allowed:
                text = Text("thought for more than {count} s in this game", count=f"{allowed:g}")
                raise _Lost(Fault(seat, FaultKind.OUT_OF_TIME, text)) from None
        if self.limits.move is not None and seconds > self.limits.move:
            text = Text("took more than {count} s for a move", count=f"{self.limits.move:g}")
            raise _Lost(Fault(seat, FaultKind.HANG, text)) from None

    def _played(self, seat: Seat, action: Action) -> GameSoFar:
        """The game with this action, which may be anything that a bot has made.

        So whoever compares it or writes it may run code of the bot.
        """
        try:
            played = self.so_far.play(action)
            str(action)  # as the record will have it
            return played
        except IllegalMove as error:
            written = _told(action, str)
            text = Text("{action}: {reason}", action=written, reason=error.sentence)
            raise _Lost(Fault(seat, FaultKind.ILLEGAL_MOVE, text)) from error
        except BaseException as error:
            if _is_from_terminal(error):
                raise
            text = Text("{text} is no action of this game", text=_told(action, repr))
            raise _Lost(Fault(seat, FaultKind.ILLEGAL_MOVE, text)) from error

    @contextmanager
    def _guard(self, seat: Seat, seconds: float | None) -> Iterator[None]:
        """Turn whatever goes wrong inside into the seat's fault."""
        try:
            with alarm(seconds):
                yield
        except Overrun:
            text = Text("took more than {count} s for a move", count=f"{seconds:g}")
            raise _Lost(Fault(seat, FaultKind.HANG, text)) from None
        except PlayerFault as fault:
            raise _Lost(Fault(seat, fault.kind, fault.text, fault.trace)) from fault
        except BaseException as error:
            if _is_from_terminal(error):
                raise
            text, trace = as_written(error_words(error)), error_trace(error)
            raise _Lost(Fault(seat, FaultKind.EXCEPTION, text, trace)) from error

    def _close(self, fault: Fault | None) -> None:
        """Close all players; of one that has failed already, or has not begun, nothing is noted."""
        scores = self.settled_scores if self.settled else self.so_far.scores
        for seat, player in enumerate(self.players):
            try:
                with self._guard(seat, self.limits.move):
                    player.close(scores)
            except _Lost as lost:
                if seat < self._started and not (fault and fault.seat == seat):
                    self.close_faults[seat] = lost.fault


def _told(action: Action, write: Callable[[Action], str]) -> str:
    """What a bot gave as its action, in few letters; only its kind where it can't be written."""
    try:
        return write(action)[:LONGEST_NOTATION]
    except BaseException as error:
        if _is_from_terminal(error):
            raise
        return type(action).__name__


def _is_from_terminal(error: BaseException) -> bool:
    """Whether it may be Ctrl-C; a worker never gets that, so there it is a bot's own."""
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    return isinstance(error, KeyboardInterrupt) and not ignored
