//! What one client saw of a game: a number for each event, to be compared with what others saw.

use std::hash::{DefaultHasher, Hash, Hasher};

use api::{EventFrame, Seq};

/// The number that stands for everything an event says: place, time, captures, clocks.
pub(crate) fn fingerprint(frame: &EventFrame) -> u64 {
    let mut hasher = DefaultHasher::new();
    // The wire types are plain data; serialising them cannot fail.
    serde_json::to_string(frame).unwrap_or_default().hash(&mut hasher);
    // Zero stands for an event that was not seen.
    hasher.finish().max(1)
}

/// How an event fits what was seen before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    /// The next.
    Next,
    /// Seen before, and the same.
    Again,
    /// Seen before, and not the same.
    Changed,
    /// Events between are missing.
    Gap,
}

/// The events a client saw.
#[derive(Debug, Default)]
pub(crate) struct Log {
    seen: Vec<u64>,
}

impl Log {
    /// The last event's number.
    pub(crate) fn last(&self) -> Seq {
        Seq(u32::try_from(self.seen.len()).unwrap_or(u32::MAX))
    }

    /// Events that were really seen.
    pub(crate) fn count(&self) -> usize {
        self.seen.iter().filter(|&&number| number != 0).count()
    }

    /// Notes an event.
    pub(crate) fn note(&mut self, frame: &EventFrame) -> Fit {
        let number = fingerprint(frame);
        let index = usize::try_from(frame.seq.0).unwrap_or(usize::MAX).wrapping_sub(1);
        let next = self.seen.len();
        match self.seen.get_mut(index) {
            Some(old) if *old == 0 || *old == number => {
                *old = number;
                Fit::Again
            }
            Some(_) => Fit::Changed,
            None if index == next => {
                self.seen.push(number);
                Fit::Next
            }
            None => Fit::Gap,
        }
    }

    /// A snapshot stands for the events up to this one.
    pub(crate) fn skip_to(&mut self, seq: Seq) {
        let length = usize::try_from(seq.0).unwrap_or(usize::MAX).min(1 << 20);
        if length > self.seen.len() {
            self.seen.resize(length, 0);
        }
    }

    /// The first event that differs from the true ones, or that they do not have.
    pub(crate) fn differs(&self, truth: &[u64]) -> Option<Seq> {
        let differs = |(index, seen): (usize, &u64)| *seen != 0 && truth.get(index) != Some(seen);
        let index = self.seen.iter().enumerate().position(differs)?;
        Some(Seq(u32::try_from(index + 1).unwrap_or(u32::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(seq: u32, at: u64) -> EventFrame {
        let side = r#"{"main":null,"left":null}"#;
        let text = format!(
            r#"{{"game":"2a","seq":{seq},"at":{at},"d":{{"move":{{"by":"black","at":"Q16"}}}},"prisoners":{{"black":0,"white":0}},
            "clock":{{"now":1,"black":{side},"white":{side},"running":null,"deadline":null,"paused":null}},
            "phase":"play","to_move":"white"}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn changes_and_gaps_are_found() {
        let mut log = Log::default();
        log.skip_to(Seq(2));
        assert_eq!(log.note(&frame(3, 1)), Fit::Next);
        assert_eq!(log.note(&frame(3, 1)), Fit::Again);
        assert_eq!(log.note(&frame(3, 2)), Fit::Changed);
        assert_eq!(log.note(&frame(5, 1)), Fit::Gap);
        assert_eq!(log.note(&frame(1, 1)), Fit::Again);
        assert_eq!((log.last(), log.count()), (Seq(3), 2));
        let truth: Vec<u64> = (1..=3).map(|seq| fingerprint(&frame(seq, 1))).collect();
        assert_eq!(log.differs(&truth), None);
        assert_eq!(log.differs(&truth[..2]), Some(Seq(3)));
        assert_eq!(log.differs(&[1, 1, 1]), Some(Seq(1)));
    }
}
