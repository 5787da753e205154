use board::{BoardSize, Point, PointSet};
use rules::handicap::{ThirdStone, fixed, star_points};

/// A good free placement of handicap stones: the fixed one where there is one, else the star points and then always the
/// point farthest from the stones placed, off the first two lines where possible. Fewer than asked when the board has no
/// room: one point stays empty.
pub fn free_handicap(size: BoardSize, stones: u32) -> PointSet {
    if let Ok(points) = fixed(size, stones, ThirdStone::default()) {
        return points;
    }
    let wanted = usize::try_from(stones).unwrap_or(usize::MAX).min(size.area() - 1);
    let mut placed: PointSet = star_points(size).iter().take(wanted).collect();
    while placed.len() < wanted {
        let rest = size.all() - placed;
        let best = rest.iter().max_by_key(|&point| {
            let gap = placed.iter().map(|stone| distance(point, stone)).min().unwrap_or(50);
            (line(point, size).min(3), gap, line(point, size))
        });
        match best {
            Some(point) => placed.insert(point),
            None => break,
        };
    }
    placed
}

fn distance(a: Point, b: Point) -> u8 {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())
}

/// The line from the nearest edge, from 1.
fn line(point: Point, size: BoardSize) -> u8 {
    let from = |at: u8, lines: u8| at.min(lines + 1 - at);
    from(point.column(), size.columns()).min(from(point.row(), size.rows()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_placement() {
        for (columns, rows) in [(2, 2), (3, 5), (9, 9), (13, 7)] {
            let size = BoardSize::new(columns, rows).expect("a legal size");
            for stones in 2..size.area() {
                let placed = free_handicap(size, u32::try_from(stones).expect("small"));
                assert_eq!(placed.len(), stones, "{size} {stones}");
                assert!(placed.is_subset(&size.all()));
            }
        }
    }
}
