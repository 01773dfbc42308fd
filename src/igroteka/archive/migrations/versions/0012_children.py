"""Children: what their parents allow, how long they played each day, what they have learned."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "children",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("code_hash", sa.Text, nullable=False),
        sa.Column("hints", sa.Integer),
        sa.Column("take_backs", sa.Integer),
        sa.Column("minutes", sa.Integer),
        sa.PrimaryKeyConstraint("player_id", name="pk_children"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_children_player_id"),
    )
    op.create_table(
        "daylight",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "day", name="pk_daylight"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_daylight_player_id"),
    )
    op.create_table(
        "learned",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("lesson", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "game", "lesson", name="pk_learned"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_learned_player_id"),
    )
