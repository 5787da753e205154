//! What a game remembers: the log of its events and the situations it has been in. Both share their older parts between
//! clones, so that a search may clone a game at every node.

use std::sync::Arc;

use crate::event::Event;

/// An event with its place on the line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logged {
    pub(crate) event: Event,
    /// How much of the log was in force before this event: the event number it follows on (0: the start). An undo follows
    /// on an older event than the one logged before it.
    pub(crate) follows: u32,
    /// Whether it was a sealed move that proved illegal.
    pub(crate) void: bool,
}

const CHUNK: usize = 64;

/// All events in order; number `n` (from 1) is the state after the n-th.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    full: Vec<Arc<Vec<Logged>>>,
    recent: Vec<Logged>,
}

impl Log {
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.full.len() * CHUNK + self.recent.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn push(&mut self, logged: Logged) {
        self.recent.push(logged);
        if self.recent.len() == CHUNK {
            self.full.push(Arc::new(std::mem::take(&mut self.recent)));
        }
    }

    /// Event number `number`, counted from 1.
    pub(crate) fn get(&self, number: u32) -> Option<&Logged> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        match self.full.get(index / CHUNK) {
            Some(chunk) => chunk.get(index % CHUNK),
            None => self.recent.get(index - self.full.len() * CHUNK),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Logged> {
        self.full.iter().flat_map(|chunk| chunk.iter()).chain(&self.recent)
    }

    /// The numbers of the events in force at `head`, oldest first, back to the one where `stop` says so (which is not
    /// among them) or else the first.
    pub(crate) fn line(&self, head: u32, stop: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut numbers = Vec::new();
        let mut at = head;
        while let Some(logged) = self.get(at).filter(|_| !stop(at)) {
            numbers.push(at);
            // `follows` is always smaller than the number itself, so this ends.
            at = logged.follows;
        }
        numbers.reverse();
        numbers
    }
}

/// A situation: a key made of its hash, and the event number after which it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    key: u64,
    at: u32,
}

/// The situations of a line of play, found by key.
///
/// The latest thousand or so stand as they came, which is all that ordinary games need and costs nothing to keep. Older
/// ones stand in sorted runs whose lengths at least halve from run to run, so that a lookup in a very long game stays
/// cheap. A clone copies a handful of pointers and the last few situations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    runs: Vec<Arc<Vec<Mark>>>,
    chunks: Vec<Arc<Vec<Mark>>>,
    recent: Vec<Mark>,
}

/// Unsorted chunks that are sorted together.
const CHUNKS_IN_RUN: usize = 16;

impl Seen {
    pub(crate) fn clear(&mut self) {
        *self = Seen::default();
    }

    pub(crate) fn push(&mut self, key: u64, at: u32) {
        self.recent.push(Mark { key, at });
        if self.recent.len() < CHUNK {
            return;
        }
        self.chunks.push(Arc::new(std::mem::take(&mut self.recent)));
        if self.chunks.len() == CHUNKS_IN_RUN {
            self.sort_chunks();
        }
    }

    fn sort_chunks(&mut self) {
        let mut run: Vec<Mark> = self.chunks.drain(..).flat_map(|chunk| chunk.to_vec()).collect();
        while let Some(last) = self.runs.pop_if(|last| last.len() <= run.len()) {
            run.extend_from_slice(&last);
        }
        run.sort_unstable();
        self.runs.push(Arc::new(run));
    }

    /// Event numbers before `before` that have this key, the latest first.
    pub(crate) fn find(&self, key: u64, before: u32) -> Vec<u32> {
        let late = self.chunks.iter().flat_map(|chunk| chunk.iter()).chain(&self.recent);
        let mut found: Vec<u32> = late.filter(|m| m.key == key).map(|m| m.at).collect();
        for run in &self.runs {
            let from = run.partition_point(|m| m.key < key);
            found.extend(run[from..].iter().take_while(|m| m.key == key).map(|m| m.at));
        }
        found.retain(|&at| at < before);
        found.sort_unstable_by(|a, b| b.cmp(a));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn situations_are_found_whatever_run_they_are_in() {
        let mut seen = Seen::default();
        for at in 0..10_000 {
            seen.push(u64::from(at % 2500).wrapping_mul(0x9e37_79b9_7f4a_7c15), at);
        }
        for at in 0..2500 {
            let key = u64::from(at).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let all: Vec<u32> = (0..4).rev().map(|i| at + 2500 * i).collect();
            assert_eq!(seen.find(key, 10_000), all);
            assert_eq!(seen.find(key, 5000 + at), [2500 + at, at]);
        }
        assert_eq!(seen.find(1, 10_000), []);
        assert!(seen.runs.windows(2).all(|w| w[0].len() > w[1].len()));
    }

    #[test]
    fn the_log_is_numbered_from_one_and_follows_undone_lines() {
        let mut log = Log::default();
        let event = || Event::Resign { by: board::Color::Black };
        for n in 0..200 {
            log.push(Logged { event: event(), follows: n, void: false });
        }
        log.push(Logged { event: event(), follows: 3, void: false });
        assert_eq!(log.len(), 201);
        assert!(log.get(0).is_none() && log.get(202).is_none());
        assert_eq!(log.line(201, |_| false), [1, 2, 3, 201]);
        assert_eq!(log.line(130, |_| false).len(), 130);
        assert_eq!(log.line(130, |n| n == 127), [128, 129, 130]);
        assert_eq!(log.iter().count(), 201);
    }
}
