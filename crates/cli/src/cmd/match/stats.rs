//! Scores and what they say about the difference in strength.
//!
//! Two games from one opening with exchanged colours are one observation: their results hang together, so the spread is
//! taken over pairs ("pentanomial": 0, ½, 1, 1½ or 2 points), not over games.

use std::fmt;

/// Games of a match from the first player's side.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    pub(crate) wins_as_black: u32,
    /// Games that Black won, whoever that was.
    pub(crate) black_wins: u32,
    /// Points of the games of each pair so far, with how many games that are.
    halves: Vec<(f64, u8)>,
}

/// An Elo difference with the bounds of its 95 % confidence interval; infinite where all games went one way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Elo {
    pub(crate) low: f64,
    pub(crate) middle: f64,
    pub(crate) high: f64,
}

/// Quantile of the normal distribution for 95 %.
const Z: f64 = 1.959_964;

/// Pairs with the spread of independent games that are mixed in, so that a few equal pairs don't look like certainty.
const PRIOR_PAIRS: f64 = 2.0;

impl Tally {
    /// Adds the game number `index` (from 0): 1 for a win, ½ for a draw, 0 for a loss.
    pub(crate) fn add(&mut self, index: u32, points: f64, a_is_black: bool) {
        if points > 0.75 {
            self.wins += 1;
            self.wins_as_black += u32::from(a_is_black);
            self.black_wins += u32::from(a_is_black);
        } else if points < 0.25 {
            self.losses += 1;
            self.black_wins += u32::from(!a_is_black);
        } else {
            self.draws += 1;
        }
        let pair = usize::try_from(index / 2).unwrap_or(usize::MAX);
        if self.halves.len() <= pair {
            self.halves.resize(pair + 1, (0.0, 0));
        }
        if let Some((sum, games)) = self.halves.get_mut(pair) {
            *sum += points;
            *games += 1;
        }
    }

    pub(crate) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub(crate) fn points(&self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// Share of the points, 0 to 1; a half before the first game.
    pub(crate) fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }

    /// How many whole pairs gave 0, ½, 1, 1½ and 2 points.
    pub(crate) fn pairs(&self) -> [u32; 5] {
        let mut counts = [0; 5];
        for &(points, games) in &self.halves {
            if games != 2 {
                continue;
            }
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 4")]
            let class = (points * 2.0).round().clamp(0.0, 4.0) as usize;
            counts[class] += 1;
        }
        counts
    }

    /// The score with one point and one loss added (Laplace), so that its spread is never zero.
    fn smooth(&self) -> f64 {
        (self.points() + 1.0) / (f64::from(self.games()) + 2.0)
    }

    /// How many independent games would have the spread of these pairs: more than there are where the games of a pair
    /// tend to split, since then the opening decides and not the player.
    fn independent_games(&self) -> f64 {
        let games = f64::from(self.games());
        let counts = self.pairs();
        let pairs: f64 = counts.iter().map(|&count| f64::from(count)).sum();
        if pairs < 2.0 {
            return games;
        }
        let values = [0.0, 0.25, 0.5, 0.75, 1.0];
        let weighted =
            || counts.iter().zip(values).map(|(&count, value)| (f64::from(count), value));
        let mean = weighted().map(|(count, value)| count * value).sum::<f64>() / pairs;
        let found: f64 = weighted().map(|(count, value)| count * (value - mean).powi(2)).sum();
        let found = found * pairs / (pairs - 1.0);
        let expected = pairs * mean * (1.0 - mean) / 2.0;
        let prior = PRIOR_PAIRS * self.smooth() * (1.0 - self.smooth()) / 2.0;
        games * (expected + prior) / (found + prior)
    }

    /// The Elo difference. Its bounds are those of Wilson's score interval (E. B. Wilson, 1927), which holds near 0 and
    /// 1 too, for as many independent games as have the spread of the pairs.
    pub(crate) fn elo(&self) -> Elo {
        if self.games() == 0 {
            return Elo { low: f64::NEG_INFINITY, middle: 0.0, high: f64::INFINITY };
        }
        let p = self.score();
        let n = self.independent_games();
        let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let center = p + Z * Z / (2.0 * n);
        let scale = 1.0 + Z * Z / n;
        let low = ((center - spread) / scale).max(0.0);
        let high = ((center + spread) / scale).min(1.0);
        Elo { low: difference(low), middle: difference(p), high: difference(high) }
    }

    /// Likelihood that A is the stronger one, 0 to 1.
    pub(crate) fn superiority(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        let error = (self.smooth() * (1.0 - self.smooth()) / self.independent_games()).sqrt();
        normal((self.score() - 0.5) / error)
    }
}

fn difference(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that an Elo difference leads to.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Distribution function of the normal distribution, to about 1e-7 (Abramowitz and Stegun 7.1.26).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let sum = series.iter().fold(0.0, |sum, c| (sum + c) * t);
    let tail = 0.5 * sum * (-z * z).exp();
    if x >= 0.0 { 1.0 - tail } else { tail }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |x: f64| match x {
            x if x == f64::INFINITY => "+∞".to_owned(),
            x if x == f64::NEG_INFINITY => "−∞".to_owned(),
            x if x < 0.0 => format!("−{:.0}", -x),
            x => format!("+{x:.0}"),
        };
        write!(f, "{} [{}, {}]", text(self.middle), text(self.low), text(self.high))
    }
}

/// A sequential test of two Elo differences, A's over B: games are played until one of them is refuted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sprt {
    /// The difference of the null hypothesis.
    pub(crate) elo0: f64,
    /// The difference of the other one, greater.
    pub(crate) elo1: f64,
    /// How often the null hypothesis may be rejected though it holds.
    pub(crate) alpha: f64,
    /// How often it may be kept though the other holds.
    pub(crate) beta: f64,
}

/// What a sequential test says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// More games are needed.
    Open,
    /// The smaller difference is kept.
    Smaller,
    /// The greater difference is accepted.
    Greater,
}

impl Sprt {
    /// The numbers of the command line: `elo0 elo1`, or with `alpha beta` behind them.
    pub(crate) fn new(numbers: &[f64]) -> Option<Sprt> {
        let (elo0, elo1, alpha, beta) = match *numbers {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return None,
        };
        let rate = |x: f64| x > 0.0 && x < 0.5;
        let fine = elo0 < elo1 && elo0.abs() <= 2000.0 && elo1.abs() <= 2000.0;
        (fine && rate(alpha) && rate(beta)).then_some(Sprt { elo0, elo1, alpha, beta })
    }

    /// The logarithms of the likelihood ratio at which the test ends (A. Wald, 1945).
    pub(crate) fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = *self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The logarithm of the generalised likelihood ratio of the pairs: for each hypothesis the likeliest distribution
    /// of pair results with that mean, as in M. Van den Bergh, "The generalized maximum likelihood ratio for the
    /// expectation value of a distribution" (2019).
    pub(crate) fn ratio(&self, tally: &Tally) -> f64 {
        let counts = tally.pairs();
        let pairs: f64 = counts.iter().map(|&count| f64::from(count)).sum();
        if pairs < 1.0 {
            return 0.0;
        }
        // Results not seen yet are possible all the same.
        let seen = counts.map(|count| f64::from(count).max(1e-3));
        let total: f64 = seen.iter().sum();
        let frequency = seen.map(|count| count / total);
        let likely = [self.elo0, self.elo1].map(|elo| likeliest(&frequency, expected(elo)));
        let [null, other] = likely;
        let terms = frequency.iter().zip(null.iter().zip(&other));
        pairs * terms.map(|(f, (null, other))| f * (other / null).ln()).sum::<f64>()
    }

    pub(crate) fn verdict(&self, tally: &Tally) -> Verdict {
        let ratio = self.ratio(tally);
        let (lower, upper) = self.bounds();
        match ratio {
            ratio if ratio <= lower => Verdict::Smaller,
            ratio if ratio >= upper => Verdict::Greater,
            _ => Verdict::Open,
        }
    }
}

/// The distribution over 0, ¼, ½, ¾, 1 with this mean under which the frequencies are likeliest: `f / (1 + x (a − mean))`
/// with the `x` that makes the mean right, found by bisection.
fn likeliest(frequency: &[f64; 5], mean: f64) -> [f64; 5] {
    let values = [0.0, 0.25, 0.5, 0.75, 1.0].map(|value| value - mean);
    let balance =
        |x: f64| -> f64 { frequency.iter().zip(values).map(|(f, a)| f * a / (1.0 + x * a)).sum() };
    // Between the poles of the smallest and the greatest value the sum falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / values[4], -1.0 / values[0]);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if balance(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let mut likely = [0.0; 5];
    for (likely, (f, a)) in likely.iter_mut().zip(frequency.iter().zip(values)) {
        *likely = f / (1.0 + x * a);
    }
    likely
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    /// A tally of pairs of each class.
    fn tally(pairs: [u32; 5]) -> Tally {
        let mut tally = Tally::default();
        let points = [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0)];
        let mut index = 0;
        for (count, (first, second)) in pairs.into_iter().zip(points) {
            for _ in 0..count {
                tally.add(index, first, true);
                tally.add(index + 1, second, false);
                index += 2;
            }
        }
        tally
    }

    #[test]
    fn differences_are_those_of_the_formula() {
        let even = tally([5, 0, 5, 0, 5]).elo();
        assert!(even.middle.abs() < 1e-9 && (even.low + even.high).abs() < 1e-9);
        // 76 % is 200 points.
        assert!((tally([6, 0, 12, 0, 32]).elo().middle - 200.24).abs() < 0.01);
        assert!((expected(200.24) - 0.76).abs() < 1e-4);
    }

    #[test]
    fn pairs_that_split_make_the_interval_narrow() {
        let split = tally([0, 0, 50, 0, 0]).elo();
        let streaky = tally([25, 0, 0, 0, 25]).elo();
        assert_eq!(split.middle, streaky.middle);
        assert!(
            split.high - split.low < 0.4 * (streaky.high - streaky.low),
            "{split:?} {streaky:?}"
        );
    }

    #[test]
    fn a_clean_sweep_has_a_lower_bound() {
        let elo = tally([0, 0, 0, 0, 5]).elo();
        assert_eq!(elo.middle, f64::INFINITY);
        assert!(elo.low > 100.0 && elo.low < 250.0, "{elo:?}");
        assert_eq!(elo.to_string().split(' ').next(), Some("+∞"));
        assert_eq!(Tally::default().score(), 0.5);
        assert!(Tally::default().elo().low.is_infinite());
    }

    #[test]
    fn games_are_added_by_their_points() {
        let mut sum = Tally::default();
        for (index, points) in [(0, 1.0), (1, 0.5), (4, 0.0), (3, 1.0)] {
            sum.add(index, points, index % 2 == 0);
        }
        assert_eq!((sum.wins, sum.draws, sum.losses, sum.wins_as_black), (2, 1, 1, 1));
        assert_eq!((sum.points(), sum.black_wins), (2.5, 1));
        // Only the first pair is whole.
        assert_eq!(sum.pairs(), [0, 0, 0, 1, 0]);
    }

    #[test]
    fn superiority_is_that_of_the_normal_distribution() {
        assert!((normal(1.959_964) - 0.975).abs() < 1e-6);
        assert!((normal(-1.0) - 0.158_655).abs() < 1e-6);
        assert!((tally([3, 1, 5, 1, 3]).superiority() - 0.5).abs() < 1e-9);
        assert!(tally([0, 0, 5, 0, 15]).superiority() > 0.999);
    }

    /// The points of a game: one in ten is drawn, of the others `p` are won.
    fn random_points(random: &mut Xoshiro256PlusPlus, p: f64) -> f64 {
        let draw = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        match draw {
            won if won < 0.9 * p => 1.0,
            drawn if drawn < 0.9 * p + 0.1 => 0.5,
            _ => 0.0,
        }
    }

    fn random_pairs(random: &mut Xoshiro256PlusPlus, p: f64, pairs: u32) -> Tally {
        let mut tally = Tally::default();
        for index in 0..2 * pairs {
            tally.add(index, random_points(random, p), index % 2 == 0);
        }
        tally
    }

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        for (p, pairs) in [(0.5, 10), (0.8, 20), (0.97, 25)] {
            let truth = difference(0.9 * p + 0.05);
            let inside = (0..2000).filter(|_| {
                let elo = random_pairs(&mut random, p, pairs).elo();
                elo.low <= truth && truth <= elo.high
            });
            let share = inside.count() as f64 / 2000.0;
            assert!(share > 0.92, "{p} {pairs}: {share}");
        }
    }

    #[test]
    fn the_likeliest_distribution_has_its_mean() {
        let frequency = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.2, 0.5, 0.7] {
            let likely = likeliest(&frequency, mean);
            let sum: f64 = likely.iter().sum();
            let found: f64 =
                likely.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(p, a)| p * a).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{likely:?}");
        }
    }

    #[test]
    fn a_sequential_test_errs_as_rarely_as_it_says() {
        let sprt = Sprt::new(&[0.0, 100.0]).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut wrong = 0;
        for round in 0..200 {
            let truth = if round % 2 == 0 { 0.0 } else { 100.0 };
            let p = (expected(truth) - 0.05) / 0.9;
            let mut tally = Tally::default();
            let mut index = 0;
            while sprt.verdict(&tally) == Verdict::Open {
                for _ in 0..2 {
                    tally.add(index, random_points(&mut random, p), index % 2 == 0);
                    index += 1;
                }
            }
            let right = if truth > 0.0 { Verdict::Greater } else { Verdict::Smaller };
            wrong += i32::from(sprt.verdict(&tally) != right);
        }
        assert!(wrong <= 20, "{wrong} of 200");
    }

    #[test]
    fn tests_are_read() {
        let (lower, upper) = Sprt::new(&[0.0, 10.0]).unwrap().bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
        assert!(Sprt::new(&[0.0, 10.0, 0.1, 0.05]).is_some());
        for bad in
            [&[0.0][..], &[10.0, 0.0], &[0.0, 5.0, 0.05], &[0.0, f64::NAN], &[0.0, 5.0, 0.5, 0.1]]
        {
            assert_eq!(Sprt::new(bad), None, "{bad:?}");
        }
    }
}
