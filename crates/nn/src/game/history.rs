//! Which positions a game has been through, as hashes.

use std::sync::Arc;

/// Latest hashes that stand as they came.
const TAIL: usize = 64;

/// Bits of the filter.
const FILTER: usize = 2048;

/// A multiset of hashes. The latest stand in an array; older ones are shared between clones and sorted, so that neither a
/// clone nor a push allocates but for one push in 64, and a lookup stays cheap in very long games.
#[derive(Clone)]
pub(super) struct Seen {
    older: Option<Arc<Vec<u128>>>,
    tail: [u128; TAIL],
    in_tail: usize,
    /// Which low bits occur: most questions are answered "no" here.
    filter: [u64; FILTER / 64],
}

impl Seen {
    pub(super) fn new() -> Seen {
        Seen { older: None, tail: [0; TAIL], in_tail: 0, filter: [0; FILTER / 64] }
    }

    pub(super) fn clear(&mut self) {
        self.older = None;
        self.in_tail = 0;
        self.filter = [0; FILTER / 64];
    }

    pub(super) fn push(&mut self, hash: u128) {
        if self.in_tail == TAIL {
            let older = Arc::make_mut(self.older.get_or_insert_default());
            older.extend_from_slice(&self.tail);
            older.sort();
            self.in_tail = 0;
        }
        if let Some(slot) = self.tail.get_mut(self.in_tail) {
            *slot = hash;
            self.in_tail += 1;
        }
        let (word, bit) = place(hash);
        self.filter[word] |= bit;
    }

    pub(super) fn contains(&self, hash: u128) -> bool {
        let (word, bit) = place(hash);
        self.filter[word] & bit != 0 && self.count(hash) > 0
    }

    pub(super) fn count(&self, hash: u128) -> usize {
        let late = self.tail.iter().take(self.in_tail).filter(|&&h| h == hash).count();
        let old = self.older.as_deref().map_or(0, |older| {
            let from = older.partition_point(|&h| h < hash);
            older[from..].iter().take_while(|&&h| h == hash).count()
        });
        late + old
    }
}

fn place(hash: u128) -> (usize, u64) {
    let bit = hash as usize % FILTER;
    (bit / 64, 1 << (bit % 64))
}

/// Scatters a number over 64 bits (the finaliser of SplitMix64; Steele, Lea and Flood, 2014).
pub(super) fn scatter(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// 128 scattered bits that stand for `value` in the role `role`; exclusive-or of them is a hash of a set.
pub(super) fn mark(role: u64, value: u64) -> u128 {
    let high = scatter(scatter(role) ^ value);
    u128::from(high) << 64 | u128::from(scatter(high ^ role.rotate_left(17)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_counted_however_old_they_are() {
        let mut seen = Seen::new();
        for n in 0..1000 {
            seen.push(mark(1, n % 250));
        }
        let copy = seen.clone();
        seen.push(mark(1, 7));
        for n in 0..250 {
            assert_eq!(copy.count(mark(1, n)), 4);
            assert!(copy.contains(mark(1, n)));
        }
        assert_eq!(seen.count(mark(1, 7)), 5);
        assert!(!seen.contains(mark(1, 251)));
        seen.clear();
        assert!(!seen.contains(mark(1, 7)));
    }
}
