//! From what a network answers to what it means.
//!
//! Source: section 4 of the network format; the numbers agree with those that KataGo reports.

use board::{BoardSize, Color, PointSet};

use crate::model::{Model, Multipliers};
use crate::{Evaluation, Game, KoRule, NetRules, RawOutputs, Scoring};

/// What the outputs of a network mean: its version and its factors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meaning {
    /// Version of the format, 8 to 17.
    pub version: u32,
    /// What the outputs are multiplied by.
    pub multipliers: Multipliers,
}

impl Meaning {
    /// That of a model's outputs.
    pub const fn of(model: &Model) -> Meaning {
        Meaning { version: model.version, multipliers: model.multipliers }
    }
}

/// What of a position the outputs depend on.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The board's size, which is that of the input.
    pub size: BoardSize,
    /// Who is to move.
    pub to_move: Color,
    /// Points where the player may play; a pass is always legal.
    pub legal: PointSet,
    /// Whether the rules know games without a result.
    pub can_have_no_result: bool,
}

impl Situation {
    /// That of a game.
    pub fn of(game: &Game) -> Situation {
        Situation {
            size: game.size(),
            to_move: game.to_move(),
            legal: game.legal_plays(),
            can_have_no_result: can_have_no_result(game.rules()),
        }
    }
}

/// Whether games can end without a result under these rules: where long cycles are not forbidden, and under territory
/// scoring always, whose encore may not end.
pub fn can_have_no_result(rules: &NetRules) -> bool {
    rules.ko == KoRule::Simple || rules.scoring == Scoring::Territory
}

/// How the outputs are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PostOptions {
    /// How much of the optimistic policy is taken, 0 to 1; networks with one policy ignore it. KataGo takes 1 within the
    /// tree and 0.2 at the root.
    pub policy_optimism: f32,
    /// What the policy's logits are divided by, above 0: more than 1 flattens, less sharpens.
    pub policy_temperature: f32,
    /// Whether a pass never gets more than 19 of 20 parts, so that other moves are still looked at.
    pub passing_hacks: bool,
    /// Whether ownership is wanted.
    pub ownership: bool,
}

impl Default for PostOptions {
    fn default() -> PostOptions {
        PostOptions {
            policy_optimism: 0.0,
            policy_temperature: 1.0,
            passing_hacks: false,
            ownership: true,
        }
    }
}

/// Logits beyond it come only from networks that overflow; they are cut there, and what is no number counts as the lowest,
/// so that every result is finite.
const LARGEST: f32 = 1e6;

/// The greatest weight of a pass under passing hacks, against that of all other moves together.
const PASS_WEIGHT: f64 = 19.0;

/// What the outputs mean in this situation, from Black's view.
pub fn post_process(
    meaning: Meaning,
    raw: &RawOutputs,
    situation: &Situation,
    options: &PostOptions,
) -> Evaluation {
    let mut evaluation = Evaluation::default();
    post_process_into(meaning, raw, situation, options, &mut evaluation);
    evaluation
}

/// [`post_process`] into an evaluation whose memory is used again.
pub fn post_process_into(
    meaning: Meaning,
    raw: &RawOutputs,
    situation: &Situation,
    options: &PostOptions,
    out: &mut Evaluation,
) {
    policy(raw, situation, options, &mut out.policy);
    let (mover_wins, mover_loses, no_result) = result(raw, situation);
    let black = situation.to_move == Color::Black;
    (out.win, out.loss) = if black { (mover_wins, mover_loses) } else { (mover_loses, mover_wins) };
    out.no_result = no_result;
    scores(meaning, raw, if black { 1.0 } else { -1.0 }, out);
    out.ownership.clear();
    if options.ownership {
        let sign = if black { 1.0 } else { -1.0 };
        out.ownership.extend(raw.ownership.iter().map(|&logit| sign * finite(logit).tanh()));
    }
}

fn policy(raw: &RawOutputs, situation: &Situation, options: &PostOptions, out: &mut Vec<f32>) {
    out.clear();
    out.resize(situation.size.area() + 1, -1.0);
    // A temperature of 0 would divide by it; this one leaves only the best move.
    let temperature = f64::from(options.policy_temperature.max(1e-4));
    let logit = |index: usize| {
        let at = |logits: &[f32]| logits.get(index).map_or(-LARGEST, |&logit| finite(logit));
        let normal = at(&raw.policy);
        let mixed = if raw.optimistic.is_empty() {
            normal
        } else {
            normal + (at(&raw.optimistic) - normal) * options.policy_optimism
        };
        f64::from(mixed) / temperature
    };
    let pass = situation.size.area();
    let legal = || {
        let points = situation.size.points().enumerate();
        let points = points.filter(|&(_, point)| situation.legal.contains(point));
        points.map(|(index, _)| index)
    };
    let greatest = legal().map(logit).fold(logit(pass), f64::max);
    let mut sum = 0.0;
    for index in legal() {
        let weight = (logit(index) - greatest).exp();
        sum += weight;
        out[index] = single(weight);
    }
    let mut pass_weight = (logit(pass) - greatest).exp();
    if options.passing_hacks && sum > 0.0 {
        pass_weight = pass_weight.min(PASS_WEIGHT * sum);
    }
    out[pass] = single(pass_weight);
    let all = sum + pass_weight;
    for weight in out.iter_mut().filter(|weight| **weight >= 0.0) {
        *weight = single(f64::from(*weight) / all);
    }
}

/// The probabilities that the mover wins, loses, and that there is no result.
fn result(raw: &RawOutputs, situation: &Situation) -> (f32, f32, f32) {
    let logits = raw.value.map(|logit| f64::from(finite(logit)));
    let outcomes = if situation.can_have_no_result { 3 } else { 2 };
    let greatest = logits[..outcomes].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut weights = logits.map(|logit| (logit - greatest).exp());
    if !situation.can_have_no_result {
        weights[2] = 0.0;
    }
    let sum: f64 = weights.iter().sum();
    let [win, loss, no_result] = weights.map(|weight| single(weight / sum));
    (win, loss, no_result)
}

fn scores(meaning: Meaning, raw: &RawOutputs, sign: f32, out: &mut Evaluation) {
    let factors = meaning.multipliers;
    let [mean, stdev, lead, time, win_loss, score] =
        raw.misc.map(|output| f64::from(finite(output)));
    let counted = 1.0 - f64::from(out.no_result);
    let mean = mean * f64::from(factors.score_mean);
    let stdev = softplus(stdev) * f64::from(factors.score_stdev);
    // A game without a result counts as a score of 0.
    let mean_of_squares = (mean * mean + stdev * stdev) * counted;
    let mean = mean * counted;
    out.score_mean = sign * single(mean);
    out.score_stdev = single((mean_of_squares - mean * mean).max(0.0).sqrt());
    out.lead = sign * single(lead * f64::from(factors.lead) * counted);
    let known = |value: f64| (meaning.version >= 9).then_some(single(value));
    out.variance_time = known(softplus(time) * f64::from(factors.variance_time));
    let error = |output: f64, factor: f32, oldest: f64| match meaning.version {
        ..=9 => softplus(output) * oldest,
        10..=13 => (softplus(output) * f64::from(factor)).sqrt(),
        _ => softplus(output / 2.0) * f64::from(factor).sqrt(),
    };
    out.win_loss_error = known(error(win_loss, factors.win_loss_error, 1.0));
    out.score_error = known(error(score, factors.score_error, 10.0));
}

/// ln(1 + eˣ).
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn finite(logit: f32) -> f32 {
    if logit.is_nan() { -LARGEST } else { logit.clamp(-LARGEST, LARGEST) }
}

#[expect(clippy::cast_possible_truncation, reason = "evaluations are single precision")]
fn single(value: f64) -> f32 {
    value as f32
}
