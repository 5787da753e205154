//! The rules laboratory: one end position under every ruleset, and what makes each difference.

mod words;

use std::sync::Arc;

use board::{ByColor, Color, Move, PointSet};

use crate::count::Count;
use crate::event::{Event, Marking};
use crate::referee::{Replay, replay};
use crate::ruleset::{Removal, Ruleset, Scoring, Tax};
use crate::score::Score;
use crate::state::{GameState, Start};
use crate::text::{Lang, Text};

pub use words::sentence;

/// A game to count by every ruleset.
#[derive(Clone, Debug)]
pub struct Case<'g> {
    /// The game, with its own rules and komi.
    pub game: &'g GameState,
    /// Dead stones and sekis.
    pub marking: Marking,
    /// Points that must still be filled, where that matters: see [`crate::Terms::fill`].
    pub fill: PointSet,
    /// A komi for all; without it each ruleset uses its own, and the game's own ruleset the game's.
    pub komi: Option<Score>,
    /// Points each side forfeits by its clock; those of rulings are the game's.
    pub penalties: ByColor<Score>,
}

/// The game under one ruleset.
#[derive(Clone, Debug)]
pub struct Row {
    /// The ruleset.
    pub ruleset: Arc<Ruleset>,
    /// Whether it is the game's own.
    pub own: bool,
    /// The count, or why it cannot be counted: a move is illegal under this ruleset.
    pub end: Result<Box<Count>, Text>,
    /// Stones marked dead.
    pub dead: PointSet,
    /// The handicap stones that stood before the first move.
    pub handicap: PointSet,
}

/// One part of a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// Komi.
    Komi,
    /// White's extra point for passing first.
    FirstPass,
    /// Compensation for handicap stones.
    Compensation,
    /// Group tax.
    GroupTax,
    /// Eyes in seki.
    SekiEyes,
    /// Points still to be filled.
    Unfilled,
    /// Pass stones.
    PassStones,
    /// The button.
    Button,
    /// Penalties.
    Penalties,
    /// Everything else: stones, points and prisoners.
    Board,
}

impl Term {
    /// A stable word.
    pub fn code(self) -> &'static str {
        match self {
            Term::Komi => "komi",
            Term::FirstPass => "first_pass",
            Term::Compensation => "compensation",
            Term::GroupTax => "group_tax",
            Term::SekiEyes => "seki_eyes",
            Term::Unfilled => "unfilled",
            Term::PassStones => "pass_stones",
            Term::Button => "button",
            Term::Penalties => "penalties",
            Term::Board => "board",
        }
    }
}

/// Where a ruleset's margin parts from the game's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In what.
    pub term: Term,
    /// Its name.
    pub name: Text,
    /// How much more Black has by it, in points; zero where the rule differs without effect.
    pub points: Score,
    /// The points of the board that make it; may be empty.
    pub at: PointSet,
}

/// Plays and counts the game under every ruleset, in their usual order; the game's own comes first if it is none of them.
pub fn rows(case: &Case<'_>) -> Vec<Row> {
    let own = case.game.ruleset();
    let listed = Ruleset::all().iter().any(|ruleset| ruleset.id == own.id);
    let extra = (!listed).then(|| Arc::clone(&case.game.start().ruleset));
    extra
        .into_iter()
        .chain(Ruleset::all().iter().cloned())
        .map(|ruleset| row(case, ruleset))
        .collect()
}

fn row(case: &Case<'_>, ruleset: Arc<Ruleset>) -> Row {
    let game = case.game;
    let own = ruleset.id == game.ruleset().id;
    let end = if own {
        counted(game, case)
    } else {
        let komi = case.komi.unwrap_or(ruleset.komi_for(game.handicap()));
        let start = Start { ruleset: Arc::clone(&ruleset), komi, ..game.start().clone() };
        let Replay { state, findings, refused } = replay(start, course(game));
        match refused {
            None => counted(&state, case),
            Some(_) => Err(in_words(|lang| {
                let style = board::Coordinates::Gtp;
                findings.last().map_or_else(String::new, |found| {
                    found.describe(lang, &ruleset, style, state.size())
                })
            })),
        }
    };
    let handicap = match game.handicap() {
        0 | 1 => PointSet::EMPTY,
        _ => handicap_stones(game),
    };
    Row { ruleset, own, end, dead: case.marking.dead, handicap }
}

fn handicap_stones(game: &GameState) -> PointSet {
    let placed = game.line().find_map(|event| match event {
        Event::PlaceHandicap { stones } => Some(**stones),
        _ => None,
    });
    placed.unwrap_or(game.start().board.stones(Color::Black))
}

fn in_words(say: impl Fn(Lang) -> String) -> Text {
    Text::new(say(Lang::Zh), say(Lang::En))
}

fn counted(state: &GameState, case: &Case<'_>) -> Result<Box<Count>, Text> {
    let mut terms = state.terms();
    (terms.dead, terms.seki, terms.fill) = (case.marking.dead, case.marking.seki, case.fill);
    for color in Color::BOTH {
        let ruled = case.game.penalties()[color];
        terms.penalties[color] = ruled.max(case.penalties[color]);
    }
    let count = state.count_terms(terms);
    // The marks were checked against this board before; only a board changed by the rules could refuse them.
    count
        .map(Box::new)
        .map_err(|error| in_words(|lang| error.describe(lang, board::Coordinates::Gtp)))
}

/// What made the position: plays, passes and edits. Passes after which play went on are left out, since under other
/// rules the first two of them could have ended the game elsewhere.
fn course(game: &GameState) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    let mut sealed = Color::Black;
    for (_, event, void) in game.line_after(0) {
        let event = match event {
            Event::Move { .. } | Event::PlaceHandicap { .. } | Event::Edit(_) => event.clone(),
            Event::Seal { by, .. } => {
                sealed = *by;
                continue;
            }
            Event::Unseal { mv } if !void => Event::Move { by: sealed, mv: *mv },
            _ => continue,
        };
        if !is_pass(&event) {
            let passes = events.iter().rev().take_while(|event| is_pass(event)).count();
            if passes > 1 {
                events.truncate(events.len() - passes);
            }
        }
        events.push(event);
    }
    events
}

fn is_pass(event: &Event) -> bool {
    matches!(event, Event::Move { mv: Move::Pass, .. })
}

/// What a margin is made of, for Black; the rest is the board.
fn parts(count: &Count, scoring: Scoring) -> [(Term, Score); 10] {
    // Only a count with prisoners has them in it.
    let pass_stones = |color: Color| match scoring {
        Scoring::Territory => count.sides[color].pass_stones,
        Scoring::Area | Scoring::Stones => 0,
    };
    let (black, white) = (&count.sides.black, &count.sides.white);
    let points = |black: u32, white: u32| {
        let value = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        Score::points(value(black).saturating_sub(value(white)))
    };
    let mut parts = [
        (Term::Komi, -count.komi),
        (Term::FirstPass, -count.extra_komi),
        (Term::Compensation, -count.compensation),
        (Term::GroupTax, points(white.tax, black.tax)),
        (Term::SekiEyes, points(white.seki_eyes, black.seki_eyes)),
        (Term::Unfilled, points(white.unfilled, black.unfilled)),
        (Term::PassStones, points(pass_stones(Color::Black), pass_stones(Color::White))),
        (Term::Button, black.button - white.button),
        (Term::Penalties, black.penalty_gain - white.penalty_gain),
        (Term::Board, Score::ZERO),
    ];
    let named: Score = parts.iter().map(|part| part.1).sum();
    parts[9].1 = count.margin - named;
    parts
}

/// Where a row parts from the game's own, in the order of the terms; a count of other things is named even where it comes
/// to the same. Empty when one of the two cannot be counted.
pub fn differences(own: &Row, row: &Row) -> Vec<Difference> {
    let (Ok(there), Ok(here)) = (&own.end, &row.end) else { return Vec::new() };
    let pairs = parts(here, row.ruleset.scoring).into_iter().zip(parts(there, own.ruleset.scoring));
    pairs
        .map(|((term, here), (_, there))| (term, here - there))
        .filter(|&(term, points)| points != Score::ZERO || is_named(term, own, row))
        .map(|(term, points)| Difference {
            term,
            name: words::name(term, row),
            points,
            at: place(term, own, row, there, here),
        })
        .collect()
}

/// Whether a ruleset leaves dead stones on the board.
fn keeps_dead(row: &Row) -> bool {
    !row.dead.is_empty() && row.ruleset.end.removal == Removal::AllAlive
}

/// Whether a term is reckoned in another way, even if it comes to the same for both sides.
fn is_named(term: Term, own: &Row, row: &Row) -> bool {
    let (there, here) = (&own.ruleset, &row.ruleset);
    match term {
        Term::Board => there.scoring != here.scoring || keeps_dead(own) != keeps_dead(row),
        Term::GroupTax => (there.tax == Tax::Group) != (here.tax == Tax::Group),
        _ => false,
    }
}

/// The points of the board that make a difference.
fn place(term: Term, own: &Row, row: &Row, there: &Count, here: &Count) -> PointSet {
    let both = |count: &Count| count.owners.surrounded.black | count.owners.surrounded.white;
    match term {
        Term::Compensation => row.handicap,
        Term::GroupTax => {
            let taxed = if row.ruleset.tax == Tax::Group { here } else { there };
            taxed.owners.taxed(Color::Black) | taxed.owners.taxed(Color::White)
        }
        Term::SekiEyes => both(here) & here.owners.seki | both(there) & there.owners.seki,
        Term::Unfilled => here.fill | there.fill,
        Term::Board if keeps_dead(own) != keeps_dead(row) => row.dead,
        Term::Board => match (own.ruleset.scoring, row.ruleset.scoring) {
            (Scoring::Stones, _) | (_, Scoring::Stones) => both(here),
            _ => here.owners.neutral,
        },
        _ => PointSet::EMPTY,
    }
}
