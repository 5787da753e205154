//! The picture as SVG text.

use std::fmt::Write as _;

use board::{Color, Point, PointSet};

use crate::beneath::Beneath;
use crate::caption::{Figure, Item, Place};
use crate::geometry as g;
use crate::geometry::Geometry;
use crate::marks;
use crate::model::{Diagram, Mark, NumberedMove, Options};
use crate::outlines::Weight;
use crate::paint;
use crate::part::Part;
use crate::text::{Fallback, Letters, Px, escape};
use crate::theme::Palette;
use crate::words;

/// Draws a diagram as a whole SVG document, without outside references.
///
/// Ground, grid, star points, coordinates, shadows, stones, crosses on dead stones, territory, arrows, numbers and marks,
/// ko and the last move lie over each other in this order. The document carries a title and a description in words.
pub fn svg(diagram: &Diagram, options: &Options) -> String {
    render(diagram, options, Fallback::Text).text
}

/// A finished document and its size in pixels.
pub(crate) struct Picture {
    pub(crate) text: String,
    #[cfg_attr(not(feature = "png"), expect(dead_code, reason = "only a raster needs the size"))]
    pub(crate) width: f64,
    #[cfg_attr(not(feature = "png"), expect(dead_code, reason = "only a raster needs the size"))]
    pub(crate) height: f64,
}

pub(crate) fn render(diagram: &Diagram, options: &Options, fallback: Fallback) -> Picture {
    let part = options.part.map_or(Part::whole(diagram.size()), |part| part.within(diagram.size()));
    let geometry = Geometry::new(diagram.size(), part, options.coordinates, options.cell);
    let id: String =
        options.id.chars().filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
    let mut drawing = Drawing {
        figure: Figure::new(diagram, part, geometry.cell >= g::NUMBERS_FROM),
        stones: shown(part, diagram.size().all())
            .filter_map(|point| Some((point, diagram.stone(point)?)))
            .collect(),
        palette: options.theme.palette(),
        letters: Letters::new(&id, fallback),
        out: String::new(),
        diagram,
        options,
        geometry,
        id,
    };
    drawing.picture()
}

/// The points on which something is drawn, in the order of a reader.
fn shown(part: Part, points: PointSet) -> impl Iterator<Item = Point> {
    points.into_iter().filter(move |&point| part.contains(point))
}

struct Drawing<'a> {
    diagram: &'a Diagram,
    options: &'a Options,
    figure: Figure,
    /// The shown points with stones, row by row.
    stones: Vec<(Point, Color)>,
    geometry: Geometry,
    palette: &'static Palette,
    letters: Letters,
    out: String,
    id: String,
}

impl Drawing<'_> {
    fn picture(&mut self) -> Picture {
        let lines = Beneath::new(&self.figure, &self.geometry, self.diagram, self.options);
        let width = self.geometry.width.max(lines.width).round();
        let height = (self.geometry.height + lines.height).round();
        if lines.height > 0.0 {
            self.rect((0.0, 0.0), (width, height), self.palette.paper, "");
        }
        let aside = ((width - self.geometry.width) / 2.0).floor();
        if aside > 0.0 {
            let _ = write!(self.out, "<g transform=\"translate({})\">", Px(aside));
        }
        self.board();
        if aside > 0.0 {
            self.out += "</g>";
        }
        self.caption(&lines, width);
        Picture { text: self.document(width, height), width, height }
    }

    fn board(&mut self) {
        self.ground();
        self.grid();
        self.coordinates();
        self.shadows();
        self.stones();
        self.territory();
        self.arrows();
        self.numbers();
        self.marks();
        self.last();
    }

    fn document(&self, width: f64, height: f64) -> String {
        let id = &self.id;
        let title = escape(&words::title(self.diagram, self.options));
        let about = words::description(self.diagram, self.options, self.geometry.part);
        let lang = words::pick(self.options.language, "zh-CN", "en");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             role=\"img\" lang=\"{lang}\" aria-labelledby=\"{id}-title {id}-desc\">\
             <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{}</desc>\n\
             <defs>{}{}</defs>\n{}</svg>\n",
            escape(&about),
            self.paints(),
            self.letters.definitions(),
            self.out,
            w = Px(width),
            h = Px(height),
        )
    }

    fn flat(&self) -> bool {
        self.palette.is_flat() || self.geometry.cell < g::FLAT_BELOW
    }

    /// Gradients of wood, stones and shadows, and the grain of the shell.
    fn paints(&self) -> String {
        let (id, palette) = (&self.id, self.palette);
        let mut out = String::new();
        if let Some((second, grain, opacity)) = palette.wood {
            out += &paint::wood(
                id,
                palette.board,
                second,
                (self.geometry.width, self.geometry.height),
            );
            out += &paint::grain_bands(id, grain, opacity);
        }
        if self.flat() {
            return out;
        }
        out += &paint::sphere(
            &format!("{id}-b"),
            (0.36, 0.30, 0.76),
            [0.0, 0.28, 0.64, 1.0],
            palette.black.shade,
        );
        out += &paint::sphere(
            &format!("{id}-w"),
            (0.38, 0.32, 0.78),
            [0.0, 0.55, 0.86, 1.0],
            palette.white.shade,
        );
        if let Some(opacity) = palette.shadow {
            let _ = write!(
                out,
                "<radialGradient id=\"{id}-s\"><stop offset=\".78\" stop-opacity=\"{opacity}\"/>\
                 <stop offset=\"1\" stop-opacity=\"0\"/></radialGradient>"
            );
        }
        if let Some(color) = palette.shell.filter(|_| self.geometry.cell >= g::GRAIN_FROM) {
            out += &paint::shell(id, color, self.geometry.radius);
        }
        out
    }

    fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str, more: &str) {
        let _ = write!(
            self.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"{more}/>",
            Px(x),
            Px(y),
            Px(width),
            Px(height)
        );
    }

    /// What the board is painted with, one over the other.
    fn ground_fills(&self) -> Vec<String> {
        if self.palette.wood.is_none() {
            return vec![self.palette.board.to_owned()];
        }
        ["wood", "grain1", "grain2"].map(|layer| format!("url(#{}-{layer})", self.id)).to_vec()
    }

    fn ground(&mut self) {
        let size = (self.geometry.width, self.geometry.height);
        for fill in self.ground_fills() {
            self.rect((0.0, 0.0), size, &fill, "");
        }
        if let Some(color) = self.palette.frame {
            let more = format!(" stroke=\"{color}\"");
            self.rect((0.5, 0.5), (size.0 - 1.0, size.1 - 1.0), "none", &more);
        }
        self.out.push('\n');
    }

    fn grid(&mut self) {
        let (part, grid) = (self.geometry.part, self.geometry.grid());
        let size = self.diagram.size();
        let (mut inner, mut outer) = (String::new(), String::new());
        for column in part.first().column()..=part.last().column() {
            let edge = column == 1 || column == size.columns();
            let path = if edge { &mut outer } else { &mut inner };
            let _ = write!(
                path,
                "M{} {}V{}",
                Px(self.geometry.x(column)),
                Px(grid.top),
                Px(grid.bottom)
            );
        }
        for row in part.first().row()..=part.last().row() {
            let edge = row == 1 || row == size.rows();
            let path = if edge { &mut outer } else { &mut inner };
            let _ =
                write!(path, "M{} {}H{}", Px(grid.left), Px(self.geometry.y(row)), Px(grid.right));
        }
        for (path, width) in [(inner, self.geometry.line), (outer, self.geometry.edge_line)] {
            if !path.is_empty() {
                let color = self.palette.grid;
                let _ = write!(
                    self.out,
                    "<path d=\"{path}\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"square\" fill=\"none\"/>",
                    Px(width)
                );
            }
        }
        let radius = (self.geometry.cell * g::STAR).max(g::STAR_MIN);
        for point in g::star_points(size) {
            if part.contains(point) {
                self.circle(self.geometry.at(point), radius, self.palette.grid, "");
            }
        }
        self.out.push('\n');
    }

    fn circle(&mut self, (x, y): (f64, f64), radius: f64, fill: &str, more: &str) {
        let _ = write!(
            self.out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\"{more}/>",
            Px(x),
            Px(y),
            Px(radius)
        );
    }

    fn coordinates(&mut self) {
        let Some(style) = self.options.coordinates else {
            return;
        };
        let (part, labels, labelled) =
            (self.geometry.part, self.geometry.labels(), self.geometry.labelled);
        for column in part.first().column()..=part.last().column() {
            let text = style.column_label(column);
            for (y, wanted) in [(labels.top, labelled.top), (labels.bottom, labelled.bottom)] {
                if wanted {
                    self.coordinate((self.geometry.x(column), y), &text, false);
                }
            }
        }
        for row in part.first().row()..=part.last().row() {
            let text = style.row_label(row, self.diagram.size());
            for (x, wanted) in [(labels.left, labelled.left), (labels.right, labelled.right)] {
                if wanted {
                    self.coordinate((x, self.geometry.y(row)), &text, self.geometry.stacked);
                }
            }
        }
        self.out.push('\n');
    }

    /// A label at the edge; characters of Chinese row labels stand one above the other.
    fn coordinate(&mut self, at: (f64, f64), text: &str, stacked: bool) {
        let fill = self.palette.coordinate;
        let size = self.geometry.coordinate;
        let count = text.chars().count();
        if !stacked || count < 2 {
            self.out += &self.letters.centred(at, size, Weight::Plain, text, fill);
            return;
        }
        let size = size.min(self.geometry.cell * g::STACK / count as f64);
        for (index, letter) in text.chars().enumerate() {
            let y = at.1 + (index as f64 - (count as f64 - 1.0) / 2.0) * size;
            let letter = letter.encode_utf8(&mut [0; 4]).to_owned();
            self.out += &self.letters.centred((at.0, y), size, Weight::Plain, &letter, fill);
        }
    }

    fn shadows(&mut self) {
        if self.flat() {
            return;
        }
        let (size, right, down) = g::SHADOW;
        let (radius, cell) = (self.geometry.radius * size, self.geometry.cell);
        let fill = format!("url(#{}-s)", self.id);
        for (point, _) in self.stones.clone() {
            if !self.diagram.dead.contains(point) {
                let (x, y) = self.geometry.at(point);
                self.circle((x + cell * right, y + cell * down), radius, &fill, "");
            }
        }
        self.out.push('\n');
    }

    fn stones(&mut self) {
        for (point, color) in self.stones.clone() {
            let at = self.geometry.at(point);
            if self.diagram.dead.contains(point) {
                self.disc(at, self.geometry.radius * g::DEAD.0, color, g::DEAD.1);
            } else {
                self.disc(at, self.geometry.radius, color, 1.0);
                self.grain(point, color);
            }
        }
        for (point, _) in self.stones.clone() {
            if self.diagram.dead.contains(point) {
                self.dead_cross(point);
            }
        }
        self.out.push('\n');
    }

    fn disc(&mut self, at: (f64, f64), radius: f64, color: Color, opacity: f64) {
        let palette = self.palette.stone(color);
        let fill = if self.flat() {
            palette.flat.to_owned()
        } else {
            format!("url(#{}-{})", self.id, color.letter().to_ascii_lowercase())
        };
        let firm = self.palette.is_flat();
        let rim = if firm {
            (self.geometry.cell * 0.045).max(1.0)
        } else {
            (self.geometry.cell * 0.018).max(0.7)
        };
        let mut more = String::new();
        let mut inset = 0.0;
        if let Some(stroke) = palette.rim {
            let _ = write!(more, " stroke=\"{stroke}\" stroke-width=\"{}\"", Px(rim));
            inset = rim / 2.0;
        }
        if opacity < 1.0 {
            let _ = write!(more, " opacity=\"{opacity}\"");
        }
        self.circle(at, radius - inset, &fill, &more);
    }

    /// The curved lines of the shell, turned differently on neighbouring stones.
    fn grain(&mut self, point: Point, color: Color) {
        let large = self.geometry.cell >= g::GRAIN_FROM && !self.flat();
        if color == Color::Black || !large || self.palette.shell.is_none() {
            return;
        }
        let (x, y) = self.geometry.at(point);
        let (column, row) = (u32::from(point.column()) - 1, u32::from(point.row()) - 1);
        let turn = i64::from((column * 47 + row * 91) % 4) * 41 - 50;
        let _ = write!(
            self.out,
            "<use href=\"#{}-shell\" transform=\"translate({} {}) rotate({turn})\"/>",
            self.id,
            Px(x),
            Px(y)
        );
    }

    fn stroke(&mut self, path: &str, color: &str, width: f64) {
        let _ = write!(
            self.out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            Px(width)
        );
    }

    fn dead_cross(&mut self, point: Point) {
        let (half, width) = g::DEAD_CROSS;
        let path = marks::cross(self.geometry.at(point), self.geometry.radius * half);
        let cell = self.geometry.cell;
        self.stroke(&path, self.palette.board, cell * g::DEAD_HALO);
        self.stroke(&path, self.palette.mark, (cell * width).max(1.5));
    }

    fn territory(&mut self) {
        let part = self.geometry.part;
        for color in Color::BOTH {
            let points = self.diagram.territory[color] & self.diagram.size().all();
            for point in shown(part, points) {
                if self.diagram.stone(point).is_none() {
                    self.territory_square(point, color);
                }
            }
        }
        let shared = self.diagram.shared & self.diagram.size().all();
        for point in shown(part, shared) {
            if self.diagram.stone(point).is_none() {
                self.diamond(point);
            }
        }
        self.out.push('\n');
    }

    fn territory_square(&mut self, point: Point, color: Color) {
        let palette = self.palette;
        let side = self.geometry.cell * g::TERRITORY;
        let (x, y) = self.geometry.at(point);
        let stroke = match color {
            Color::Black => palette.black.rim,
            Color::White => Some(palette.black.flat),
        };
        let more = stroke.map_or(String::new(), |stroke| {
            let width = Px((self.geometry.cell * g::TERRITORY_LINE).max(1.0));
            format!(" stroke=\"{stroke}\" stroke-width=\"{width}\"")
        });
        let fill = palette.stone(color).flat;
        self.rect((x - side / 2.0, y - side / 2.0), (side, side), fill, &more);
    }

    /// Half black, half white: a point that both sides share.
    fn diamond(&mut self, point: Point) {
        let (x, y) = self.geometry.at(point);
        let half = self.geometry.cell * g::SHARED;
        let (black, white, mark) =
            (self.palette.black.flat, self.palette.white.flat, self.palette.mark);
        let (top, side) = (format!("M{} {}", Px(x), Px(y - half)), Px(half));
        let _ = write!(
            self.out,
            "<path d=\"{top}l-{side} {side} {side} {side}Z\" fill=\"{black}\"/>\
             <path d=\"{top}l{side} {side}-{side} {side}Z\" fill=\"{white}\"/>\
             <path d=\"{top}l{side} {side}-{side} {side}-{side}-{side}Z\" fill=\"none\" stroke=\"{mark}\" stroke-width=\"{}\"/>",
            Px((self.geometry.cell * g::TERRITORY_LINE).max(1.0))
        );
    }

    fn arrows(&mut self) {
        let size = self.diagram.size();
        let (line, halo) = g::ARROW;
        for &(from, to) in &self.diagram.arrows {
            if ![from, to].iter().all(|&p| size.contains(p) && self.geometry.part.contains(p)) {
                continue;
            }
            let (start, end) = (self.geometry.at(from), self.geometry.at(to));
            if let Some(path) = marks::arrow(start, end, &self.geometry) {
                self.stroke(&path, self.palette.board, self.geometry.cell * halo);
                self.stroke(&path, self.palette.arrow, self.geometry.cell * line);
            }
        }
    }

    fn numbers(&mut self) {
        for (point, played) in self.figure.numbers.clone() {
            if !self.diagram.dead.contains(point) {
                let fill = self.palette.stone(played.color).on;
                self.letter(self.geometry.at(point), &played.number.to_string(), fill);
            }
        }
        self.out.push('\n');
    }

    /// One to four letters or digits on a point.
    fn letter(&mut self, at: (f64, f64), text: &str, fill: &str) {
        let size = letter_size(text, self.geometry.cell);
        self.out += &self.letters.centred(at, size, Weight::Strong, text, fill);
    }

    fn marks(&mut self) {
        let points: PointSet =
            self.diagram.marks.iter().map(|(point, _)| *point).chain(self.diagram.ko).collect();
        for point in shown(self.geometry.part, points & self.diagram.size().all()) {
            match self.diagram.mark(point) {
                Some(mark) => self.mark(point, mark),
                None => self.ko(point),
            }
        }
        self.out.push('\n');
    }

    fn mark(&mut self, point: Point, mark: &Mark) {
        let (at, cell) = (self.geometry.at(point), self.geometry.cell);
        let color = match self.diagram.stone(point) {
            Some(stone) => self.palette.stone(stone).on,
            None => {
                for fill in self.ground_fills() {
                    self.circle(at, self.geometry.radius * g::HALO, &fill, "");
                }
                self.palette.mark
            }
        };
        let width = (cell * g::SHAPE_LINE).max(1.0);
        match mark {
            Mark::Triangle => self.stroke(&marks::triangle(at, cell), color, width),
            Mark::Square => self.stroke(&marks::square(at, cell * g::SHAPE * 0.88), color, width),
            Mark::Cross => self.stroke(&marks::cross(at, cell * g::SHAPE * 0.42), color, width),
            Mark::Circle => {
                let more = format!(" stroke=\"{color}\" stroke-width=\"{}\"", Px(width));
                self.circle(at, cell * g::SHAPE / 2.0, "none", &more);
            }
            Mark::Label(text) => self.letter(at, &short(text), color),
        }
    }

    fn ko(&mut self, point: Point) {
        if self.diagram.stone(point).is_some() {
            return;
        }
        let (x, y) = self.geometry.at(point);
        let side = self.geometry.cell * g::KO;
        let width = (self.geometry.cell * 0.06).max(1.5);
        let more = format!(" stroke=\"{}\" stroke-width=\"{}\"", self.palette.mark, Px(width));
        let corner = (x - side / 2.0, y - side / 2.0);
        for fill in self.ground_fills() {
            self.rect(corner, (side, side), &fill, "");
        }
        self.rect(corner, (side, side), "none", &more);
    }

    fn last(&mut self) {
        let Some(point) = self.diagram.last.filter(|&point| self.geometry.part.contains(point))
        else {
            return;
        };
        let numbered = self.figure.numbers.iter().any(|(at, _)| *at == point);
        let Some(color) = self.diagram.stone(point) else {
            return;
        };
        if !numbered && self.diagram.mark(point).is_none() && !self.diagram.dead.contains(point) {
            let radius = (self.geometry.cell * g::LAST).max(g::LAST_MIN);
            let fill = self.palette.last.unwrap_or(self.palette.stone(color).on);
            self.circle(self.geometry.at(point), radius, fill, "");
        }
    }

    fn caption(&mut self, lines: &Beneath, width: f64) {
        let radius = lines.radius;
        for (index, line) in lines.lines.iter().enumerate() {
            let whole: f64 = Beneath::line_width(line, lines);
            let mut x = (width - whole) / 2.0;
            let y = self.geometry.height
                + (index as f64 + 0.5) * radius * g::CAPTION_LINE
                + radius * 0.4;
            for (item, length) in line {
                self.item((x, y), item, lines);
                x += length + lines.gap();
            }
        }
    }

    fn item(&mut self, (mut x, y): (f64, f64), item: &Item, lines: &Beneath) {
        let radius = lines.radius;
        for played in &item.moves {
            self.small_stone((x + radius, y), played, radius);
            x += radius * Beneath::STEP;
        }
        x += radius * Beneath::WORD_GAP - radius * (Beneath::STEP - 2.0);
        let text = lines.text(item);
        let size = radius * Beneath::FONT;
        let width = Letters::width(Weight::Plain, &text) * size;
        let fill = self.palette.text;
        self.out += &self.letters.centred((x + width / 2.0, y), size, Weight::Plain, &text, fill);
        if let Place::On(first) = &item.place {
            self.small_stone((x + width + radius * (Beneath::WORD_GAP + 1.0), y), first, radius);
        }
    }

    fn small_stone(&mut self, at: (f64, f64), played: &NumberedMove, radius: f64) {
        // A hair line keeps black stones apart from dark paper, as white ones have their rims anyway.
        let palette = self.palette.stone(played.color);
        let rim = palette.rim.unwrap_or(self.palette.text);
        let more = format!(" stroke=\"{rim}\" stroke-width=\"1\"");
        self.circle(at, radius - 0.5, palette.flat, &more);
        let text = played.number.to_string();
        let size = letter_size(&text, radius * 2.08);
        self.out += &self.letters.centred(at, size, Weight::Strong, &text, palette.on);
    }
}

/// The height of a text on a point.
fn letter_size(text: &str, cell: f64) -> f64 {
    let count = text.chars().count().clamp(1, g::LETTER.len());
    let size = g::LETTER.get(count - 1).copied().unwrap_or(g::LETTER[0]) * cell;
    let width = Letters::width(Weight::Strong, text) * size;
    size * (cell * g::LETTER_WIDTH / width.max(1.0)).min(1.0)
}

/// At most four characters of a label.
fn short(text: &str) -> String {
    const MOST: usize = 4;
    let text = text.trim();
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some(_) => text.chars().take(MOST - 1).chain(['…']).collect(),
    }
}
