"""Changes of games: each is called in the writer with a connection, and stored whole or not at all.

Their moves are changed in `move_tree.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from igroteka.archive.accounts import ensure_player
from igroteka.archive.faults import ArchiveError
from igroteka.archive.handed_rules import rules_of
from igroteka.archive.identity import exact_key, stored_loose_key
from igroteka.archive.leads import superseded
from igroteka.archive.models import NewGame
from igroteka.archive.move_tree import check_unfinished
from igroteka.archive.schema import games, seats, tournaments
from igroteka.archive.sittings import already_begun, place_columns
from igroteka.basics.endings import Ending
from igroteka.basics.points import seat_sides
from igroteka.contract import Json, Seat
from igroteka.records.points import record_points
from igroteka.records.record import Fault, Record
from igroteka.text import Text, quoted

_ADD_GAME = insert(games).returning(games.c.id)
_ADD_SEATS = insert(seats)


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
