//! Every position of a game through the engine, several at a time, with a bar.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use engine::{Analysis, AnalysisOptions, Engine, Net, StopToken};
use indicatif::{ProgressBar, ProgressStyle};
use rules::{Event, GameState};
use sgf::replay::Replay;

use crate::cmd::gtp::with_turn;
use crate::settings::Settings;

/// The positions of a game: before each move with its mover to move, and the last.
pub(super) fn positions(replay: &Replay) -> Vec<GameState> {
    let mut state = GameState::new(replay.state.start().clone());
    let mut positions = Vec::new();
    for event in replay.state.events() {
        if let Event::Move { by, .. } = event {
            positions.push(with_turn(&state, *by));
        }
        // They were accepted once.
        let _ = state.apply(event.clone());
    }
    let next = state.position().to_move;
    positions.push(with_turn(&state, next));
    positions
}

/// The analysis of every position; `None` where there was nothing to analyse.
pub(super) fn all(
    replay: &Replay,
    net: Option<&Net>,
    settings: &Settings,
    jobs: usize,
    ownership: bool,
) -> Vec<Option<Analysis>> {
    let positions = positions(replay);
    let bar = ProgressBar::new(positions.len() as u64);
    let template = "{spinner} {wide_bar:.cyan/dim} {pos}/{len}  {elapsed}/{duration}";
    bar.set_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let found = Mutex::new(vec![None; positions.len()]);
    let next = AtomicUsize::new(0);
    let options = AnalysisOptions {
        ownership,
        overrides: settings.overrides.clone(),
        human_profile: settings.human_profile(),
        longest_line: settings.longest_line(),
        ..AnalysisOptions::default()
    };
    let work = || {
        let mut engine = Engine::new(engine::Settings {
            net: net.cloned(),
            threads: settings.threads.or(settings.overrides.threads).unwrap_or(1),
            max_nodes: 500_000,
            net_memory: 256 << 20,
            ..engine::Settings::default()
        });
        while let Some((at, state)) = taken(&next, &positions) {
            // Every position from nothing: the answer does not depend on how many work.
            engine.forget();
            let analysis = engine.analyse(state, &options, &mut |_| {}, &StopToken::new()).ok();
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = found.get_mut(at) {
                *place = analysis;
            }
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, positions.len()) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn taken<'a>(next: &AtomicUsize, positions: &'a [GameState]) -> Option<(usize, &'a GameState)> {
    let at = next.fetch_add(1, Relaxed);
    positions.get(at).map(|state| (at, state))
}
