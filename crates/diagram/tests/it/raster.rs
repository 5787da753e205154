use board::{BoardSize, Color, Point, Setup};
use diagram::{Diagram, Options, PngError, Theme, png, svg};

fn lone_stone() -> Diagram {
    let mut diagram = Diagram::new(Setup::new(BoardSize::square(3).unwrap()));
    diagram.position.set(Point::new(2, 2).unwrap(), Some(Color::Black));
    diagram
}

/// Width and height from the header of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_png_has_the_size_of_the_svg_times_the_scale() {
    let options = Options { cell: 30, ..Options::default() };
    let text = svg(&lone_stone(), &options);
    assert!(text.contains("width=\"105\" height=\"105\""), "{}", &text[..200]);
    for (scale, expected) in [(1.0, 105), (2.0, 210), (0.5, 53)] {
        assert_eq!(size(&png(&lone_stone(), &options, scale).unwrap()), (expected, expected));
    }
}

#[test]
fn the_stone_is_black_and_the_paper_white() {
    let options = Options { cell: 30, theme: Theme::Print, ..Options::default() };
    let data = png(&lone_stone(), &options, 1.0).unwrap();
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&data).unwrap();
    let shade = |x, y| pixels.pixel(x, y).unwrap().red();
    assert_eq!(shade(52, 52), 0);
    assert_eq!(shade(3, 3), 255);
    assert_eq!(shade(22, 52), 0, "the first line");
}

#[test]
fn impossible_scales_are_refused() {
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e9] {
        let error = png(&lone_stone(), &Options::default(), scale).unwrap_err();
        assert!(matches!(error, PngError::Scale { .. }), "{error}");
    }
}
