"""The position at the end of a game's main line, by which it is found too."""

import sqlalchemy as sa
from alembic import op

from igroteka.contract import IgrotekaError

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column, and fill it for the games that are there."""
    op.add_column("games", sa.Column("landmark", sa.Text))
    op.create_index("ix_games_landmark", "games", ["landmark"])
    _fill()


def _fill() -> None:
    from igroteka.archive.handed_rules import rules_of
    from igroteka.archive.schema import games, moves

    connection = op.get_bind()
    found = (
        sa.select(games.c.id, games.c.game, games.c.options, moves.c.landmark, moves.c.notation)
        .join(moves, moves.c.id == games.c.head_id)
        .where(moves.c.landmark.is_not(None))
    )
    rules = rules_of(connection)
    for number, game, options, landmark, notation in connection.execute(found).all():
        try:
            known = rules.make_game(game, options)
            position = known.restore(landmark).play(known.read(notation)).landmark
        except IgrotekaError:
            position = None
        filled = sa.update(games).where(games.c.id == number)
        connection.execute(filled.values(landmark=position))
