use serde::Serialize;
use serde_json::Value;

use super::query::Include;
use crate::report::{MoveReport, Perspective, RawValues, Report, RootReport, View};
use crate::value::format_move;

/// The answer for one position.
#[derive(Clone, Copy, Debug)]
pub struct Response<'a> {
    /// The query's id.
    pub id: &'a str,
    /// The turn, 0 before the first move.
    pub turn: u32,
    /// Whether the search goes on.
    pub is_during_search: bool,
    /// What to hold.
    pub include: Include,
    /// In whose view.
    pub perspective: Perspective,
    /// The analysis.
    pub report: &'a Report,
    /// Probability of each point, row by row from the top left, then of a pass; −1 for illegal moves. Empty when it is not
    /// known.
    pub policy: &'a [f32],
    /// The same of the network that imitates people.
    pub human_policy: &'a [f32],
}

/// A network that is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelInfo {
    /// The file's name.
    pub name: String,
    /// What the file calls itself.
    pub internal_name: String,
    /// The version of its format.
    pub version: u32,
    /// Whether it imitates people of a rank.
    pub uses_human_profile: bool,
    /// The most positions it is asked about at once.
    pub max_batch: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Model<'a> {
    internal_name: &'a str,
    max_batch_size: u32,
    name: &'a str,
    #[serde(rename = "usesHumanSLProfile")]
    uses_human_profile: bool,
    #[serde(rename = "usingFP16")]
    using_half: &'static str,
    version: u32,
}

impl ModelInfo {
    pub(super) fn value(&self) -> Value {
        let model = Model {
            internal_name: &self.internal_name,
            max_batch_size: self.max_batch,
            name: &self.name,
            uses_human_profile: self.uses_human_profile,
            using_half: "false",
            version: self.version,
        };
        serde_json::to_value(model).unwrap_or_default()
    }

    /// The list that `kata-get-models` answers.
    pub fn list(models: &[ModelInfo]) -> String {
        Value::Array(models.iter().map(ModelInfo::value).collect()).to_string()
    }
}

/// The fields are in alphabetical order, as KataGo's.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Whole<'a> {
    #[serde(skip_serializing_if = "<[f32]>::is_empty")]
    human_policy: &'a [f32],
    id: &'a str,
    is_during_search: bool,
    move_infos: Vec<MoveInfo>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ownership: Vec<f32>,
    #[serde(skip_serializing_if = "<[f32]>::is_empty")]
    ownership_stdev: &'a [f32],
    #[serde(skip_serializing_if = "<[f32]>::is_empty")]
    policy: &'a [f32],
    root_info: RootInfo,
    turn_number: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    edge_visits: u64,
    edge_weight: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    human_prior: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_symmetry_of: Option<String>,
    lcb: f32,
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_result_value: Option<f32>,
    order: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ownership: Vec<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ownership_stdev: Vec<f32>,
    play_selection_value: f32,
    prior: f32,
    pv: Vec<String>,
    #[serde(rename = "pvEdgeVisits", skip_serializing_if = "Vec::is_empty")]
    pv_edge_visits: Vec<u64>,
    #[serde(rename = "pvVisits", skip_serializing_if = "Vec::is_empty")]
    pv_visits: Vec<u64>,
    score_lead: f32,
    score_mean: f32,
    score_selfplay: f32,
    score_stdev: f32,
    utility: f32,
    utility_lcb: f32,
    visits: u64,
    weight: f32,
    winrate: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    #[serde(flatten)]
    human: Option<HumanInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_result_value: Option<f32>,
    #[serde(flatten)]
    raw: Option<RawInfo>,
    score_lead: f32,
    score_selfplay: f32,
    score_stdev: f32,
    sym_hash: String,
    this_hash: String,
    utility: f32,
    visits: u64,
    weight: f32,
    winrate: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RawInfo {
    raw_lead: f32,
    raw_no_result_prob: f32,
    raw_score_selfplay: f32,
    raw_score_selfplay_stdev: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_st_score_error: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_st_wr_error: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_var_time_left: Option<f32>,
    raw_winrate: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HumanInfo {
    human_score_mean: f32,
    human_score_stdev: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    human_st_score_error: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    human_st_wr_error: Option<f32>,
    human_winrate: f32,
}

impl Response<'_> {
    /// The line, without its end.
    pub fn line(&self) -> String {
        let report = self.report;
        let view = View { white: self.perspective.is_white(report.to_move) };
        let moves = report.moves.iter().filter(|entry| entry.visits > 0).enumerate();
        let include = self.include;
        let shown = |asked: bool, values: &[f32]| match asked {
            true => values.iter().map(|&value| view.signed(value)).collect(),
            false => Vec::new(),
        };
        let whole = Whole {
            human_policy: if include.policy { self.human_policy } else { &[] },
            id: self.id,
            is_during_search: self.is_during_search,
            move_infos: moves.map(|(order, entry)| self.entry(order, entry, view)).collect(),
            ownership: shown(include.ownership, &report.ownership),
            ownership_stdev: if include.ownership_stdev { &report.ownership_stdev } else { &[] },
            policy: if include.policy { self.policy } else { &[] },
            root_info: root(self, &report.root, view),
            turn_number: self.turn,
        };
        serde_json::to_string(&whole).unwrap_or_default()
    }

    fn entry(&self, order: usize, entry: &MoveReport, view: View) -> MoveInfo {
        let values = view.values(&entry.values);
        let vertex = |mv| format_move(mv, self.report.size);
        let include = self.include;
        let (line_visits, line_edge_visits) = match include.line_visits {
            true => (entry.line_visits.clone(), entry.line_edge_visits.clone()),
            false => (Vec::new(), Vec::new()),
        };
        let ownership = entry.ownership.iter().map(|&value| view.signed(value));
        MoveInfo {
            edge_visits: entry.edge_visits,
            edge_weight: values.weight,
            human_prior: entry.human_prior,
            is_symmetry_of: entry.is_symmetry_of.map(vertex),
            lcb: view.chance(entry.lcb),
            mv: vertex(entry.mv),
            no_result_value: include.no_result.then_some(values.no_result),
            order,
            ownership: if include.moves_ownership { ownership.collect() } else { Vec::new() },
            ownership_stdev: match include.moves_ownership_stdev {
                true => entry.ownership_stdev.clone(),
                false => Vec::new(),
            },
            play_selection_value: entry.play_selection_value,
            prior: entry.prior,
            pv: entry.line.iter().map(|&mv| vertex(mv)).collect(),
            pv_edge_visits: line_edge_visits,
            pv_visits: line_visits,
            score_lead: values.lead,
            // Old programs read the lead under this name.
            score_mean: values.lead,
            score_selfplay: values.score_mean,
            score_stdev: values.score_stdev,
            utility: values.utility,
            utility_lcb: view.signed(entry.utility_lcb),
            visits: entry.visits,
            weight: values.weight,
            winrate: values.win_rate,
        }
    }
}

fn root(response: &Response<'_>, root: &RootReport, view: View) -> RootInfo {
    let values = view.values(&root.values);
    let chance = |raw: &RawValues| view.chance(raw.win_rate);
    RootInfo {
        current_player: match response.report.to_move {
            board::Color::Black => "B",
            board::Color::White => "W",
        },
        human: root.human.as_ref().map(|human| HumanInfo {
            human_score_mean: view.signed(human.score_mean),
            human_score_stdev: human.score_stdev,
            human_st_score_error: human.score_error,
            human_st_wr_error: human.win_loss_error.map(|error| error / 2.0),
            human_winrate: chance(human),
        }),
        no_result_value: response.include.no_result.then_some(values.no_result),
        raw: root.raw.as_ref().map(|raw| RawInfo {
            raw_lead: view.signed(raw.lead),
            raw_no_result_prob: raw.no_result,
            raw_score_selfplay: view.signed(raw.score_mean),
            raw_score_selfplay_stdev: raw.score_stdev,
            raw_st_score_error: raw.score_error,
            // Of the win rate, which is half of win less loss.
            raw_st_wr_error: raw.win_loss_error.map(|error| error / 2.0),
            raw_var_time_left: raw.variance_time,
            raw_winrate: chance(raw),
        }),
        score_lead: values.lead,
        score_selfplay: values.score_mean,
        score_stdev: values.score_stdev,
        sym_hash: format!("{:032X}", root.symmetric_hash),
        this_hash: format!("{:032X}", root.hash),
        utility: values.utility,
        visits: root.visits,
        weight: values.weight,
        winrate: values.win_rate,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NoResults<'a> {
    id: &'a str,
    is_during_search: bool,
    no_results: bool,
    turn_number: u32,
}

/// The answer for a position that was given up before anything was known of it.
pub fn no_results(id: &str, turn: u32) -> String {
    let answer = NoResults { id, is_during_search: false, no_results: true, turn_number: turn };
    serde_json::to_string(&answer).unwrap_or_default()
}
