//! One file per subcommand.

pub(crate) mod admin;
pub(crate) mod analysis;
pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod gtp;
pub(crate) mod judge;
pub(crate) mod label;
pub(crate) mod load;
pub(crate) mod r#match;
pub(crate) mod net;
pub(crate) mod position;
pub(crate) mod positions;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod show;
