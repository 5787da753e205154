//! Which numbers are written on the board, and what has to be listed beneath it.

use board::{Move, Point};

use crate::model::{Diagram, NumberedMove};
use crate::part::Part;

/// Where the moves of an [`Item`] went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On the point of a numbered stone of the picture.
    On(NumberedMove),
    /// On a point that shows no number.
    At(Point),
    /// Nowhere.
    Pass,
}

/// One entry beneath the board: moves that share a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) moves: Vec<NumberedMove>,
    pub(crate) place: Place,
}

/// The numbers on the board and the entries beneath it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figure {
    pub(crate) numbers: Vec<(Point, NumberedMove)>,
    pub(crate) beneath: Vec<Item>,
}

impl Figure {
    /// Sorts the moves of a diagram. When not `all` numbers can be read, only the last one is written.
    pub(crate) fn new(diagram: &Diagram, part: Part, all: bool) -> Figure {
        let mut figure = Figure::default();
        for &played in &diagram.moves {
            match figure.place(diagram, part, played) {
                Ok(point) => figure.numbers.push((point, played)),
                Err(place) => figure.list(played, place),
            }
        }
        if !all {
            figure.keep_last(diagram);
        }
        figure
    }

    /// The point where the move's number can be written, or where the move went otherwise.
    fn place(&self, diagram: &Diagram, part: Part, played: NumberedMove) -> Result<Point, Place> {
        let Move::Play(point) = played.play else {
            return Err(Place::Pass);
        };
        if let Some((_, first)) = self.numbers.iter().find(|(at, _)| *at == point) {
            return Err(Place::On(*first));
        }
        let listed = self.beneath.iter().any(|item| item.place == Place::At(point));
        let free = !diagram.dead.contains(point)
            && diagram.position.get(point).is_none()
            && diagram.mark(point).is_none();
        let shown = part.contains(point) && diagram.size().contains(point);
        if free && shown && !listed { Ok(point) } else { Err(Place::At(point)) }
    }

    fn list(&mut self, played: NumberedMove, place: Place) {
        match self.beneath.iter_mut().find(|item| item.place == place) {
            Some(item) => item.moves.push(played),
            None => self.beneath.push(Item { moves: vec![played], place }),
        }
    }

    fn keep_last(&mut self, diagram: &Diagram) {
        let last = diagram.moves.last();
        self.numbers.retain(|(_, played)| Some(played) == last);
        for item in &mut self.beneath {
            if let Place::On(NumberedMove { play: Move::Play(point), .. }) = item.place {
                item.place = Place::At(point);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, Color, Setup};

    use super::*;
    use crate::model::Mark;

    fn at(column: u8, row: u8) -> Point {
        Point::new(column, row).unwrap()
    }

    #[test]
    fn repeated_points_passes_and_far_moves_are_listed() {
        let size = BoardSize::square(9).unwrap();
        let mut diagram = Diagram::new(Setup::new(size));
        diagram.position.set(at(1, 1), Some(Color::White));
        diagram.play(5, Color::Black, at(3, 3));
        diagram.play(6, Color::White, at(9, 9));
        diagram.play(7, Color::Black, at(1, 1));
        diagram.moves.push(NumberedMove { number: 8, color: Color::White, play: Move::Pass });
        diagram.play(12, Color::White, at(3, 3));
        diagram.play(18, Color::White, at(3, 3));
        let part = Part::new(size, at(1, 1), at(5, 5)).unwrap();
        let figure = Figure::new(&diagram, part, true);
        let numbers: Vec<u32> = figure.numbers.iter().map(|(_, played)| played.number).collect();
        assert_eq!(numbers, [5]);
        let beneath: Vec<(Vec<u32>, Place)> = figure
            .beneath
            .iter()
            .map(|item| (item.moves.iter().map(|m| m.number).collect(), item.place))
            .collect();
        assert_eq!(
            beneath,
            [
                (vec![6], Place::At(at(9, 9))),
                (vec![7], Place::At(at(1, 1))),
                (vec![8], Place::Pass),
                (vec![12, 18], Place::On(diagram.moves[0])),
            ]
        );
        let small = Figure::new(&diagram, part, false);
        assert_eq!(small.numbers, []);
        assert_eq!(small.beneath[3].place, Place::At(at(3, 3)));
    }

    #[test]
    fn a_number_hidden_by_a_mark_is_listed() {
        let size = BoardSize::square(9).unwrap();
        let mut diagram = Diagram::new(Setup::new(size));
        diagram.play(1, Color::Black, at(3, 3));
        diagram.marks.push((at(3, 3), Mark::Triangle));
        let figure = Figure::new(&diagram, Part::whole(size), true);
        assert_eq!(figure.numbers, []);
        assert_eq!(figure.beneath[0].place, Place::At(at(3, 3)));
    }
}
