//! Asks the evaluator, by way of the cache.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Color, Move};
use nn::{Evaluation, Game, Symmetry};

use super::batch::Batcher;
use super::cache::Cache;
use super::evaluator::{EvalOptions, Evaluator};
use super::graph::{Kind, Node, Own, pack_prior};
use super::moves::{PASS, code, mix, scramble};
use super::params::Params;
use super::utility::Scale;

/// What a new node is filled with.
pub(crate) struct Judged {
    pub(crate) kind: Kind,
    pub(crate) own: Own,
    pub(crate) moves: Box<[u16]>,
    pub(crate) priors: Box<[u16]>,
    pub(crate) ownership: Box<[i8]>,
}

impl Judged {
    /// Fills a node.
    pub(crate) fn fill(self, node: &mut Node) {
        node.kind = self.kind;
        node.own = self.own;
        node.moves = self.moves;
        node.priors = self.priors;
        node.ownership = self.ownership;
    }
}

/// Evaluates positions for one search.
pub(crate) struct Judge<'a, E> {
    pub(crate) evaluator: &'a E,
    pub(crate) cache: &'a Cache,
    pub(crate) params: &'a Params,
    pub(crate) batcher: &'a Batcher,
    /// Whose advantage `doubling_advantage` is.
    pub(crate) favoured: Color,
    /// Whether the network says how sure it is; known after the root's evaluation.
    pub(crate) sure: AtomicBool,
}

impl<E: Evaluator> Judge<'_, E> {
    fn options(&self, game: &Game, is_root: bool) -> EvalOptions {
        let params = self.params;
        let advantage = params.doubling_advantage;
        EvalOptions {
            policy_optimism: match is_root {
                true => params.root_policy_optimism,
                false => params.policy_optimism,
            },
            policy_temperature: params.policy_temperature,
            is_root,
            conservative_pass: params.conservative_pass,
            passing_hacks: params.passing_hacks,
            doubling_advantage: match game.to_move() == self.favoured {
                true => advantage,
                false => -advantage,
            },
            draw_equivalent_wins_for_white: params.draw_equivalent_wins_for_white,
        }
    }

    /// The orientation of a position: drawn from the position and the seed, so that the order of the walks does not
    /// matter.
    #[expect(clippy::cast_possible_truncation, reason = "any bits of the hash do")]
    fn symmetry(&self, game: &Game, turn: u64) -> Symmetry {
        if !self.params.random_symmetry {
            return Symmetry::IDENTITY;
        }
        let drawn = scramble(game.hash() as u64 ^ scramble(self.params.seed));
        let number = (drawn % 8).wrapping_add(turn) % 8;
        Symmetry::new(number as u8).unwrap_or(Symmetry::IDENTITY).on(game.size())
    }

    fn ask(&self, game: &Game, symmetry: Symmetry, options: EvalOptions) -> Arc<Evaluation> {
        let key = mix(game.hash_with_history(), variant(symmetry, &options));
        if let Some(known) = self.cache.get(key) {
            return known;
        }
        let new = Arc::new(self.batcher.evaluate(self.evaluator, game, symmetry, options));
        self.cache.put(key, &new);
        new
    }

    /// The root's evaluation: the mean over as many orientations as the parameters say.
    pub(crate) fn root(&self, game: &Game) -> Evaluation {
        let options = self.options(game, true);
        let orientations = if game.size().is_square() { 8 } else { 4 };
        let count = u64::from(self.params.root_symmetries.clamp(1, orientations));
        let ask = |turn| self.ask(game, self.symmetry(game, turn), options);
        let first = ask(0);
        let mean = mean(first, (1..count).map(ask));
        let sure = mean.win_loss_error.is_some() && mean.score_error.is_some();
        self.sure.store(sure, Ordering::Relaxed);
        mean
    }

    /// Fills a new node below the root. `suppressed` when the end of the game there is not to be believed.
    pub(crate) fn judge(&self, game: &Game, scale: &Scale, suppressed: bool) -> Judged {
        if game.is_finished() && !suppressed {
            return self.ended(game, scale);
        }
        let evaluation = self.ask(game, self.symmetry(game, 0), self.options(game, false));
        let (moves, priors) = moves_of(game, &evaluation);
        Judged {
            kind: Kind::Open,
            own: own_of(&evaluation, scale),
            moves,
            priors,
            ownership: evaluation.ownership.iter().map(|&owner| pack_owner(owner)).collect(),
        }
    }

    /// The exact result of a finished game.
    fn ended(&self, game: &Game, scale: &Scale) -> Judged {
        let weight = scale.final_weight(self.sure.load(Ordering::Relaxed));
        let area = game.area();
        let ownership = game.size().points().map(|point| {
            127 * (i8::from(area.black.contains(point)) - i8::from(area.white.contains(point)))
        });
        let own = match game.score_if_finished() {
            Some(score) => {
                let win_loss = scale.result(score);
                Own {
                    win_loss,
                    no_result: 0.0,
                    score_mean: score,
                    score_stdev: 0.0,
                    lead: score,
                    utility: scale.utility(win_loss, 0.0, score, 0.0),
                    weight,
                }
            }
            None => Own {
                no_result: 1.0,
                utility: scale.utility(0.0, 1.0, 0.0, 0.0),
                weight,
                ..Own::default()
            },
        };
        Judged {
            kind: Kind::Ended,
            own,
            moves: Box::default(),
            priors: Box::default(),
            ownership: ownership.collect(),
        }
    }
}

/// A node's own values from an evaluation.
pub(crate) fn own_of(evaluation: &Evaluation, scale: &Scale) -> Own {
    let win_loss = evaluation.win - evaluation.loss;
    Own {
        win_loss,
        no_result: evaluation.no_result,
        score_mean: evaluation.score_mean,
        score_stdev: evaluation.score_stdev,
        lead: evaluation.lead,
        utility: scale.utility(
            win_loss,
            evaluation.no_result,
            evaluation.score_mean,
            evaluation.score_stdev,
        ),
        weight: scale.weight(evaluation),
    }
}

/// An owner in eight bits.
#[expect(clippy::cast_possible_truncation, reason = "−127 to 127")]
pub(crate) fn pack_owner(owner: f32) -> i8 {
    (owner.clamp(-1.0, 1.0) * 127.0).round() as i8
}

/// The legal moves with their probabilities, the most probable first.
pub(crate) fn ranked(game: &Game, evaluation: &Evaluation) -> Vec<(u16, f32)> {
    let points = game.size().points().map(|point| code(Move::Play(point))).chain([PASS]);
    let mut ranked: Vec<(u16, f32)> =
        points.zip(evaluation.policy.iter().copied()).filter(|&(_, prior)| prior >= 0.0).collect();
    ranked.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked
}

fn moves_of(game: &Game, evaluation: &Evaluation) -> (Box<[u16]>, Box<[u16]>) {
    let ranked = ranked(game, evaluation);
    let moves = ranked.iter().map(|&(mv, _)| mv).collect();
    (moves, ranked.iter().map(|&(_, prior)| pack_prior(prior)).collect())
}

/// What tells evaluations of one position apart.
fn variant(symmetry: Symmetry, options: &EvalOptions) -> u128 {
    let numbers = [
        options.policy_optimism,
        options.policy_temperature,
        options.doubling_advantage,
        options.draw_equivalent_wins_for_white,
    ];
    let flags = u64::from(options.is_root && options.conservative_pass)
        | u64::from(options.passing_hacks) << 1
        | u64::from(symmetry.number()) << 2;
    let numbers = numbers.iter().fold(flags, |sum, n| scramble(sum ^ u64::from(n.to_bits())));
    u128::from(numbers)
}

/// The mean of evaluations of one position.
fn mean(first: Arc<Evaluation>, rest: impl Iterator<Item = Arc<Evaluation>>) -> Evaluation {
    let mut sum = Evaluation::clone(&first);
    let all: Vec<Arc<Evaluation>> = std::iter::once(first).chain(rest).collect();
    if all.len() == 1 {
        return sum;
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 8")]
    let share = 1.0 / all.len() as f32;
    let average = |of: &dyn Fn(&Evaluation) -> f32| share * all.iter().map(|e| of(e)).sum::<f32>();
    let some = |of: &dyn Fn(&Evaluation) -> Option<f32>| {
        let values: Option<Vec<f32>> = all.iter().map(|e| of(e)).collect();
        values.map(|values| share * values.iter().sum::<f32>())
    };
    sum.win = average(&|e| e.win);
    sum.loss = average(&|e| e.loss);
    sum.no_result = average(&|e| e.no_result);
    sum.score_mean = average(&|e| e.score_mean);
    sum.score_stdev = average(&|e| e.score_stdev);
    sum.lead = average(&|e| e.lead);
    sum.variance_time = some(&|e| e.variance_time);
    sum.win_loss_error = some(&|e| e.win_loss_error);
    sum.score_error = some(&|e| e.score_error);
    for (at, prior) in sum.policy.iter_mut().enumerate() {
        *prior = average(&|e| e.policy.get(at).copied().unwrap_or(-1.0));
    }
    for (at, owner) in sum.ownership.iter_mut().enumerate() {
        *owner = average(&|e| e.ownership.get(at).copied().unwrap_or(0.0));
    }
    sum
}
