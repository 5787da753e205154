//! The games of a match, several at a time: who plays next, and what became of it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use board::{ByColor, Color};
use rules::{GameState, Lang, Outcome};

use super::game::{self, Played, Task};
use super::journal::{Entry, Use};
use super::opening;
use super::player::{Fault, Player};
use super::record::{self, Names};
use super::spec::Spec;
use super::timing::GameClock;
use super::{Failure, Plan};

/// Attempts to start a player that worked before.
const ATTEMPTS: u32 = 3;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(500);

/// What runs have in common while games are played at the same time.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// No game is begun any more.
    stopped: AtomicBool,
    next: AtomicUsize,
}

impl Shared {
    /// Lets the games that run come to their end and begins no other.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// Plays the games with these numbers (from 0), `jobs` at a time, and hands each result over as it comes.
pub(crate) fn all<E>(
    plan: &Plan,
    games: &[u32],
    jobs: usize,
    mut take: impl FnMut(&Shared, Result<Entry, Failure>) -> Result<(), E>,
) -> Result<(), E> {
    let shared = Shared::default();
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(games.len()) {
            let sender = sender.clone();
            let shared = &shared;
            scope.spawn(move || {
                let mut seats = Seats::new(plan);
                loop {
                    let at = shared.next.fetch_add(1, Ordering::Relaxed);
                    let Some(&index) = games.get(at) else { return };
                    if shared.stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    let result = seats.play(index);
                    if result.is_err() {
                        shared.stop();
                    }
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for result in results {
            if outcome.is_ok() {
                outcome = take(&shared, result);
            }
            if outcome.is_err() {
                shared.stop();
            }
        }
        outcome
    })
}

/// The two players of a worker, kept from game to game where that is possible.
struct Seats<'a> {
    plan: &'a Plan,
    players: [Option<Player>; 2],
}

impl<'a> Seats<'a> {
    fn new(plan: &'a Plan) -> Seats<'a> {
        Seats { plan, players: [None, None] }
    }

    /// Plays game number `index` and writes its record.
    ///
    /// # Errors
    /// When a player can't be set down at the board, or the record can't be written.
    fn play(&mut self, index: u32) -> Result<Entry, Failure> {
        let began = Instant::now();
        let plan = self.plan;
        let opening = plan.opening(index);
        let state = opening::check(opening, &plan.start).map_err(|number| {
            let place = format!("move {number}");
            Failure::new("openings", &place, "布局不合法", "the opening is illegal")
        })?;
        let first = state.to_move().unwrap_or(plan.start.to_move);
        let clock = GameClock::new(&plan.terms, first).map_err(|error| {
            let text = error.to_string();
            Failure::new("clock", "--clock", &text, &text)
        })?;
        let task = Task {
            clock,
            scoring: plan.scoring,
            adjudication: plan.adjudication,
            seed: plan.seed.wrapping_add(u64::from(index)),
            game: state,
        };
        for side in 0..2 {
            self.sit(side, index, &task.game)?;
        }
        let [Some(a), Some(b)] = &mut self.players else {
            return Err(Failure::new("engine", "", "缺少引擎", "an engine is missing"));
        };
        let players = if game::a_is_black(index) { ByColor::new(a, b) } else { ByColor::new(b, a) };
        let played = game::play(task, players);
        self.leave(index, &played);
        self.keep(index, &played, began.elapsed())
    }

    /// Sets a player down at a game, starting it if need be.
    fn sit(&mut self, side: usize, index: u32, game: &GameState) -> Result<(), Failure> {
        let plan = self.plan;
        let spec = &plan.players[side];
        // Both games of a pair have the same seeds, and the two colours different ones.
        let color = usize::from(game::a_is_black(index) == (side == 1));
        let seed = plan.seed.wrapping_add(u64::from(index / 2) * 2 + color as u64);
        let mut attempt = 1;
        loop {
            let fault = match self.try_to_sit(side, index, game, seed) {
                Ok(()) => {
                    plan.proven[side].store(true, Ordering::Relaxed);
                    return Ok(());
                }
                Err(fault) => fault,
            };
            self.players[side] = None;
            let may_recover =
                plan.proven[side].load(Ordering::Relaxed) && !matches!(fault, Fault::Answer(_));
            if !may_recover || attempt == ATTEMPTS {
                return Err(no_player(spec, &fault));
            }
            attempt += 1;
            thread::sleep(PAUSE);
        }
    }

    fn try_to_sit(
        &mut self,
        side: usize,
        index: u32,
        game: &GameState,
        seed: u64,
    ) -> Result<(), Fault> {
        let plan = self.plan;
        let seat = &mut self.players[side];
        let player = match seat {
            Some(player) => player,
            None => {
                let mut player = Player::start(&plan.players[side], &plan.terms, index + 1)?;
                if let Some(text) = player.introduction() {
                    let _ = plan.introductions[side].set(text);
                }
                seat.insert(player)
            }
        };
        player.begin(game, &plan.terms, seed)
    }

    /// Sends players away who are for one game, and both after a fault: what they know of the game is in doubt.
    fn leave(&mut self, index: u32, played: &Played) {
        let faulty = played
            .end
            .at_fault()
            .map(|color| usize::from((color == Color::Black) != game::a_is_black(index)));
        for side in 0..2 {
            if faulty == Some(side) || Player::is_for_one_game(&self.plan.players[side]) {
                self.players[side] = None;
            }
        }
    }

    fn keep(&self, index: u32, played: &Played, took: Duration) -> Result<Entry, Failure> {
        let plan = self.plan;
        let number = index + 1;
        let a_is_black = game::a_is_black(index);
        let [a, b] = [&plan.players[0], &plan.players[1]].map(Spec::name);
        let (black, white) = if a_is_black { (a, b) } else { (b, a) };
        let opening = plan.opening(index);
        let names = Names { black, white, number, opening: opening.len() };
        let file = record::file_name(number);
        let path = plan.folder.join(&file);
        let bytes = record::write(played, &names);
        crate::output::write(&path, &bytes, Lang::En).map_err(|trouble| {
            Failure::new("unwritable", &trouble.place, "写不进棋谱", &trouble.what)
        })?;
        let winner = match played.outcome {
            Outcome::Win { winner, .. } => Some(winner),
            _ => None,
        };
        let points = winner
            .map_or(0.5, |winner| f64::from(u8::from((winner == Color::Black) == a_is_black)));
        let used = |color: Color| {
            let spent = played.time[color];
            Use {
                seconds: spent.total.as_secs_f64(),
                longest: spent.longest.as_secs_f64(),
                moves: spent.moves,
            }
        };
        let (of_black, of_white) = (used(Color::Black), used(Color::White));
        let (use_a, use_b) = if a_is_black { (of_black, of_white) } else { (of_white, of_black) };
        let fault = played.end.at_fault();
        let fault =
            fault.map(|color| if (color == Color::Black) == a_is_black { "a" } else { "b" });
        Ok(Entry {
            game: number,
            black: black.to_owned(),
            white: white.to_owned(),
            a_is_black,
            opening: opening::text(opening, played.game.size()),
            result: played.outcome.to_sgf(),
            points,
            moves: played.game.move_number(),
            decided_by: played.end.code().to_owned(),
            detail: played.end.describe(Lang::En),
            detail_zh: played.end.describe(Lang::Zh),
            fault: fault.map(str::to_owned),
            a: use_a,
            b: use_b,
            took: took.as_secs_f64(),
            file,
        })
    }
}

fn no_player(spec: &Spec, fault: &Fault) -> Failure {
    let (zh, en) = match fault {
        Fault::Answer(text) => {
            (format!("开局时答错：{text}"), format!("answered before the game: {text}"))
        }
        Fault::Timeout => ("不回答".to_owned(), "does not answer".to_owned()),
        Fault::Gone(text) => {
            (format!("没有启动或已中止（{text}）"), format!("did not start, or ended ({text})"))
        }
    };
    Failure::new("engine", spec.name(), &zh, &en)
}
