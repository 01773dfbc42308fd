-- revision 0013

CREATE INDEX ix_attempts_player_id ON attempts (player_id);

CREATE INDEX ix_attempts_puzzle_id_player_id ON attempts (puzzle_id, player_id);

CREATE INDEX ix_games_ending ON games (ending);

CREATE INDEX ix_games_landmark ON games (landmark);

CREATE INDEX ix_games_likeness ON games (likeness);

CREATE INDEX ix_games_occasion ON games (occasion);

CREATE INDEX ix_games_started_id ON games (started, id);

CREATE INDEX ix_games_tournament_id ON games (tournament_id);

CREATE INDEX ix_members_name ON members (name);

CREATE INDEX ix_moves_landmark ON moves (landmark, game_id);

CREATE INDEX ix_puzzles_player_id ON puzzles (player_id);

CREATE INDEX ix_remarks_game_id ON remarks (game_id);

CREATE INDEX ix_seats_player_id_game_id ON seats (player_id, game_id);

CREATE INDEX ix_sessions_player_id ON sessions (player_id);

CREATE INDEX ix_sessions_seen ON sessions (seen);

CREATE INDEX ix_tokens_owner_id ON tokens (owner_id);

CREATE INDEX ix_tokens_player_id ON tokens (player_id);

CREATE INDEX ix_verdicts_game_id ON verdicts (game_id);

CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE attempts (
	id INTEGER NOT NULL, 
	puzzle_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	action TEXT NOT NULL, 
	solved BOOLEAN NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_attempts PRIMARY KEY (id), 
	CONSTRAINT fk_attempts_puzzle_id FOREIGN KEY(puzzle_id) REFERENCES puzzles (id), 
	CONSTRAINT fk_attempts_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE children (
	player_id INTEGER NOT NULL, 
	code_hash TEXT NOT NULL, 
	hints INTEGER, 
	take_backs INTEGER, 
	minutes INTEGER, 
	CONSTRAINT pk_children PRIMARY KEY (player_id), 
	CONSTRAINT fk_children_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE credentials (
	player_id INTEGER NOT NULL, 
	password_hash TEXT NOT NULL, 
	changed DATETIME NOT NULL, 
	CONSTRAINT pk_credentials PRIMARY KEY (player_id), 
	CONSTRAINT fk_credentials_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE daylight (
	player_id INTEGER NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	seconds FLOAT NOT NULL, 
	CONSTRAINT pk_daylight PRIMARY KEY (player_id, day), 
	CONSTRAINT fk_daylight_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE events (
	id INTEGER NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	name TEXT NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	opened DATETIME NOT NULL, 
	over BOOLEAN NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT uq_events_code UNIQUE (code)
);

CREATE TABLE exchanged_guests (
	digest VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_exchanged_guests PRIMARY KEY (digest)
);

CREATE TABLE games (
	id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	deal TEXT NOT NULL, 
	stored DATETIME NOT NULL, 
	started DATETIME, 
	finished DATETIME, 
	ending TEXT NOT NULL, 
	scores JSON, 
	fault JSON, 
	head_id INTEGER, 
	setting JSON, 
	source TEXT NOT NULL, 
	tournament_id INTEGER, 
	comment TEXT NOT NULL, 
	event JSON, 
	seconds JSON, 
	digest VARCHAR(64), occasion VARCHAR(64), likeness VARCHAR(64), landmark TEXT, sitting_id INTEGER CONSTRAINT fk_games_sitting_id REFERENCES sittings (id), place INTEGER, seating JSON, reckoned JSON, leader VARCHAR(32), fence INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT fk_games_head_id FOREIGN KEY(head_id) REFERENCES moves (id), 
	CONSTRAINT fk_games_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	CONSTRAINT uq_games_digest UNIQUE (digest)
);

CREATE TABLE happenings (
	event_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	kind VARCHAR(24) NOT NULL, 
	body JSON NOT NULL, 
	who TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_happenings PRIMARY KEY (event_id, number), 
	CONSTRAINT fk_happenings_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT uq_happenings_event_id_key UNIQUE (event_id, "key")
);

CREATE TABLE houses (
	id VARCHAR(32) NOT NULL, 
	machine TEXT NOT NULL, 
	process INTEGER NOT NULL, 
	until DATETIME NOT NULL, 
	PRIMARY KEY (id)
);

CREATE TABLE learned (
	player_id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	lesson VARCHAR(40) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_learned PRIMARY KEY (player_id, game, lesson), 
	CONSTRAINT fk_learned_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE members (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	rank VARCHAR(40) NOT NULL, 
	club_number VARCHAR(40) NOT NULL, 
	player_id INTEGER, 
	"left" BOOLEAN NOT NULL, 
	CONSTRAINT pk_members PRIMARY KEY (id), 
	CONSTRAINT fk_members_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE moves (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	parent_id INTEGER, 
	ordinal INTEGER NOT NULL, 
	notation TEXT NOT NULL, 
	seat INTEGER, 
	seconds FLOAT, 
	at DATETIME, 
	"before" TEXT NOT NULL, 
	mark TEXT NOT NULL, 
	comment TEXT NOT NULL, 
	landmark TEXT, explanation JSON, 
	CONSTRAINT pk_moves PRIMARY KEY (id), 
	CONSTRAINT ck_moves_ordinal CHECK (ordinal > 0), 
	CONSTRAINT fk_moves_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_moves_game_id_parent_id FOREIGN KEY(game_id, parent_id) REFERENCES moves (game_id, id), 
	CONSTRAINT uq_moves_game_id_id UNIQUE (game_id, id)
);

CREATE TABLE players (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	name_key VARCHAR(400) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	created DATETIME NOT NULL, imported BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT ck_players_kind CHECK (kind in ('person', 'bot', 'program'))
);

CREATE TABLE puzzles (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	move_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	best TEXT NOT NULL, 
	best_value FLOAT NOT NULL, 
	cost FLOAT NOT NULL, 
	made DATETIME NOT NULL, 
	CONSTRAINT pk_puzzles PRIMARY KEY (id), 
	CONSTRAINT uq_puzzles_game_id_move_id UNIQUE (game_id, move_id), 
	CONSTRAINT fk_puzzles_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_puzzles_player_id FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_puzzles_game_id_move_id FOREIGN KEY(game_id, move_id) REFERENCES moves (game_id, id)
);

CREATE TABLE remarks (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	move_id INTEGER, 
	player_id INTEGER NOT NULL, 
	words TEXT NOT NULL, 
	mark TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_remarks PRIMARY KEY (id), 
	CONSTRAINT fk_remarks_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_remarks_player_id FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_remarks_game_id_move_id FOREIGN KEY(game_id, move_id) REFERENCES moves (game_id, id)
);

CREATE TABLE seats (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	side INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	points FLOAT, 
	CONSTRAINT pk_seats PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_seats_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_seats_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE sessions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	digest VARCHAR(64) NOT NULL, 
	player_id INTEGER, 
	marks JSON NOT NULL, 
	changes INTEGER NOT NULL, 
	browser VARCHAR(40) NOT NULL, 
	system VARCHAR(40) NOT NULL, 
	begun DATETIME NOT NULL, 
	seen DATETIME NOT NULL, 
	CONSTRAINT uq_sessions_digest UNIQUE (digest), 
	CONSTRAINT fk_sessions_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE sittings (
	id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	deals JSON, 
	length INTEGER, 
	reckoning TEXT NOT NULL, 
	opened DATETIME NOT NULL, 
	closed DATETIME, 
	name TEXT NOT NULL, 
	other_id INTEGER, 
	CONSTRAINT pk_sittings PRIMARY KEY (id), 
	CONSTRAINT fk_sittings_other_id FOREIGN KEY(other_id) REFERENCES sittings (id)
);

CREATE TABLE solutions (
	game VARCHAR(40) NOT NULL, 
	deal VARCHAR(200) NOT NULL, 
	solved JSON NOT NULL, 
	CONSTRAINT pk_solutions PRIMARY KEY (game, deal)
);

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE tokens (
	id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	label TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	revoked DATETIME, owner_id INTEGER CONSTRAINT fk_tokens_owner_id REFERENCES players (id), used DATETIME, 
	CONSTRAINT pk_tokens PRIMARY KEY (id), 
	CONSTRAINT fk_tokens_player_id FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT uq_tokens_digest UNIQUE (digest)
);

CREATE TABLE tournaments (
	id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	"plan" JSON NOT NULL, 
	name TEXT NOT NULL, 
	started DATETIME NOT NULL, 
	finished DATETIME, 
	result JSON, 
	CONSTRAINT pk_tournaments PRIMARY KEY (id)
);

CREATE TABLE verdicts (
	game_id INTEGER NOT NULL, 
	move_id INTEGER NOT NULL, 
	bot TEXT NOT NULL, 
	version TEXT NOT NULL, 
	seed INTEGER NOT NULL, 
	value FLOAT, 
	best TEXT, 
	best_value FLOAT, 
	remark JSON, 
	at DATETIME NOT NULL, reason JSON, reply JSON, proven BOOLEAN, best_proven BOOLEAN, 
	CONSTRAINT pk_verdicts PRIMARY KEY (move_id, bot, version, seed), 
	CONSTRAINT fk_verdicts_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_verdicts_game_id_move_id FOREIGN KEY(game_id, move_id) REFERENCES moves (game_id, id)
);

CREATE UNIQUE INDEX ix_games_sitting_id_place ON games (sitting_id, place);

CREATE UNIQUE INDEX one_player_a_name ON players (name_key, (kind = 'bot'), imported);
