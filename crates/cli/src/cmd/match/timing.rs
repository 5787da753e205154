//! The time of a match: what players are told of it, and whether they keep it.

use std::time::Duration;

use board::Color;
use clock::{
    BySide, Clock, ControlError, GtpDialect, LagPolicy, Millis, Pressed, Shown, Side, Step,
    TimeControl,
};
use engine::Budget;

/// How long moves may take.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Terms {
    /// The clock of each player.
    pub(crate) control: TimeControl,
    /// How much a player may overstep before it loses on time.
    pub(crate) margin: Duration,
    /// How long a player may be silent, where its clock says nothing.
    pub(crate) timeout: Duration,
}

/// Beyond its flag and the margin a player is still waited for so long: late is not hung.
const PATIENCE: Duration = Duration::from_secs(10);

/// Both players' clocks in a game. Only the players' own time runs.
#[derive(Debug, Clone)]
pub(crate) struct GameClock {
    clock: Clock,
    now: Millis,
    margin: Duration,
    timeout: Duration,
}

/// What a player has before its move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    /// Its control.
    pub(crate) control: TimeControl,
    /// What is left of it.
    pub(crate) shown: Shown,
    /// How long to wait for it.
    pub(crate) wait: Duration,
}

fn millis(time: Duration) -> Millis {
    Millis::new(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

fn duration(time: Millis) -> Duration {
    Duration::from_millis(time.get())
}

fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

impl GameClock {
    /// Clocks before the first move, which is this colour's.
    pub(crate) fn new(terms: &Terms, first: Color) -> Result<GameClock, ControlError> {
        let controls = BySide::both(terms.control);
        let clock = Clock::new(controls, side(first), BySide::both(LagPolicy::OFF))?;
        let clock = match clock.resume(Millis::ZERO) {
            Ok(Step::Clock(running)) => running,
            _ => clock,
        };
        Ok(GameClock { clock, now: Millis::ZERO, margin: terms.margin, timeout: terms.timeout })
    }

    /// What the player to move has.
    pub(crate) fn turn(&self) -> Turn {
        let to_move = self.clock.to_move();
        let shown = self.clock.shown(to_move, self.now);
        let wait = shown.until_flag.map_or(self.timeout, |left| {
            let due = duration(left).saturating_add(self.margin);
            due.saturating_add(PATIENCE).min(self.timeout.max(due))
        });
        Turn { control: *self.clock.control(to_move), shown, wait }
    }

    /// The player to move has moved after so long; false when it has lost on time.
    pub(crate) fn press(&mut self, spent: Duration) -> bool {
        let at = self.now.plus(millis(spent));
        let pressed = match self.clock.press(at, Millis::ZERO) {
            Ok(Pressed::Moved(moved)) => Some((moved.clock, at)),
            Ok(Pressed::Flag(fallen)) if duration(at.minus(fallen.at)) <= self.margin => {
                // Forgiven: as if it had moved in the last millisecond.
                let just = fallen.at.minus(Millis::new(1)).max(self.now);
                match self.clock.press(just, Millis::ZERO) {
                    Ok(Pressed::Moved(moved)) => Some((moved.clock, just)),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some((clock, now)) = pressed {
            self.clock = clock;
            self.now = now;
        }
        pressed.is_some()
    }
}

impl Turn {
    /// What the clock allows the engine in this program for this move.
    pub(crate) fn budget(&self, move_number: u32, area: usize) -> Budget {
        match self.control {
            // In the same program nothing is on the way: all of it may be used.
            TimeControl::PerMove { time } => Budget::time(duration(time)),
            control => {
                Budget::on_clock(&control, &self.shown.time, &engine::Turn::new(move_number, area))
            }
        }
    }
}

/// The command that tells an engine of the time, in the best dialect that it knows, and that dialect; `None` without a
/// limit. `knows` is asked about commands.
pub(crate) fn settings<E>(
    control: &TimeControl,
    mut knows: impl FnMut(&str) -> Result<bool, E>,
) -> Result<Option<(String, GtpDialect)>, E> {
    if *control == TimeControl::None {
        return Ok(None);
    }
    let plain = control.to_gtp(GtpDialect::Standard);
    if let TimeControl::PerMove { time } = *control {
        if !knows(GtpDialect::Standard.command())? {
            return Ok(None);
        }
        // GTP 2 has whole seconds, never 0; engines with KataGo's commands read decimals too.
        let seconds = if time.get() % 1000 != 0 && knows(GtpDialect::Kata.command())? {
            format!("{}", duration(time).as_secs_f64())
        } else {
            time.get().div_ceil(1000).to_string()
        };
        return Ok(Some((format!("time_settings 0 {seconds} 1"), GtpDialect::Standard)));
    }
    if !plain.is_exact {
        for dialect in [GtpDialect::Kata, GtpDialect::Kgs] {
            if knows(dialect.command())? {
                return Ok(Some((control.to_gtp(dialect).line, dialect)));
            }
        }
    }
    if knows(GtpDialect::Standard.command())? {
        return Ok(Some((plain.line, GtpDialect::Standard)));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn terms(control: &str) -> Terms {
        Terms {
            control: control.parse().unwrap(),
            margin: Duration::from_millis(500),
            timeout: Duration::from_secs(60),
        }
    }

    #[test]
    fn a_flag_falls_after_the_margin() {
        let mut clock = GameClock::new(&terms("2s/move"), Color::Black).unwrap();
        assert!(clock.press(Duration::from_millis(1_900)));
        assert!(clock.press(Duration::from_millis(2_500)));
        assert!(!clock.press(Duration::from_millis(2_501)));
    }

    #[test]
    fn main_time_is_used_up_and_overstepping_is_forgiven_once_a_move() {
        let mut clock = GameClock::new(&terms("10s+2s"), Color::Black).unwrap();
        let left = |clock: &GameClock| clock.turn().shown.until_flag.unwrap().get();
        assert_eq!(left(&clock), 10_000);
        assert!(clock.press(Duration::from_secs(4)));
        assert_eq!(left(&clock), 10_000);
        assert!(clock.press(Duration::from_secs(1)));
        assert_eq!(left(&clock), 8_000);
        assert!(clock.press(Duration::from_millis(8_400)));
        assert!(clock.press(Duration::from_secs(1)));
        assert_eq!(left(&clock), 2_001);
        assert!(!clock.press(Duration::from_millis(2_600)));
    }

    #[test]
    fn without_a_limit_only_silence_counts() {
        let mut clock = GameClock::new(&terms("none"), Color::White).unwrap();
        assert!(clock.press(Duration::from_secs(5_000)));
        assert_eq!(clock.turn().wait, Duration::from_secs(60));
        assert_eq!(clock.turn().budget(10, 81), Budget::LEVEL);
    }

    #[test]
    fn late_players_are_waited_for_but_not_for_ever() {
        let clock = GameClock::new(&terms("2s/move"), Color::Black).unwrap();
        assert_eq!(clock.turn().wait, Duration::from_millis(12_500));
        let clock = GameClock::new(&terms("1h"), Color::Black).unwrap();
        assert_eq!(clock.turn().wait, Duration::from_millis(3_600_500));
    }

    #[test]
    fn engines_are_told_in_the_best_dialect_they_know() {
        let told = |control: &str, known: &[&str]| {
            let knows = |name: &str| Ok::<bool, Infallible>(known.contains(&name));
            let Ok(told) = settings(&control.parse().unwrap(), knows);
            told.map(|(line, _)| line)
        };
        let all = ["time_settings", "kgs-time_settings", "kata-time_settings"];
        assert_eq!(told("2s/move", &all[..1]).unwrap(), "time_settings 0 2 1");
        assert_eq!(told("0.5s/move", &all[..1]).unwrap(), "time_settings 0 1 1");
        assert_eq!(told("0.5s/move", &all).unwrap(), "time_settings 0 0.5 1");
        assert_eq!(told("5m+3s", &all).unwrap(), "kata-time_settings fischer 300 3");
        assert_eq!(told("5m+3x10s", &all[..2]).unwrap(), "kgs-time_settings byoyomi 300 10 3");
        assert_eq!(told("5m+25/5m", &all).unwrap(), "time_settings 300 300 25");
        assert_eq!(told("5m+3x10s", &[]), None);
        assert_eq!(told("none", &all), None);
    }

    #[test]
    fn built_in_engines_share_their_time_out() {
        let clock = GameClock::new(&terms("1m+3x10s"), Color::Black).unwrap();
        let time = clock.turn().budget(0, 81).time.unwrap();
        assert!(time > Duration::from_secs(1) && time < Duration::from_secs(25), "{time:?}");
        let clock = GameClock::new(&terms("300ms/move"), Color::Black).unwrap();
        assert_eq!(clock.turn().budget(0, 81), Budget::time(Duration::from_millis(300)));
    }
}
