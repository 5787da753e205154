//! Writes random games as the test data that this board and the web's model are both held to.
//!
//! `cargo run -p board --example games > testdata/board/games.json`
#![allow(clippy::print_stdout)]

use board::{BoardSize, Color, Coordinates, IllegalPlay, Move, Point, Position};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

/// Columns, rows and moves. Many moves on small boards make many captures and kos.
const GAMES: [(u32, u32, u32); 12] = [
    (1, 1, 4),
    (2, 2, 40),
    (3, 3, 80),
    (1, 7, 60),
    (4, 5, 120),
    (5, 5, 160),
    (7, 7, 240),
    (9, 9, 320),
    (9, 21, 420),
    (21, 9, 420),
    (19, 19, 700),
    (25, 25, 900),
];

fn main() {
    let games: Vec<Value> = GAMES.iter().zip(1..).map(|(&game, seed)| play(game, seed)).collect();
    let lines: Vec<String> = games.iter().map(Value::to_string).collect();
    println!("[\n{}\n]", lines.join(",\n"));
}

fn play((columns, rows, moves): (u32, u32, u32), seed: u64) -> Value {
    let size = BoardSize::new(columns, rows).expect("a size of the list");
    let name = |point: Point| Coordinates::Gtp.format(point, size);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::new(board::Board::new(size), Color::Black);
    let mut played = Vec::new();
    let mut captures = Vec::new();
    for number in 1..=moves {
        let legal: Vec<Point> =
            size.points().filter(|&point| position.check(point).is_ok()).collect();
        let at = (random.next_u64() % legal.len().max(1) as u64) as usize;
        let Some(&point) = legal.get(at) else {
            position.play(Move::Pass).expect("a pass is always legal");
            played.push("pass".to_owned());
            continue;
        };
        let record = position.play(Move::Play(point)).expect("checked").expect("a stone");
        played.push(name(point));
        if record.captured_count() > 0 {
            captures.push(json!([number, record.captured_count()]));
        }
    }
    let refused = |why: fn(Point) -> IllegalPlay| -> Vec<String> {
        let points = size.points().filter(|&point| position.check(point) == Err(why(point)));
        points.map(name).collect()
    };
    json!({
        "cols": columns,
        "rows": rows,
        "moves": played.join(" "),
        "captures": captures,
        "prisoners": {
            "black": position.prisoners[Color::Black],
            "white": position.prisoners[Color::White],
        },
        "ko": refused(IllegalPlay::Ko),
        "suicide": refused(IllegalPlay::Suicide),
        "after": position.board.to_rows(),
    })
}
