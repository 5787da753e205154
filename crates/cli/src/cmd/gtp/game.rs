//! The game of a session: a start and moves, kept so that moves can be taken back and the terms changed.

use board::{Board, BoardSize, Color, Move};
use rules::{Edit, Event, GameState, Phase, Refused, Start};
use std::sync::Arc;

/// A game that a controller steers: it may play either colour at any time, after the end too.
#[derive(Debug, Clone)]
pub(crate) struct Game {
    /// The game after each move, the start first.
    states: Vec<GameState>,
    moves: Vec<(Color, Move)>,
}

impl Game {
    pub(crate) fn new(start: Start) -> Game {
        Game { states: vec![GameState::new(start)], moves: Vec::new() }
    }

    /// Goes on from a game read from a record; it can't be taken back beyond this.
    pub(crate) fn from_state(state: GameState) -> Game {
        Game { states: vec![state], moves: Vec::new() }
    }

    /// The game as it stands.
    pub(crate) fn state(&self) -> &GameState {
        // There is always the start.
        &self.states[self.states.len() - 1]
    }

    pub(crate) fn size(&self) -> BoardSize {
        self.state().size()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty() && *self.state().board() == Board::new(self.size())
    }

    /// The moves since the start.
    pub(crate) fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// Where it began. For a record edited on the way that is the position after its last edit, without prisoners.
    pub(crate) fn start(&self) -> Start {
        let first = self.states.first().unwrap_or_else(|| self.state());
        if first.event_count() == 0 { first.start().clone() } else { fresh(first) }
    }

    /// The game with this side to move in the phase of play.
    pub(crate) fn with_turn(&self, color: Color) -> GameState {
        let mut state = self.state().clone();
        if state.phase() == Phase::Done {
            state = GameState::new(Start { to_move: color, ..fresh(&state) });
        }
        if state.phase() == Phase::Counting {
            // Refused only when the game is over, which it isn't.
            let _ = state.apply(Event::Resume { asked_by: color.opponent() });
        }
        if state.position().to_move != color {
            let edit = Edit { to_move: Some(color), ..Edit::default() };
            let _ = state.apply(Event::Edit(Arc::new(edit)));
        }
        state
    }

    /// Makes a move.
    pub(crate) fn play(&mut self, color: Color, mv: Move) -> Result<(), Refused> {
        let mut state = self.with_turn(color);
        state.apply(Event::Move { by: color, mv })?;
        self.states.push(state);
        self.moves.push((color, mv));
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    pub(crate) fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.states.pop();
        true
    }

    /// The same moves from another start.
    pub(crate) fn restarted(&self, start: Start) -> Result<Game, Refused> {
        let mut game = Game::new(start);
        for &(color, mv) in &self.moves {
            game.play(color, mv)?;
        }
        Ok(game)
    }
}

/// A start from the stones as they stand.
fn fresh(state: &GameState) -> Start {
    Start {
        ruleset: Arc::clone(&state.start().ruleset),
        board: state.board().clone(),
        to_move: state.position().to_move,
        komi: state.komi(),
        handicap: state.handicap(),
    }
}
