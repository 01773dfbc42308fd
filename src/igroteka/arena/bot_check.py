"""A bot of a file played through the contract: what it should do is checked, its moves are timed.

All of it happens in a process of its own, which the bot may take down.
"""

from __future__ import annotations

import faulthandler
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from igroteka.arena.alarm import alarm
from igroteka.arena.match import Limits, Match
from igroteka.arena.pace import Pace
from igroteka.arena.worker import watchdog
from igroteka.basics.batch import Seeds
from igroteka.basics.endings import FaultKind, Overrun, fault_words
from igroteka.basics.error_words import error_trace, error_words
from igroteka.basics.function_process import BadAnswer, Failure, Function, FunctionProcess
from igroteka.basics.processes import Death, Hang
from igroteka.basics.randomness import Stream, derive
from igroteka.basics.system import print_to_error_output
from igroteka.bots import make_player, make_player_here
from igroteka.contract import Action, Game, IgrotekaError, Json, Player, Seat, View
from igroteka.players.answers import as_action
from igroteka.players.apart import MAKING
from igroteka.players.bot_file import bots_in_file, class_in_file
from igroteka.records.record import Record
from igroteka.registry import game_class, make_game
from igroteka.text import Text, as_written, joined

GAMES: Final = 6
"""Games of each setting, the bot on every seat in turn."""
SECONDS: Final = 2.0
"""After so long no further game of a setting is begun."""
MOVE: Final = 60.0
"""Seconds that a move may take, as in a match."""

OBEYS = Text("plays by the rules to the end, from every seat")
REPEATS = Text("plays the same with the same seed")
KEEPS = Text("leaves the view as it was")
BEGINS = Text("begins with any view")
CLOSES = Text("can be closed at any time")
APART = Text("plays the same in a process of its own")
ALL = (OBEYS, REPEATS, KEEPS, BEGINS, CLOSES, APART)


class Check(NamedTuple):
    """One thing that a bot should do."""

    what: Text
    problem: Text | None = None
    trace: str = ""
    """Where it went wrong, if the bot raised."""


class TimedSetting(NamedTuple):
    """One setting of a game, and how long a bot thought about its moves there."""

    name: Text
    games: int
    pace: Pace


class BotReport(NamedTuple):
    """What was found out about a bot in one game."""

    bot: str
    game: str
    checks: tuple[Check, ...]
    settings: tuple[TimedSetting, ...]

    @property
    def problems(self) -> list[str]:
        """What it does wrong, a sentence each; nothing if it is ready to play."""
        return [f"{each.what}: {each.problem}" for each in self.checks if each.problem]


def check_bot(bot: str, game: str) -> BotReport:
    """Play a bot like `my_bot.py:MyBot` through every setting of a game, and time it.

    Raises `IgrotekaError` if there is no such game or the bot can't be made.
    """
    game_class(game)
    make_player(game, bot).close()
    process = FunctionProcess(Function(_checking, (bot, game)))
    try:
        report: BotReport = process.ask(None)
    except Death as death:
        return BotReport(bot, game, (Check(OBEYS, death.sentence),), ())
    finally:
        process.end()
    return report


def bots_of(path: Path, name: str | None = None) -> dict[str, tuple[str, ...]]:
    """The bots that a file defines, or the one of this name, and the games that they are for.

    Raises `IgrotekaError`.
    """
    process = FunctionProcess(Function(_listing, (path, name), confined=True))
    try:
        told = process.ask(None, MAKING)
    except (Death, Hang, Failure, BadAnswer) as error:
        reason = error.sentence if isinstance(error, Death) else as_written(error_words(error))
        raise IgrotekaError(
            Text("{path} can't be imported: {reason}", path=path, reason=reason)
        ) from error
    finally:
        process.end()
    if "refused" in told:
        raise IgrotekaError(Text.from_json(told["refused"]))
    return {name: tuple(games) for name, games in told.items()}


# --- in the process of the bot ---


def _listing(path: Path, name: str | None) -> Callable[[None], Json]:
    def answer(_: None) -> Json:
        try:
            names = [name] if name else bots_in_file(path)
            return {each: list(class_in_file(path, each).plays) for each in names}
        except IgrotekaError as error:
            return {"refused": error.sentence.to_json()}

    return answer


def _checking(bot: str, game: str) -> Callable[[None], BotReport]:
    print_to_error_output()
    return lambda _: _Checker(bot, game).report()


@dataclass
class _Watched(Player):
    """The bot, with what is noted of it in one game."""

    inner: Player
    note: Callable[[Check], None]
    seconds: list[float] = field(default_factory=list)
    views: list[View] = field(default_factory=list)

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        self.inner.patience = self.patience
        self.inner.start(game, seat, rng)

    def choose(self, view: View) -> Action:
        before = _shown(view)
        self.views.append(view)
        self.inner.patience = self.patience
        begun = time.perf_counter()
        action = self.inner.choose(view)
        self.seconds.append(time.perf_counter() - begun)
        if _shown(view) != before:
            number = len(self.seconds)
            self.note(Check(KEEPS, Text("it changed it at its move {number}", number=number)))
        return action

    def close(self, scores: Sequence[float] | None = None) -> None:
        try:
            self.inner.close(scores)
        except Exception as error:
            self.note(_raised(CLOSES, error))


@dataclass
class _Checker:
    """The checks of one bot in one game; of each the first problem is kept."""

    bot: str
    game: str
    found: dict[Text, Check] = field(default_factory=dict)
    timed: list[TimedSetting] = field(default_factory=list)
    _hangs: bool = False
    """Whether it has been waited for in vain; once is enough."""

    def report(self) -> BotReport:
        """All checks; those that a failure makes pointless are left out."""
        settings = [make_game(self.game, options) for options in game_class(self.game).option_sets]
        watched = []
        for game, options in zip(settings, game_class(self.game).option_sets, strict=True):
            if not self._hangs:
                watched.append(self._setting(game, _setting_name(options)))
        if OBEYS not in self.found:
            for game, views in zip(settings, watched, strict=True):
                self._at_any_time(game, views)
            self._apart(settings[0])
        done = [OBEYS] if OBEYS in self.found and not any(watched) else ALL
        checks = tuple(self.found.get(each, Check(each)) for each in done)
        return BotReport(self.bot, self.game, checks, tuple(self.timed))

    def _note(self, check: Check) -> None:
        self.found.setdefault(check.what, check)

    def _setting(self, game: Game, name: Text) -> list[View]:
        """The games of one setting; what the bot saw in the last of them."""
        begun, seconds, views = time.monotonic(), list[float](), list[View]()
        for number in range(GAMES):
            if number and time.monotonic() - begun > SECONDS:
                break
            watched, record = self._game(game, number)
            seconds += watched.seconds
            if fault := record.fault:
                place = Text("{setting}, {seat}", setting=name, seat=game.seat_name(fault.seat))
                words = (place, fault_words(fault.kind), as_written(fault.text))
                self._note(Check(OBEYS, joined(": ", words), fault.trace))
                self._hangs = fault.kind == FaultKind.HANG
                break
            views = watched.views
            if number == 0:
                self._same(REPEATS, record, self._game(game, number)[1])
        if seconds:
            self.timed.append(TimedSetting(name, number + 1, Pace(seconds)))
        return views

    def _game(self, game: Game, number: int) -> tuple[_Watched, Record]:
        """A game of this number, with the bot on one seat and chance on the others."""
        watched = _Watched(make_player_here(self.game, self.bot), self._note)
        return watched, self._played(game, number, watched)

    def _played(self, game: Game, number: int, player: Player) -> Record:
        players = [make_player_here(self.game, "random") for _ in range(game.seats)]
        players[number % game.seats] = player
        names = [str(seat) for seat in range(game.seats)]
        seeds = Seeds.of_game(derive(number, "check"), 0, game.seats)
        limits = Limits(MOVE)
        try:
            return Match(game, players, names, seeds, limits, watchdog(limits)).play()
        finally:
            faulthandler.cancel_dump_traceback_later()

    def _same(self, what: Text, one: Record, other: Record) -> None:
        moves = zip(one.actions or (), other.actions or (), strict=False)
        for number, (first, second) in enumerate(moves, start=1):
            if first != second:
                problem = Text(
                    "move {number} of the same game is {one} once and {other} the next time; "
                    "all randomness should come from self.rng",
                    number=number,
                    one=first,
                    other=second,
                )
                self._note(Check(what, problem))
                return

    def _at_any_time(self, game: Game, views: Sequence[View]) -> None:
        """Begin in the middle of a game, and close at once, after a move, and after its end."""
        if not views:
            return
        view = views[len(views) // 2]
        seat = view.seat
        assert seat is not None
        for moves in (0, 1):
            try:
                with alarm(MOVE):
                    player = make_player_here(self.game, self.bot)
                    player.start(game, seat, Stream(1))
                    chosen = [as_action(game, player.choose(view)) for _ in range(moves)]
            except (Exception, Overrun) as error:
                self._note(_raised(BEGINS, error))
                return
            if any(action not in view.actions() for action in chosen):
                action = str(chosen[0])
                self._note(Check(BEGINS, Text("{action} is not allowed there", action=action)))
            try:
                with alarm(MOVE):
                    player.close(None)
            except (Exception, Overrun) as error:
                self._note(_raised(CLOSES, error))

    def _apart(self, game: Game) -> None:
        record = self._played(game, 0, make_player(self.game, self.bot))
        if fault := record.fault:
            words = (fault_words(fault.kind), as_written(fault.text))
            self._note(Check(APART, joined(": ", words), fault.trace))
        self._same(APART, self._game(game, 0)[1], record)


def _raised(what: Text, error: BaseException) -> Check:
    return Check(what, as_written(error_words(error)), error_trace(error))


def _shown(view: View) -> str:
    """All that a bot can see of a view."""
    return json.dumps([view.to_json(), [str(action) for action in view.actions()]])


def _setting_name(options: Mapping[str, str]) -> Text:
    written = " ".join(f"{name}={value}" for name, value in options.items())
    return as_written(written) if written else Text("usual rules")
