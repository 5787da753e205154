//! [`Evaluator`]: what the search asks a network.

use nn::{Evaluation, FeatureOptions, Game, Net, PostOptions, Symmetry};

/// How a position is to be evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalOptions {
    /// Share of the optimistic policy, 0 to 1.
    pub policy_optimism: f32,
    /// What the logits of the policy are divided by.
    pub policy_temperature: f32,
    /// Whether the position is the root of the search.
    pub is_root: bool,
    /// Whether a pass at the root is not taken to end the game.
    pub conservative_pass: bool,
    /// Whether the network is kept from passing where that would lose.
    pub passing_hacks: bool,
    /// How much stronger the player to move is held to be, in doublings of visits.
    pub doubling_advantage: f32,
    /// Wins that a draw counts for White.
    pub draw_equivalent_wins_for_white: f32,
}

impl Default for EvalOptions {
    /// Those of a position within the tree.
    fn default() -> EvalOptions {
        EvalOptions {
            policy_optimism: 1.0,
            policy_temperature: 1.0,
            is_root: false,
            conservative_pass: true,
            passing_hacks: true,
            doubling_advantage: 0.0,
            draw_equivalent_wins_for_white: 0.5,
        }
    }
}

/// A position to be evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The game at the position.
    pub game: &'a Game,
    /// The orientation to show it in; the answer is in the game's own.
    pub symmetry: Symmetry,
    /// How.
    pub options: EvalOptions,
}

/// Judges positions, several at a time and from several threads at once.
pub trait Evaluator: Sync {
    /// Fills one answer for each request, in order. An answer begins as [`neutral`]: an even game, every legal move
    /// alike. Illegal moves must have the probability −1.
    fn evaluate(&self, requests: &[Request<'_>], answers: &mut [Evaluation]);
}

impl<E: Evaluator + ?Sized> Evaluator for &E {
    fn evaluate(&self, requests: &[Request<'_>], answers: &mut [Evaluation]) {
        (**self).evaluate(requests, answers);
    }
}

impl<E: Evaluator + ?Sized> Evaluator for Box<E> {
    fn evaluate(&self, requests: &[Request<'_>], answers: &mut [Evaluation]) {
        (**self).evaluate(requests, answers);
    }
}

impl<E: Evaluator + ?Sized + Send> Evaluator for std::sync::Arc<E> {
    fn evaluate(&self, requests: &[Request<'_>], answers: &mut [Evaluation]) {
        (**self).evaluate(requests, answers);
    }
}

impl Evaluator for Net {
    /// A board that is too large keeps its neutral answer; [`super::Search`] refuses it before.
    fn evaluate(&self, requests: &[Request<'_>], answers: &mut [Evaluation]) {
        let questions: Vec<nn::Question<'_>> = requests
            .iter()
            .map(|request| nn::Question {
                features: features_of(&request.options),
                post: post_of(&request.options),
                symmetry: request.symmetry,
                ..nn::Question::new(request.game)
            })
            .collect();
        // Nothing is changed when it fails.
        let _ = Net::evaluate(self, &questions, answers);
    }
}

/// How the position is shown to a network.
fn features_of(options: &EvalOptions) -> FeatureOptions {
    FeatureOptions {
        playout_doubling_advantage: options.doubling_advantage,
        is_root: options.is_root,
        conservative_pass: options.conservative_pass,
        passing_hacks: options.passing_hacks,
        draw_equivalent_wins: f64::from(options.draw_equivalent_wins_for_white),
        ..FeatureOptions::default()
    }
}

/// How a network's answer is read.
fn post_of(options: &EvalOptions) -> PostOptions {
    PostOptions {
        policy_optimism: options.policy_optimism,
        policy_temperature: options.policy_temperature,
        passing_hacks: options.passing_hacks,
        ownership: true,
    }
}

/// What is said of a position about which nothing is known: an even game, every legal move alike, nobody's points.
#[expect(clippy::cast_precision_loss, reason = "at most 362 moves")]
pub fn neutral(game: &Game) -> Evaluation {
    let size = game.size();
    let legal = game.legal_plays();
    let share = 1.0 / (legal.len() + 1) as f32;
    let mut policy: Vec<f32> =
        size.points().map(|point| if legal.contains(point) { share } else { -1.0 }).collect();
    policy.push(share);
    Evaluation {
        win: 0.5,
        loss: 0.5,
        no_result: 0.0,
        score_mean: 0.0,
        score_stdev: (size.area() as f32).sqrt(),
        lead: 0.0,
        variance_time: None,
        win_loss_error: None,
        score_error: None,
        policy,
        ownership: vec![0.0; size.area()],
    }
}

/// Knows nothing: every answer is [`neutral`]. For tests, and for measuring what the search itself costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Evaluator for Uniform {
    fn evaluate(&self, _: &[Request<'_>], _: &mut [Evaluation]) {}
}

/// Answers with a function of the game: for tests and for searches over other knowledge than a network's.
#[derive(Clone, Copy, Debug)]
pub struct Scripted<F>(pub F);

impl<F: Fn(&Request<'_>, &mut Evaluation) + Sync> Evaluator for Scripted<F> {
    fn evaluate(&self, requests: &[Request<'_>], answers: &mut [Evaluation]) {
        for (request, answer) in requests.iter().zip(answers) {
            (self.0)(request, answer);
        }
    }
}
