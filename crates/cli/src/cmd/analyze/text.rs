//! A review for people and for programs.

use anstyle::{AnsiColor, Style};
use board::{BoardSize, Color, Move};
use rules::Lang;
use serde_json::{Value, json};

use super::graph;
use super::review::{Candidate, Grade, Played, Player, Review, Standing};
use crate::cmd::judge::side;
use crate::lang::tr;
use crate::layout::{harmless, left, right};
use crate::records::Record;

const TITLE: Style = AnsiColor::Cyan.on_default().bold();
const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// Candidates told to programs.
const MOST_CANDIDATES: usize = 10;

/// A move as GTP writes it.
pub(super) fn vertex(mv: Move, size: BoardSize) -> String {
    gtp::format_move(mv, size)
}

/// The engine's choice instead of a move.
pub(super) fn best_move(review: &Review, played: &Played) -> String {
    let best = review.before(played).and_then(|before| before.best.first());
    best.map_or_else(String::new, |best| vertex(best.mv, review.size))
}

/// The whole story.
pub(super) fn full(record: &Record, review: &Review, most: usize, lang: Lang) -> String {
    let mut text = format!("{TITLE}{}{TITLE:#}\n", record.place());
    for line in head(review, lang) {
        text += &format!("  {line}\n");
    }
    let win_rates: Vec<f32> = review.positions.iter().map(|at| at.win_rate).collect();
    let leads: Vec<f32> = review.positions.iter().map(|at| at.lead).collect();
    let moves = review.moves.len();
    text += &tr!(
        lang,
        "{STRONG}黑胜率{STRONG:#}（共 {moves} 手）\n",
        "{STRONG}Black's win rate{STRONG:#} ({moves} moves)\n"
    );
    text += &graph::win_rates(&win_rates);
    text +=
        &tr!(lang, "{STRONG}黑领先目数{STRONG:#}\n", "{STRONG}Black's lead in points{STRONG:#}\n");
    text += &graph::leads(&leads);
    text += &mistakes(review, most, lang);
    for line in summary_lines(review, lang) {
        text += &format!("{line}\n");
    }
    text += &owners(review, lang);
    text
}

fn head(review: &Review, lang: Lang) -> Vec<String> {
    let name = |color: Color| {
        let name = harmless(&review.names[color]).into_owned();
        if name.is_empty() { side(color, lang).to_owned() } else { name }
    };
    let (black, white) = (name(Color::Black), name(Color::White));
    let (rules, komi) = (review.rules.get(lang), review.komi);
    let visits = review.positions.iter().map(|at| at.visits).max().unwrap_or(0);
    let thinker = match &review.thinker {
        Some(name) => harmless(name).into_owned(),
        None => tr!(lang, "无网络（随机模拟）", "no network (playouts)"),
    };
    vec![
        format!("● {black}  ○ {white}"),
        tr!(
            lang,
            "{rules}，贴 {komi} 目；{thinker}，每局面 {visits} 次搜索",
            "{rules}, komi {komi}; {thinker}, {visits} visits a position"
        ),
    ]
}

fn color_of(grade: Grade) -> Style {
    match grade {
        Grade::Fine => Style::new(),
        Grade::Inaccuracy => AnsiColor::Yellow.on_default(),
        Grade::Mistake => AnsiColor::Magenta.on_default(),
        Grade::Blunder => AnsiColor::Red.on_default().bold(),
    }
}

fn mistakes(review: &Review, most: usize, lang: Lang) -> String {
    let worst = review.worst(most);
    if worst.is_empty() {
        return tr!(
            lang,
            "{STRONG}没有损失两目以上的着手{STRONG:#}\n",
            "{STRONG}no move loses two points or more{STRONG:#}\n"
        );
    }
    let mut text =
        tr!(lang, "{STRONG}损失最大的着手{STRONG:#}\n", "{STRONG}the costliest moves{STRONG:#}\n");
    for played in worst {
        let style = color_of(played.grade);
        let number = played.number;
        let name = format!("{} {}", side(played.color, lang), vertex(played.mv, review.size));
        let (grade, lost) = (played.grade.word(lang), played.points_lost);
        let percent = played.win_rate_lost * 100.0;
        let better = best_move(review, played);
        let line = line_of(review, played);
        let cost = tr!(
            lang,
            "损失 {lost:>4.1} 目、胜率 {percent:>3.0} %",
            "loses {lost:>4.1} points, {percent:>3.0} % of winning"
        );
        let instead = tr!(lang, "应下 {better}", "better {better}");
        text += &format!(
            "  {number:>3} {} {style}{}{style:#} {cost}  {instead} {FAINT}{line}{FAINT:#}\n",
            left(&name, 10),
            left(grade, 10),
        );
    }
    text
}

/// How the game would have gone on.
fn line_of(review: &Review, played: &Played) -> String {
    let best = review.before(played).and_then(|before| before.best.first());
    let moves = best.map(|best| best.line.as_slice()).unwrap_or_default();
    let words: Vec<String> =
        moves.iter().skip(1).take(5).map(|&mv| vertex(mv, review.size)).collect();
    words.join(" ")
}

/// The sums of both players, a title first.
pub(super) fn summary_lines(review: &Review, lang: Lang) -> Vec<String> {
    let heads = match lang {
        Lang::Zh => ["", "手数", "每手损失", "首选", "前三选", "缓手", "失误", "大失误"],
        Lang::En => [
            "",
            "moves",
            "loss a move",
            "best",
            "top three",
            "inaccuracies",
            "mistakes",
            "blunders",
        ],
    };
    let row = |color: Color| {
        let player = &review.players[color];
        [
            side(color, lang).to_owned(),
            player.moves.to_string(),
            format!("{:.2}", player.mean_loss()),
            format!("{:.0} %", player.best_percent()),
            format!("{:.0} %", player.top3_percent()),
            player.inaccuracies.to_string(),
            player.mistakes.to_string(),
            player.blunders.to_string(),
        ]
    };
    let rows = [heads.map(str::to_owned), row(Color::Black), row(Color::White)];
    let line = |row: &[String; 8]| {
        let cells = row.iter().zip(&heads).enumerate().map(|(at, (cell, head))| match at {
            0 => left(cell, 5),
            _ => right(cell, crate::layout::width(head) + 2),
        });
        format!("  {}", cells.collect::<String>()).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Whose each point is in the end, where that was asked for.
fn owners(review: &Review, lang: Lang) -> String {
    let Some(ownership) = review.positions.last().and_then(|at| at.ownership.as_ref()) else {
        return String::new();
    };
    let mut text = tr!(
        lang,
        "{STRONG}终局时每点归谁{STRONG:#}（● 黑 ○ 白 · 未定）\n",
        "{STRONG}whose each point is in the end{STRONG:#} (● Black's, ○ White's, · open)\n"
    );
    let points: Vec<_> = review.size.points().collect();
    for row in points.chunks(review.size.columns().into()) {
        let marks = row.iter().map(|&point| match ownership[point] {
            value if value > 0.5 => "●",
            value if value < -0.5 => "○",
            _ => "·",
        });
        text += &format!("  {}\n", marks.collect::<Vec<_>>().join(" "));
    }
    text
}

/// One object for each position, and the sums.
pub(super) fn json(review: &Review) -> String {
    let mut text = String::new();
    for (turn, standing) in review.positions.iter().enumerate() {
        let played = turn.checked_sub(1).and_then(|at| review.moves.get(at));
        text += &format!("{}\n", object(review, turn, standing, played));
    }
    let player = |color: Color| sums(&review.players[color]);
    let summary = json!({
        "summary": {
            "moves": review.moves.len(),
            "network": review.thinker,
            "black": player(Color::Black),
            "white": player(Color::White),
        }
    });
    text + &format!("{summary}\n")
}

fn object(review: &Review, turn: usize, standing: &Standing, played: Option<&Played>) -> Value {
    let letter = |color: Color| color.letter().to_string();
    let candidate = |best: &Candidate| {
        let line: Vec<String> = best.line.iter().map(|&mv| vertex(mv, review.size)).collect();
        json!({
            "move": vertex(best.mv, review.size), "win_rate_black": best.win_rate,
            "lead_black": best.lead, "visits": best.visits, "line": line,
        })
    };
    let played = played.map(|played| {
        json!({
            "color": letter(played.color), "move": vertex(played.mv, review.size),
            "points_lost": played.points_lost, "win_rate_lost": played.win_rate_lost,
            "order": played.order, "grade": played.grade.code(),
        })
    });
    let ownership = standing.ownership.as_ref();
    json!({
        "turn": turn,
        "played": played,
        "to_play": letter(standing.to_move),
        "win_rate_black": standing.win_rate,
        "lead_black": standing.lead,
        "visits": standing.visits,
        "best": standing.best.iter().take(MOST_CANDIDATES).map(candidate).collect::<Vec<_>>(),
        "ownership": ownership.map(|owners| crate::report::rows(Some(owners), review.size)),
    })
}

fn sums(player: &Player) -> Value {
    json!({
        "moves": player.moves,
        "mean_points_lost": player.mean_loss(),
        "best_percent": player.best_percent(),
        "top3_percent": player.top3_percent(),
        "inaccuracies": player.inaccuracies,
        "mistakes": player.mistakes,
        "blunders": player.blunders,
    })
}
