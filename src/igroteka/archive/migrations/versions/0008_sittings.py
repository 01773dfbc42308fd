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
        sa.Column("closed", sa.DateTime(timezone=True)),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("other_id", ID),
        sa.PrimaryKeyConstraint("id", name="pk_sittings"),
        sa.ForeignKeyConstraint(["other_id"], ["sittings.id"], name="fk_sittings_other_id"),
    )
    # SQLite takes a column with its constraint only in one statement.
    number = "INTEGER" if op.get_bind().dialect.name == "sqlite" else "BIGINT"
    op.execute(
        f"ALTER TABLE games ADD COLUMN sitting_id {number} "
        "CONSTRAINT fk_games_sitting_id REFERENCES sittings (id)"
    )
    for column in (
        sa.Column("place", sa.Integer),
        sa.Column("seating", sa.JSON),
        sa.Column("reckoned", sa.JSON),
        sa.Column("leader", sa.String(32)),
        sa.Column("fence", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("games", column)
    op.create_index("ix_games_sitting_id_place", "games", ["sitting_id", "place"], unique=True)
    op.add_column("moves", sa.Column("explanation", sa.JSON))
