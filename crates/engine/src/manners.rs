//! When the engine passes, and what it clears away when the other side disputes dead stones.

use board::{Move, PointSet};
use rules::life::Options;
use rules::{Event, GameState, Phase, Removal, Scoring};
use search::Limits;
use search::rollout::{Params, PlayoutParams, Rollouts, Search};

use crate::analysis::{Analysis, for_color, signed};
use crate::net::Net;
use crate::options::RawOptions;
use crate::status::Status;

/// Visits of the search over playouts that looks at the game after a pass.
const PASS_VISITS: u32 = 400;

/// How hard a board is looked at before each pass: less than for a final count.
fn glance(seed: u64) -> Options {
    Options { playouts: 200, reading: 500, seed, ..Options::default() }
}

/// Points that passing may cost, against the best move: less than half a point is noise.
const POINTS_LOST: f32 = 0.4;

/// Points below which a gain is none when all is decided: what can be gained is whole points.
const REAL_GAIN: f32 = 0.9;

/// Win probability that passing may cost.
const VALUE_LOST: f32 = 0.02;

/// What the game looks like after a pass, from Black's view.
#[derive(Clone, Copy, Debug)]
struct Passed {
    win_rate: f32,
    lead: f32,
}

impl Passed {
    /// As the network sees it, without any search.
    fn by_net(net: &Net, after: &GameState) -> Passed {
        let seen = net.raw(after, &RawOptions::default(), None);
        Passed { win_rate: seen.win + 0.5 * seen.no_result, lead: seen.lead }
    }

    /// As a short search over playouts sees it. The tree is another: that of the game itself is kept for the next move.
    fn by_rollouts(after: &GameState, seed: u64) -> Passed {
        let rollouts = Rollouts::new(PlayoutParams::default(), seed);
        let mut search = Search::new(rollouts, Params::for_rollouts());
        let found = search.run(after, &Limits::visits(PASS_VISITS));
        Passed { win_rate: found.value, lead: found.lead }
    }
}

/// Whether the side to move passes: because it wins at once, or because nothing is left to gain.
pub(crate) fn should_pass(
    game: &GameState,
    analysis: &Analysis,
    net: Option<&Net>,
    seed: u64,
) -> bool {
    let best_is_pass = analysis.best() == Move::Pass;
    if !analysis.moves.iter().any(|entry| entry.mv == Move::Pass) {
        return false;
    }
    let only_pass = analysis.moves.len() == 1;
    if only_pass {
        return true;
    }
    let area = game.size().area();
    let open = open_points(game, analysis);
    if !best_is_pass && open > area / 6 + 4 {
        return false;
    }
    let status = Status::with(game, &glance(seed));
    if leaves_much(game, &status) {
        return false;
    }
    if counts_all(game) {
        // Dead stones that stay will be counted: off with them first.
        return clean_up(game, analysis, seed).is_none()
            && (best_is_pass || costs_nothing(game, analysis, net, seed));
    }
    if game.consecutive_passes() > 0 && status.is_settled() && status.wins(analysis.to_move) {
        return true;
    }
    if game.ruleset().scoring != Scoring::Territory && !dame(game, &status).is_empty() {
        return false;
    }
    if best_is_pass && area <= 25 {
        return true;
    }
    net.is_some_and(|net| is_over(game, analysis, &status, net, seed))
        || costs_nothing(game, analysis, net, seed)
}

/// Whether much of the board is open, so that nobody passes: small networks sometimes want to give a game up so.
pub(crate) fn is_open(game: &GameState, seed: u64) -> bool {
    leaves_much(game, &Status::with(game, &glance(seed)))
}

/// Whether a pass would leave more than a quarter of the board to the other side. On the smallest boards that may be right.
fn leaves_much(game: &GameState, status: &Status) -> bool {
    let area = game.size().area();
    area > 25 && 4 * status.contested.len() > area
}

/// Whether all is decided, by the static analyser and by the network's ownership alike, and going on is of no use: the side
/// to move has won, or it has lost and would have even if its best move were worth what it seems to be, or that move seems to
/// gain less over the count than a point or than the network is off the count. Small networks are several points off.
fn is_over(game: &GameState, analysis: &Analysis, status: &Status, net: &Net, seed: u64) -> bool {
    let (Some(raw), Some(best)) = (&analysis.raw, analysis.moves.first()) else { return false };
    if !status.is_settled() {
        return false;
    }
    let seen = Status::by_net(game, net, &glance(seed));
    if !seen.is_settled() || seen.dead != status.dead {
        return false;
    }
    let mover = analysis.to_move;
    let Some(count) = &seen.count else { return false };
    #[expect(clippy::cast_possible_truncation, reason = "points fit well")]
    let margin = count.margin.to_f64() as f32;
    let doubt = (raw.lead - margin).abs();
    seen.wins(mover)
        || signed(best.lead, mover) < -REAL_GAIN
        || signed(best.lead - margin, mover) < REAL_GAIN.max(doubt)
}

/// Neutral points that count for whoever takes them, to be taken when nothing better is left; `None` while something is, or
/// where they don't count.
pub(crate) fn last_points(game: &GameState, analysis: &Analysis, seed: u64) -> Option<PointSet> {
    let area = game.size().area();
    let counts = game.ruleset().scoring != Scoring::Territory;
    if !counts || open_points(game, analysis) > area / 6 + 4 {
        return None;
    }
    let points = dame(game, &Status::with(game, &glance(seed)));
    let nothing_better = match analysis.best() {
        Move::Pass => true,
        Move::Play(point) => points.contains(point),
    };
    (nothing_better && !points.is_empty()).then_some(points)
}

/// Neutral points that can be taken safely: no liberties of a seki, and the stone cannot be taken.
fn dame(game: &GameState, status: &Status) -> PointSet {
    let Some(mover) = game.to_move() else { return PointSet::EMPTY };
    let board = game.board();
    let points = (status.neutral & board.empty()) - status.seki.neighbours();
    let is_safe = |point: &board::Point| {
        let mut after = board.clone();
        game.check_play(*point).is_ok()
            && after.play(mover, *point).is_ok()
            && after.has_liberties(*point, 2)
    };
    points.iter().filter(is_safe).collect()
}

/// Whether passing is as good as the best move, for those who then go on or count.
fn costs_nothing(game: &GameState, analysis: &Analysis, net: Option<&Net>, seed: u64) -> bool {
    let mover = analysis.to_move;
    let Some(best) = analysis.moves.first() else { return true };
    let mut after = game.clone();
    if after.play(Move::Pass).is_err() {
        return false;
    }
    if after.to_move().is_none() {
        // The pass ends play.
        let count = match after.phase() {
            Phase::Done => after.count().ok(),
            _ => Status::with(&after, &glance(seed)).count,
        };
        #[expect(clippy::cast_possible_truncation, reason = "points fit well")]
        let lost = |margin: f64| signed(best.lead - margin as f32, mover);
        return count.is_some_and(|count| lost(count.margin.to_f64()) < POINTS_LOST);
    }
    let passed = match net {
        Some(net) => Passed::by_net(net, &after),
        None => Passed::by_rollouts(&after, seed),
    };
    let lead_lost = signed(best.lead - passed.lead, mover);
    let value_lost = for_color(best.win_rate, mover) - for_color(passed.win_rate, mover);
    lead_lost < POINTS_LOST && value_lost < VALUE_LOST
}

/// Points of which it isn't known whose they will be.
fn open_points(game: &GameState, analysis: &Analysis) -> usize {
    let Some(ownership) = &analysis.ownership else { return game.size().area() };
    game.size().points().filter(|&point| ownership[point].abs() < 0.8).count()
}

/// Whether every stone left on the board will be counted as alive: by the rules, or because dead stones are disputed
/// where taking them off costs nothing.
fn counts_all(game: &GameState) -> bool {
    let ruleset = game.ruleset();
    let disputed = is_disputed(game) && ruleset.scoring != Scoring::Territory;
    ruleset.end.removal == Removal::AllAlive || disputed
}

/// Whether play went on after it had stopped, so that dead stones must be taken off by playing.
fn is_disputed(game: &GameState) -> bool {
    game.line().any(|event| matches!(event, Event::Dispute { .. } | Event::Resume { .. }))
}

/// Where to play so as to take dead stones off that will otherwise be counted: their liberties. `None` when that isn't
/// called for, or when there are none.
pub(crate) fn clean_up(game: &GameState, analysis: &Analysis, seed: u64) -> Option<PointSet> {
    if !counts_all(game) {
        return None;
    }
    if open_points(game, analysis) > game.size().area() / 8 + 2 {
        return None;
    }
    let status = Status::with(game, &glance(seed));
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
