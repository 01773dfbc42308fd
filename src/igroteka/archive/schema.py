"""The tables. A change here needs a migration beside it; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    case,
    false,
    text,
)

from igroteka.archive.columns import Id, Json, UtcTime, metadata

REVISION = "0013"
"""The migration that makes the tables as they are here."""

KINDS = ("person", "bot", "program")
LONGEST_NAME = 200
"""Names in files are of any length; those that people choose here are shorter."""

players = Table(
    "players",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String(LONGEST_NAME), nullable=False),
    Column("name_key", String(2 * LONGEST_NAME), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("imported", Boolean, nullable=False, server_default=false()),
    CheckConstraint("kind in ('person', 'bot', 'program')", name="kind"),
)
"""`name_key` is the name as it is compared: bots have names of their own, people and programs share
theirs. Who is `imported` is only named in files, and nobody who plays here, whatever the name."""

Index(
    "one_player_a_name", players.c.name_key, text("(kind = 'bot')"), players.c.imported, unique=True
)

shown_kind = case((players.c.imported, "imported"), else_=players.c.kind)
"""What a player is to a reader: imported, or the kind."""

credentials = Table(
    "credentials",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("password_hash", Text, nullable=False),
    Column("changed", UtcTime, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("label", Text, nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("revoked", UtcTime),
    Column("owner_id", ForeignKey("players.id"), index=True),
    Column("used", UtcTime),
)
"""`player_id` is who signs in with a token, usually a program; `owner_id` who made it, if a
password proved it."""

sessions = Table(
    "sessions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("player_id", ForeignKey("players.id"), index=True),
    Column("marks", Json, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("browser", String(40), nullable=False),
    Column("system", String(40), nullable=False),
    Column("begun", UtcTime, nullable=False),
    Column("seen", UtcTime, nullable=False, index=True),
    sqlite_autoincrement=True,
)
"""Browsers that are let in. `digest` is that of the secret in the cookie, `player_id` who gave a
password, null for a guest; `marks` are what the site remembers, `changes` how often they were
changed. What has ended is not here any more, and its number is not given again: a wire that it let
in would be taken for that of another."""

exchanged_guests = Table(
    "exchanged_guests", metadata, Column("digest", String(64), primary_key=True)
)
"""Guests of an earlier release whose signed cookie has become a session, which it does once."""

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", Json, nullable=False),
    Column("plan", Json, nullable=False),
    Column("name", Text, nullable=False),
    Column("started", UtcTime, nullable=False),
    Column("finished", UtcTime),
    Column("result", Json),
)

houses = Table(
    "houses",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("machine", Text, nullable=False),
    Column("process", Integer, nullable=False),
    Column("until", UtcTime, nullable=False),
)
"""Processes that lead live tables. Each tells now and then that it lives; after `until` another one
may lead its tables."""

sittings = Table(
    "sittings",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", Json, nullable=False),
    Column("deals", Json),
    Column("length", Integer),
    Column("reckoning", Text, nullable=False),
    Column("opened", UtcTime, nullable=False),
    Column("closed", UtcTime),
    Column("name", Text, nullable=False),
    Column("other_id", ForeignKey("sittings.id")),
)
"""Series of games at one table by the same people. `options` are those of the first game, `deals`
the starts in their order where they are given, `length` how many games it has if that is fixed,
`reckoning` how its score is counted, `closed` when its people ended it before or without that
length, `other_id` the other table of a match on the same deals."""

games = Table(
    "games",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", Json, nullable=False),
    Column("deal", Text, nullable=False),
    Column("stored", UtcTime, nullable=False),
    Column("started", UtcTime),
    Column("finished", UtcTime),
    Column("ending", Text, nullable=False),
    Column("scores", Json),
    Column("fault", Json),
    Column("head_id", ForeignKey("moves.id", use_alter=True)),
    Column("setting", Json),
    Column("source", Text, nullable=False),
    Column("tournament_id", ForeignKey("tournaments.id"), index=True),
    Column("comment", Text, nullable=False),
    Column("event", Json),
    Column("seconds", Json),
    Column("digest", String(64), unique=True),
    Column("occasion", String(64), index=True),
    Column("likeness", String(64), index=True),
    Column("landmark", Text, index=True),
    Column("sitting_id", ForeignKey("sittings.id")),
    Column("place", Integer),
    Column("seating", Json),
    Column("reckoned", Json),
    Column("leader", String(32)),
    Column("fence", Integer, nullable=False, server_default="0"),
    Index(None, "started", "id"),
    Index(None, "ending"),
    Index(None, "sitting_id", "place", unique=True),
)
"""`head_id` is the last move of the main line, null at the start. `setting` belongs to the live
table and `event` to the formats; the archive only keeps them. `seconds` is each seat's thinking
time where the moves have none, `digest` that of an imported game's content; by `occasion` and
`likeness` a game that comes back in a file is known again. A game that goes on has no likeness.
`landmark` is the position after the head. `place` is the game's in its sitting, from 0, `seating`
the chair that who sits on each seat had in the sitting's first game, and `reckoned` what each seat
got by the sitting's reckoning. `leader` is the house that leads the
live table, and `fence` how often the lead has changed: what an earlier leader writes is refused."""

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("points", Float),
    Index(None, "player_id", "game_id"),
)
"""`side` is the place of the seat in `Game.sides`, `points` the share of the other sides that it
beat; null while unfinished."""

moves = Table(
    "moves",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("parent_id", Id),
    Column("ordinal", Integer, nullable=False),
    Column("notation", Text, nullable=False),
    Column("seat", Integer),
    Column("seconds", Float),
    Column("at", UtcTime),
    Column("before", Text, nullable=False),
    Column("mark", Text, nullable=False),
    Column("comment", Text, nullable=False),
    Column("landmark", Text),
    Column("explanation", Json),
    UniqueConstraint("game_id", "id"),
    ForeignKeyConstraint(["game_id", "parent_id"], ["moves.game_id", "moves.id"]),
    CheckConstraint("ordinal > 0", name="ordinal"),
    Index("ix_moves_landmark", "landmark", "game_id"),
)
"""A tree: a move hangs on its parent, null being the start, and both are of one game. `seat` is
null for chance; `landmark` is the position before the move; `explanation` is what its player told
the opponents of it, a Text."""

remarks = Table(
    "remarks",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False, index=True),
    Column("move_id", Id),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("words", Text, nullable=False),
    Column("mark", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
    ForeignKeyConstraint(["game_id", "move_id"], ["moves.game_id", "moves.id"]),
)
"""What people said of a move; null is the game as a whole. Rows are only added: the last one of a
player on a move is what they say now."""

verdicts = Table(
    "verdicts",
    metadata,
    Column("game_id", ForeignKey("games.id"), nullable=False, index=True),
    Column("move_id", Id, primary_key=True, autoincrement=False),
    Column("bot", Text, primary_key=True),
    Column("version", Text, primary_key=True),
    Column("seed", Id, primary_key=True, autoincrement=False),
    Column("value", Float),
    Column("best", Text),
    Column("best_value", Float),
    Column("remark", Json),
    Column("at", UtcTime, nullable=False),
    Column("reason", Json),
    Column("reply", Json),
    Column("proven", Boolean),
    Column("best_proven", Boolean),
    ForeignKeyConstraint(["game_id", "move_id"], ["moves.game_id", "moves.id"]),
)
"""What an adviser thinks of a move, one row each; without values, that it does not value it. It is
the move that is judged, whatever is the main line, so what was taken back keeps its verdicts. The
last four columns are as in `Verdict`, null where an earlier revision judged."""

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("move_id", Id, nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("best", Text, nullable=False),
    Column("best_value", Float, nullable=False),
    Column("cost", Float, nullable=False),
    Column("made", UtcTime, nullable=False),
    UniqueConstraint("game_id", "move_id"),
    ForeignKeyConstraint(["game_id", "move_id"], ["moves.game_id", "moves.id"]),
)
"""Moments of people's games in which one move was clearly best and another was made. `move_id` is
that other move, `player_id` who made it."""

attempts = Table(
    "attempts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("puzzle_id", ForeignKey("puzzles.id"), nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("action", Text, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", UtcTime, nullable=False),
    Index(None, "puzzle_id", "player_id"),
)
"""What people tried on puzzles, their own and others'. Rows are only added."""

events = Table(
    "events",
    metadata,
    Column("id", Id, primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("secret", String(64), nullable=False),
    Column("game", String(40), nullable=False),
    Column("name", Text, nullable=False),
    Column("day", String(10), nullable=False),
    Column("opened", UtcTime, nullable=False),
    Column("over", Boolean, nullable=False),
)
"""Events of people. `code` is what their addresses begin with, `secret` what the keys in them are
made from; `name`, `day` and `over` are as the log has them, for lists."""

happenings = Table(
    "happenings",
    metadata,
    Column("event_id", ForeignKey("events.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
    Column("kind", String(24), nullable=False),
    Column("body", Json, nullable=False),
    Column("who", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
    UniqueConstraint("event_id", "key"),
)
"""The log of an event: rows are only added. A key comes from who sends it, so that what is sent
twice is stored once."""

members = Table(
    "members",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String(LONGEST_NAME), nullable=False, index=True),
    Column("rank", String(40), nullable=False),
    Column("club_number", String(40), nullable=False),
    Column("player_id", ForeignKey("players.id")),
    Column("left", Boolean, nullable=False),
)
"""The people of a club; two may share a name. `player_id` is who they are on the site, once they
have sat down there."""

solutions = Table(
    "solutions",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("deal", String(200), primary_key=True),
    Column("solved", Json, nullable=False),
)
"""What was found out about deals with all cards in sight, in the words of each game's contest."""

children = Table(
    "children",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("code_hash", Text, nullable=False),
    Column("hints", Integer),
    Column("take_backs", Integer),
    Column("minutes", Integer),
)
"""Players who have a child's room: the parent's code for leaving it, and what the parent allows, in
a game and in a day; null is no limit."""

daylight = Table(
    "daylight",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("seconds", Float, nullable=False),
)
"""How long a child was in its room on each day."""

learned = Table(
    "learned",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("lesson", String(40), primary_key=True),
    Column("at", UtcTime, nullable=False),
)
"""Lessons that were solved, each when it first was."""
