/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Basic ko; long cycles give no result.
    Simple,
    /// No position may come back.
    Positional,
    /// No position may come back with the same player to move.
    Situational,
    /// A play may not recreate what an earlier play of the same player left; passes clear the history. Networks take it
    /// for situational.
    Spight,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Stones and surrounded points.
    Area,
    /// Surrounded points and prisoners, disputes being played out in the encore.
    Territory,
}

/// Which points do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All count.
    None,
    /// Those in seki don't.
    Seki,
    /// Those in seki don't, nor do two points of each group.
    All,
}

/// What White receives for handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// A point a stone.
    N,
    /// A point a stone but the first.
    NMinusOne,
}

/// The rules that networks distinguish: KataGo's axes. [`rules::Ruleset`] knows more; the nearest of these stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NetRules {
    /// Repetition.
    pub ko: KoRule,
    /// Counting.
    pub scoring: Scoring,
    /// Points that don't count.
    pub tax: Tax,
    /// Whether suicide of several stones is legal.
    pub multi_stone_suicide: bool,
    /// Whether the first pass is worth half a point.
    pub button: bool,
    /// White's points for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether a player may pass before everything dead is taken, as people do.
    pub friendly_pass: bool,
}
