//! The layout of the lines beneath the board.

use board::Point;

use crate::caption::{Figure, Item, Place};
use crate::geometry as g;
use crate::geometry::Geometry;
use crate::model::{Diagram, NumberedMove, Options};
use crate::outlines::Weight;
use crate::text::Letters;
use crate::words;

/// The lines beneath the board, broken to its width.
#[derive(Debug)]
pub(crate) struct Beneath {
    pub(crate) lines: Vec<Vec<(Item, f64)>>,
    names: Vec<(Point, String)>,
    at: &'static str,
    pass: &'static str,
    pub(crate) radius: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Beneath {
    /// From one small stone to the next, in radii.
    pub(crate) const STEP: f64 = 2.3;
    /// Between stones and words, in radii.
    pub(crate) const WORD_GAP: f64 = 0.5;
    /// Height of the words, in radii.
    pub(crate) const FONT: f64 = 1.3;
    /// Beside the lines, in radii.
    const MARGIN: f64 = 1.0;

    pub(crate) fn new(
        figure: &Figure,
        geometry: &Geometry,
        diagram: &Diagram,
        options: &Options,
    ) -> Beneath {
        let radius = (geometry.cell * g::CAPTION_STONE).max(g::CAPTION_STONE_MIN);
        let language = options.language;
        let items = &figure.beneath;
        let names = items.iter().filter_map(|item| match item.place {
            Place::At(point) => Some((point, words::point_name(diagram, options, point))),
            _ => None,
        });
        let mut caption = Beneath {
            names: names.collect(),
            lines: Vec::new(),
            at: words::pick(language, "在", "at"),
            pass: words::pick(language, "停一手", "pass"),
            radius,
            width: 0.0,
            height: 0.0,
        };
        let room = geometry.width - 2.0 * radius * Beneath::MARGIN;
        for item in items.iter().flat_map(|item| caption.split(item, room)).collect::<Vec<_>>() {
            caption.add(item, room);
        }
        let widest = caption.lines.iter().map(|line| Beneath::line_width(line, &caption));
        caption.width = widest.fold(0.0, f64::max) + 2.0 * radius * Beneath::MARGIN;
        if caption.lines.is_empty() {
            caption.width = 0.0;
        } else {
            let lines = caption.lines.len() as f64;
            caption.height = (lines * g::CAPTION_LINE + 0.8) * radius;
        }
        caption
    }

    pub(crate) fn gap(&self) -> f64 {
        self.radius * 1.6
    }

    pub(crate) fn line_width(line: &[(Item, f64)], caption: &Beneath) -> f64 {
        let gaps = line.len().saturating_sub(1) as f64 * caption.gap();
        line.iter().map(|(_, width)| width).sum::<f64>() + gaps
    }

    /// What is written between or after an item's stones.
    pub(crate) fn text(&self, item: &Item) -> String {
        match item.place {
            Place::On(_) => self.at.to_owned(),
            Place::Pass => self.pass.to_owned(),
            Place::At(point) => {
                let name = self.names.iter().find(|(at, _)| *at == point);
                format!("{} {}", self.at, name.map_or("", |(_, name)| name))
            }
        }
    }

    fn item_width(&self, item: &Item) -> f64 {
        let stones = item.moves.len() as f64 * Beneath::STEP - (Beneath::STEP - 2.0);
        let text = Letters::width(Weight::Plain, &self.text(item)) * Beneath::FONT;
        let target = if matches!(item.place, Place::On(_)) { 2.0 + Beneath::WORD_GAP } else { 0.0 };
        (stones + Beneath::WORD_GAP + text + target) * self.radius
    }

    /// An item too long for a line in several pieces.
    fn split(&self, item: &Item, room: f64) -> Vec<Item> {
        let one = Item { moves: item.moves.iter().take(1).copied().collect(), place: item.place };
        let spare = (room - self.item_width(&one)) / (Beneath::STEP * self.radius);
        let most = 1 + spare.max(0.0) as usize;
        let piece = |moves: &[NumberedMove]| Item { moves: moves.to_vec(), place: item.place };
        item.moves.chunks(most).map(piece).collect()
    }

    fn add(&mut self, item: Item, room: f64) {
        let width = self.item_width(&item);
        let used = self.lines.last().map(|line| Beneath::line_width(line, self));
        let fits = used.is_some_and(|used| used + self.gap() + width <= room);
        match self.lines.last_mut() {
            Some(line) if fits => line.push((item, width)),
            _ => self.lines.push(vec![(item, width)]),
        }
    }
}
