//! Handicap stones, star points and seated stones.

use board::{BoardSize, ByColor, Point, PointSet};
use thiserror::Error;

use crate::text::Lang;

/// Where the third stone of a fixed handicap goes: conventions differ, so records keep the stones themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ThirdStone {
    /// Upper left (D16), as GTP and GNU Go.
    #[default]
    UpperLeft,
    /// Lower right (Q4), as the Japanese custom, seen from Black's seat.
    LowerRight,
    /// The centre, as in classical China.
    Centre,
}

/// A number of stones that has no fixed placement on this board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no fixed placement of {stones} handicap stones on {size}; this board has {possible}")]
pub struct HandicapError {
    /// Stones asked for.
    pub stones: u32,
    /// The board.
    pub size: BoardSize,
    /// The numbers that have one.
    pub possible: Numbers,
}

impl HandicapError {
    /// The reason in words.
    pub fn describe(&self, lang: Lang) -> String {
        let HandicapError { stones, size, possible } = self;
        match lang {
            Lang::En => self.to_string(),
            Lang::Zh if possible.0 == 0 => format!("{size} 棋盘没有固定的让子位置"),
            Lang::Zh => format!("{size} 棋盘没有让 {stones} 子的固定位置；可让 {possible}"),
        }
    }
}

/// A list of numbers of stones, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers(u32);

impl std::fmt::Display for Numbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let numbers: Vec<String> =
            (2..32).filter(|n| self.0 & 1 << n != 0).map(|n: u32| n.to_string()).collect();
        f.write_str(if numbers.is_empty() { "none" } else { "" })?;
        f.write_str(&numbers.join(", "))
    }
}

/// The lines that carry stars in one direction.
#[derive(Clone, Copy)]
struct Lines {
    low: u8,
    middle: Option<u8>,
    high: u8,
}

/// Third line below 13 lines, fourth from 13 on; a middle line on odd sizes above 7; nothing below 7.
fn star_lines(lines: u8) -> Option<Lines> {
    let edge = match lines {
        0..7 => return None,
        7..13 => 3,
        _ => 4,
    };
    let middle = (lines % 2 == 1 && lines > 7).then_some(lines / 2 + 1);
    Some(Lines { low: edge, middle, high: lines + 1 - edge })
}

/// The star points (星): corners from 7 lines up, and centre and sides on odd sizes above 7; none on smaller boards.
pub fn star_points(size: BoardSize) -> PointSet {
    let (Some(columns), Some(rows)) = (star_lines(size.columns()), star_lines(size.rows())) else {
        return PointSet::EMPTY;
    };
    let lines = |l: Lines| [Some(l.low), l.middle, Some(l.high)].into_iter().flatten();
    lines(columns).flat_map(|c| lines(rows).filter_map(move |r| Point::new(c, r))).collect()
}

/// The four seated stones (座子) of the old Chinese game: Black on the upper right and lower left stars, White on the others.
/// `None` on boards under 7 lines.
pub fn seated(size: BoardSize) -> Option<ByColor<PointSet>> {
    let (columns, rows) = (star_lines(size.columns())?, star_lines(size.rows())?);
    let set =
        |points: [(u8, u8); 2]| points.into_iter().filter_map(|(c, r)| Point::new(c, r)).collect();
    Some(ByColor::new(
        set([(columns.high, rows.low), (columns.low, rows.high)]),
        set([(columns.low, rows.low), (columns.high, rows.high)]),
    ))
}

/// The fixed placement of 2 to 9 stones, and the symmetric ones of 13, 16 and 25 where the lines allow them.
///
/// # Errors
/// When the number has no placement on this board; the error lists those that have.
pub fn fixed(size: BoardSize, stones: u32, third: ThirdStone) -> Result<PointSet, HandicapError> {
    placement(size, stones, third).ok_or_else(|| {
        let possible = (2..32).filter(|&n| placement(size, n, third).is_some());
        HandicapError { stones, size, possible: Numbers(possible.fold(0, |set, n| set | 1 << n)) }
    })
}

fn placement(size: BoardSize, stones: u32, third: ThirdStone) -> Option<PointSet> {
    let (columns, rows) = (star_lines(size.columns())?, star_lines(size.rows())?);
    match stones {
        13 => Some(grid(columns, rows, 2)? | quarters(columns, rows)?),
        16 => grid(columns, rows, 3),
        25 => grid(columns, rows, 4),
        2..=9 => small(columns, rows, stones, third),
        _ => None,
    }
}

fn small(columns: Lines, rows: Lines, stones: u32, third: ThirdStone) -> Option<PointSet> {
    let centre = columns.middle.zip(rows.middle);
    let mut points = vec![(columns.low, rows.high), (columns.high, rows.low)];
    match (stones, third) {
        (3, ThirdStone::UpperLeft) => points.push((columns.low, rows.low)),
        (3, ThirdStone::LowerRight) => points.push((columns.high, rows.high)),
        (3, ThirdStone::Centre) => points.push(centre?),
        _ => {}
    }
    if stones >= 4 {
        points.extend([(columns.low, rows.low), (columns.high, rows.high)]);
    }
    if stones >= 6 {
        points.extend([(columns.low, rows.middle?), (columns.high, rows.middle?)]);
    }
    if stones >= 8 {
        points.extend([(columns.middle?, rows.low), (columns.middle?, rows.high)]);
    }
    if matches!(stones, 5 | 7 | 9) {
        points.push(centre?);
    }
    points.into_iter().map(|(c, r)| Point::new(c, r)).collect()
}

/// Equally spaced lines from one star line to the other; `None` when they don't fit or would touch.
fn spaced(lines: Lines, gaps: u8) -> Option<Vec<u8>> {
    let length = lines.high - lines.low;
    let step = length / gaps;
    (length.is_multiple_of(gaps) && step >= 2)
        .then(|| (0..=gaps).map(|i| lines.low + i * step).collect())
}

fn grid(columns: Lines, rows: Lines, gaps: u8) -> Option<PointSet> {
    let (columns, rows) = (spaced(columns, gaps)?, spaced(rows, gaps)?);
    columns.iter().flat_map(|&c| rows.iter().map(move |&r| Point::new(c, r))).collect()
}

/// The centres of the four quarters between the stars.
fn quarters(columns: Lines, rows: Lines) -> Option<PointSet> {
    let (columns, rows) = (spaced(columns, 4)?, spaced(rows, 4)?);
    let inner = |lines: &[u8]| Some([*lines.get(1)?, *lines.get(3)?]);
    let (columns, rows) = (inner(&columns)?, inner(&rows)?);
    columns.into_iter().flat_map(|c| rows.map(|r| Point::new(c, r))).collect()
}

#[cfg(test)]
mod tests {
    use board::{Coordinates, Symmetry};

    use super::*;

    fn names(size: u32, stones: u32, third: ThirdStone) -> Vec<String> {
        let size = BoardSize::square(size).unwrap();
        let mut names: Vec<_> = fixed(size, stones, third)
            .unwrap()
            .iter()
            .map(|p| Coordinates::Gtp.format(p, size))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn three_stones_go_where_the_convention_says() {
        assert_eq!(names(19, 3, ThirdStone::UpperLeft), ["D16", "D4", "Q16"]);
        assert_eq!(names(19, 3, ThirdStone::LowerRight), ["D4", "Q16", "Q4"]);
        assert_eq!(names(19, 3, ThirdStone::Centre), ["D4", "K10", "Q16"]);
    }

    #[test]
    fn large_handicaps_have_every_symmetry() {
        let size = BoardSize::square(19).unwrap();
        for stones in [4, 5, 9, 13, 16, 25] {
            let set = fixed(size, stones, ThirdStone::default()).unwrap();
            assert_eq!(set.len(), stones as usize);
            for symmetry in Symmetry::all() {
                let image: PointSet = set.iter().map(|p| symmetry.apply(p, size)).collect();
                assert_eq!(image, set, "{stones}");
            }
        }
        assert!(names(19, 13, ThirdStone::default()).contains(&"G7".to_owned()));
    }

    #[test]
    fn impossible_handicaps_list_the_possible_ones() {
        let error = |lines, stones| {
            fixed(BoardSize::square(lines).unwrap(), stones, ThirdStone::default())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error(8, 5),
            "no fixed placement of 5 handicap stones on 8x8; this board has 2, 3, 4"
        );
        assert!(error(5, 2).ends_with("none"));
        assert!(error(19, 10).ends_with("2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 25"));
    }

    #[test]
    fn stars_and_seats() {
        let size = |n| BoardSize::square(n).unwrap();
        assert_eq!(star_points(size(19)).len(), 9);
        assert_eq!(star_points(size(8)).len(), 4);
        assert_eq!(star_points(size(7)).len(), 4);
        assert_eq!(star_points(size(6)).len(), 0);
        let seats = seated(size(19)).unwrap();
        let q16 = Coordinates::Gtp.parse("Q16", size(19)).unwrap();
        assert!(seats.black.contains(q16) && seats.white.len() == 2);
        assert_eq!(seated(size(5)), None);
    }
}
