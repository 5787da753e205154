//! A count with everything it is made of, and the same end under every ruleset.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Message;
use crate::game::{Color, ProposedGroup, Stones, TwoSides};

/// A record to count.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgeRequest {
    /// The file's name; its ending helps to tell the format.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// The record as text; at most 256 KB.
    #[serde(default)]
    #[schema(max_length = 262144)]
    pub text: Option<String>,
    /// The file's bytes in base 64, for records in old charsets.
    #[serde(default)]
    #[schema(max_length = 349528)]
    pub base64: Option<String>,
    /// Which game of a file with several, from 0; the first without it.
    #[serde(default)]
    pub game: Option<u32>,
    /// Count the position after this many moves of the main line; its end without it.
    #[serde(default, rename = "move")]
    pub move_number: Option<u32>,
    /// Dead stones, one or more of each chain; without it the record's marks, else the analyser's proposal.
    #[serde(default)]
    #[schema(max_items = 625)]
    pub dead: Option<Vec<String>>,
    /// Points of chains or eyes in seki; only together with `dead`.
    #[serde(default)]
    #[schema(max_items = 625)]
    pub seki: Vec<String>,
    /// The ruleset, whatever the record says.
    #[serde(default)]
    #[schema(max_length = 400)]
    pub ruleset: Option<String>,
    /// Show the count by this ruleset instead of the record's own.
    #[serde(default)]
    #[schema(max_length = 400)]
    pub show: Option<String>,
    /// Komi in points such as `6.5`, or in 子 such as `3.75子`, whatever the record says.
    #[serde(default)]
    #[schema(max_length = 20)]
    pub komi: Option<String>,
}

/// A finished position counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Judgement {
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// The players' names; may be empty.
    pub players: TwoSides<String>,
    /// Moves made, passes included.
    pub moves: u32,
    /// Handicap stones.
    pub handicap: u32,
    /// The stones, dead ones included.
    pub stones: Stones,
    /// Stones each side took in play.
    pub prisoners: TwoSides<u32>,
    /// What is dead and in seki.
    pub marks: JudgedMarks,
    /// Whether this count is how the game ended; otherwise it ended in another way, or has not ended.
    pub decided: bool,
    /// The result as in SGF, if there is one.
    pub result: Option<String>,
    /// The result in words, if it could be read.
    pub result_text: Option<Message>,
    /// The first illegal move of a record: what comes after it is not on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Message>,
    /// The count by the game's own ruleset, or the one asked for.
    pub count: JudgedCount,
    /// The same by every ruleset, the game's own first.
    pub lab: Vec<LabRow>,
}

/// What is taken off, and who says so.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JudgedMarks {
    /// `players`, `given` with the request, `record`, `analysis` or `nobody`.
    pub from: String,
    /// Dead stones.
    pub dead: Vec<String>,
    /// Stones of chains in seki.
    pub seki: Vec<String>,
    /// Chains whose life the analyser leaves open.
    pub unsettled: Vec<Vec<String>>,
    /// Empty points that may still go to either side.
    pub contested: Vec<String>,
    /// What the analyser found of each chain, with the reason; empty where it was not asked.
    pub groups: Vec<ProposedGroup>,
}

/// A count by one ruleset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct JudgedCount {
    /// The ruleset.
    pub rules: CountedBy,
    /// The figures.
    pub terms: CountTerms,
    /// Whose every point is.
    pub owners: JudgedOwners,
    /// The working in words.
    pub lines: Vec<JudgedLine>,
}

/// What a ruleset counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CountedBy {
    /// The ruleset's id.
    pub id: String,
    /// Its name.
    pub name: Message,
    /// `area`, `territory` or `stones`.
    pub scoring: String,
    /// `zi`, `point` or `lu`.
    pub unit: String,
    /// Whether points between both sides are halved; otherwise they are nobody's.
    pub halves: bool,
    /// Whether every stone on the board counts as alive.
    pub all_alive: bool,
}

/// Every figure of a count. Amounts are exact halves or quarters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CountTerms {
    /// Both sides.
    pub sides: TwoSides<SideTerms>,
    /// Points between both sides, or reached by none.
    pub neutral: u32,
    /// Half the board (归本数), or half of what is counted, in 子.
    pub base: f64,
    /// What each side must exceed, in 子.
    pub threshold: TwoSides<f64>,
    /// Komi in points for White.
    pub komi: f64,
    /// White's extra points for passing first.
    pub extra_komi: f64,
    /// White's points for the handicap stones.
    pub compensation: f64,
    /// Black minus White in points, everything included.
    pub margin: f64,
    /// Who wins.
    pub winner: Option<Color>,
    /// Who wins equal counts, where the rules say.
    pub tie: Option<Color>,
    /// The result as in SGF.
    pub result: String,
    /// The result in the ruleset's unit.
    pub text: Message,
}

/// One side's figures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SideTerms {
    /// Living stones.
    pub stones: u32,
    /// Empty points that only this side surrounds, those of dead stones included.
    pub surrounded: u32,
    /// Of these, eyes in seki that don't count.
    pub seki_eyes: u32,
    /// Of these, points that don't count because they must still be filled.
    pub unfilled: u32,
    /// Living stones and surrounded points that count.
    pub area: u32,
    /// Surrounded points that count as territory.
    pub territory: u32,
    /// Stones taken in play.
    pub prisoners: u32,
    /// Opponent's dead stones taken off.
    pub dead_taken: u32,
    /// Stones received for the opponent's passes.
    pub pass_stones: u32,
    /// Living groups, where they are taxed.
    pub groups: u32,
    /// Points the group tax takes.
    pub tax: u32,
    /// Points of the button.
    pub button: f64,
    /// Points received because the opponent was penalised.
    pub penalty_gain: f64,
    /// What the side has on the board and in prisoners, its half of shared points included.
    pub count: f64,
    /// The figure to compare, in the ruleset's unit.
    pub total: f64,
}

/// Whose every point is once dead stones are off.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JudgedOwners {
    /// Black's living stones and points.
    pub black: Vec<String>,
    /// White's living stones and points.
    pub white: Vec<String>,
    /// Points between both sides, or reached by none.
    pub neutral: Vec<String>,
    /// Chains in seki and the points they surround.
    pub seki: Vec<String>,
    /// Eyes in seki that are not counted.
    pub uncounted: Vec<String>,
    /// Surrounded points that are not counted because they must still be filled.
    pub unfilled: Vec<String>,
}

/// A line of the working.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JudgedLine {
    /// What it is about, such as `komi`.
    pub kind: String,
    /// The line.
    pub text: Message,
}

/// The game under one ruleset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabRow {
    /// The ruleset.
    pub rules: CountedBy,
    /// Whether it is the game's own.
    pub own: bool,
    /// Why it cannot be counted: a move of the game is illegal under these rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Message>,
    /// The figures, where it can be.
    pub terms: Option<CountTerms>,
    /// Where it parts from the game's own ruleset.
    pub differences: Vec<LabDifference>,
    /// The differences in one sentence.
    pub why: Message,
}

/// One thing that makes a difference.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabDifference {
    /// `komi`, `first_pass`, `compensation`, `group_tax`, `seki_eyes`, `unfilled`, `pass_stones`, `button`, `penalties`
    /// or `board`.
    pub term: String,
    /// Its name.
    pub name: Message,
    /// How many points more Black has by it.
    pub points: f64,
    /// The points of the board that make it.
    pub at: Vec<String>,
}
