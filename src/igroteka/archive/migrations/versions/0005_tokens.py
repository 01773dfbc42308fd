"""Who made a token, and when it was used last."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns; SQLite takes a column with its constraint only in one statement."""
    number = "INTEGER" if op.get_bind().dialect.name == "sqlite" else "BIGINT"
    op.execute(
        f"ALTER TABLE tokens ADD COLUMN owner_id {number} "
        "CONSTRAINT fk_tokens_owner_id REFERENCES players (id)"
    )
    op.create_index("ix_tokens_owner_id", "tokens", ["owner_id"])
    op.add_column("tokens", sa.Column("used", sa.DateTime(timezone=True)))
