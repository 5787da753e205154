use board::Color;

/// Numbers that steer the search over a network. Each has its unit, default and source.
///
/// Sources: "paper" is Wu, *Accelerating Self-Play Learning in Go* (2019); "methods" is KataGo's `docs/KataGoMethods.md`;
/// "graph" is its `docs/GraphSearch.md`; a name in `this type` is the setting of KataGo's configuration files that means
/// the same ([`Params::set`] takes those names). Defaults are those of KataGo's players unless said otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    // What is maximised.
    /// Weight of win less loss, −1 to 1, in the utility. Default 1. `winLossUtilityFactor`, paper section 3.
    pub win_loss_utility: f32,
    /// Weight of the score, squashed to −1 to 1 around zero. Default 0.1. `staticScoreUtilityFactor`.
    pub static_score_utility: f32,
    /// Weight of the score, squashed to −1 to 1 around what was expected at the root. Default 0.3.
    /// `dynamicScoreUtilityFactor`, paper appendix.
    pub dynamic_score_utility: f32,
    /// How far the centre of that is drawn to zero, 0 to 1. Default 0.2. `dynamicScoreCenterZeroWeight`.
    pub dynamic_center_zero_weight: f32,
    /// Width of the same curve, in square roots of the area, in points. Default 0.75. `dynamicScoreCenterScale`.
    pub dynamic_center_scale: f32,
    /// Utility of no result, for White, −1 to 1. Default 0. `noResultUtilityForWhite`.
    pub no_result_utility_for_white: f32,
    /// Wins that a draw counts for White, 0 to 1. Default 0.5. `drawEquivalentWinsForWhite`.
    pub draw_equivalent_wins_for_white: f32,

    // Which move is looked at.
    /// Weight of the policy against the utility. Default 1. `cpuctExploration`; PUCT is of Silver et al. (2016).
    pub cpuct: f32,
    /// How that grows with the logarithm of the visits. Default 0.45. `cpuctExplorationLog`; AlphaZero has such a growth.
    pub cpuct_log: f32,
    /// Visits at which it begins to grow. Default 500. `cpuctExplorationBase`.
    pub cpuct_base: f32,
    /// Standard deviation of the utility at which nothing is scaled. Default 0.4. `cpuctUtilityStdevPrior`, methods.
    pub utility_stdev_prior: f32,
    /// Visits that this prior counts. Default 2. `cpuctUtilityStdevPriorWeight`.
    pub utility_stdev_prior_weight: f32,
    /// How far exploring follows the standard deviation seen, 0 to 1. Default 0.85. `cpuctUtilityStdevScale`.
    pub utility_stdev_scale: f32,
    /// Utility taken off for a move nobody has looked at, when all the policy has been. Default 0.2. `fpuReductionMax`,
    /// paper section 2.
    pub fpu_reduction: f32,
    /// The same at the root. Default 0.1. `rootFpuReductionMax`.
    pub root_fpu_reduction: f32,
    /// Exponent of the policy looked at that weighs the parent's mean against its own evaluation as the start of such a
    /// move. Default 2. `fpuParentWeightByVisitedPolicyPow`.
    pub fpu_parent_power: f32,

    // What is averaged.
    /// Whether surer evaluations weigh more, where the network says how sure it is. Default true. `useUncertainty`,
    /// methods.
    pub use_uncertainty: bool,
    /// The error, in utility, that gives weight 1. Default 0.25. `uncertaintyCoeff`.
    pub uncertainty_coeff: f32,
    /// Exponent of the error. Default 1. `uncertaintyExponent`.
    pub uncertainty_exponent: f32,
    /// The greatest weight, that of a finished game. Default 8. `uncertaintyMaxWeight`.
    pub uncertainty_max_weight: f32,
    /// How much children that look bad weigh less; 0 switches it off. Default 0.25. `valueWeightExponent`.
    pub value_weight_exponent: f32,
    /// Whether visits that the policy would not have made and that turned out bad weigh less. Default true.
    /// `useNoisePruning`.
    pub use_noise_pruning: bool,
    /// Utility by which such a move must be worse to lose most of the excess. Default 0.15. `noisePruneUtilityScale`.
    pub noise_prune_scale: f32,
    /// Share of the error seen in similar places that is taken off an evaluation; 0 switches it off. Default 0.45.
    /// `subtreeValueBiasFactor`, methods ("subtree value bias correction").
    pub bias_factor: f32,
    /// Exponent of the visits that an error weighs with. Default 0.85. `subtreeValueBiasWeightExponent`.
    pub bias_exponent: f32,
    /// Share of what was learned from positions that is forgotten with them, 0 to 1. Default 0.8.
    /// `subtreeValueBiasFreeProp`.
    pub bias_free: f32,

    // Transpositions.
    /// Whether positions reached in different orders share their node. Default true. `useGraphSearch`, graph.
    pub use_graph: bool,
    /// Longest cycle, in plays, that keeps such positions apart ([`crate::net`] says how). Default 11.
    /// `graphSearchRepBound`.
    pub repetition_bound: u32,

    // The policy.
    /// Share of the optimistic policy below the root, 0 to 1. Default 1. `policyOptimism`.
    pub policy_optimism: f32,
    /// The same at the root. Default 0.2. `rootPolicyOptimism`.
    pub root_policy_optimism: f32,
    /// Temperature of the policy below the root. Default 1. `nnPolicyTemperature`.
    pub policy_temperature: f32,
    /// Temperature of the policy at the root. Default 1. `rootPolicyTemperature`, methods.
    pub root_policy_temperature: f32,
    /// The same at the start of the game, from where it moves to the other. Default 1. `rootPolicyTemperatureEarly`.
    pub root_policy_temperature_early: f32,
    /// Weight of Dirichlet noise at the root, 0 to 1; 0 switches it off. Default 0, 0.25 in training.
    /// `rootDirichletNoiseWeight`, methods ("shaped Dirichlet noise").
    pub root_noise_weight: f32,
    /// Sum of its concentrations. Default 10.83. `rootDirichletNoiseTotalConcentration`.
    pub root_noise_concentration: f32,
    /// Noise that widens the root for analysis. Default 0, 0.04 in analysis. `wideRootNoise`, `analysisWideRootNoise`.
    pub wide_root_noise: f32,
    /// Evaluations of the root in different orientations that are averaged, 1 to 8. Default 1.
    /// `rootNumSymmetriesToSample`.
    pub root_symmetries: u32,
    /// Whether only one of the moves that a symmetry of the root exchanges is searched. Default true.
    /// `rootSymmetryPruning`.
    pub root_symmetry_pruning: bool,
    /// Whether evaluations are made in an orientation drawn from the position and the seed. Default true. `nnRandomize`.
    pub random_symmetry: bool,
    /// How much stronger (in doublings of visits) the side of `advantage_color` is held to be, −3 to 3. Default 0.
    /// `playoutDoublingAdvantage`.
    pub doubling_advantage: f32,
    /// Whose advantage it is; the mover's at the root when nobody is named. `playoutDoublingAdvantagePla`.
    pub advantage_color: Option<Color>,

    // The end of the game.
    /// Whether the root's pass is never taken to end the game. Default true. `conservativePass`.
    pub conservative_pass: bool,
    /// Whether the network is kept from passing where that would lose. Default true (KataGo's default is false).
    /// `enablePassingHacks`.
    pub passing_hacks: bool,
    /// Points by which pointless moves at the end of the game are held worse, and dame held better than a pass. Default
    /// 0.5. `rootEndingBonusPoints`.
    pub ending_bonus: f32,
    /// Whether plays inside areas that are settled for ever are left out. Default true. `rootPruneUselessMoves`.
    pub prune_useless: bool,
    /// Whether mirror play is answered by going for the centre. Default false. `antiMirror`.
    pub anti_mirror: bool,

    // The choice.
    /// Whether the bound of the utility counts in the choice. Default true. `useLcbForSelection`; as in Leela Zero 0.17.
    pub use_lcb: bool,
    /// Standard deviations of the bound. Default 5. `lcbStdevs`.
    pub lcb_stdevs: f32,
    /// Share of the most visited move's weight that a move needs for that. Default 0.15. `minVisitPropForLCB`.
    pub lcb_min_share: f32,

    // The work.
    /// Threads that walk the tree. Default 1. `numSearchThreads`.
    pub threads: usize,
    /// Positions that are given to the evaluator together where the threads have them. Default 1: every thread evaluates
    /// its own. `nnMaxBatchSize`.
    pub batch: usize,
    /// Lost visits that a walk on its way counts as. Default 1. `numVirtualLossesPerThread`.
    pub virtual_losses: f32,
    /// Where the random numbers begin. Default 0. `searchRandSeed`.
    pub seed: u64,
    /// The most memory of the nodes, in bytes. Default 1 GiB. A search ends when it is used up.
    pub memory: usize,
    /// Memory of the evaluations kept beside the tree, in bytes. Default 128 MiB. `nnCacheSizePowerOfTwo` counts entries.
    pub cache: usize,
    /// Longest line reported, in moves. Default 15. `analysisPVLen` + 1.
    pub line_length: usize,
}

impl Params {
    /// For playing.
    pub fn for_play() -> Params {
        Params {
            win_loss_utility: 1.0,
            static_score_utility: 0.1,
            dynamic_score_utility: 0.3,
            dynamic_center_zero_weight: 0.2,
            dynamic_center_scale: 0.75,
            no_result_utility_for_white: 0.0,
            draw_equivalent_wins_for_white: 0.5,
            cpuct: 1.0,
            cpuct_log: 0.45,
            cpuct_base: 500.0,
            utility_stdev_prior: 0.4,
            utility_stdev_prior_weight: 2.0,
            utility_stdev_scale: 0.85,
            fpu_reduction: 0.2,
            root_fpu_reduction: 0.1,
            fpu_parent_power: 2.0,
            use_uncertainty: true,
            uncertainty_coeff: 0.25,
            uncertainty_exponent: 1.0,
            uncertainty_max_weight: 8.0,
            value_weight_exponent: 0.25,
            use_noise_pruning: true,
            noise_prune_scale: 0.15,
            bias_factor: 0.45,
            bias_exponent: 0.85,
            bias_free: 0.8,
            use_graph: true,
            repetition_bound: 11,
            policy_optimism: 1.0,
            root_policy_optimism: 0.2,
            policy_temperature: 1.0,
            root_policy_temperature: 1.0,
            root_policy_temperature_early: 1.0,
            root_noise_weight: 0.0,
            root_noise_concentration: 10.83,
            wide_root_noise: 0.0,
            root_symmetries: 1,
            root_symmetry_pruning: true,
            random_symmetry: true,
            doubling_advantage: 0.0,
            advantage_color: None,
            conservative_pass: true,
            passing_hacks: true,
            ending_bonus: 0.5,
            prune_useless: true,
            anti_mirror: false,
            use_lcb: true,
            lcb_stdevs: 5.0,
            lcb_min_share: 0.15,
            threads: 1,
            batch: 1,
            virtual_losses: 1.0,
            seed: 0,
            memory: 1 << 30,
            cache: 128 << 20,
            line_length: 15,
        }
    }

    /// For analysis: the root is a little wider. The rest is as in play.
    pub fn for_analysis() -> Params {
        Params { wide_root_noise: 0.04, ..Params::for_play() }
    }

    /// Whether nodes made under these parameters may be used under those: they differ in what concerns the root, the
    /// choice and the work alone.
    pub(crate) fn keeps_tree(&self, other: &Params) -> bool {
        let bare = |params: &Params| Params {
            threads: 1,
            batch: 1,
            root_policy_temperature: 1.0,
            root_policy_temperature_early: 1.0,
            root_noise_weight: 0.0,
            root_noise_concentration: 1.0,
            wide_root_noise: 0.0,
            root_symmetries: 1,
            root_policy_optimism: 0.0,
            root_fpu_reduction: 0.0,
            root_symmetry_pruning: true,
            ending_bonus: 0.0,
            prune_useless: true,
            anti_mirror: true,
            line_length: 1,
            use_lcb: true,
            lcb_stdevs: 1.0,
            lcb_min_share: 1.0,
            seed: 0,
            memory: 0,
            cache: 0,
            ..params.clone()
        };
        bare(self) == bare(other)
    }
}

impl Default for Params {
    fn default() -> Params {
        Params::for_play()
    }
}
