use std::sync::Arc;
use std::time::Duration;

use board::{BoardSize, Color, Move, Point};
use rules::{Axis, Ruleset, Score};
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::fields::{Fields, Wrong, colored_move, colored_point, location, wrong};
use super::response::ModelInfo;
use crate::command::Restriction;
use crate::rules_text::{from_object, parse_rules};

/// Komi and turns beyond these are slips.
const MOST_KOMI: f64 = 400.0;
const MOST_MOVES: i64 = 100_000;
/// More visits than this are as many as one likes.
const MOST_VISITS: i64 = 1 << 50;

/// A line that was understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Positions to analyse.
    Query(Box<Query>),
    /// Something else.
    Action(ActionRequest),
}

/// Positions of one game to analyse.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// What answers repeat.
    pub id: String,
    /// The board.
    pub size: BoardSize,
    /// Stones before the first move.
    pub stones: Vec<(Color, Point)>,
    /// Who moves first, where it is said.
    pub first: Option<Color>,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// The rules, with the handicap bonus where the query says another one.
    pub rules: Arc<Ruleset>,
    /// The komi; without it that of the rules.
    pub komi: Option<Score>,
    /// The turns to analyse with the priority of each: 0 before the first move. None twice.
    pub turns: Vec<(u32, i64)>,
    /// Which network, where it is said.
    pub model: Option<String>,
    /// Longest line reported after the first move, where it is said.
    pub line_length: Option<u32>,
    /// What answers hold.
    pub include: Include,
    /// Forbidden and allowed moves.
    pub restrictions: Vec<Restriction>,
    /// Settings of this query alone, by their names in configuration files: those of `overrideSettings`, and as the last
    /// the fields `maxVisits`, `rootPolicyTemperature` and `rootFpuReductionMax`.
    pub overrides: Vec<Override>,
    /// Time between reports while a position is searched.
    pub report_every: Option<Duration>,
    /// Time before the first of them, where it is another.
    pub first_report_after: Option<Duration>,
    /// What was strange, and answered with a warning.
    pub warnings: Vec<Warning>,
}

/// A setting of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The field that says it.
    pub field: &'static str,
    /// The setting's name.
    pub name: String,
    /// Its value, as a text.
    pub value: String,
}

/// What answers hold beside the values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Include {
    /// `includeOwnership`
    pub ownership: bool,
    /// `includeOwnershipStdev`
    pub ownership_stdev: bool,
    /// `includeMovesOwnership`
    pub moves_ownership: bool,
    /// `includeMovesOwnershipStdev`
    pub moves_ownership_stdev: bool,
    /// `includePolicy`
    pub policy: bool,
    /// `includePVVisits`
    pub line_visits: bool,
    /// `includeNoResultValue`
    pub no_result: bool,
}

/// Why a line is answered with an error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct QueryError {
    /// The query, where it is known.
    pub id: Option<String>,
    /// The field, where it is known.
    pub field: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

/// A field that is strange; the query goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The field.
    pub field: String,
    /// What is strange.
    pub message: String,
}

/// A query that is not about positions.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionRequest {
    /// What is asked for.
    pub action: Action,
    /// The object as it came: answers repeat it.
    object: Map<String, Value>,
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `query_version`
    QueryVersion,
    /// `query_models`
    QueryModels,
    /// `clear_cache`
    ClearCache,
    /// `terminate`
    Terminate {
        /// The query to end.
        id: String,
        /// Only these of its turns, where they are said.
        turns: Option<Vec<u32>>,
    },
    /// `terminate_all`
    TerminateAll {
        /// Only these turns, where they are said.
        turns: Option<Vec<u32>>,
    },
}

/// The fields that a query may have.
const KNOWN: [&str; 34] = [
    "action",
    "allowMoves",
    "analysisPVLen",
    "analyzeTurns",
    "avoidMoves",
    "boardXSize",
    "boardYSize",
    "cacheContext",
    "firstReportDuringSearchAfter",
    "id",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includeOwnership",
    "includeOwnershipStdev",
    "includePVVisits",
    "includePolicy",
    "initialPlayer",
    "initialStones",
    "komi",
    "maxVisits",
    "model",
    "moves",
    "overrideSettings",
    "priorities",
    "priority",
    "reportDuringSearchEvery",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "rules",
    "terminateId",
    "turnNumber",
    "turnNumbers",
    "whiteHandicapBonus",
];

impl Message {
    /// Reads a line.
    ///
    /// # Errors
    /// When it is no object, or a field is missing or makes no sense.
    pub fn parse(line: &[u8]) -> Result<Message, QueryError> {
        let object: Map<String, Value> = serde_json::from_slice(line)
            .map_err(|error| general(None, format!("no JSON object on one line: {error}")))?;
        let fields = Fields::new(&object);
        let id = match fields.required("id") {
            Ok(Value::String(id)) => id.clone(),
            Ok(_) => return Err(named(None, wrong("id", "must be a text"))),
            Err(missing) => return Err(named(None, missing)),
        };
        let result = match object.contains_key("action") {
            true => action(fields)
                .map(|action| Message::Action(ActionRequest { action, object: object.clone() })),
            false => query(id.clone(), fields, &object).map(|query| Message::Query(query.into())),
        };
        result.map_err(|found| named(Some(id), found))
    }
}

fn general(id: Option<String>, message: String) -> QueryError {
    QueryError { id, field: None, message }
}

fn named(id: Option<String>, wrong: Wrong) -> QueryError {
    QueryError { id, field: Some(wrong.field), message: wrong.message }
}

impl QueryError {
    /// The answer.
    pub fn answer(&self) -> String {
        let mut object = Map::new();
        object.insert("error".to_owned(), json!(self.message));
        if let Some(field) = self.field {
            object.insert("field".to_owned(), json!(field));
        }
        if let Some(id) = &self.id {
            object.insert("id".to_owned(), json!(id));
        }
        Value::Object(object).to_string()
    }
}

impl Warning {
    /// The answer for a query.
    pub fn answer(&self, id: &str) -> String {
        json!({ "field": self.field, "id": id, "warning": self.message }).to_string()
    }
}

impl ActionRequest {
    /// The answer that only repeats.
    pub fn echo(&self) -> String {
        Value::Object(self.object.clone()).to_string()
    }

    /// The answer to `query_version`.
    pub fn version(&self, version: &str, git_hash: &str) -> String {
        let mut object = self.object.clone();
        object.insert("git_hash".to_owned(), json!(git_hash));
        object.insert("version".to_owned(), json!(version));
        Value::Object(object).to_string()
    }

    /// The answer to `query_models`.
    pub fn models(&self, models: &[ModelInfo]) -> String {
        let mut object = self.object.clone();
        object.insert("models".to_owned(), models.iter().map(ModelInfo::value).collect());
        Value::Object(object).to_string()
    }
}

fn action(fields: Fields<'_>) -> Result<Action, Wrong> {
    let turns = || -> Result<Option<Vec<u32>>, Wrong> {
        let Some(numbers) = fields.integers("turnNumbers")? else { return Ok(None) };
        // A turn that no query can have ends none.
        Ok(Some(numbers.into_iter().filter_map(|turn| u32::try_from(turn).ok()).collect()))
    };
    match fields.text("action")?.unwrap_or_default() {
        "query_version" => Ok(Action::QueryVersion),
        "query_models" => Ok(Action::QueryModels),
        "clear_cache" => Ok(Action::ClearCache),
        "terminate" => {
            let id = fields.text("terminateId")?;
            let id = id.ok_or_else(|| wrong("terminateId", "must be given"))?.to_owned();
            Ok(Action::Terminate { id, turns: turns()? })
        }
        "terminate_all" => Ok(Action::TerminateAll { turns: turns()? }),
        other => Err(wrong(
            "action",
            format!(
                "{other:?} is none of query_version, query_models, clear_cache, terminate, terminate_all"
            ),
        )),
    }
}

fn query(id: String, fields: Fields<'_>, object: &Map<String, Value>) -> Result<Query, Wrong> {
    let size = board_size(fields)?;
    let stones = match fields.list("initialStones")? {
        Some(list) => pairs(list, |at, value| colored_point("initialStones", at, value, size))?,
        None => Vec::new(),
    };
    fields.required("moves")?;
    let moves = match fields.list("moves")? {
        Some(list) => pairs(list, |at, value| colored_move("moves", at, value, size))?,
        None => Vec::new(),
    };
    let line_length = fields.integer("analysisPVLen", 1, 1000)?;
    let query = Query {
        turns: turns(fields, moves.len())?,
        first: fields.color("initialPlayer")?,
        rules: rules(fields)?,
        komi: komi(fields)?,
        model: fields.text("model")?.map(str::to_owned),
        line_length: line_length.and_then(|length| u32::try_from(length).ok()),
        include: include(fields)?,
        restrictions: restrictions(fields, size)?,
        report_every: fields.seconds("reportDuringSearchEvery")?,
        first_report_after: fields.seconds("firstReportDuringSearchAfter")?,
        id,
        size,
        stones,
        moves,
        overrides: overrides(fields)?,
        warnings: unknown_fields(object),
    };
    Ok(query)
}

fn pairs<T>(
    list: &[Value],
    read: impl Fn(usize, &Value) -> Result<T, Wrong>,
) -> Result<Vec<T>, Wrong> {
    list.iter().enumerate().map(|(at, value)| read(at, value)).collect()
}

fn unknown_fields(object: &Map<String, Value>) -> Vec<Warning> {
    let unknown = object.keys().filter(|name| !KNOWN.contains(&name.as_str()));
    let warning = |name: &String| Warning {
        field: name.clone(),
        message: "unexpected or unused field".to_owned(),
    };
    unknown.map(warning).collect()
}

fn board_size(fields: Fields<'_>) -> Result<BoardSize, Wrong> {
    let lines = |field: &'static str| -> Result<u32, Wrong> {
        fields.required(field)?;
        let lines = fields.integer(field, 1, i64::from(board::MAX_LINES))?;
        lines
            .and_then(|lines| u32::try_from(lines).ok())
            .ok_or_else(|| wrong(field, "must be given"))
    };
    let (columns, rows) = (lines("boardXSize")?, lines("boardYSize")?);
    BoardSize::new(columns, rows).map_err(|error| wrong("boardXSize", error.to_string()))
}

fn rules(fields: Fields<'_>) -> Result<Arc<Ruleset>, Wrong> {
    let found = match fields.required("rules")? {
        Value::String(text) => parse_rules(text),
        Value::Object(object) => from_object(object),
        _ => return Err(wrong("rules", "must be a text or an object")),
    };
    let ruleset = found.map_err(|error| wrong("rules", error.to_string()))?;
    let Some(bonus) = fields.get("whiteHandicapBonus") else { return Ok(ruleset) };
    let word = match bonus {
        Value::String(word) => word.to_ascii_lowercase(),
        other => other.to_string(),
    };
    let word = if word == "0" { "none" } else { word.as_str() };
    let changed = ["none", "n", "n-1"]
        .contains(&word)
        .then(|| ruleset.with(Axis::Compensation, word).ok())
        .flatten();
    changed.map(Arc::new).ok_or_else(|| wrong("whiteHandicapBonus", "must be 0, N or N-1"))
}

fn komi(fields: Fields<'_>) -> Result<Option<Score>, Wrong> {
    let Some(komi) = fields.number("komi", -MOST_KOMI, MOST_KOMI)? else { return Ok(None) };
    let halves = komi * 2.0;
    if halves.fract() != 0.0 {
        return Err(wrong("komi", format!("{komi} is not a multiple of 0.5")));
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and within 800, as just seen")]
    Ok(Some(Score::half_points(halves as i32)))
}

/// Turns and priorities. A turn that is named twice is analysed once, at its first place.
fn turns(fields: Fields<'_>, moves: usize) -> Result<Vec<(u32, i64)>, Wrong> {
    let priority = fields.integer("priority", i64::MIN >> 1, i64::MAX >> 1)?.unwrap_or(0);
    let last = i64::try_from(moves).unwrap_or(MOST_MOVES).min(MOST_MOVES);
    let numbers = fields.integers("analyzeTurns")?.unwrap_or_else(|| vec![last]);
    let priorities = match fields.integers("priorities")? {
        Some(_) if fields.get("priority").is_some() => {
            return Err(wrong("priorities", "cannot be given beside priority"));
        }
        Some(priorities) if priorities.len() != numbers.len() => {
            return Err(wrong("priorities", "must be as many as analyzeTurns"));
        }
        Some(priorities) => priorities,
        None => vec![priority; numbers.len()],
    };
    let mut turns: Vec<(u32, i64)> = Vec::with_capacity(numbers.len());
    let mut seen = vec![false; moves + 1];
    for (turn, priority) in numbers.into_iter().zip(priorities) {
        let place = usize::try_from(turn).ok().and_then(|turn| seen.get_mut(turn));
        let place = place.ok_or_else(|| {
            wrong("analyzeTurns", format!("{turn} is no turn of a game with {moves} moves"))
        })?;
        if !std::mem::replace(place, true) {
            turns.push((u32::try_from(turn).unwrap_or(u32::MAX), priority));
        }
    }
    Ok(turns)
}

fn include(fields: Fields<'_>) -> Result<Include, Wrong> {
    Ok(Include {
        ownership: fields.flag("includeOwnership")?,
        ownership_stdev: fields.flag("includeOwnershipStdev")?,
        moves_ownership: fields.flag("includeMovesOwnership")?,
        moves_ownership_stdev: fields.flag("includeMovesOwnershipStdev")?,
        policy: fields.flag("includePolicy")?,
        line_visits: fields.flag("includePVVisits")?,
        no_result: fields.flag("includeNoResultValue")?,
    })
}

fn restrictions(fields: Fields<'_>, size: BoardSize) -> Result<Vec<Restriction>, Wrong> {
    let mut found = Vec::new();
    for (field, is_allow) in [("avoidMoves", false), ("allowMoves", true)] {
        for entry in fields.list(field)?.unwrap_or_default() {
            let object =
                entry.as_object().ok_or_else(|| wrong(field, "must be a list of objects"))?;
            found.push(restriction(field, Fields::new(object), is_allow, size)?);
        }
    }
    let allowed = |color| found.iter().filter(move |entry| entry.is_allow && entry.color == color);
    if Color::BOTH.iter().any(|&color| allowed(color).count() > 1) {
        return Err(wrong("allowMoves", "must have at most one object for a player"));
    }
    Ok(found)
}

fn restriction(
    field: &'static str,
    entry: Fields<'_>,
    is_allow: bool,
    size: BoardSize,
) -> Result<Restriction, Wrong> {
    let inner = |found: Wrong| wrong(field, format!("{}: {}", found.field, found.message));
    let color = entry.color("player").map_err(inner)?;
    let depth = entry.integer("untilDepth", 1, 1_000_000).map_err(inner)?;
    let list = entry.list("moves").map_err(inner)?;
    let (Some(color), Some(depth), Some(list)) = (color, depth, list) else {
        return Err(wrong(field, "every object needs player, moves and untilDepth"));
    };
    let read = |value: &Value| match value {
        Value::String(text) => location(field, text, size),
        _ => Err(wrong(field, "moves must be a list of locations")),
    };
    Ok(Restriction {
        color,
        moves: list.iter().map(read).collect::<Result<_, _>>()?,
        until_depth: u32::try_from(depth).unwrap_or(u32::MAX),
        is_allow,
    })
}

fn overrides(fields: Fields<'_>) -> Result<Vec<Override>, Wrong> {
    let mut found = Vec::new();
    let field = "overrideSettings";
    if let Some(value) = fields.get(field) {
        let object = value.as_object().ok_or_else(|| wrong(field, "must be an object"))?;
        for (name, value) in object {
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Array(_) | Value::Object(_) => {
                    return Err(wrong(
                        field,
                        format!("{name} must be a number, a text or a truth"),
                    ));
                }
                other => other.to_string(),
            };
            found.push(Override { field, name: name.clone(), value });
        }
    }
    let mut add = |field: &'static str, value: Option<String>| {
        found.extend(value.map(|value| Override { field, name: field.to_owned(), value }));
    };
    let visits = fields.integer("maxVisits", 1, MOST_VISITS)?;
    add("maxVisits", visits.map(|number| number.to_string()));
    let temperature = fields.number("rootPolicyTemperature", 0.01, 100.0)?;
    add("rootPolicyTemperature", temperature.map(|number| number.to_string()));
    let reduction = fields.number("rootFpuReductionMax", 0.0, 2.0)?;
    add("rootFpuReductionMax", reduction.map(|number| number.to_string()));
    Ok(found)
}

#[cfg(test)]
mod tests;
