//! Ruleset files: from TOML to [`Ruleset`].

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use board::Color;
use serde::Deserialize;
use thiserror::Error;

use super::spec::Axis;
use super::{
    Compensation, EndRule, IllegalMovePenalty, KomiRule, LongCycle, Note, Placement, Removal,
    Repetition, Resumption, Ruleset, Scoring, Seats, SharedPoints, Source, Suicide, Tax, Ties,
    Unit,
};
use crate::score::Score;
use crate::text::Text;

/// (id, text) of every file, made by `build.rs`.
pub(super) static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rulesets.rs"));

/// A name that no ruleset has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no ruleset is called '{name}'; did you mean '{nearest}'?")]
pub struct UnknownRuleset {
    /// The name asked for.
    pub name: String,
    /// The nearest name that exists.
    pub nearest: String,
}

/// What can be wrong with a ruleset file.
#[derive(Debug, Error)]
pub(super) enum FileError {
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    #[error("'{value}' is no value of {axis}")]
    Value { axis: &'static str, value: String },
    #[error("'{0}' is no axis")]
    Axis(String),
    #[error("{0} is missing")]
    Missing(&'static str),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextFile {
    zh: String,
    en: String,
}

impl From<TextFile> for Text {
    fn from(t: TextFile) -> Text {
        Text::new(t.zh, t.en)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceFile {
    title: TextFile,
    #[serde(default)]
    article: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoteFile {
    axis: String,
    zh: String,
    en: String,
    #[serde(default)]
    article: String,
}

/// A name for this ruleset with some axes changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantFile {
    aliases: Vec<String>,
    set: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesetFile {
    order: u32,
    edition: String,
    sgf: String,
    aliases: Vec<String>,
    name: TextFile,
    summary: TextFile,
    axes: BTreeMap<String, String>,
    #[serde(default)]
    source: Vec<SourceFile>,
    #[serde(default)]
    note: Vec<NoteFile>,
    #[serde(default)]
    variant: Vec<VariantFile>,
    /// Read by the tests alone.
    #[serde(default)]
    #[expect(
        dead_code,
        reason = "positions for the tests; listed so that unknown keys are still refused"
    )]
    case: Vec<toml::Value>,
}

/// A ruleset file as read: the ruleset, its place in the list and the names of its variants.
pub(super) struct Loaded {
    pub(super) order: u32,
    pub(super) ruleset: Ruleset,
    pub(super) variants: Vec<(Vec<String>, Ruleset)>,
}

/// Reads one file; every axis must be given, so that no file leans on a default.
pub(super) fn read(id: &str, text: &str) -> Result<Loaded, FileError> {
    let mut file: RulesetFile = toml::from_str(text)?;
    let mut ruleset = skeleton();
    for axis in Axis::all() {
        let value = file.axes.remove(axis.name()).ok_or(FileError::Missing(axis.name()))?;
        ruleset.set(axis, &value).ok_or(FileError::Value { axis: axis.name(), value })?;
    }
    if let Some((name, _)) = file.axes.pop_first() {
        return Err(FileError::Axis(name));
    }
    ruleset.id = id.to_owned();
    ruleset.name = file.name.into();
    ruleset.edition = file.edition;
    ruleset.summary = file.summary.into();
    ruleset.aliases = file.aliases;
    ruleset.sgf = file.sgf;
    let source = |s: SourceFile| Source { title: s.title.into(), article: s.article };
    ruleset.sources = file.source.into_iter().map(source).collect();
    ruleset.notes = file.note.into_iter().map(note).collect::<Result<_, _>>()?;
    let variants =
        file.variant.into_iter().map(|v| variant(&ruleset, v)).collect::<Result<_, _>>()?;
    Ok(Loaded { order: file.order, ruleset, variants })
}

/// A ruleset without a name, to be filled in.
fn skeleton() -> Ruleset {
    Ruleset {
        id: String::new(),
        name: Text::default(),
        edition: String::new(),
        summary: Text::default(),
        aliases: Vec::new(),
        sgf: String::new(),
        sources: Vec::new(),
        notes: Vec::new(),
        repetition: Repetition::Simple,
        long_cycle: LongCycle::Referee,
        suicide: Suicide::Forbidden,
        illegal_move: IllegalMovePenalty::TurnLost,
        first_mover: Color::Black,
        seats: Seats::None,
        scoring: Scoring::Area,
        shared: SharedPoints::Halved,
        tax: Tax::None,
        button: false,
        pass_stones: false,
        komi: KomiRule {
            even: Score::ZERO,
            handicap: Score::ZERO,
            white_passed_first: Score::ZERO,
            ties: Ties::Draw,
        },
        compensation: Compensation::None,
        placement: Placement::Fixed,
        end: EndRule {
            final_passes: None,
            removal: Removal::Agreement,
            second_stop_is_final: false,
            resumption: Resumption::InTurn,
            white_passes_last: false,
        },
        unit: Unit::Zi,
    }
}

fn note(n: NoteFile) -> Result<Note, FileError> {
    let axis = Axis::parse(&n.axis).ok_or(FileError::Axis(n.axis))?;
    Ok(Note { axis, text: Text::new(n.zh, n.en), article: n.article })
}

fn variant(base: &Ruleset, v: VariantFile) -> Result<(Vec<String>, Ruleset), FileError> {
    let mut ruleset = base.clone();
    for (name, value) in v.set {
        let axis = Axis::parse(&name).ok_or(FileError::Axis(name))?;
        ruleset = ruleset
            .with(axis, &value)
            .map_err(|_| FileError::Value { axis: axis.name(), value })?;
    }
    Ok((v.aliases, ruleset))
}

/// All rulesets and every name of theirs.
pub(super) struct Library {
    pub(super) all: Vec<Arc<Ruleset>>,
    pub(super) by_name: HashMap<String, Arc<Ruleset>>,
}

/// A name reduced to what people may vary: case, spaces, punctuation.
pub(super) fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    // The files are part of the program and `tests::every_file_is_read` reads each, so none is left out here.
    let mut loaded: Vec<Loaded> =
        FILES.iter().filter_map(|(id, text)| read(id, text).ok()).collect();
    loaded.sort_by_key(|l| l.order);
    let mut library = Library { all: Vec::new(), by_name: HashMap::new() };
    for l in loaded {
        let ruleset = Arc::new(l.ruleset);
        for name in ruleset.aliases.iter().chain([&ruleset.id, &ruleset.sgf]) {
            library.by_name.entry(fold(name)).or_insert_with(|| ruleset.clone());
        }
        for (names, variant) in l.variants {
            let variant = Arc::new(variant);
            for name in names {
                library.by_name.insert(fold(&name), variant.clone());
            }
        }
        library.all.push(ruleset);
    }
    library
});

pub(super) fn library() -> &'static Library {
    &LIBRARY
}

pub(super) fn all() -> &'static [Arc<Ruleset>] {
    &library().all
}

/// The default ruleset: the first of the list.
pub(super) fn chinese() -> Arc<Ruleset> {
    library().all.first().cloned().unwrap_or_else(|| Arc::new(skeleton()))
}
