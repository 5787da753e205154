//! Save, then publish: what clients see has been written.

use api::{Ask, EventBody, EventFrame, GameState, Seq, ServerMessage, TwoSides, UserId};
use board::{Color, PointSet};
use clock::{Clock, Millis, Run};
use rules::{Decision, Effect, Event, Phase, Ruling};

use crate::error::Error;
use crate::game::actor::Game;
use crate::game::setup::side;
use crate::game::subscribers::frame;
use crate::game::view::{cycle_view, points_text};
use crate::persist::{Entry, RowUpdate};

/// An event that is about to happen.
#[derive(Debug)]
pub(crate) struct Planned {
    /// The event.
    pub(crate) event: Event,
    /// The clock after it.
    pub(crate) clock: Clock,
    /// The lag given back with it.
    pub(crate) refund: Millis,
    /// The account behind it; none for the server.
    pub(crate) player: Option<UserId>,
    /// The id its sender gave it.
    pub(crate) client_id: Option<String>,
}

impl Planned {
    /// An event of the server itself.
    pub(crate) fn server(event: Event, clock: Clock) -> Self {
        Self { event, clock, refund: Millis::ZERO, player: None, client_id: None }
    }
}

/// A small number for an id and its sender; equal ids have equal numbers.
pub(crate) fn id_hash(user: UserId, id: &str) -> u32 {
    let start = 0x811c_9dc5_u32 ^ u32::try_from(user.get() & 0xffff_ffff).unwrap_or(0);
    id.bytes().fold(start, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Game {
    /// Applies, saves and publishes events that belong together: all of them or none.
    ///
    /// # Errors
    /// When the rules refuse one, or the store fails. Nothing has happened then; after a failed store the state is what the
    /// store holds.
    pub(crate) async fn commit(&mut self, planned: Vec<Planned>, now: Millis) -> Result<(), Error> {
        let size = self.setup.size();
        let before = self.seq;
        let mut frames = Vec::with_capacity(planned.len());
        let mut entries = Vec::with_capacity(planned.len());
        let mut queue = std::collections::VecDeque::from(planned);
        while let Some(plan) = queue.pop_front() {
            let effect = match self.state.apply(plan.event.clone()) {
                Ok(effect) => effect,
                Err(refused) => {
                    if !entries.is_empty() {
                        self.reload(now).await;
                    }
                    return Err(Error::refused(&refused, size));
                }
            };
            self.clock = self.settled_clock(plan.clock, now);
            self.seq = self.seq.next();
            self.note(&plan, now);
            frames.push(self.event_frame(&plan.event, &effect, now, &plan));
            let done = self.state.phase() == Phase::Done;
            entries.push(Entry {
                seq: self.seq,
                at: now,
                player: plan.player,
                client_id: plan.client_id,
                event: plan.event,
                clock: *self.clock.state(),
                refund: plan.refund,
            });
            if done && queue.is_empty() {
                queue.extend(self.ing_penalties().map(|event| Planned::server(event, self.clock)));
            }
        }
        let update = self.row_update(now);
        let listed = (self.row.state, self.row.result) != (update.state, update.result);
        // The row is written when the game ends, not with every move: that keeps a move one insert.
        let change = listed.then_some(update);
        if let Err(error) = self.app.persist.append(self.id, before, entries, change).await {
            tracing::error!(game = %self.id, seq = self.seq.0, %error, "append failed; reloading");
            metrics::counter!("shoutan_append_failures_total").increment(1);
            self.reload(now).await;
            return Err(api::Code::StoreFailed.into());
        }
        metrics::counter!("shoutan_events_total")
            .increment(u64::try_from(frames.len()).unwrap_or(0));
        self.row.take(update);
        for event in frames {
            self.subscribers.send(&frame(&ServerMessage::Event(Box::new(event))));
        }
        self.after_commit(listed, now).await;
        Ok(())
    }

    /// The clock as the phase wants it: it stands while dead stones are agreed and for good at the end.
    fn settled_clock(&self, clock: Clock, now: Millis) -> Clock {
        match self.state.phase() {
            Phase::Done => clock.stop(now),
            Phase::Counting => match clock.pause(now, clock::PauseReason::Counting) {
                Ok(clock::Step::Clock(clock)) => clock,
                // The move was made in time, so no flag can fall at the same moment; a standing clock stays.
                Ok(clock::Step::Flag(_)) | Err(_) => clock,
            },
            Phase::Play => clock,
        }
    }

    /// Keeps what later messages need to know of an event.
    fn note(&mut self, plan: &Planned, now: Millis) {
        if let (Some(user), Some(id)) = (plan.player, &plan.client_id) {
            self.ids.push(id_hash(user, id));
        }
        if matches!(plan.event, Event::MarkDead { .. }) {
            self.marked_at = self.seq;
        }
        self.called = now;
        self.stop.note(&plan.event, &self.state, now);
        if self.asks_end(&plan.event) {
            self.asks.clear();
        }
        if self.state.phase() != Phase::Counting {
            self.proposal = None;
        }
    }

    /// Points that the Ing clock costs, once the game was counted.
    fn ing_penalties(&self) -> Option<Event> {
        let counted = self
            .state
            .outcome()
            .is_some_and(|o| matches!(o, rules::Outcome::Jigo) || o.margin().is_some());
        if !counted {
            return None;
        }
        Color::BOTH.into_iter().find_map(|color| {
            let owed = self.ing_points(color);
            (owed > self.state.penalties()[color]).then(|| {
                let points = owed - self.state.penalties()[color];
                let mut ruling = Ruling::new(Decision::PointPenalty { against: color, points });
                ruling.article = "7.7".to_owned();
                ruling.offender = Some(color);
                Event::Ruling(std::sync::Arc::new(ruling))
            })
        })
    }

    /// Points a side owes for its time so far.
    pub(crate) fn ing_points(&self, color: Color) -> rules::Score {
        let side = side(color);
        let points = self.clock.state().times.get(side).penalty(self.clock.control(side));
        rules::Score::points(i32::try_from(points).unwrap_or(i32::MAX / 4))
    }

    /// The index row as it is to be after the events.
    fn row_update(&self, now: Millis) -> RowUpdate {
        let state = match self.state.phase() {
            Phase::Done
                if self.state.outcome() == Some(rules::Outcome::Void)
                    && self.state.move_number() < 2 =>
            {
                GameState::Cancelled
            }
            Phase::Done => GameState::Done,
            _ => GameState::Live,
        };
        RowUpdate {
            state,
            result: self.state.outcome(),
            moves: self.state.move_number(),
            updated: now,
        }
    }

    /// The frame of the event that was just applied.
    fn event_frame(
        &self,
        event: &Event,
        effect: &Effect,
        now: Millis,
        plan: &Planned,
    ) -> EventFrame {
        make_frame(
            self.id,
            self.seq,
            now,
            event,
            effect,
            &self.state,
            &self.clock,
            plan.player.is_none(),
            plan.refund,
            plan.client_id.clone(),
            self.stop.deadlines(&self.state, self.settle_after()),
        )
    }

    /// What follows a saved change: the lobby is told, the analyser or the engine set to work.
    async fn after_commit(&mut self, listed: bool, now: Millis) {
        if listed {
            self.app.lobby.game_changed(&self.row);
        }
        if self.state.phase() == Phase::Counting
            && self.state.marking().is_none()
            && self.proposal.is_none()
        {
            self.ask_analyser();
        }
        self.ask_engine(now);
    }

    /// The open requests have changed.
    pub(crate) fn tell_asks(&mut self, declined: Option<Ask>, id: Option<String>) {
        let message = self.asks_message(declined, id);
        self.tell_all(&message);
    }
}

/// The frame of an event, from the state and the clock after it.
#[expect(
    clippy::too_many_arguments,
    reason = "the parts of one frame, from two places that hold them differently"
)]
pub(crate) fn make_frame(
    game: api::GameId,
    seq: Seq,
    at: Millis,
    event: &Event,
    effect: &Effect,
    state: &rules::GameState,
    clock: &Clock,
    by_server: bool,
    refund: Millis,
    id: Option<String>,
    settle: Option<TwoSides<u64>>,
) -> EventFrame {
    let size = state.size();
    let mut captured: PointSet = effect.captured;
    captured |= effect.self_captured;
    let prisoners = state.prisoners();
    let mut view = api::ClockView::of(clock, at);
    if let Event::Move { by, .. } = event {
        match by {
            Color::Black => view.black.refund = refund.get(),
            Color::White => view.white.refund = refund.get(),
        }
    }
    // A stone makes a cycle, not a pass; and while the game goes on.
    let cycle = match event {
        Event::Move { mv: board::Move::Play(_), .. } if state.phase() == Phase::Play => {
            cycle_view(state)
        }
        _ => None,
    };
    EventFrame {
        game,
        seq,
        at: at.get(),
        d: EventBody::of(event, size, by_server),
        captures: points_text(&captured, size),
        prisoners: TwoSides { black: prisoners.black, white: prisoners.white },
        clock: view,
        phase: state.phase().into(),
        to_move: state.to_move().map(Into::into),
        result: state.outcome().map(rules::Outcome::to_sgf),
        cycle,
        id,
        settle,
    }
}

/// Whether the clock runs.
pub(crate) fn runs(clock: &Clock) -> bool {
    matches!(clock.run(), Run::Running { .. })
}
