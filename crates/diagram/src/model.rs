use board::{Board, BoardSize, ByColor, Color, Coordinates, Move, Point, PointSet, Setup};

use crate::part::Part;
use crate::theme::Theme;

/// What a picture shows, as plain data. Points outside the board or the shown part are not drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// The stones before the first numbered move.
    pub position: Setup,
    /// Moves drawn with their numbers, in the order played. As in a printed figure nothing is taken off: a move on a
    /// point that already shows a stone, a pass, and a move outside the shown part are listed beneath.
    pub moves: Vec<NumberedMove>,
    /// Marks on points; of several on one point the last is drawn. A mark replaces a number, which is then listed beneath.
    pub marks: Vec<(Point, Mark)>,
    /// Arrows from one point to another.
    pub arrows: Vec<(Point, Point)>,
    /// Stones marked dead.
    pub dead: PointSet,
    /// Points marked as territory of each side.
    pub territory: ByColor<PointSet>,
    /// Points that both sides share.
    pub shared: PointSet,
    /// The last move, marked with a dot; on a numbered stone the number does that.
    pub last: Option<Point>,
    /// The point forbidden by ko.
    pub ko: Option<Point>,
}

impl Diagram {
    /// A picture of the stones alone.
    pub fn new(position: Setup) -> Diagram {
        Diagram {
            position,
            moves: Vec::new(),
            marks: Vec::new(),
            arrows: Vec::new(),
            dead: PointSet::EMPTY,
            territory: ByColor::default(),
            shared: PointSet::EMPTY,
            last: None,
            ko: None,
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// Adds a numbered stone.
    pub fn play(&mut self, number: u32, color: Color, point: Point) {
        self.moves.push(NumberedMove { number, color, play: Move::Play(point) });
    }

    /// The stone drawn on a point: of the position, or else of the first move there.
    pub fn stone(&self, point: Point) -> Option<Color> {
        let played = || self.moves.iter().find(|played| played.play == Move::Play(point));
        self.position.get(point).or_else(|| played().map(|played| played.color))
    }

    /// The mark drawn on a point.
    pub(crate) fn mark(&self, point: Point) -> Option<&Mark> {
        self.marks.iter().rev().find(|(at, _)| *at == point).map(|(_, mark)| mark)
    }
}

impl From<&Board> for Diagram {
    fn from(board: &Board) -> Diagram {
        Diagram::new(Setup::from(board))
    }
}

/// A move and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedMove {
    /// The number written on the stone, from 1 as a rule.
    pub number: u32,
    /// Who moved.
    pub color: Color,
    /// The move.
    pub play: Move,
}

/// A mark on a point, as in SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// △ (`TR`).
    Triangle,
    /// □ (`SQ`).
    Square,
    /// ○ (`CR`).
    Circle,
    /// × (`MA`).
    Cross,
    /// Text (`LB`), any characters; more than four are cut short in the picture, not in its description.
    Label(String),
}

/// The language of the lines beneath and of the description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// 简体中文.
    #[default]
    Chinese,
    /// English.
    English,
}

/// How a picture is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Ground and colours.
    pub theme: Theme,
    /// Coordinates at the edges, if any.
    pub coordinates: Option<Coordinates>,
    /// The part of the board to show; `None` is the whole board. A part beyond the board is cut to it.
    pub part: Option<Part>,
    /// Pixels between two lines, kept within [`crate::geometry::CELL_MIN`] and [`crate::geometry::CELL_MAX`].
    pub cell: u32,
    /// The language of the lines beneath and of the description.
    pub language: Language,
    /// The picture's name for those who cannot see it; by default "19×19 board" and the like.
    pub title: Option<String>,
    /// Begins every id in the SVG, so that several pictures can stand in one page. Letters, digits, `-` and `_` count.
    pub id: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            theme: Theme::Wood,
            coordinates: None,
            part: None,
            cell: 32,
            language: Language::Chinese,
            title: None,
            id: "go".to_owned(),
        }
    }
}
