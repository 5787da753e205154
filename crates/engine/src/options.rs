use std::time::Duration;

use board::{Color, Move};

use crate::overrides::Overrides;
use crate::time::Budget;

/// What an analysis is asked for. The default asks for what [`crate::Engine::genmove`] needs and nothing more.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// What it may cost.
    pub budget: Budget,
    /// How often the search reports while it runs; `None` for the end alone.
    pub report_every: Option<Duration>,
    /// When it reports for the first time; `None` as `report_every`.
    pub first_report: Option<Duration>,
    /// Whose each point will be.
    pub ownership: bool,
    /// How far the search disagrees about that.
    pub ownership_stdev: bool,
    /// Whose each point will be after each move.
    pub moves_ownership: bool,
    /// How far the search disagrees about that.
    pub moves_ownership_stdev: bool,
    /// The visits along each line.
    pub pv_visits: bool,
    /// The policy of the network at the root.
    pub policy: bool,
    /// Moves in a line at most.
    pub longest_line: usize,
    /// Moves that are not looked at.
    pub restrictions: Vec<Restriction>,
    /// Numbers of the search for this question alone.
    pub overrides: Overrides,
    /// Whose moves to expect, such as `rank_5k` or `proyear_1980`, of networks that know people
    /// ([`crate::Net::knows_people`]).
    pub human_profile: Option<String>,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            budget: Budget::LEVEL,
            report_every: None,
            first_report: None,
            ownership: true,
            ownership_stdev: false,
            moves_ownership: false,
            moves_ownership_stdev: false,
            pv_visits: false,
            policy: false,
            longest_line: 16,
            restrictions: Vec::new(),
            overrides: Overrides::default(),
            human_profile: None,
        }
    }
}

impl AnalysisOptions {
    /// The default with a budget.
    pub fn within(budget: Budget) -> AnalysisOptions {
        AnalysisOptions { budget, ..AnalysisOptions::default() }
    }
}

/// Moves that a side may not make, or the only ones it may make, down to a depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// Whose moves.
    pub color: Color,
    /// Which; passes may be among them.
    pub moves: Vec<Move>,
    /// Whether these are the only ones; otherwise they are those not to be made.
    pub only: bool,
    /// For how many moves from the position asked about, both sides' counted; 1 for the next alone. Rollouts know 1
    /// alone.
    pub depth: u32,
}

impl Restriction {
    /// Whether a side may make a move at the root.
    pub(crate) fn allows(&self, color: Color, mv: Move) -> bool {
        self.color != color || self.depth == 0 || self.moves.contains(&mv) == self.only
    }
}

/// What a single evaluation of the network is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawOptions {
    /// The symmetry, 0 to 7; `None` for the average of all.
    pub symmetry: Option<u8>,
    /// How much the policy for those who must catch up is used, 0 to 1.
    pub policy_optimism: f32,
    /// How many doublings of playouts the side to move is thought to have more than the other.
    pub playout_doubling_advantage: f32,
    /// Whether the moves before the position are hidden.
    pub ignore_history: bool,
    /// Whose moves to expect, as in [`AnalysisOptions`].
    pub human_profile: Option<String>,
}
