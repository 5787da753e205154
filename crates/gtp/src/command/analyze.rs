//! Options of the commands that report while they search.

use std::time::Duration;

use board::{Color, Move};

use super::CommandError;
use super::arguments::Arguments;
use crate::value::parse_color;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `lz-analyze`: Leela Zero's, whole numbers from 0 to 10000.
    LeelaZero,
    /// `kata-analyze`: KataGo's.
    Kata,
    /// `analyze`: KataGo's with a decimal point in every number, as Sabaki wants it.
    Sabaki,
}

/// Moves that a side may not try, or the only ones that it may, for the first plies of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// Whose moves.
    pub color: Color,
    /// The moves.
    pub moves: Vec<Move>,
    /// Holds for moves earlier than this ply, from 1.
    pub until_depth: u32,
    /// Whether these are the only moves allowed, instead of those forbidden.
    pub is_allow: bool,
}

/// What a report is to hold, and how often it comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalyzeOptions {
    /// Time between two reports; without it only one comes at the end of a search, and none of an endless analysis.
    pub interval: Option<Duration>,
    /// Report at least so many moves, tried or not.
    pub min_moves: u32,
    /// Report at most so many moves.
    pub max_moves: u32,
    /// Forbidden and allowed moves.
    pub restrictions: Vec<Restriction>,
    /// Whose each point will be.
    pub ownership: bool,
    /// How much the search disagrees about it.
    pub ownership_stdev: bool,
    /// The same after each move.
    pub moves_ownership: bool,
    /// The same after each move.
    pub moves_ownership_stdev: bool,
    /// Visits of each position in a line.
    pub pv_visits: bool,
    /// Visits of each move in a line.
    pub pv_edge_visits: bool,
    /// Values of the position itself.
    pub root_info: bool,
    /// Probability of no result.
    pub no_result: bool,
}

impl Default for AnalyzeOptions {
    fn default() -> AnalyzeOptions {
        AnalyzeOptions {
            interval: None,
            min_moves: 0,
            max_moves: u32::MAX,
            restrictions: Vec::new(),
            ownership: false,
            ownership_stdev: false,
            moves_ownership: false,
            moves_ownership_stdev: false,
            pv_visits: false,
            pv_edge_visits: false,
            root_info: false,
            no_result: false,
        }
    }
}

/// Hundredths of a second, whole or broken, up to a day.
fn interval(word: &str) -> Option<Duration> {
    let hundredths: f64 = word.parse().ok()?;
    let fine = (0.0..=8_640_000.0).contains(&hundredths);
    fine.then(|| Duration::from_secs_f64(hundredths / 100.0))
}

/// Reads `[COLOUR] [INTERVAL] KEY VALUE …`.
pub(super) fn options(
    mut arguments: Arguments<'_>,
) -> Result<(Option<Color>, AnalyzeOptions), CommandError> {
    let color = arguments.optional(parse_color);
    let mut options =
        AnalyzeOptions { interval: arguments.optional(interval), ..AnalyzeOptions::default() };
    while !arguments.is_empty() {
        let key = arguments.word("an option")?;
        one_option(&mut options, &key, &mut arguments)?;
    }
    Ok((color, options))
}

fn one_option(
    options: &mut AnalyzeOptions,
    key: &str,
    arguments: &mut Arguments<'_>,
) -> Result<(), CommandError> {
    match key {
        "interval" => {
            options.interval =
                Some(arguments.next("a number of hundredths of a second", interval)?);
        }
        "minmoves" => options.min_moves = arguments.number("a number of moves")?,
        "maxmoves" => options.max_moves = arguments.number("a number of moves")?,
        "avoid" | "allow" => {
            let restriction = Restriction {
                is_allow: key == "allow",
                color: arguments.color()?,
                moves: arguments.moves()?,
                until_depth: arguments
                    .next("a depth of 1 or more", |word| word.parse().ok().filter(|n| *n > 0))?,
            };
            options.restrictions.push(restriction);
        }
        "ownership" => options.ownership = arguments.flag()?,
        "ownershipStdev" => options.ownership_stdev = arguments.flag()?,
        "movesOwnership" => options.moves_ownership = arguments.flag()?,
        "movesOwnershipStdev" => options.moves_ownership_stdev = arguments.flag()?,
        "pvVisits" => options.pv_visits = arguments.flag()?,
        "pvEdgeVisits" => options.pv_edge_visits = arguments.flag()?,
        "rootInfo" => options.root_info = arguments.flag()?,
        "noResultValue" => options.no_result = arguments.flag()?,
        _ => {
            let needs = "an option of analysis";
            return Err(CommandError::Argument { argument: key.to_owned(), needs });
        }
    }
    Ok(())
}
