//! Which stones are dead, and who says so.

use board::{Board, ByColor, Color, Coordinates, PointSet};
use rules::life::{self, Status};
use rules::{GameState, Lang, Marking, Owners};

use crate::lang::tr;
use crate::trouble::Trouble;

/// Who names the dead stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    /// The command line.
    Option,
    /// Territory marks in the record.
    Record,
    /// Our own reading.
    Analysis,
    /// Nobody: every stone counts as alive.
    Nobody,
}

impl From {
    /// A stable word.
    pub(crate) fn code(self) -> &'static str {
        match self {
            From::Option => "option",
            From::Record => "record",
            From::Analysis => "analysis",
            From::Nobody => "nobody",
        }
    }

    /// For people.
    pub(crate) fn describe(self, lang: Lang) -> String {
        match self {
            From::Option => tr!(lang, "依 --dead", "as said by --dead"),
            From::Record => tr!(lang, "依棋谱的标记", "as marked in the record"),
            From::Analysis => tr!(lang, "分析所得", "by analysis"),
            From::Nobody => tr!(lang, "不提", "none taken off"),
        }
    }
}

/// The dead stones to count with.
#[derive(Debug, Clone)]
pub(crate) struct Marks {
    /// Dead stones and sekis.
    pub(crate) marking: Marking,
    /// Points that must still be filled, so that they are no territory.
    pub(crate) fill: PointSet,
    /// Chains whose life is not settled.
    pub(crate) unsettled: Vec<PointSet>,
    /// Stones that seem to live in seki.
    pub(crate) seki: PointSet,
    /// Empty points that may still go to either side.
    pub(crate) contested: PointSet,
    /// How sure our own reading is of the least certain chain, 0.5 to 1.
    pub(crate) confidence: Option<f32>,
    /// Who says so.
    pub(crate) from: From,
}

impl Marks {
    fn new(from: From, marking: Marking) -> Self {
        Self {
            marking,
            fill: PointSet::EMPTY,
            unsettled: Vec::new(),
            seki: PointSet::EMPTY,
            contested: PointSet::EMPTY,
            confidence: None,
            from,
        }
    }

    /// Every stone is alive.
    pub(crate) fn none() -> Self {
        Self::new(From::Nobody, Marking::default())
    }
}

/// What `--dead` asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The record's marks, else our own reading.
    Default,
    /// Our own reading.
    Auto,
    /// No stone is dead.
    Nobody,
    /// These.
    Points(Vec<String>),
}

impl Wanted {
    /// Reads the option.
    pub(crate) fn parse(text: Option<&str>) -> Self {
        match text.map(str::trim) {
            None => Wanted::Default,
            Some("auto") => Wanted::Auto,
            Some("none") => Wanted::Nobody,
            Some(list) => {
                let points = list.split([',', ' ', '，', '、', ';']).map(str::trim);
                Wanted::Points(
                    points.filter(|point| !point.is_empty()).map(str::to_owned).collect(),
                )
            }
        }
    }
}

/// The marks for the last position of a game.
pub(crate) fn marks(
    wanted: &Wanted,
    state: &GameState,
    territory: Option<&ByColor<PointSet>>,
    place: &str,
    lang: Lang,
) -> Result<Marks, Trouble> {
    let marked = territory.filter(|marks| !(marks.black | marks.white).is_empty());
    match (wanted, marked) {
        (Wanted::Nobody, _) => Ok(Marks::none()),
        (Wanted::Points(points), _) => named(points, state.board(), place, lang),
        (Wanted::Default, Some(territory)) => Ok(recorded(state.board(), territory)),
        (Wanted::Default | Wanted::Auto, _) => Ok(analysed(state)),
    }
}

/// The chains that the points belong to.
fn named(points: &[String], board: &Board, place: &str, lang: Lang) -> Result<Marks, Trouble> {
    let mut dead = PointSet::EMPTY;
    let size = board.size();
    let trouble = |what: String, remedy: String| {
        Trouble::new("bad-dead-mark", format!("{place} --dead"), what, remedy)
    };
    for text in points {
        let (point, _) = Coordinates::parse_any(text, size).map_err(|_| {
            trouble(
                tr!(
                    lang,
                    "“{text}”不是 {size} 棋盘上的点",
                    "\"{text}\" is no point of a {size} board"
                ),
                tr!(lang, "写成 d4,q16 这样，或写 auto", "write points such as d4,q16, or auto"),
            )
        })?;
        if board.get(point).is_none() {
            let name = Coordinates::Gtp.format(point, size);
            return Err(trouble(
                tr!(
                    lang,
                    "{name} 是空点，没有棋子可标为死子",
                    "{name} is empty: there is no stone to mark dead"
                ),
                tr!(
                    lang,
                    "用 shoutan show 看终局的棋盘，标记有棋子的点",
                    "look at the last position with shoutan show, and mark points that have a stone"
                ),
            ));
        }
        dead |= board.chain_set(point);
    }
    Ok(Marks::new(From::Option, Marking { dead, seki: PointSet::EMPTY }))
}

/// What the territory marks of a record say: stones inside the other side's territory are dead, surrounded regions
/// without any mark are eyes in seki, and single points without one must still be filled.
fn recorded(board: &Board, territory: &ByColor<PointSet>) -> Marks {
    let side = |color: Color| board.stones(color) & territory[color.opponent()];
    let dead = side(Color::Black) | side(Color::White);
    let owners = Owners::find(board, dead, PointSet::EMPTY);
    let (mut seki, mut fill) = (PointSet::EMPTY, PointSet::EMPTY);
    for color in Color::BOTH {
        for region in owners.surrounded[color].components() {
            match region.intersects(&territory[color]) {
                true => fill |= region - territory[color],
                false => seki |= region & board.empty(),
            }
        }
    }
    Marks { fill, ..Marks::new(From::Record, Marking { dead, seki }) }
}

/// Our own reading: unconditional life, playouts with a fixed seed, and local reading where these are divided.
fn analysed(state: &GameState) -> Marks {
    let proposal = life::propose(state.board(), &life::Options::default());
    let with =
        |status: Status| proposal.verdicts.iter().filter(move |verdict| verdict.status == status);
    let marking = Marking { dead: proposal.dead, ..Marking::default() };
    let false_territory = &proposal.areas.false_territory;
    Marks {
        fill: false_territory.black | false_territory.white,
        unsettled: with(Status::Unsettled).map(|verdict| verdict.stones).collect(),
        seki: with(Status::Seki).fold(PointSet::EMPTY, |all, verdict| all | verdict.stones),
        contested: proposal.contested,
        confidence: Some(
            proposal.verdicts.iter().map(|verdict| verdict.confidence).fold(1.0, f32::min),
        ),
        ..Marks::new(From::Analysis, marking)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_read() {
        assert_eq!(Wanted::parse(None), Wanted::Default);
        assert_eq!(Wanted::parse(Some(" auto")), Wanted::Auto);
        assert_eq!(Wanted::parse(Some("none")), Wanted::Nobody);
        let points = Wanted::Points(vec!["a1".into(), "b2".into(), "10．十路".into()]);
        assert_eq!(Wanted::parse(Some("a1,b2、10．十路,")), points);
    }

    #[test]
    fn marks_in_a_record_name_dead_stones_and_sekis() {
        // White's two stones on the left are dead; Black's eye at E3 is in seki, so it is not marked.
        let board = Board::from_rows(&["O.XXO", ".XXOO", "OXX.X", ".XXOO"]).unwrap();
        let at = |text| Coordinates::Gtp.parse(text, board.size()).unwrap();
        let black = ["A4", "B4", "A3", "A2", "A1"].map(at).into_iter().collect();
        let marks = recorded(&board, &ByColor::new(black, PointSet::EMPTY));
        assert_eq!(marks.marking.dead, [at("A4"), at("A2")].into_iter().collect());
        assert_eq!(marks.from, From::Record);
    }
}
