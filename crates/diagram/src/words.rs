//! What a picture shows, in words: for screen readers, and for the lines beneath the board.

use board::{Color, Coordinates, Move, Point, PointSet};

use crate::model::{Diagram, Language, Mark, Options};
use crate::part::Part;

/// Chooses the text of a language.
pub(crate) fn pick(
    language: Language,
    chinese: &'static str,
    english: &'static str,
) -> &'static str {
    match language {
        Language::Chinese => chinese,
        Language::English => english,
    }
}

/// The default name of a picture.
pub(crate) fn title(diagram: &Diagram, options: &Options) -> String {
    if let Some(title) = &options.title {
        return title.clone();
    }
    let (columns, rows) = (diagram.size().columns(), diagram.size().rows());
    match options.language {
        Language::Chinese if columns == rows => format!("{columns} 路棋盘"),
        Language::Chinese => format!("{columns}×{rows} 棋盘"),
        Language::English => format!("{columns}×{rows} board"),
    }
}

/// Everything on the board, point by point.
pub(crate) fn description(diagram: &Diagram, options: &Options, part: Part) -> String {
    let talk = Talk { diagram, options, part };
    let mut said = Vec::new();
    for color in Color::BOTH {
        let stones = diagram.position.stones(color);
        talk.points(
            &mut said,
            &stones,
            match color {
                Color::Black => ("黑子", "Black stones"),
                Color::White => ("白子", "White stones"),
            },
        );
    }
    talk.moves(&mut said);
    talk.point(&mut said, diagram.last, ("最后一手", "Last move"));
    talk.point(&mut said, diagram.ko, ("打劫，暂时不能下", "Ko, not to be taken now"));
    talk.points(&mut said, &diagram.dead, ("死子", "Dead stones"));
    talk.points(&mut said, &diagram.territory.black, ("黑地", "Black territory"));
    talk.points(&mut said, &diagram.territory.white, ("白地", "White territory"));
    talk.points(&mut said, &diagram.shared, ("公气", "Shared points"));
    talk.marks(&mut said);
    talk.extent(&mut said);
    if said.is_empty() {
        said.push(talk.pick("空棋盘", "Empty board").to_owned());
    }
    match options.language {
        Language::Chinese => said.join("。") + "。",
        Language::English => said.join(". ") + ".",
    }
}

struct Talk<'a> {
    diagram: &'a Diagram,
    options: &'a Options,
    part: Part,
}

impl Talk<'_> {
    fn pick(&self, chinese: &'static str, english: &'static str) -> &'static str {
        pick(self.options.language, chinese, english)
    }

    fn name(&self, point: Point) -> String {
        point_name(self.diagram, self.options, point)
    }

    /// "White stones 2: D4, Q16".
    fn points(
        &self,
        said: &mut Vec<String>,
        points: &PointSet,
        what: (&'static str, &'static str),
    ) {
        let points = *points & self.diagram.size().all();
        let names: Vec<String> =
            points.iter().filter(|&p| self.part.contains(p)).map(|p| self.name(p)).collect();
        if !names.is_empty() {
            said.push(format!(
                "{} {}{}{}",
                self.pick(what.0, what.1),
                names.len(),
                self.pick("：", ": "),
                names.join(self.pick("、", ", "))
            ));
        }
    }

    fn point(
        &self,
        said: &mut Vec<String>,
        point: Option<Point>,
        what: (&'static str, &'static str),
    ) {
        if let Some(point) = point.filter(|&point| self.diagram.size().contains(point)) {
            said.push(format!(
                "{}{}{}",
                self.pick(what.0, what.1),
                self.pick("：", ": "),
                self.name(point)
            ));
        }
    }

    fn moves(&self, said: &mut Vec<String>) {
        let tell = |played: &crate::NumberedMove| {
            let color = match played.color {
                Color::Black => self.pick("黑", "Black"),
                Color::White => self.pick("白", "White"),
            };
            let place = match played.play {
                Move::Play(point) => self.name(point),
                Move::Pass => self.pick("停一手", "pass").to_owned(),
            };
            format!("{} {color} {place}", played.number)
        };
        let moves: Vec<String> = self.diagram.moves.iter().map(tell).collect();
        if !moves.is_empty() {
            said.push(format!(
                "{}{}",
                self.pick("着手：", "Moves: "),
                moves.join(self.pick("，", ", "))
            ));
        }
    }

    fn marks(&self, said: &mut Vec<String>) {
        let tell = |(point, mark): &(Point, Mark)| {
            let shape = match mark {
                Mark::Triangle => self.pick("三角", "triangle").to_owned(),
                Mark::Square => self.pick("方块", "square").to_owned(),
                Mark::Circle => self.pick("圆圈", "circle").to_owned(),
                Mark::Cross => self.pick("叉", "cross").to_owned(),
                Mark::Label(text) => format!("“{text}”"),
            };
            format!("{} {shape}", self.name(*point))
        };
        let marks: Vec<String> = self.diagram.marks.iter().map(tell).collect();
        if !marks.is_empty() {
            said.push(format!(
                "{}{}",
                self.pick("标记：", "Marks: "),
                marks.join(self.pick("，", ", "))
            ));
        }
    }

    fn extent(&self, said: &mut Vec<String>) {
        if self.part != Part::whole(self.diagram.size()) {
            said.push(format!(
                "{}{} – {}",
                self.pick("所示部分：", "Shown: "),
                self.name(self.part.first()),
                self.name(self.part.last())
            ));
        }
    }
}

/// A point's name in the picture's coordinates, or as A1 when it has none.
pub(crate) fn point_name(diagram: &Diagram, options: &Options, point: Point) -> String {
    options.coordinates.unwrap_or(Coordinates::Gtp).format(point, diagram.size())
}
