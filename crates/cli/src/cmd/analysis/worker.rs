//! A thread that takes positions from the desk, thinks and answers.

use board::Move;
use engine::{Analysis, AnalysisOptions, Engine, EngineError};
use gtp::{QueryError, Response, no_results};
use rules::GameState;

use super::desk::{Asked, Desk, Task};
use crate::report::{report, restriction};

/// Works until no more positions will come.
pub(super) fn work(desk: &Desk, mut engine: Engine) {
    let mut cleared = 0;
    while let Some(task) = desk.take() {
        let state = task.asked.game.at(task.turn);
        // Every position is searched from nothing, so that answers do not depend on what was asked before.
        engine.forget();
        if desk.clears() != cleared {
            cleared = desk.clears();
            engine.clear();
        }
        let answer = one(desk, &mut engine, &task, &state);
        desk.done(&task);
        desk.say(&answer);
        if desk.has_failed() {
            desk.give_up();
        }
    }
}

/// The last answer for a position; those on the way are said at once.
fn one(desk: &Desk, engine: &mut Engine, task: &Task, state: &GameState) -> String {
    let asked = &task.asked;
    let id = asked.query.id.as_str();
    if task.stop.is_stopped() {
        return no_results(id, task.turn);
    }
    let options = options(asked);
    let mut tell = |analysis: &Analysis| desk.say(&line(asked, task.turn, state, analysis, true));
    match engine.analyse(state, &options, &mut tell, &task.stop) {
        Ok(analysis) if analysis.visits == 0 => no_results(id, task.turn),
        Ok(analysis) => line(asked, task.turn, state, &analysis, false),
        Err(error) => {
            let message = error.to_string();
            let field = match error {
                EngineError::Profile(_) => Some("overrideSettings"),
                _ => None,
            };
            QueryError { id: Some(id.to_owned()), field, message }.answer()
        }
    }
}

fn options(asked: &Asked) -> AnalysisOptions {
    let (query, settings) = (&asked.query, &asked.settings);
    let include = query.include;
    AnalysisOptions {
        report_every: query.report_every,
        first_report: query.first_report_after.filter(|_| query.report_every.is_some()),
        ownership: include.ownership,
        ownership_stdev: include.ownership_stdev,
        moves_ownership: include.moves_ownership,
        moves_ownership_stdev: include.moves_ownership_stdev,
        pv_visits: include.line_visits,
        policy: include.policy,
        longest_line: match query.line_length {
            Some(length) => usize::try_from(length).unwrap_or(usize::MAX).saturating_add(1),
            None => settings.longest_line(),
        },
        restrictions: query.restrictions.iter().map(restriction).collect(),
        overrides: settings.overrides.clone(),
        human_profile: settings.human_profile(),
        ..AnalysisOptions::default()
    }
}

fn line(
    asked: &Asked,
    turn: u32,
    state: &GameState,
    analysis: &Analysis,
    is_during_search: bool,
) -> String {
    let size = state.size();
    let policy = match (&analysis.policy, asked.query.include.policy) {
        (Some(policy), true) => policy.clone(),
        (None, true) => policy_of_moves(analysis, state),
        (_, false) => Vec::new(),
    };
    Response {
        id: &asked.query.id,
        turn,
        is_during_search,
        include: asked.query.include,
        perspective: asked.settings.perspective.unwrap_or_default(),
        report: &report(analysis, size),
        policy: &policy,
        human_policy: analysis.human_policy.as_deref().unwrap_or_default(),
    }
    .line()
}

/// Without a network: how likely each legal move seemed before the search.
fn policy_of_moves(analysis: &Analysis, state: &GameState) -> Vec<f32> {
    let size = state.size();
    let prior = |mv: Move| analysis.of_move(mv).map_or(0.0, |entry| entry.prior);
    let legal = state.legal_plays();
    let sum: f32 = analysis.moves.iter().map(|entry| entry.prior).sum();
    let share = |prior: f32| if sum > 0.0 { prior / sum } else { 0.0 };
    let points = size.points().map(|point| match legal.contains(point) {
        true => share(prior(Move::Play(point))),
        false => -1.0,
    });
    points.chain([share(prior(Move::Pass))]).collect()
}
