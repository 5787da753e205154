use std::path::PathBuf;

use board::{BoardSize, Color, Coordinates, Move, Point, Setup};
use diagram::{
    Diagram, Language, Mark, NumberedMove, Options, Part, TerminalOptions, TerminalStyle, Theme,
    svg, terminal,
};

/// Compares a text with the file of that name.
fn check(name: &str, found: &str) {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "../../testdata/diagram", name].iter().collect();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{} differs; look at it, then run with UPDATE=1", path.display());
}

fn at(text: &str, size: BoardSize) -> Point {
    Coordinates::Gtp.parse(text, size).unwrap()
}

/// A finished 9×9 board with a dead stone, territory and shared points.
fn counted() -> Diagram {
    let rows = [
        ".XX.O....",
        "X.XOO...X",
        ".XXO.OO..",
        "XXOO.O.X.",
        "OOO.OOXX.",
        "..O.OX...",
        ".OOOOXX..",
        "OOXXXX...",
        ".OX......",
    ];
    let territory = [
        "x..=.....",
        ".x.......",
        ".......=.",
        "......x.x",
        "...o....x",
        "oo.o..xxx",
        "o......xx",
        "......xxx",
        "o..xxxxxx",
    ];
    let mut diagram = Diagram::new(Setup::from_rows(&rows).unwrap());
    let letters = territory.iter().flat_map(|row| row.chars());
    for (point, letter) in diagram.size().points().zip(letters) {
        match letter {
            'x' => diagram.territory.black.insert(point),
            'o' => diagram.territory.white.insert(point),
            '=' => diagram.shared.insert(point),
            _ => false,
        };
    }
    diagram.dead.insert(at("J8", diagram.size()));
    diagram.last = Some(at("H6", diagram.size()));
    diagram
}

/// A ko fight in a corner, with a move on a point used before, a pass, a distant move and every kind of mark.
fn fight() -> Diagram {
    let size = BoardSize::square(19).unwrap();
    let mut diagram = Diagram::new(Setup::new(size));
    let stones = [(Color::Black, "C3 D3 E2 B2"), (Color::White, "D4 C4 B3 A2")];
    for (color, points) in stones {
        for point in points.split(' ') {
            diagram.position.set(at(point, size), Some(color));
        }
    }
    for (number, color, point) in [
        (11, Color::Black, "B1"),
        (12, Color::White, "C2"),
        (13, Color::Black, "Q16"),
        (15, Color::White, "D2"),
        (16, Color::Black, "B1"),
        (117, Color::Black, "F5"),
    ] {
        diagram.play(number, color, at(point, size));
    }
    diagram.moves.push(NumberedMove { number: 14, color: Color::White, play: Move::Pass });
    let mark = |point, mark| (at(point, size), mark);
    diagram.marks = vec![
        mark("C3", Mark::Triangle),
        mark("D4", Mark::Square),
        mark("G2", Mark::Circle),
        mark("G3", Mark::Cross),
        mark("G4", Mark::Label("<&\"'>".to_owned())),
        mark("B3", Mark::Label("甲".to_owned())),
        mark("A4", Mark::Label("龘".to_owned())),
        mark("E5", Mark::Label("a".to_owned())),
    ];
    diagram.arrows.push((at("A6", size), at("F6", size)));
    diagram.ko = Some(at("A1", size));
    diagram
}

#[test]
fn counted_board_in_every_theme() {
    for theme in Theme::ALL {
        let options =
            Options { theme, coordinates: Some(Coordinates::Chinese), ..Options::default() };
        check(&format!("counted-{theme:?}.svg").to_lowercase(), &svg(&counted(), &options));
    }
}

#[test]
fn part_of_a_board_in_both_languages() {
    let diagram = fight();
    let size = diagram.size();
    let part = Part::new(size, at("A1", size), at("H7", size)).unwrap();
    for (name, language, coordinates) in [
        ("part-zh.svg", Language::Chinese, Coordinates::Chinese),
        ("part-en.svg", Language::English, Coordinates::Gtp),
    ] {
        let options = Options {
            language,
            coordinates: Some(coordinates),
            part: Some(part),
            cell: 44,
            ..Options::default()
        };
        check(name, &svg(&diagram, &options));
    }
}

#[test]
fn boards_for_the_terminal() {
    let mut text = String::new();
    for style in [TerminalStyle::Ascii, TerminalStyle::Unicode, TerminalStyle::Color] {
        for (coordinates, wide) in
            [(None, false), (Some(Coordinates::Gtp), false), (Some(Coordinates::Chinese), true)]
        {
            let language = if wide { Language::Chinese } else { Language::English };
            let options = TerminalOptions {
                style,
                coordinates,
                wide,
                language,
                ..TerminalOptions::default()
            };
            text += &format!("{style:?}, wide {wide}\n");
            text += &terminal(&counted(), &options);
            text += &terminal(&fight(), &options);
        }
    }
    check("terminal.txt", &text);
}

#[test]
fn the_description_tells_what_the_picture_shows() {
    let options = Options { language: Language::English, ..Options::default() };
    let picture = svg(&fight(), &options);
    let document = roxmltree::Document::parse(&picture).unwrap();
    let text = |name| document.descendants().find(|node| node.has_tag_name(name)).unwrap().text();
    assert_eq!(text("title"), Some("19×19 board"));
    let about = text("desc").unwrap();
    for part in [
        "Black stones 4: C3, D3, B2, E2",
        "13 Black Q16",
        "14 White pass",
        "C3 triangle",
        "G4 “<&\"'>”",
        "Ko, not to be taken now: A1",
    ] {
        assert!(about.contains(part), "{part:?} is not in {about:?}");
    }
}

#[test]
fn ids_keep_several_pictures_apart() {
    let options = Options { id: "a b\"<7".to_owned(), ..Options::default() };
    let picture = svg(&counted(), &options);
    assert!(picture.contains("id=\"ab7-title\""));
    assert!(!picture.contains("id=\"go"));
}
