//! Taking the free seat of a game, and taking a waiting game back.

use api::{Code, ColorChoice, GameState, Snapshot, UserId};
use board::Color;
use clock::Millis;

use crate::error::Error;
use crate::game::actor::Game;
use crate::game::setup::Kind;

impl Game {
    /// Takes the free seat: the game begins, and waits for both players to be there.
    ///
    /// # Errors
    /// When it has no free seat, or the key is missing.
    pub(crate) async fn join(
        &mut self,
        user: UserId,
        name: String,
        key: Option<&str>,
        now: Millis,
    ) -> Result<Snapshot, Error> {
        let viewer = self.viewer(Some(user));
        if viewer.is_player() && self.row.state != GameState::Waiting {
            return Ok(self.snapshot(viewer, now).await);
        }
        if self.row.maker == user {
            return Err(Code::OwnGame.into());
        }
        self.admit(Some(user), key)?;
        let invited = self.setup.kind == Kind::Seek || self.row.opens_with(key);
        match self.row.state {
            GameState::Waiting if invited => {}
            GameState::Waiting => return Err(Code::BadKey.into()),
            GameState::Live => return Err(Code::GameFull.into()),
            GameState::Done | GameState::Cancelled => return Err(Code::NotOpen.into()),
        }
        let seat = match self.setup.choice {
            ColorChoice::Black => Color::White,
            ColorChoice::White => Color::Black,
            // The lot (猜先) is drawn when the opponent is there.
            ColorChoice::Random if self.app.lot().map_err(|_| Error::from(Code::Internal))? => {
                Color::Black
            }
            ColorChoice::Random => Color::White,
        };
        let mut row = self.row.clone();
        row.players[seat] = Some(user);
        row.names[seat] = name;
        row.players[seat.opponent()] = Some(row.maker);
        row.names[seat.opponent()] = row.maker_name.clone();
        row.state = GameState::Live;
        row.updated = now;
        let seated =
            self.app.persist.seat(&row).await.map_err(|_| Error::from(Code::StoreFailed))?;
        if !seated {
            return Err(Code::NotOpen.into());
        }
        self.row = row;
        self.app.lobby.game_changed(&self.row);
        let viewer = self.viewer(Some(user));
        self.reseat();
        let snapshot = self.snapshot(viewer, now).await;
        self.tell_seated(now).await;
        self.wait_for_players(now).await;
        Ok(snapshot)
    }

    /// Takes a waiting game back.
    ///
    /// # Errors
    /// When it is not the own one, or no longer waits.
    pub(crate) async fn cancel(&mut self, user: UserId, now: Millis) -> Result<(), Error> {
        if self.row.maker != user {
            return Err(if self.setup.private { Code::NoGame } else { Code::Forbidden }.into());
        }
        if self.row.state != GameState::Waiting {
            return Err(Code::NotOpen.into());
        }
        let mut row = self.row.clone();
        row.state = GameState::Cancelled;
        row.updated = now;
        let seated =
            self.app.persist.seat(&row).await.map_err(|_| Error::from(Code::StoreFailed))?;
        if !seated {
            return Err(Code::NotOpen.into());
        }
        self.row = row;
        self.app.lobby.game_changed(&self.row);
        self.tell_seated(now).await;
        Ok(())
    }

    /// Connections that were there before know now which colour they play.
    fn reseat(&mut self) {
        let row = &self.row;
        self.subscribers.reseat(|viewer| crate::game::Viewer {
            colors: board::ByColor::from_fn(|c| {
                viewer.user.is_some() && row.players[c] == viewer.user
            }),
            ..viewer
        });
    }

    /// Everybody who has the game open is shown it anew.
    async fn tell_seated(&mut self, now: Millis) {
        for (viewer, outbox) in self.subscribers.each() {
            let snapshot = self.snapshot(viewer, now).await;
            outbox.tell(&api::ServerMessage::Snapshot(Box::new(snapshot)));
        }
    }
}
