/// Numbers that steer the tree. Each has its unit, default and source; [`Params::for_rollouts`] is tuned for playouts.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Weight of a move's probability against its value (win probability), default 0.4. Source: AlphaGo's PUCT (Silver
    /// et al., 2016); the value was tuned in matches.
    pub exploration: f32,
    /// Visits at which a move's own value weighs as much as its value in all playouts (RAVE); 0 switches it off.
    /// Default 1500. Source: Gelly and Silver (2011), section 5.
    pub rave_visits: f32,
    /// Win probability taken off the parent's for a move nobody has looked at. Default 0.1. Source: Leela Zero's
    /// first-play urgency reduction.
    pub first_play_reduction: f32,
    /// Visits of a leaf before its moves become nodes; 1 for a network. Default 3. Source: saves memory and priors.
    pub expand_at: u32,
    /// Share of the value that the lead in points decides instead of winning, 0 to 1. Default 0.1. Source: Pachi
    /// (Baudiš and Gailly, 2011) uses a share of this size to win by more where winning is sure.
    pub lead_share: f32,
    /// The most nodes in memory (40 bytes each). Default 2 million; when full, leaves stay leaves.
    pub max_nodes: u32,
}

impl Params {
    /// For values that come from playouts: many, cheap and noisy visits.
    pub fn for_rollouts() -> Params {
        Params {
            exploration: 0.4,
            rave_visits: 1500.0,
            first_play_reduction: 0.1,
            expand_at: 3,
            lead_share: 0.1,
            max_nodes: 2_000_000,
        }
    }

    /// For values that come from a network: few, dear and steady visits, without RAVE.
    pub fn for_networks() -> Params {
        Params {
            exploration: 1.1,
            rave_visits: 0.0,
            first_play_reduction: 0.2,
            expand_at: 1,
            lead_share: 0.1,
            max_nodes: 2_000_000,
        }
    }
}

impl Default for Params {
    fn default() -> Params {
        Params::for_rollouts()
    }
}
