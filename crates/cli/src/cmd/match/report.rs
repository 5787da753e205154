//! What a match says of itself: while it runs, after each game and at the end.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rules::Lang;
use serde_json::{Value, json};

use super::Plan;
use super::journal::{Entry, Use};
use super::stats::{Elo, Sprt, Tally, Verdict};
use crate::lang::tr;
use crate::layout::harmless;

/// All games so far.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    pub(crate) tally: Tally,
    /// How often each kind of end came.
    ends: BTreeMap<String, u32>,
    /// Faults of each side by their kind.
    faults: [BTreeMap<String, u32>; 2],
    used: [Use; 2],
    moves: u32,
    seconds: f64,
}

impl Standing {
    /// Adds a game.
    pub(crate) fn add(&mut self, entry: &Entry) {
        self.tally.add(entry.game.saturating_sub(1), entry.points, entry.a_is_black);
        *self.ends.entry(entry.decided_by.clone()).or_default() += 1;
        let side = match entry.fault.as_deref() {
            Some("a") => Some(0),
            Some("b") => Some(1),
            _ => None,
        };
        if let Some(faults) = side.and_then(|side: usize| self.faults.get_mut(side)) {
            *faults.entry(entry.decided_by.clone()).or_default() += 1;
        }
        for (sum, used) in self.used.iter_mut().zip([entry.a, entry.b]) {
            sum.seconds += used.seconds;
            sum.moves += used.moves;
            sum.longest = sum.longest.max(used.longest);
        }
        self.moves += entry.moves;
        self.seconds += entry.took;
    }
}

/// A bar on stderr; hidden when that is no terminal.
pub(crate) fn bar(games: u32, played: u32) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(u64::from(games)), ProgressDrawTarget::stderr());
    let template = "{spinner} {bar:20.cyan/dim} {pos}/{len}  {msg}  {elapsed}";
    bar.set_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.set_position(u64::from(played));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// The words beside the bar: score, Elo, games an hour.
pub(crate) fn live(standing: &Standing, sprt: Option<&Sprt>, per_hour: f64, lang: Lang) -> String {
    let tally = &standing.tally;
    let (ours, theirs) = (tally.points(), f64::from(tally.games()) - tally.points());
    let elo = tally.elo();
    let mut text = tr!(
        lang,
        "A {ours}–{theirs}  Elo {elo}  每小时 {per_hour:.0} 局",
        "A {ours}–{theirs}  Elo {elo}  {per_hour:.0} games/h"
    );
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let _ = write!(text, "  LLR {:.2} ({lower:.2}, {upper:.2})", sprt.ratio(tally));
    }
    text
}

/// The line after a game.
pub(crate) fn line(entry: &Entry, standing: &Standing, lang: Lang) -> String {
    let Entry { game, result, moves, .. } = entry;
    let (black, white) = (harmless(&entry.black), harmless(&entry.white));
    let end = if lang == Lang::Zh { &entry.detail_zh } else { &entry.detail };
    let end = harmless(end);
    let (score, games) = (standing.tally.points(), standing.tally.games());
    tr!(
        lang,
        "第 {game} 局：黑 {black}，白 {white}：{result}（{moves} 手，{end}）；A 得 {score}/{games}",
        "game {game}: {black} (B) against {white} (W): {result} ({moves} moves, {end}); A has {score} of {games}"
    )
}

/// The line after a game for programs.
pub(crate) fn line_json(entry: &Entry, plan: &Plan) -> Value {
    let mut value = serde_json::to_value(entry).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        let file = plan.folder.join(&entry.file).display().to_string();
        object.insert("file".to_owned(), Value::from(file));
        let (black, white) = if entry.a_is_black { (entry.a, entry.b) } else { (entry.b, entry.a) };
        let seconds = json!({ "black": black.seconds, "white": white.seconds });
        object.insert("seconds".to_owned(), seconds);
    }
    value
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::Smaller => "elo0",
        Verdict::Greater => "elo1",
    }
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn mean(sum: f64, count: u32) -> Option<f64> {
    (count > 0).then(|| (sum * 1000.0 / f64::from(count)).round() as i64 as f64 / 1000.0)
}

/// The sum for programs; also kept in the folder.
pub(crate) fn summary_json(plan: &Plan, standing: &Standing) -> Value {
    let tally = &standing.tally;
    let Tally { wins, draws, losses, wins_as_black, black_wins, .. } = *tally;
    let Elo { low, middle, high } = tally.elo();
    let finite = |x: f64| x.is_finite().then_some((x * 10.0).round() / 10.0);
    let [a, b] = &plan.players;
    let sprt = plan.sprt.map(|sprt| {
        let (lower, upper) = sprt.bounds();
        json!({
            "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
            "llr": sprt.ratio(tally), "lower": lower, "upper": upper,
            "accepted": verdict_word(sprt.verdict(tally)),
        })
    });
    let [used_a, used_b] = standing.used;
    json!({ "summary": {
        "a": a.name(), "b": b.name(),
        "a_program": plan.introductions[0].get(), "b_program": plan.introductions[1].get(),
        "games": tally.games(), "wins": wins, "draws": draws, "losses": losses,
        "wins_as_black": wins_as_black, "black_wins": black_wins, "score": tally.score(),
        "elo": finite(middle), "elo_low": finite(low), "elo_high": finite(high),
        "los": tally.superiority(), "pairs": tally.pairs(), "sprt": sprt,
        "ends": standing.ends, "faults": { "a": standing.faults[0], "b": standing.faults[1] },
        "seconds_per_move": { "a": mean(used_a.seconds, used_a.moves), "b": mean(used_b.seconds, used_b.moves) },
        "longest_move": { "a": used_a.longest, "b": used_b.longest },
        "moves_per_game": mean(f64::from(standing.moves), tally.games()),
        "seconds_per_game": mean(standing.seconds, tally.games()),
        "folder": plan.folder.display().to_string(),
    }})
}

/// The sum for people.
pub(crate) fn summary(plan: &Plan, standing: &Standing, lang: Lang) -> String {
    let [a, b] = [&plan.players[0], &plan.players[1]].map(|spec| harmless(spec.name()));
    let tally = &standing.tally;
    let Tally { wins, draws, losses, wins_as_black: black, .. } = *tally;
    let games = tally.games();
    let percent = 100.0 * tally.score();
    let elo = tally.elo();
    let los = 100.0 * tally.superiority();
    let pairs = tally.pairs().map(|count| count.to_string()).join(" ");
    let mut text = tr!(
        lang,
        "A {a} 对 B {b}：{games} 局，A 胜 {wins} 和 {draws} 负 {losses}（{percent:.1}%，执黑胜 {black}）\nElo 差 {elo}（95% 置信），A 较强的可能 {los:.1}%；各对得分 0、½、1、1½、2 的对数：{pairs}\n",
        "A {a} against B {b}: {games} games, A won {wins}, drew {draws}, lost {losses} ({percent:.1} %, {black} of the wins as Black)\nElo difference {elo} (95 % confidence), A is stronger with {los:.1} %; pairs with 0, ½, 1, 1½, 2 points: {pairs}\n"
    );
    if let Some(sprt) = &plan.sprt {
        text.push_str(&sprt_text(sprt, tally, lang));
    }
    text.push_str(&times(standing, lang));
    for (name, faults) in ["A", "B"].into_iter().zip(&standing.faults) {
        if !faults.is_empty() {
            let list: Vec<String> =
                faults.iter().map(|(code, count)| format!("{code} {count}")).collect();
            let list = list.join(", ");
            text.push_str(&tr!(lang, "{name} 的差错：{list}\n", "faults of {name}: {list}\n"));
        }
    }
    let folder = plan.folder.display();
    text.push_str(&tr!(lang, "棋谱和结果在 {folder}\n", "records and results in {folder}\n"));
    text
}

fn sprt_text(sprt: &Sprt, tally: &Tally, lang: Lang) -> String {
    let Sprt { elo0, elo1, .. } = *sprt;
    let (lower, upper) = sprt.bounds();
    let ratio = sprt.ratio(tally);
    let says = match sprt.verdict(tally) {
        Verdict::Open => tr!(lang, "尚无定论", "open"),
        Verdict::Smaller => tr!(lang, "接受 {elo0}", "{elo0} is accepted"),
        Verdict::Greater => tr!(lang, "接受 {elo1}", "{elo1} is accepted"),
    };
    tr!(
        lang,
        "序贯检验 Elo {elo0} 对 {elo1}：LLR {ratio:.2}（界 {lower:.2}、{upper:.2}），{says}\n",
        "sequential test of Elo {elo0} against {elo1}: LLR {ratio:.2} (bounds {lower:.2}, {upper:.2}), {says}\n"
    )
}

fn times(standing: &Standing, lang: Lang) -> String {
    let each = |used: &Use| mean(used.seconds, used.moves).unwrap_or(0.0);
    let [a, b] = &standing.used;
    let (mean_a, mean_b, most_a, most_b) = (each(a), each(b), a.longest, b.longest);
    let length = mean(f64::from(standing.moves), standing.tally.games()).unwrap_or(0.0);
    tr!(
        lang,
        "每步用时 A {mean_a:.2} 秒（最长 {most_a:.2}），B {mean_b:.2} 秒（最长 {most_b:.2}）；每局 {length:.0} 手\n",
        "a move took A {mean_a:.2} s (at most {most_a:.2}), B {mean_b:.2} s (at most {most_b:.2}); {length:.0} moves a game\n"
    )
}
