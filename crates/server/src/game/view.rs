//! What clients are shown of a game.

use api::{
    ChatLine, Code, CountLine, CountView, CycleView, EventFrame, GameState, LineMove, MakerView,
    MarkingView, Message as Words, PlayerView, Seq, Snapshot, Stones, TwoSides,
};
use board::{BoardSize, ByColor, Color, Coordinates, PointSet};
use clock::{Clock, Millis};
use rules::{Count, Event, Lang, Phase};

use crate::error::Error;
use crate::game::actor::{Game, Viewer};
use crate::game::commit::make_frame;
use crate::game::settle::Stop;
use crate::game::setup::Kind;
use crate::persist::Row;

/// Lines of chat in a snapshot.
const CHAT_LINES: u32 = 50;

/// The most lines of chat that are told at all.
const ALL_CHAT_LINES: u32 = 1000;

/// Points in GTP's letters.
pub(crate) fn points_text(set: &PointSet, size: BoardSize) -> Vec<String> {
    set.iter().map(|point| Coordinates::Gtp.format(point, size)).collect()
}

/// A text in both languages.
pub(crate) fn words(text: &rules::Text) -> Words {
    Words::new(text.get(Lang::Zh), text.get(Lang::En))
}

/// The cycle on the board and how it may be ended.
pub(crate) fn cycle_view(state: &rules::GameState) -> Option<CycleView> {
    let endings = state.offered_endings();
    if endings.is_empty() {
        return None;
    }
    let cycle = state.cycle()?;
    Some(CycleView {
        kind: cycle.kind.code().to_owned(),
        text: Words::new(cycle.describe(Lang::Zh), cycle.describe(Lang::En)),
        endings: endings.into_iter().map(Into::into).collect(),
    })
}

/// A count with its working.
pub(crate) fn count_view(count: &Count, size: BoardSize) -> CountView {
    let unit = count.unit;
    let lines = count
        .lines
        .iter()
        .map(|line| CountLine {
            text: Words::new(line.describe(Lang::Zh, unit), line.describe(Lang::En, unit)),
        })
        .collect();
    let owned = |color| {
        let points = size.points().filter(|p| count.owners.owner(*p) == Some(color));
        points.map(|p| Coordinates::Gtp.format(p, size)).collect()
    };
    CountView {
        result: count.result_sgf(),
        text: Words::new(count.result_text(Lang::Zh), count.result_text(Lang::En)),
        totals: two(count.sides.map(|side| side.total.to_string())),
        lines,
        owners: Stones { black: owned(Color::Black), white: owned(Color::White) },
    }
}

/// Both players of a game.
pub(crate) fn players(row: &Row) -> TwoSides<PlayerView> {
    let player = |color: Color| {
        let engine = match row.setup.kind {
            Kind::Engine(level)
                if row.players[color].is_none() && row.state != GameState::Waiting =>
            {
                Some(level)
            }
            _ => None,
        };
        PlayerView { id: row.players[color], name: row.names[color].clone(), engine }
    };
    TwoSides { black: player(Color::Black), white: player(Color::White) }
}

fn two<T>(pair: ByColor<T>) -> TwoSides<T> {
    TwoSides { black: pair.black, white: pair.white }
}

impl Game {
    /// The game as it stands, for a viewer.
    pub(crate) async fn snapshot(&self, viewer: Viewer, now: Millis) -> Snapshot {
        let state = &self.state;
        let size = state.size();
        let line = state.line().filter_map(|event| match event {
            Event::Move { by, mv } => Some(LineMove { by: (*by).into(), at: move_text(*mv, size) }),
            _ => None,
        });
        let over = state.phase() == Phase::Done;
        let unit = state.ruleset().unit;
        let say =
            |o: rules::Outcome| Words::new(o.describe(Lang::Zh, unit), o.describe(Lang::En, unit));
        let chat = self.app.persist.chat(self.id, CHAT_LINES).await.unwrap_or_default();
        Snapshot {
            game: self.id,
            seq: self.seq,
            state: self.row.state,
            setup: self.setup.view(),
            players: players(&self.row),
            maker: self.maker_view(viewer),
            you: Color::BOTH.into_iter().filter(|c| viewer.plays(*c)).map(Into::into).collect(),
            phase: state.phase().into(),
            to_move: state.to_move().map(Into::into),
            paused: state.is_paused(),
            start: Stones::of(&state.start().board),
            line: line.collect(),
            stones: Stones::of(state.board()),
            ko: state.position().ko.map(|p| Coordinates::Gtp.format(p, size)),
            prisoners: two(state.prisoners()),
            clock: api::ClockView::of(&self.clock, now),
            marking: state.marking().map(|m| MarkingView::of(m, self.marked_at, size)),
            agreed: two(state.agreed()),
            cycle: if over { None } else { cycle_view(state) },
            asks: self.asks.open(),
            settle: self.stop.deadlines(state, self.settle_after()),
            present: self.present(),
            watchers: self.subscribers.watchers(),
            result: state.outcome().map(rules::Outcome::to_sgf),
            result_text: state.outcome().map(say),
            count: self.count(),
            chat: chat.into_iter().filter(|line| viewer.may_read(line.room, over)).collect(),
        }
    }

    /// The chat that a viewer may read, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn whole_chat(&self, viewer: Viewer) -> Result<Vec<ChatLine>, Error> {
        let over = self.state.phase() == Phase::Done;
        let lines = self.app.persist.chat(self.id, ALL_CHAT_LINES).await;
        let lines = lines.map_err(|_| Error::from(Code::StoreFailed))?;
        Ok(lines.into_iter().filter(|line| viewer.may_read(line.room, over)).collect())
    }

    fn maker_view(&self, viewer: Viewer) -> Option<MakerView> {
        (self.row.state == GameState::Waiting).then(|| MakerView {
            name: self.row.maker_name.clone(),
            you: viewer.user == Some(self.row.maker),
        })
    }

    /// The count, where there is one to show.
    fn count(&self) -> Option<CountView> {
        let state = &self.state;
        let counted = match state.phase() {
            Phase::Play => false,
            Phase::Counting => true,
            Phase::Done => crate::game::to_judge::is_counted(state),
        };
        if !counted {
            return None;
        }
        let mut terms = state.terms();
        for color in Color::BOTH {
            terms.penalties[color] = terms.penalties[color].max(self.ing_points(color));
        }
        let count = rules::count(state.board(), state.ruleset(), &terms).ok()?;
        Some(count_view(&count, state.size()))
    }

    /// The frames of the events after a number, made again from the store.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn frames_after(
        &self,
        after: Seq,
        _now: Millis,
    ) -> Result<Vec<EventFrame>, Error> {
        if after >= self.seq {
            return Ok(Vec::new());
        }
        let entries = self
            .app
            .persist
            .entries(&self.row)
            .await
            .map_err(|_| Error::from(Code::StoreFailed))?;
        let mut state = rules::GameState::new((*self.setup.start).clone());
        let mut frames = Vec::new();
        let mut stop = Stop::default();
        for entry in entries {
            let effect = state
                .apply(entry.event.clone())
                .map_err(|refused| {
                    tracing::error!(game = %self.id, seq = entry.seq.0, %refused, "a stored event is refused");
                    Error::from(Code::Internal)
                })?;
            stop.note(&entry.event, &state, entry.at);
            if entry.seq <= after {
                continue;
            }
            let clock = Clock::from_state(entry.clock).map_err(|_| Error::from(Code::Internal))?;
            let by_server = entry.player.is_none();
            frames.push(make_frame(
                self.id,
                entry.seq,
                entry.at,
                &entry.event,
                &effect,
                &state,
                &clock,
                by_server,
                entry.refund,
                entry.client_id,
                stop.deadlines(&state, self.settle_after()),
            ));
        }
        Ok(frames)
    }
}

fn move_text(mv: board::Move, size: BoardSize) -> String {
    match mv {
        board::Move::Pass => "pass".to_owned(),
        board::Move::Play(point) => Coordinates::Gtp.format(point, size),
    }
}
