//! The controller's clocks.

use std::time::Duration;

use board::{ByColor, Color};
use clock::{PlayerTime, TimeControl};
use engine::{Budget, Turn};

use super::{Said, Session, fine};

/// What `kata-time_settings` takes.
pub(super) const SYSTEMS: &str = "none absolute byoyomi canadian fischer fischer-capped";

impl Session {
    pub(super) fn set_time(&mut self, command: &str, arguments: &[String]) -> Said {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (words, most_per_move) = match words.as_slice() {
            ["fischer-capped", main, increment, cap, most] => {
                let most = limit(most)?;
                match limit(cap)? {
                    Some(_) => (vec!["fischer-capped", main, increment, cap, "-1"], most),
                    None => (vec!["fischer", main, increment], most),
                }
            }
            _ => (words, None),
        };
        let control = TimeControl::from_gtp(command, &words);
        self.control = control.map_err(|error| format!("syntax error: {error}"))?;
        self.most_per_move = most_per_move;
        self.left = ByColor::default();
        fine()
    }

    pub(super) fn set_time_left(&mut self, color: Color, time: Duration, number: u32) -> Said {
        let seconds = format!("{:.3}", time.as_secs_f64());
        let left = PlayerTime::from_gtp_time_left(&self.control, &seconds, &number.to_string());
        self.left[color] = Some(left.map_err(|error| format!("syntax error: {error}"))?);
        fine()
    }

    /// What a move may cost: what was set once and for all, else what the clock has.
    pub(super) fn budget_for(&self, color: Color) -> Budget {
        let set = &self.settings.overrides;
        let is_set = self.budget.visits.is_some()
            || self.budget.time.is_some()
            || (set.max_visits.is_some() || set.max_playouts.is_some() || set.max_time.is_some())
                && self.control == TimeControl::None;
        if is_set {
            return self.budget;
        }
        let left = self.left[color].unwrap_or_else(|| self.control.start());
        let mut turn = Turn::new(self.game.state().move_number(), self.game.size().area());
        if let Some(lag) = set.lag {
            turn.lag = Duration::from_secs_f32(lag);
        }
        let budget = Budget::on_clock(&self.control, &left, &turn);
        let capped = |time: Option<Duration>| match (time, self.most_per_move) {
            (Some(time), Some(most)) => Some(time.min(most)),
            (time, most) => time.or(most),
        };
        Budget { time: capped(budget.time), most_time: capped(budget.most_time), ..budget }
    }
}

/// A limit in seconds; negative for none.
fn limit(word: &str) -> Result<Option<Duration>, String> {
    let seconds: Option<f64> = word.parse().ok().filter(|seconds: &f64| seconds.is_finite());
    match seconds {
        Some(seconds) if seconds < 0.0 => Ok(None),
        Some(seconds) => Ok(Duration::try_from_secs_f64(seconds).ok()),
        None => Err(format!("syntax error: {word:?} is not a number of seconds")),
    }
}
