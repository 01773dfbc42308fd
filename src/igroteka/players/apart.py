"""A bot of somebody's file, played in a process of its own that holds views and no position.

Whatever it looks for in its interpreter, there is nothing of the others' there. What it answers is
notation and plain values; who asks reads them with the rules, and believes nothing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from igroteka.basics.child_faults import told_as_faults
from igroteka.basics.endings import FaultKind, PlayerFault
from igroteka.basics.error_words import without_folders
from igroteka.basics.function_process import BadAnswer, Failure, Function, FunctionProcess
from igroteka.basics.processes import Death, Hang
from igroteka.contract import (
    Action,
    Game,
    Happened,
    IgrotekaError,
    IllegalMove,
    Json,
    Player,
    Seat,
    State,
    View,
)
from igroteka.players.answers import read_action
from igroteka.text import Text, as_written, quoted

MAKING = 30.0
"""Seconds for a new process, the import of a bot's file and what the bot does when it is made."""
CLOSING: Final = 5.0
MOST_RESERVED: Final = 16
"""Processes that a reserve keeps; who has waited longest goes."""
MakePlayer: TypeAlias = Callable[[str, str], Player]
"""What makes the bot of a game by its text, in the process where it plays."""


class Reserve:
    """Processes whose bots have finished a game, for games of other deals.

    Who has seen a deal from one seat must not play it again from another, so a process rests until
    the next deal.
    """

    def __init__(self) -> None:
        self._ready: list[tuple[Function, FunctionProcess]] = []
        self._resting: list[tuple[Function, FunctionProcess]] = []

    def take(self, bot: Function) -> FunctionProcess | None:
        """A process that has played this bot before, on other deals."""
        for each in [each for each in self._ready if each[0] == bot]:
            self._ready.remove(each)
            if each[1].runs():
                return each[1]
        return None

    def give(self, bot: Function, process: FunctionProcess) -> None:
        """Keep a process; the bot in it is closed."""
        self._resting.append((bot, process))
        while len(self._ready) + len(self._resting) > MOST_RESERVED:
            (self._ready or self._resting).pop(0)[1].end()

    def another_deal(self) -> None:
        """What those who rest remember is of no use any more."""
        self._ready += self._resting
        self._resting.clear()


class _Order(NamedTuple):
    """What a bot is asked to do: a method of `Player` with its arguments.

    It goes over as a plain tuple, and what happened as pairs: a process that reads one looks up
    every class that is named in it.
    """

    method: str
    arguments: tuple[Any, ...]
    patience: float | None
    rng: tuple[Any, ...] | None
    """The state of the player's random numbers, where it is another than it can know."""
    past: tuple[int, tuple[tuple[Seat | None, Action], ...]] | None = None
    """How the history of the view in the arguments goes on from a place to which it is known."""


class Apart(Player):
    """Any bot, asked in a process of its own; what goes wrong there is its fault."""

    own_process = True

    def __init__(
        self,
        make: MakePlayer,
        game: str,
        bot: str,
        reserve: Reserve | None = None,
        tells_of_close: bool = False,
    ) -> None:
        self._making = Function(_answering, (make, game, bot), confined=True)
        self.bot = bot
        self._reserve = reserve
        self._tells_of_close = tells_of_close
        """Whether what goes wrong when it is closed is raised."""
        self._process: FunctionProcess | None = None
        self._known: tuple[Any, ...] | None = None
        self._told: Sequence[Happened] = ()
        """The history that the bot knows."""
        self._version, self._analyses = Player.version, False
        self.refusal: PlayerFault | None = None
        """Why it can't be made."""

    def enter(self) -> None:
        """Have the bot made, in a process; where that fails, `refusal` tells why."""
        process = self._reserve.take(self._making) if self._reserve else None
        self._process = process or FunctionProcess(self._making)
        try:
            told = self._process.ask(None, MAKING)
            if "refused" in told:
                self._end()
                self.refusal = PlayerFault(FaultKind.EXCEPTION, self._text(told["refused"]))
                return
            self._version, self._analyses = str(told["version"]), bool(told["analyses"])
        except Hang:
            why = Text("it takes more than {count} s", count=f"{MAKING:g}")
            self._refuse(FaultKind.HANG, why)
        except Death as death:
            self._refuse(FaultKind.DEATH, death.sentence)
        except (Failure, BadAnswer, PlayerFault, LookupError, TypeError) as error:
            self._refuse(FaultKind.EXCEPTION, as_written(str(error)))

    def _refuse(self, kind: FaultKind, why: Text) -> None:
        self._end()
        text = Text("{spec} can't be made: {reason}", spec=self.bot, reason=why)
        self.refusal = PlayerFault(kind, text)

    @property
    def version(self) -> str:  # type: ignore[override]
        return self._version

    @property
    def analyses(self) -> bool:
        return self._analyses

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        if self._process is None and self.refusal is None:
            self.enter()
        if self.refusal is not None:
            raise PlayerFault(self.refusal.kind, without_folders(self.refusal.text))
        self._known, self._told = rng.getstate(), ()
        self._ask("start", game, seat, rng)

    def choose(self, view: View) -> Action:
        answer = self._ask("choose", view)
        if isinstance(answer, Mapping) and isinstance(answer.get("strange"), str):
            text = Text("{text} is no action of this game", text=answer["strange"][:200])
            raise PlayerFault(FaultKind.ILLEGAL_MOVE, text)
        return read_action(self.game, answer)

    def explanation(self, view: View, action: Action) -> Text:
        return self._text(self._ask("explanation", view, action))

    def analyse(self, view: View) -> Sequence[tuple[Action, float]]:
        return self._values(self._ask("analyse", view))

    def look_back(self, state: State, played: Action) -> Sequence[tuple[Action, float]]:
        return self._values(self._ask("look_back", state, played))

    def proven(self, view: View, action: Action) -> bool:
        return self._ask("proven", view, action) is True

    def remark(self, view: View, action: Action) -> Text:
        return self._text(self._ask("remark", view, action))

    def line(self, view: View, action: Action) -> Sequence[Action]:
        return [read_action(self.game, each) for each in _listed(self._ask("line", view, action))]

    def striking(self, view: View, action: Action) -> bool:
        return self._ask("striking", view, action) is True

    def close(self, scores: Sequence[float] | None = None) -> None:
        """Its process plays on in the reserve if there is one and the bot is sound, else ends."""
        process = self._process
        try:
            if process is not None and process.runs():
                process.ask(tuple(_Order("close", (scores,), None, None)), CLOSING)
                if self._reserve is not None:
                    self._reserve.give(self._making, process)
                    self._process = None
        except Hang as hang:
            if self._tells_of_close:
                why = Text("it takes more than {count} s", count=f"{CLOSING:g}")
                raise PlayerFault(FaultKind.HANG, why) from hang
        except (Death, Failure, BadAnswer):
            if self._tells_of_close:
                with told_as_faults():
                    raise
        finally:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _ask(self, method: str, *arguments: Any) -> Json:
        assert self._process is not None
        state = self.rng.getstate()
        news = None if state == self._known else state
        self._known = state
        order = _Order(method, arguments, self.patience, news)
        if arguments and isinstance(arguments[0], View):
            view, past = self._parted(arguments[0])
            order = order._replace(arguments=(view, *arguments[1:]), past=past)
        try:
            with told_as_faults():
                return self._process.ask(tuple(order), self._patience)
        except BadAnswer as answer:
            raise _bad(str(answer)) from answer

    def _parted(self, view: View) -> tuple[View, Any]:
        """The view without its history, and what the bot does not know of that yet."""
        known, history = len(self._told), view.history
        grown = known <= len(history) and (not known or history[known - 1] is self._told[known - 1])
        begin = known if grown else 0
        self._told = history
        return view.with_history(()), (begin, tuple(map(tuple, history[begin:])))

    @property
    def _patience(self) -> float | None:
        return None if self.patience == math.inf else self.patience

    def _values(self, answer: Json) -> list[tuple[Action, float]]:
        found = []
        for each in _listed(answer):
            if not (isinstance(each, list) and len(each) == 2 and isinstance(each[1], int | float)):
                raise _bad(repr(each)[:80])
            found.append((read_action(self.game, each[0]), float(each[1])))
        return found

    def _text(self, answer: Json) -> Text:
        try:
            return Text.from_json(answer)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise _bad(repr(answer)[:80]) from error


def _listed(answer: Json) -> list[Json]:
    if not isinstance(answer, list):
        raise _bad(repr(answer)[:80])
    return answer


def _bad(shown: str) -> PlayerFault:
    return PlayerFault(
        FaultKind.BAD_ANSWER, Text("{text} is no answer of a bot", text=quoted(shown))
    )


# --- in the process of the bot ---


def _answering(make: MakePlayer, game: str, bot: str) -> Callable[[_Order | None], Json]:
    return _Bot(make, game, bot).answer


class _Bot:
    """The bot, made anew for every game, and what it does as JSON can say it."""

    def __init__(self, make: MakePlayer, game: str, bot: str) -> None:
        self._make = partial(make, game, bot)
        self._player: Player | None = None
        self._past: list[Happened] = []

    def answer(self, asked: tuple[Any, ...] | None) -> Json:
        """Do what is asked; None is to make the bot."""
        if asked is None:
            return self._made()
        order = _Order(*asked)
        player = self._player
        assert player is not None
        if order.method == "start":
            self._game, _, self._rng = order.arguments
            self._past = []
        if order.rng is not None:
            self._rng.setstate(order.rng)
        player.patience = order.patience
        arguments = order.arguments
        if order.past is not None:
            begin, news = order.past
            self._past[begin:] = map(Happened._make, news)
            arguments = (arguments[0].with_history(tuple(self._past)), *arguments[1:])
        return self._written(order.method, getattr(player, order.method)(*arguments))

    def _made(self) -> Json:
        try:
            self._player = self._make()
        except IgrotekaError as error:
            return {"refused": error.sentence.to_json()}
        return {"version": self._player.version, "analyses": self._player.analyses}

    def _written(self, method: str, result: Any) -> Json:
        match method:
            case "choose":
                written = result if isinstance(result, str) else self._notation(result)
                return {"strange": repr(result)} if written is None else written
            case "analyse" | "look_back":
                return [[self._sure(action), float(value)] for action, value in result]
            case "line":
                return [self._sure(action) for action in result]
            case "explanation" | "remark":
                return as_written(result).to_json()
            case "proven" | "striking":
                return bool(result)
        return None

    def _notation(self, action: Action) -> str | None:
        """How an action is written; None for what is no action."""
        try:
            return str(action) if self._game.read(str(action)) == action else None
        except IllegalMove:
            return None

    def _sure(self, action: Action) -> str:
        written = self._notation(action)
        if written is None:
            raise ValueError(f"{action!r} is no action of this game")
        return written
