"""A sitting: games at one table by the same people, one after another, and their running score.

It is a value, like a game so far: with another game it is another one. People are numbered by the
chairs on which they sit in the first game, wherever they sit later.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from igroteka.basics.points import seat_sides
from igroteka.contract import BadOption, Game, IgrotekaError, Play, Reckoning, Seat, State
from igroteka.records.record import Record
from igroteka.text import Text, listed, plural, quoted


class SittingOver(IgrotekaError):  # noqa: N818 - named after what is the case
    """All games of the sitting were played."""


@dataclass(frozen=True)
class SittingGame:
    """A game of a sitting, and what came of it."""

    deal: str
    seating: tuple[int, ...]
    """The person on each seat."""
    scores: tuple[float, ...] | None = None
    """The game's own, by seat; None while it goes on, and after a fault."""
    reckoned: tuple[float, ...] | None = None
    """What each seat got by the sitting's reckoning; None where that is not told."""
    settled: bool = False
    """Whether something else than the rules ended it, so that the scores can't be read off it."""


class NextGame(NamedTuple):
    """What is played next."""

    game: Game
    start: State
    seating: tuple[int, ...]
    """The person on each seat."""


@dataclass(frozen=True)
class Sitting:
    """What is played, how often, how it is scored, and the games so far."""

    base: Game
    """The rules that were agreed on; those of each game follow from them."""
    way: str
    """One of the game's `reckonings`."""
    deals: tuple[str, ...] | None = None
    """The starts in their order; None if they are drawn."""
    length: int | None = None
    """How many games there are; None without an end."""
    games: tuple[SittingGame, ...] = ()

    @property
    def reckoning(self) -> Reckoning:
        """How the score is kept."""
        return self.base.reckonings[self.way]

    @property
    def left(self) -> int | None:
        """How many games have not begun; None without an end."""
        return None if self.length is None else self.length - len(self.games)

    def with_game(self, game: SittingGame) -> Sitting:
        """The sitting with one more game."""
        return replace(self, games=(*self.games, game))

    def with_last(self, game: SittingGame) -> Sitting:
        """The sitting with another word on its last game."""
        return replace(self, games=(*self.games[:-1], game))


def opened(
    base: Game,
    way: str | None = None,
    deals: Sequence[str] | None = None,
    length: int | None = None,
) -> Sitting:
    """A sitting before its first game, by the game's usual way unless another one is named.

    With given deals it is as long as they last. Raises `IgrotekaError` for what won't do.
    """
    if way is not None and way not in base.reckonings:
        raise BadOption(
            Text(
                "{game} has no reckoning {text}; it has {names}",
                game=base.title,
                text=quoted(way),
                names=listed(base.reckonings),
            )
        )
    if length is not None and length < 1:
        raise BadOption(Text("a sitting has at least one game, not {count}", count=length))
    if deals is not None:
        _check(base, deals)
        most = len(deals) * base.games_a_deal
        if length is not None and length > most:
            raise BadOption(
                plural(
                    "the deals are enough for {count} game, not for {wanted}",
                    "the deals are enough for {count} games, not for {wanted}",
                    count=most,
                    wanted=length,
                )
            )
        length = length or most
    kept = None if deals is None else tuple(deals)
    return Sitting(base, way or next(iter(base.reckonings)), kept, length)


def _check(base: Game, deals: Sequence[str]) -> None:
    if not deals:
        raise BadOption(Text("the set of deals is empty"))
    for number, deal in enumerate(deals, start=1):
        try:
            base.restore(deal)
        except IgrotekaError as error:
            raise IgrotekaError(
                Text("deal {number}: {reason}", number=number, reason=error.sentence)
            ) from error


def next_start(sitting: Sitting, last_end: State | None, rng: random.Random) -> NextGame:
    """The next game, dealt; `last_end` is the last position of the one before, if there was one.

    Raises `SittingOver`.
    """
    base, place = sitting.base, len(sitting.games)
    game, seating = next_seating(sitting, last_end)
    last = sitting.games[-1] if sitting.games else None
    if sitting.deals is not None:
        # A given deal says all that the rules of later games would.
        return NextGame(base, base.restore(sitting.deals[place // base.games_a_deal]), seating)
    if last and place % base.games_a_deal:
        return NextGame(game, game.restore(last.deal), seating)
    return NextGame(game, game.deal(rng), seating)


def next_seating(sitting: Sitting, last_end: State | None) -> tuple[Game, tuple[int, ...]]:
    """The rules of the next game, and the person on each of its seats. Raises `SittingOver`."""
    place = len(sitting.games)
    if sitting.left == 0:
        raise SittingOver(
            plural(
                "the sitting is over: its only game was played",
                "the sitting is over: all {count} games were played",
                count=place,
            )
        )
    last = sitting.games[-1] if sitting.games else None
    scores = last.scores if last and last.settled else None
    game, seats = sitting.base.following(last_end, place, scores)
    return game, tuple(last.seating[seat] for seat in seats) if last else seats


def settled_scores(game: Game, record: Record) -> tuple[float, ...] | None:
    """The scores of an end that the rules did not make; who failed has given the game up."""
    if record.fault:
        return game.settled(record.fault.seat)
    return record.scores if record.settled else None


def ended(
    seating: Sequence[int], game: Game, record: Record, reckoned: tuple[float, ...] | None
) -> SittingGame:
    """A game of a sitting that has ended so, with what its seats got for it."""
    settled = settled_scores(game, record)
    scores = record.scores if settled is None else settled
    return SittingGame(record.deal, tuple(seating), scores, reckoned, settled is not None)


class ScoreRow(NamedTuple):
    """What a game brought everybody."""

    place: int
    """From 0."""
    seats: tuple[Seat, ...]
    """Where each person sat."""
    got: tuple[float, ...] | None
    """By person; None where it is not told, or not yet."""


class SittingScore(NamedTuple):
    """How a sitting stands, person by person."""

    rows: tuple[ScoreRow, ...]
    totals: tuple[float, ...]
    counted: int
    """How many games the totals are of."""
    left: int | None
    """How many games have not begun; None without an end."""
    leaders: tuple[int, ...]
    """Who has the best total; empty where all have the same."""
    parties: tuple[tuple[int, ...], ...]
    """Who has sat together on one side in every game, as partners do."""
    remarks: tuple[Text, ...] = ()
    """What the game has to say of it, such as victory points."""


def running_score(sitting: Sitting, other: Sitting | None = None) -> SittingScore:
    """The score after the games so far.

    `other` is the other table of a match, which a reckoning that is `compared` needs.
    """
    people = range(sitting.base.seats)
    there = {game.deal: game for game in other.games} if other else {}
    rows = []
    for place, game in enumerate(sitting.games):
        seats = tuple(game.seating.index(person) for person in people)
        by_seat = _by_seat(sitting, game, there)
        got = None if by_seat is None else tuple(by_seat[seat] for seat in seats)
        rows.append(ScoreRow(place, seats, got))
    counted = [row.got for row in rows if row.got is not None]
    totals = tuple(float(sum(got[person] for got in counted)) for person in people)
    best = (max if sitting.reckoning.best == "most" else min)(totals)
    leaders = tuple(person for person in people if totals[person] == best)
    return SittingScore(
        tuple(rows),
        totals,
        len(counted),
        sitting.left,
        leaders if len(leaders) < len(totals) else (),
        _parties(sitting),
        tuple(sitting.base.sum_up(sitting.way, totals, len(counted))),
    )


def _by_seat(
    sitting: Sitting, game: SittingGame, there: Mapping[str, SittingGame]
) -> tuple[float, ...] | None:
    """What each seat got: as it was reckoned, or compared with the other table.

    A game that was adjusted, at whichever table, is not compared; who sits on a side here has
    partners on the other one there.
    """
    other = there.get(game.deal)
    if game.reckoned is not None or not sitting.reckoning.compared or other is None:
        return game.reckoned
    if other.reckoned is not None:
        return tuple(-got for got in other.reckoned)
    if game.scores is None or other.scores is None:
        return None
    return tuple(
        sitting.base.margin([Play(side, game.scores), Play(1 - side, other.scores)])
        for _, side in sorted(seat_sides(sitting.base).items())
    )


def _parties(sitting: Sitting) -> tuple[tuple[int, ...], ...]:
    side_of = seat_sides(sitting.base)
    seatings = [game.seating for game in sitting.games] or [tuple(range(sitting.base.seats))]
    together: dict[tuple[int, ...], list[int]] = {}
    for person in range(sitting.base.seats):
        sat = tuple(side_of[seating.index(person)] for seating in seatings)
        together.setdefault(sat, []).append(person)
    return tuple(map(tuple, together.values()))
