//! What the controller may ask and change of the engine.

use std::collections::BTreeMap;

use gtp::ModelInfo;

use super::{Said, Session, fine};
use crate::settings::Settings;

impl Session {
    pub(super) fn param(&self, name: &str) -> Said {
        if !Settings::names().contains(&name) {
            return Err(format!("unknown setting {name}"));
        }
        // What nobody set is for the engine to choose.
        Ok(self.settings.get(name).unwrap_or_else(|| "default".to_owned()))
    }

    pub(super) fn set_param(&mut self, name: &str, value: &str) -> Said {
        if !Settings::names().contains(&name) {
            return Err(format!("unknown setting {name}"));
        }
        let mut settings = self.settings.clone();
        settings.set(name, value)?;
        self.use_settings(settings);
        fine()
    }

    /// Takes settings into use; those of the search hold from the next question on.
    pub(crate) fn use_settings(&mut self, settings: Settings) {
        let mut new = self.engine.settings().clone();
        new.overrides = settings.overrides.over(&new.overrides);
        if let Some(threads) = settings.overrides.threads {
            new.threads = threads;
        }
        if new != *self.engine.settings() {
            self.engine.set(new);
        }
        self.settings = settings;
    }

    pub(super) fn params(&self) -> String {
        let set: BTreeMap<&str, String> = Settings::names()
            .into_iter()
            .filter_map(|name| Some((name, self.settings.get(name)?)))
            .collect();
        serde_json::to_string(&set).unwrap_or_default()
    }

    pub(super) fn models(&self) -> String {
        ModelInfo::list(&crate::thinking::models(self.engine.settings().net.as_ref()))
    }

    pub(super) fn describe(&self) -> String {
        let settings = self.engine.settings();
        let net = settings.net.as_ref().map_or("no network", |net| net.name());
        format!("Shoutan {}\n{net}; level {}", env!("CARGO_PKG_VERSION"), settings.level.number)
    }

    /// What is said to anybody who talks: how the game looked at the last move.
    pub(super) fn chat(&self) -> String {
        match &self.last {
            Some(last) => format!(
                "Shoutan {}: 黑胜率 {percent:.0} %，领先 {lead:+.1} 目 · Black wins {percent:.0} %, leads by {lead:+.1}",
                env!("CARGO_PKG_VERSION"),
                percent = last.win_rate * 100.0,
                lead = last.lead,
            ),
            None => format!("Shoutan {}: 你好 · hello", env!("CARGO_PKG_VERSION")),
        }
    }
}
