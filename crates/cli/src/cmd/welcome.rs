//! `shoutan` without arguments: the help and one worked example.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::Manner;
use crate::exit::Exit;
use crate::lang::tr;
use crate::trouble::Trouble;

/// A short game made for this.
const EXAMPLE: &[u8] = include_bytes!("../../../../testdata/cli/example.sgf");

const TITLE: Style = AnsiColor::Green.on_default().bold();

/// Prints the help and judges the example.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(manner: Manner) -> io::Result<Exit> {
    let lang = manner.lang;
    let help = crate::args::definition(lang).render_help();
    let mut out = anstream::stdout();
    writeln!(out, "{}", help.ansi())?;
    let head = tr!(lang, "例：shoutan judge example.sgf", "an example: shoutan judge example.sgf");
    writeln!(out, "{TITLE}{head}{TITLE:#}\n")?;
    match super::judge::example("example.sgf", EXAMPLE, lang) {
        Ok(text) => {
            write!(out, "{text}")?;
            Ok(Exit::Fine)
        }
        Err(trouble) => {
            let trouble: Trouble = trouble;
            crate::complain(&trouble, lang)?;
            Ok(Exit::Failed)
        }
    }
}
