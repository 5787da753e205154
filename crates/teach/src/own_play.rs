//! Games that a network plays against itself by its policy alone.

use board::Move;
use nn::{Game, Turn};

use crate::deal::Deal;
use crate::dice::Dice;
use crate::record::GameRecord;
use crate::teacher::{Memory, Teacher, TeacherError};

/// How a network plays.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnPlay {
    /// How the games begin.
    pub deal: Deal,
    /// The temperature of the policy: 1 as it is, less sharper.
    pub temperature: f64,
    /// At most so many moves of the opening are drawn at twice that temperature; how many is drawn for each game.
    pub wild_moves: usize,
    /// The share of later moves that are drawn from all legal ones alike.
    pub blunders: f64,
}

impl Default for OwnPlay {
    fn default() -> OwnPlay {
        OwnPlay { deal: Deal::default(), temperature: 0.9, wild_moves: 12, blunders: 0.01 }
    }
}

/// Plays `count` games at once, to their ends; games that go on too long are cut off.
///
/// # Errors
/// When the network can't be asked.
pub fn own_play(
    teacher: &Teacher,
    options: &OwnPlay,
    count: usize,
    dice: &mut Dice,
) -> Result<Vec<GameRecord>, TeacherError> {
    let mut records: Vec<GameRecord> = (0..count).filter_map(|_| options.deal.game(dice)).collect();
    let mut tables: Vec<Table> = records
        .iter()
        .enumerate()
        .filter_map(|(record, start)| {
            let wild = dice.below(options.wild_moves + 1);
            start.start().ok().map(|game| Table { record, game, wild })
        })
        .collect();
    let mut memory = Memory::default();
    while !tables.is_empty() {
        let games: Vec<Game> = tables.iter().map(|table| table.game.clone()).collect();
        let opinions = teacher.judge_with(&mut memory, &games, 1, dice)?;
        for (table, opinion) in tables.iter_mut().zip(&opinions) {
            let turn = Turn { by: table.game.to_move(), mv: table.choose(options, opinion, dice) };
            // The policy has no weight on illegal moves.
            if table.game.play(turn.mv).is_ok()
                && let Some(record) = records.get_mut(table.record)
            {
                record.moves.push(turn);
            }
        }
        tables.retain(|table| table.goes_on());
    }
    Ok(records)
}

/// A game in play.
struct Table {
    record: usize,
    game: Game,
    /// How many moves of the opening are wild.
    wild: usize,
}

impl Table {
    fn choose(&self, options: &OwnPlay, opinion: &crate::Opinion, dice: &mut Dice) -> Move {
        let points: Vec<_> = self.game.size().points().collect();
        let opening = self.game.move_number() < self.wild as u32;
        let weights: Vec<f64> = if !opening && dice.chance(options.blunders) {
            let legal = |&p: &f32| if p >= 0.0 { 1.0 } else { 0.0 };
            opinion.policy.iter().take(points.len()).map(legal).collect()
        } else {
            let temperature = options.temperature * if opening { 2.0 } else { 1.0 };
            let power = 1.0 / temperature.max(0.01);
            let sharpened = |&p: &f32| if p > 0.0 { f64::from(p).powf(power) } else { 0.0 };
            opinion.policy.iter().map(sharpened).collect()
        };
        let chosen = dice.weighted(&weights).and_then(|index| points.get(index).copied());
        chosen.map_or(Move::Pass, Move::Play)
    }

    fn goes_on(&self) -> bool {
        let longest = self.game.size().area() * 5 / 2 + 20;
        // Where the encore is prevented two passes are the end.
        let stopped = self.game.is_finished() || self.game.is_past_end();
        !stopped && (self.game.move_number() as usize) < longest
    }
}
