"""Players, games, moves and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)
JSON = sa.JSON(none_as_null=True)


def upgrade() -> None:
    """Make the tables. The two that refer to each other need a second step in PostgreSQL."""
    _players()
    _games()
    _moves()
    if op.get_bind().dialect.name != "sqlite":
        op.create_foreign_key("fk_games_head_id", "games", "moves", ["head_id"], ["id"])


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("name_key", sa.String(400), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.CheckConstraint("kind in ('person', 'bot', 'program')", name="ck_players_kind"),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_index(
        "one_player_a_name", "players", ["name_key", sa.text("(kind = 'bot')")], unique=True
    )
    op.create_table(
        "credentials",
        sa.Column("player_id", ID, nullable=False, autoincrement=False),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("changed", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_credentials_player_id"),
        sa.PrimaryKeyConstraint("player_id", name="pk_credentials"),
    )
    op.create_table(
        "tokens",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("revoked", MOMENT),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_tokens_player_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("digest", name="uq_tokens_digest"),
    )
    op.create_index("ix_tokens_player_id", "tokens", ["player_id"])


def _games() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", JSON, nullable=False),
        sa.Column("plan", JSON, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("started", MOMENT, nullable=False),
        sa.Column("finished", MOMENT),
        sa.Column("result", JSON),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_table(
        "games",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", JSON, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("stored", MOMENT, nullable=False),
        sa.Column("started", MOMENT),
        sa.Column("finished", MOMENT),
        sa.Column("ending", sa.Text, nullable=False),
        sa.Column("scores", JSON),
        sa.Column("fault", JSON),
        sa.Column("head_id", ID),
        sa.Column("setting", JSON),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("tournament_id", ID),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("event", JSON),
        sa.Column("seconds", JSON),
        sa.Column("digest", sa.String(64)),
        sa.ForeignKeyConstraint(["head_id"], ["moves.id"], name="fk_games_head_id", use_alter=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_games_tournament_id"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("digest", name="uq_games_digest"),
    )
    op.create_index("ix_games_tournament_id", "games", ["tournament_id"])
    op.create_index("ix_games_started_id", "games", ["started", "id"])
    op.create_index("ix_games_ending", "games", ["ending"])


def _moves() -> None:
    op.create_table(
        "seats",
        sa.Column("game_id", ID, nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("points", sa.Float),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_seats_player_id"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_player_id_game_id", "seats", ["player_id", "game_id"])
    op.create_table(
        "moves",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("parent_id", ID),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("notation", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("seconds", sa.Float),
        sa.Column("at", MOMENT),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("landmark", sa.Text),
        sa.CheckConstraint("ordinal > 0", name="ck_moves_ordinal"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_moves_game_id"),
        sa.ForeignKeyConstraint(
            ["game_id", "parent_id"],
            ["moves.game_id", "moves.id"],
            name="fk_moves_game_id_parent_id",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_moves"),
        sa.UniqueConstraint("game_id", "id", name="uq_moves_game_id_id"),
    )
    op.create_index("ix_moves_landmark", "moves", ["landmark", "game_id"])
