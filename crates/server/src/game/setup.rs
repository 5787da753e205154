//! [`Setup`]: the terms of a game, checked once, and its text form in the store.

use std::sync::Arc;

use api::{Code, ColorChoice, CreateGame, Message, Opponent, Placement, SetupView, StartFrom};
use board::{Board, BoardSize, Color, Coordinates, PointSet};
use clock::{BySide, Clock, LagPolicy, Side, TimeControl, check_controls};
use rules::handicap::{ThirdStone, fixed, seated};
use rules::{Event, Lang, Ruleset, Seats, Start, Unit};

use crate::error::Error;

/// Records to start from are at most this long, in bytes.
pub(crate) const LONGEST_RECORD: usize = 256 * 1024;

/// Against whom a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Whoever has the link.
    Link,
    /// Whoever takes the seek.
    Seek,
    /// The engine at this level.
    Engine(u8),
    /// The same account plays both colours.
    Here,
}

/// The terms of a game.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    /// Against whom.
    pub(crate) kind: Kind,
    /// The colour its maker asked for.
    pub(crate) choice: ColorChoice,
    /// Where it begins.
    pub(crate) start: Arc<Start>,
    /// Whether Black puts the handicap stones.
    pub(crate) free_handicap: bool,
    /// Time controls.
    pub(crate) controls: BySide<TimeControl>,
    /// Only those with the key see it.
    pub(crate) private: bool,
    /// Whether it is to count for ratings.
    pub(crate) rated: bool,
}

/// Why stored terms are none.
#[derive(Debug, thiserror::Error)]
#[error("stored terms: {0}")]
pub(crate) struct BadSetup(String);

impl Setup {
    /// Checks a request; what comes back beside the setup are the moves of a record it starts from.
    ///
    /// # Errors
    /// The field that cannot be used.
    pub(crate) fn check(request: &CreateGame) -> Result<(Self, Vec<Event>), Error> {
        let field = |name: &str, what: &dyn std::fmt::Display| {
            Error::with(Code::BadField, format!("{name}: {what}"))
        };
        crate::text::one_line("ruleset", &request.ruleset)?;
        crate::text::one_line("time", &request.time)?;
        crate::text::one_line("time_white", request.time_white.as_deref().unwrap_or_default())?;
        crate::text::one_line("komi", request.komi.as_deref().unwrap_or_default())?;
        let controls = controls(&request.time, request.time_white.as_deref())?;
        let ruleset = Ruleset::find(&request.ruleset).map_err(|error| field("ruleset", &error))?;
        let (kind, choice) = match request.opponent {
            Opponent::Link {} => (Kind::Link, request.color),
            Opponent::Seek {} => (Kind::Seek, request.color),
            Opponent::Engine { level } => (Kind::Engine(level), request.color),
            Opponent::Here {} => (Kind::Here, ColorChoice::Black),
        };
        let handicap = if request.handicap < 2 { 0 } else { request.handicap };
        let (start, free_handicap, events) = match &request.start {
            None => {
                let size = size(request)?;
                let (start, free) = on_empty_board(request, &ruleset, size, handicap)?;
                (start, free, Vec::new())
            }
            Some(StartFrom::Position { black, white, to_move }) => {
                let board = position(size(request)?, black, white)?;
                let mut start = Start::on(ruleset, board, handicap);
                start.to_move = to_move.map_or(start.to_move, Into::into);
                (start, false, Vec::new())
            }
            Some(StartFrom::Record { text, moves }) => {
                let (start, events) = record(text, *moves, &ruleset)?;
                (start, false, events)
            }
        };
        let mut start = start;
        if let Some(komi) = &request.komi {
            start.komi = Ruleset::parse_komi(komi, start.board.size())
                .map_err(|error| field("komi", &error))?;
        }
        let setup = Self {
            kind,
            choice,
            start: Arc::new(start),
            free_handicap,
            controls,
            private: request.private,
            rated: request.rated,
        };
        Ok((setup, events))
    }

    /// The clock before the game; `to_move` is whose turn it is after the moves of the record it starts from.
    ///
    /// # Errors
    /// When the controls cannot be played; they were checked, so this is a damaged store.
    pub(crate) fn clock(&self, to_move: Color) -> Result<Clock, BadSetup> {
        let lag = self.controls.map(LagPolicy::for_control);
        Clock::new(self.controls, side(to_move), lag).map_err(|error| BadSetup(error.to_string()))
    }

    /// The board's size.
    pub(crate) fn size(&self) -> BoardSize {
        self.start.board.size()
    }

    /// Whether waiting for players to be present makes no sense: days or no limit at all.
    pub(crate) fn is_slow(&self) -> bool {
        let slow = |control: &TimeControl| {
            matches!(control, TimeControl::Correspondence { .. } | TimeControl::None)
        };
        slow(&self.controls.black) && slow(&self.controls.white)
    }

    /// The colour its maker wants; by lot without it.
    pub(crate) fn wish(&self) -> Option<Color> {
        match self.choice {
            ColorChoice::Black => Some(Color::Black),
            ColorChoice::White => Some(Color::White),
            ColorChoice::Random => None,
        }
    }

    /// The terms as the store keeps them.
    pub(crate) fn to_store(&self) -> store::Setup {
        let start = &self.start;
        store::Setup {
            size: self.size(),
            ruleset: start.ruleset.id.clone(),
            komi: start.komi,
            handicap: start.handicap,
            free_handicap: self.free_handicap,
            to_move: start.to_move,
            black: start.board.stones(Color::Black),
            white: start.board.stones(Color::White),
            controls: self.controls,
            lag: self.controls.map(LagPolicy::for_control),
        }
    }

    /// The terms of a stored game.
    ///
    /// # Errors
    /// When they are damaged.
    pub(crate) fn from_store(game: &store::Game) -> Result<Self, BadSetup> {
        let start = game.setup.start().map_err(|error| BadSetup(error.to_string()))?;
        let (black, white) = (&game.players.black, &game.players.white);
        let kind = match black.engine.or(white.engine) {
            Some(level) => Kind::Engine(level),
            None if game.open => Kind::Seek,
            None if black.account.is_some() && black.account == white.account => Kind::Here,
            None => Kind::Link,
        };
        let choice = match game.wish {
            Some(Color::Black) => ColorChoice::Black,
            Some(Color::White) => ColorChoice::White,
            None => ColorChoice::Random,
        };
        Ok(Self {
            kind,
            choice,
            start: Arc::new(start),
            free_handicap: game.setup.free_handicap,
            controls: game.setup.controls,
            private: game.private,
            rated: game.rated,
        })
    }

    /// The terms as clients see them.
    pub(crate) fn view(&self) -> SetupView {
        let size = self.size();
        let ruleset = &self.start.ruleset;
        let unit = match ruleset.unit {
            Unit::Zi => "zi",
            Unit::Point => "point",
            Unit::Lu => "lu",
        };
        SetupView {
            cols: size.columns(),
            rows: size.rows(),
            ruleset: ruleset.id.clone(),
            ruleset_name: Message::new(ruleset.name.get(Lang::Zh), ruleset.name.get(Lang::En)),
            unit: unit.to_owned(),
            komi: self.start.komi.to_string(),
            handicap: self.start.handicap,
            free_handicap: self.free_handicap,
            time: api::ControlView::both(&self.controls),
            private: self.private,
            rated: self.rated,
            here: self.kind == Kind::Here,
        }
    }
}

/// A colour as the clock names it.
pub(crate) fn side(color: Color) -> Side {
    api::Color::from(color).into()
}

/// A side as the board names it.
pub(crate) fn color(side: Side) -> Color {
    api::Color::from(side).into()
}

/// Reads both players' time controls.
///
/// # Errors
/// The text that is none, or a control that cannot be played.
pub(crate) fn controls(both: &str, white: Option<&str>) -> Result<BySide<TimeControl>, Error> {
    let field = |name: &str, what: &dyn std::fmt::Display| {
        Error::with(Code::BadField, format!("{name}: {what}"))
    };
    let mut controls = clock::parse_controls(both).map_err(|e| field("time", &e))?;
    if let Some(text) = white {
        controls.white = text.parse().map_err(|e| field("time_white", &e))?;
    }
    check_controls(&controls).map_err(|e| field("time", &e))?;
    Ok(controls)
}

fn size(request: &CreateGame) -> Result<BoardSize, Error> {
    let size = BoardSize::new(request.cols.into(), request.rows.into())
        .map_err(|e| Error::with(Code::BadField, format!("cols: {e}")))?;
    if size.columns() < 2 || size.rows() < 2 {
        return Err(Error::with(Code::BadField, format!("cols: {size} is below 2x2")));
    }
    Ok(size)
}

/// The start on an empty board, with handicap or seated stones; and whether Black puts the handicap himself.
fn on_empty_board(
    request: &CreateGame,
    ruleset: &Arc<Ruleset>,
    size: BoardSize,
    handicap: u32,
) -> Result<(Start, bool), Error> {
    let seats = request.seats.unwrap_or(ruleset.seats != Seats::None && handicap == 0);
    let free = match request.placement {
        Placement::Free => true,
        Placement::Fixed => false,
        Placement::Ruleset => ruleset.placement == rules::Placement::Free,
    };
    let mut stones = (PointSet::EMPTY, PointSet::EMPTY);
    if seats {
        let set = seated(size).ok_or_else(|| {
            Error::with(Code::BadField, format!("seats: {size} has no points for seated stones"))
        })?;
        stones = (set.black, set.white);
    }
    if handicap > 1 && !free {
        let set = fixed(size, handicap, ThirdStone::default())
            .map_err(|e| Error::with(Code::BadField, format!("handicap: {e}")))?;
        if set.intersects(&stones.1) {
            let what = "handicap: the usual points are taken by seated stones";
            return Err(Error::with(Code::BadField, what));
        }
        stones.0 |= set;
    }
    if handicap > 1
        && free
        && usize::try_from(handicap).unwrap_or(usize::MAX) + 1 >= size.all().len()
    {
        return Err(Error::with(
            Code::BadField,
            format!("handicap: {handicap} do not fit on {size}"),
        ));
    }
    let board = build(size, &stones.0, &stones.1)?;
    let free = free && handicap > 1;
    let mut start = Start::on(ruleset.clone(), board, handicap);
    if free {
        // Black puts the stones first; the event then gives White the turn.
        start.to_move = Color::Black;
    }
    Ok((start, free))
}

fn build(size: BoardSize, black: &PointSet, white: &PointSet) -> Result<Board, Error> {
    let mut setup = board::Setup::new(size);
    for (set, color) in [(black, Color::Black), (white, Color::White)] {
        for point in set {
            setup.set(point, Some(color));
        }
    }
    setup.build().map_err(|e| Error::with(Code::BadField, format!("start: {e}")))
}

fn position(size: BoardSize, black: &[String], white: &[String]) -> Result<Board, Error> {
    let read = |texts: &[String]| -> Result<PointSet, Error> {
        let mut set = PointSet::EMPTY;
        for text in texts.iter().take(size.all().len() + 1) {
            let point = Coordinates::Gtp
                .parse(text, size)
                .map_err(|e| Error::with(Code::BadField, format!("start: {e}")))?;
            if !set.insert(point) {
                return Err(Error::with(Code::BadField, format!("start: {text} twice")));
            }
        }
        Ok(set)
    };
    let (black, white) = (read(black)?, read(white)?);
    if let Some(point) = (black & white).first() {
        let at = Coordinates::Gtp.format(point, size);
        return Err(Error::with(Code::BadField, format!("start: {at} is both black and white")));
    }
    build(size, &black, &white)
}

/// The board that a snapshot shows.
///
/// # Errors
/// Never for a snapshot of a game; its stones are a board's.
pub(crate) fn board_of(snapshot: &api::Snapshot) -> Result<Board, Error> {
    let size = BoardSize::new(snapshot.setup.cols.into(), snapshot.setup.rows.into())
        .map_err(|_| Error::from(Code::Internal))?;
    position(size, &snapshot.stones.black, &snapshot.stones.white)
}

/// The start and the moves of a record, up to a move.
fn record(
    text: &str,
    moves: Option<u32>,
    ruleset: &Arc<Ruleset>,
) -> Result<(Start, Vec<Event>), Error> {
    let bad = |what: String| Error::with(Code::BadField, format!("start: {what}"));
    if text.len() > LONGEST_RECORD {
        return Err(Code::TooLarge.into());
    }
    let parsed = sgf::parse_any(text.as_bytes(), None);
    let tree =
        parsed.trees.first().ok_or_else(|| bad("there is no game record in the text".into()))?;
    let options = sgf::ReplayOptions { ruleset: Some(ruleset.clone()), ..Default::default() };
    let replay = sgf::Replayer::new(options).replay(tree).map_err(|e| bad(e.to_string()))?;
    if let Some(illegal) = &replay.illegal
        && moves.is_none_or(|wanted| wanted >= illegal.number)
    {
        return Err(bad(format!("move {} of the record is illegal", illegal.number)));
    }
    if replay.impossible_setup.is_some() {
        return Err(bad("the record's set-up has stones without liberties".into()));
    }
    let start = replay.state.start().clone();
    if start.board.size().columns() < 2 || start.board.size().rows() < 2 {
        return Err(bad(format!("{} is below 2x2", start.board.size())));
    }
    let wanted = moves.unwrap_or(u32::MAX);
    let mut state = rules::GameState::new(start.clone());
    let mut events = Vec::new();
    for event in replay.state.line() {
        let is_move = matches!(event, Event::Move { .. });
        if is_move && state.move_number() >= wanted {
            break;
        }
        // What a record says of the end is not taken over: the game goes on from here.
        if !matches!(event, Event::Move { .. } | Event::Edit(_) | Event::PlaceHandicap { .. }) {
            break;
        }
        let mut next = state.clone();
        // The server enforces superko where the ruleset has it; replaying does not.
        if next.apply(event.clone()).is_err() {
            return Err(bad(format!(
                "move {} of the record breaks the rules of this game",
                state.move_number() + 1
            )));
        }
        if next.phase() != rules::Phase::Play {
            break;
        }
        state = next;
        events.push(event.clone());
    }
    if events.len() > 2_000 {
        return Err(bad("the record is longer than 2000 events".into()));
    }
    Ok((start, events))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> CreateGame {
        serde_json::from_str(
            r#"{"opponent":{"kind":"link"},"cols":19,"rows":19,"ruleset":"chinese","time":"20m+5x30s"}"#,
        )
        .unwrap()
    }

    #[test]
    fn stored_terms_come_back() {
        for (handicap, ruleset) in
            [(0, "chinese"), (9, "japanese"), (4, "aga"), (0, "tangsong"), (0, "ing")]
        {
            let mut request = request();
            request.ruleset = ruleset.to_owned();
            request.handicap = handicap;
            let (setup, _) = Setup::check(&request).unwrap();
            let start = setup.to_store().start().unwrap();
            assert_eq!(start, *setup.start, "{ruleset}");
        }
    }

    #[test]
    fn bad_terms_are_named() {
        let check = |change: &dyn Fn(&mut CreateGame)| {
            let mut request = request();
            change(&mut request);
            match Setup::check(&request) {
                Err(Error::Code { detail: Some(detail), .. }) => detail,
                other => panic!("{other:?}"),
            }
        };
        assert!(check(&|r| r.cols = 26).starts_with("cols: "));
        assert!(check(&|r| r.rows = 1).starts_with("cols: "));
        assert!(check(&|r| r.ruleset = "chinees".into()).contains("chinese"));
        assert!(check(&|r| r.komi = Some("7.3".into())).starts_with("komi: "));
        assert!(check(&|r| r.handicap = 10).starts_with("handicap: "));
        assert!(check(&|r| r.time = "soon".into()).starts_with("time: "));
        assert!(check(&|r| r.time_white = Some("1m hourglass".into())).contains("time"));
        assert!(
            check(&|r| r.start =
                Some(StartFrom::Record { text: "(;SZ[9];B[ee];W[ee])".into(), moves: None }))
            .contains("move 2")
        );
        assert!(
            check(&|r| {
                r.start = Some(StartFrom::Position {
                    black: vec!["A1".into(), "A1".into()],
                    white: vec![],
                    to_move: None,
                });
            })
            .contains("twice")
        );
    }

    #[test]
    fn a_record_gives_its_moves() {
        let mut request = request();
        let text = "(;SZ[9]KM[5.5]RU[Japanese];B[ee];W[cc];B[gg])".to_owned();
        request.start = Some(StartFrom::Record { text, moves: Some(2) });
        request.ruleset = "japanese".into();
        let (setup, events) = Setup::check(&request).unwrap();
        assert_eq!((setup.size().columns(), events.len()), (9, 2));
        assert_eq!(setup.start.komi.to_string(), "5.5");
    }
}
