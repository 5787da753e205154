//! `shoutan` without arguments: the help and one worked example.

use std::io::{self, Write};

use crate::Manner;
use crate::exit::Exit;

/// A short game made for this.
pub(crate) const EXAMPLE: &[u8] = include_bytes!("../../../../testdata/cli/example.sgf");

/// Prints the help.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(manner: Manner) -> io::Result<Exit> {
    let help = crate::args::definition(manner.lang).render_help();
    let mut out = anstream::stdout();
    writeln!(out, "{}", help.ansi())?;
    Ok(Exit::Fine)
}
