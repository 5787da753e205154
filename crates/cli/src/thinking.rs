//! What an engine thinks with: the network, and what it tells of itself.

use std::io::Write;
use std::path::PathBuf;

use engine::Net;
use gtp::ModelInfo;
use rules::Lang;

use crate::input;
use crate::lang::tr;
use crate::net;
use crate::settings::Settings;
use crate::trouble::Trouble;

/// What to think with. The names are KataGo's, so that programs which start it may start us.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Thinking {
    /// Network to think with: a file of KataGo's, the name of an installed one, default for the one in the program, or none
    /// for playouts; without it the best installed one, else default
    #[arg(
        long,
        visible_alias = "model",
        value_name = "FILE|NAME",
        env = "SHOUTAN_NET",
        hide_env = true
    )]
    net: Option<String>,
    /// Settings file in KataGo's form; later files go over earlier ones
    #[arg(long, value_name = "FILE")]
    config: Vec<PathBuf>,
    /// Settings as NAME=VALUE,NAME=VALUE, which go over those of files
    #[arg(long, value_name = "SETTINGS")]
    override_config: Vec<String>,
    /// Network that imitates people, where --net names none
    #[arg(long, value_name = "FILE")]
    human_model: Option<String>,
}

impl Thinking {
    /// Loads the network.
    ///
    /// # Errors
    /// When it is not there, cannot be read or is none.
    pub(crate) fn net(&self, lang: Lang) -> Result<Option<Net>, Trouble> {
        let named = self.net.as_deref().or(self.human_model.as_deref());
        net::find_net(named, None, lang)?.map(|source| source.load(lang)).transpose()
    }

    /// Whether a file of settings is named.
    pub(crate) fn has_config(&self) -> bool {
        !self.config.is_empty()
    }

    /// Reads the settings. Those that mean nothing here are named on stderr and otherwise left alone.
    ///
    /// # Errors
    /// When a file cannot be read, a line is no setting, or a setting has no such value.
    pub(crate) fn settings(&self, lang: Lang) -> Result<Settings, Trouble> {
        let mut settings = Settings::default();
        let mut unknown = Vec::new();
        let bad = |place: &str, what: String| {
            let remedy = tr!(
                lang,
                "每行写“名称 = 值”，名称与 KataGo 相同",
                "write NAME = VALUE on each line, with KataGo's names"
            );
            Trouble::new("bad-setting", place, what, remedy)
        };
        for path in &self.config {
            let place = path.display().to_string();
            let text = std::fs::read_to_string(path)
                .map_err(|error| input::unreadable(&place, &error, lang))?;
            let found =
                gtp::read_settings(&text).map_err(|error| bad(&place, error.to_string()))?;
            unknown.extend(settings.set_all(&found).map_err(|what| bad(&place, what))?);
        }
        for text in &self.override_config {
            let place = "--override-config";
            let found =
                gtp::read_setting_list(text).map_err(|error| bad(place, error.to_string()))?;
            unknown.extend(settings.set_all(&found).map_err(|what| bad(place, what))?);
        }
        if !unknown.is_empty() {
            let names = unknown.join(", ");
            let note = tr!(lang, "不起作用的设置：{names}", "settings without effect: {names}");
            // When stderr is closed nobody wants to know.
            let _ = writeln!(anstream::stderr(), "{note}");
        }
        Ok(settings)
    }
}

/// Programs that start KataGo write long names with one dash: `-model FILE`. Such words get the second one; what KataGo
/// has and we do not is taken away with its value.
pub(crate) fn with_two_dashes(arguments: Vec<std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let command = arguments.get(1).and_then(|word| word.to_str());
    if !matches!(command, Some("gtp" | "analysis")) {
        return arguments;
    }
    let mut words = arguments.into_iter().peekable();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let Some(name) = word.to_str().and_then(one_dash) else {
            kept.push(word);
            continue;
        };
        if KATAGOS.contains(&name) || name.contains('=') && KATAGOS.contains(&before_equals(name)) {
            kept.push(format!("--{name}").into());
            continue;
        }
        let is_value = |next: &std::ffi::OsString| !next.to_string_lossy().starts_with('-');
        let value = words.next_if(is_value);
        let value = value.map(|value| value.to_string_lossy().into_owned()).unwrap_or_default();
        let _ = writeln!(anstream::stderr(), "ignored: -{name} {value}");
    }
    kept
}

/// KataGo's long names that we know.
const KATAGOS: [&str; 6] = [
    "model",
    "config",
    "override-config",
    "human-model",
    "analysis-threads",
    "quit-without-waiting",
];

/// The name in `-name`; short flags and numbers are none.
fn one_dash(word: &str) -> Option<&str> {
    let name = word.strip_prefix('-')?;
    let is_long = name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic());
    is_long.then_some(name)
}

fn before_equals(name: &str) -> &str {
    name.split('=').next().unwrap_or_default()
}

/// The networks for those who ask.
pub(crate) fn models(net: Option<&Net>) -> Vec<ModelInfo> {
    let info = |net: &Net| ModelInfo {
        name: net.name().to_owned(),
        internal_name: net.name().to_owned(),
        version: net.info().version,
        uses_human_profile: net.knows_people(),
        max_batch: 1,
    };
    net.into_iter().map(info).collect()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    #[test]
    fn katagos_way_of_writing_is_understood() {
        let words = |text: &str| -> Vec<OsString> { text.split(' ').map(OsString::from).collect() };
        let read = |text: &str| with_two_dashes(words(text));
        assert_eq!(
            read("shoutan analysis -model a.bin.gz -config b.cfg -override-config maxVisits=5"),
            words("shoutan analysis --model a.bin.gz --config b.cfg --override-config maxVisits=5")
        );
        assert_eq!(
            read("shoutan gtp -override-version 1.2 -model=a -log -1 --seed 3 -h"),
            words("shoutan gtp --model=a -1 --seed 3 -h")
        );
        assert_eq!(read("shoutan show -move 3"), words("shoutan show -move 3"));
    }
}
