//! Texts of boards, points and games.

use board::{Board, BoardSize, Color, Coordinates, Move, PointSet};
use gtp::{color_word, format_move};

use crate::cmd::gtp::game::Game;

/// What GoGui's menu offers: kind of answer, name, command.
pub(super) const ANALYZE_COMMANDS: &str = "\
dboard/Ownership/shoutan-ownership
gfx/Policy/shoutan-policy
string/Score/final_score
plist/Dead Stones/final_status_list dead
plist/Stones in Seki/final_status_list seki
plist/Black Territory/final_status_list black_territory
plist/White Territory/final_status_list white_territory
plist/Legal Moves/all_legal %m
string/Rules/kata-get-rules
hstring/Network Output/kata-raw-nn all
string/Network/kata-get-models
string/Settings/kata-get-params";

pub(super) fn vertices(points: PointSet, size: BoardSize, between: &str) -> String {
    let words: Vec<String> = points.iter().map(|p| Coordinates::Gtp.format(p, size)).collect();
    words.join(between)
}

/// Stones, one line for each chain.
pub(super) fn chains(board: &Board, stones: PointSet) -> String {
    let mut lines = Vec::new();
    for color in Color::BOTH {
        for chain in board.chains(color).filter(|chain| chain.intersects(&stones)) {
            lines.push(vertices(chain, board.size(), " "));
        }
    }
    lines.join("\n")
}

/// The rows with blanks between the points, `X` black, `O` white.
pub(super) fn gogui_board(board: &Board) -> String {
    let rows = board.to_rows();
    let spaced = rows.iter().map(|row| {
        let points: Vec<String> = row.chars().map(String::from).collect();
        points.join(" ")
    });
    format!("\n{}", spaced.collect::<Vec<_>>().join("\n"))
}

/// The moves so far, one a line.
pub(super) fn moves(game: &Game) -> String {
    let line = |(color, mv)| format!("{} {}", color_word(color), format_move(mv, game.size()));
    game.moves().map(line).collect::<Vec<_>>().join("\n")
}

/// The board with its coordinates and what is known of the game.
pub(super) fn show(game: &Game) -> String {
    let state = game.state();
    let size = game.size();
    let letters: Vec<String> =
        (1..=size.columns()).map(|column| Coordinates::Gtp.column_label(column)).collect();
    let letters = format!("   {}", letters.join(" "));
    let mut lines = vec![String::new(), letters.clone()];
    for (row, stones) in (1..=size.rows()).zip(state.board().to_rows()) {
        let label = Coordinates::Gtp.row_label(row, size);
        let stones: Vec<String> = stones.chars().map(String::from).collect();
        lines.push(format!("{label:>2} {} {label}", stones.join(" ")));
    }
    lines.push(letters);
    let prisoners = state.prisoners();
    let to_move = color_word(state.position().to_move);
    lines.push(format!("{to_move} to move; rules {}; komi {}", state.ruleset().id, state.komi()));
    lines.push(format!("prisoners: black {}, white {}", prisoners.black, prisoners.white));
    if let Some((_, last)) = game.moves().next_back() {
        let text = match last {
            Move::Pass => "pass".to_owned(),
            Move::Play(point) => Coordinates::Gtp.format(point, size),
        };
        lines.push(format!("last move: {text}"));
    }
    lines.join("\n")
}
