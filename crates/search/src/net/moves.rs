//! Moves as numbers, and hashes.

use board::{Move, Point};

/// A pass.
pub(crate) const PASS: u16 = 0;

/// Codes are below this.
pub(crate) const CODES: usize = 1024;

/// A move as a number: the point's index, 0 for a pass.
#[expect(clippy::cast_possible_truncation, reason = "an index is below 1024")]
pub(crate) fn code(mv: Move) -> u16 {
    match mv {
        Move::Play(point) => point.index() as u16,
        Move::Pass => PASS,
    }
}

/// The move of a number.
#[expect(clippy::cast_possible_truncation, reason = "remainders and quotients below 32 and 64")]
pub(crate) fn decode(code: u16) -> Move {
    Point::new((code % 32) as u8, (code / 32) as u8).map_or(Move::Pass, Move::Play)
}

/// A set of moves as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveSet([u64; 16]);

impl MoveSet {
    pub(crate) const EMPTY: MoveSet = MoveSet([0; 16]);

    pub(crate) fn insert(&mut self, code: u16) {
        self.0[usize::from(code >> 6) & 15] |= 1 << (code & 63);
    }

    pub(crate) fn contains(&self, code: u16) -> bool {
        self.0[usize::from(code >> 6) & 15] & 1 << (code & 63) != 0
    }
}

/// Scrambles a number so that every bit depends on every bit. Source: the finaliser of SplitMix64 (Steele et al., 2014).
pub(crate) const fn scramble(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A hash of two hashes that depends on their order.
#[expect(clippy::cast_possible_truncation, reason = "the halves are meant")]
pub(crate) const fn mix(a: u128, b: u128) -> u128 {
    let low = scramble(a as u64 ^ scramble(b as u64));
    let high = scramble((a >> 64) as u64 ^ scramble((b >> 64) as u64 ^ low));
    (high as u128) << 64 | scramble(low ^ high.rotate_left(17)) as u128
}

#[cfg(test)]
mod tests {
    use board::BoardSize;

    use super::*;

    #[test]
    fn codes_are_moves() {
        let size = BoardSize::new(25, 25).unwrap();
        let mut set = MoveSet::EMPTY;
        for mv in size.points().map(Move::Play).chain([Move::Pass]) {
            assert_eq!(decode(code(mv)), mv);
            assert!(!set.contains(code(mv)));
            set.insert(code(mv));
            assert!(set.contains(code(mv)));
        }
    }

    #[test]
    fn mixing_tells_orders_apart() {
        assert_ne!(mix(1, 2), mix(2, 1));
        assert_ne!(mix(0, 1), mix(0, 1 << 64));
        assert_ne!(mix(0, 0), 0);
    }
}
