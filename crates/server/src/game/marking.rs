//! Dead stones: the analyser's proposal, put on the board as the first marking.

use std::sync::Arc;

use api::{Code, Message as Words, ProposalView, ProposedGroup, Seq, ServerMessage};
use board::PointSet;
use clock::Millis;
use rules::life::{self, Proposal, Status};
use rules::{Event, Lang, Marking, Phase};

use crate::error::Error;
use crate::game::actor::{Game, Message};
use crate::game::commit::Planned;
use crate::game::view::points_text;

/// What the analyser found about a stopped position.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The marking it proposes.
    pub(crate) marking: Marking,
    view: ProposalView,
}

impl Finding {
    /// What a proposal says.
    pub(crate) fn of(proposal: &Proposal, board: &board::Board) -> Self {
        let size = board.size();
        let group = |v: &life::Verdict| {
            let (status, reason) = (v.status, v.reason.text());
            let word = match status {
                Status::Alive => "alive",
                Status::Seki => "seki",
                Status::Dead => "dead",
                Status::Unsettled => "unsettled",
            };
            ProposedGroup {
                color: v.color.into(),
                stones: points_text(&v.stones, size),
                status: word.to_owned(),
                reason: Words::new(reason.get(Lang::Zh), reason.get(Lang::En)),
            }
        };
        let seki = proposal.stones(Status::Seki) - proposal.dead;
        let unsettled = proposal.stones(Status::Unsettled);
        let view = ProposalView {
            dead: points_text(&proposal.dead, size),
            seki: points_text(&seki, size),
            groups: proposal.verdicts.iter().map(group).collect(),
            dame: points_text(&neutral(proposal, board), size),
            sure: unsettled.is_empty() && proposal.contested.is_empty(),
        };
        Self { marking: Marking { dead: proposal.dead, seki }, view }
    }

    /// Whether every group is settled.
    pub(crate) fn is_sure(&self) -> bool {
        self.view.sure
    }

    /// What clients are shown.
    pub(crate) fn view(&self) -> ProposalView {
        self.view.clone()
    }
}

/// Empty points that are nobody's once the dead stones are off.
fn neutral(proposal: &Proposal, board: &board::Board) -> PointSet {
    let owned = |color| proposal.areas.area(color);
    board.empty() - owned(board::Color::Black) - owned(board::Color::White)
}

/// Looks at a stopped position. Takes up to a second or so; call it on a thread for such work.
pub(crate) fn find(board: &board::Board) -> Finding {
    Finding::of(&life::propose(board, &life::Options::default()), board)
}

impl Game {
    /// Sets the analyser to work.
    pub(crate) fn ask_analyser(&self) {
        let Some(mailbox) = self.mailbox.upgrade() else { return };
        let (board, seq) = (self.state.board().clone(), self.seq);
        let slots = self.app.analyser.clone();
        tokio::spawn(async move {
            let Ok(_slot) = slots.acquire().await else { return };
            if let Ok(finding) = tokio::task::spawn_blocking(move || find(&board)).await {
                let _ = mailbox.send(Message::Proposed { seq, finding: Box::new(finding) }).await;
            }
        });
    }

    /// The analyser has an answer: if nobody has marked meanwhile, its proposal is the first marking.
    pub(crate) async fn proposed(&mut self, seq: Seq, finding: Box<Finding>, now: Millis) {
        if seq > self.seq || self.state.phase() != Phase::Counting {
            return;
        }
        self.tell_all(&ServerMessage::Proposal { game: self.id, proposal: finding.view() });
        let marking = finding.marking.clone();
        self.proposal = Some(finding);
        if self.state.marking().is_some() {
            // After a restart the engine has not seen it yet.
            if let Err(error) = self.engine_looks_at_marking(now).await {
                tracing::warn!(game = %self.id, %error, "the engine could not answer the marking");
            }
            return;
        }
        // The rules know no marking by the server; it is entered for the player who passed first, and without an account.
        let by = self.state.first_pass().unwrap_or(self.state.position().to_move);
        let event = Event::MarkDead { by, marking: Arc::new(marking) };
        if let Err(error) = self.commit(vec![Planned::server(event, self.clock)], now).await {
            tracing::warn!(game = %self.id, %error, "the proposal could not be entered");
            return;
        }
        if let Err(error) = self.engine_looks_at_marking(now).await {
            tracing::warn!(game = %self.id, %error, "the engine could not answer the marking");
        }
    }

    /// The engine accepts a marking that its own analysis finds right, or that gives its opponent no more than that.
    pub(crate) async fn engine_looks_at_marking(&mut self, now: Millis) -> Result<(), Error> {
        let Some((color, _)) = self.engine() else { return Ok(()) };
        if self.state.phase() != Phase::Counting || self.state.agreed()[color] {
            return Ok(());
        }
        let (Some(marking), Some(finding)) = (self.state.marking(), &self.proposal) else {
            return Ok(());
        };
        let acceptable = marking.dead == finding.marking.dead || {
            let margin = |m: &Marking| self.state.count_with(m).map(|c| c.margin);
            match (margin(marking), margin(&finding.marking)) {
                (Ok(theirs), Ok(ours)) if color == board::Color::Black => theirs >= ours,
                (Ok(theirs), Ok(ours)) => theirs <= ours,
                _ => false,
            }
        };
        if !acceptable {
            return Ok(());
        }
        let plan = Planned::server(Event::Agree { by: color }, self.clock);
        self.commit(vec![plan], now).await.map_err(|error| match error {
            Error::Rules { .. } => Code::NotCounting.into(),
            other => other,
        })
    }
}
