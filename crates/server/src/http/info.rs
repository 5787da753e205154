//! Rulesets, time controls, engine levels.

use std::sync::Arc;

use api::{
    Axis, Code, ControlView, EngineLevel, ErrorBody, Message, RulesetLine, RulesetView, TwoSides,
};
use axum::Json;
use axum::extract::State;
use rules::{Lang, Ruleset, Scoring};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::error::Error;
use crate::game::setup::controls;
use crate::game::words;
use crate::http::extract::{Id, Params};

fn line(ruleset: &Ruleset) -> RulesetLine {
    let scoring = match ruleset.scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory",
        Scoring::Stones => "stones",
    };
    RulesetLine {
        id: ruleset.id.clone(),
        name: words(&ruleset.name),
        about: words(&ruleset.summary),
        komi: ruleset.komi.even.to_string(),
        scoring: scoring.to_owned(),
    }
}

/// All rulesets, the common ones first.
#[utoipa::path(get, path = "/api/v1/rulesets", tag = "rules",
    responses((status = 200, body = Vec<RulesetLine>), (status = "default", body = ErrorBody)))]
pub(crate) async fn rulesets() -> Json<Vec<RulesetLine>> {
    Json(Ruleset::all().iter().map(|ruleset| line(ruleset)).collect())
}

/// One ruleset, explained.
#[utoipa::path(get, path = "/api/v1/rulesets/{id}", tag = "rules",
    params(("id" = String, Path, description = "its id or another name")),
    responses((status = 200, body = RulesetView), (status = "default", body = ErrorBody)))]
pub(crate) async fn ruleset(Id(id): Id<String>) -> Result<Json<RulesetView>, Error> {
    if id.len() > 400 {
        return Err(Code::NoRuleset.into());
    }
    let ruleset = Ruleset::find(&id).map_err(|e| Error::with(Code::NoRuleset, e.to_string()))?;
    let english = ruleset.explain(Lang::En);
    let axes = ruleset.explain(Lang::Zh).into_iter().zip(english).map(|(zh, en)| Axis {
        axis: zh.axis.name().to_owned(),
        title: Message::new(zh.title, en.title),
        text: Message::new(zh.text, en.text),
    });
    let view = RulesetView {
        line: line(&ruleset),
        aliases: ruleset.aliases.clone(),
        axes: axes.collect(),
    };
    Ok(Json(view))
}

/// A text to read as a time control.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeText {
    /// Such as `20m+5x30s`, `2h 保留5`, `B 20m | W 10m`.
    #[param(min_length = 1, max_length = 200)]
    text: String,
}

/// Reads a time control and says it in words.
#[utoipa::path(get, path = "/api/v1/time-controls/parse", tag = "rules", params(TimeText),
    responses((status = 200, body = TwoSides<ControlView>), (status = "default", body = ErrorBody)))]
pub(crate) async fn parse_time(
    Params(query): Params<TimeText>,
) -> Result<Json<TwoSides<ControlView>>, Error> {
    if !(1..=200).contains(&query.text.chars().count()) {
        return Err(Error::with(Code::BadField, "text"));
    }
    Ok(Json(ControlView::both(&controls(&query.text, None)?)))
}

/// The engine's levels, from the weakest; none where there is no engine.
#[utoipa::path(get, path = "/api/v1/levels", tag = "rules",
    responses((status = 200, body = Vec<EngineLevel>), (status = "default", body = ErrorBody)))]
pub(crate) async fn levels(State(app): State<Arc<App>>) -> Json<Vec<EngineLevel>> {
    Json(app.engines.levels())
}
