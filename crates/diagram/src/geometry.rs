//! Where everything on a drawn board lies. The web board uses the same numbers, so a printed diagram and the screen
//! agree. All lengths follow from `cell`, the distance between two lines in pixels.

use board::{BoardSize, Coordinates, Point, chinese_number};

use crate::part::Part;

/// The smallest distance between two lines, in pixels.
pub const CELL_MIN: u32 = 8;
/// The largest distance between two lines, in pixels.
pub const CELL_MAX: u32 = 128;
/// Width of a line in cells, then rounded to whole pixels, at least one.
pub const LINE: f64 = 0.026;
/// From this cell on, the outermost lines are one pixel heavier.
pub const HEAVY_EDGE_FROM: f64 = 30.0;
/// The gap between neighbouring stones in cells, then rounded to whole pixels, at least one.
pub const STONE_GAP: f64 = 0.04;
/// Radius of a star point in cells, at least [`STAR_MIN`] pixels.
pub const STAR: f64 = 0.115;
/// The smallest radius of a star point, in pixels.
pub const STAR_MIN: f64 = 1.5;
/// From the outermost line to the picture's edge without coordinates, in cells.
pub const MARGIN: f64 = 0.72;
/// The same on the sides without labels of a small board with coordinates, in cells.
pub const MARGIN_SMALL: f64 = 0.62;
/// How far lines run on where the board is cut, in cells.
pub const OVERRUN: f64 = 0.5;
/// Below this cell only two sides carry coordinates.
pub const SMALL_BELOW: f64 = 24.0;
/// Height of the coordinates in cells, kept within [`COORDINATE_MIN`] and [`COORDINATE_MAX`] pixels.
pub const COORDINATE: f64 = 0.34;
/// The smallest coordinates, in pixels ([`COORDINATE_TINY`] on small boards).
pub const COORDINATE_MIN: f64 = 11.0;
/// The smallest coordinates on small boards, in pixels.
pub const COORDINATE_TINY: f64 = 9.5;
/// The largest coordinates, in pixels.
pub const COORDINATE_MAX: f64 = 18.0;
/// Air beside the coordinates, in pixels.
pub const COORDINATE_AIR: f64 = 9.0;
/// Room for the coordinates of a small board, in pixels.
pub const COORDINATE_ROOM_SMALL: f64 = 17.0;
/// Height of stacked Chinese row labels in cells; the rest keeps 十一 apart from 十二 below it.
pub const STACK: f64 = 0.76;
/// The smallest characters of stacked labels, in pixels; where they had to be smaller, labels lie flat.
pub const STACK_MIN: f64 = 7.0;
/// Below this cell stones are flat discs.
pub const FLAT_BELOW: f64 = 15.0;
/// From this cell on, white stones show the grain of the shell.
pub const GRAIN_FROM: f64 = 40.0;
/// Below this cell only the last number is written.
pub const NUMBERS_FROM: f64 = 16.0;
/// A stone's shadow: radius in stone radii, and offset right and down in cells.
pub const SHADOW: (f64, f64, f64) = (1.09, 0.025, 0.075);
/// Height of one, two and three (or more) letters or digits on a point, in cells.
pub const LETTER: [f64; 3] = [0.60, 0.50, 0.40];
/// The widest text on a point, in cells; longer text is made smaller.
pub const LETTER_WIDTH: f64 = 0.80;
/// Radius of the disc in the board's colour under a label on an empty point, in stone radii.
pub const HALO: f64 = 0.82;
/// Size of triangle, square, circle and cross, in cells.
pub const SHAPE: f64 = 0.5;
/// Line width of triangle, square, circle and cross, in cells.
pub const SHAPE_LINE: f64 = 0.07;
/// Radius of the last-move dot in cells, at least [`LAST_MIN`] pixels.
pub const LAST: f64 = 0.17;
/// The smallest radius of the last-move dot, in pixels.
pub const LAST_MIN: f64 = 2.0;
/// Side of the open square on a point forbidden by ko, in cells.
pub const KO: f64 = 0.44;
/// Side of a territory square, in cells.
pub const TERRITORY: f64 = 0.30;
/// Half the diagonal of the diamond on a shared point, in cells.
pub const SHARED: f64 = 0.225;
/// Outline of territory squares and diamonds, in cells.
pub const TERRITORY_LINE: f64 = 0.045;
/// Size of a dead stone, in stone radii, and how opaque it is.
pub const DEAD: (f64, f64) = (0.86, 0.42);
/// Half the side of the cross on a dead stone in stone radii, and its line width in cells.
pub const DEAD_CROSS: (f64, f64) = (0.52, 0.075);
/// Line width of the board's colour under the cross on a dead stone, in cells.
pub const DEAD_HALO: f64 = 0.17;
/// Line width of arrows, and of the board's colour beneath, in cells.
pub const ARROW: (f64, f64) = (0.075, 0.16);
/// Radius of the small stones in the lines beneath, in cells, at least [`CAPTION_STONE_MIN`] pixels.
pub const CAPTION_STONE: f64 = 0.36;
/// The smallest radius of the small stones in the lines beneath, in pixels.
pub const CAPTION_STONE_MIN: f64 = 10.0;
/// Size in pixels of one line beneath, in radii of its stones.
pub const CAPTION_LINE: f64 = 2.7;

/// The star points of a board of the given size: corners, and from 9 lines on the middles of odd sides; the 9×9 board
/// shows four corners and the centre.
pub fn star_points(size: BoardSize) -> Vec<Point> {
    let (columns, rows) = (star_lines(size.columns()), star_lines(size.rows()));
    let nine = size.columns() == 9 && size.rows() == 9;
    columns
        .iter()
        .flat_map(|&column| rows.iter().map(move |&row| (column, row)))
        .filter(|&(column, row)| !(nine && (column == 5) != (row == 5)))
        .filter_map(|(column, row)| size.point(column, row))
        .collect()
}

fn star_lines(lines: u8) -> Vec<u8> {
    let from_edge = if lines < 13 { 3 } else { 4 };
    match lines {
        0..7 => Vec::new(),
        7 => vec![3, 5],
        _ if lines.is_multiple_of(2) => vec![from_edge, lines + 1 - from_edge],
        _ => vec![from_edge, lines / 2 + 1, lines + 1 - from_edge],
    }
}

/// Something for each of the four sides of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides<T> {
    /// Left.
    pub left: T,
    /// Top.
    pub top: T,
    /// Right.
    pub right: T,
    /// Bottom.
    pub bottom: T,
}

impl<T> Sides<T> {
    fn map<U>(self, mut f: impl FnMut(T) -> U) -> Sides<U> {
        Sides { left: f(self.left), top: f(self.top), right: f(self.right), bottom: f(self.bottom) }
    }
}

/// The measures of one drawn board, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// Distance between two lines.
    pub cell: f64,
    /// The shown columns and rows.
    pub part: Part,
    /// Whether a side is the board's own edge (and not a cut through it).
    pub real_edge: Sides<bool>,
    /// Whether a side carries coordinates.
    pub labelled: Sides<bool>,
    /// From the picture's edge to the first line of each side.
    pub margin: Sides<f64>,
    /// Width of the board's picture, lines beneath not included.
    pub width: f64,
    /// Height of the board's picture, lines beneath not included.
    pub height: f64,
    /// Width of a line.
    pub line: f64,
    /// Width of the outermost lines.
    pub edge_line: f64,
    /// Radius of a stone.
    pub radius: f64,
    /// Height of the coordinates.
    pub coordinate: f64,
    /// Whether the characters of Chinese row labels stand one above the other.
    pub stacked: bool,
    origin: (f64, f64),
}

impl Geometry {
    /// The measures for a board of `size` of which `part` is shown, with `cell` pixels between lines.
    pub fn new(size: BoardSize, part: Part, coordinates: Option<Coordinates>, cell: u32) -> Self {
        let cell = f64::from(cell.clamp(CELL_MIN, CELL_MAX));
        let small = cell < SMALL_BELOW;
        let real_edge = Sides {
            left: part.first().column() == 1,
            top: part.first().row() == 1,
            right: part.last().column() == size.columns(),
            bottom: part.last().row() == size.rows(),
        };
        let labelled = labelled_sides(real_edge, coordinates, small);
        let smallest = if small { COORDINATE_TINY } else { COORDINATE_MIN };
        let coordinate = (cell * COORDINATE).clamp(smallest, COORDINATE_MAX);
        let room = if small { COORDINATE_ROOM_SMALL } else { coordinate + COORDINATE_AIR };
        let bare = if small && coordinates.is_some() { MARGIN_SMALL } else { MARGIN };
        let longest = longest_row_label(part, coordinates);
        let stacked = longest > 1.0 && cell * STACK / longest >= STACK_MIN;
        let flat_room = if stacked { 0.0 } else { (longest - 1.0) * coordinate };
        let margin_of = |(real, labelled): (bool, bool)| match (real, labelled) {
            (_, true) => cell * OVERRUN + room,
            (true, false) => cell * bare,
            (false, false) => cell * OVERRUN,
        };
        let pairs = Sides {
            left: (real_edge.left, labelled.left),
            top: (real_edge.top, labelled.top),
            right: (real_edge.right, labelled.right),
            bottom: (real_edge.bottom, labelled.bottom),
        };
        let mut margin = pairs.map(margin_of).map(f64::round);
        for (side, labelled) in
            [(&mut margin.left, labelled.left), (&mut margin.right, labelled.right)]
        {
            if labelled {
                *side += flat_room.round();
            }
        }
        let line = (cell * LINE).round().max(1.0);
        let half_pixel = if line % 2.0 == 1.0 { 0.5 } else { 0.0 };
        let span = |lines: u8| f64::from(lines.saturating_sub(1)) * cell + 2.0 * half_pixel;
        Geometry {
            cell,
            part,
            real_edge,
            labelled,
            margin,
            width: margin.left + span(part.columns()) + margin.right,
            height: margin.top + span(part.rows()) + margin.bottom,
            line,
            edge_line: if cell >= HEAVY_EDGE_FROM { line + 1.0 } else { line },
            radius: (cell - (cell * STONE_GAP).round().max(1.0)) / 2.0,
            coordinate,
            stacked,
            origin: (margin.left + half_pixel, margin.top + half_pixel),
        }
    }

    /// The centre of a column.
    pub fn x(&self, column: u8) -> f64 {
        self.origin.0 + (f64::from(column) - f64::from(self.part.first().column())) * self.cell
    }

    /// The centre of a row.
    pub fn y(&self, row: u8) -> f64 {
        self.origin.1 + (f64::from(row) - f64::from(self.part.first().row())) * self.cell
    }

    /// The centre of a point.
    pub fn at(&self, point: Point) -> (f64, f64) {
        (self.x(point.column()), self.y(point.row()))
    }

    /// Where the lines begin and end: left, top, right, bottom.
    pub fn grid(&self) -> Sides<f64> {
        let run = |real: bool| if real { 0.0 } else { self.cell * OVERRUN };
        Sides {
            left: self.x(self.part.first().column()) - run(self.real_edge.left),
            top: self.y(self.part.first().row()) - run(self.real_edge.top),
            right: self.x(self.part.last().column()) + run(self.real_edge.right),
            bottom: self.y(self.part.last().row()) + run(self.real_edge.bottom),
        }
    }

    /// The centres of the coordinates on each side: x for left and right, y for top and bottom.
    pub fn labels(&self) -> Sides<f64> {
        let pad = |margin: f64, real: bool| {
            let reach = if real { self.radius } else { self.cell * OVERRUN };
            (margin - reach) / 2.0
        };
        Sides {
            left: pad(self.margin.left, self.real_edge.left),
            top: pad(self.margin.top, self.real_edge.top),
            right: self.width - pad(self.margin.right, self.real_edge.right),
            bottom: self.height - pad(self.margin.bottom, self.real_edge.bottom),
        }
    }
}

/// Characters of the longest Chinese row label; 1 in other styles, whose labels fit any margin.
fn longest_row_label(part: Part, coordinates: Option<Coordinates>) -> f64 {
    if coordinates != Some(Coordinates::Chinese) {
        return 1.0;
    }
    let rows = part.first().row()..=part.last().row();
    rows.map(|row| chinese_number(row).chars().count()).max().unwrap_or(1) as f64
}

/// All four sides; two on small boards; never a cut side, unless the opposite one is cut as well.
fn labelled_sides(real: Sides<bool>, coordinates: Option<Coordinates>, small: bool) -> Sides<bool> {
    let Some(style) = coordinates else {
        return real.map(|_| false);
    };
    // Numbers from below belong to the bottom, all others to the top.
    let from_below = style == Coordinates::Gtp;
    let wanted = Sides {
        left: true,
        top: !small || !from_below,
        right: !small,
        bottom: !small || from_below,
    };
    let left = wanted.left && (real.left || !real.right);
    let (top, bottom) = if !real.top && !real.bottom {
        (!from_below, from_below)
    } else if small && !(wanted.top && real.top || wanted.bottom && real.bottom) {
        (real.top, real.bottom)
    } else {
        (wanted.top && real.top, wanted.bottom && real.bottom)
    };
    Sides { left, top, right: real.right && (wanted.right || !left), bottom }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: BoardSize) -> Vec<String> {
        star_points(size).iter().map(|&p| Coordinates::Gtp.format(p, size)).collect()
    }

    #[test]
    fn star_points_of_common_sizes() {
        let square = |n| names(BoardSize::square(n).unwrap());
        assert_eq!(square(6), [""; 0]);
        assert_eq!(square(7), ["C5", "C3", "E5", "E3"]);
        assert_eq!(square(8), ["C6", "C3", "F6", "F3"]);
        assert_eq!(square(9), ["C7", "C3", "E5", "G7", "G3"]);
        assert_eq!(square(19).len(), 9);
        assert!(square(25).contains(&"N13".to_owned()));
        assert_eq!(names(BoardSize::new(21, 9).unwrap()).len(), 9);
        assert_eq!(names(BoardSize::new(19, 5).unwrap()).len(), 0);
    }

    #[test]
    fn stones_have_the_sizes_of_the_board_on_the_screen() {
        let size = BoardSize::square(19).unwrap();
        for (cell, diameter) in [(12, 11.0), (18, 17.0), (35, 34.0), (60, 58.0)] {
            let geometry = Geometry::new(size, Part::whole(size), None, cell);
            assert_eq!(geometry.radius * 2.0, diameter, "cell {cell}");
        }
    }

    #[test]
    fn lines_of_odd_width_lie_on_half_pixels() {
        let size = BoardSize::square(9).unwrap();
        for cell in CELL_MIN..=CELL_MAX {
            for coordinates in [None, Some(Coordinates::Gtp)] {
                let geometry = Geometry::new(size, Part::whole(size), coordinates, cell);
                let half = if geometry.line % 2.0 == 1.0 { 0.5 } else { 0.0 };
                assert_eq!(geometry.x(1).fract(), half, "cell {cell}");
                assert_eq!(geometry.width.fract(), 0.0, "cell {cell}");
            }
        }
    }

    #[test]
    fn a_cut_side_has_no_labels_unless_both_are_cut() {
        let size = BoardSize::square(19).unwrap();
        let part = |a, b| {
            let at = |t| Coordinates::Gtp.parse(t, size).unwrap();
            Part::new(size, at(a), at(b)).unwrap()
        };
        let sides = |part| Geometry::new(size, part, Some(Coordinates::Gtp), 32).labelled;
        let corner = sides(part("L19", "T10"));
        assert_eq!(corner, Sides { left: false, top: true, right: true, bottom: false });
        let centre = sides(part("E15", "N5"));
        assert_eq!(centre, Sides { left: true, top: false, right: false, bottom: true });
        let small = Geometry::new(size, part("L19", "T10"), Some(Coordinates::Gtp), 16).labelled;
        assert_eq!(small, Sides { left: false, top: true, right: true, bottom: false });
    }

    #[test]
    fn chinese_row_labels_lie_flat_where_a_stack_would_be_too_small() {
        let chinese = |lines, cell| {
            let size = BoardSize::square(lines).unwrap();
            Geometry::new(size, Part::whole(size), Some(Coordinates::Chinese), cell)
        };
        assert!(chinese(19, 32).stacked);
        assert!(chinese(25, 32).stacked);
        let flat = chinese(25, 20);
        assert!(!flat.stacked);
        assert!(flat.margin.left >= chinese(9, 20).margin.left + 2.0 * COORDINATE_TINY);
    }
}
