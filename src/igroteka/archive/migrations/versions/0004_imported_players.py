"""People who are only named in a file are not those who play here under the same names."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NAMES = "one_player_a_name"
IS_BOT = sa.text("(kind = 'bot')")


def upgrade() -> None:
    """Let a name be that of somebody here and that of somebody in files."""
    imported = sa.Column("imported", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("players", imported)
    op.drop_index(NAMES, "players")
    op.create_index(NAMES, "players", ["name_key", IS_BOT, "imported"], unique=True)
