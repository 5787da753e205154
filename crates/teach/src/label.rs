//! One position as a record of a label shard.

use board::{Color, PointSet};
use nn::{Features, Game, KoRule, PLANES, Scoring};

use crate::record::Split;
use crate::teacher::Opinion;

/// A policy byte for a move that may not be played.
const ILLEGAL: u8 = 255;

const LABELLED: u8 = 1;
const WHITE_TO_MOVE: u8 = 2;
const NO_RESULT_IMPOSSIBLE: u8 = 4;

/// Where a position is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelHeader {
    /// The hash of its game.
    pub game: u64,
    /// After how many moves it stands.
    pub ply: u16,
    /// What its game is for.
    pub split: Split,
    /// Which of the sets of the shard's head it belongs to.
    pub set: u16,
}

/// The length of a record for a board with so many points, in bytes.
pub const fn label_length(points: usize) -> usize {
    128 + PLANES * points.div_ceil(8) + 2 * points + 1
}

/// Adds the record of a position: its inputs, and what the teacher says or that nothing is known yet. `features` are those of
/// `game`.
pub fn write_label(
    header: &LabelHeader,
    game: &Game,
    features: &Features,
    opinion: Option<&Opinion>,
    out: &mut Vec<u8>,
) {
    let size = game.size();
    let rules = game.rules();
    let certain = rules.ko != KoRule::Simple && rules.scoring != Scoring::Territory;
    let flags = if opinion.is_some() { LABELLED } else { 0 }
        | if game.to_move() == Color::White { WHITE_TO_MOVE } else { 0 }
        | if certain { NO_RESULT_IMPOSSIBLE } else { 0 };
    out.extend_from_slice(&header.game.to_le_bytes());
    out.extend_from_slice(&header.ply.to_le_bytes());
    out.extend_from_slice(&[size.columns(), size.rows(), header.split as u8, flags]);
    out.extend_from_slice(&header.set.to_le_bytes());
    let floats = |out: &mut Vec<u8>, values: &[f32]| {
        for value in values {
            out.extend_from_slice(&value.to_le_bytes());
        }
    };
    floats(out, features.globals());
    floats(out, opinion.map_or(&[0.0; 3], |opinion| &opinion.value));
    floats(out, opinion.map_or(&[f32::NAN; 6], |opinion| &opinion.scores));
    planes(features, out);
    policy(game, opinion, out);
    match opinion {
        None => out.resize(out.len() + size.area(), 0),
        Some(opinion) => {
            let whole = |value: &f32| (value * 127.0).round().clamp(-127.0, 127.0) as i8;
            out.extend(opinion.ownership.iter().map(whole).map(i8::cast_unsigned));
        }
    }
}

fn planes(features: &Features, out: &mut Vec<u8>) {
    let (columns, rows) =
        (usize::from(features.size().columns()), usize::from(features.size().rows()));
    for plane in 0..PLANES {
        let (mut pending, mut bits) = (0u64, 0);
        for row in features.plane(plane).iter().take(rows) {
            pending |= u64::from(*row) << bits;
            bits += columns;
            while bits >= 8 {
                out.push(pending as u8);
                pending >>= 8;
                bits -= 8;
            }
        }
        if bits > 0 {
            out.push(pending as u8);
        }
    }
}

fn policy(game: &Game, opinion: Option<&Opinion>, out: &mut Vec<u8>) {
    let legal: PointSet = game.legal_plays();
    let byte = |index: usize| match opinion.and_then(|o| o.policy.get(index)) {
        None => 0,
        Some(&probability) => {
            let steps = -16.0 * f64::from(probability).max(1e-30).ln();
            steps.round().clamp(0.0, f64::from(ILLEGAL - 1)) as u8
        }
    };
    for (index, point) in game.size().points().enumerate() {
        out.push(if legal.contains(point) { byte(index) } else { ILLEGAL });
    }
    out.push(byte(game.size().area()));
}
