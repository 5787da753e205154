//! A place for a store, and games to put in it.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use api::{GameId, Seq, UserId};
use board::{BoardSize, ByColor, Color, Move, PointSet};
use clock::{BySide, LagPolicy, Millis, TimeControl};
use rules::{Event, Outcome, Ruleset, Score, WinBy};
use sqlx::Connection;
use store::{
    Account, Address, Append, ClockAfter, Game, GameChange, NewAccount, NewEvent, Options, Seat,
    SecretHash, Setup, Stage, Store,
};

/// Where a test's store is.
pub(crate) struct Place {
    pub(crate) address: Address,
    folder: tempfile::TempDir,
    /// The server's own address and the name of the test's database.
    server: Option<(String, String)>,
}

static NUMBER: AtomicU32 = AtomicU32::new(0);

impl Place {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let address = Address::Sqlite(folder.path().join("手谈 100%?.db"));
        Self { address, folder, server: None }
    }

    /// A new database on the server of `SHOUTAN_TEST_PG`, if that is set.
    pub(crate) async fn postgres() -> Option<Self> {
        let Ok(server) = std::env::var("SHOUTAN_TEST_PG") else {
            eprintln!("skipped: SHOUTAN_TEST_PG not set");
            return None;
        };
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("shoutan_test_{}_{number}", std::process::id());
        on_server(&server, format!("CREATE DATABASE {name}")).await;
        let (base, _) = server.rsplit_once('/').unwrap();
        let address = format!("{base}/{name}").parse().unwrap();
        Some(Self { address, folder: tempfile::tempdir().unwrap(), server: Some((server, name)) })
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.address, &Options::default()).await.unwrap()
    }

    pub(crate) async fn remove(self) {
        if let Some((server, name)) = self.server {
            on_server(&server, format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }
}

async fn on_server(server: &str, text: String) {
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(server).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Runs a test on a runtime with two threads.
pub(crate) fn block<T>(work: impl Future<Output = T>) -> T {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().unwrap().block_on(work)
}

pub(crate) fn id(number: i64) -> GameId {
    GameId::new(number).unwrap()
}

pub(crate) fn user(number: i64) -> UserId {
    UserId::new(number).unwrap()
}

pub(crate) fn ms(millis: u64) -> Millis {
    Millis::new(millis)
}

pub(crate) fn setup() -> Setup {
    let control = TimeControl::ByoYomi { main: ms(60_000), periods: 3, period: ms(30_000) };
    Setup {
        size: BoardSize::square(9).unwrap(),
        ruleset: Ruleset::chinese().id.clone(),
        komi: Score::half_points(15),
        handicap: 0,
        free_handicap: false,
        to_move: Color::Black,
        black: PointSet::default(),
        white: PointSet::default(),
        controls: BySide::both(control),
        lag: BySide::both(LagPolicy::for_control(&control)),
    }
}

pub(crate) fn seat(number: i64, name: &str) -> Seat {
    Seat { account: Some(user(number)), name: name.to_owned(), engine: None }
}

/// A live game between accounts 1 and 2.
pub(crate) fn game(number: i64) -> Game {
    Game {
        id: id(number),
        stage: Stage::Live,
        owner: user(1),
        wish: None,
        open: false,
        private: false,
        rated: true,
        key: Some(SecretHash::of("key")),
        players: ByColor::new(seat(1, "柯洁"), seat(2, "Lee Sedol")),
        setup: setup(),
        outcome: None,
        moves: 0,
        created: ms(1_000_000 + number.unsigned_abs()),
        updated: ms(1_000_000),
    }
}

/// The event with this number (from 1): stones on the points of the board in turn.
pub(crate) fn event(number: u32) -> NewEvent {
    let setup = setup();
    let clock = setup.clock().unwrap();
    let point = setup.size.points().nth(number as usize % 81).unwrap();
    let by = if number % 2 == 1 { Color::Black } else { Color::White };
    NewEvent {
        at: ms(2_000_000 + u64::from(number)),
        player: Some(user(if number % 2 == 1 { 1 } else { 2 })),
        client_id: Some(format!("id-{number}")),
        event: Event::Move { by, mv: Move::Play(point) },
        clock: ClockAfter { to_move: clock::Side::White, ..ClockAfter::of(&clock) },
        refund: ms(u64::from(number % 3)),
    }
}

/// The next events of a game.
pub(crate) fn append(game: i64, after: u32, events: u32) -> Append {
    Append {
        game: id(game),
        after: Seq(after),
        events: (after + 1..=after + events).map(event).collect(),
        change: None,
    }
}

/// Black gives up.
pub(crate) fn resignation(game: i64, after: u32) -> Append {
    let mut end = append(game, after, 1);
    end.events[0].event = Event::Resign { by: Color::Black };
    end.change = Some(GameChange {
        from: Stage::Live,
        to: Stage::Done,
        players: None,
        outcome: Some(Outcome::win(Color::White, WinBy::Resignation)),
        moves: after,
        at: ms(3_000_000),
    });
    end
}

pub(crate) fn account(number: i64, name: &str, login: Option<&str>) -> NewAccount {
    NewAccount {
        account: Account {
            id: user(number),
            name: name.to_owned(),
            login: login.map(str::to_owned),
            lang: Some("zh".to_owned()),
            preferences: "{\"a\":1}".to_owned(),
            created: ms(5),
        },
        password: login.map(|_| "$argon2id$v=19$x".to_owned()),
    }
}
