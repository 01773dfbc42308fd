"""The contract of the house: a position, what a seat may know of it, and what it may do.

Match, tournament, archive and pages are written against this page alone and know no game by
name. A game is a `Game`, its positions are `State`s, a player decides from a `View`.

Everything here is pure: no input or output, no clock, no global randomness. Whatever is random
comes in as a `random.Random`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple, NewType, Self, TypeAlias

from igroteka.option import BadOption as BadOption
from igroteka.option import IgrotekaError as IgrotekaError
from igroteka.option import Option as Option
from igroteka.option import Reckoning as Reckoning
from igroteka.text import NOTHING, Text, as_written, listed, quoted

Seat: TypeAlias = int
"""Seats are numbered from 0; `State.turn` is a seat, or one of the two values below."""

CHANCE: Final = -1
"""Nobody decides: one of `State.chances()` happens."""

OVER: Final = -2
"""The game has ended: `State.scores()` tells how."""

Action: TypeAlias = Any
"""What a seat does, or what chance brings. Each game has its own types for it.

An action is immutable, hashable and picklable, equals another exactly when it means the same, and
`str(action)` is its notation: the same text in records, logs, the archive, the network and pages.
"""

Json: TypeAlias = Any
"""A value that the standard `json` module writes and reads back unchanged."""


FilePath = NewType("FilePath", str)
"""A file of this machine, as the parameter of a player: visitors of a site can't name one."""

NO_FILE: Final = FilePath("")


class IllegalMove(IgrotekaError):  # noqa: N818 - the field's own name for it
    """An action that the rules refuse here; the text says which rule, or what is unreadable."""


class Duplicate(NamedTuple):
    """A deal is played in every seating and the plays are compared: how people speak of that."""

    unit: Text
    """What the difference is counted in, such as IMPs."""
    deal: Text
    """What one deal is called, such as board."""


class Pointer(NamedTuple):
    """Something at the table that a person is pointed to."""

    words: Text
    places: tuple[str, ...] = ()
    """What a page lights up: squares, cards, levels of bids, as notation has them."""


class Play(NamedTuple):
    """One play of a duplicated deal, as the comparison sees it."""

    side: int
    """The side of the table at which the player sat whose margin is asked for."""
    scores: tuple[float, ...] | None
    """None after a fault."""
    faulty: int | None = None
    """The side that failed."""


class Happened(NamedTuple):
    """Something that was done at the table, before everybody's eyes."""

    seat: Seat | None
    """Who did it; None is chance."""
    action: Action

    def to_json(self) -> Json:
        """As programs get it; -1 is chance."""
        return {"seat": CHANCE if self.seat is None else self.seat, "text": str(self.action)}


class Expected(NamedTuple):
    """An action that a player reckons with, and what it expects after it."""

    seat: Seat
    """Who would act."""
    action: Action
    weight: float
    """What the action counts for."""
    probability: float
    """How likely the seat can act so, from 0 to 1."""
    value: float
    """What the path from the first action to this one is worth to the player; more is better."""
    best: bool
    """Whether it is on the path that the player goes by."""
    answers: tuple[Expected, ...] = ()


class Following(NamedTuple):
    """The next game of a sitting."""

    game: Game
    seating: tuple[Seat, ...]
    """By seat, where its player sat in the game before."""


class Game(ABC):
    """The rules with their options fixed: immutable, hashable, picklable, cheap to make."""

    name: ClassVar[str]
    """The word used on the command line and in records."""

    title: ClassVar[Text]
    """What people call it."""

    summary: ClassVar[Text]
    """One sentence for a person who chooses a game."""

    option_list: ClassVar[Sequence[Option]]
    """What may be chosen, in the order in which people are asked."""

    file_options: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Options that may be given as a file, and how the names of such files end.

    Rules read no files: who is allowed to does, and hands the content to `options_of_file`.
    Substitution has it for grammars; any game that starts from much text, as a set of deals, may.
    """

    option_sets: ClassVar[Sequence[Mapping[str, str]]]
    """Settings that differ in kind; every one is played through the contract suite."""

    hidden: ClassVar[bool] = True
    """Whether a seat may not know everything; without it `View.sample` is the position itself."""

    adviser: ClassVar[str | None] = None
    """The bot that gives hints to people, if there is one."""

    draws_after: ClassVar[int] = 0
    """How many actions are made before a bot agrees to a draw that is not proven."""

    casual: ClassVar[Mapping[str, str]] = {}
    """Options for people who just want to play, where the defaults are for study."""

    opponents: ClassVar[Mapping[Text, str]] = {Text("random"): "random"}
    """Bots for people to play against, weakest first: a word for people and how it is written.

    By the words beginner, easy, middling, strong and champion they get the names and faces of the
    house's characters.
    """

    friends: ClassVar[Sequence[str]] = ()
    """Bots as which a child's friend plays it, weakest first; none where it is not for children."""

    duplicate: ClassVar[Duplicate | None] = None
    """Set where a match counts deals and not plays: `margin` then tells how each was won.

    Bridge has it; any game in which a deal can be played again by others, as durak, may.
    """

    reckonings: ClassVar[Mapping[str, Reckoning]] = {
        "points": Reckoning(Text("points"), Text("points"))
    }
    """The ways to keep the score of a sitting, by name; the first is the usual one."""

    loser: ClassVar[Text] = Text("last")
    """What people call who ends alone below more than one other, such as the fool of durak."""

    games_a_deal: ClassVar[int] = 1
    """How many games of a sitting, one after the other, are played from the same start.

    Draughts has two, so that both colours of a drawn opening are played.
    """

    @classmethod
    def configure(cls, options: Mapping[str, str]) -> Self:
        """The game with these options, the rest at their defaults. Raises `BadOption`."""
        return cls.with_options(cls.complete(options))

    @classmethod
    @abstractmethod
    def with_options(cls, options: Mapping[str, str]) -> Self:
        """The game with all its options, as `complete` gives them.

        Raises `BadOption` for values that are none, or won't do together.
        """

    @classmethod
    def complete(cls, options: Mapping[str, str]) -> dict[str, str]:
        """These options and the defaults of the rest. Raises `BadOption` for a wrong one."""
        known = {option.name: option for option in cls.option_list}
        for name, value in options.items():
            if name not in known:
                raise BadOption(
                    Text(
                        "{game} has no option {text}; its options are {names}",
                        game=cls.title,
                        text=quoted(name),
                        names=listed(known),
                    )
                )
            known[name].check(value)
        return {name: options.get(name, option.default) for name, option in known.items()}

    @classmethod
    def options_of_file(cls, option: str, name: str, content: str) -> Mapping[str, str]:
        """The options that a file stands for, given its name and content. Raises `BadOption`."""
        del name, content
        raise BadOption(
            Text("the option {option} of {game} can't be a file", option=option, game=cls.title)
        )

    @property
    @abstractmethod
    def options(self) -> Mapping[str, str]:
        """All options as texts; `configure` makes an equal game of them anywhere, without files."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats the table has."""

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Seats that win and lose together, in the order in which a match names its players."""
        return tuple((seat,) for seat in range(self.seats))

    @property
    def first_seat_begins(self) -> bool:
        """Whether the first turn is the first seat's, whatever is dealt."""
        return True

    def seat_name(self, seat: Seat) -> Text:
        """What people call this seat."""
        return Text("player {number}", number=seat + 1)

    def hears(self, actor: Seat | None, onlooker: Seat | None) -> bool:
        """Whether what a seat explains of its action is for this onlooker.

        It is for everybody but the partners; None is a spectator, or chance that acts.
        """
        together = next((side for side in self.sides if actor in side), ())
        return onlooker == actor or onlooker not in together

    @abstractmethod
    def deal(self, rng: random.Random) -> State:
        """A start of the game: draws everything that is hidden or random about it."""

    @abstractmethod
    def restore(self, deal: str) -> State:
        """The start that wrote itself as `State.deal`. Raises `IgrotekaError` for another text."""

    @abstractmethod
    def read(self, text: str) -> Action:
        """The action that this notation means, chance outcomes among them.

        Accepts what people type, so `str(read(text))` may differ from the text; raises
        `IllegalMove` for what is no notation at all. Whether it is legal is for `State.play`.
        """

    def settled(self, loser: Seat | None) -> tuple[float, ...] | None:
        """Scores when a seat gives up or, with None, when all agree to a draw.

        None if the game can't be ended so.
        """
        if loser is None:
            return (0.5,) * self.seats
        side = next(side for side in self.sides if loser in side)
        return tuple(0.0 if seat in side else 1.0 for seat in range(self.seats))

    @property
    def adjudicates(self) -> bool:
        """Whether `adjudged` knows anything of this game."""
        return False

    def adjudged(self, state: State) -> tuple[float, ...] | None:
        """Scores of a position that is not over, where they are proven for best play.

        None where they are not. It may read or make tables. Draughts has it for its endgame tables.
        """
        del state
        return None

    def margin(self, plays: Sequence[Play]) -> float:
        """By how much a player won a deal that was played so, in the unit of `duplicate`.

        Above zero is won, zero a draw. Only games with `duplicate` are asked.
        """
        raise NotImplementedError(f"{self.name} is not played in duplicate")

    def following(
        self, end: State | None, place: int, scores: tuple[float, ...] | None = None
    ) -> Following:
        """The game at this place of a sitting, from 0, of which these are the rules at the outset.

        `end` is that of the game before it, None for the first; `scores` are those of an end that
        the rules did not make, such as a resignation. Two who play against each other change
        places, more stay.
        """
        del end, scores
        seats = tuple(range(self.seats))
        changed = place > 0 and self.seats == len(self.sides) == 2
        return Following(self, seats[::-1] if changed else seats)

    def reckon(
        self, way: str, end: State, scores: tuple[float, ...] | None = None
    ) -> tuple[float, ...] | None:
        """What each seat gets for a game of a sitting, by one of `reckonings`.

        `scores` are as for `following`. None where it can't be told: a game that was broken off,
        and any game by a way that is `compared`.
        """
        del way
        if scores is not None:
            return scores
        return end.scores() if end.turn == OVER else None

    def adjusted(self, way: str, end: State, failed: Seat) -> tuple[float, ...] | None:
        """What each seat gets for a game of a sitting that the fault of a seat has ended.

        By default who failed has given the game up. Bridge has the averages of its laws.
        """
        settled = self.settled(failed)
        return None if settled is None else self.reckon(way, end, settled)

    def sum_up(self, way: str, totals: Sequence[float], games: int) -> Iterable[Text]:
        """What there is to say of a sitting's score beside its sums, line by line.

        `totals` are those of the seats of its first game. Bridge has it for victory points.
        """
        del way, totals, games
        return ()

    def afterword(self, end: State) -> Json:
        """What there is to say of a finished game beside its score, as its page draws it.

        Sentences in it are `Text`s. It may take seconds, and processes of its own. Bridge has it;
        any game that can be solved afterwards, as the end of durak or draughts, may.
        """
        del end
        return None


class State(ABC):
    """One position: immutable, hashable, picklable, equal to any position that plays on alike."""

    @property
    @abstractmethod
    def turn(self) -> Seat:
        """The seat that decides, or CHANCE, or OVER."""

    @property
    def stage(self) -> str:
        """What kind of decision is due, a word by which tables limit the time for it.

        Bridge has calls and cards; most games have one kind.
        """
        return "move"

    @property
    @abstractmethod
    def deal(self) -> str:
        """The start that this position came from, as one line of text for `Game.restore`."""

    @property
    def landmark(self) -> str | None:
        """The position as a text by which it is found again in other games, if it can be.

        Only a game in which nothing is hidden has one, for it is shown to everybody. It leaves out
        what a person would not see on the board, like counters; `Game.restore` reads it. Draughts
        has it; any game on a board may.
        """
        return None

    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """What the seat to decide may do, never empty, in a fixed order; empty otherwise."""

    @abstractmethod
    def play(self, action: Action) -> State:
        """The position after this action or, at CHANCE, this outcome. Raises `IllegalMove`."""

    def chances(self) -> Sequence[tuple[Action, int]]:
        """At CHANCE, every outcome with its positive integer weight, in a fixed order."""
        return ()

    @abstractmethod
    def view(self, seat: Seat | None) -> View:
        """All and only what this seat may know; None is a spectator."""

    def face_up(self) -> str:
        """The position drawn with everything in it open, for who looks back at a finished game.

        By default what a spectator sees, which is all where nothing is hidden.
        """
        return str(self.view(None))

    @abstractmethod
    def scores(self) -> tuple[float, ...]:
        """At OVER, one number a seat, higher is better. Raises `IllegalMove` before."""

    def disguise(self, seat: Seat | None, rng: random.Random) -> State:
        """Another position that this seat can't tell from this one: hidden things permuted.

        It is made from the position, not from the view, so that tests can prove the view honest.
        """
        del seat, rng
        return self


@dataclass(frozen=True)
class View(ABC):
    """What a player decides from. Equal views serialise to equal bytes."""

    seat: Seat | None
    """Whose view it is; None is a spectator's."""
    history: Sequence[Happened] = field(default=(), kw_only=True, compare=False, repr=False)
    """All that was done since the deal; empty where nobody knows how the position came about."""

    def with_history(self, history: Sequence[Happened]) -> Self:
        """The same view, with what has led to it."""
        view = object.__new__(type(self))
        view.__dict__.update(self.__dict__, history=history)
        return view

    @property
    @abstractmethod
    def turn(self) -> Seat:
        """The seat that decides, or CHANCE, or OVER."""

    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """What this seat may do now; empty when another decides."""

    @abstractmethod
    def sample(self, rng: random.Random) -> State:
        """A full position that fits everything this seat knows, drawn at random."""

    def explain(self, action: Action) -> Text:
        """The action in words, for a person who chooses among several."""
        return as_written(str(action))

    def brief(self, action: Action) -> Text:
        """The action as a sentence about the game calls it."""
        return as_written(str(action))

    def where(self, action: Action) -> Pointer:
        """Where to look so as to find this action, without telling which it is."""
        del action
        return Pointer(Text("Compare what you can do here: one thing is better than the rest."))

    def which(self, action: Action) -> Pointer:
        """What the action is done with: a piece, a card."""
        return Pointer(self.explain(action))

    def ending(self) -> Text:
        """At OVER, what rule ended the game, in words; empty where the scores say all."""
        return NOTHING

    def picture(self) -> str:
        """A small drawing for lists, an SVG as `basics.pictures` makes them; empty for none."""
        return ""

    @abstractmethod
    def to_json(self) -> Json:
        """The view as it goes to programs and pages."""

    @abstractmethod
    def __str__(self) -> str:
        """The position drawn for a person at a terminal."""


@dataclass(frozen=True)
class OpenView(View):
    """The view of a game in which nothing is hidden: the position itself.

    A game subclasses it with its own drawing and its own JSON.
    """

    state: State

    @property
    def turn(self) -> Seat:
        return self.state.turn

    def actions(self) -> Sequence[Action]:
        return self.state.actions() if self.seat == self.state.turn else ()

    def sample(self, rng: random.Random) -> State:
        del rng
        return self.state


class Player(ABC):
    """Somebody who decides: a bot, a program outside, a person at the terminal.

    The least bot is four lines: a subclass whose `choose` returns one of `view.actions()`.
    Parameters are the keyword arguments of `__init__`, annotated as int, float, str or `FilePath`.
    """

    own_process: ClassVar[bool] = False
    """Whether it plays in a process of its own already, so that its death is its own."""

    version: ClassVar[str] = "1"
    """Another one when it would value moves, or speak of them, in another way than before.

    Reviews are kept with the version of who judged, and worked out anew for another.
    """

    plays: ClassVar[Sequence[str]] = ()
    """The games that it is for, by name; empty where it can play any."""

    game: Game
    seat: Seat
    rng: random.Random
    patience: float | None = None
    """Seconds that the next decision may take, if a limit is known; set before it is asked for.

    `math.inf` says that nobody waits.
    """

    @property
    def analyses(self) -> bool:
        """Whether it has an `analyse` of its own."""
        return type(self).analyse is not Player.analyse

    @classmethod
    def predicts(cls) -> bool:
        """Whether it has an `expects` of its own."""
        return cls.expects is not Player.expects

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        """A game begins. All of the player's randomness must come from `rng`."""
        self.game = game
        self.seat = seat
        self.rng = rng

    @abstractmethod
    def choose(self, view: View) -> Action:
        """One of `view.actions()`; its notation will do as well."""

    def explanation(self, view: View, action: Action) -> Text:
        """What it tells the opponents of an action that it has just chosen, as an alert of bridge.

        Usually nothing.
        """
        del view, action
        return NOTHING

    def analyse(self, view: View) -> Sequence[tuple[Action, float]]:
        """Actions with their values, best first; empty when this player can't tell.

        A value is from 0 (lost) to 1 (won) for the seat whose view it is: what share of the points
        it expects. Hints, reviews, puzzles and answers to offers of a draw are made of it.
        Where nobody waits it depends on the view and `rng` alone, and not on the clock.
        """
        del view
        return ()

    def look_back(self, state: State, played: Action) -> Sequence[tuple[Action, float]]:
        """The same in a position of a game that is over, where nothing need be hidden any more.

        By default it goes by what the seat that decided knew. Bridge also looks at all cards.
        """
        del played
        return self.analyse(state.view(state.turn))

    def proven(self, view: View, action: Action) -> bool:
        """Whether the value of this action is proven, and not only expected."""
        del view, action
        return False

    def remark(self, view: View, action: Action) -> Text:
        """What there is to say of this action, in whole sentences; empty when nothing is.

        It names the action and compares it with no other, so that it can be said of a move that
        was made as well as of a better one. That something wins or loses is said where it is
        proven.
        """
        del view, action
        return NOTHING

    def line(self, view: View, action: Action) -> Sequence[Action]:
        """The actions that it expects after this one, of all seats in turn; empty if it can't.

        Puzzles and reviews show it. The engine of draughts has it; any player that searches may.
        """
        del view, action
        return ()

    def expects(self, view: View) -> Sequence[Expected]:
        """What it expects after each of its actions, as trees; empty if it has none.

        The action that is marked as the best is the one it chooses. The robot of durak has it; any
        player that predicts the others may.
        """
        del view
        return ()

    def striking(self, view: View, action: Action) -> bool:
        """Whether the action is worth showing as a puzzle even where it was found.

        The engine of draughts has it for shots of several pieces; any player that can tell may.
        """
        del view, action
        return False

    def close(self, scores: Sequence[float] | None = None) -> None:  # noqa: B027 - few need it
        """The game has ended, for whatever reason; called once after every `start`.

        `scores` are those of all seats, None where the game was broken off or the house can't tell.
        """
