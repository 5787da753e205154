-- Games: one row each, for the lobby and the archive. What is searched has its own column; the terms are text (`setup`).
CREATE TABLE IF NOT EXISTS game (
    id         BIGINT NOT NULL PRIMARY KEY,
    stage      TEXT   NOT NULL, -- waiting, live, done, cancelled
    owner      BIGINT NOT NULL, -- account
    wish       TEXT,            -- the colour the owner wants while waiting: b, w; by lot without it
    open       BIGINT NOT NULL, -- 1: anyone may take the other seat
    private    BIGINT NOT NULL, -- 1: only with the key
    rated      BIGINT NOT NULL,
    key_hash   BLOB,            -- SHA-256 of the key in the link
    black      BIGINT,          -- account
    black_name TEXT   NOT NULL,
    black_bot  BIGINT,          -- level of the engine
    white      BIGINT,
    white_name TEXT   NOT NULL,
    white_bot  BIGINT,
    names      TEXT   NOT NULL, -- both names in small letters, a line each
    cols       BIGINT NOT NULL,
    rows       BIGINT NOT NULL,
    ruleset    TEXT   NOT NULL,
    result     TEXT,            -- B+3.5, W+R, 0, NoResult, ...
    moves      BIGINT NOT NULL,
    created    BIGINT NOT NULL, -- milliseconds since 1970
    updated    BIGINT NOT NULL,
    setup      TEXT   NOT NULL
);
CREATE INDEX IF NOT EXISTS game_created ON game (created, id);
CREATE INDEX IF NOT EXISTS game_stage ON game (stage, created, id);
CREATE INDEX IF NOT EXISTS game_owner ON game (owner, created, id);
CREATE INDEX IF NOT EXISTS game_black ON game (black, created, id);
CREATE INDEX IF NOT EXISTS game_white ON game (white, created, id);

-- What happened in games. Rows are added and never changed.
CREATE TABLE IF NOT EXISTS game_event (
    game      BIGINT NOT NULL,
    seq       BIGINT NOT NULL, -- from 1 without gaps
    at        BIGINT NOT NULL,
    player    BIGINT,          -- account that sent it; none for the server's own
    client_id TEXT,            -- chosen by the sender, so that a resend is recognised
    body      TEXT   NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS game_event_client ON game_event (game, player, client_id) WHERE client_id IS NOT NULL;

CREATE TABLE IF NOT EXISTS account (
    id          BIGINT NOT NULL PRIMARY KEY,
    name        TEXT   NOT NULL,
    login       TEXT,            -- none for a guest
    login_key   TEXT,            -- the login in small letters
    password    TEXT,            -- hash in PHC form
    lang        TEXT,
    preferences TEXT   NOT NULL,
    created     BIGINT NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS account_login ON account (login_key) WHERE login_key IS NOT NULL;

CREATE TABLE IF NOT EXISTS session (
    token_hash BLOB   NOT NULL PRIMARY KEY, -- SHA-256
    account    BIGINT NOT NULL,
    created    BIGINT NOT NULL,
    expires    BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS session_account ON session (account);
CREATE INDEX IF NOT EXISTS session_expires ON session (expires);

CREATE TABLE IF NOT EXISTS chat (
    game    BIGINT NOT NULL,
    line    BIGINT NOT NULL, -- from 1
    at      BIGINT NOT NULL,
    room    TEXT   NOT NULL, -- players, watchers
    account BIGINT NOT NULL,
    name    TEXT   NOT NULL,
    side    TEXT,            -- b, w: who of the players spoke
    words   TEXT   NOT NULL,
    PRIMARY KEY (game, line)
) WITHOUT ROWID;

-- Records that were imported from files.
CREATE TABLE IF NOT EXISTS record (
    id         BIGINT NOT NULL PRIMARY KEY,
    owner      BIGINT NOT NULL,
    file_name  TEXT   NOT NULL,
    source     BLOB   NOT NULL, -- the file as it came
    sgf        TEXT   NOT NULL,
    black_name TEXT   NOT NULL,
    white_name TEXT   NOT NULL,
    names      TEXT   NOT NULL,
    cols       BIGINT NOT NULL,
    rows       BIGINT NOT NULL,
    ruleset    TEXT,
    result     TEXT,
    played     TEXT,            -- the date in the file
    moves      BIGINT NOT NULL,
    created    BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS record_created ON record (created, id);
CREATE INDEX IF NOT EXISTS record_owner ON record (owner, created, id);
