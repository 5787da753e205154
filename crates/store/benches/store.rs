//! Durable appends a second, and the time to open a large store. `cargo bench -p store` prints a line for each figure;
//! `SHOUTAN_TEST_PG` adds PostgreSQL.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::time::{Duration, Instant};

use api::{GameId, Seq, UserId};
use board::{BoardSize, ByColor, Color, Move, PointSet};
use clock::{BySide, LagPolicy, Millis, TimeControl};
use rules::{Event, Outcome, Score, WinBy};
use store::{
    Address, Append, ClockAfter, Filter, Game, NewEvent, Options, Seat, Setup, Stage, Store,
};

fn setup() -> Setup {
    let control =
        TimeControl::ByoYomi { main: Millis::minutes(20), periods: 5, period: Millis::seconds(30) };
    Setup {
        size: BoardSize::square(19).unwrap(),
        ruleset: "chinese".to_owned(),
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

fn game(number: i64, stage: Stage) -> Game {
    let seat = |number, name: String| Seat { account: UserId::new(number), name, engine: None };
    // Ids are random in life.
    let scattered = (number.unsigned_abs().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11).cast_signed();
    Game {
        id: GameId::new(scattered.max(1)).unwrap(),
        stage,
        owner: UserId::new(1 + number % 1_000).unwrap(),
        wish: None,
        open: false,
        private: false,
        rated: true,
        key: None,
        players: ByColor::new(
            seat(1 + number % 1_000, format!("player {}", number % 1_000)),
            seat(1 + number % 777, format!("opponent {}", number % 777)),
        ),
        setup: setup(),
        outcome: (stage == Stage::Done).then_some(Outcome::win(Color::Black, WinBy::Resignation)),
        moves: 200,
        created: Millis::new(1_700_000_000_000 + number.unsigned_abs()),
        updated: Millis::new(1_700_000_000_000),
    }
}

fn event(number: u32, setup: &Setup) -> NewEvent {
    let point = setup.size.points().nth(number as usize % 361).unwrap();
    NewEvent {
        at: Millis::new(1_700_000_000_000 + u64::from(number)),
        player: UserId::new(1),
        client_id: Some(format!("{number:08x}-0000-4000-8000-000000000000")),
        event: Event::Move { by: Color::Black, mv: Move::Play(point) },
        clock: ClockAfter::of(&setup.clock().unwrap()),
        refund: Millis::new(20),
    }
}

/// So many games append one event after the other for so long; each waits for its answer, as an actor does.
async fn appends(store: &Store, first: i64, games: u32, length: Duration) {
    let numbers = first..first + i64::from(games);
    for number in numbers.clone() {
        store.create_game(&game(number, Stage::Live)).await.unwrap();
    }
    let before = store.writer_counts();
    let begin = Instant::now();
    let tasks: Vec<_> = numbers
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let (id, setup) = (game(number, Stage::Live).id, setup());
                let mut waits = Vec::new();
                let mut after = Seq(0);
                while begin.elapsed() < length {
                    let events = vec![event(after.0 + 1, &setup)];
                    let sent = Instant::now();
                    after = store
                        .append(Append { game: id, after, events, change: None })
                        .await
                        .unwrap();
                    waits.push(sent.elapsed());
                }
                waits
            })
        })
        .collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await.unwrap());
    }
    let seconds = begin.elapsed().as_secs_f64();
    waits.sort_unstable();
    let at = |part: usize| waits[(waits.len() - 1) * part / 100];
    let commits = store.writer_counts().commits - before.commits;
    println!(
        "{:?}, {games} games: {:.0} durable appends/s, {:.0} commits/s, wait p50 {:.1?} p99 {:.1?} max {:.1?}",
        store.kind(),
        waits.len() as f64 / seconds,
        commits as f64 / seconds,
        at(50),
        at(99),
        at(100)
    );
}

async fn archive(address: &Address, games: i64) {
    let store = Store::open(address, &Options::default()).await.unwrap();
    let begin = Instant::now();
    let mut number = 0;
    while number < games {
        let tasks: Vec<_> = (0..2_000)
            .map(|offset| {
                let (store, game) =
                    (store.clone(), game(10_000_000 + number + offset, Stage::Done));
                let events: Vec<_> = (1..=4).map(|number| event(number, &game.setup)).collect();
                tokio::spawn(async move { store.create_game_with(&game, &events).await.unwrap() })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        number += 2_000;
    }
    println!("{:?}: {games} archived games written in {:.1?}", store.kind(), begin.elapsed());
    store.close().await;
    let begin = Instant::now();
    let store = Store::open(address, &Options::default()).await.unwrap();
    let opened = begin.elapsed();
    let live = store.live_games(None, 10_000).await.unwrap().len();
    println!(
        "{:?}: opened in {opened:.1?}, live games ({live}) known after {:.1?}",
        store.kind(),
        begin.elapsed()
    );
    for (what, filter) in [
        ("newest 30", Filter::default()),
        ("30 by a name", Filter { name: Some("PLAYER 77".to_owned()), ..Filter::default() }),
        (
            "30 by a name that nobody has",
            Filter { name: Some("nobody".to_owned()), ..Filter::default() },
        ),
        ("30 of an account", Filter { account: UserId::new(7), ..Filter::default() }),
    ] {
        let begin = Instant::now();
        let found = store.games(&filter, None, 30).await.unwrap().games.len();
        println!("{:?}: {what}: {found} in {:.1?}", store.kind(), begin.elapsed());
    }
    store.close().await;
}

fn main() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut addresses = vec![Address::Sqlite(folder.path().join("bench.db"))];
    if let Ok(server) = std::env::var("SHOUTAN_TEST_PG") {
        addresses.push(server.parse().unwrap());
    }
    for address in addresses {
        runtime.block_on(async {
            let store = Store::open(&address, &Options::default()).await.unwrap();
            let mut first = 1;
            for games in [1, 100, 5_000] {
                appends(&store, first, games, Duration::from_secs(10)).await;
                first += i64::from(games);
            }
            store.close().await;
        });
        if let Address::Sqlite(_) = address {
            let archived = Address::Sqlite(folder.path().join("archive.db"));
            runtime.block_on(archive(&archived, 100_000));
        }
    }
}
