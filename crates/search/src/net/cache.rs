//! Evaluations kept beside the tree, so that a position met again in another search costs nothing.

use std::sync::{Arc, Mutex, PoisonError};

use nn::Evaluation;

/// Parts with a lock of their own.
const SHARDS: usize = 64;

/// Bytes that an evaluation of a 19×19 board takes: policy, ownership, the rest.
const ENTRY: usize = (362 + 361) * 4 + 160;

type Slot = Option<(u128, Arc<Evaluation>)>;

/// A table of evaluations by key. Each key has one place; what comes later takes it. Never more than the bytes given.
#[derive(Debug)]
pub(crate) struct Cache {
    shards: Vec<Mutex<Vec<Slot>>>,
    slots: usize,
}

impl Cache {
    /// A cache of at most this many bytes; none when that is too few.
    pub(crate) fn new(bytes: usize) -> Cache {
        let slots = bytes / SHARDS / (ENTRY + size_of::<Slot>());
        let shards = (0..if slots == 0 { 0 } else { SHARDS }).map(|_| Mutex::new(Vec::new()));
        Cache { shards: shards.collect(), slots }
    }

    #[expect(clippy::cast_possible_truncation, reason = "any bits of the key do")]
    fn place(&self, key: u128) -> Option<(&Mutex<Vec<Slot>>, usize)> {
        let shard = self.shards.get((key >> 64) as usize % SHARDS)?;
        Some((shard, (key >> 72) as usize % self.slots))
    }

    /// The evaluation with this key.
    pub(crate) fn get(&self, key: u128) -> Option<Arc<Evaluation>> {
        let (shard, slot) = self.place(key)?;
        let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let (found, evaluation) = shard.get(slot)?.as_ref()?;
        (*found == key).then(|| Arc::clone(evaluation))
    }

    /// Keeps an evaluation.
    pub(crate) fn put(&self, key: u128, evaluation: &Arc<Evaluation>) {
        let Some((shard, slot)) = self.place(key) else { return };
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if shard.is_empty() {
            // Memory comes with the first use of a part.
            shard.resize(self.slots, None);
        }
        if let Some(place) = shard.get_mut(slot) {
            *place = Some((key, Arc::clone(evaluation)));
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for shard in &self.shards {
            shard.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::moves::mix;

    fn evaluation(win: f32) -> Arc<Evaluation> {
        Arc::new(Evaluation {
            win,
            loss: 1.0 - win,
            no_result: 0.0,
            score_mean: 0.0,
            score_stdev: 0.0,
            lead: 0.0,
            variance_time: None,
            win_loss_error: None,
            score_error: None,
            policy: Vec::new(),
            ownership: Vec::new(),
        })
    }

    #[test]
    fn what_was_put_is_found_and_no_more_is_kept_than_fits() {
        let cache = Cache::new(1 << 20);
        let keys: Vec<u128> = (0..5000).map(|n| mix(n, 1)).collect();
        for (n, &key) in keys.iter().enumerate() {
            cache.put(key, &evaluation(n as f32));
            assert_eq!(cache.get(key).map(|e| e.win), Some(n as f32));
        }
        let kept = keys.iter().filter(|&&key| cache.get(key).is_some()).count();
        assert!(kept > 200 && kept * ENTRY <= 1 << 20, "{kept}");
        cache.clear();
        assert!(keys.iter().all(|&key| cache.get(key).is_none()));
    }

    #[test]
    fn no_memory_means_no_cache() {
        let cache = Cache::new(0);
        cache.put(7, &evaluation(0.5));
        assert!(cache.get(7).is_none());
    }
}
