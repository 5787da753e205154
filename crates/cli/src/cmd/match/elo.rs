//! Scores and what they say about the difference in strength.

use std::fmt;

/// Games of a match from the first player's side.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    pub(crate) wins_as_black: u32,
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

impl Tally {
    /// Adds a game: 1 for a win, ½ for a draw, 0 for a loss.
    pub(crate) fn add(&mut self, points: f64, black: bool) {
        if points > 0.75 {
            self.wins += 1;
            self.wins_as_black += u32::from(black);
        } else if points < 0.25 {
            self.losses += 1;
        } else {
            self.draws += 1;
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

    /// The Elo difference. Its bounds are those of Wilson's score interval (E. B. Wilson, 1927), which holds near 0 and
    /// 1 too; draws make it a little wide.
    pub(crate) fn elo(&self) -> Elo {
        let n = f64::from(self.games().max(1));
        let p = self.score();
        let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let center = p + Z * Z / (2.0 * n);
        let scale = 1.0 + Z * Z / n;
        let low = ((center - spread) / scale).max(0.0);
        let high = ((center + spread) / scale).min(1.0);
        Elo { low: difference(low), middle: difference(p), high: difference(high) }
    }
}

fn difference(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally { wins, draws, losses, wins_as_black: 0 }
    }

    #[test]
    fn differences_are_those_of_the_formula() {
        let even = tally(10, 0, 10).elo();
        assert!(even.middle.abs() < 1e-9 && (even.low + even.high).abs() < 1e-9);
        // 76 % is 200 points.
        assert!((tally(76, 0, 24).elo().middle - 200.24).abs() < 0.01);
        // Wilson's interval for 15 of 20: 0.5313 to 0.8881.
        let elo = tally(15, 0, 5).elo();
        assert!((elo.low - difference(0.5313)).abs() < 0.5, "{elo:?}");
        assert!((elo.high - difference(0.8881)).abs() < 0.5, "{elo:?}");
    }

    #[test]
    fn a_clean_sweep_has_a_lower_bound() {
        let elo = tally(10, 0, 0).elo();
        assert_eq!(elo.middle, f64::INFINITY);
        assert!(elo.low > 150.0 && elo.low < 200.0);
        assert_eq!(elo.to_string().split(' ').next(), Some("+∞"));
        assert_eq!(Tally::default().score(), 0.5);
    }

    #[test]
    fn games_are_added_by_their_points() {
        let mut sum = Tally::default();
        for (points, black) in [(1.0, true), (0.5, false), (0.0, true), (1.0, false)] {
            sum.add(points, black);
        }
        assert_eq!((sum.wins, sum.draws, sum.losses, sum.wins_as_black), (2, 1, 1, 1));
        assert_eq!(sum.points(), 2.5);
    }
}
