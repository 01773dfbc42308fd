"""Events of people with their logs, and the members of a club."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "events",
        sa.Column("id", ID, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sa.UniqueConstraint("code", name="uq_events_code"),
    )
    op.create_table(
        "happenings",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_happenings"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_happenings_event_id"),
        sa.UniqueConstraint("event_id", "key", name="uq_happenings_event_id_key"),
    )
    op.create_table(
        "members",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("rank", sa.String(40), nullable=False),
        sa.Column("club_number", sa.String(40), nullable=False),
        sa.Column("player_id", ID),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_members"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_members_player_id"),
    )
    op.create_index("ix_members_name", "members", ["name"])
