//! The repairs of a record in words and as JSON.

use rules::Lang;
use serde_json::{Value, json};
use sgf::{Code, Diagnostic, Diagnostics, Severity};

use crate::lang::tr;
use crate::layout::harmless;

/// The sentence of a finding.
fn sentence(found: &Diagnostic, lang: Lang) -> String {
    match lang {
        Lang::Zh => found.zh(),
        Lang::En => found.en(),
    }
}

/// A line for each finding, with its place. An illegal move is told by itself.
pub(crate) fn lines(diagnostics: &Diagnostics, lang: Lang) -> Vec<String> {
    let line = |found: &Diagnostic| {
        let (line, column) = (found.place.line, found.place.column);
        let sentence = sentence(found, lang);
        let sentence = harmless(&sentence);
        tr!(lang, "{line} 行 {column} 列：{sentence}", "line {line}, column {column}: {sentence}")
    };
    let mut lines: Vec<String> =
        diagnostics.iter().filter(|found| found.code != Code::IllegalMove).map(line).collect();
    match diagnostics.left_out() {
        0 => {}
        more => lines.push(tr!(lang, "另有 {more} 处", "and {more} more")),
    }
    lines
}

/// The findings for programs.
pub(crate) fn json(diagnostics: &Diagnostics, lang: Lang) -> Vec<Value> {
    diagnostics
        .iter()
        .map(|found| {
            json!({
                "code": found.code.name(),
                "severity": severity(found.severity()),
                "line": found.place.line,
                "column": found.place.column,
                "byte": found.place.byte,
                "node": found.place.node.map(|node| node.index()),
                "message": sentence(found, lang),
            })
        })
        .collect()
}

/// A severity's word.
pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// How many findings there are of each weight: notes, warnings, errors. An illegal move is told by itself.
pub(crate) fn counts<'d>(lists: impl IntoIterator<Item = &'d Diagnostics>) -> [usize; 3] {
    let mut counts = [0; 3];
    let found = lists.into_iter().flat_map(Diagnostics::iter);
    for found in found.filter(|found| found.code != Code::IllegalMove) {
        counts[found.severity() as usize] += 1;
    }
    counts
}
