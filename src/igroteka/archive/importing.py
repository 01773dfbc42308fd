"""Taking in whole games: records of tournaments and games from files, each of them once."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from sqlalchemy import Connection, bindparam, select

from igroteka.archive.accounts import account, known_player, tidy_name
from igroteka.archive.deduplication import duplicate_of
from igroteka.archive.handed_rules import Rules, rules_of
from igroteka.archive.identity import exact_key, loose_key
from igroteka.archive.models import UNKNOWN, MoveEntry
from igroteka.archive.move_tree import checked_marks, new_move_ids, set_head
from igroteka.archive.schema import games
from igroteka.archive.store import Archive
from igroteka.archive.updates import insert_game
from igroteka.basics.points import seat_sides
from igroteka.contract import OVER, IgrotekaError, IllegalMove, Seat, State
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove, Line
from igroteka.records.formats import Format, Problem
from igroteka.records.points import record_points
from igroteka.records.record import BadRecord, Record
from igroteka.records.replay import Replay
from igroteka.text import NOTHING, Text, as_written, plural, quoted

_BY_DIGEST = select(games.c.id).where(games.c.digest == bindparam("digest"))
_COLUMNS = (
    "id", "game_id", "parent_id", "ordinal", "notation", "seat", "seconds", "before", "mark",
    "comment", "landmark", "explanation",
)  # fmt: skip
"""What is told of a move in a file: all of its row but when it was made."""
_ADD_ROWS = {
    style: f"""INSERT INTO moves ({", ".join(f'"{name}"' for name in _COLUMNS)})
               VALUES ({", ".join([sign] * len(_COLUMNS))})"""
    for style, sign in (("qmark", "?"), ("pyformat", "%s"))
}
"""Rows as the driver takes them: to make them ready one by one takes longer than to store them."""


class Branch(NamedTuple):
    """A move of a tree laid out in a row: each stands after its parent."""

    parent: int
    """The place of its parent in the row; -1 is the start."""
    ordinal: int
    entry: MoveEntry


@dataclass(frozen=True)
class PreparedGame:
    """A game replayed and laid out, ready for the writer."""

    record: Record
    comment: str
    branches: tuple[Branch, ...]
    """The main line first."""
    digest: str
    exact_key: str | None
    loose_key: str
    side_of: Mapping[Seat, int]
    points: tuple[float, ...] | None
    """What each side got; None if it is unfinished."""
    number: int = 0
    """Its place in its file, from 1."""


class Stored(NamedTuple):
    """Where a game is kept."""

    id: int
    new: bool
    """False when the same game was there already."""


def prepared(rules: Rules, annotated: AnnotatedGame) -> PreparedGame:
    """Replay a game and lay it out. Raises `BadRecord` where a move leaves the rules."""
    record = annotated.record
    game = rules.make_game(record.game, record.options)
    replay = annotated.replay_of(game)
    for _ in record.replayed(replay):
        pass
    seated = len(record.players) == game.seats
    try:
        digest = hashlib.sha256(annotated.to_line().encode()).hexdigest()
    except UnicodeEncodeError as error:
        raise BadRecord(
            Text("the record holds half a character, which no file can keep")
        ) from error
    branches = _Layout(replay).row(annotated)
    return PreparedGame(
        record,
        annotated.comment,
        tuple(branches),
        digest,
        exact_key(moment(record.started), record.event),
        loose_key(
            record.game,
            replay.start.deal,
            record.players,
            record.actions or (),
            is_open=not game.hidden,
        ),
        seat_sides(game),
        record_points(game, record) if seated else None,
    )


class _Layout:
    """Lays a tree out in a row, with the seat and the landmark of every position."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.branches: list[Branch] = []
        self.waiting: list[tuple[int, int, State | None, Line]] = []
        """Lines that hang on a place of the row, with the ordinal and the position there."""

    def row(self, annotated: AnnotatedGame) -> list[Branch]:
        """All moves, the main line first, then what hangs on it."""
        end = self._lay(-1, 0, self.replay.start, annotated.moves)
        last = len(annotated.moves)
        self.waiting += [(last - 1, last, end, line) for line in annotated.beyond]
        while self.waiting:
            self._lay(*self.waiting.pop(0))
        return self.branches

    def _lay(self, parent: int, ordinal: int, state: State | None, line: Line) -> State | None:
        """Add a line; the position after it, None where people played on after the end."""
        landmark = None if state is None else state.landmark
        for move in line:
            self.waiting += [(parent, ordinal, state, other) for other in move.variations]
            turn = OVER if state is None else state.turn
            if turn == OVER:
                state = landmark = None
            ordinal += 1
            after = None if state is None else self._played(state, ordinal, move.notation)
            landmark_after = None if after is None else after.landmark
            entry = _entry(move, turn if turn >= 0 else None, landmark, landmark_after)
            self.branches.append(Branch(parent, ordinal, entry))
            parent, state, landmark = len(self.branches) - 1, after, landmark_after
        return state

    def _played(self, state: State, ordinal: int, notation: str) -> State:
        try:
            return self.replay.read(state, notation)
        except IllegalMove as error:
            raise BadRecord(
                Text(
                    "a variation, action {number}, {text}: {reason}",
                    number=ordinal,
                    text=quoted(notation),
                    reason=error.sentence,
                )
            ) from error


def _entry(
    move: AnnotatedMove, seat: Seat | None, landmark: str | None, landmark_after: str | None
) -> MoveEntry:
    return MoveEntry(
        notation=move.notation,
        seat=seat,
        seconds=move.seconds,
        landmark=landmark,
        landmark_after=landmark_after,
        before=move.before,
        mark=" ".join(move.marks),
        comment=move.comment,
        explanation=as_written(move.explanation) if move.explanation else NOTHING,
    )


AHEAD = 500
"""Games that are read before the first of them is stored, where nobody waits for the writer."""
BESIDE_TABLES = 4
"""The same where people play: no more than that stands before a move of theirs."""


class Refusal(NamedTuple):
    """A game, or a piece of a file, that was not taken in."""

    where: Literal["line", "game"]
    """What is counted."""
    number: int
    """The line of the file, or the game in it, from 1."""
    reason: Text
    others: int = 0
    """How many others have the same problem."""

    @property
    def sentence(self) -> Text:
        """Where it went wrong and why."""
        if self.where == "line":
            return Problem(self.number, self.reason, self.others).sentence
        if not self.others:
            return Text("game {number}: {reason}", number=self.number, reason=self.reason)
        return plural(
            "game {number} and {count} other: {reason}",
            "game {number} and {count:,} others: {reason}",
            count=self.others,
            number=self.number,
            reason=self.reason,
        )

    def __str__(self) -> str:
        return str(self.sentence)


@dataclass(frozen=True)
class Source:
    """Where games come from, and what is to be known of them for that."""

    name: str
    """How the archive says it."""
    tournament: int | None = None
    format: Format | None = None
    """What the file is written in."""
    trusted: bool = True
    """Whether a name in it is the player of that name; otherwise its people are its own."""
    public: bool = False
    """Whether the answer is for anybody, who may not learn of cards in a game that goes on."""

    @classmethod
    def file(cls, format: Format, trusted: bool = True, public: bool = False) -> Source:
        """A file in this format."""
        return cls(f"import:{format.name}", None, format, trusted, public)


def take_in(
    archive: Archive,
    games: Iterable[AnnotatedGame | Problem],
    source: Source,
    ahead: int = AHEAD,
) -> Iterator[Stored | Refusal]:
    """Take in games as a format reads them: for each, in their order, what came of it.

    A game that is told as stored is stored. Up to `ahead` games wait for the writer, which commits
    those that it finds there together.
    """
    return store_all(archive, prepared_games(archive.rules, games), source, ahead)


def prepared_games(
    rules: Rules, games: Iterable[AnnotatedGame | Problem]
) -> Iterator[PreparedGame | Refusal]:
    """What is to be stored of games, or why not."""
    for number, found in enumerate(games, start=1):
        if isinstance(found, Problem):
            yield Refusal("line", *found)
            continue
        try:
            yield replace(prepared(rules, found), number=number)
        except IgrotekaError as error:
            yield Refusal("game", number, error.sentence)


def store_all(
    archive: Archive,
    games: Iterable[PreparedGame | Refusal],
    source: Source,
    ahead: int = AHEAD,
) -> Iterator[Stored | Refusal]:
    """As `take_in`, of games that are prepared."""
    waiting: deque[Refusal | tuple[int, Future[Stored]]] = deque()
    for found in games:
        if isinstance(found, Refusal):
            waiting.append(found)
        else:
            waiting.append((found.number, archive.write(store_prepared, found, source)))
        while len(waiting) > ahead:
            yield _outcome(waiting.popleft())
    yield from map(_outcome, waiting)


def _outcome(waiting: Refusal | tuple[int, Future[Stored]]) -> Stored | Refusal:
    if isinstance(waiting, Refusal):
        return waiting
    number, future = waiting
    try:
        return future.result()
    except IgrotekaError as error:
        return Refusal("game", number, error.sentence)


def store_prepared(connection: Connection, game: PreparedGame, source: Source) -> Stored:
    """Keep a game, unless it is there already.

    What is said of a game that is there, beside its moves, is left aside.
    """
    known = connection.scalar(_BY_DIGEST, {"digest": game.digest})
    if known is None:
        known = duplicate_of(
            connection, game.record, game.exact_key, game.loose_key, source.format, source.public
        )
    if known is not None:
        return Stored(known, new=False)
    record = game.record
    holders = [_holder(connection, record.game, name, source.trusted) for name in record.players]
    return Stored(_insert(connection, game, source, holders), new=True)


def _insert(
    connection: Connection,
    game: PreparedGame,
    source: Source,
    holders: Sequence[int],
) -> int:
    record = game.record
    values = {
        "game": record.game,
        "options": dict(record.options),
        "deal": record.deal,
        "stored": datetime.now(UTC),
        "started": moment(record.started),
        "ending": record.ending,
        "scores": None if record.scores is None else list(record.scores),
        "fault": record.fault and record.fault.to_json(),
        "source": source.name,
        "tournament_id": source.tournament,
        "comment": game.comment,
        "event": record.event,
        "seconds": None if record.seconds is None else list(record.seconds),
        "digest": game.digest,
        "occasion": game.exact_key,
        "likeness": game.loose_key,
    }
    number = insert_game(connection, values, holders, game.side_of, game.points)
    _insert_moves(connection, number, game)
    return number


def _insert_moves(connection: Connection, number: int, game: PreparedGame) -> None:
    if not game.branches:
        return
    ids = new_move_ids(connection, len(game.branches))
    rows = [
        (
            own,
            number,
            ids[parent] if parent >= 0 else None,
            ordinal,
            entry.notation,
            entry.seat,
            entry.seconds,
            entry.before,
            checked_marks(entry.mark),
            entry.comment,
            entry.landmark,
            json.dumps(entry.explanation.to_json()) if entry.explanation else None,
        )
        for own, (parent, ordinal, entry) in zip(ids, game.branches, strict=True)
    ]
    connection.exec_driver_sql(_ADD_ROWS[connection.dialect.paramstyle], rows)
    if length := len(game.record.actions or ()):
        last = game.branches[length - 1].entry
        set_head(connection, number, ids[length - 1], last.landmark_after)


def _holder(connection: Connection, game: str, name: str, trusted: bool) -> int:
    """The player of a name in a record, which does not say whether it is a bot."""
    name = tidy_name(name) or UNKNOWN
    if name.partition("(")[0] in rules_of(connection).bot_names(game) or ".py:" in name:
        return known_player(connection, name, "bot")
    if not trusted and name != UNKNOWN:
        return known_player(connection, name, "person", imported=True)
    found = account(connection, name)
    return found.id if found else known_player(connection, name, "person")


def moment(text: str | None) -> datetime | None:
    """The time of a record, in UTC; None if it says none that can be read."""
    try:
        read = datetime.fromisoformat(text) if text else None
        return read and (read.astimezone(UTC) if read.tzinfo else read.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None
