//! Plays levels against each other on nine lines under Chinese rules: a quick look at their order while `levels.toml` is
//! tuned. `shoutan match` is the tool for everything else.
//!
//! `cargo run --release -p engine --example level_matches -- NET GAMES JOBS LEVEL LEVEL…` (each against the next)
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use board::{BoardSize, Color};
use engine::{Budget, Choice, Engine, Level, Net, Settings, Status, StopToken};
use rules::{GameState, Outcome, Ruleset, Start};

/// Moves after which a game is counted as it stands.
const LONGEST: u32 = 250;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [net, games, jobs, names @ ..] = &args[..] else { panic!("NET GAMES JOBS LEVEL LEVEL…") };
    let net = Engine::load_net(&std::fs::read(net).expect("a readable file")).expect("a network");
    let [games, jobs]: [usize; 2] = [games, jobs].map(|text| text.parse().expect("a number"));
    for pair in names.windows(2) {
        let levels = [0, 1].map(|at: usize| Level::find(&pair[at]).expect("a level"));
        let started = Instant::now();
        let next = AtomicUsize::new(0);
        let sum = Mutex::new((0.0, 0u32));
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= games {
                            return;
                        }
                        let (points, moves) = play(&net, &levels, index);
                        let mut sum = sum.lock().expect("no thread panicked");
                        *sum = (sum.0 + points, sum.1 + moves);
                    }
                });
            }
        });
        let (points, moves) = sum.into_inner().expect("no thread panicked");
        println!(
            "{} against {}: {points} of {games}; {:.0} moves a game, {:.0} ms a move",
            pair[0],
            pair[1],
            f64::from(moves) / games as f64,
            1000.0 * started.elapsed().as_secs_f64() * jobs as f64 / f64::from(moves.max(1))
        );
    }
}

/// Plays a game; what the first level scored, and the number of moves.
fn play(net: &Net, levels: &[Level; 2], index: usize) -> (f64, u32) {
    let first = if index.is_multiple_of(2) { Color::Black } else { Color::White };
    let mut players = Color::BOTH.map(|color| {
        let level = levels[usize::from(color != first)].clone();
        let seed = (index * 2 + color.index()) as u64;
        Engine::new(Settings { level, net: Some(net.clone()), seed, ..Settings::default() })
    });
    let size = BoardSize::square(9).expect("a size");
    let mut game = GameState::new(Start::even(Ruleset::chinese(), size));
    let mut winner = None;
    while let Some(mover) = game.to_move().filter(|_| game.move_number() < LONGEST) {
        let player = &mut players[mover.index()];
        let decision = player.genmove(&game, Budget::LEVEL, &StopToken::new()).expect("a turn");
        match decision.choice {
            Choice::Move(mv) => game.play(mv).map(|_| ()).expect("legal"),
            Choice::Resign => {
                winner = Some(mover.opponent());
                break;
            }
        }
    }
    let counted = || match Status::new(&game, 1).count.map(|count| count.outcome()) {
        Some(Outcome::Win { winner, .. }) => Some(winner),
        _ => None,
    };
    let points = winner.or_else(counted).map_or(0.5, |winner| f64::from(u8::from(winner == first)));
    (points, game.move_number())
}
