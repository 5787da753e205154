//! The record of a game as SGF, with the time left after each move.

use api::Code;
use board::{BoardSize, Color, Move, Point, PointSet};
use clock::{Clock, Millis, Pressed, SgfStyle};
use rules::Event;
use sgf::{GameTree, NodeId, PropertyId};

use crate::error::Error;
use crate::game::actor::Game;
use crate::game::setup::side;
use crate::persist::Entry;

impl Game {
    /// The record.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn to_sgf(&self) -> Result<Vec<u8>, Error> {
        let entries = self
            .app
            .persist
            .entries(&self.row)
            .await
            .map_err(|_| Error::from(Code::StoreFailed))?;
        let mut tree = GameTree::new();
        self.write_root(&mut tree);
        self.write_moves(&mut tree, &entries)?;
        Ok(sgf::write::write(&tree))
    }

    fn write_root(&self, tree: &mut GameTree) {
        let root = tree.root();
        let size = self.setup.size();
        let start = &self.setup.start;
        tree.set(root, PropertyId::GM, "1");
        tree.set(root, PropertyId::FF, "4");
        tree.set(root, PropertyId::CA, "UTF-8");
        tree.set(root, PropertyId::AP, "Shoutan");
        let lines = match size.columns() == size.rows() {
            true => size.columns().to_string(),
            false => format!("{}:{}", size.columns(), size.rows()),
        };
        tree.set_raw(root, "SZ", &[lines]);
        tree.set_text(root, PropertyId::PB, &self.row.names[Color::Black]);
        tree.set_text(root, PropertyId::PW, &self.row.names[Color::White]);
        tree.set_text(root, PropertyId::RU, &start.ruleset.sgf);
        tree.set(root, PropertyId::KM, &start.komi.to_string());
        if let Some(date) = date(self.row.created) {
            tree.set(root, PropertyId::DT, &date);
        }
        if start.handicap > 1 {
            tree.set(root, PropertyId::HA, &start.handicap.to_string());
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            set_points(tree, root, name, &start.board.stones(color), size);
        }
        if start.to_move != start.ruleset.first_mover_for(start.handicap) {
            tree.set_raw(root, "PL", &[start.to_move.letter().to_string()]);
        }
        for (name, value) in self.setup.controls.black.to_sgf(SgfStyle::Kgs) {
            tree.set_raw(root, name, &[sgf::value::escape_simple(&value)]);
        }
        if self.setup.controls.black != self.setup.controls.white {
            let both = clock::print_controls(&self.setup.controls);
            tree.set_text(root, PropertyId::GC, &both);
        }
        if let Some(outcome) = self.state.outcome() {
            tree.set(root, PropertyId::RE, &outcome.to_sgf());
        }
    }

    fn write_moves(&self, tree: &mut GameTree, entries: &[Entry]) -> Result<(), Error> {
        let size = self.setup.size();
        // Moves taken back stay in the record as variations: the line goes on from an earlier node.
        let mut path = vec![tree.root()];
        let mut before =
            self.setup.clock(self.setup.start.to_move).map_err(|_| Error::from(Code::Internal))?;
        for entry in entries {
            let here = path.last().copied().unwrap_or(tree.root());
            match &entry.event {
                Event::Move { by, mv } => {
                    let node = tree.add_child(here);
                    let value = match mv {
                        Move::Pass => String::new(),
                        Move::Play(point) => letters(*point, size),
                    };
                    let (name, left, count) = match by {
                        Color::Black => ("B", "BL", "OB"),
                        Color::White => ("W", "WL", "OW"),
                    };
                    tree.set_raw(node, name, &[value]);
                    if let Ok(Pressed::Moved(moved)) = before.press(entry.at, entry.refund) {
                        let control = before.control(side(*by));
                        if let Some(shown) = moved.shown.to_sgf(control) {
                            tree.set_raw(node, left, &[shown.left]);
                            if let Some(number) = shown.count {
                                tree.set_raw(node, count, &[number]);
                            }
                        }
                    }
                    path.push(node);
                }
                Event::PlaceHandicap { stones } => {
                    let root = tree.root();
                    set_points(tree, root, "AB", stones, size);
                }
                Event::Edit(edit) => {
                    let node = tree.add_child(here);
                    set_points(tree, node, "AB", &edit.black, size);
                    set_points(tree, node, "AW", &edit.white, size);
                    set_points(tree, node, "AE", &edit.empty, size);
                    // An edit is no move: an undo counts moves alone, so it shares the place of the one before.
                    if let Some(last) = path.last_mut() {
                        *last = node;
                    }
                }
                Event::Undo { moves, .. } => {
                    let back = usize::try_from(*moves).unwrap_or(usize::MAX);
                    path.truncate(path.len().saturating_sub(back).max(1));
                }
                _ => {}
            }
            before = Clock::from_state(entry.clock).map_err(|_| Error::from(Code::Internal))?;
        }
        if let (Some(marking), Some(last)) = (self.state.marking(), path.last().copied())
            && let Ok(count) = self.state.count_with(marking)
        {
            for (name, color) in [("TB", Color::Black), ("TW", Color::White)] {
                let own: PointSet = size
                    .points()
                    .filter(|p| count.owners.owner(*p) == Some(color))
                    .filter(|p| self.state.board().get(*p) != Some(color))
                    .collect();
                set_points(tree, last, name, &own, size);
            }
        }
        Ok(())
    }
}

/// A point in SGF's letters.
fn letters(point: Point, size: BoardSize) -> String {
    board::Coordinates::Sgf.format(point, size)
}

fn set_points(tree: &mut GameTree, node: NodeId, name: &str, set: &PointSet, size: BoardSize) {
    if set.is_empty() {
        return;
    }
    let values: Vec<String> = set.iter().map(|p| letters(p, size)).collect();
    tree.set_raw(node, name, &values);
}

/// The day in UTC, as `DT` writes it.
fn date(at: Millis) -> Option<String> {
    let days = i64::try_from(at.get() / 86_400_000).ok()?;
    // Days to a civil date: the well-known method of counting in eras of 400 years from 1 March of year 0.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        let at = |days: u64| date(Millis::days(days)).unwrap();
        assert_eq!(at(0), "1970-01-01");
        assert_eq!(at(59), "1970-03-01");
        assert_eq!(at(11_016), "2000-02-29");
        assert_eq!(at(20_786), "2026-11-29");
    }
}
