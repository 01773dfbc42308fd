"""By what a game is known again when it comes back in a file.

Its exact key (the column `occasion`) is the moment at which it began, or its place in a run: who
tells it means that game. Its loose key (`likeness`) is who played from which start and, where
nothing is hidden and starts are alike, how they began: a file that tells no more means a game like
that.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time

from sqlalchemy import Connection, select

from igroteka.archive.accounts import tidy_name
from igroteka.archive.handed_rules import rules_of
from igroteka.archive.models import UNKNOWN
from igroteka.archive.schema import games, moves, players, seats
from igroteka.contract import Json

OPENING = 24
"""Actions that go into a loose key; a format may tell the end of a game in another way."""


def exact_key(started: datetime | None, event: Mapping[str, Json] | None) -> str | None:
    """When and in which run a game was played; None if only a day is known, or nothing.

    Formats keep under their names, as objects, what they say beside the record: that is no part.
    """
    run = {name: value for name, value in (event or {}).items() if not isinstance(value, dict)}
    moment = started.astimezone(UTC) if started else None
    exact = moment.isoformat() if moment and moment.time() != time(0) else None
    return _digest([exact, run]) if exact or run else None


def loose_key(
    game: str, deal: str, names: Sequence[str], actions: Sequence[str], is_open: bool
) -> str:
    """Who played what from which start; in an open game, how they began as well.

    Cards that were dealt tell one game from another, and not every format has all that was done
    with them: claims that were refused, for one.
    """
    began = actions[:OPENING] if is_open else ()
    return _digest([game, deal, [key(name) for name in names], list(began)])


def key(name: str) -> str:
    """A player's name as it is compared."""
    return (tidy_name(name) or UNKNOWN).casefold()


def _digest(content: Json) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def stored_loose_key(connection: Connection, game_id: int) -> str:
    """The loose key of a game that is in the archive."""
    columns = (games.c.game, games.c.options, games.c.deal, games.c.head_id)
    name, options, deal, head = connection.execute(
        select(*columns).where(games.c.id == game_id)
    ).one()
    is_open = not rules_of(connection).make_game(name, options).hidden
    columns_of_moves = select(moves.c.id, moves.c.parent_id, moves.c.notation)
    rows = connection.execute(columns_of_moves.where(moves.c.game_id == game_id))
    tree = {row.id: row for row in rows}
    actions = list[str]()
    while head is not None:
        actions.append(tree[head].notation)
        head = tree[head].parent_id
    return loose_key(name, deal, _names(connection, game_id), actions[::-1], is_open)


def _names(connection: Connection, game_id: int) -> list[str]:
    found = (
        select(seats.c.seat, players.c.name)
        .join(players, players.c.id == seats.c.player_id)
        .where(seats.c.game_id == game_id)
    )
    taken = {row.seat: row.name for row in connection.execute(found)}
    return [taken.get(seat, UNKNOWN) for seat in range(max(taken, default=-1) + 1)]
