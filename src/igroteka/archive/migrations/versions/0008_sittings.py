"""Sittings, who leads a live table, and what players explain of their actions."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables and the columns."""
    op.create_table(
        "houses",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("machine", sa.Text, nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "sittings",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("deals", sa.JSON),
        sa.Column("length", sa.Integer),
        sa.Column("reckoning", sa.Text, nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("other_id", ID),
        sa.PrimaryKeyConstraint("id", name="pk_sittings"),
        sa.ForeignKeyConstraint(["other_id"], ["sittings.id"], name="fk_sittings_other_id"),
    )
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("sitting_id", ID))
        games.add_column(sa.Column("place", sa.Integer))
        games.add_column(sa.Column("reckoned", sa.JSON))
        games.add_column(sa.Column("leader", sa.String(32)))
        games.add_column(sa.Column("fence", sa.Integer, nullable=False, server_default="0"))
        games.create_foreign_key("fk_games_sitting_id", "sittings", ["sitting_id"], ["id"])
        games.create_index("ix_games_sitting_id_place", ["sitting_id", "place"], unique=True)
    op.add_column("moves", sa.Column("explanation", sa.JSON))
