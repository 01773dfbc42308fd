"""What was found out about deals with all cards in sight."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "solutions",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("deal", sa.String(200), nullable=False),
        sa.Column("solved", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game", "deal", name="pk_solutions"),
    )
