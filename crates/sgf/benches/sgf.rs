//! Bytes to game trees beside the crate `sgf-parse`, and whole replays.
//!
//! The collection is made here: legal random games of a fixed seed. With `SHOUTAN_DATA` set, real games are measured too.
#![allow(missing_docs, reason = "criterion makes public functions")]

use std::hint::black_box;

use board::{Board, BoardSize, Color, Move, Position};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use sgf::{Coord, GameTree, ParseOptions, Reader, Replayer};

/// A collection of legal games of about 220 moves each, one a line, with the header of a server.
fn made_up(games: usize) -> String {
    let size = BoardSize::square(19).expect("19 is a board size");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let points: Vec<board::Point> = size.points().collect();
    let mut out = String::new();
    for game in 0..games {
        out += &format!(
            "(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7.5]RU[Chinese]PB[黑方{game}]PW[白方]BR[9d]WR[9d]DT[2016-12-01]PC[server]RE[B+R]"
        );
        let mut position = Position::new(Board::new(size), Color::Black);
        let mut moves = 0;
        while moves < 220 {
            let point = points[random.next_u32() as usize % points.len()];
            let color = position.to_move;
            if position.play(Move::Play(point)).is_ok() {
                out += &format!(";{}[{}]", color.letter(), Coord::from(point));
                moves += 1;
            }
        }
        out += ")\n";
    }
    out
}

/// A commented game: texts of some hundred bytes in every node.
fn commented() -> String {
    let mut out = String::from("(;GM[1]FF[4]CA[UTF-8]SZ[19]");
    for number in 0..3000 {
        let color = if number % 2 == 0 { 'B' } else { 'W' };
        let letter = char::from(b'a' + u8::try_from(number % 19).expect("below 19"));
        out += &format!(
            ";{color}[{letter}{letter}]C[win rate {number}, a long remark about the shape \\[sic\\] 这里是一段比较长的注释，\
             说明黑棋为什么不应该在这里脱先。 and some more words to make it as long as people write]LB[aa:1][bb:2]"
        );
    }
    out.push(')');
    out
}

fn real_games() -> Option<String> {
    let folder = std::path::PathBuf::from(std::env::var_os("SHOUTAN_DATA")?).join("games");
    let file = std::fs::File::open(folder.join("kgs_6d.sgf.gz")).ok()?;
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::MultiGzDecoder::new(file), &mut text).ok()?;
    let games: Vec<&str> = text.split_inclusive(")\n").take(10_000).collect();
    Some(games.concat())
}

fn trees(text: &str) -> Vec<GameTree> {
    let mut reader = Reader::new(text.as_bytes(), &ParseOptions::default());
    std::iter::from_fn(|| reader.next_tree()).collect()
}

fn parse(c: &mut Criterion, name: &str, text: &str) {
    let mut group = c.benchmark_group(format!("parse/{name}"));
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
    group.bench_function("shoutan", |b| {
        b.iter(|| {
            let mut reader = Reader::new(text.as_bytes(), &ParseOptions::default());
            let mut nodes = 0;
            while let Some(tree) = reader.next_tree() {
                nodes += black_box(tree).node_count();
            }
            nodes
        });
    });
    group.bench_function("shoutan, all trees kept", |b| {
        b.iter(|| sgf::parse(text.as_bytes()).trees.len())
    });
    // The peer reads a slice of the text: the whole would take minutes.
    let part = slice(text);
    group.throughput(Throughput::Bytes(part.len() as u64));
    group.bench_function("sgf-parse 4.2", |b| {
        b.iter(|| sgf_parse::parse(part).map(|trees| trees.len()).expect("the text is plain SGF"));
    });
    group.finish();
}

/// Whole games up to about 300 kB.
fn slice(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= 300_000).unwrap_or(text.len());
    let head = &text[..end];
    match head.rfind(")\n(") {
        Some(last) if end < text.len() => &head[..last + 2],
        _ => text,
    }
}

fn replay(c: &mut Criterion, name: &str, text: &str) {
    let games = trees(text).len();
    let mut group = c.benchmark_group(format!("replay/{name}"));
    group.throughput(Throughput::Elements(games as u64)).sample_size(10);
    group.bench_function("parse and replay, one thread", |b| {
        b.iter(|| {
            let mut replayer = Replayer::default();
            let mut reader = Reader::new(text.as_bytes(), &ParseOptions::default());
            std::iter::from_fn(|| reader.next_tree())
                .filter(|tree| legal(&mut replayer, tree))
                .count()
        });
    });
    group.bench_function("parse and replay, all threads", |b| {
        b.iter(|| {
            let trees = trees(text);
            trees.par_iter().map_init(Replayer::default, legal).filter(|legal| *legal).count()
        });
    });
    group.finish();
}

fn legal(replayer: &mut Replayer, tree: &GameTree) -> bool {
    replayer.replay(tree).is_ok_and(|replay| replay.is_legal())
}

fn all(c: &mut Criterion) {
    let text = made_up(10_000);
    parse(c, "made up", &text);
    replay(c, "10,000 made-up games", &text);
    parse(c, "commented", &commented());
    if let Some(text) = real_games() {
        parse(c, "KGS", &text);
        replay(c, "10,000 KGS games", &text);
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
