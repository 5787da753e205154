//! Exit codes.

use std::process::ExitCode;

/// How a command ended; of several the worst counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Exit {
    /// 0: all is well.
    #[default]
    Fine,
    /// 1: the answer is negative (a result differs, a move is illegal).
    Negative,
    /// 2: it could not be done.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
