"""Games in which nothing is hidden are known again by how they began, all of them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Work out again what the games are like whose positions have no text to be found by."""
    from igroteka.archive.identity import stored_loose_key
    from igroteka.archive.rules import rules_of
    from igroteka.archive.schema import games

    connection = op.get_bind()
    rules = rules_of(connection)
    found = sa.select(games.c.id, games.c.game, games.c.options).where(
        games.c.likeness.is_not(None), games.c.landmark.is_(None), games.c.head_id.is_not(None)
    )
    for number, game, options in connection.execute(found).all():
        if not rules.make_game(game, options).hidden:
            key = stored_loose_key(connection, number)
            connection.execute(sa.update(games).where(games.c.id == number).values(likeness=key))
