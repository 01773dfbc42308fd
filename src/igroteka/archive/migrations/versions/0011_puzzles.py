"""Verdicts that say why, and puzzles that are made of them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the columns, and make the tables."""
    op.add_column("verdicts", sa.Column("reason", sa.JSON))
    op.add_column("verdicts", sa.Column("reply", sa.JSON))
    op.add_column("verdicts", sa.Column("proven", sa.Boolean))
    op.add_column("verdicts", sa.Column("best_proven", sa.Boolean))
    op.create_table(
        "puzzles",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("move_id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("best", sa.Text, nullable=False),
        sa.Column("best_value", sa.Float, nullable=False),
        sa.Column("cost", sa.Float, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
        sa.UniqueConstraint("game_id", "move_id", name="uq_puzzles_game_id_move_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_puzzles_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_puzzles_player_id"),
        sa.ForeignKeyConstraint(
            ["game_id", "move_id"], ["moves.game_id", "moves.id"], name="fk_puzzles_game_id_move_id"
        ),
    )
    op.create_index("ix_puzzles_player_id", "puzzles", ["player_id"])
    op.create_table(
        "attempts",
        sa.Column("id", ID, nullable=False),
        sa.Column("puzzle_id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_attempts"),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name="fk_attempts_puzzle_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_attempts_player_id"),
    )
    op.create_index("ix_attempts_player_id", "attempts", ["player_id"])
    op.create_index("ix_attempts_puzzle_id_player_id", "attempts", ["puzzle_id", "player_id"])
