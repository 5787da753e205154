use board::{Board, Color};

use super::exact::{KoRule, Question, attacker_succeeds};

/// What becomes of a closed group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupStatus {
    /// It dies even if its owner wins every ko.
    Dead,
    /// It depends on ko threats.
    Ko,
    /// It lives even if the attacker wins every ko; a seki is life here.
    Alive,
    /// The search reached its bound.
    Unknown,
}

/// The status of all of `defender`'s stones that are not unconditionally alive, as one group, with `to_move` first.
///
/// The group dies when none of its stones stays. Each ko is searched twice, with either side able to retake it at
/// once: "depends on ko threats" is where the two differ. `nodes` bounds each search (RULEBOOK 5.3 lists the shapes).
pub fn group_status(board: &Board, defender: Color, to_move: Color, nodes: u32) -> GroupStatus {
    let safe = super::pass_alive(board, defender).stones;
    let target = board.stones(defender) - safe;
    if target.is_empty() {
        return if safe.is_empty() { GroupStatus::Dead } else { GroupStatus::Alive };
    }
    let dies = |master: Color| {
        let question =
            Question { defender, target, new_stones_count: false, ko: KoRule::Master(master) };
        attacker_succeeds(board, &question, to_move, nodes)
    };
    match dies(defender.opponent()) {
        Some(false) => GroupStatus::Alive,
        None => GroupStatus::Unknown,
        Some(true) => match dies(defender) {
            Some(true) => GroupStatus::Dead,
            Some(false) => GroupStatus::Ko,
            None => GroupStatus::Unknown,
        },
    }
}
