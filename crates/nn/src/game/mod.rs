//! A game as networks know it.

mod rules;

pub use rules::{HandicapBonus, KoRule, NetRules, Scoring, Tax};
