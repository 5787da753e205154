//! What thinks: the search over a network, or the one over playouts.

use board::Color;
use nn::HumanProfile;
use rules::GameState;
use search::StopToken;

use crate::analysis::Analysis;
use crate::engine::Settings;
use crate::net::{Net, NetMind};
use crate::rollouts::RolloutMind;
use crate::task::Task;

/// A search with its tree.
#[derive(Debug)]
pub(crate) enum Mind {
    Rollouts(Box<RolloutMind>),
    Net(Box<NetMind>),
}

impl Mind {
    /// The mind for a game: over the network that knows its board, if there is one.
    pub(crate) fn new(settings: &Settings, game: &GameState) -> Mind {
        match net_for(settings, game) {
            Some(net) => Mind::Net(Box::new(NetMind::new(
                net.clone(),
                settings.seed,
                settings.net_memory,
                settings.net_cache,
            ))),
            None => Mind::Rollouts(Box::new(RolloutMind::new(settings.max_nodes, settings.seed))),
        }
    }

    /// Whether it is the right one for a game.
    pub(crate) fn suits(&self, settings: &Settings, game: &GameState) -> bool {
        matches!(self, Mind::Net(_)) == net_for(settings, game).is_some()
    }

    /// Searches until the task is done, reporting on the way.
    pub(crate) fn run(
        &mut self,
        game: &GameState,
        mover: Color,
        task: &Task<'_>,
        profile: Option<HumanProfile>,
        on_report: &mut dyn FnMut(&Analysis),
        stop: &StopToken,
    ) -> Option<Analysis> {
        match self {
            Mind::Rollouts(mind) => Some(mind.run(game, mover, task, on_report, stop)),
            Mind::Net(mind) => mind.run(game, task, profile, on_report, stop),
        }
    }
}

/// The network that thinks about a game.
pub(crate) fn net_for<'a>(settings: &'a Settings, game: &GameState) -> Option<&'a Net> {
    settings.net.as_ref().filter(|net| net.knows_size(game.size()))
}
