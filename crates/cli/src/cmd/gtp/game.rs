//! The game of a session: a start and steps, kept so that they can be taken back and the terms changed.

use std::sync::Arc;

use board::{Board, BoardSize, Color, Move};
use rules::{Edit, Event, GameState, Phase, Refused, Start};

/// What a controller did.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// A move.
    Move(Color, Move),
    /// Stones or the turn set by hand.
    Setup(Arc<Edit>),
}

/// A game that a controller steers: it may play either colour at any time, after the end too.
#[derive(Debug, Clone)]
pub(crate) struct Game {
    /// The game after each step, the start first.
    states: Vec<GameState>,
    steps: Vec<Step>,
}

impl Game {
    pub(crate) fn new(start: Start) -> Game {
        Game { states: vec![GameState::new(start)], steps: Vec::new() }
    }

    /// Goes on from a game read from a record; it can't be taken back beyond this.
    pub(crate) fn from_state(state: GameState) -> Game {
        Game { states: vec![state], steps: Vec::new() }
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
        self.steps.is_empty() && *self.state().board() == Board::new(self.size())
    }

    /// What was done since the start.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The moves since the start.
    pub(crate) fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Move(color, mv) => Some((*color, *mv)),
            Step::Setup(_) => None,
        })
    }

    /// Where it began. For a record edited on the way that is the position after its last edit, without prisoners.
    pub(crate) fn start(&self) -> Start {
        let first = self.states.first().unwrap_or_else(|| self.state());
        if first.event_count() == 0 { first.start().clone() } else { fresh(first) }
    }

    /// The game with this side to move in the phase of play.
    pub(crate) fn with_turn(&self, color: Color) -> GameState {
        with_turn(self.state(), color)
    }

    /// Makes a move.
    pub(crate) fn play(&mut self, color: Color, mv: Move) -> Result<(), Refused> {
        let mut state = self.with_turn(color);
        state.apply(Event::Move { by: color, mv })?;
        self.states.push(state);
        self.steps.push(Step::Move(color, mv));
        Ok(())
    }

    /// Sets stones or the turn by hand.
    pub(crate) fn set_up(&mut self, edit: Arc<Edit>) -> Result<(), Refused> {
        let mut state = self.with_turn(self.state().position().to_move);
        state.apply(Event::Edit(Arc::clone(&edit)))?;
        self.states.push(state);
        self.steps.push(Step::Setup(edit));
        Ok(())
    }

    /// Takes moves back, or none when there are not so many since the start or the last setup.
    pub(crate) fn undo(&mut self, moves: usize) -> bool {
        let since = self.steps.iter().rev().take_while(|step| matches!(step, Step::Move(..)));
        if since.count() < moves {
            return false;
        }
        self.forget(moves);
        true
    }

    /// Takes the last setup back, when it is what was done last.
    pub(crate) fn undo_setup(&mut self) -> bool {
        let is_last = matches!(self.steps.last(), Some(Step::Setup(_)));
        self.forget(usize::from(is_last));
        is_last
    }

    fn forget(&mut self, steps: usize) {
        let left = self.steps.len().saturating_sub(steps);
        self.steps.truncate(left);
        self.states.truncate(left + 1);
    }

    /// The same steps from another start.
    pub(crate) fn restarted(&self, start: Start) -> Result<Game, Refused> {
        let mut game = Game::new(start);
        for step in &self.steps {
            match step {
                Step::Move(color, mv) => game.play(*color, *mv)?,
                Step::Setup(edit) => game.set_up(Arc::clone(edit))?,
            }
        }
        Ok(game)
    }
}

/// A game with this side to move in the phase of play, whatever phase it is in.
pub(crate) fn with_turn(game: &GameState, color: Color) -> GameState {
    let mut state = game.clone();
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

/// A start from the stones as they stand.
pub(crate) fn fresh(state: &GameState) -> Start {
    Start {
        ruleset: Arc::clone(&state.start().ruleset),
        board: state.board().clone(),
        to_move: state.position().to_move,
        komi: state.komi(),
        handicap: state.handicap(),
    }
}
