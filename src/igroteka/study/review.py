"""Looking back at a game: what every move cost, and which one turned it.

Written against the contract alone: a player that can `analyse` judges each decision, usually by
what the seat that made it knew. What it says depends on nothing but the decision and the adviser:
terminal and site ask the same function, `judge`, and keep what it answers. Costs, marks, sentences
and the turning point are pure functions of that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from igroteka.basics.points import winners
from igroteka.basics.randomness import Stream, derive
from igroteka.bots import fingerprint, make_player, make_player_here
from igroteka.contract import Action, Game, IgrotekaError, Player, Seat, State, View
from igroteka.players.apart import MakePlayer
from igroteka.players.spec import Spec
from igroteka.records.points import record_points
from igroteka.records.record import Record
from igroteka.records.verdict import Adviser, Verdict
from igroteka.registry import make_game
from igroteka.study.verdict_words import mark, sentence
from igroteka.text import NOTHING, Text

SEED = 1
"""Of every review, so that one that was kept is the one that would be worked out again."""
TURNS = 0.1
"""The least that a move costs which is called the turning point."""
EVEN = 0.5
"""What is expected where nobody is ahead."""
LONGEST_REPLY = 6
"""How many moves of the answer to a move are kept."""


class Choice(NamedTuple):
    """A position of a record in which somebody had a choice."""

    number: int
    """Which action of the record it is, from 1."""
    state: State
    view: View
    """What the seat that decided knew."""
    played: Action


class Asked(NamedTuple):
    """A decision to be judged."""

    game: str
    options: Mapping[str, str]
    adviser: Adviser
    number: int
    state: State
    played: Action


Judging: TypeAlias = Callable[[Sequence[Asked]], Iterable[Verdict | None]]
"""What puts decisions to an adviser, wherever that is."""


@dataclass(frozen=True)
class Judged:
    """A move that was made where there was a choice, and what is thought of it."""

    number: int
    """Which action of the record it is, from 1."""
    seat: Seat
    action: Action
    words: Text
    """The move in words."""
    verdict: Verdict
    best: Text
    """The best move as a sentence calls it."""

    @property
    def cost(self) -> float:
        """How much better the best move was."""
        return self.verdict.cost

    @property
    def mark(self) -> str:
        """?!, ? or ??; nothing for a good move."""
        return mark(self.cost)

    @property
    def sentence(self) -> Text:
        """What there is to say of it."""
        return sentence(self.verdict, self.best, str(self.action) == self.verdict.best)


def choices(game: Game, record: Record) -> Iterator[Choice]:
    """Every choice of a record in order. Raises `BadRecord` where the record leaves the rules."""
    positions = record.positions(game)
    for number, (state, text) in enumerate(
        zip(positions, record.actions or (), strict=False), start=1
    ):
        if state.turn >= 0 and len(state.actions()) > 1:
            yield Choice(number, state, state.view(state.turn), game.read(text))


def asked(game: Game, adviser: Adviser, choice: Choice) -> Asked:
    """A choice as the question to an adviser."""
    options = dict(game.options)
    return Asked(game.name, options, adviser, choice.number, choice.state, choice.played)


def judge(question: Asked, make: MakePlayer = make_player_here) -> Verdict | None:
    """What an adviser thinks of a decision; None if it does not value the move that was made.

    It is the same in every process: a new player with a stream of the decision's own, and no clock.
    Of moves that are worth the same the one that was made is the best.
    """
    played = question.played
    with seated_adviser(question, make) as (player, view):
        values = dict(player.look_back(question.state, played))
        if played not in values:
            return None
        most = max(values.values())
        best = next(each for each in (played, *values) if values[each] == most)
        return Verdict(
            value=values[played],
            best=str(best),
            best_value=most,
            remark=player.remark(view, played),
            reason=NOTHING if best == played else player.remark(view, best),
            reply=tuple(map(str, player.line(view, played)))[:LONGEST_REPLY],
            proven=player.proven(view, played),
            best_proven=player.proven(view, best),
        )


@contextmanager
def seated_adviser(question: Asked, make: MakePlayer) -> Iterator[tuple[Player, View]]:
    """A new player of the adviser's, and what the seat that decided knew.

    The game is open to who judges it, and `chosen_adviser` has tried the bot in a process of its
    own: so it may be made wherever its death is borne.
    """
    game = make_game(question.game, question.options)
    player = make(question.game, question.adviser.bot)
    view = question.state.view(question.state.turn)
    with seated(player, game, view, question.number, question.adviser.seed):
        yield player, view


@contextmanager
def seated(player: Player, game: Game, view: View, number: int, seed: int) -> Iterator[None]:
    """Let a player judge one decision, as long as it takes."""
    assert view.seat is not None
    player.patience = math.inf
    player.start(game, view.seat, Stream(derive(seed, number)))
    try:
        yield
    finally:
        player.close()


def judged(game: Game, choice: Choice, verdict: Verdict) -> Judged:
    """A choice with what is thought of it."""
    number, _, view, played = choice
    assert view.seat is not None
    best = view.brief(game.read(verdict.best))
    return Judged(number, view.seat, played, view.explain(played), verdict, best)


def judge_here(questions: Sequence[Asked]) -> Iterator[Verdict | None]:
    """What advisers think of decisions, worked out here and now."""
    return map(judge, questions)


def review(
    game: Game, record: Record, adviser: Adviser, judging: Judging = judge_here
) -> Iterator[Judged]:
    """Every judged decision of a record in order; `judging` answers to all of them in their order.

    Moves that the adviser does not value are left out. Raises `BadRecord` where the record leaves
    the rules.
    """
    decided = list(choices(game, record))
    verdicts = judging([asked(game, adviser, choice) for choice in decided])
    for choice, verdict in zip(decided, verdicts, strict=True):
        if verdict is not None:
            yield judged(game, choice, verdict)


def costliest(moves: Sequence[Judged], count: int) -> list[Judged]:
    """The moves that cost most, worst first; those that cost nothing are not among them."""
    dear = [move for move in moves if move.cost > 0]
    return sorted(dear, key=lambda move: (-move.cost, move.number))[:count]


def turning_point(game: Game, record: Record, moves: Sequence[Judged]) -> Judged | None:
    """The move that decided the game; None if it is not over, or was not lost by a move."""
    got = record_points(game, record)
    won = winners(game, got) if got else []
    return decisive([move for move in moves if won and move.seat not in won])


def decisive(lost: Sequence[Judged]) -> Judged | None:
    """Of the moves of who lost, the dearest that left another ahead, else the dearest.

    There is none where no move cost `TURNS`.
    """
    dear = [move for move in costliest(lost, len(lost)) if move.cost >= TURNS]
    led = (m for m in dear if m.verdict.value < EVEN <= m.verdict.best_value)
    return next(led, None) or next(iter(dear), None)


def course(game: Game, moves: Sequence[Judged]) -> list[tuple[Judged, float]]:
    """What the first side could expect after each judged move, from 0 (lost) to 1 (won).

    Of two sides one's chance is the other's risk; of more, only the first side's moves tell.
    """
    first, *others = game.sides
    return [
        (move, move.verdict.value if move.seat in first else 1 - move.verdict.value)
        for move in moves
        if move.seat in first or len(others) == 1
    ]


def chosen_adviser(game: Game, name: str | None = None) -> Adviser:
    """The named bot, or the game's adviser. Raises `IgrotekaError` if it can't analyse."""
    bot = str(Spec.parse(name or _own_adviser(game)))
    analyst = make_player(game.name, bot)
    analyst.close()
    if not analyst.analyses:
        raise IgrotekaError(
            Text(
                "{name} can't analyse {game}; name a bot that can with --bot",
                name=bot,
                game=game.title,
            )
        )
    return Adviser(bot, f"{analyst.version}.{fingerprint(bot)[:12]}", SEED)


def _own_adviser(game: Game) -> str:
    if not game.adviser:
        raise IgrotekaError(
            Text("{game} has no adviser; name a bot that can analyse with --bot", game=game.title)
        )
    return game.adviser
