//! Analyses of the engine as the protocols report them. Both are in Black's view.

use board::{BoardSize, PointMap};
use engine::{Analysis, MoveAnalysis, RawRoot, Restriction};
use gtp::{MoveReport, RawValues, Report, RootReport, Values};

/// An analysis as a report.
pub(crate) fn report(analysis: &Analysis, size: BoardSize) -> Report {
    let root = RootReport {
        visits: analysis.visits.into(),
        values: Values {
            win_rate: analysis.win_rate,
            no_result: analysis.no_result,
            utility: analysis.utility,
            lead: analysis.lead,
            score_mean: analysis.score_mean,
            score_stdev: analysis.score_stdev.unwrap_or(0.0),
            weight: analysis.weight,
        },
        raw: analysis.raw.as_ref().map(raw),
        human: None,
        hash: analysis.hash,
        symmetric_hash: analysis.symmetric_hash,
    };
    Report {
        to_move: analysis.to_move,
        size,
        moves: analysis.moves.iter().map(|entry| of_move(entry, size)).collect(),
        root,
        ownership: rows(analysis.ownership.as_ref(), size),
        ownership_stdev: rows(analysis.ownership_stdev.as_ref(), size),
    }
}

fn of_move(entry: &MoveAnalysis, size: BoardSize) -> MoveReport {
    let visits = |visits: &Option<Vec<u32>>| {
        visits.iter().flatten().map(|&visits| u64::from(visits)).collect()
    };
    MoveReport {
        mv: entry.mv,
        visits: entry.visits.into(),
        edge_visits: entry.edge_visits.into(),
        values: Values {
            win_rate: entry.win_rate,
            no_result: entry.no_result,
            utility: entry.utility,
            lead: entry.lead,
            score_mean: entry.score_mean,
            score_stdev: entry.score_stdev.unwrap_or(0.0),
            weight: entry.weight,
        },
        prior: entry.prior,
        human_prior: entry.human_prior,
        lcb: entry.lcb,
        utility_lcb: entry.utility_lcb,
        play_selection_value: entry.play_value.unwrap_or(entry.weight),
        is_symmetry_of: entry.symmetry_of,
        line: entry.line.clone(),
        line_visits: visits(&entry.line_visits),
        line_edge_visits: visits(&entry.line_edge_visits),
        ownership: rows(entry.ownership.as_ref(), size),
        ownership_stdev: rows(entry.ownership_stdev.as_ref(), size),
    }
}

fn raw(raw: &RawRoot) -> RawValues {
    RawValues {
        win_rate: raw.win_rate,
        no_result: raw.no_result,
        lead: raw.lead,
        score_mean: raw.score_mean,
        score_stdev: raw.score_stdev,
        // The protocols tell the error of win less loss, which is twice that of the win rate.
        win_loss_error: raw.win_rate_error.map(|error| 2.0 * error),
        score_error: raw.score_error,
        variance_time: raw.variance_time,
    }
}

/// Values row by row from the top left; empty where there are none.
pub(crate) fn rows(values: Option<&PointMap<f32>>, size: BoardSize) -> Vec<f32> {
    values.map(|values| size.points().map(|point| values[point]).collect()).unwrap_or_default()
}

/// Moves that are forbidden, or the only ones allowed, as the engine has them.
pub(crate) fn restriction(asked: &gtp::Restriction) -> Restriction {
    Restriction {
        color: asked.color,
        moves: asked.moves.clone(),
        only: asked.is_allow,
        depth: asked.until_depth,
    }
}
