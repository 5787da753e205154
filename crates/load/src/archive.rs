//! An archive of finished games, written straight into a store: how a server behaves that has been up for years.

use std::sync::Arc;

use api::{GameId, Seq, UserId};
use board::{BoardSize, ByColor, Color, Coordinates, Move, PointSet};
use clock::{BySide, LagPolicy, Millis, Pressed, Step, TimeControl};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{Event, GameState, Ruleset, Start};
use store::{
    Address, Append, ClockAfter, Game, GameChange, NewEvent, Options, Seat, SecretHash, Setup,
    Stage, Store,
};

use crate::lines::Line;

/// Why an archive could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The store cannot be opened or written.
    #[error("the store: {0}")]
    Store(String),
    /// A game could not be made up.
    #[error("game {0}: {1}")]
    Game(usize, String),
    /// No runtime could be started.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// Games written at the same time, so that they share commits.
const AT_ONCE: usize = 256;

/// When the first game was played: 2020-01-01, in milliseconds since 1970.
const FIRST: u64 = 1_577_836_800_000;

/// Writes `count` finished games, `minutes` apart, that play `lines` in turn and end with a resignation; the same for the
/// same seed. `each` is called after each batch with the number so far.
///
/// # Errors
/// When the store fails.
pub fn fill_archive(
    address: &str,
    lines: &[Line],
    size: BoardSize,
    count: usize,
    seed: u64,
    mut each: impl FnMut(usize),
) -> Result<(), ArchiveError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let fail = |error: &dyn std::fmt::Display| ArchiveError::Store(error.to_string());
        let address: Address = address.parse().map_err(|error| fail(&error))?;
        let store =
            Store::open(&address, &Options::default()).await.map_err(|error| fail(&error))?;
        let ruleset = Ruleset::chinese();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut done = 0;
        while done < count {
            let mut batch = tokio::task::JoinSet::new();
            for number in done..count.min(done + AT_ONCE) {
                let line = lines
                    .get(number % lines.len().max(1))
                    .cloned()
                    .unwrap_or_else(|| Arc::from([]));
                let id = GameId::from_random(random.next_u64());
                let (game, append) = made_up(id, &line, size, &ruleset, number)
                    .map_err(|why| ArchiveError::Game(number, why))?;
                let store = store.clone();
                batch.spawn(async move {
                    store.create_game(&game).await.map_err(|error| error.to_string())?;
                    store.append(append).await.map_err(|error| error.to_string())
                });
            }
            done += batch.len();
            while let Some(written) = batch.join_next().await {
                written.map_err(|error| fail(&error))?.map_err(ArchiveError::Store)?;
            }
            each(done);
        }
        store.close().await;
        Ok(())
    })
}

fn made_up(
    id: GameId,
    line: &[String],
    size: BoardSize,
    ruleset: &Arc<Ruleset>,
    number: usize,
) -> Result<(Game, Append), String> {
    let control: TimeControl =
        "20m+3x30s".parse().map_err(|e: clock::ParseControlError| e.to_string())?;
    let controls = BySide::both(control);
    let lag = controls.map(LagPolicy::for_control);
    let start = Start::even(ruleset.clone(), size);
    let setup = Setup {
        size,
        ruleset: ruleset.id.clone(),
        komi: start.komi,
        handicap: 0,
        free_handicap: false,
        to_move: start.to_move,
        black: PointSet::EMPTY,
        white: PointSet::EMPTY,
        controls,
        lag,
    };
    let created = Millis::new(FIRST + u64::try_from(number).unwrap_or(0) * 20 * 60_000);
    let mut now = created;
    let mut state = GameState::new(start);
    let mut clock = match setup.clock().map_err(|e| e.to_string())?.resume(now) {
        Ok(Step::Clock(clock)) => clock,
        other => return Err(format!("the clock does not start: {other:?}")),
    };
    let players = ByColor::from_fn(|color: Color| Seat {
        account: UserId::new(
            1 + i64::try_from(number % 1000).unwrap_or(0) * 2 + i64::from(color == Color::White),
        ),
        name: format!("棋客{:05}", number % 1000 * 2 + usize::from(color == Color::White)),
        engine: None,
    });
    let mut events = Vec::with_capacity(line.len() + 1);
    for (turn, text) in line.iter().enumerate() {
        now = now.plus(Millis::new(3_000));
        let point = Coordinates::Gtp.parse(text, size).map_err(|e| e.to_string())?;
        let by = if turn % 2 == 0 { Color::Black } else { Color::White };
        let event = Event::play(by, Move::Play(point));
        state.apply(event.clone()).map_err(|e| e.to_string())?;
        let Ok(Pressed::Moved(moved)) = clock.press(now, Millis::ZERO) else {
            return Err("a flag fell".to_owned());
        };
        clock = moved.clock;
        events.push(NewEvent {
            at: now,
            player: players[by].account,
            client_id: Some(format!("m{turn}")),
            event,
            clock: ClockAfter::of(&clock),
            refund: moved.refund,
        });
    }
    let by = state.to_move().unwrap_or(Color::Black);
    let event = Event::Resign { by };
    state.apply(event.clone()).map_err(|e| e.to_string())?;
    let clock = ClockAfter::of(&clock.stop(now));
    events.push(NewEvent {
        at: now,
        player: players[by].account,
        client_id: Some("resign".to_owned()),
        event,
        clock,
        refund: Millis::ZERO,
    });
    let owner = players.black.account.ok_or("no account")?;
    let change = GameChange {
        from: Stage::Live,
        to: Stage::Done,
        players: None,
        outcome: state.outcome(),
        moves: state.move_number(),
        at: now,
    };
    let game = Game {
        id,
        stage: Stage::Live,
        owner,
        wish: None,
        open: false,
        private: false,
        rated: false,
        key: Some(SecretHash::of("archive")),
        players,
        setup,
        outcome: None,
        moves: 0,
        created,
        updated: created,
    };
    Ok((game, Append { game: id, after: Seq(0), events, change: Some(change) }))
}
