//! Records: files opened, imported, listed, edited and drawn.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::game::Color;
use crate::{Message, RecordId};

/// A record to read or to import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRecord {
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
}

/// A repair or remark about a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Repair {
    /// Its code.
    pub code: String,
    /// `note`, `warning` or `error`.
    pub severity: String,
    /// In words.
    pub text: Message,
    /// The line of the file, from 1.
    pub line: u32,
}

/// A record that was imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Imported {
    /// The record.
    pub id: RecordId,
    /// Its version, for saving it edited.
    pub version: String,
    /// The repairs.
    pub repairs: Vec<Repair>,
}

/// What a record says about its game, read as what it means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordInfo {
    /// Black's name; may be empty.
    pub black: String,
    /// White's name; may be empty.
    pub white: String,
    /// The result as in SGF, if stated.
    pub result: Option<String>,
    /// Who wins by the record, if one side does.
    pub winner: Option<Color>,
    /// The ruleset's id, where the record names one that is known.
    pub ruleset: Option<String>,
    /// Komi in points, servers' notations resolved.
    pub komi: Option<String>,
    /// When it was played, as the record says.
    pub played: Option<String>,
}

/// One property of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordProperty {
    /// Its name in capital letters.
    pub name: String,
    /// Its values as they stand in SGF, with the escapes, so that they can be written again as they are.
    pub values: Vec<String>,
}

/// One node of a game tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordNode {
    /// The number of the node before it; none for the first.
    pub parent: Option<u32>,
    /// The properties in the order written.
    pub properties: Vec<RecordProperty>,
}

/// The first illegal move of the main line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct IllegalMove {
    /// The number of its node.
    pub node: u32,
    /// Its number among the moves, from 1.
    pub number: u32,
    /// `occupied`, `suicide`, `ko`, `off_board` and so on.
    pub code: String,
    /// Which move and why.
    pub text: Message,
}

/// A whole game tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordTree {
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// Moves of the main line.
    pub moves: u32,
    /// What the record says about the game.
    pub info: RecordInfo,
    /// The first illegal move of the main line.
    pub illegal: Option<IllegalMove>,
    /// The nodes in the order of the file: each before those after it, the main line first.
    pub nodes: Vec<RecordNode>,
}

/// One game of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameInFile {
    /// Its number, from 0.
    pub number: u32,
    /// Black's name; may be empty.
    pub black: String,
    /// White's name; may be empty.
    pub white: String,
    /// The game's or the event's name.
    pub title: Option<String>,
    /// The result as in SGF, if stated.
    pub result: Option<String>,
    /// When it was played, as the record says.
    pub played: Option<String>,
    /// Moves of the main line.
    pub moves: u32,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpenedFile {
    /// `SGF`, `GIB`, `NGF` or `UGF`.
    pub format: String,
    /// How the bytes of the game's texts spell characters, by the WHATWG's name.
    pub charset: String,
    /// The games of the file, at most 500.
    pub games: Vec<GameInFile>,
    /// How many games were found in all.
    pub games_found: u32,
    /// The game that was asked for.
    pub tree: RecordTree,
    /// The repairs, at most 200.
    pub repairs: Vec<Repair>,
}

/// A record of the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordView {
    /// The record.
    pub id: RecordId,
    /// The file's name.
    pub name: String,
    /// The record as SGF.
    pub sgf: String,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The result as in SGF, if stated.
    pub result: Option<String>,
    /// Moves of the main line.
    pub moves: u32,
    /// The first illegal move and why, if there is one.
    pub illegal: Option<Message>,
    /// The repairs that the imported file needed.
    pub repairs: Vec<Repair>,
    /// Who wins by the record, if one side does.
    pub winner: Option<Color>,
    /// The game tree.
    pub tree: RecordTree,
    /// Changes with every change of the record; send it when saving.
    pub version: String,
    /// Whether it is the asker's own, to be saved under the same address.
    pub mine: bool,
    /// When it was imported, in milliseconds since 1970.
    pub created: u64,
}

/// An own record, edited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveRecord {
    /// The record as SGF; at most 256 KB.
    #[schema(max_length = 262144)]
    pub sgf: String,
    /// The version that was edited.
    #[schema(max_length = 40)]
    pub version: String,
}

/// A record that was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Saved {
    /// The version it has now.
    pub version: String,
}

/// A record in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ListedRecord {
    /// The record.
    pub id: RecordId,
    /// The file's name.
    pub name: String,
    /// Black's name; may be empty.
    pub black: String,
    /// White's name; may be empty.
    pub white: String,
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// The ruleset's id, where the record says.
    pub ruleset: Option<String>,
    /// The result as in SGF, where the record says.
    pub result: Option<String>,
    /// When it was played, as the record says.
    pub played: Option<String>,
    /// Moves of the main line.
    pub moves: u32,
    /// When it was imported, in milliseconds since 1970.
    pub created: u64,
    /// Whether it is the asker's own.
    pub mine: bool,
    /// The last position, row by row from the top: `X` black, `O` white, `.` empty; when `stones` was asked for.
    pub stones: Option<String>,
}

/// A page of records, the newest import first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordPage {
    /// The records.
    pub records: Vec<ListedRecord>,
    /// Send it as `cursor` for the next page; none on the last.
    pub next: Option<String>,
}

/// What to look for. All conditions must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// Part of a player's name.
    #[serde(default)]
    #[param(max_length = 60)]
    pub player: Option<String>,
    /// Part of the file's name or of what the record says about its game at its beginning.
    #[serde(default)]
    #[param(max_length = 60)]
    pub text: Option<String>,
    /// A ruleset's id.
    #[serde(default)]
    #[param(max_length = 400)]
    pub ruleset: Option<String>,
    /// The beginning of the result, such as `B+` or `W+R`.
    #[serde(default)]
    #[param(max_length = 20)]
    pub result: Option<String>,
    /// Columns.
    #[serde(default)]
    #[param(minimum = 1, maximum = 25)]
    pub cols: Option<u8>,
    /// Rows.
    #[serde(default)]
    #[param(minimum = 1, maximum = 25)]
    pub rows: Option<u8>,
    /// Played on this day or later: `1963`, `1963-08` or `1963-08-04`.
    #[serde(default)]
    #[param(max_length = 10)]
    pub from: Option<String>,
    /// Played on this day or earlier.
    #[serde(default)]
    #[param(max_length = 10)]
    pub to: Option<String>,
    /// Only one's own.
    #[serde(default)]
    pub mine: bool,
    /// With the last positions.
    #[serde(default)]
    pub stones: bool,
    /// `next` of the page before.
    #[serde(default)]
    #[param(max_length = 60)]
    pub cursor: Option<String>,
    /// Records a page, 1 to 100; 30 without it.
    #[serde(default)]
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// Coordinates on a diagram.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiagramCoordinates {
    /// None.
    #[default]
    None,
    /// `Q16`.
    A1,
    /// `16-4`.
    #[serde(rename = "11")]
    Numeric,
    /// `16．四路`.
    Zh,
    /// `pd`.
    Sgf,
}

/// The look of a diagram.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiagramTheme {
    /// Wood.
    Wood,
    /// Wood on a dark page.
    WoodDark,
    /// Slate.
    Slate,
    /// Slate on a dark page.
    SlateDark,
    /// Ink on paper.
    Ink,
    /// Ink on a dark page.
    InkDark,
    /// Black and white.
    #[default]
    Print,
}

/// A picture of a position or of some moves of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagramRequest {
    /// The record as SGF; at most 256 KB.
    #[schema(max_length = 262144)]
    pub sgf: String,
    /// The number of the node whose position is shown; the end of the main line without it.
    #[serde(default)]
    pub node: Option<u32>,
    /// The moves from this number to the node's are drawn with their numbers on the position before them.
    #[serde(default)]
    pub from: Option<u32>,
    /// The number that the first numbered move carries; its own without it.
    #[serde(default)]
    pub first: Option<u32>,
    /// Coordinates.
    #[serde(default)]
    pub coordinates: DiagramCoordinates,
    /// The look.
    #[serde(default)]
    pub theme: DiagramTheme,
    /// Pixels between two lines, 12 to 96; 32 without it.
    #[serde(default)]
    #[schema(minimum = 12, maximum = 96)]
    pub cell: Option<u32>,
    /// Only a part of the board: two opposite corners, such as `K10:T19`.
    #[serde(default)]
    #[schema(max_length = 20)]
    pub part: Option<String>,
    /// The language of the lines beneath: `zh` or `en`.
    #[serde(default)]
    #[schema(max_length = 10)]
    pub lang: Option<String>,
}
