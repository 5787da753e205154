//! One game of a match.

use std::time::Instant;

use board::{BoardSize, ByColor, Color, Coordinates, Move};
use engine::Status;
use rules::{Event, GameState, Lang, Outcome, Phase, Refused, WinBy};
use sgf::PropertyId;

use super::player::{Fault, Player, Turn};
use super::{Failure, Plan, record_name};
use crate::cmd::gtp::header;
use crate::lang::tr;

/// How a game came to its result.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum End {
    /// Both players' `final_score` agreed.
    Agreed,
    /// The players' scores did not agree, or there were none: our own reading of the dead stones, and the count.
    Counted,
    /// It went on for too long and was counted as it stood.
    TooLong,
    /// A player resigned.
    Resigned,
    /// A player made a move that is illegal, or no move at all.
    Illegal(Color, String),
    /// A player refused a legal move.
    Rejected(Color, String),
    /// A player did not answer in time.
    Timeout(Color),
    /// A player's process ended.
    Died(Color),
}

impl End {
    /// A stable word for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            End::Agreed => "agreed",
            End::Counted => "counted",
            End::TooLong => "too-long",
            End::Resigned => "resigned",
            End::Illegal(..) => "illegal-move",
            End::Rejected(..) => "rejected-move",
            End::Timeout(_) => "timeout",
            End::Died(_) => "died",
        }
    }

    /// In words.
    pub(crate) fn describe(&self, lang: Lang) -> String {
        let who = |color: &Color| match (lang, color) {
            (Lang::Zh, Color::Black) => "黑方",
            (Lang::Zh, Color::White) => "白方",
            (Lang::En, Color::Black) => "Black",
            (Lang::En, Color::White) => "White",
        };
        match self {
            End::Agreed => tr!(lang, "双方点目一致", "both players' scores agree"),
            End::Counted => tr!(lang, "由手谈判死活并点目", "counted by Shoutan"),
            End::TooLong => tr!(lang, "手数过多，由手谈点目", "too long, counted by Shoutan"),
            End::Resigned => tr!(lang, "认输", "resigned"),
            End::Illegal(color, text) => {
                let who = who(color);
                tr!(lang, "{who}着法不合法：{text}", "illegal move by {who}: {text}")
            }
            End::Rejected(color, text) => {
                let who = who(color);
                tr!(lang, "{who}拒绝合法着法：{text}", "{who} rejected a legal move: {text}")
            }
            End::Timeout(color) => {
                let who = who(color);
                tr!(lang, "{who}超时", "{who} did not answer in time")
            }
            End::Died(color) => {
                let who = who(color);
                tr!(lang, "{who}的程序中止", "the program of {who} ended")
            }
        }
    }
}

/// A game that was played.
#[derive(Debug, Clone)]
pub(crate) struct Played {
    /// As in SGF's `RE`.
    pub(crate) result: String,
    pub(crate) winner: Option<Color>,
    pub(crate) moves: u32,
    pub(crate) end: End,
    /// Thinking time.
    pub(crate) seconds: ByColor<f64>,
}

impl Played {
    /// What the first player scored.
    pub(crate) fn points_of_a(&self, a_is_black: bool) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from((winner == Color::Black) == a_is_black)),
        }
    }
}

/// The first player is Black in every other game.
pub(crate) fn a_is_black(index: u32) -> bool {
    index.is_multiple_of(2)
}

/// Black's and White's names.
pub(crate) fn names(plan: &Plan, index: u32) -> [&str; 2] {
    let [a, b] = &plan.players;
    if a_is_black(index) { [a.name(), b.name()] } else { [b.name(), a.name()] }
}

/// Plays game number `index` and writes its record.
///
/// # Errors
/// When a player can't be set down at the board, or the record can't be written.
pub(crate) fn play(plan: &Plan, index: u32) -> Result<Played, Failure> {
    let [a, b] = &plan.players;
    let pair = if a_is_black(index) { [a, b] } else { [b, a] };
    // Both games of a pair have the same seeds, and the two players different ones.
    let seed =
        |color: Color| plan.seed.wrapping_add(u64::from(index / 2) * 2 + color.index() as u64);
    let sit = |color: Color| {
        let spec = pair[color.index()];
        Player::new(spec, &plan.start, plan.terms, seed(color), index + 1)
            .map_err(|fault| no_player(spec.name(), &fault))
    };
    let mut players = ByColor::new(sit(Color::Black)?, sit(Color::White)?);
    let mut game = GameState::new(plan.start.clone());
    let mut seconds = ByColor::new(0.0, 0.0);
    let limit = 3 * u32::try_from(game.size().area()).unwrap_or(0) + 20;
    let end = loop {
        let Some(color) = game.to_move() else { break None };
        if game.move_number() >= limit {
            break Some(End::TooLong);
        }
        let start = Instant::now();
        let turn = players[color].genmove(&game, color);
        seconds[color] += start.elapsed().as_secs_f64();
        let mv = match turn {
            Ok(Turn::Move(mv)) => mv,
            Ok(Turn::Resign) => {
                let _ = game.apply(Event::Resign { by: color });
                break Some(End::Resigned);
            }
            Err(fault) => break Some(blame(color, fault, End::Illegal)),
        };
        if let Err(refused) = game.play(mv) {
            break Some(End::Illegal(color, describe(&refused, mv, game.size())));
        }
        let other = color.opponent();
        if let Err(fault) = players[other].play(color, mv, game.size()) {
            break Some(blame(other, fault, End::Rejected));
        }
    };
    let (end, outcome) = decide(&game, end, &mut players);
    let played = Played {
        result: outcome.to_sgf(),
        winner: match outcome {
            Outcome::Win { winner, .. } => Some(winner),
            _ => None,
        },
        moves: game.move_number(),
        end,
        seconds,
    };
    write(plan, index, &game, &played)?;
    Ok(played)
}

fn no_player(name: &str, fault: &Fault) -> Failure {
    let (zh, en) = match fault {
        Fault::Answer(text) => {
            (format!("开局时答错：{text}"), format!("answered before the game: {text}"))
        }
        Fault::Timeout => ("不回答".to_owned(), "does not answer".to_owned()),
        Fault::Gone(text) => {
            (format!("没有启动或已中止（{text}）"), format!("did not start, or ended ({text})"))
        }
    };
    Failure { code: "engine", place: name.to_owned(), zh, en }
}

fn blame(color: Color, fault: Fault, wrong: fn(Color, String) -> End) -> End {
    match fault {
        Fault::Answer(text) => wrong(color, text),
        Fault::Timeout => End::Timeout(color),
        Fault::Gone(_) => End::Died(color),
    }
}

fn describe(refused: &Refused, mv: Move, size: BoardSize) -> String {
    format!("{}: {refused}", gtp::format_move(mv, size))
}

/// The result of a game that has come to an end.
fn decide(game: &GameState, end: Option<End>, players: &mut ByColor<Player>) -> (End, Outcome) {
    let lost = |color: Color, by: WinBy| Outcome::win(color.opponent(), by);
    match end {
        Some(End::Illegal(color, _) | End::Rejected(color, _) | End::Died(color)) => {
            (end.unwrap_or(End::TooLong), lost(color, WinBy::Forfeit))
        }
        Some(End::Timeout(color)) => (End::Timeout(color), lost(color, WinBy::Time)),
        Some(End::Resigned) => (End::Resigned, game.outcome().unwrap_or(Outcome::NoResult)),
        Some(End::TooLong) => (End::TooLong, counted(game)),
        // The rules themselves counted: everything left on the board is alive.
        _ if game.phase() == Phase::Done => {
            (End::Counted, game.outcome().unwrap_or_else(|| counted(game)))
        }
        _ => {
            let black = players.black.final_score(game).and_then(|text| outcome_of(&text));
            let white = players.white.final_score(game).and_then(|text| outcome_of(&text));
            match (black, white) {
                (Some(black), Some(white)) if black == white => (End::Agreed, black),
                _ => (End::Counted, counted(game)),
            }
        }
    }
}

fn outcome_of(text: &str) -> Option<Outcome> {
    Outcome::from_sgf(text.trim()).ok().flatten()
}

fn counted(game: &GameState) -> Outcome {
    Status::new(game, 1).count.map_or(Outcome::NoResult, |count| count.outcome())
}

fn write(plan: &Plan, index: u32, game: &GameState, played: &Played) -> Result<(), Failure> {
    let mut tree = header(&plan.start);
    let root = tree.root();
    let [black, white] = names(plan, index);
    tree.set_text(root, PropertyId::PB, black);
    tree.set_text(root, PropertyId::PW, white);
    tree.set_text(root, PropertyId::RE, &played.result);
    tree.set_text(root, PropertyId::RO, &(index + 1).to_string());
    let size = game.size();
    let mut node = root;
    for event in game.line() {
        let Event::Move { by, mv } = event else { continue };
        node = tree.add_child(node);
        let value = match mv {
            Move::Play(point) => Coordinates::Sgf.format(*point, size),
            Move::Pass => String::new(),
        };
        tree.set(node, if *by == Color::Black { PropertyId::B } else { PropertyId::W }, &value);
    }
    let how = played.end.describe(Lang::En);
    tree.set_text(node, PropertyId::C, &format!("{} ({how})", played.result));
    let path = plan.out.join(record_name(index + 1));
    std::fs::write(&path, sgf::write(&tree)).map_err(|error| Failure {
        code: "unwritable",
        place: path.display().to_string(),
        zh: format!("写不进棋谱（{error}）"),
        en: format!("cannot write the record ({error})"),
    })
}
