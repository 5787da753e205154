//! Lists: games and seeks.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::GameId;
use crate::game::{ColorChoice, GameState, PlayerView, TwoSides};

/// A game in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ListedGame {
    /// The game.
    pub id: GameId,
    /// The players.
    pub players: TwoSides<PlayerView>,
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// The ruleset's id.
    pub ruleset: String,
    /// The state.
    pub state: GameState,
    /// The result as in SGF, once it is over.
    pub result: Option<String>,
    /// Moves played.
    pub moves: u32,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When something last happened.
    pub updated: u64,
    /// The last position of a finished game, row by row from the top: `X` black, `O` white, `.` empty; when `stones` was
    /// asked for.
    pub stones: Option<String>,
}

/// A page of games, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GamePage {
    /// The games.
    pub games: Vec<ListedGame>,
    /// Send it as `cursor` for the next page; none on the last.
    pub next: Option<String>,
}

/// What to look for. All conditions must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// `live` or `done`; both without it.
    #[serde(default)]
    #[param(inline)]
    pub state: Option<GameState>,
    /// Part of a player's name.
    #[serde(default)]
    #[param(max_length = 60)]
    pub player: Option<String>,
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
    #[param(minimum = 2, maximum = 25)]
    pub cols: Option<u8>,
    /// Rows.
    #[serde(default)]
    #[param(minimum = 2, maximum = 25)]
    pub rows: Option<u8>,
    /// Made at this time or later, in milliseconds since 1970.
    #[serde(default)]
    #[param(maximum = 9007199254740991_u64)]
    pub from: Option<u64>,
    /// Made before this time.
    #[serde(default)]
    #[param(maximum = 9007199254740991_u64)]
    pub to: Option<u64>,
    /// Only games that the asker plays or made.
    #[serde(default)]
    pub mine: bool,
    /// With the last positions of finished games.
    #[serde(default)]
    pub stones: bool,
    /// `next` of the page before.
    #[serde(default)]
    #[param(max_length = 60)]
    pub cursor: Option<String>,
    /// Games a page, 1 to 100; 30 without it.
    #[serde(default)]
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// Someone waits for an opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Seek {
    /// The game; joining it takes the seek.
    pub id: GameId,
    /// Who waits.
    pub name: String,
    /// The colour they want.
    pub color: ColorChoice,
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// The ruleset's id.
    pub ruleset: String,
    /// Komi in points.
    pub komi: String,
    /// Handicap stones.
    pub handicap: u32,
    /// Black's time control, as text.
    pub time: String,
    /// White's, where it differs.
    pub time_white: Option<String>,
    /// Whether it is to count for ratings.
    pub rated: bool,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
}
