"""Sittings: opened and closed in the writer, read with their games by anybody."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, func, insert, select, update

from igroteka.archive.faults import ArchiveError
from igroteka.archive.handed_rules import rules_of
from igroteka.archive.models import UNKNOWN, NewGame, NewSitting, SittingLine, StoredSitting
from igroteka.archive.schema import games, sittings
from igroteka.archive.search import holder_names
from igroteka.basics.endings import Ending
from igroteka.contract import Game
from igroteka.records.record import Fault, Record
from igroteka.records.sitting import Sitting, SittingGame, ended
from igroteka.text import Text


def open_sitting(connection: Connection, new: NewSitting) -> int:
    """A sitting begins; its number, for the games that belong to it."""
    inserted = connection.execute(
        insert(sittings)
        .values(
            game=new.game,
            options=dict(new.options),
            deals=None if new.deals is None else list(new.deals),
            length=new.length,
            reckoning=new.reckoning,
            opened=datetime.now(UTC),
            name=new.name.strip(),
            other_id=new.other,
        )
        .returning(sittings.c.id)
    )
    number: int = inserted.scalar_one()
    return number


def adopt(connection: Connection, new: NewSitting, game_id: int) -> int:
    """A sitting begins with a game that was played already; its number."""
    number = open_sitting(connection, new)
    seats = rules_of(connection).make_game(new.game, new.options).seats
    first = {"sitting_id": number, "place": 0, "seating": list(range(seats))}
    alone = and_(games.c.id == game_id, games.c.sitting_id.is_(None))
    if connection.execute(update(games).where(alone).values(**first)).rowcount == 0:
        raise ArchiveError(Text("game {number} is one of a sitting already", number=game_id))
    return number


def join_tables(connection: Connection, one: int, other: int) -> None:
    """Two sittings are the two tables of a match: each is compared with the other."""
    for number, there in ((one, other), (other, one)):
        connection.execute(update(sittings).where(sittings.c.id == number).values(other_id=there))


def close_sitting(connection: Connection, number: int) -> None:
    """Its people have ended a sitting; to do so twice changes nothing."""
    open_yet = and_(sittings.c.id == number, sittings.c.closed.is_(None))
    connection.execute(update(sittings).where(open_yet).values(closed=datetime.now(UTC)))


def place_columns(connection: Connection, new: NewGame) -> dict[str, Any]:
    """The columns of a game of a sitting. Raises `ArchiveError` if it is not the next one."""
    if connection.scalar(select(sittings.c.id).where(sittings.c.id == new.sitting)) is None:
        raise ArchiveError(Text("there is no sitting {number} in the archive", number=new.sitting))
    begun = select(func.count()).select_from(games).where(games.c.sitting_id == new.sitting)
    next_place = connection.scalar(begun) or 0
    if new.place is None or new.place > next_place:
        raise ArchiveError(
            Text(
                "the next game of sitting {number} is game {next}",
                number=new.sitting,
                next=next_place + 1,
            )
        )
    if new.place < next_place:
        raise already_begun(new)
    seating = range(len(new.players)) if new.seating is None else new.seating
    return {"sitting_id": new.sitting, "place": new.place, "seating": list(seating)}


def already_begun(new: NewGame) -> ArchiveError:
    """Two wanted to begin the same game of a sitting, and another one did."""
    assert new.place is not None
    return ArchiveError(
        Text(
            "somebody else has begun game {game} of sitting {number}",
            game=new.place + 1,
            number=new.sitting,
        )
    )


def store_reckoned(connection: Connection, game_id: int, reckoned: Sequence[float] | None) -> None:
    """Write down what each seat of a game got by the reckoning of its sitting."""
    values = None if reckoned is None else list(reckoned)
    connection.execute(update(games).where(games.c.id == game_id).values(reckoned=values))


def sitting_of(connection: Connection, game_id: int) -> int | None:
    """The number of the sitting that a game belongs to, if to any."""
    number: int | None = connection.scalar(select(games.c.sitting_id).where(games.c.id == game_id))
    return number


def place_of(connection: Connection, game_id: int) -> tuple[int, int] | None:
    """The sitting that a game belongs to, and its place there from 0; None without one."""
    found = select(games.c.sitting_id, games.c.place).where(games.c.id == game_id)
    row = connection.execute(found).one_or_none()
    return None if row is None or row.sitting_id is None else (row.sitting_id, row.place)


def other_has_to_play(connection: Connection, number: int, place: int) -> bool:
    """Whether the other table of a match has still to play the start at this place of a sitting."""
    here = sittings.alias()
    other = connection.execute(
        select(sittings.c.id, sittings.c.length, sittings.c.closed)
        .join(here, here.c.other_id == sittings.c.id)
        .where(here.c.id == number)
    ).one_or_none()
    if other is None or other.closed is not None or place >= (other.length or place + 1):
        return False
    played = select(games.c.ending).where(games.c.sitting_id == other.id, games.c.place == place)
    return connection.scalar(played) in (None, Ending.UNFINISHED)


def lengths(connection: Connection, numbers: Collection[int]) -> dict[int, int | None]:
    """How many games each of these sittings has; None without an end."""
    found = select(sittings.c.id, sittings.c.length).where(sittings.c.id.in_(numbers))
    return {row.id: row.length for row in connection.execute(found)}


def sitting(connection: Connection, number: int) -> StoredSitting:
    """A sitting with its games. Raises `ArchiveError` if there is none of this number."""
    found = connection.execute(select(sittings).where(sittings.c.id == number)).one_or_none()
    if found is None:
        raise ArchiveError(Text("there is no sitting {number} in the archive", number=number))
    return _stored(connection, found)


def _stored(connection: Connection, row: Any) -> StoredSitting:
    base = rules_of(connection).make_game(row.game, row.options)
    played = connection.execute(
        select(games).where(games.c.sitting_id == row.id).order_by(games.c.place)
    ).all()
    names = holder_names(connection, [game.id for game in played])
    return StoredSitting(
        id=row.id,
        name=row.name,
        opened=row.opened,
        closed=row.closed,
        other=row.other_id,
        sitting=Sitting(
            base,
            row.reckoning,
            None if row.deals is None else tuple(row.deals),
            row.length,
            tuple(_game(connection, game) for game in played),
        ),
        games=tuple(
            SittingLine(game.id, _seated(base, [name for name, _ in names[game.id]]), game.ending)
            for game in played
        ),
    )


def _seated(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    return (*names, *[UNKNOWN] * (game.seats - len(names)))


def _game(connection: Connection, row: Any) -> SittingGame:
    """A game as its sitting counts it."""
    by_rules = row.ending in (Ending.UNFINISHED, Ending.FINISHED, Ending.FAULT)
    record = Record(
        row.game,
        row.options,
        (),
        row.deal,
        None,
        None if row.scores is None else tuple(row.scores),
        fault=Fault.from_json(row.fault) if row.fault else None,
        settled=None if by_rules else row.ending,
    )
    game = rules_of(connection).make_game(row.game, row.options)
    reckoned = None if row.reckoned is None else tuple(row.reckoned)
    return ended(row.seating, game, record, reckoned)
