//! Rates: who may do how much, enforced here and not by clients.

use std::net::IpAddr;
use std::num::NonZeroU32;

use api::{Code, UserId};
use governor::clock::DefaultClock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use crate::config::Limits;
use crate::error::Error;

type Keyed<K> = RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, NoOpMiddleware>;

/// A rate for one connection.
pub(crate) type Single = RateLimiter<NotKeyed, InMemoryState, DefaultClock, NoOpMiddleware>;

/// All keyed rates.
#[derive(Debug)]
pub(crate) struct Limiters {
    requests: Keyed<IpAddr>,
    guests: Keyed<IpAddr>,
    logins: Keyed<IpAddr>,
    judgements: Keyed<IpAddr>,
    chat: Keyed<UserId>,
    creations: Keyed<UserId>,
    readings: Keyed<UserId>,
}

fn at_least_one(rate: u32) -> NonZeroU32 {
    NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN)
}

/// So many a minute, and as many at once as one minute has.
fn per_minute(rate: u32) -> Quota {
    Quota::per_minute(at_least_one(rate))
}

/// So many a second, twice as many at once.
pub(crate) fn per_second(rate: u32) -> Quota {
    Quota::per_second(at_least_one(rate)).allow_burst(at_least_one(rate.saturating_mul(2)))
}

impl Limiters {
    /// Limiters with these rates.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            requests: RateLimiter::keyed(per_minute(limits.requests)),
            guests: RateLimiter::keyed(per_minute(limits.guests)),
            logins: RateLimiter::keyed(per_minute(limits.logins)),
            judgements: RateLimiter::keyed(per_minute(limits.judgements)),
            chat: RateLimiter::keyed(per_minute(limits.chat)),
            creations: RateLimiter::keyed(per_minute(limits.creations)),
            readings: RateLimiter::keyed(per_minute(limits.creations.saturating_mul(4))),
        }
    }

    /// Counts a request.
    pub(crate) fn request(&self, from: IpAddr) -> Result<(), Error> {
        check(self.requests.check_key(&from).is_ok(), "request")
    }

    /// Counts a new guest.
    pub(crate) fn guest(&self, from: IpAddr) -> Result<(), Error> {
        check(self.guests.check_key(&from).is_ok(), "guest")
    }

    /// Counts a log-in or a registration.
    pub(crate) fn login(&self, from: IpAddr) -> Result<(), Error> {
        check(self.logins.check_key(&from).is_ok(), "login")
    }

    /// Counts a judgement.
    pub(crate) fn judgement(&self, from: IpAddr) -> Result<(), Error> {
        check(self.judgements.check_key(&from).is_ok(), "judgement")
    }

    /// Counts a line of chat.
    pub(crate) fn chat(&self, by: UserId) -> Result<(), Error> {
        check(self.chat.check_key(&by).is_ok(), "chat")
    }

    /// Counts a new game.
    pub(crate) fn creation(&self, by: UserId) -> Result<(), Error> {
        check(self.creations.check_key(&by).is_ok(), "game")
    }

    /// Counts a record that is read or drawn: work for the server, but nothing stays.
    pub(crate) fn reading(&self, by: UserId) -> Result<(), Error> {
        check(self.readings.check_key(&by).is_ok(), "reading")
    }

    /// Forgets who has done nothing for a while.
    pub(crate) fn tidy(&self) {
        self.requests.retain_recent();
        self.guests.retain_recent();
        self.logins.retain_recent();
        self.judgements.retain_recent();
        self.chat.retain_recent();
        self.creations.retain_recent();
        self.readings.retain_recent();
    }
}

fn check(within: bool, what: &'static str) -> Result<(), Error> {
    if within {
        return Ok(());
    }
    metrics::counter!("shoutan_limited_total", "what" => what).increment(1);
    Err(Code::TooFast.into())
}
