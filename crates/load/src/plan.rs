//! [`Plan`]: how much load, for how long; bounded.

use std::time::Duration;

use crate::error::LoadError;
use crate::lines::Line;
use crate::target::Target;

/// How much load, for how long.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The server.
    pub target: Target,
    /// Games at once, each with two players on a socket of their own.
    pub games: usize,
    /// Watchers in all, dealt to the games in turn.
    pub watchers: usize,
    /// Time between two moves of a game; zero plays as fast as the answers come.
    pub pace: Duration,
    /// How long is played, the setting up and the check at the end aside.
    pub time: Duration,
    /// Columns and rows of the boards.
    pub size: u8,
    /// The ruleset's name.
    pub ruleset: String,
    /// The time controls, as text; table `n` plays with control `n`, modulo their number.
    pub controls: Vec<String>,
    /// What is played; game `n` plays line `n`, modulo their number.
    pub lines: Vec<Line>,
    /// Players and games set up at the same time.
    pub ramp: usize,
    /// Clients come back when their connection breaks, resume and resend. Otherwise that is an error.
    pub resilient: bool,
    /// The server's process, whose processor time and memory are measured.
    pub pid: Option<u32>,
}

impl Plan {
    /// Games at most.
    pub const MOST_GAMES: usize = 20_000;
    /// Watchers at most.
    pub const MOST_WATCHERS: usize = 20_000;
    /// The longest time of play.
    pub const LONGEST: Duration = Duration::from_secs(3_600);

    /// A plan for so many games with the usual terms.
    pub fn new(target: Target, games: usize, lines: Vec<Line>) -> Self {
        Self {
            target,
            games,
            watchers: 0,
            pace: Duration::from_secs(5),
            time: Duration::from_secs(60),
            size: 19,
            ruleset: "chinese".to_owned(),
            controls: vec!["1h+5x1m".to_owned()],
            lines,
            ramp: 32,
            resilient: false,
            pid: None,
        }
    }

    /// Sees to it that the run ends and does not eat the machine.
    ///
    /// # Errors
    /// The number that is outside its bounds.
    pub fn check(&self) -> Result<(), LoadError> {
        let within = |name, value: usize, least: usize, most: usize| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            let wide = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
            Err(LoadError::Bounds {
                name,
                value: wide(value),
                least: wide(least),
                most: wide(most),
            })
        };
        within("games", self.games, 1, Self::MOST_GAMES)?;
        within("watchers", self.watchers, 0, Self::MOST_WATCHERS)?;
        within("ramp", self.ramp, 1, 256)?;
        within("size", self.size.into(), 2, 25)?;
        if self.time > Self::LONGEST {
            let most = Self::LONGEST.as_secs();
            return Err(LoadError::Bounds {
                name: "seconds",
                value: self.time.as_secs(),
                least: 0,
                most,
            });
        }
        if self.lines.is_empty() { Err(LoadError::NoLines(1)) } else { Ok(()) }
    }
}
