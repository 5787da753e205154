//! The board as text for a terminal.

use anstyle::{Ansi256Color, Color as Ink, Style};
use board::{Color, Coordinates, Move, Point};

use crate::geometry::star_points;
use crate::model::{Diagram, Language, Mark};
use crate::part::Part;
use crate::words::pick;

/// Which characters and colours the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TerminalStyle {
    /// `X` and `O` on `.` and `+`; nothing but ASCII, unless Chinese coordinates or words are asked for.
    Ascii,
    /// ● and ○ on a grid of lines, no colour.
    Unicode,
    /// ● in black and white on wood, with 256 colours.
    #[default]
    Color,
}

/// How a board is written for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalOptions {
    /// Characters and colours.
    pub style: TerminalStyle,
    /// Coordinates at the edges, if any.
    pub coordinates: Option<Coordinates>,
    /// The part of the board to show; `None` is the whole board.
    pub part: Option<Part>,
    /// Whether the terminal draws characters of "ambiguous" East Asian width (● ○ ┼) two columns wide, as terminals set
    /// up for Chinese, Japanese or Korean often do. Has no effect in [`TerminalStyle::Ascii`].
    pub wide: bool,
    /// Whether a line beneath explains dead stones and territory, when there are any.
    pub legend: bool,
    /// The language of that line.
    pub language: Language,
}

impl Default for TerminalOptions {
    fn default() -> TerminalOptions {
        TerminalOptions {
            style: TerminalStyle::Color,
            coordinates: Some(Coordinates::Gtp),
            part: None,
            wide: false,
            legend: true,
            language: Language::Chinese,
        }
    }
}

const WOOD: Ink = Ink::Ansi256(Ansi256Color(179));
const LINES: Ink = Ink::Ansi256(Ansi256Color(94));
const BLACK: Ink = Ink::Ansi256(Ansi256Color(16));
const WHITE: Ink = Ink::Ansi256(Ansi256Color(231));
const CINNABAR: Ink = Ink::Ansi256(Ansi256Color(160));

/// Writes a diagram as lines of text, each ended by a line feed.
///
/// The last move stands in brackets. Numbered moves appear as stones; marks and one-letter labels show on empty points,
/// and in [`TerminalStyle::Color`] on stones as well. Each line is as wide as the others.
pub fn terminal(diagram: &Diagram, options: &TerminalOptions) -> String {
    let size = diagram.size();
    let part = options.part.map_or(Part::whole(size), |part| part.within(size));
    let board = Text { diagram, options, part, stars: star_points(size), last: last(diagram) };
    let mut out = board.columns();
    for row in part.first().row()..=part.last().row() {
        board.row(&mut out, row);
    }
    out += &board.columns();
    if options.legend {
        out += &board.legend();
    }
    out
}

/// The marked last move, or else the last of the numbered moves.
fn last(diagram: &Diagram) -> Option<Point> {
    let played = || match diagram.moves.last()?.play {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    };
    diagram.last.or_else(played).filter(|&point| diagram.stone(point).is_some())
}

/// A character and its style.
struct Glyph {
    letter: char,
    style: Style,
}

struct Text<'a> {
    diagram: &'a Diagram,
    options: &'a TerminalOptions,
    part: Part,
    stars: Vec<Point>,
    last: Option<Point>,
}

impl Text<'_> {
    fn colored(&self) -> bool {
        self.options.style == TerminalStyle::Color
    }

    fn ascii(&self) -> bool {
        self.options.style == TerminalStyle::Ascii
    }

    /// Columns of one point's character, without the gap after it.
    fn glyph_width(&self) -> usize {
        if self.options.wide && !self.ascii() { 2 } else { 1 }
    }

    fn row_label(&self, row: u8) -> String {
        self.options
            .coordinates
            .map_or(String::new(), |style| style.row_label(row, self.diagram.size()))
    }

    /// Columns of the widest row label.
    fn label_width(&self) -> usize {
        let rows = self.part.first().row()..=self.part.last().row();
        rows.map(|row| width(&self.row_label(row))).max().unwrap_or(0)
    }

    fn shown_columns(&self) -> impl Iterator<Item = u8> + use<> {
        self.part.first().column()..=self.part.last().column()
    }

    /// The column labels; numbers too wide for their point stand in two lines, tens above ones.
    fn columns(&self) -> String {
        let Some(style) = self.options.coordinates else {
            return String::new();
        };
        let labels: Vec<String> =
            self.shown_columns().map(|column| style.column_label(column)).collect();
        let widest = labels.iter().map(|label| label.len()).max().unwrap_or(0);
        let pitch = self.glyph_width() + 1;
        let lines = if widest < pitch { 1 } else { widest };
        let margin = " ".repeat(self.label_width() + 2);
        let mut out = String::new();
        for line in 0..lines {
            out += &margin;
            for label in &labels {
                let text = if lines == 1 {
                    label.as_str()
                } else {
                    let blank = widest - label.len();
                    line.checked_sub(blank).and_then(|at| label.get(at..=at)).unwrap_or(" ")
                };
                out += &pad_right(text, pitch);
            }
            out += &margin[1..];
            out.push('\n');
        }
        out
    }

    fn row(&self, out: &mut String, row: u8) {
        let label = self.row_label(row);
        let room = self.label_width();
        let blank = |text: &str| " ".repeat(room - width(text).min(room));
        if room > 0 {
            *out += &format!("{}{label} ", blank(&label));
        }
        let mut line = Line::new(self.colored());
        let points: Vec<Point> =
            self.shown_columns().filter_map(|column| Point::new(column, row)).collect();
        line.add(self.gap(None, points.first().copied()));
        for (index, &point) in points.iter().enumerate() {
            line.add(self.glyph(point));
            let next = points.get(index + 1).copied();
            line.add(self.gap(Some(point), next));
        }
        *out += &line.finish();
        if room > 0 {
            *out += &format!(" {label}{}", blank(&label));
        }
        out.push('\n');
    }

    /// What stands between two points: a piece of line, a blank, or a bracket beside the last move.
    fn gap(&self, left: Option<Point>, right: Option<Point>) -> (String, Style) {
        if left.is_some() && left == self.last {
            return (")".to_owned(), self.ink(CINNABAR).bold());
        }
        if right.is_some() && right == self.last {
            return ("(".to_owned(), self.ink(CINNABAR).bold());
        }
        let line = |point: Option<Point>| point.is_some_and(|point| self.is_line(point));
        let drawn = line(left) && line(right) && !self.ascii() && !self.options.wide;
        ((if drawn { "─" } else { " " }).to_owned(), self.ink(LINES))
    }

    fn ink(&self, color: Ink) -> Style {
        if self.colored() {
            Style::new().fg_color(Some(color)).bg_color(Some(WOOD))
        } else {
            Style::new()
        }
    }

    /// Whether only the grid shows on a point.
    fn is_line(&self, point: Point) -> bool {
        self.diagram.stone(point).is_none() && self.sign(point).is_none()
    }

    fn glyph(&self, point: Point) -> (String, Style) {
        let stone = self.diagram.stone(point).map(|color| self.stone(point, color));
        let glyph = stone.or_else(|| self.sign(point)).unwrap_or_else(|| self.crossing(point));
        let mut text = glyph.letter.to_string();
        if glyph.letter.is_ascii() && self.glyph_width() == 2 {
            text.push(' ');
        }
        (text, glyph.style)
    }

    fn stone(&self, point: Point, color: Color) -> Glyph {
        let dead = self.diagram.dead.contains(point);
        let letter = match (color, dead, self.options.style) {
            (Color::Black, true, _) => 'x',
            (Color::White, true, _) => 'o',
            (Color::Black, false, TerminalStyle::Ascii) => 'X',
            (Color::White, false, TerminalStyle::Ascii) => 'O',
            (Color::White, false, TerminalStyle::Unicode) => '○',
            _ => '●',
        };
        let mark = self.diagram.mark(point).and_then(|mark| self.mark_letter(mark));
        let letter = mark.filter(|_| self.colored() && !dead).unwrap_or(letter);
        let ink = match color {
            Color::Black => BLACK,
            Color::White => WHITE,
        };
        Glyph { letter, style: self.ink(ink) }
    }

    /// A mark, territory or ko on an empty point.
    fn sign(&self, point: Point) -> Option<Glyph> {
        let mark = self.diagram.mark(point).and_then(|mark| self.mark_letter(mark));
        let ascii = self.ascii();
        let choose = |unicode: char, plain: char| if ascii { plain } else { unicode };
        let (letter, ink) = if let Some(letter) = mark {
            (letter, BLACK)
        } else if self.diagram.territory.black.contains(point) {
            (choose('■', '#'), BLACK)
        } else if self.diagram.territory.white.contains(point) {
            (choose(if self.colored() { '■' } else { '□' }, '_'), WHITE)
        } else if self.diagram.shared.contains(point) {
            (choose('◇', '='), BLACK)
        } else if self.diagram.ko == Some(point) {
            (choose('□', '!'), BLACK)
        } else {
            return None;
        };
        Some(Glyph { letter, style: self.ink(ink) })
    }

    fn mark_letter(&self, mark: &Mark) -> Option<char> {
        let choose = |unicode: char, plain: char| if self.ascii() { plain } else { unicode };
        match mark {
            Mark::Triangle => Some(choose('△', '^')),
            Mark::Square => Some(choose('□', '%')),
            Mark::Circle => Some(choose('◯', '@')),
            Mark::Cross => Some(choose('×', '*')),
            Mark::Label(text) => text.trim().chars().next().filter(char::is_ascii_alphanumeric),
        }
    }

    fn crossing(&self, point: Point) -> Glyph {
        let star = self.stars.contains(&point);
        let size = self.diagram.size();
        let letter = if self.ascii() {
            if star { '+' } else { '.' }
        } else if star {
            '╋'
        } else {
            let (left, right) = (point.column() > 1, point.column() < size.columns());
            let (up, down) = (point.row() > 1, point.row() < size.rows());
            match (left, right, up, down) {
                (false, true, false, true) => '┌',
                (true, false, false, true) => '┐',
                (false, true, true, false) => '└',
                (true, false, true, false) => '┘',
                (true, true, false, true) => '┬',
                (true, true, true, false) => '┴',
                (false, true, true, true) => '├',
                (true, false, true, true) => '┤',
                (_, _, false, false) => '─',
                (false, false, _, _) => '│',
                (true, true, true, true) => '┼',
            }
        };
        Glyph { letter, style: self.ink(LINES) }
    }

    fn legend(&self) -> String {
        let (diagram, ascii) = (self.diagram, self.ascii());
        let language = self.options.language;
        let choose = |unicode: char, plain: char| if ascii { plain } else { unicode };
        let dead = |color: Color| {
            self.part_points().any(|p| diagram.dead.contains(p) && diagram.stone(p) == Some(color))
        };
        let open = |points: board::PointSet| {
            self.part_points().any(|p| points.contains(p) && diagram.stone(p).is_none())
        };
        let entries = [
            (dead(Color::Black), 'x', pick(language, "黑死子", "dead black"), BLACK),
            (dead(Color::White), 'o', pick(language, "白死子", "dead white"), WHITE),
            (
                open(diagram.territory.black),
                choose('■', '#'),
                pick(language, "黑地", "black territory"),
                BLACK,
            ),
            (
                open(diagram.territory.white),
                choose(if self.colored() { '■' } else { '□' }, '_'),
                pick(language, "白地", "white territory"),
                WHITE,
            ),
            (open(diagram.shared), choose('◇', '='), pick(language, "公气", "shared"), BLACK),
        ];
        let said: Vec<String> = entries
            .into_iter()
            .filter(|(present, ..)| *present)
            .map(|(_, letter, name, ink)| {
                let style = self.ink(ink);
                let (on, off) = (style.render(), style.render_reset());
                if self.colored() {
                    format!("{on} {letter} {off} {name}")
                } else {
                    format!("{letter} {name}")
                }
            })
            .collect();
        if said.is_empty() { String::new() } else { said.join("  ") + "\n" }
    }

    fn part_points(&self) -> impl Iterator<Item = Point> {
        let part = self.part;
        self.diagram.size().points().filter(move |&point| part.contains(point))
    }
}

/// One row of the board; styles are switched only where they change.
struct Line {
    text: String,
    style: Style,
    colored: bool,
}

impl Line {
    fn new(colored: bool) -> Line {
        Line { text: String::new(), style: Style::new(), colored }
    }

    fn add(&mut self, (text, style): (String, Style)) {
        if self.colored && style != self.style {
            if !self.text.is_empty() {
                self.text += &self.style.render_reset().to_string();
            }
            self.text += &style.render().to_string();
            self.style = style;
        }
        self.text += &text;
    }

    fn finish(mut self) -> String {
        if self.colored {
            self.text += &self.style.render_reset().to_string();
        }
        self.text
    }
}

/// Terminal columns of a coordinate label: Chinese numerals take two each.
fn width(text: &str) -> usize {
    text.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum()
}

fn pad_right(text: &str, columns: usize) -> String {
    let blank = columns.saturating_sub(width(text));
    text.to_owned() + &" ".repeat(blank)
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, Setup};

    use super::*;

    fn plain(style: TerminalStyle, coordinates: Option<Coordinates>) -> TerminalOptions {
        TerminalOptions { style, coordinates, ..TerminalOptions::default() }
    }

    #[test]
    fn ascii_brackets_the_last_move() {
        let setup = Setup::from_rows(&["X..", ".O.", "..."]).unwrap();
        let mut diagram = Diagram::new(setup);
        diagram.last = Point::new(2, 2);
        diagram.dead.insert(Point::new(1, 1).unwrap());
        diagram.territory.white.insert(Point::new(3, 3).unwrap());
        let text = terminal(&diagram, &plain(TerminalStyle::Ascii, Some(Coordinates::Gtp)));
        let expected = "   A B C   \n3  x . .  3\n2  .(O).  2\n1  . . _  1\n   A B C   \n\
                        x 黑死子  _ 白地\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn two_digit_columns_stand_in_two_lines() {
        let diagram = Diagram::new(Setup::new(BoardSize::new(11, 1).unwrap()));
        let text = terminal(&diagram, &plain(TerminalStyle::Ascii, Some(Coordinates::Numeric)));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "                     1 1   ");
        assert_eq!(lines[1], "   1 2 3 4 5 6 7 8 9 0 1   ");
        assert_eq!(lines[2], "1  . . . . . . . . . . .  1");
    }

    #[test]
    fn wide_terminals_get_three_columns_a_point() {
        let setup = Setup::from_rows(&["XO", ".."]).unwrap();
        let mut options = plain(TerminalStyle::Unicode, Some(Coordinates::Chinese));
        options.wide = true;
        let text = terminal(&Diagram::new(setup), &options);
        assert_eq!(text, "    1  2     \n一  ● ○  一\n二  └ ┘  二\n    1  2     \n");
    }

    #[test]
    fn without_colour_there_is_no_escape() {
        let diagram = Diagram::new(Setup::new(BoardSize::square(19).unwrap()));
        for style in [TerminalStyle::Ascii, TerminalStyle::Unicode] {
            assert!(!terminal(&diagram, &plain(style, None)).contains('\u{1b}'));
        }
        assert!(terminal(&diagram, &plain(TerminalStyle::Color, None)).contains('\u{1b}'));
    }
}
