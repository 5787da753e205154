//! Speed of showing a position to a network, and of a game's clone and move as a search makes them.
//!
//! The positions are those of the test vectors; with `SHOUTAN_DATA` also real games in their middles.
#![allow(missing_docs)]

use std::hint::black_box;
use std::io::Read;

use board::{Board, BoardSize, Color, Coordinates, Move, Point};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use flate2::read::MultiGzDecoder;
use nn::{FeatureOptions, Features, Game, NetRules};
use rules::Score;
use serde_json::Value;

fn game(rules: NetRules, size: BoardSize, moves: impl Iterator<Item = (Color, Move)>) -> Game {
    let mut game = Game::new(rules, Score::half_points(15), Board::new(size), Color::Black);
    for (color, mv) in moves {
        if game.play_as(color, mv).is_err() {
            break;
        }
    }
    game
}

/// Positions of the vectors without set-up stones, from move 20 on.
fn vectors(side: u8, rules: NetRules) -> Vec<Game> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/nn");
    let size = BoardSize::square(side.into()).expect("a valid size");
    let mut games = Vec::new();
    for file in ["positions.jsonl", "features.jsonl"] {
        let text = std::fs::read_to_string(format!("{folder}/{file}")).expect("the vectors");
        for line in text.lines() {
            let json: Value = serde_json::from_str(line).expect("JSON");
            let moves = json["moves"].as_array().expect("moves");
            let sides = [json["xsize"].as_u64(), json["ysize"].as_u64()];
            let set_up = json["setup"].as_array().is_some_and(|stones| !stones.is_empty());
            if sides != [Some(side.into()); 2] || set_up || moves.len() < 20 {
                continue;
            }
            let moves = moves.iter().map(|turn| {
                let color = if turn[0] == "B" { Color::Black } else { Color::White };
                let point = turn[1].as_str().and_then(|t| Coordinates::Gtp.parse(t, size).ok());
                (color, point.map_or(Move::Pass, Move::Play))
            });
            games.push(game(rules, size, moves));
        }
    }
    games
}

/// The first games of a collection, after `plies` moves.
fn real(name: &str, side: u8, plies: usize, rules: NetRules) -> Vec<Game> {
    let Some(folder) = std::env::var_os("SHOUTAN_DATA") else { return Vec::new() };
    let path = std::path::Path::new(&folder).join("games").join(name);
    let Ok(file) = std::fs::File::open(&path) else { return Vec::new() };
    let mut text = Vec::new();
    if MultiGzDecoder::new(file).take(4 << 20).read_to_end(&mut text).is_err() {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&text);
    let size = BoardSize::square(side.into()).expect("a valid size");
    let games = text.lines().filter(|line| line.contains(&format!("SZ[{side}]")));
    let moves = |line: &str| {
        let nodes: Vec<(Color, Move)> = line
            .split(';')
            .filter_map(|node| {
                let color = match node.get(..2)? {
                    "B[" => Color::Black,
                    "W[" => Color::White,
                    _ => return None,
                };
                let point = node.get(2..4).and_then(|p| {
                    let p = p.as_bytes();
                    Point::new(p[0].wrapping_sub(96), p[1].wrapping_sub(96))
                });
                Some((color, point.map_or(Move::Pass, Move::Play)))
            })
            .take(plies)
            .collect();
        nodes
    };
    games
        .map(moves)
        .filter(|m| m.len() == plies)
        .take(100)
        .map(|m| game(rules, size, m.into_iter()))
        .collect()
}

fn encode(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("encode");
    let superko = NetRules::parse("chinese-ogs").expect("a preset");
    let sets = [
        ("vectors 19", vectors(19, NetRules::CHINESE)),
        ("vectors 19 superko", vectors(19, superko)),
        ("vectors 9", vectors(9, NetRules::CHINESE)),
        ("real 19 move 60", real("tom_9d.sgf.gz", 19, 60, NetRules::CHINESE)),
        ("real 19 move 130", real("tom_9d.sgf.gz", 19, 130, NetRules::CHINESE)),
        ("real 19 move 130 superko", real("tom_9d.sgf.gz", 19, 130, superko)),
        ("real 19 move 200", real("tom_9d.sgf.gz", 19, 200, NetRules::CHINESE)),
        ("real 9 move 30", real("small9.sgf.gz", 9, 30, NetRules::CHINESE)),
    ];
    let options = FeatureOptions::default();
    for (name, games) in &sets {
        let Some(first) = games.first() else { continue };
        let mut features = Features::new(first.size()).expect("a size networks know");
        group.throughput(Throughput::Elements(games.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(name), games, |bench, games| {
            bench.iter(|| {
                for game in games {
                    Features::encode(black_box(game), &options, &mut features).expect("it fits");
                }
            });
        });
    }
    group.finish();
}

fn walk(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("game");
    let games = vectors(19, NetRules::parse("chinese-ogs").expect("a preset"));
    let game = games.iter().max_by_key(|game| game.move_number()).expect("a game");
    group.bench_function("clone", |bench| bench.iter(|| black_box(game).clone()));
    group.bench_function("legal plays", |bench| bench.iter(|| black_box(game).legal_plays()));
    group.bench_function("hash", |bench| bench.iter(|| black_box(game).hash()));
    let plays: Vec<Point> = game.legal_plays().iter().step_by(7).take(20).collect();
    group.bench_function("clone and 20 moves", |bench| {
        bench.iter(|| {
            let mut walk = black_box(game).clone();
            for &point in &plays {
                let _ = walk.play(Move::Play(point));
            }
            walk
        });
    });
    group.finish();
}

criterion_group!(benches, encode, walk);
criterion_main!(benches);
