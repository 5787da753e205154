//! [`Now`]: the server's clock, read once per message.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clock::Millis;

/// The time in milliseconds since 1970: the wall clock when the server started, and from there the monotonic clock, so that
/// a wall clock that is set back or forth changes no game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Now {
    start: Instant,
    wall: Millis,
    speed: u32,
}

impl Now {
    /// A clock that starts at the wall clock's time and runs `speed` times as fast.
    pub(crate) fn start(speed: u32) -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let wall = Millis::new(u64::try_from(wall.as_millis()).unwrap_or(u64::MAX));
        Self { start: Instant::now(), wall, speed: speed.max(1) }
    }

    /// The time.
    pub(crate) fn now(&self) -> Millis {
        let passed =
            u64::try_from((self.start.elapsed() * self.speed).as_millis()).unwrap_or(u64::MAX);
        self.wall.plus(Millis::new(passed))
    }

    /// When the server started.
    pub(crate) fn started(&self) -> Millis {
        self.wall
    }

    /// The moment at which a timer must wake so that `now()` has reached `at`.
    pub(crate) fn instant(&self, at: Millis) -> Instant {
        // A year ahead is as good as never.
        let ahead = Duration::from_millis(at.minus(self.wall).get().min(31_536_000_000));
        // A moment late rather than early: the timer must not wake before its time has come.
        self.start + (ahead + Duration::from_millis(u64::from(self.speed) - 1)) / self.speed
    }
}
