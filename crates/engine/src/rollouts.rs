//! Thinking without a network: the tree search over playouts, as the engine asks for it.

use std::time::{Duration, Instant};

use board::{Color, PointMap};
use rules::GameState;
use search::rollout::{Params, PlayoutParams, Rollouts, Search};
use search::{Limits, StopToken};

use crate::analysis::{Analysis, MoveAnalysis};
use crate::hash;
use crate::options::AnalysisOptions;
use crate::task::{Task, now};

/// Width of the confidence interval of win rates, in standard deviations.
const DEVIATIONS: f32 = 2.0;

/// The search over playouts, with its tree.
#[derive(Debug)]
pub(crate) struct RolloutMind {
    search: Search<Rollouts>,
}

impl RolloutMind {
    pub(crate) fn new(max_nodes: u32, seed: u64) -> RolloutMind {
        let rollouts = Rollouts::new(PlayoutParams::default(), seed);
        let params = Params { max_nodes, ..Params::for_rollouts() };
        RolloutMind { search: Search::new(rollouts, params) }
    }

    /// Searches until the task is done, reporting on the way.
    pub(crate) fn run(
        &mut self,
        game: &GameState,
        mover: Color,
        task: &Task<'_>,
        on_report: &mut dyn FnMut(&Analysis),
        stop: &StopToken,
    ) -> Analysis {
        let options = task.options;
        let mut visits = task.visits;
        let mut gathered: Option<search::Analysis> = None;
        if let Some(playouts) = task.playouts {
            let first = self.search.run(game, &Limits { stop: stop.clone(), ..Limits::visits(1) });
            visits = visits.min(first.visits.saturating_add(playouts.saturating_sub(1)));
            gathered = Some(first);
        }
        let mut wait = options.first_report.or(options.report_every);
        loop {
            let slice_end = wait.and_then(|wait: Duration| now().checked_add(wait));
            let deadline = earlier(slice_end, task.deadline);
            // Within a slice the search would think its end is that of all and stop early.
            let early_stop = task.early_stop && wait.is_none();
            let limits =
                Limits { deadline, early_stop, stop: stop.clone(), ..Limits::visits(visits) };
            let is_over = gathered.as_ref().is_some_and(|so_far| so_far.visits >= visits);
            let slice = if is_over { None } else { Some(self.search.run(game, &limits)) };
            let so_far = match (gathered.take(), slice) {
                (Some(before), Some(slice)) => join(game, before, slice),
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => continue,
            };
            let is_over = so_far.visits >= visits
                || stop.is_stopped()
                || task.deadline.is_some_and(|deadline| now() >= deadline)
                || wait.is_none();
            if is_over {
                return translate(so_far, game, mover, options, false);
            }
            on_report(&translate(so_far.clone(), game, mover, options, true));
            gathered = Some(so_far);
            wait = options.report_every;
        }
    }
}

fn earlier(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Two slices of one search: the later one knows the tree, ownership and new visits are of both.
fn join(
    game: &GameState,
    before: search::Analysis,
    mut slice: search::Analysis,
) -> search::Analysis {
    let [old, new] = [before.new_visits, slice.new_visits].map(|visits| visits.max(1) as f32);
    for point in game.size().points() {
        let sum = before.ownership[point] * old + slice.ownership[point] * new;
        slice.ownership[point] = sum / (old + new);
    }
    slice.new_visits += before.new_visits;
    slice
}

fn translate(
    found: search::Analysis,
    game: &GameState,
    mover: Color,
    options: &AnalysisOptions,
    is_during_search: bool,
) -> Analysis {
    let allowed = |entry: &search::MoveAnalysis| {
        options.restrictions.iter().all(|restriction| restriction.allows(mover, entry.mv))
    };
    let moves = found.moves.into_iter().filter(allowed).zip(0..);
    let moves = moves.map(|(entry, order)| {
        let lcb = bound(entry.value, entry.visits, mover);
        let mut line = entry.line;
        line.truncate(options.longest_line.max(1));
        MoveAnalysis {
            mv: entry.mv,
            order,
            visits: entry.visits,
            edge_visits: entry.visits,
            weight: entry.visits as f32,
            win_rate: entry.value,
            utility: utility(entry.value),
            lead: entry.lead,
            score_mean: entry.lead,
            score_stdev: None,
            no_result: 0.0,
            prior: entry.prior,
            human_prior: None,
            lcb,
            utility_lcb: utility(lcb),
            play_value: None,
            symmetry_of: None,
            line_visits: None,
            line_edge_visits: None,
            line,
            ownership: None,
            ownership_stdev: None,
        }
    });
    let moves = moves.collect();
    let wanted: Option<PointMap<f32>> = options.ownership.then_some(found.ownership);
    Analysis {
        to_move: mover,
        move_number: game.move_number(),
        is_during_search,
        visits: found.visits,
        new_visits: found.new_visits,
        weight: found.visits as f32,
        win_rate: found.value,
        utility: utility(found.value),
        lead: found.lead,
        score_mean: found.lead,
        score_stdev: None,
        no_result: 0.0,
        raw: None,
        hash: hash::of_game(game),
        symmetric_hash: hash::symmetric(game),
        ownership: wanted,
        ownership_stdev: None,
        policy: None,
        human_policy: None,
        moves,
    }
}

fn utility(win_rate: f32) -> f32 {
    2.0 * win_rate - 1.0
}

/// The end of a win rate's interval that is bad for the mover: the normal approximation with one win and one loss added,
/// so that few visits are not sure of anything.
fn bound(win_rate: f32, visits: u32, mover: Color) -> f32 {
    let visits = visits as f32 + 2.0;
    let mean = (win_rate * (visits - 2.0) + 1.0) / visits;
    let spread = DEVIATIONS * (mean * (1.0 - mean) / visits).sqrt();
    match mover {
        Color::Black => (mean - spread).max(0.0),
        Color::White => (mean + spread).min(1.0),
    }
}
