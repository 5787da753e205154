//! Which stones are dead, and who says so.

use board::{Board, ByColor, Coordinates, PointSet};
use rules::{GameState, Lang, Marking, Marks, MarksFrom, life};

use crate::lang::tr;
use crate::trouble::Trouble;

/// A stable word for who names the dead stones.
pub(crate) fn code(from: MarksFrom) -> &'static str {
    match from {
        MarksFrom::Given => "option",
        MarksFrom::Record => "record",
        MarksFrom::Analysis => "analysis",
        MarksFrom::Players | MarksFrom::Nobody => "nobody",
    }
}

/// Who names the dead stones, for people.
pub(crate) fn describe(from: MarksFrom, lang: Lang) -> String {
    match from {
        MarksFrom::Given => tr!(lang, "依 --dead", "as said by --dead"),
        MarksFrom::Record => tr!(lang, "依棋谱的标记", "as marked in the record"),
        MarksFrom::Analysis => tr!(lang, "分析所得", "by analysis"),
        MarksFrom::Players | MarksFrom::Nobody => tr!(lang, "不提", "none taken off"),
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
        (Wanted::Default, Some(territory)) => Ok(Marks::of_territory(state.board(), territory)),
        (Wanted::Default | Wanted::Auto, _) => {
            Ok(Marks::of_proposal(&life::propose(state.board(), &life::Options::default())))
        }
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
    Ok(Marks::new(MarksFrom::Given, Marking { dead, seki: PointSet::EMPTY }))
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
}
