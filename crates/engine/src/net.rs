use thiserror::Error;

/// A network in memory, ready to think with. Cloning is cheap; clones share weights and the cache of what was evaluated.
#[derive(Clone, Debug)]
pub struct Net {
    never: std::convert::Infallible,
}

/// Why a file is no network that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// This engine has no kernels to run a network with.
    #[error("networks cannot be used by this build")]
    NoKernels,
}

impl Net {
    /// Its name, as written in the file.
    pub fn name(&self) -> &str {
        match self.never {}
    }

    /// Whether it knows how people of a rank or a time play ([`crate::AnalysisOptions::human_profile`]).
    pub fn knows_people(&self) -> bool {
        match self.never {}
    }
}

impl PartialEq for Net {
    fn eq(&self, _: &Net) -> bool {
        match self.never {}
    }
}
