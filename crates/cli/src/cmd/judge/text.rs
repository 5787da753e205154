//! The verdict for people.

use anstyle::{AnsiColor, Style};
use board::{Color, Coordinates};
use rules::referee::Level;
use rules::{Lang, MarksFrom, Unit};

use super::Judged;
use super::dead::describe;
use super::line::{players, side, sign};
use crate::lang::{count, tr};
use crate::layout::{harmless, wrap};
use crate::records::Record;

const TITLE: Style = AnsiColor::Cyan.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const WARN: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// The whole story.
pub(crate) fn full(record: &Record, judged: &Judged, lang: Lang) -> String {
    let mut text = format!("{TITLE}{}{TITLE:#}\n", record.place());
    text.push_str(&format!("  {}\n", players(judged, lang)));
    text.push_str(&format!("  {}\n", terms(judged, lang)));
    text.push_str(&format!("  {}\n", course(judged, lang)));
    dead(&mut text, judged, lang);
    counted(&mut text, judged, lang);
    illegal(&mut text, judged, lang);
    result(&mut text, judged, lang);
    findings(&mut text, record, judged, lang);
    fits(&mut text, judged, lang);
    if let Some(rows) = &judged.lab {
        text.push_str(&tr!(
            lang,
            "{STRONG}同一终局，各种规则{STRONG:#}\n",
            "{STRONG}the same end under every ruleset{STRONG:#}\n"
        ));
        text.push_str(&super::lab::text(rows, lang));
    }
    repairs(&mut text, record, judged, lang);
    text
}

/// Board, rules, komi, handicap, each with where it is from.
fn terms(judged: &Judged, lang: Lang) -> String {
    let state = &judged.verdict.state;
    let ruleset = state.ruleset();
    let (size, name) = (state.size(), ruleset.name.get(lang));
    let rules_from = judged.rules_from.describe(lang);
    let komi = state.komi();
    let komi = match ruleset.unit {
        Unit::Zi => {
            let zi = komi.margin_in_zi();
            tr!(
                lang,
                "贴 {} 子（{komi} 目）",
                "komi {} zi ({komi} points)",
                if lang == Lang::Zh { zi.mixed_zh() } else { zi.mixed_en() }
            )
        }
        _ => tr!(lang, "贴 {komi} 目", "komi {komi}"),
    };
    let komi_from = judged.komi_from.describe(lang);
    let handicap = match state.handicap() {
        0 | 1 => String::new(),
        stones => tr!(lang, "  让 {stones} 子", ", {stones} handicap stones"),
    };
    tr!(
        lang,
        "{size}  {name}{FAINT}（{rules_from}）{FAINT:#}  {komi}{FAINT}（{komi_from}）{FAINT:#}{handicap}",
        "{size}, {name} {FAINT}({rules_from}){FAINT:#}, {komi} {FAINT}({komi_from}){FAINT:#}{handicap}"
    )
}

/// How many moves, how it ended, who holds what.
fn course(judged: &Judged, lang: Lang) -> String {
    let state = &judged.verdict.state;
    let moves = state.move_number();
    let moves_en = count(usize::try_from(moves).unwrap_or(usize::MAX), "move", "moves");
    let end = judged.end.describe(lang);
    let prisoners = state.prisoners();
    let (black, white) = (prisoners.black, prisoners.white);
    tr!(
        lang,
        "共 {moves} 手，{end}；提子：黑 {black}，白 {white}",
        "{moves_en}, {end}; prisoners: Black {black}, White {white}"
    )
}

/// The dead stones and where they are from.
fn dead(text: &mut String, judged: &Judged, lang: Lang) {
    let marks = &judged.marks;
    let board = judged.verdict.state.board();
    let names = |points: board::PointSet| {
        let names: Vec<String> =
            points.iter().map(|point| Coordinates::Gtp.format(point, board.size())).collect();
        names.join(" ")
    };
    let from = match marks.from {
        MarksFrom::Nobody => return,
        from => match marks.confidence.map(|share| (share * 100.0).floor()) {
            // Certain by proof.
            None | Some(100.0) => describe(from, lang),
            Some(percent) => {
                let from = describe(from, lang);
                tr!(
                    lang,
                    "{from}，最不确定的一块 {percent}%",
                    "{from}, {percent} % sure of the least certain chain"
                )
            }
        },
    };
    for color in Color::BOTH {
        let stones = marks.marking.dead & board.stones(color);
        if !stones.is_empty() {
            let (side, names) = (side(color, lang), names(stones));
            text.push_str(&tr!(
                lang,
                "  死子{FAINT}（{from}）{FAINT:#}：{side} {names}\n",
                "  dead {FAINT}({from}){FAINT:#}: {side} {names}\n"
            ));
        }
    }
    if marks.marking.dead.is_empty() {
        text.push_str(&tr!(
            lang,
            "  死子{FAINT}（{from}）{FAINT:#}：无\n",
            "  dead {FAINT}({from}){FAINT:#}: none\n"
        ));
    }
    if !marks.seki.is_empty() {
        let names = names(marks.seki);
        text.push_str(&tr!(lang, "  双活：{names}\n", "  seki: {names}\n"));
    }
    for group in &marks.unsettled {
        let names = names(*group);
        text.push_str(&tr!(
            lang,
            "  {WARN}死活未定：{names}；可用 --dead 指明{WARN:#}\n",
            "  {WARN}unsettled: {names}; say what is dead with --dead{WARN:#}\n"
        ));
    }
}

/// The working.
fn counted(text: &mut String, judged: &Judged, lang: Lang) {
    let Some(count) = &judged.verdict.count else { return };
    text.push_str(&tr!(lang, "{STRONG}计数{STRONG:#}\n", "{STRONG}count{STRONG:#}\n"));
    for step in count.explain(lang, count.unit) {
        text.push_str(&format!("  {step}\n"));
    }
}

/// Result and recorded result.
fn result(text: &mut String, judged: &Judged, lang: Lang) {
    let verdict = &judged.verdict;
    let unit = verdict.state.ruleset().unit;
    if judged.tally() == "unfinished" {
        let (points, chains) = (judged.marks.contested.len(), judged.marks.unsettled.len());
        let points_en = count(points, "point", "points");
        let chains_en = count(chains, "chain", "chains");
        let open = match (points, chains) {
            (points, 0) => tr!(lang, "{points} 个空点未定", "{points_en} may go either way"),
            (0, chains) => tr!(lang, "{chains} 块棋死活未定", "{chains_en} may live or die"),
            (points, chains) => tr!(
                lang,
                "{points} 个空点、{chains} 块棋未定",
                "{points_en} and {chains_en} may go either way"
            ),
        };
        text.push_str(&tr!(
            lang,
            "{WARN}尚未下完：{open}；以下是假定到此为止的结果{WARN:#}\n",
            "{WARN}not finished: {open}; this is the result if play ended here{WARN:#}\n"
        ));
    }
    if let Some(outcome) = judged.outcome {
        let ours = outcome.describe_in_both_units(lang, unit);
        text.push_str(&tr!(
            lang,
            "{STRONG}结果：{ours}{STRONG:#}\n",
            "{STRONG}result: {ours}{STRONG:#}\n"
        ));
    }
    let sign = sign(verdict.agreement);
    let recorded = match &judged.info.result_text {
        Some(recorded) => harmless(recorded).into_owned(),
        None => tr!(lang, "无", "none"),
    };
    text.push_str(&tr!(lang, "{sign} 棋谱所记：{recorded}\n", "{sign} recorded: {recorded}\n"));
}

/// What the referee notes, with the rule and where it is written.
fn findings(text: &mut String, record: &Record, judged: &Judged, lang: Lang) {
    let verdict = &judged.verdict;
    let ruleset = verdict.state.ruleset();
    // That the result is right was said above.
    for finding in verdict.findings.iter().filter(|finding| finding.level() != Level::Good) {
        let style = match finding.level() {
            Level::Good | Level::Note => FAINT,
            Level::Fault => BAD,
        };
        let what = finding.describe(lang, ruleset, Coordinates::Gtp, verdict.state.size());
        let node = finding.event.and_then(|event| judged.nodes.get(event));
        let place = node.map(|node| at(record.tree.location(*node), lang)).unwrap_or_default();
        text.push_str(&format!("  {style}{what}{style:#}{FAINT}{place}{FAINT:#}\n"));
        if let (Level::Fault, Some(rule)) = (finding.level(), finding.rule(ruleset)) {
            let (axis, source) = (rule.axis.title(lang), rule.source.get(lang));
            let article = match rule.article.as_str() {
                "" => String::new(),
                article => tr!(lang, " 第 {article} 条", ", art. {article}"),
            };
            text.push_str(&tr!(
                lang,
                "    {FAINT}依据：{axis}，{source}{article}{FAINT:#}\n",
                "    {FAINT}rule: {axis}; {source}{article}{FAINT:#}\n"
            ));
        }
    }
}

/// What else would make the recorded result right: other rules, where the record names none, or no stone taken off.
fn fits(text: &mut String, judged: &Judged, lang: Lang) {
    if judged.fits_all_alive {
        text.push_str(&tr!(
            lang,
            "  {STRONG}若盘上棋子都算活，则与记录相符（--dead none）{STRONG:#}\n",
            "  {STRONG}with every stone on the board alive it would agree (--dead none){STRONG:#}\n"
        ));
    }
    let Some(ruleset) = &judged.fits_rules else { return };
    let (name, id) = (ruleset.name.get(lang), &ruleset.id);
    text.push_str(&tr!(
        lang,
        "  {STRONG}棋谱未记规则；按{name}则与记录相符（--rules {id}）{STRONG:#}\n",
        "  {STRONG}the record names no rules; by {name} it would agree (--rules {id}){STRONG:#}\n"
    ));
}

/// A place in the file.
fn at(place: sgf::Location, lang: Lang) -> String {
    let (line, column) = (place.line, place.column);
    tr!(lang, "（{line} 行 {column} 列）", " (line {line}, column {column})")
}

/// The illegal move, with its place.
fn illegal(text: &mut String, judged: &Judged, lang: Lang) {
    let Some(step) = &judged.illegal else { return };
    let what = super::illegal_text(step, judged.verdict.state.size(), lang);
    let place = at(step.place, lang);
    text.push_str(&tr!(
        lang,
        "{BAD}不合法：{what}{BAD:#}{FAINT}{place}{FAINT:#}\n",
        "{BAD}illegal: {what}{BAD:#}{FAINT}{place}{FAINT:#}\n"
    ));
}

/// What was repaired in the record.
fn repairs(text: &mut String, record: &Record, judged: &Judged, lang: Lang) {
    let all: Vec<String> = crate::repairs::lines(&record.diagnostics, lang)
        .into_iter()
        .chain(crate::repairs::lines(&judged.repairs, lang))
        .collect();
    if all.is_empty() {
        return;
    }
    text.push_str(&tr!(
        lang,
        "  {FAINT}棋谱的修复：{FAINT:#}\n",
        "  {FAINT}repairs of the record:{FAINT:#}\n"
    ));
    for repair in all {
        for (index, part) in wrap(&repair, 92).iter().enumerate() {
            let indent = if index == 0 { "    " } else { "      " };
            text.push_str(&format!("{indent}{FAINT}{part}{FAINT:#}\n"));
        }
    }
}
