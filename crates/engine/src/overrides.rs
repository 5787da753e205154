//! [`Overrides`]: numbers of the search that a person or a program may change, by the names that KataGo's configuration
//! files and protocols use.

use thiserror::Error;

/// Why a setting cannot be changed so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OverrideError {
    /// Nothing has this name.
    #[error("unknown setting {0}")]
    Unknown(String),
    /// The value does not fit.
    #[error("{name} is {value}, not {wanted}")]
    Value {
        /// The setting.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would fit.
        wanted: String,
    },
}

/// What a setting holds.
trait Setting: Sized {
    /// Reads a value, or says what would fit.
    fn read(text: &str, low: f64, high: f64) -> Result<Self, String>;
    /// Writes it.
    fn write(&self) -> String;
}

impl Setting for f32 {
    fn read(text: &str, low: f64, high: f64) -> Result<f32, String> {
        let wanted = || format!("a number from {low} to {high}");
        let number: f64 = text.parse().map_err(|_| wanted())?;
        // Not a number is in no range.
        #[expect(clippy::cast_possible_truncation, reason = "settings are small numbers")]
        if (low..=high).contains(&number) { Ok(number as f32) } else { Err(wanted()) }
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl Setting for u32 {
    fn read(text: &str, low: f64, high: f64) -> Result<u32, String> {
        let number: Option<u32> = text.parse().ok();
        let fits = number.filter(|&number| (low..=high).contains(&f64::from(number)));
        fits.ok_or_else(|| format!("a whole number from {low} to {high}"))
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl Setting for bool {
    fn read(text: &str, _: f64, _: f64) -> Result<bool, String> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Ok(true),
            "false" | "no" | "off" | "0" => Ok(false),
            _ => Err("true or false".to_owned()),
        }
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

macro_rules! overrides {
    ($($(#[$doc:meta])* $field:ident: $kind:ty = $name:literal in $low:literal..=$high:literal;)*) => {
        /// Settings of the search; `None` leaves what the engine was set up with. Values outside a setting's range are
        /// refused by [`Overrides::set`]. Without a network only those that rollouts know have an effect.
        ///
        /// Source of the names: KataGo's configuration files.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Overrides {
            $($(#[$doc])* pub $field: Option<$kind>,)*
        }

        impl Overrides {
            /// The names of all settings.
            pub const NAMES: &[&str] = &[$($name),*];

            /// Changes a setting by its name; an empty value takes the change back.
            ///
            /// # Errors
            /// When nothing has the name, or the value does not fit.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), OverrideError> {
                let value = value.trim();
                match name {
                    $($name if value.is_empty() => self.$field = None,)*
                    $($name => {
                        let read = <$kind as Setting>::read(value, $low as f64, $high as f64);
                        self.$field = Some(read.map_err(|wanted| OverrideError::Value {
                            name: $name,
                            value: value.to_owned(),
                            wanted,
                        })?);
                    })*
                    _ => return Err(OverrideError::Unknown(name.to_owned())),
                }
                Ok(())
            }

            /// What a setting was changed to; `None` when it was not, or nothing has the name.
            pub fn get(&self, name: &str) -> Option<String> {
                match name {
                    $($name => self.$field.as_ref().map(Setting::write),)*
                    _ => None,
                }
            }

            /// These settings, and where they say nothing those of `base`.
            #[must_use]
            pub fn over(&self, base: &Overrides) -> Overrides {
                Overrides { $($field: self.$field.or(base.$field),)* }
            }
        }
    };
}

overrides! {
    /// Visits of the root, those of the last search included.
    max_visits: u32 = "maxVisits" in 1..=1_000_000_000;
    /// Visits of this search alone.
    max_playouts: u32 = "maxPlayouts" in 1..=1_000_000_000;
    /// Seconds.
    max_time: f32 = "maxTime" in 0.001..=1e9;
    /// Threads that walk the tree.
    threads: u32 = "numSearchThreads" in 1..=1024;
    /// How far root moves other than the best are looked at when analysing; 0 as in play.
    wide_root_noise: f32 = "analysisWideRootNoise" in 0.0..=5.0;
    /// Whether noise is mixed into the root's policy, as in self-play.
    root_noise: bool = "rootNoiseEnabled" in 0..=1;
    /// How flat the root's policy is made; 1 leaves it.
    root_policy_temperature: f32 = "rootPolicyTemperature" in 0.01..=100.0;
    /// The same at the start of the game.
    root_policy_temperature_early: f32 = "rootPolicyTemperatureEarly" in 0.01..=100.0;
    /// How flat the policy is made below the root.
    policy_temperature: f32 = "nnPolicyTemperature" in 0.01..=5.0;
    /// How much the policy for those who must catch up is used, below the root.
    policy_optimism: f32 = "policyOptimism" in 0.0..=1.0;
    /// The same at the root.
    root_policy_optimism: f32 = "rootPolicyOptimism" in 0.0..=1.0;
    /// What an unvisited move is worth less than its parent, at the root.
    root_fpu_reduction: f32 = "rootFpuReductionMax" in 0.0..=2.0;
    /// The same below the root.
    fpu_reduction: f32 = "fpuReductionMax" in 0.0..=2.0;
    /// How far the search spreads.
    cpuct: f32 = "cpuctExploration" in 0.0..=10.0;
    /// How that grows with the visits.
    cpuct_log: f32 = "cpuctExplorationLog" in 0.0..=10.0;
    /// Weight of winning and losing.
    win_loss_utility: f32 = "winLossUtilityFactor" in 0.0..=1.0;
    /// Weight of the score about zero.
    static_score_utility: f32 = "staticScoreUtilityFactor" in 0.0..=1.0;
    /// Weight of the score about what is expected.
    dynamic_score_utility: f32 = "dynamicScoreUtilityFactor" in 0.0..=1.0;
    /// How much of the expected score is drawn towards zero.
    dynamic_score_center_zero: f32 = "dynamicScoreCenterZeroWeight" in 0.0..=1.0;
    /// How wide scores are told apart about that centre.
    dynamic_score_center_scale: f32 = "dynamicScoreCenterScale" in 0.2..=5.0;
    /// What a game without a result is worth to White, −1 to 1.
    no_result_utility: f32 = "noResultUtilityForWhite" in -1.0..=1.0;
    /// What a draw is worth to White, in games.
    draw_equivalent_wins: f32 = "drawEquivalentWinsForWhite" in 0.0..=1.0;
    /// How many doublings of playouts the side to move is thought to have more than the other.
    playout_doubling_advantage: f32 = "playoutDoublingAdvantage" in -3.0..=3.0;
    /// Symmetries over which the root is averaged.
    root_symmetries: u32 = "rootNumSymmetriesToSample" in 1..=8;
    /// Whether moves before the position asked about are hidden from the network.
    ignore_history: bool = "ignorePreRootHistory" in 0..=1;
    /// Whether mirror Go is answered.
    anti_mirror: bool = "antiMirror" in 0..=1;
    /// Whether a pass is thought to end the game at once.
    conservative_pass: bool = "conservativePass" in 0..=1;
    /// How far the move made strays from the most visited.
    chosen_move_temperature: f32 = "chosenMoveTemperature" in 0.0..=5.0;
    /// The same at the start of the game.
    chosen_move_temperature_early: f32 = "chosenMoveTemperatureEarly" in 0.0..=5.0;
    /// Whether the choice of the move looks at the lower bound of its value.
    use_lcb: bool = "useLcbForSelection" in 0..=1;
    /// How strongly errors of similar places correct each other.
    subtree_value_bias: f32 = "subtreeValueBiasFactor" in 0.0..=1.0;
    /// Whether the same position reached by other ways is one node.
    graph_search: bool = "useGraphSearch" in 0..=1;
    /// Whether the engine may resign.
    allow_resignation: bool = "allowResignation" in 0..=1;
    /// Utility under which a move is a sign of defeat, −1 to 1.
    resign_threshold: f32 = "resignThreshold" in -1.0..=1.0;
    /// How many such moves in a row make it resign.
    resign_moves: u32 = "resignConsecTurns" in 1..=100;
    /// Points that it must be behind to resign.
    resign_min_lead: f32 = "resignMinScoreDifference" in 0.0..=1000.0;
    /// Whether it thinks on the other side's time.
    ponder: bool = "ponderingEnabled" in 0..=1;
    /// Seconds kept back on each move for the way to the other side.
    lag: f32 = "lagBuffer" in 0.0..=60.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_by_name_and_written_back() {
        let mut overrides = Overrides::default();
        for (name, value) in [
            ("maxVisits", "800"),
            ("rootPolicyTemperature", "1.5"),
            ("rootNoiseEnabled", "true"),
            ("noResultUtilityForWhite", "-0.5"),
        ] {
            assert_eq!(overrides.get(name), None);
            overrides.set(name, value).unwrap();
            assert_eq!(overrides.get(name).as_deref(), Some(value));
        }
        assert_eq!((overrides.max_visits, overrides.root_noise), (Some(800), Some(true)));
        overrides.set("maxVisits", "").unwrap();
        assert_eq!(overrides.max_visits, None);
    }

    #[test]
    fn what_does_not_fit_is_refused_and_changes_nothing() {
        let mut overrides = Overrides { cpuct: Some(1.0), ..Overrides::default() };
        for (name, value) in [
            ("cpuctExploration", "NaN"),
            ("cpuctExploration", "11"),
            ("cpuctExploration", "one"),
            ("maxVisits", "0"),
            ("maxVisits", "1.5"),
            ("useGraphSearch", "perhaps"),
        ] {
            let error = overrides.set(name, value).unwrap_err();
            assert!(error.to_string().starts_with(&format!("{name} is {value}, not ")), "{error}");
        }
        let unknown = overrides.set("cpuct", "1").unwrap_err();
        assert_eq!(unknown.to_string(), "unknown setting cpuct");
        assert_eq!(overrides, Overrides { cpuct: Some(1.0), ..Overrides::default() });
    }

    #[test]
    fn later_words_go_over_earlier_ones() {
        let base = Overrides { cpuct: Some(1.0), fpu_reduction: Some(0.2), ..Overrides::default() };
        let above = Overrides { cpuct: Some(2.0), ..Overrides::default() };
        let both = above.over(&base);
        assert_eq!((both.cpuct, both.fpu_reduction), (Some(2.0), Some(0.2)));
    }
}
