//! At which plies of a game positions are taken.

use board::Move;

use crate::dice::Dice;
use crate::record::{GameRecord, RecordError};

/// Chooses up to `count` plies: spread over the game with a random offset; every other game also gives its end: the
/// positions in which its last moves were passes or were answered by one. Positions of a game that is over are never taken.
///
/// # Errors
/// When the record can't be played.
pub fn pick(record: &GameRecord, count: usize, dice: &mut Dice) -> Result<Vec<u16>, RecordError> {
    // The game before each move, as long as it goes on.
    let mut game = record.start()?;
    let mut open = Vec::new();
    for ply in 0..=record.moves.len() {
        if game.is_finished() {
            break;
        }
        open.push(ply as u16);
        let Some(turn) = record.moves.get(ply) else { break };
        game.play_as(turn.by, turn.mv).map_err(|_| RecordError::Move(ply + 1))?;
    }
    let mut chosen = Vec::new();
    if count == 0 || open.is_empty() {
        return Ok(chosen);
    }
    let step = (open.len() as f64 / count as f64).max(1.0);
    let mut at = dice.unit() * step;
    while let Some(&ply) = open.get(at as usize) {
        chosen.push(ply);
        at += step;
    }
    if dice.chance(0.5) {
        let ends = open.iter().copied().filter(|&ply| {
            let is_pass =
                |index: usize| record.moves.get(index).is_some_and(|turn| turn.mv == Move::Pass);
            let ply = usize::from(ply);
            is_pass(ply) || ply > 0 && is_pass(ply - 1)
        });
        let mut ends: Vec<u16> = ends.collect();
        dice.shuffle(&mut ends);
        chosen.extend(ends.into_iter().take(2));
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen.truncate(count.max(1));
    Ok(chosen)
}
