use std::collections::HashSet;

use board::{BoardSize, ByColor, Color, Coordinates, Move, Point, PointSet, Setup};
use diagram::{
    Diagram, Language, Mark, NumberedMove, Options, Part, TerminalOptions, TerminalStyle, Theme,
    svg, terminal,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Any point, on the board or not.
fn point() -> impl Strategy<Value = Point> {
    (1..=25u8, 1..=25u8).prop_filter_map("outside 25×25", |(column, row)| Point::new(column, row))
}

fn points() -> impl Strategy<Value = PointSet> {
    vec(point(), 0..30).prop_map(PointSet::from_iter)
}

fn color() -> impl Strategy<Value = Color> {
    any::<bool>().prop_map(|black| if black { Color::Black } else { Color::White })
}

fn mark() -> impl Strategy<Value = Mark> {
    let text = prop_oneof![".*", "[<&\"'>\\]]{0,6}", "[\u{0}-\u{1f}]{0,3}"];
    prop_oneof![
        Just(Mark::Triangle),
        Just(Mark::Square),
        Just(Mark::Circle),
        Just(Mark::Cross),
        text.prop_map(Mark::Label),
    ]
}

fn played() -> impl Strategy<Value = NumberedMove> {
    (any::<u32>(), color(), prop::option::of(point())).prop_map(|(number, color, point)| {
        NumberedMove { number, color, play: point.map_or(Move::Pass, Move::Play) }
    })
}

prop_compose! {
    fn diagrams()(
        columns in 1..=25u32, rows in 1..=25u32,
        stones in vec((point(), color()), 0..80), moves in vec(played(), 0..40),
        marks in vec((point(), mark()), 0..8), arrows in vec((point(), point()), 0..3),
        dead in points(), black in points(), white in points(), shared in points(),
        last in prop::option::of(point()), ko in prop::option::of(point()),
    ) -> Diagram {
        let mut position = Setup::new(BoardSize::new(columns, rows).unwrap());
        for (point, color) in stones {
            position.set(point, Some(color));
        }
        let territory = ByColor::new(black, white);
        Diagram { position, moves, marks, arrows, dead, territory, shared, last, ko }
    }
}

fn coordinates() -> impl Strategy<Value = Option<Coordinates>> {
    prop::option::of(prop::sample::select(Coordinates::ALL.to_vec()))
}

/// A part of any board, perhaps of a larger one than shown.
fn part() -> impl Strategy<Value = Option<Part>> {
    let whole = BoardSize::square(25).unwrap();
    prop::option::of((point(), point()).prop_map(move |(a, b)| Part::new(whole, a, b).unwrap()))
}

fn language() -> impl Strategy<Value = Language> {
    any::<bool>().prop_map(|zh| if zh { Language::Chinese } else { Language::English })
}

prop_compose! {
    fn options()(
        theme in prop::sample::select(Theme::ALL.to_vec()), coordinates in coordinates(),
        part in part(), cell in prop_oneof![0..140u32, any::<u32>()], language in language(),
        title in prop::option::of(".*"), id in ".*",
    ) -> Options {
        Options { theme, coordinates, part, cell, language, title, id }
    }
}

/// Columns a text takes in a terminal that draws ambiguous characters wide, escape sequences left out.
fn columns(line: &str, wide: bool) -> usize {
    let mut count = 0;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                letters.by_ref().find(|&c| c == 'm');
            }
            _ if letter.is_ascii() => count += 1,
            '一'..='龥' => count += 2,
            _ => count += if wide { 2 } else { 1 },
        }
    }
    count
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_picture_is_well_formed(diagram in diagrams(), options in options()) {
        let text = svg(&diagram, &options);
        let document = roxmltree::Document::parse(&text).unwrap();
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let unique: HashSet<&str> = ids.iter().copied().collect();
        prop_assert_eq!(ids.len(), unique.len());
        for node in document.descendants() {
            if let Some(target) = node.attribute("href") {
                prop_assert!(unique.contains(&target[1..]), "{} is not defined", target);
            }
            if let Some(fill) = node.attribute("fill").and_then(|fill| fill.strip_prefix("url(#")) {
                prop_assert!(unique.contains(&fill[..fill.len() - 1]), "{} is not defined", fill);
            }
        }
        prop_assert!(!text.contains("NaN") && !text.contains("inf"));
    }

    #[test]
    fn the_same_input_gives_the_same_picture(diagram in diagrams(), options in options()) {
        prop_assert_eq!(svg(&diagram, &options), svg(&diagram, &options));
    }

    #[test]
    fn terminal_lines_are_equally_wide(
        diagram in diagrams(), coordinates in coordinates(), part in part(), wide: bool,
        style in prop::sample::select(vec![TerminalStyle::Ascii, TerminalStyle::Unicode, TerminalStyle::Color]),
    ) {
        let options = TerminalOptions {
            style, coordinates, part, wide, legend: false, language: Language::English,
        };
        let text = terminal(&diagram, &options);
        let widths: HashSet<usize> = text.lines().map(|line| columns(line, wide)).collect();
        prop_assert_eq!(widths.len(), 1, "{}", text);
        let chinese = coordinates == Some(Coordinates::Chinese);
        prop_assert!(style != TerminalStyle::Ascii || chinese || text.is_ascii());
    }

    #[test]
    fn a_part_around_points_shows_them(set in points(), margin in 0..30u8, columns in 1..=25u32, rows in 1..=25u32) {
        let size = BoardSize::new(columns, rows).unwrap();
        let part = Part::around(&set, size, margin);
        prop_assert!((set & size.all()).iter().all(|point| part.contains(point)));
        prop_assert!(size.contains(part.first()) && size.contains(part.last()));
    }
}

#[test]
fn every_size_can_be_drawn() {
    for columns in 1..=25 {
        for rows in 1..=25 {
            let diagram = Diagram::new(Setup::new(BoardSize::new(columns, rows).unwrap()));
            for coordinates in [None, Some(Coordinates::Chinese)] {
                let options = Options { coordinates, ..Options::default() };
                let text = svg(&diagram, &options);
                assert!(roxmltree::Document::parse(&text).is_ok(), "{columns}x{rows}");
            }
        }
    }
}
