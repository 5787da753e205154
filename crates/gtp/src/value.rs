use board::{BoardSize, Color, Coordinates, Move, Point};

/// Where a move goes, as GTP writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vertex {
    /// A point.
    Point(Point),
    /// `pass`.
    Pass,
    /// `resign`, which engines may answer.
    Resign,
}

/// Reads a colour: `b`, `black`, `w`, `white` in any case.
pub fn parse_color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// The colour in a word.
pub fn color_word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Reads a vertex in any case; a point must be on the board.
pub fn parse_vertex(word: &str, size: BoardSize) -> Option<Vertex> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(Vertex::Pass);
    }
    if word.eq_ignore_ascii_case("resign") {
        return Some(Vertex::Resign);
    }
    Coordinates::Gtp.parse(word, size).ok().map(Vertex::Point)
}

/// A move as a vertex.
pub fn format_move(mv: Move, size: BoardSize) -> String {
    match mv {
        Move::Play(point) => Coordinates::Gtp.format(point, size),
        Move::Pass => "pass".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_and_colours_are_read_in_any_case() {
        let size = BoardSize::square(19).expect("a legal size");
        let point = |column, row| Vertex::Point(size.point(column, row).expect("on the board"));
        assert_eq!(parse_vertex("q16", size), Some(point(16, 4)));
        assert_eq!(parse_vertex("J1", size), Some(point(9, 19)));
        assert_eq!(parse_vertex("PASS", size), Some(Vertex::Pass));
        assert_eq!(parse_vertex("Resign", size), Some(Vertex::Resign));
        for bad in ["I5", "T20", "A0", "", "Q", "16Q", "Q-4"] {
            assert_eq!(parse_vertex(bad, size), None, "{bad}");
        }
        assert_eq!(parse_color("WHITE"), Some(Color::White));
        assert_eq!(parse_color("blue"), None);
    }
}
