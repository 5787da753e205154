//! The search over a network, with evaluators that know nothing, or a little.

mod endings;
mod network;
mod promises;
mod roots;
mod tactics;

use board::{Board, BoardSize, Color, Coordinates, Move};
use nn::Evaluation;
use rules::{GameState, Ruleset, Score, Start};
use search::net::{Evaluator, Params, Request, Scripted, Search, Uniform};

/// Parameters under which a finished game counts and nothing is drawn at random but the orientation.
fn plain() -> Params {
    Params {
        conservative_pass: false,
        passing_hacks: false,
        ending_bonus: 0.0,
        ..Params::for_play()
    }
}

fn uniform(params: Params) -> Search<Uniform> {
    Search::new(Uniform, params)
}

fn empty(ruleset: &str, columns: u32, rows: u32) -> GameState {
    let size = BoardSize::new(columns, rows).expect("a legal size");
    GameState::new(Start::even(Ruleset::find(ruleset).expect("a ruleset"), size))
}

/// A game from a diagram; komi in half points.
fn position(ruleset: &str, rows: &[&str], to_move: Color, komi: i32) -> GameState {
    let board = Board::from_rows(rows).expect("a legal board");
    let start = Start::on(Ruleset::find(ruleset).expect("a ruleset"), board, 0);
    GameState::new(Start { to_move, komi: Score::half_points(komi), ..start })
}

fn at(game: &GameState, text: &str) -> Move {
    Move::Play(Coordinates::Gtp.parse(text, game.size()).expect("a point"))
}

/// Judges by stones and surrounded points as they stand: a poor network, but one that sees a capture.
fn counter() -> impl Evaluator {
    Scripted(|request: &Request<'_>, answer: &mut Evaluation| {
        let game = request.game;
        let area = game.area();
        let komi = game.white_points().to_f64() as f32;
        let lead = area.black.len() as f32 - area.white.len() as f32 - komi;
        answer.win = 1.0 / (1.0 + (-0.5 * lead).exp());
        answer.loss = 1.0 - answer.win;
        (answer.lead, answer.score_mean, answer.score_stdev) = (lead, lead, 4.0);
        for (owner, point) in answer.ownership.iter_mut().zip(game.size().points()) {
            *owner = f32::from(area.black.contains(point)) - f32::from(area.white.contains(point));
        }
    })
}

/// The same, whose first ideas are the liberties of chains in atari, and of the opponent's that have two.
fn reader() -> impl Evaluator {
    let counter = counter();
    Scripted(move |request: &Request<'_>, answer: &mut Evaluation| {
        counter.evaluate(std::slice::from_ref(request), std::slice::from_mut(answer));
        let (board, mover) = (request.game.board(), request.game.to_move());
        for (prior, point) in answer.policy.iter_mut().zip(board.size().points()) {
            for near in board.size().neighbours(point) {
                *prior *= match board.get(near) {
                    Some(_) if !board.has_liberties(near, 2) => 20.0,
                    Some(color) if color != mover && !board.has_liberties(near, 3) => 6.0,
                    _ => 1.0,
                };
            }
        }
        let sum: f32 = answer.policy.iter().filter(|&&prior| prior > 0.0).sum();
        answer.policy.iter_mut().filter(|prior| **prior > 0.0).for_each(|prior| *prior /= sum);
    })
}
