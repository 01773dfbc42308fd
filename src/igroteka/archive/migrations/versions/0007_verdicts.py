"""What advisers think of moves, kept so that nothing is worked out twice."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "verdicts",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("move_id", ID, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("seed", ID, nullable=False),
        sa.Column("value", sa.Float),
        sa.Column("best", sa.Text),
        sa.Column("best_value", sa.Float),
        sa.Column("remark", sa.JSON),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("move_id", "bot", "version", "seed", name="pk_verdicts"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_verdicts_game_id"),
        sa.ForeignKeyConstraint(
            ["game_id", "move_id"],
            ["moves.game_id", "moves.id"],
            name="fk_verdicts_game_id_move_id",
        ),
    )
    op.create_index("ix_verdicts_game_id", "verdicts", ["game_id"])
