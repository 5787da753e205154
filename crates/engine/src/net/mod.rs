//! Networks as the engine holds them: weights, memory for evaluations, and what they say of a game.

mod evaluate;
mod mind;

use std::sync::Arc;

use board::BoardSize;
use nn::{NetInfo, NetworkError, NetworkOptions};

pub(crate) use evaluate::{Showing, Thinker};
pub(crate) use mind::NetMind;

/// A network in memory, ready to think with. Cloning is cheap; clones share the weights.
#[derive(Clone, Debug)]
pub struct Net(Arc<nn::Net>);

impl Net {
    pub(crate) fn load(bytes: &[u8]) -> Result<Net, NetworkError> {
        nn::Net::load(bytes, &NetworkOptions::default()).map(|net| Net(Arc::new(net)))
    }

    /// What is known of its file: name, version, checksum, size.
    pub fn info(&self) -> &NetInfo {
        self.0.info()
    }

    /// Its name, as written in the file.
    pub fn name(&self) -> &str {
        &self.info().name
    }

    /// The instruction set that it is computed with.
    pub fn kernels(&self) -> String {
        self.0.kernels().to_string()
    }

    /// Whether it knows how people of a rank or a time play ([`crate::AnalysisOptions::human_profile`]).
    pub fn knows_people(&self) -> bool {
        self.0.info().imitates_people
    }

    /// Whether it knows boards of this size: up to 19 lines.
    pub fn knows_size(&self, size: BoardSize) -> bool {
        size.columns().max(size.rows()) <= nn::MAX_LINES
    }
}

impl PartialEq for Net {
    /// Whether it is the same network in memory.
    fn eq(&self, other: &Net) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
