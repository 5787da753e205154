//! The columns of every table: what a backup copies. A test compares this with both databases.

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// `BIGINT`.
    Int,
    /// `TEXT`.
    Text,
    /// `BLOB` in SQLite, `BYTEA` in PostgreSQL.
    Bytes,
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: ColumnKind,
    /// Whether it may be `NULL`.
    pub nullable: bool,
}

/// A table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns, in their order.
    pub columns: &'static [Column],
}

const fn int(name: &'static str) -> Column {
    Column { name, kind: ColumnKind::Int, nullable: false }
}

const fn text(name: &'static str) -> Column {
    Column { name, kind: ColumnKind::Text, nullable: false }
}

const fn bytes(name: &'static str) -> Column {
    Column { name, kind: ColumnKind::Bytes, nullable: false }
}

const fn maybe(column: Column) -> Column {
    Column { nullable: true, ..column }
}

/// All tables. Accounts come before what belongs to them, games before their events.
pub(crate) const TABLES: &[Table] = &[
    Table {
        name: "account",
        columns: &[
            int("id"),
            text("name"),
            maybe(text("login")),
            maybe(text("login_key")),
            maybe(text("password")),
            maybe(text("lang")),
            text("preferences"),
            int("created"),
        ],
    },
    Table {
        name: "session",
        columns: &[bytes("token_hash"), int("account"), int("created"), int("expires")],
    },
    Table {
        name: "game",
        columns: &[
            int("id"),
            text("stage"),
            int("owner"),
            maybe(text("wish")),
            int("open"),
            int("private"),
            int("rated"),
            maybe(bytes("key_hash")),
            maybe(int("black")),
            text("black_name"),
            maybe(int("black_bot")),
            maybe(int("white")),
            text("white_name"),
            maybe(int("white_bot")),
            text("names"),
            int("cols"),
            int("rows"),
            text("ruleset"),
            maybe(text("result")),
            int("moves"),
            int("created"),
            int("updated"),
            text("setup"),
        ],
    },
    Table {
        name: "game_event",
        columns: &[
            int("game"),
            int("seq"),
            int("at"),
            maybe(int("player")),
            maybe(text("client_id")),
            text("body"),
        ],
    },
    Table {
        name: "chat",
        columns: &[
            int("game"),
            int("line"),
            int("at"),
            text("room"),
            int("account"),
            text("name"),
            maybe(text("side")),
            text("words"),
        ],
    },
    Table {
        name: "ask",
        columns: &[
            int("game"),
            text("side"),
            text("kind"),
            maybe(int("moves")),
            int("after"),
            int("open"),
        ],
    },
    Table {
        name: "record",
        columns: &[
            int("id"),
            int("owner"),
            text("file_name"),
            bytes("source"),
            text("sgf"),
            text("black_name"),
            text("white_name"),
            text("names"),
            int("cols"),
            int("rows"),
            maybe(text("ruleset")),
            maybe(text("result")),
            maybe(text("played")),
            int("moves"),
            int("created"),
        ],
    },
];

impl Table {
    /// The names of the columns with commas between.
    pub(crate) fn list(&self) -> String {
        self.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ")
    }
}
