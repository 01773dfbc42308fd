"""Finished games with people, as ratings are made of them."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Text, cast, func, select, true

from igroteka.archive.schema import games, players, seats, shown_kind
from igroteka.archive.search import games_of_people
from igroteka.basics.endings import Ending


class RatedSeat(NamedTuple):
    """Who sat where in a finished game."""

    game: int
    player: int
    name: str
    kind: str
    side: int
    points: float
    kid: bool
    """Whether a child played with its friend."""


def last_rated(connection: Connection, game: str) -> tuple[int, int]:
    """The highest number of such games and how many there are: another pair when one is added."""
    found = select(func.coalesce(func.max(games.c.id), 0), func.count()).where(*_counted(game))
    number, count = connection.execute(found).one()
    return int(number), int(count)


def rated_seats(connection: Connection, game: str) -> list[RatedSeat]:
    """The seats of all finished games of this kind in which a person played, earliest first."""
    found = (
        select(
            *(games.c.id, players.c.id, players.c.name, shown_kind, seats.c.side, seats.c.points),
            cast(games.c.setting, Text).regexp_match('"kid": *true').is_(true()),
        )
        .join(seats, seats.c.game_id == games.c.id)
        .join(players, players.c.id == seats.c.player_id)
        .where(*_counted(game), seats.c.points.is_not(None))
        .order_by(games.c.started.asc().nulls_first(), games.c.id, seats.c.seat)
    )
    return [RatedSeat(*row) for row in connection.execute(found)]


def _counted(game: str) -> list[ColumnElement[bool]]:
    over = games.c.ending != Ending.UNFINISHED
    return [games.c.game == game, over, games.c.id.in_(games_of_people())]
