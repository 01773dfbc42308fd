"""Changes of games: each is called in the writer with a connection, and stored whole or not at all.

Moves form a tree and the main line is the path from its head to the start. A move is added at the
head; taking back moves the head towards the start, and what was taken back stays as a variation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, text, true, update
from sqlalchemy.exc import IntegrityError

from igroteka.archive.accounts import ensure_player
from igroteka.archive.database import ArchiveError
from igroteka.archive.handed_rules import rules_of
from igroteka.archive.identity import exact_key, stored_loose_key
from igroteka.archive.leads import superseded
from igroteka.archive.models import MoveEntry, NewGame
from igroteka.archive.schema import games, moves, seats, tournaments
from igroteka.archive.sittings import already_begun, place_columns
from igroteka.basics.endings import Ending
from igroteka.basics.points import seat_sides
from igroteka.contract import IgrotekaError, Json, Seat
from igroteka.records.points import record_points
from igroteka.records.record import Fault, Record
from igroteka.text import Text, quoted

# What every move needs is built once: that takes longer than the database does.
_STANDING = (
    select(games.c.head_id, games.c.ending, games.c.fence)
    .where(games.c.id == bindparam("number"))
    .with_for_update(of=games)
)
_ABOVE = select(moves.c.ordinal).where(moves.c.id == bindparam("above")).scalar_subquery()
_ADD_MOVE = insert(moves).values(ordinal=func.coalesce(_ABOVE, 0) + 1).returning(moves.c.id)
_ADVANCE = (
    update(games)
    .where(
        games.c.id == bindparam("number"),
        games.c.head_id.is_not_distinct_from(bindparam("after", type_=games.c.head_id.type)),
        games.c.ending == Ending.UNFINISHED,
        games.c.fence == func.coalesce(bindparam("led", type_=games.c.fence.type), games.c.fence),
    )
    .values(head_id=bindparam("head"), landmark=bindparam("position"))
)
_SET_HEAD = (
    update(games)
    .where(games.c.id == bindparam("number"))
    .values(head_id=bindparam("head"), landmark=bindparam("position"))
)
_ADD_GAME = insert(games).returning(games.c.id)
_ADD_SEATS = insert(seats)
_ADD_MOVES = insert(moves)
_LAST_MOVE = select(func.max(moves.c.id))

_MARK = re.compile(r"!!|\?\?|!\?|\?!|!|\?|\$\d{1,3}")


def begin_game(connection: Connection, new: NewGame) -> int:
    """A game begins; its number. Raises `ArchiveError` if it is not the next one of its sitting."""
    holders = [None if each is None else ensure_player(connection, *each) for each in new.players]
    now = datetime.now(UTC)
    values = {
        "game": new.game,
        "options": dict(new.options),
        "deal": new.deal,
        "stored": now,
        "started": new.started or now,
        "occasion": exact_key(new.started or now, None),
        "ending": Ending.UNFINISHED,
        "setting": new.setting,
        "source": new.source,
        "tournament_id": new.tournament,
        "comment": "",
    }
    if new.sitting is not None:
        values |= place_columns(connection, new)
    side_of = _side_of(connection, new.game, new.options)
    try:
        return insert_game(connection, values, holders, side_of)
    except IntegrityError as error:
        if new.sitting is None:
            raise
        raise already_begun(new) from error


def insert_game(
    connection: Connection,
    values: dict[str, Any],
    holders: Sequence[int | None],
    side_of: Mapping[Seat, int],
    points: Sequence[float] | None = None,
) -> int:
    """A row of games with its seats; its number. Raises `ArchiveError` for too few players.

    `points` are those of the sides, if it is over.
    """
    if len(holders) != len(side_of):
        raise ArchiveError(
            Text(
                "this game has {seats} seats, but {count} players are named",
                seats=len(side_of),
                count=len(holders),
            )
        )
    game_id: int = connection.execute(_ADD_GAME, values).scalar_one()
    rows = [
        {
            "game_id": game_id,
            "seat": seat,
            "side": side_of[seat],
            "player_id": player,
            "points": None if points is None else points[side_of[seat]],
        }
        for seat, player in enumerate(holders)
        if player is not None
    ]
    if rows:
        connection.execute(_ADD_SEATS, rows)
    return game_id


def _side_of(connection: Connection, game: str, options: Mapping[str, str]) -> dict[Seat, int]:
    return seat_sides(rules_of(connection).make_game(game, options))


def sit(connection: Connection, game_id: int, seat: int, name: str, kind: str = "person") -> None:
    """Somebody takes a free seat. Raises `ArchiveError` if it is taken or there is none such."""
    found = select(games.c.game, games.c.options).where(games.c.id == game_id)
    row = connection.execute(found).one_or_none()
    side = None if row is None else _side_of(connection, row.game, row.options).get(seat)
    holder = select(seats.c.player_id).where(seats.c.game_id == game_id, seats.c.seat == seat)
    if side is None or connection.scalar(holder) is not None:
        raise ArchiveError(
            Text("seat {seat} of game {number} is not free", seat=seat, number=game_id)
        )
    player = ensure_player(connection, name, kind)
    taken = {"game_id": game_id, "seat": seat, "side": side, "player_id": player}
    connection.execute(insert(seats).values(taken))


def add_move(connection: Connection, game_id: int, after: int | None, entry: MoveEntry) -> int:
    """Add a move after the last one of the main line; its number."""
    return add_moves(connection, game_id, after, [entry])[0]


def add_moves(
    connection: Connection,
    game_id: int,
    after: int | None,
    entries: Sequence[MoveEntry],
    fence: int | None = None,
) -> list[int]:
    """Add moves that follow each other after the last one of the main line; their numbers.

    Raises `ArchiveError` if `after` is not the last move, or the game has ended; and `Superseded`
    if the lead of its table has changed since it had this number.
    """
    ids: list[int] = []
    for entry in entries:
        above = ids[-1] if ids else after
        row = {**_move_row(game_id, above, entry), "above": above}
        try:
            ids.append(connection.execute(_ADD_MOVE, row).scalar_one())
        except IntegrityError as error:
            raise _gone_on(game_id) from error
    if ids:
        _advance(connection, game_id, after, ids[-1], entries[-1].landmark_after, fence)
    return ids


def move_head(
    connection: Connection,
    game_id: int,
    after: int | None,
    to: int | None,
    position: str | None = None,
    fence: int | None = None,
) -> None:
    """Take back: the main line, whose last move was `after`, ends at `to`, or at the start.

    `position` is the landmark of where the game then stands. Raises as `add_moves` does.
    """
    if to is not None:
        _ordinal(connection, game_id, to)
    _advance(connection, game_id, after, to, position, fence)


def _advance(
    connection: Connection,
    game_id: int,
    after: int | None,
    head: int | None,
    position: str | None,
    fence: int | None,
) -> None:
    """Move the head, if all is as whoever asks for it believes."""
    change = {"number": game_id, "after": after, "head": head, "position": position, "led": fence}
    if connection.execute(_ADVANCE, change).rowcount == 1:
        return
    check_unfinished(connection, game_id, fence)
    raise _gone_on(game_id)


def _gone_on(game_id: int) -> ArchiveError:
    return ArchiveError(
        Text("game {number} has gone on: its last move is another one", number=game_id)
    )


def set_head(connection: Connection, game_id: int, move: int | None, position: str | None) -> None:
    """The main line ends at this move, or at the start, with this landmark."""
    connection.execute(_SET_HEAD, {"number": game_id, "head": move, "position": position})


def check_unfinished(connection: Connection, game_id: int, fence: int | None = None) -> None:
    """Raise `ArchiveError` if the game can't be changed; else nobody else can before the commit.

    Raises `Superseded` if the lead of its table has changed since it had this number.
    """
    row = connection.execute(_STANDING, {"number": game_id}).one_or_none()
    if row is None:
        raise ArchiveError(Text("there is no game {number} in the archive", number=game_id))
    if fence is not None and fence != row.fence:
        raise superseded(game_id)
    if row.ending != Ending.UNFINISHED:
        raise ArchiveError(
            Text(
                "game {number} has ended, so no move of it can be made or taken back",
                number=game_id,
            )
        )


def _ordinal(connection: Connection, game_id: int, move: int | None) -> int:
    """How far a move of this game is from the start."""
    if move is None:
        return 0
    found = select(moves.c.ordinal).where(moves.c.id == move, moves.c.game_id == game_id)
    ordinal: int | None = connection.scalar(found)
    if ordinal is None:
        raise ArchiveError(Text("game {number} has no move {move}", number=game_id, move=move))
    return ordinal


def insert_line(
    connection: Connection,
    game_id: int,
    parent: int | None,
    ordinal: int,
    entries: Sequence[MoveEntry],
) -> list[int]:
    """Moves that follow each other, the first after a parent with this ordinal; their numbers."""
    ids = new_move_ids(connection, len(entries))
    rows = [
        {**_move_row(game_id, above, entry), "id": number, "ordinal": ordinal + distance}
        for distance, (number, above, entry) in enumerate(
            zip(ids, [parent, *ids], entries, strict=False), start=1
        )
    ]
    if rows:
        connection.execute(_ADD_MOVES, rows)
    return ids


def _move_row(game_id: int, parent: int | None, entry: MoveEntry) -> dict[str, Any]:
    """A move as a row of its table, but for its number and its place."""
    return {
        "game_id": game_id,
        "parent_id": parent,
        "notation": entry.notation,
        "seat": entry.seat,
        "seconds": entry.seconds,
        "at": entry.at or datetime.now(UTC),
        "before": entry.before,
        "mark": checked_marks(entry.mark),
        "comment": entry.comment,
        "landmark": entry.landmark,
        "explanation": entry.explanation.to_json() if entry.explanation else None,
    }


def new_move_ids(connection: Connection, count: int) -> list[int]:
    """Numbers for new moves, so that a whole line goes in at once.

    SQLite's writer has the file to itself until it commits; PostgreSQL hands numbers out.
    """
    if connection.dialect.name == "postgresql":
        sequence = "nextval(pg_get_serial_sequence('moves', 'id'))"
        numbers = connection.execute(
            text(f"SELECT {sequence} FROM generate_series(1, :count)"), {"count": count}
        )
        return sorted(numbers.scalars())
    last = connection.scalar(_LAST_MOVE) or 0
    return list(range(last + 1, last + 1 + count))


def add_variation(
    connection: Connection, game_id: int, after: int | None, entries: Sequence[MoveEntry]
) -> list[int]:
    """Hang moves on a move, or on the start; the head stays. Their numbers.

    As far as the same moves hang there already they are used again.
    """
    ordinal, parent, ids = _ordinal(connection, game_id, after), after, []
    for entry in entries:
        child = connection.scalar(
            select(func.min(moves.c.id)).where(
                moves.c.game_id == game_id,
                moves.c.parent_id.is_not_distinct_from(parent),
                moves.c.notation == entry.notation,
            )
        )
        if child is None:
            break
        parent = child
        ids.append(child)
    rest = entries[len(ids) :]
    return ids + insert_line(connection, game_id, parent, ordinal + len(ids), rest)


def checked_marks(marks: str) -> str:
    """Marks with single spaces. Raises `IgrotekaError` for one that is none."""
    if not marks:
        return marks
    for mark in marks.split():
        if not _MARK.fullmatch(mark):
            raise IgrotekaError(
                Text(
                    "{text} is no mark; marks are !, ?, !!, ??, !?, ?!, and $ with a number",
                    text=quoted(mark),
                )
            )
    return " ".join(marks.split())


def save_setting(
    connection: Connection, game_id: int, setting: Json, fence: int | None = None
) -> None:
    """Keep what a live table must remember. Raises `Superseded` if another leads it by now."""
    _update_game(connection, game_id, fence, setting=setting)


def _update_game(
    connection: Connection, game_id: int, fence: int | None = None, **values: Any
) -> None:
    led = true() if fence is None else games.c.fence == fence
    changed = connection.execute(update(games).where(games.c.id == game_id, led).values(**values))
    if changed.rowcount == 1:
        return
    if connection.scalar(select(games.c.id).where(games.c.id == game_id)) is not None:
        raise superseded(game_id)
    raise ArchiveError(Text("there is no game {number} in the archive", number=game_id))


def finish_game(
    connection: Connection,
    game_id: int,
    scores: Sequence[float] | None,
    ending: str = Ending.FINISHED,
    fault: Fault | None = None,
    fence: int | None = None,
) -> None:
    """A game ends: `finished` by the rules, by a `fault`, or as its players settled it.

    Raises `ArchiveError` if it has ended already, and `Superseded` as `add_moves` does.
    """
    check_unfinished(connection, game_id, fence)
    if ending == Ending.UNFINISHED or (ending == Ending.FAULT) != (fault is not None):
        said = quoted(str(ending))
        raise ArchiveError(
            Text("a game does not end as {ending} with a fault", ending=said)
            if fault
            else Text("a game does not end as {ending} without a fault", ending=said)
        )
    values = {
        "finished": datetime.now(UTC),
        "ending": ending,
        "scores": None if scores is None else list(scores),
        "fault": fault and fault.to_json(),
        "likeness": stored_loose_key(connection, game_id),
    }
    _update_game(connection, game_id, fence, **values)
    row = connection.execute(select(games).where(games.c.id == game_id)).one()
    numbers = None if scores is None else tuple(scores)
    record = Record(row.game, row.options, (), row.deal, None, numbers, fault=fault)
    _set_points(connection, game_id, record)


def _set_points(connection: Connection, game_id: int, record: Record) -> None:
    """Write down at each seat what its side got."""
    game = rules_of(connection).make_game(record.game, record.options)
    points = record_points(game, record)
    for side, share in enumerate(points or ()):
        connection.execute(
            update(seats)
            .where(seats.c.game_id == game_id, seats.c.side == side)
            .values(points=share)
        )


def begin_tournament(
    connection: Connection,
    game: str,
    options: dict[str, str],
    plan: Json,
    name: str,
    started: datetime | None = None,
) -> int:
    """A tournament begins; its number, for the games that belong to it."""
    inserted = connection.execute(
        insert(tournaments)
        .values(
            game=game,
            options=dict(options),
            plan=plan,
            name=name.strip(),
            started=started or datetime.now(UTC),
        )
        .returning(tournaments.c.id)
    )
    number: int = inserted.scalar_one()
    return number


def finish_tournament(connection: Connection, tournament: int, result: Json) -> None:
    """A tournament has come to this."""
    changed = connection.execute(
        update(tournaments)
        .where(tournaments.c.id == tournament)
        .values(finished=datetime.now(UTC), result=result)
    )
    if changed.rowcount == 0:
        raise ArchiveError(
            Text("there is no tournament {number} in the archive", number=tournament)
        )
