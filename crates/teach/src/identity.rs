//! Hashes of games and positions that are the same for all eight symmetries.

use board::{Color, Hash, Move, Point, Symmetry};
use nn::{Game, Turn};

use crate::record::GameRecord;

/// Scatters a number over 64 bits (the finaliser of SplitMix64; Steele, Lea and Flood, 2014).
pub(crate) fn scatter(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

fn place(point: Option<Point>, color: Color) -> u64 {
    point.map_or(0, |point| point.index() as u64) << 1 | color.index() as u64
}

/// A hash of size, set-up and moves: what a game belongs to a split by.
pub fn game_identity(record: &GameRecord) -> u64 {
    Symmetry::all().map(|symmetry| turned_game(record, symmetry)).min().unwrap_or_default()
}

fn turned_game(record: &GameRecord, symmetry: Symmetry) -> u64 {
    let size = symmetry.size(record.size);
    let mut hash = scatter(u64::from(size.columns()) << 8 | u64::from(size.rows()));
    let stones = record.setup.iter().fold(0u64, |sum, &(point, color)| {
        let there = symmetry.apply(point, record.size);
        sum.wrapping_add(scatter(place(Some(there), color)))
    });
    hash = scatter(hash ^ stones);
    for Turn { by, mv } in &record.moves {
        let point = match mv {
            Move::Play(point) => Some(symmetry.apply(*point, record.size)),
            Move::Pass => None,
        };
        hash = scatter(hash ^ place(point, *by));
    }
    hash
}

/// A hash of the stones, the turn, the last move, the bans of basic ko, the rules and what White receives: positions with the
/// same one teach the same.
pub fn position_identity(game: &Game) -> u64 {
    let size = game.size();
    let last = game.last_moves().first().copied();
    let turned = |symmetry: Symmetry| {
        let mut sum = 0u128;
        for (color, stones) in game.stones().iter() {
            for point in stones {
                sum ^= Hash::stone(color, symmetry.apply(point, size)).0;
            }
        }
        let apply = |point: Point| symmetry.apply(point, size).index() as u64;
        let last = match last.map(|turn| turn.mv) {
            None => 0,
            Some(Move::Pass) => 1,
            Some(Move::Play(point)) => 2 + apply(point),
        };
        let after = symmetry.size(size);
        scatter(sum as u64 ^ (sum >> 64) as u64)
            ^ scatter(last << 32 | game.ko().map_or(0, apply) << 16 | u64::from(after.columns()))
    };
    let shape = Symmetry::all().map(turned).min().unwrap_or_default();
    let terms = game.rules().to_rule_string().bytes().fold(0, |sum, b| scatter(sum ^ u64::from(b)));
    let points = u64::from(game.white_points().as_half_points().cast_unsigned());
    let phase = u64::from(game.encore_phase()) << 1 | game.to_move().index() as u64;
    scatter(shape ^ terms ^ scatter(points << 8 | phase))
}
