//! From games to evaluations: features, the network, and what its answers mean.

use board::Move;
use nn::{
    Evaluation, FeatureOptions, Game, HISTORY, HumanProfile, PostOptions, Question, Symmetry,
};
use rules::GameState;
use search::net::{EvalOptions, Evaluator, Request, neutral};

use super::Net;
use crate::options::RawOptions;

/// How positions are shown to the network, for a whole search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Showing {
    /// Whose moves to expect.
    pub(crate) profile: Option<HumanProfile>,
    /// Moves before this number are hidden.
    pub(crate) hidden: u32,
}

/// A network as the search asks it.
#[derive(Clone, Debug)]
pub(crate) struct Thinker {
    pub(crate) net: Net,
    pub(crate) showing: Showing,
}

impl Evaluator for Thinker {
    fn evaluate(&self, requests: &[Request<'_>], answers: &mut [Evaluation]) {
        self.net.evaluate(requests, self.showing, answers);
    }
}

impl Net {
    /// Fills one answer for each request. A game that the network cannot be shown leaves its answer as it is.
    pub(crate) fn evaluate(
        &self,
        requests: &[Request<'_>],
        showing: Showing,
        answers: &mut [Evaluation],
    ) {
        let questions: Vec<Question<'_>> = requests
            .iter()
            .map(|request| Question {
                game: request.game,
                features: feature_options(request.game, &request.options, showing),
                post: post_options(&request.options),
                symmetry: request.symmetry,
                profile: showing.profile,
            })
            .collect();
        // What can fail is a board that is too large, which is asked for before; the answers then stay neutral.
        let asked = nn::Net::evaluate(&self.0, &questions, answers);
        debug_assert!(asked.is_ok(), "{asked:?}");
    }
}

impl Net {
    /// What it says of a position without any search: in one symmetry, or the mean over all.
    pub(crate) fn raw(
        &self,
        game: &GameState,
        options: &RawOptions,
        profile: Option<HumanProfile>,
    ) -> Evaluation {
        let game = Game::from_state(game);
        let hidden = if options.ignore_history { game.move_number() } else { 0 };
        let eval = EvalOptions {
            policy_optimism: options.policy_optimism,
            is_root: true,
            doubling_advantage: options.playout_doubling_advantage,
            ..EvalOptions::default()
        };
        let symmetry = options.symmetry.and_then(Symmetry::new);
        self.seen(&game, symmetry, eval, Showing { profile, hidden })
    }

    /// What it says of a game, the mean over all symmetries.
    pub(crate) fn mean(&self, game: &Game) -> Evaluation {
        let eval = EvalOptions { is_root: true, policy_optimism: 0.0, ..EvalOptions::default() };
        self.seen(game, None, eval, Showing::default())
    }

    fn seen(
        &self,
        game: &Game,
        symmetry: Option<Symmetry>,
        options: EvalOptions,
        showing: Showing,
    ) -> Evaluation {
        let all =
            Symmetry::ALL.into_iter().filter(|symmetry| symmetry.on(game.size()) == *symmetry);
        let symmetries: Vec<Symmetry> = match symmetry {
            Some(symmetry) => vec![symmetry.on(game.size())],
            None => all.collect(),
        };
        let request = |symmetry| Request { game, symmetry, options };
        let requests: Vec<Request<'_>> = symmetries.into_iter().map(request).collect();
        let mut answers = vec![neutral(game); requests.len()];
        self.evaluate(&requests, showing, &mut answers);
        mean(answers).unwrap_or_else(|| neutral(game))
    }

    /// How far Black is ahead after a move, at a glance; `None` when the move is illegal or ends play.
    pub(crate) fn lead_after(&self, game: &GameState, mv: Move) -> Option<f32> {
        let mut after = game.clone();
        after.play(mv).ok()?;
        after.to_move()?;
        let glance = RawOptions { symmetry: Some(0), ..RawOptions::default() };
        Some(self.raw(&after, &glance, None).lead)
    }
}

/// The mean of evaluations of one position.
fn mean(answers: Vec<Evaluation>) -> Option<Evaluation> {
    let count = answers.len() as f32;
    let mut answers = answers.into_iter();
    let mut sum = answers.next()?;
    for other in answers {
        for (sum, more) in [
            (&mut sum.win, other.win),
            (&mut sum.loss, other.loss),
            (&mut sum.no_result, other.no_result),
            (&mut sum.score_mean, other.score_mean),
            (&mut sum.score_stdev, other.score_stdev),
            (&mut sum.lead, other.lead),
        ] {
            *sum += more;
        }
        for (sum, more) in [
            (&mut sum.variance_time, other.variance_time),
            (&mut sum.win_loss_error, other.win_loss_error),
            (&mut sum.score_error, other.score_error),
        ] {
            *sum = sum.zip(more).map(|(sum, more)| sum + more);
        }
        for (sum, more) in sum.policy.iter_mut().zip(other.policy) {
            *sum += more;
        }
        for (sum, more) in sum.ownership.iter_mut().zip(other.ownership) {
            *sum += more;
        }
    }
    for value in [
        &mut sum.win,
        &mut sum.loss,
        &mut sum.no_result,
        &mut sum.score_mean,
        &mut sum.score_stdev,
        &mut sum.lead,
    ] {
        *value /= count;
    }
    for value in [&mut sum.variance_time, &mut sum.win_loss_error, &mut sum.score_error] {
        *value = value.map(|value| value / count);
    }
    sum.policy.iter_mut().chain(&mut sum.ownership).for_each(|value| *value /= count);
    Some(sum)
}

fn feature_options(game: &Game, options: &EvalOptions, showing: Showing) -> FeatureOptions {
    let shown = game.move_number().saturating_sub(showing.hidden);
    FeatureOptions {
        playout_doubling_advantage: options.doubling_advantage,
        is_root: options.is_root,
        conservative_pass: options.conservative_pass,
        passing_hacks: options.passing_hacks,
        draw_equivalent_wins: f64::from(options.draw_equivalent_wins_for_white),
        max_history: usize::try_from(shown).map_or(HISTORY, |shown| shown.min(HISTORY)),
        pass_alive_suicide: false,
    }
}

fn post_options(options: &EvalOptions) -> PostOptions {
    PostOptions {
        policy_optimism: options.policy_optimism,
        policy_temperature: options.policy_temperature,
        passing_hacks: options.passing_hacks,
        ownership: true,
    }
}
