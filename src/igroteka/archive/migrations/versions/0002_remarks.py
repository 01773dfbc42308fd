"""What people say of moves and games, each under their own name; what they replace stays."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table; what was said before stays with the moves, where it is nobody's."""
    op.create_table(
        "remarks",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("move_id", ID),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_remarks_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_remarks_player_id"),
        sa.ForeignKeyConstraint(
            ["game_id", "move_id"],
            ["moves.game_id", "moves.id"],
            name="fk_remarks_game_id_move_id",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_remarks"),
    )
    op.create_index("ix_remarks_game_id", "remarks", ["game_id"])
