"""Taking in whole games: records of tournaments and games from files, each of them once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from igroteka.archive.accounts import account, known_player, tidy_name
from igroteka.archive.deduplication import duplicate_of
from igroteka.archive.handed_rules import Rules, rules_of
from igroteka.archive.identity import exact_key, loose_key
from igroteka.archive.models import UNKNOWN, MoveEntry
from igroteka.archive.schema import games, moves
from igroteka.archive.updates import insert_game, move_row, new_move_ids, set_points
from igroteka.contract import OVER, Game, IllegalMove, State
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove, Line
from igroteka.records.formats import Format
from igroteka.records.record import BadRecord, Record
from igroteka.text import Text, quoted


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


class Stored(NamedTuple):
    """Where a game is kept."""

    id: int
    new: bool
    """False when the same game was there already."""


def prepared(rules: Rules, annotated: AnnotatedGame) -> PreparedGame:
    """Replay a game and lay it out. Raises `BadRecord` where a move leaves the rules."""
    record = annotated.record
    game = rules.make_game(record.game, record.options)
    for _ in record.positions(game):
        pass
    try:
        digest = hashlib.sha256(annotated.to_line().encode()).hexdigest()
    except UnicodeEncodeError as error:
        raise BadRecord(
            Text("the record holds half a character, which no file can keep")
        ) from error
    start = game.restore(record.deal)
    branches = _Layout(game).row(start, annotated)
    return PreparedGame(
        record,
        annotated.comment,
        tuple(branches),
        digest,
        exact_key(moment(record.started), record.event),
        loose_key(
            record.game,
            start.deal,
            record.players,
            record.actions or (),
            is_open=not game.hidden,
        ),
    )


class _Layout:
    """Lays a tree out in a row, playing every line of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.branches: list[Branch] = []
        self.waiting: list[tuple[int, int, State | None, Line]] = []
        """Lines that hang on a place of the row, with the ordinal and the position there."""

    def row(self, start: State, annotated: AnnotatedGame) -> list[Branch]:
        """All moves, the main line first, then what hangs on it."""
        end = self._lay(-1, 0, start, annotated.moves)
        last = len(annotated.moves)
        self.waiting += [(last - 1, last, end, line) for line in annotated.beyond]
        while self.waiting:
            self._lay(*self.waiting.pop(0))
        return self.branches

    def _lay(self, parent: int, ordinal: int, state: State | None, line: Line) -> State | None:
        """Add a line; the position after it, None where people played on after the end."""
        for move in line:
            self.waiting += [(parent, ordinal, state, other) for other in move.variations]
            if state is not None and state.turn == OVER:
                state = None
            ordinal += 1
            after = state and self._played(state, ordinal, move.notation)
            self.branches.append(Branch(parent, ordinal, _entry(move, state, after)))
            parent, state = len(self.branches) - 1, after
        return state

    def _played(self, state: State, ordinal: int, notation: str) -> State:
        try:
            return state.play(self.game.read(notation))
        except IllegalMove as error:
            raise BadRecord(
                Text(
                    "a variation, action {number}, {text}: {reason}",
                    number=ordinal,
                    text=quoted(notation),
                    reason=error.sentence,
                )
            ) from error


def _entry(move: AnnotatedMove, state: State | None, after: State | None) -> MoveEntry:
    return MoveEntry(
        notation=move.notation,
        seat=state.turn if state and state.turn >= 0 else None,
        seconds=move.seconds,
        landmark=state.landmark if state else None,
        landmark_after=after.landmark if after else None,
        before=move.before,
        mark=" ".join(move.marks),
        comment=move.comment,
    )


def store_prepared(
    connection: Connection,
    game: PreparedGame,
    source: str,
    tournament: int | None = None,
    format: Format | None = None,
    trusted: bool = True,
    public: bool = False,
) -> Stored:
    """Keep a game of a file, unless it is there already; `format` is what the file is written in.

    The people of a file that is not trusted are kept apart from those who play here. What the file
    says of a game that is there, beside its moves, is left aside. `public` says that the answer is
    for anybody, who may not learn of cards in a game that goes on.
    """
    known = connection.scalar(select(games.c.id).where(games.c.digest == game.digest))
    if known is None:
        known = duplicate_of(
            connection, game.record, game.exact_key, game.loose_key, format, public
        )
    if known is not None:
        return Stored(known, new=False)
    holders = [_holder(connection, game.record.game, name, trusted) for name in game.record.players]
    return Stored(_insert(connection, game, source, tournament, holders), new=True)


def _insert(
    connection: Connection,
    game: PreparedGame,
    source: str,
    tournament: int | None,
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
        "source": source,
        "tournament_id": tournament,
        "comment": game.comment,
        "event": record.event,
        "seconds": None if record.seconds is None else list(record.seconds),
        "digest": game.digest,
        "occasion": game.exact_key,
        "likeness": game.loose_key,
    }
    number = insert_game(connection, values, holders)
    set_points(connection, number, record)
    _insert_moves(connection, number, game)
    return number


def _insert_moves(connection: Connection, number: int, game: PreparedGame) -> None:
    ids = new_move_ids(connection, len(game.branches))
    rows = [
        move_row(number, own, ids[parent] if parent >= 0 else None, ordinal, entry, entry.at)
        for own, (parent, ordinal, entry) in zip(ids, game.branches, strict=True)
    ]
    if rows:
        connection.execute(insert(moves), rows)
    if length := len(game.record.actions or ()):
        last = game.branches[length - 1].entry
        head = {"head_id": ids[length - 1], "landmark": last.landmark_after}
        connection.execute(update(games).where(games.c.id == number).values(head))


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
