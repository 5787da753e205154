//! The outlines of digits, letters and Chinese numerals, drawn as paths so that no font is needed anywhere.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Units of the outlines in one em.
pub(crate) const EM: f64 = 1000.0;
/// Height of capitals and digits in ems.
pub(crate) const CAPITALS: f64 = 0.714;
/// The middle of a Chinese character above the baseline, in ems.
pub(crate) const HAN_MIDDLE: f64 = 0.38;

/// Two cuts of the letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// For coordinates and lines beneath.
    Plain,
    /// For numbers and labels on points.
    Strong,
}

impl Weight {
    pub(crate) fn letter(self) -> char {
        match self {
            Weight::Plain => 'p',
            Weight::Strong => 's',
        }
    }
}

/// One letter.
#[derive(Debug)]
pub(crate) struct Outline {
    /// Width in thousandths of an em.
    pub(crate) advance: f64,
    /// SVG path data in thousandths of an em, y downwards from the baseline.
    pub(crate) path: &'static str,
}

static TABLE: &str = include_str!("../assets/outlines.txt");

type Table = HashMap<(char, char), Outline>;

/// The outline of a letter, when the table has it.
pub(crate) fn outline(weight: Weight, letter: char) -> Option<&'static Outline> {
    static PARSED: OnceLock<Table> = OnceLock::new();
    PARSED.get_or_init(parse).get(&(weight.letter(), letter))
}

fn parse() -> Table {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(parse_line).collect()
}

fn parse_line(line: &'static str) -> Option<((char, char), Outline)> {
    let mut fields = line.splitn(4, ' ');
    let weight = fields.next()?.chars().next()?;
    let letter = char::from_u32(u32::from_str_radix(fields.next()?, 16).ok()?)?;
    let advance = fields.next()?.parse().ok()?;
    Some(((weight, letter), Outline { advance, path: fields.next()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(parse().len(), lines);
    }

    #[test]
    fn all_coordinates_and_numbers_have_outlines() {
        let size = board::BoardSize::square(25).unwrap();
        for style in board::Coordinates::ALL {
            for line in 1..=25 {
                let labels = style.column_label(line) + &style.row_label(line, size);
                for letter in labels.chars() {
                    assert!(outline(Weight::Plain, letter).is_some(), "{letter:?}");
                }
            }
        }
        for digit in '0'..='9' {
            assert!(outline(Weight::Strong, digit).is_some_and(|found| !found.path.is_empty()));
        }
    }

    #[test]
    fn paths_hold_nothing_but_path_data() {
        for ((_, letter), outline) in parse() {
            let plain = |c: char| c.is_ascii_digit() || "mlhvqcz -".contains(c);
            assert!(outline.path.chars().all(plain), "{letter:?}");
        }
    }
}
