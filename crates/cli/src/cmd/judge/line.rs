//! One line about a game, for runs over several.

use anstyle::{AnsiColor, Style};
use board::Color;
use rules::Lang;
use rules::referee::Agreement;

use super::Judged;
use crate::lang::tr;
use crate::layout::harmless;
use crate::records::Record;

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// A mark for how count and record relate, in colour.
pub(super) fn sign(agreement: Agreement) -> String {
    match agreement {
        Agreement::Agrees => format!("{GOOD}✓{GOOD:#}"),
        Agreement::Disagrees | Agreement::Impossible => format!("{BAD}✗{BAD:#}"),
        Agreement::NotChecked => format!("{FAINT}·{FAINT:#}"),
    }
}

/// Who plays: `甲 9段 – 乙`.
pub(super) fn players(judged: &Judged, lang: Lang) -> String {
    let side = |color: Color| {
        let player = &judged.info.players[color];
        let name = player.name.clone().unwrap_or_else(|| tr!(lang, "佚名", "unnamed"));
        let shown = match &player.rank_text {
            Some(rank) => format!("{name} {rank}"),
            None => name,
        };
        harmless(&shown).into_owned()
    };
    let (black, white) = (side(Color::Black), side(Color::White));
    tr!(lang, "黑 {black}  白 {white}", "Black {black}, White {white}")
}

/// The line, with its end.
pub(crate) fn line(record: &Record, judged: &Judged, lang: Lang) -> String {
    let verdict = &judged.verdict;
    let place = record.place();
    let ours = match judged.outcome {
        Some(outcome) if judged.tally() == "unfinished" => {
            let so_far = outcome.to_sgf();
            tr!(lang, "未下完（{so_far}）", "not finished ({so_far})")
        }
        Some(outcome) => outcome.to_sgf(),
        None => tr!(lang, "不合法", "illegal"),
    };
    let recorded = harmless(judged.info.result_text.as_deref().unwrap_or("–"));
    let sign = sign(verdict.agreement);
    let mut text = tr!(
        lang,
        "{sign} {place}  {}  {STRONG}{ours}{STRONG:#}  {FAINT}棋谱 {recorded}{FAINT:#}",
        "{sign} {place}  {}  {STRONG}{ours}{STRONG:#}  {FAINT}recorded {recorded}{FAINT:#}",
        players(judged, lang)
    );
    if let Some(why) = judged.first_fault(lang) {
        text.push_str(&format!("  {BAD}{why}{BAD:#}"));
    }
    if let Some(ruleset) = &judged.fits_rules {
        let name = ruleset.name.get(lang);
        text.push_str(&tr!(
            lang,
            "  {STRONG}按{name}则相符{STRONG:#}",
            "  {STRONG}agrees by {name}{STRONG:#}"
        ));
    }
    text.push('\n');
    text
}

/// A colour's name.
pub(crate) fn side(color: Color, lang: Lang) -> &'static str {
    match (color, lang) {
        (Color::Black, Lang::Zh) => "黑",
        (Color::White, Lang::Zh) => "白",
        (Color::Black, Lang::En) => "Black",
        (Color::White, Lang::En) => "White",
    }
}
