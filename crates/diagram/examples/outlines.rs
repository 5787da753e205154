//! Writes `assets/outlines.txt`: the outlines of the letters that diagrams need, taken from Noto Sans and Noto Sans SC.
//!
//! ```text
//! cargo run -p diagram --example outlines -- NotoSans-Medium.ttf NotoSansSC-Regular.ttf \
//!     NotoSans-SemiBold.ttf NotoSansSC-SemiBold.ttf > crates/diagram/assets/outlines.txt
//! ```

use std::fmt::Write as _;

use ttf_parser::{Face, OutlineBuilder};

/// Coordinates and the lines beneath a diagram.
const PLAIN: &str = "一二三四五六七八九十路．在停手，、";

/// Numbers and labels, beyond ASCII and Latin-1.
const STRONG: &str = "αβγδεζηθικλμνξοπρστυφχψω…\
    ①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳一二三四五六七八九十甲乙丙丁戊己庚辛壬癸\
    黑白好坏正误上下左右中手劫活死地星イロハニホヘトチリヌ";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [plain_latin, plain_han, strong_latin, strong_han] = &paths[..] else {
        return Err(
            "four font files are needed: plain Latin, plain Han, strong Latin, strong Han".into()
        );
    };
    let ascii: String = (' '..='~').collect();
    let latin_1: String = ('¡'..='ÿ').filter(|&letter| letter != '\u{ad}').collect();
    let mut out = String::from(
        "# Outlines of Noto Sans and Noto Sans SC, SIL Open Font License 1.1 (OFL.txt beside this file).\n\
         # weight, code point, advance, path; 1000 units an em, y downwards from the baseline.\n",
    );
    table(&mut out, 'p', &(ascii.clone() + PLAIN), plain_latin, plain_han)?;
    table(&mut out, 's', &(ascii + &latin_1 + STRONG), strong_latin, strong_han)?;
    std::io::Write::write_all(&mut std::io::stdout(), out.as_bytes())?;
    Ok(())
}

fn table(
    out: &mut String,
    weight: char,
    letters: &str,
    latin: &str,
    han: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let data = [std::fs::read(latin)?, std::fs::read(han)?];
    let faces = [Face::parse(&data[0], 0)?, Face::parse(&data[1], 0)?];
    for letter in letters.chars() {
        let found = faces.iter().find_map(|face| face.glyph_index(letter).map(|id| (face, id)));
        let (face, id) = found.ok_or_else(|| format!("no glyph for {letter:?}"))?;
        let scale = 1000.0 / f32::from(face.units_per_em());
        let mut pen = Pen { scale, ..Pen::default() };
        face.outline_glyph(id, &mut pen);
        let advance = f32::from(face.glyph_hor_advance(id).unwrap_or(0)) * scale;
        writeln!(out, "{weight} {:04x} {} {}", u32::from(letter), advance.round(), pen.path)?;
    }
    Ok(())
}

/// Collects an outline as a path of relative whole-number steps.
#[derive(Default)]
struct Pen {
    path: String,
    scale: f32,
    at: (i32, i32),
    start: (i32, i32),
}

impl Pen {
    fn to(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        let origin = self.at;
        for (index, &(x, y)) in points.iter().enumerate() {
            let (x, y) = ((x * self.scale).round() as i32, (-y * self.scale).round() as i32);
            for (first, step) in [(index == 0, x - origin.0), (false, y - origin.1)] {
                if !first && step >= 0 {
                    self.path.push(' ');
                }
                self.path += &step.to_string();
            }
            self.at = (x, y);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.to('m', &[(x, y)]);
        self.start = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let end = ((x * self.scale).round() as i32, (-y * self.scale).round() as i32);
        match (end.0 - self.at.0, end.1 - self.at.1) {
            (across, 0) => self.path += &format!("h{across}"),
            (0, down) => self.path += &format!("v{down}"),
            _ => return self.to('l', &[(x, y)]),
        }
        self.at = end;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.to('q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.to('c', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('z');
        self.at = self.start;
    }
}
