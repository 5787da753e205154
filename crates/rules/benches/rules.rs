//! Speed of folding whole games, of legal lists, of counting, and of the clone a search makes at a node.
#![allow(missing_docs)]

use std::hint::black_box;

use board::{BoardSize, Move, Point};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{Event, GameState, Ruleset, Start};

fn start(ruleset: &str) -> Start {
    let size = BoardSize::square(19).expect("a valid size");
    Start::even(Ruleset::find(ruleset).expect("a ruleset"), size)
}

/// A random legal game of 250 moves: more captures than people play, so slower than real records.
fn random_game(ruleset: &str) -> Vec<Event> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut state = GameState::new(start(ruleset));
    let points: Vec<Point> = state.size().points().collect();
    while state.move_number() < 250 {
        let point = points[random.next_u64() as usize % points.len()];
        // Most refusals are occupied points; the next draw will do.
        let _ = state.play(Move::Play(point));
    }
    state.events().cloned().collect()
}

fn fold(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fold");
    for ruleset in ["chinese", "aga", "tromp_taylor"] {
        let game = random_game(ruleset);
        group.throughput(Throughput::Elements(game.len() as u64));
        group.bench_function(ruleset, |bench| {
            bench.iter(|| GameState::fold(start(ruleset), black_box(&game).iter().cloned()));
        });
    }
    group.finish();
}

fn queries(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("state");
    let game = random_game("tromp_taylor");
    let state = GameState::fold(start("tromp_taylor"), game).expect("a legal game");
    group.bench_function("clone", |bench| bench.iter(|| black_box(&state).clone()));
    group.bench_function("legal list", |bench| bench.iter(|| black_box(&state).legal_plays()));
    group.bench_function("count", |bench| bench.iter(|| black_box(&state).count()));
    group.finish();
}

criterion_group!(benches, fold, queries);
criterion_main!(benches);
