"""Sessions: which browsers are let in, and as whom. The secrets themselves are not kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from igroteka.archive.models import StoredSession
from igroteka.archive.schema import exchanged_guests, sessions

NOTED_EVERY = timedelta(minutes=5)
"""How exactly it is known when a session was used last, so that pages do not keep the writer
busy."""
LAPSES_AFTER = timedelta(days=365)
"""Without use, a session with a password. That of a guest, who has no other way to a seat, does
not lapse, whatever the clock says."""
MOST_KEPT = 100_000

_SESSION = (
    sessions.c.id,
    sessions.c.player_id,
    sessions.c.marks,
    sessions.c.changes,
    sessions.c.browser,
    sessions.c.system,
    sessions.c.begun,
    sessions.c.seen,
)


def new_secret() -> str:
    """What a browser keeps to be known again."""
    return secrets.token_urlsafe(32)


def begin(
    connection: Connection,
    secret: str,
    player: int | None,
    marks: Mapping[str, Any],
    agent: tuple[str, str] = ("", ""),
) -> StoredSession:
    """A session of a browser on a system; only the digest of its secret is kept."""
    now = datetime.now(UTC)
    new = sessions.insert().values(digest=digest(secret), player_id=player, marks=dict(marks))
    browser, system = agent
    told = {"changes": 0, "browser": browser, "system": system, "begun": now, "seen": now}
    connection.execute(new.values(**told))
    found = session_of(connection, secret)
    assert found is not None
    return found


def session_of(connection: Connection, secret: str) -> StoredSession | None:
    """The session with this secret; None if there is none, or not any more."""
    found = select(*_SESSION).where(sessions.c.digest == digest(secret))
    row: Any = connection.execute(found).one_or_none()
    if row is None:
        return None
    session = StoredSession(*row)
    lapsed = session.player is not None and datetime.now(UTC) - session.seen > LAPSES_AFTER
    return None if lapsed else session


def change_marks(
    connection: Connection, session: int, changed: Mapping[str, Any], removed: Collection[str]
) -> int | None:
    """Change some marks, and leave what others have changed; how often that was done by now.

    None if the session has ended: it does not begin again.
    """
    found = select(sessions.c.marks, sessions.c.changes).where(sessions.c.id == session)
    row = connection.execute(found.with_for_update()).one_or_none()
    if row is None:
        return None
    marks = {name: value for name, value in row.marks.items() if name not in removed}
    values = {"marks": marks | dict(changed), "changes": row.changes + 1}
    connection.execute(update(sessions).where(sessions.c.id == session).values(**values))
    return int(row.changes) + 1


def note_seen(connection: Connection, session: int) -> None:
    """A session is in use now."""
    seen = update(sessions).where(sessions.c.id == session)
    connection.execute(seen.values(seen=datetime.now(UTC)))


def is_seeing_worth_noting(session: StoredSession) -> bool:
    """Whether what is known of its last use is not exact enough; the clock may have jumped."""
    return abs(datetime.now(UTC) - session.seen) > NOTED_EVERY


def sessions_of(connection: Connection, player: int) -> list[StoredSession]:
    """A player's sessions, the last used first."""
    found = select(*_SESSION).where(sessions.c.player_id == player)
    rows = connection.execute(found.order_by(sessions.c.seen.desc(), sessions.c.id.desc()))
    return [StoredSession(*row) for row in rows]


def end_session(connection: Connection, session: int, player: int | None = None) -> list[int]:
    """End a session, of this player alone where one is named; the numbers of what has ended."""
    one = sessions.c.id == session
    own = one if player is None else one & (sessions.c.player_id == player)
    return _ended(connection, own)


def end_sessions(connection: Connection, player: int, but: int | None = None) -> list[int]:
    """End all sessions of a player, or all but one; the numbers of what has ended."""
    all_ = sessions.c.player_id == player
    return _ended(connection, all_ if but is None else all_ & (sessions.c.id != but))


def _ended(connection: Connection, which: ColumnElement[bool]) -> list[int]:
    return list(connection.scalars(delete(sessions).where(which).returning(sessions.c.id)))


def going_on(connection: Connection, numbers: Collection[int]) -> set[int]:
    """Which of these sessions have not ended."""
    return set(connection.scalars(select(sessions.c.id).where(sessions.c.id.in_(numbers))))


def exchange_guest(connection: Connection, visitor: str) -> bool:
    """Whether a guest of an earlier release may have a session now, which is so once."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    new = dialect.insert(exchanged_guests).values(digest=digest(visitor)).on_conflict_do_nothing()
    return connection.scalar(new.returning(exchanged_guests.c.digest)) is not None


def drop_least_used(connection: Connection, most: int = MOST_KEPT) -> None:
    """Keep so many sessions: there is no age, which a wrong clock would tell.

    First go guests who never came again, so that nobody's seat is lost to a crowd of made-up ones.
    """
    count = connection.scalar(select(func.count()).select_from(sessions)) or 0
    if count > most:
        worth = (sessions.c.player_id.is_not(None), sessions.c.seen != sessions.c.begun)
        least = select(sessions.c.id).order_by(*worth, sessions.c.seen, sessions.c.id)
        connection.execute(delete(sessions).where(sessions.c.id.in_(least.limit(count - most))))


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
