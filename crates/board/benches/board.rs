//! Speed of light playouts, and of play and undo with hash and exact records.
#![allow(missing_docs)]

use std::hint::black_box;

use board::{Board, BoardSize, Color, Playout, Point, Position};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playout");
    for lines in [9, 13, 19] {
        let size = BoardSize::square(lines).expect("a valid size");
        let start = Playout::new(&Position::new(Board::new(size), Color::Black));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        group.throughput(Throughput::Elements(1));
        group.bench_function(size.to_string(), |bench| {
            bench.iter(|| {
                let mut playout = start.clone();
                playout.run(&mut random);
                black_box(playout.area(Color::Black))
            });
        });
    }
    group.finish();
}

/// Random legal moves of one game, played and then taken back.
fn play_and_undo(criterion: &mut Criterion) {
    let size = BoardSize::square(19).expect("a valid size");
    let points: Vec<Point> = size.points().collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut board = Board::new(size);
    let mut moves = Vec::new();
    for turn in 0..400 {
        let color = Color::BOTH[turn % 2];
        let point = points[random.next_u32() as usize % points.len()];
        if !board.is_suicide(color, point) && board.play(color, point).is_ok() {
            moves.push((color, point));
        }
    }
    let mut group = criterion.benchmark_group("board");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("play and undo 19x19", |bench| {
        bench.iter_batched_ref(
            || Board::new(size),
            |board| {
                let records: Vec<_> = moves
                    .iter()
                    .filter_map(|&(color, point)| board.play(color, point).ok())
                    .collect();
                records.into_iter().rev().for_each(|played| board.undo(played));
                board.hash()
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(benches, playouts, play_and_undo);
criterion_main!(benches);
