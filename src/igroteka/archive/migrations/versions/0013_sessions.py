"""Sessions: which browsers are let in, and the guests whose signed cookie was exchanged for one."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "sessions",
        sa.Column("id", ID, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("player_id", ID),
        sa.Column("marks", sa.JSON, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("browser", sa.String(40), nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("digest", name="uq_sessions_digest"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_sessions_player_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"])
    op.create_index("ix_sessions_seen", "sessions", ["seen"])
    op.create_table(
        "exchanged_guests",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_exchanged_guests"),
    )
