"""By what a game is known again when it comes back in a file."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns, and fill them for the games that are there."""
    op.add_column("games", sa.Column("occasion", sa.String(64)))
    op.add_column("games", sa.Column("likeness", sa.String(64)))
    op.create_index("ix_games_occasion", "games", ["occasion"])
    op.create_index("ix_games_likeness", "games", ["likeness"])
    _fill()


def _fill() -> None:
    from igroteka.archive.identity import exact_key, stored_loose_key
    from igroteka.archive.schema import games

    connection = op.get_bind()
    found = sa.select(games.c.id, games.c.started, games.c.event, games.c.ending, games.c.source)
    for number, started, event, ending, source in connection.execute(found).all():
        goes_on = ending == "unfinished" and not source.startswith("import:")
        values = {
            "occasion": exact_key(started, event),
            "likeness": None if goes_on else stored_loose_key(connection, number),
        }
        connection.execute(sa.update(games).where(games.c.id == number).values(values))
