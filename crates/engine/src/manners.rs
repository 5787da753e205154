//! When the engine passes, and what it clears away when the other side disputes dead stones.

use board::{Color, Move, PointSet};
use rules::life::Options;
use rules::{Event, GameState, Removal, Scoring};
use search::{Limits, Rollouts, Search};

use crate::analysis::{Analysis, for_color};
use crate::status::Status;

/// Visits that look at the game after a pass.
const PASS_VISITS: u32 = 400;

/// How hard a board is looked at before each pass: less than for a final count.
fn glance(seed: u64) -> Options {
    Options { playouts: 200, reading: 500, seed, ..Options::default() }
}

/// Points that passing may cost, against the best move: less than half a point is noise.
const POINTS_LOST: f32 = 0.4;

/// Win probability that passing may cost.
const VALUE_LOST: f32 = 0.02;

/// Whether the side to move passes: because it wins at once, or because nothing is left to gain.
pub(crate) fn should_pass(
    search: &mut Search<Rollouts>,
    game: &GameState,
    analysis: &Analysis,
    seed: u64,
) -> bool {
    let best_is_pass = analysis.moves.first().is_some_and(|entry| entry.mv == Move::Pass);
    let only_pass = analysis.moves.len() == 1;
    if only_pass {
        return true;
    }
    let area = game.size().area();
    let open = open_points(game, analysis);
    if !best_is_pass && open > area / 6 + 4 {
        return false;
    }
    let mover = analysis.to_move;
    let all_alive = game.ruleset().end.removal == Removal::AllAlive;
    if all_alive || is_disputed(game) {
        // What stands will be counted: the search has seen what passing leads to.
        return best_is_pass && clean_up(game, analysis, seed).is_none();
    }
    let status = Status::of(game, &glance(seed));
    if game.consecutive_passes() > 0 && status.is_settled() && status.wins(mover) {
        return true;
    }
    if best_is_pass && area <= 25 {
        return true;
    }
    costs_nothing(search, game, analysis)
}

/// Whether passing is as good as the best move, for those who then go on.
fn costs_nothing(search: &mut Search<Rollouts>, game: &GameState, analysis: &Analysis) -> bool {
    let mover = analysis.to_move;
    let Some(best) = analysis.moves.first() else { return true };
    let mut after = game.clone();
    if after.play(Move::Pass).is_err() || after.to_move().is_none() {
        // The pass would end play; the count then decided already.
        return best.mv == Move::Pass;
    }
    // A copy: the tree of the game itself is kept for the next move.
    let mut search = search.clone();
    search.clear();
    let passed = search.run(&after, &Limits::visits(PASS_VISITS));
    let sign = if mover == Color::Black { 1.0 } else { -1.0 };
    let lead_lost = sign * (best.lead - passed.lead);
    let value_lost = for_color(best.win_rate, mover) - for_color(passed.value, mover);
    lead_lost < POINTS_LOST && value_lost < VALUE_LOST
}

/// Points of which it isn't known whose they will be.
fn open_points(game: &GameState, analysis: &Analysis) -> usize {
    game.size().points().filter(|&point| analysis.ownership[point].abs() < 0.8).count()
}

/// Whether play went on after it had stopped, so that dead stones must be taken off by playing.
fn is_disputed(game: &GameState) -> bool {
    game.line().any(|event| matches!(event, Event::Dispute { .. } | Event::Resume { .. }))
}

/// Where to play so as to take dead stones off that will otherwise be counted: their liberties. `None` when that isn't
/// called for, or when there are none.
pub(crate) fn clean_up(game: &GameState, analysis: &Analysis, seed: u64) -> Option<PointSet> {
    let counts_all = game.ruleset().end.removal == Removal::AllAlive || is_disputed(game);
    if !counts_all || game.ruleset().scoring == Scoring::Territory {
        return None;
    }
    if open_points(game, analysis) > game.size().area() / 8 + 2 {
        return None;
    }
    let status = Status::of(game, &glance(seed));
    let board = game.board();
    let theirs = status.dead & board.stones(analysis.to_move.opponent());
    let mut beside = PointSet::EMPTY;
    for stone in &theirs {
        beside |= board.liberties(stone);
    }
    let safe = |point: &board::Point| {
        if game.check_play(*point).is_err() {
            return false;
        }
        let mut after = board.clone();
        let played = after.play(analysis.to_move, *point);
        played.is_ok_and(|played| played.captured_count() > 0) || after.has_liberties(*point, 2)
    };
    let candidates: PointSet = beside.iter().filter(safe).collect();
    (!candidates.is_empty()).then_some(candidates)
}
