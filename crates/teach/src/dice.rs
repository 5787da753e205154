//! Random choices from a seed.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random choices; the same seed gives the same ones.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// From a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from 0 to `limit` − 1; 0 when `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.0.next_u64() % limit as u64) as usize }
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// The index of one of these weights, each as often as it weighs; weights that are not above 0 never. `None` when
    /// nothing weighs anything.
    pub fn weighted(&mut self, weights: &[f64]) -> Option<usize> {
        let sum: f64 = weights.iter().filter(|weight| **weight > 0.0).sum();
        let mut rest = self.unit() * sum;
        let mut last = None;
        for (index, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            last = Some(index);
            rest -= weight;
            if rest < 0.0 {
                break;
            }
        }
        last
    }

    /// Puts a list in a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_kept() {
        let mut dice = Dice::new(1);
        let mut drawn = [0u32; 4];
        for _ in 0..10_000 {
            drawn[dice.weighted(&[1.0, 0.0, 3.0, -1.0]).unwrap()] += 1;
        }
        assert!((2300..2700).contains(&drawn[0]) && drawn[1] == 0 && drawn[3] == 0, "{drawn:?}");
        assert_eq!(dice.weighted(&[0.0, -1.0]), None);
        assert_eq!(dice.below(0), 0);
    }
}
