//! What an action becomes: events, an open request, or a refusal.

use std::sync::Arc;

use api::{Action, Ask, AskKind, Code, GameState, Seq, UserId};
use board::{Color, Coordinates, Move, PointSet};
use clock::{Clock, Millis, Pressed, Step};
use rules::{Decision, Event, Marking, Party, Phase};

use crate::error::Error;
use crate::game::actor::{ActRequest, Game, refusal};
use crate::game::commit::{Planned, id_hash};
use crate::game::setup::side;

/// An action with everything that is known about its sender.
struct Actor<'a> {
    user: UserId,
    color: Color,
    id: &'a str,
    lag: Millis,
}

impl Game {
    /// Carries out an action and tells its sender when it is refused.
    pub(crate) async fn act(&mut self, request: ActRequest, now: Millis) {
        if let Err(error) = self.try_act(&request, now).await {
            metrics::counter!("shoutan_refused_total", "code" => error.code()).increment(1);
            request.outbox.tell(&refusal(Some(self.id), Some(request.id), &error));
        }
    }

    async fn try_act(&mut self, request: &ActRequest, now: Millis) -> Result<(), Error> {
        let id_fits = (1..=36).contains(&request.id.len())
            && request.id.bytes().all(|b| b.is_ascii_graphic());
        if !id_fits {
            return Err(Code::BadId.into());
        }
        let viewer = self.admit(Some(request.user), None)?;
        if !viewer.is_player() {
            return Err(Code::NotPlayer.into());
        }
        if self.ids.contains(&id_hash(request.user, &request.id))
            && self.answer_again(request, now).await?
        {
            return Ok(());
        }
        if self.row.state == GameState::Waiting {
            return Err(Code::NotStarted.into());
        }
        if self.flag(now).await? {
            return Err(Code::FlagFell.into());
        }
        let color = self.acting_color(request, viewer)?;
        let actor = Actor { user: request.user, color, id: &request.id, lag: request.lag };
        self.dispatch(&actor, &request.action, now).await
    }

    /// Sends the event again that an action with this id has made. False when there is none: ids may collide in number.
    async fn answer_again(&mut self, request: &ActRequest, now: Millis) -> Result<bool, Error> {
        let found = self.app.persist.find_by_client_id(self.id, request.user, &request.id).await;
        let Some(seq) = found.map_err(|_| Error::from(Code::StoreFailed))? else {
            return Ok(false);
        };
        let before = Seq(seq.0.saturating_sub(1));
        if let Some(event) = self.frames_after(before, now).await?.into_iter().next() {
            request.outbox.tell(&api::ServerMessage::Event(Box::new(event)));
        }
        Ok(true)
    }

    /// For which colour an account acts.
    fn acting_color(
        &self,
        request: &ActRequest,
        viewer: crate::game::Viewer,
    ) -> Result<Color, Error> {
        match request.color {
            Some(color) if viewer.plays(color) => Ok(color),
            Some(_) => Err(Code::NotPlayer.into()),
            None if viewer.colors.black && viewer.colors.white => Ok(self.state.position().to_move),
            None if viewer.colors.black => Ok(Color::Black),
            None => Ok(Color::White),
        }
    }

    async fn dispatch(
        &mut self,
        actor: &Actor<'_>,
        action: &Action,
        now: Millis,
    ) -> Result<(), Error> {
        let by = actor.color;
        match action {
            Action::Move(text) => {
                let mv = self.parse_move(text)?;
                self.play(actor, mv, now).await
            }
            Action::PlaceHandicap(points) => {
                let stones = Arc::new(self.parse_points(points)?);
                if by != Color::Black {
                    return Err(Code::NotPlayer.into());
                }
                self.turn_event(actor, Event::PlaceHandicap { stones }, now).await
            }
            Action::Resign(_) => self.event(actor, Event::Resign { by }, self.clock, now).await,
            Action::Abort(_) => {
                if self.state.phase() == Phase::Done {
                    return Err(self.refused(&rules::Refused::GameOver));
                }
                if self.state.move_number() >= 2 {
                    return Err(Code::TooLateToAbort.into());
                }
                self.event(actor, Event::ruling(Decision::Void), self.clock, now).await
            }
            Action::UndoAsk(ask) => self.ask_undo(actor.user, by, ask.moves, actor.id, now).await,
            Action::PauseAsk(_) => {
                self.state
                    .accepts(&Event::Pause { by: Party::Player(by) })
                    .map_err(|r| self.refused(&r))?;
                self.ask(
                    Ask { by: by.into(), kind: AskKind::Pause, moves: None },
                    actor.user,
                    actor.id,
                    now,
                )
                .await
            }
            Action::UndoAnswer(answer) => {
                self.answer(AskKind::Undo, actor.user, by, answer.accept, actor.id, now).await
            }
            Action::PauseAnswer(answer) => {
                self.answer(AskKind::Pause, actor.user, by, answer.accept, actor.id, now).await
            }
            Action::Unpause(_) => {
                if self.is_paused_by_server() {
                    return Err(Code::ServerResumes.into());
                }
                if let Some(away) = self.on_vacation()
                    && away != by
                {
                    return Err(Code::OnVacation.into());
                }
                let clock = self.resumed(now)?;
                self.event(actor, Event::Unpause { by: Party::Player(by) }, clock, now).await
            }
            Action::Mark(mark) => {
                let marking = Marking {
                    dead: self.parse_points(&mark.dead)?,
                    seki: self.parse_points(&mark.seki)?,
                };
                self.event(
                    actor,
                    Event::MarkDead { by, marking: Arc::new(marking) },
                    self.clock,
                    now,
                )
                .await?;
                self.engine_looks_at_marking(now).await
            }
            Action::Agree(agree) => self.agree(actor, agree.seq, now).await,
            Action::Dispute(_) => self.play_on(actor, Event::Dispute { by: Some(by) }, now).await,
            Action::Resume(_) => self.play_on(actor, Event::Resume { asked_by: by }, now).await,
            Action::Settle(_) => self.settle(actor.user, by, actor.id, now).await,
            Action::Vacation(vacation) => {
                let (event, clock) = self.vacation(by, vacation.on, now)?;
                self.event(actor, event, clock, now).await
            }
            Action::EndPropose(ending) => self.propose_end(actor, (*ending).into(), now).await,
        }
    }

    fn refused(&self, refused: &rules::Refused) -> Error {
        Error::refused(refused, self.setup.size())
    }

    fn parse_move(&self, text: &str) -> Result<Move, Error> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        self.parse_point(text).map(Move::Play)
    }

    fn parse_point(&self, text: &str) -> Result<board::Point, Error> {
        Coordinates::Gtp
            .parse(text, self.setup.size())
            .map_err(|_| Error::with(Code::BadMove, text.chars().take(20).collect::<String>()))
    }

    fn parse_points(&self, texts: &[String]) -> Result<PointSet, Error> {
        texts.iter().map(|text| self.parse_point(text)).collect()
    }

    /// One event of a player that leaves the clock as `clock`.
    async fn event(
        &mut self,
        actor: &Actor<'_>,
        event: Event,
        clock: Clock,
        now: Millis,
    ) -> Result<(), Error> {
        let plan = Planned {
            event,
            clock,
            refund: Millis::ZERO,
            player: Some(actor.user),
            client_id: Some(actor.id.to_owned()),
        };
        self.commit(vec![plan], now).await
    }

    /// A move: first the rules, for an illegal one does not stop the clock; then the clock.
    async fn play(&mut self, actor: &Actor<'_>, mv: Move, now: Millis) -> Result<(), Error> {
        self.turn_event(actor, Event::Move { by: actor.color, mv }, now).await
    }

    async fn turn_event(
        &mut self,
        actor: &Actor<'_>,
        event: Event,
        now: Millis,
    ) -> Result<(), Error> {
        if self.setup.free_handicap
            && self.state.move_number() == 0
            && matches!(event, Event::Move { .. })
            && !self.handicap_is_placed()
        {
            return Err(Error::with(Code::BadEvent, "place_handicap comes first"));
        }
        self.state.accepts(&event).map_err(|r| self.refused(&r))?;
        let plan =
            self.pressed(event, Some(actor.user), Some(actor.id.to_owned()), actor.lag, now)?;
        let plan = match plan {
            Some(plan) => plan,
            None => {
                self.lose_on_time(now).await?;
                return Err(Code::FlagFell.into());
            }
        };
        self.commit(vec![plan], now).await?;
        Ok(())
    }

    /// Whether the handicap stones of a game with free placement are on the board.
    pub(crate) fn handicap_is_placed(&self) -> bool {
        self.state.board() != &self.setup.start.board
    }

    /// A turn with the clock pressed; none when the flag has fallen.
    pub(crate) fn pressed(
        &self,
        event: Event,
        player: Option<UserId>,
        client_id: Option<String>,
        lag: Millis,
        now: Millis,
    ) -> Result<Option<Planned>, Error> {
        match self.clock.press(now, lag) {
            Ok(Pressed::Moved(moved)) => Ok(Some(Planned {
                event,
                clock: moved.clock,
                refund: moved.refund,
                player,
                client_id,
            })),
            Ok(Pressed::Flag(_)) => Ok(None),
            Err(error) => Err(Error::with(Code::NotStarted, error.to_string())),
        }
    }

    async fn agree(&mut self, actor: &Actor<'_>, seq: Seq, now: Millis) -> Result<(), Error> {
        if self.state.phase() != Phase::Counting {
            return Err(Code::NotCounting.into());
        }
        if self.state.marking().is_none() {
            return Err(Code::NoMarking.into());
        }
        if seq != self.marked_at {
            return Err(Code::MarkingChanged.into());
        }
        if self.is_here() {
            // One person, both signatures.
            let agree = |by| Planned {
                event: Event::Agree { by },
                clock: self.clock,
                refund: Millis::ZERO,
                player: Some(actor.user),
                client_id: (by == Color::White).then(|| actor.id.to_owned()),
            };
            return self.commit(vec![agree(Color::Black), agree(Color::White)], now).await;
        }
        self.event(actor, Event::Agree { by: actor.color }, self.clock, now).await?;
        self.engine_looks_at_marking(now).await
    }

    /// Play goes on after it had stopped: the clock of whoever is then to move starts.
    async fn play_on(&mut self, actor: &Actor<'_>, event: Event, now: Millis) -> Result<(), Error> {
        let clock = self.played_on(&event, now)?;
        self.event(actor, event, clock, now).await
    }

    /// The clock after such an event.
    pub(crate) fn played_on(&self, event: &Event, now: Millis) -> Result<Clock, Error> {
        let mut next = self.state.clone();
        next.apply(event.clone()).map_err(|r| self.refused(&r))?;
        let clock = self
            .clock
            .hand_to(now, side(next.position().to_move))
            .and_then(|step| match step {
                Step::Clock(clock) => clock.resume(now),
                fallen @ Step::Flag(_) => Ok(fallen),
            })
            .map_err(|e| Error::with(Code::NotCounting, e.to_string()))?;
        Ok(match clock {
            Step::Clock(clock) => clock,
            Step::Flag(fallen) => fallen.clock,
        })
    }

    async fn propose_end(
        &mut self,
        actor: &Actor<'_>,
        ending: rules::Ending,
        now: Millis,
    ) -> Result<(), Error> {
        let event = Event::ProposeEnd { by: actor.color, ending };
        if !self.is_here() {
            return self.event(actor, event, self.clock, now).await;
        }
        self.state.accepts(&event).map_err(|r| self.refused(&r))?;
        let propose = |by: Color, id| Planned {
            event: Event::ProposeEnd { by, ending },
            clock: self.clock,
            refund: Millis::ZERO,
            player: Some(actor.user),
            client_id: id,
        };
        let plans = vec![
            propose(actor.color.opponent(), None),
            propose(actor.color, Some(actor.id.to_owned())),
        ];
        self.commit(plans, now).await
    }

    /// The clock after an interruption ends; in counting it goes on standing.
    pub(crate) fn resumed(&self, now: Millis) -> Result<Clock, Error> {
        if !self.state.is_paused() {
            return Err(self.refused(&rules::Refused::NotPaused));
        }
        if self.state.phase() != Phase::Play {
            return Ok(self.clock);
        }
        match self.clock.resume(now) {
            Ok(Step::Clock(clock)) => Ok(clock),
            Ok(Step::Flag(fallen)) => Ok(fallen.clock),
            // A running clock under a paused game cannot be; leave it.
            Err(_) => Ok(self.clock),
        }
    }
}
