//! One file per subcommand.

pub(crate) mod bench;
pub(crate) mod convert;
pub(crate) mod rules;
pub(crate) mod welcome;
