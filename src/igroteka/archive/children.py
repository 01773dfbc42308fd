"""Children: the parent's code and limits, time used each day, lessons learned, stars."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime
from typing import NamedTuple

from sqlalchemy import Connection, distinct, func, select
from sqlalchemy.dialects import postgresql, sqlite

from igroteka.archive.accounts import ensure_player, tidy_name
from igroteka.archive.schema import (
    attempts,
    children,
    daylight,
    games,
    learned,
    players,
    seats,
)
from igroteka.basics.endings import Ending
from igroteka.contract import IgrotekaError
from igroteka.text import Text

CODE_LENGTH = 4


class Limits(NamedTuple):
    """What a parent allows; None is no limit."""

    hints: int | None = None
    """In a game."""
    take_backs: int | None = None
    """In a game."""
    minutes: int | None = None
    """In a day."""


class Child(NamedTuple):
    """A player who has a child's room."""

    player: int
    name: str


def code_hash(code: str) -> str:
    """What is kept of a parent's code. Slow on purpose, as that of a password.

    Raises `IgrotekaError` for what is not four digits.
    """
    if not (len(code) == CODE_LENGTH and code.isascii() and code.isdigit()):
        raise IgrotekaError(Text("the code has four digits, as in 2580"))
    from argon2 import PasswordHasher

    return PasswordHasher().hash(code)


def is_code(connection: Connection, player: int, code: str) -> bool:
    """Whether this is the code of a child's parent."""
    from argon2 import PasswordHasher
    from argon2.exceptions import Argon2Error, InvalidHashError

    known = connection.scalar(select(children.c.code_hash).where(children.c.player_id == player))
    try:
        return known is not None and PasswordHasher().verify(known, code)
    except (Argon2Error, InvalidHashError):
        return False


def children_named(connection: Connection, names: Iterable[str]) -> dict[Child, Limits]:
    """Who of these has a child's room, and what their parents allow."""
    keys = [tidy_name(name).casefold() for name in names]
    found = (
        select(players.c.id, players.c.name, *_LIMITS)
        .join(children, children.c.player_id == players.c.id)
        .where(players.c.name_key.in_(keys))
    )
    rows = connection.execute(found)
    return {Child(player, name): Limits(*limits) for player, name, *limits in rows}


def limits_of(connection: Connection, player: int) -> Limits:
    """What a child's parent allows."""
    row = connection.execute(select(*_LIMITS).where(children.c.player_id == player)).one_or_none()
    return Limits() if row is None else Limits(*row)


_LIMITS = (children.c.hints, children.c.take_backs, children.c.minutes)


def make_room(connection: Connection, name: str, hashed: str, limits: Limits) -> Child:
    """A room for a child of this name. Raises `IgrotekaError` where there is one already."""
    player = ensure_player(connection, name)
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    values = {"player_id": player, "code_hash": hashed, **limits._asdict()}
    connection.execute(dialect.insert(children).values(values).on_conflict_do_nothing())
    kept = connection.scalar(select(children.c.code_hash).where(children.c.player_id == player))
    if kept != hashed:
        raise IgrotekaError(Text("{name} has a room already; enter it by its code", name=name))
    return Child(player, tidy_name(name))


def set_limits(connection: Connection, player: int, limits: Limits) -> None:
    """Allow a child so much from now on."""
    changed = children.update().where(children.c.player_id == player)
    connection.execute(changed.values(**limits._asdict()))


def add_seconds(connection: Connection, player: int, day: date, seconds: float) -> None:
    """A child was in its room for so long."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    new = dialect.insert(daylight).values(player_id=player, day=day.isoformat(), seconds=seconds)
    both = daylight.c.seconds + seconds
    connection.execute(
        new.on_conflict_do_update(index_elements=["player_id", "day"], set_={"seconds": both})
    )


def seconds_of(connection: Connection, player: int, day: date) -> float:
    """How long a child was in its room on a day."""
    found = select(daylight.c.seconds).where(
        daylight.c.player_id == player, daylight.c.day == day.isoformat()
    )
    return float(connection.scalar(found) or 0.0)


def learn(connection: Connection, player: int, game: str, lesson: str) -> None:
    """A lesson was solved; one that was solved before stays as it is."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    values = {"player_id": player, "game": game, "lesson": lesson, "at": datetime.now(UTC)}
    connection.execute(dialect.insert(learned).values(values).on_conflict_do_nothing())


def lessons_learned(connection: Connection, player: int) -> set[tuple[str, str]]:
    """The lessons that a child has solved, each with its game."""
    found = select(learned.c.game, learned.c.lesson).where(learned.c.player_id == player)
    return {(game, lesson) for game, lesson in connection.execute(found)}


def stars(connection: Connection, player: int) -> int:
    """One for each lesson learned, each puzzle solved, and each game won here."""
    solved = select(func.count(distinct(attempts.c.puzzle_id))).where(
        attempts.c.player_id == player, attempts.c.solved
    )
    won = (
        select(func.count())
        .select_from(seats)
        .join(games, games.c.id == seats.c.game_id)
        .where(seats.c.player_id == player, seats.c.points == 1, games.c.source == "table")
    )
    counts = (connection.scalar(solved), connection.scalar(won))
    return len(lessons_learned(connection, player)) + sum(count or 0 for count in counts)


def results_against(
    connection: Connection, player: int, game: str, bots: Collection[str]
) -> list[float]:
    """What a player got in finished games of a kind against any of these bots, oldest first."""
    other, bot = seats.alias("other"), players.alias("bot")
    found = (
        select(seats.c.points)
        .join(games, games.c.id == seats.c.game_id)
        .where(
            seats.c.player_id == player,
            seats.c.points.is_not(None),
            games.c.game == game,
            games.c.ending != Ending.UNFINISHED,
            games.c.id.in_(
                select(other.c.game_id)
                .join(bot, bot.c.id == other.c.player_id)
                .where(bot.c.kind == "bot", bot.c.name.in_(list(bots)))
            ),
        )
        .order_by(games.c.finished, games.c.id)
    )
    return [float(points) for points in connection.scalars(found)]
