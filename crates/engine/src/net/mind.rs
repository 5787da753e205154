//! Thinking with a network: the graph search, as the engine asks for it.

use std::time::{Duration, Instant};

use board::Move;
use nn::{Game, HumanProfile};
use rules::GameState;
use search::net::{Params, Question, Reports, Root, Search};
use search::{Limits, StopToken};

use super::{Net, Showing, Thinker};
use crate::analysis::{Analysis, MoveAnalysis, RawRoot};
use crate::hash;
use crate::options::AnalysisOptions;
use crate::overrides::Overrides;
use crate::task::{Task, now};

/// Share of the planned time after which the best move is looked at: if it changes after that, thinking goes on.
const MIDWAY: f64 = 0.55;

/// The search over a network, with its tree.
#[derive(Debug)]
pub(crate) struct NetMind {
    net: Net,
    search: Search<Thinker>,
    base: Params,
}

impl NetMind {
    /// A mind with this seed, and bytes for its tree and for evaluations.
    pub(crate) fn new(net: Net, seed: u64, tree: usize, cache: usize) -> NetMind {
        let base = Params { seed, memory: tree, cache, ..Params::for_play() };
        let thinker = Thinker { net: net.clone(), showing: Showing::default() };
        NetMind { net, search: Search::new(thinker, base.clone()), base }
    }

    /// Forgets the tree; evaluations stay.
    pub(crate) fn forget(&mut self) {
        self.search.clear();
    }

    /// Searches until the task is done, reporting on the way; `None` when the network does not know the board.
    pub(crate) fn run(
        &mut self,
        game: &GameState,
        task: &Task<'_>,
        profile: Option<HumanProfile>,
        on_report: &mut dyn FnMut(&Analysis),
        stop: &StopToken,
    ) -> Option<Analysis> {
        let root = Root::from_state(game);
        self.prepare(&root.game, task, profile);
        let question = question(task.options);
        let teller = Teller { game, options: task.options, profile: profile.is_some() };
        let first = self.slice(&root, &question, task, task.deadline, &teller, on_report, stop)?;
        let Slice { found, midway } = first;
        let undecided = midway.is_some_and(|mv| found.moves.first().is_some_and(|m| m.mv != mv));
        let may_extend = task.is_play && task.most_deadline > task.deadline;
        if !(undecided && may_extend) || stop.is_stopped() || found.visits >= task.visits {
            return Some(teller.tell(found, false));
        }
        let more = Task { deadline: task.most_deadline, playouts: None, ..task.clone() };
        let longer =
            self.slice(&root, &question, &more, more.deadline, &teller, on_report, stop)?;
        let new_visits = found.new_visits + longer.found.new_visits;
        Some(teller.tell(search::Analysis { new_visits, ..longer.found }, false))
    }

    /// Parameters and evaluator for a question.
    fn prepare(&mut self, game: &Game, task: &Task<'_>, profile: Option<HumanProfile>) {
        let overrides = &task.options.overrides;
        let hides = overrides.ignore_history == Some(true);
        let showing = Showing { profile, hidden: if hides { game.move_number() } else { 0 } };
        let params = params(&self.base, overrides, task);
        if self.search.evaluator().showing == showing {
            self.search.set_params(params);
        } else {
            // What was seen otherwise is of no use.
            self.search = Search::new(Thinker { net: self.net.clone(), showing }, params);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one question")]
    fn slice(
        &mut self,
        root: &Root,
        question: &Question,
        task: &Task<'_>,
        deadline: Option<Instant>,
        teller: &Teller<'_>,
        on_report: &mut dyn FnMut(&Analysis),
        stop: &StopToken,
    ) -> Option<Slice> {
        let limits = Limits {
            visits: task.visits,
            playouts: task.playouts.unwrap_or(u32::MAX),
            deadline,
            early_stop: task.early_stop,
            stop: stop.clone(),
        };
        let half = deadline
            .filter(|_| task.is_play)
            .map(|end| end.saturating_duration_since(now()).mul_f64(MIDWAY));
        let mut due = half.and_then(|half| now().checked_add(half));
        let mut midway = None;
        let mut next = task.options.first_report.or(task.options.report_every);
        let mut report_due = next.and_then(|wait| now().checked_add(wait));
        let mut tell = |found: &search::Analysis| {
            let time = now();
            if due.is_some_and(|due| time >= due) {
                due = None;
                midway = found.moves.first().map(|entry| entry.mv);
            }
            if report_due.is_some_and(|due| time >= due) {
                on_report(&teller.tell(found.clone(), true));
                next = task.options.report_every;
                report_due = next.and_then(|wait| now().checked_add(wait));
            }
        };
        let waits = [half, task.options.first_report, task.options.report_every];
        let shortest = waits.into_iter().flatten().min();
        let reports = shortest.map(|every| Reports {
            first: every,
            every: every.max(Duration::from_millis(1)),
            tell: &mut tell,
        });
        let found = self.search.run_with(root, question, &limits, reports).ok()?;
        Some(Slice { found, midway })
    }
}

/// What a search found, and which move was best midway.
struct Slice {
    found: search::Analysis,
    midway: Option<Move>,
}

fn question(options: &AnalysisOptions) -> Question {
    Question {
        restrictions: options
            .restrictions
            .iter()
            .map(|restriction| search::net::Restriction {
                color: restriction.color,
                moves: restriction.moves.clone(),
                until_depth: restriction.depth,
                only: restriction.only,
            })
            .collect(),
        ownership: options.ownership || options.ownership_stdev,
        move_ownership: options.moves_ownership || options.moves_ownership_stdev,
    }
}

/// The parameters of a search: what the engine was set up with, and over it what the question says.
fn params(base: &Params, overrides: &Overrides, task: &Task<'_>) -> Params {
    let mut params = base.clone();
    params.line_length = task.options.longest_line.clamp(1, 1000);
    if !task.is_play {
        params.wide_root_noise = Params::for_analysis().wide_root_noise;
    }
    macro_rules! take {
        ($($from:ident => $to:ident),* $(,)?) => {
            $(if let Some(value) = overrides.$from { params.$to = value; })*
        };
    }
    take! {
        wide_root_noise => wide_root_noise,
        root_policy_temperature => root_policy_temperature,
        root_policy_temperature => root_policy_temperature_early,
        root_policy_temperature_early => root_policy_temperature_early,
        policy_temperature => policy_temperature,
        policy_optimism => policy_optimism,
        root_policy_optimism => root_policy_optimism,
        root_fpu_reduction => root_fpu_reduction,
        fpu_reduction => fpu_reduction,
        cpuct => cpuct,
        cpuct_log => cpuct_log,
        win_loss_utility => win_loss_utility,
        static_score_utility => static_score_utility,
        dynamic_score_utility => dynamic_score_utility,
        dynamic_score_center_zero => dynamic_center_zero_weight,
        dynamic_score_center_scale => dynamic_center_scale,
        no_result_utility => no_result_utility_for_white,
        draw_equivalent_wins => draw_equivalent_wins_for_white,
        playout_doubling_advantage => doubling_advantage,
        root_symmetries => root_symmetries,
        anti_mirror => anti_mirror,
        conservative_pass => conservative_pass,
        use_lcb => use_lcb,
        subtree_value_bias => bias_factor,
        graph_search => use_graph,
    }
    if let Some(noise) = overrides.root_noise {
        params.root_noise_weight = if noise { 0.25 } else { 0.0 };
    }
    let threads = overrides.threads.unwrap_or(task.threads);
    params.threads = usize::try_from(threads).unwrap_or(1).max(1);
    params
}

/// Turns what the search says into what the engine says.
struct Teller<'a> {
    game: &'a GameState,
    options: &'a AnalysisOptions,
    /// Whether the policy is that of people.
    profile: bool,
}

impl Teller<'_> {
    fn tell(&self, found: search::Analysis, is_during_search: bool) -> Analysis {
        let options = self.options;
        let raw = found.net.as_deref();
        let moves = found.moves.into_iter().map(|entry| self.entry(entry)).collect();
        let policy = raw.map(|raw| raw.policy.clone());
        Analysis {
            to_move: found.to_move,
            move_number: self.game.move_number(),
            is_during_search,
            visits: found.visits,
            new_visits: found.new_visits,
            weight: found.weight,
            win_rate: found.value,
            utility: found.utility,
            lead: found.lead,
            score_mean: found.score_mean,
            score_stdev: Some(found.score_stdev),
            no_result: found.no_result,
            raw: raw.map(|raw| RawRoot {
                win_rate: raw.value,
                no_result: raw.no_result,
                lead: raw.lead,
                score_mean: raw.score_mean,
                score_stdev: raw.score_stdev,
                variance_time: raw.variance_time,
                // Half of win less loss.
                win_rate_error: raw.win_loss_error.map(|error| 0.5 * error),
                score_error: raw.score_error,
            }),
            hash: raw.map_or_else(|| hash::of_game(self.game), |raw| raw.hash),
            symmetric_hash: raw
                .map_or_else(|| hash::symmetric(self.game), |raw| raw.symmetric_hash),
            ownership: options.ownership.then_some(found.ownership),
            ownership_stdev: found
                .ownership_stdev
                .filter(|_| options.ownership_stdev)
                .map(|stdev| *stdev),
            human_policy: policy.clone().filter(|_| options.policy && self.profile),
            policy: policy.filter(|_| options.policy),
            moves,
        }
    }

    fn entry(&self, entry: search::MoveAnalysis) -> MoveAnalysis {
        let options = self.options;
        MoveAnalysis {
            mv: entry.mv,
            order: entry.order,
            visits: entry.visits,
            edge_visits: entry.edge_visits,
            weight: entry.weight,
            win_rate: entry.value,
            utility: entry.utility,
            lead: entry.lead,
            score_mean: entry.score_mean,
            score_stdev: Some(entry.score_stdev),
            no_result: entry.no_result,
            prior: entry.prior,
            human_prior: self.profile.then_some(entry.prior),
            lcb: entry.lcb,
            utility_lcb: entry.utility_lcb,
            play_value: Some(entry.play_weight),
            symmetry_of: entry.symmetry_of,
            line: entry.line,
            line_visits: options.pv_visits.then_some(entry.line_visits),
            line_edge_visits: options.pv_visits.then_some(entry.line_edge_visits),
            ownership: entry.ownership.filter(|_| options.moves_ownership).map(|owner| *owner),
            ownership_stdev: entry
                .ownership_stdev
                .filter(|_| options.moves_ownership_stdev)
                .map(|stdev| *stdev),
        }
    }
}
