//! Ending games early that are decided, so that long ones cost less.

use board::Color;
use engine::{AnalysisOptions, Budget, Engine, Settings, StopToken};
use rules::GameState;

/// When a game is ended early.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Adjudication {
    /// Never: games are played to their end.
    Off,
    /// When both players say of themselves that the same side leads by so many points.
    Agree(f64),
    /// When the match's own estimate says so, from playouts without a network.
    Score(f64),
}

/// Moves from one look to the next; even, so that both players have moved.
const EVERY: u32 = 4;

/// Looks in a row that must say the same.
const LOOKS: u32 = 3;

/// Playouts of the match's own estimate.
const PLAYOUTS: u32 = 200;

impl Adjudication {
    /// The word of the command line: `none`, `agree`, `score`, the latter two also with `=POINTS`; a twelfth of the
    /// board (30 points on 19×19) without it.
    pub(crate) fn parse(text: &str, area: usize) -> Option<Adjudication> {
        let (word, points) = match text.split_once('=') {
            None => (text, None),
            Some((word, points)) => (word, Some(points.parse::<f64>().ok()?)),
        };
        #[expect(clippy::cast_precision_loss, reason = "at most 625")]
        let points = points.unwrap_or(area as f64 / 12.0);
        if !points.is_finite() || points <= 0.0 {
            return None;
        }
        match word {
            "none" => Some(Adjudication::Off),
            "agree" => Some(Adjudication::Agree(points)),
            "score" => Some(Adjudication::Score(points)),
            _ => None,
        }
    }
}

/// Watches one game.
#[derive(Debug)]
pub(crate) struct Judge {
    rule: Adjudication,
    engine: Option<Engine>,
    /// Who led at the last looks, and at how many.
    leader: Option<(Color, u32)>,
}

impl Judge {
    pub(crate) fn new(rule: Adjudication, seed: u64) -> Judge {
        let engine = matches!(rule, Adjudication::Score(_))
            .then(|| Engine::new(Settings { seed, max_nodes: 10_000, ..Settings::default() }));
        Judge { rule, engine, leader: None }
    }

    /// Looks at a game after a move; who has won, and the lead that it takes (`B+30`), when that is beyond doubt. `leads` asks the players for
    /// Black's lead.
    pub(crate) fn look(
        &mut self,
        game: &GameState,
        leads: impl FnOnce() -> [Option<f64>; 2],
    ) -> Option<(Color, String)> {
        let area = u32::try_from(game.size().area()).unwrap_or(u32::MAX);
        let number = game.move_number();
        if number < area / 3 || !number.is_multiple_of(EVERY) {
            return None;
        }
        let (found, points) = match self.rule {
            Adjudication::Off => return None,
            Adjudication::Agree(points) => (agreed(leads(), points), points),
            Adjudication::Score(points) => (self.estimate(game, points), points),
        };
        self.leader = found.map(|color| match self.leader {
            Some((before, looks)) if before == color => (color, looks + 1),
            _ => (color, 1),
        });
        let (color, looks) = self.leader?;
        let reason = || format!("{}+{points:.0}", color.letter());
        (looks >= LOOKS).then(|| (color, reason()))
    }

    fn estimate(&mut self, game: &GameState, points: f64) -> Option<Color> {
        let engine = self.engine.as_mut()?;
        let options = AnalysisOptions::within(Budget::visits(PLAYOUTS));
        let analysis = engine.analyse(game, &options, &mut |_| {}, &StopToken::new()).ok()?;
        ahead(f64::from(analysis.lead), points)
    }
}

/// Who leads by this much.
fn ahead(lead: f64, points: f64) -> Option<Color> {
    match lead {
        lead if lead >= points => Some(Color::Black),
        lead if lead <= -points => Some(Color::White),
        _ => None,
    }
}

/// Who leads by this much in the eyes of both.
fn agreed(leads: [Option<f64>; 2], points: f64) -> Option<Color> {
    let [Some(first), Some(second)] = leads else { return None };
    ahead(first, points).filter(|color| ahead(second, points) == Some(*color))
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, Move};
    use rules::{Ruleset, Start};

    use super::*;

    #[test]
    fn words_are_read() {
        assert_eq!(Adjudication::parse("none", 361), Some(Adjudication::Off));
        let Some(Adjudication::Agree(points)) = Adjudication::parse("agree", 361) else { panic!() };
        assert!((points - 30.08).abs() < 0.01);
        assert_eq!(Adjudication::parse("score=12.5", 81), Some(Adjudication::Score(12.5)));
        for bad in ["", "agree=", "agree=x", "score=0", "score=-3", "score=nan", "resign"] {
            assert_eq!(Adjudication::parse(bad, 81), None, "{bad}");
        }
    }

    /// A 5×5 game of so many moves, in which Black has the board.
    fn one_sided(moves: usize) -> GameState {
        let size = BoardSize::square(5).unwrap();
        let mut game = GameState::new(Start::even(Ruleset::chinese(), size));
        let points = size.points().skip(10).take(10).map(Move::Play);
        for mv in points.flat_map(|play| [play, Move::Pass]).take(moves) {
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn three_looks_decide_when_both_agree() {
        let mut judge = Judge::new(Adjudication::Agree(5.0), 1);
        let mut ends = Vec::new();
        for moves in 0..20 {
            let leads = if moves == 12 { [Some(9.0), Some(4.0)] } else { [Some(9.0), Some(5.0)] };
            if judge.look(&one_sided(moves), || leads).is_some() {
                ends.push(moves);
            }
        }
        // Looks at 8, 12, 16: broken at 12.
        assert_eq!(ends, Vec::<usize>::new());
        let mut judge = Judge::new(Adjudication::Agree(5.0), 1);
        let found = (0..20).find_map(|moves| {
            judge.look(&one_sided(moves), || [Some(9.0), Some(5.0)]).map(|found| (moves, found.0))
        });
        assert_eq!(found, Some((16, Color::Black)));
        let mut judge = Judge::new(Adjudication::Agree(5.0), 1);
        assert!((0..20).all(|moves| judge.look(&one_sided(moves), || [Some(9.0), None]).is_none()));
    }

    #[test]
    fn the_own_estimate_sees_who_has_the_board() {
        let mut judge = Judge::new(Adjudication::Score(5.0), 1);
        let found = (0..20).find_map(|moves| judge.look(&one_sided(moves), || [None, None]));
        assert_eq!(found.map(|(color, _)| color), Some(Color::Black));
        let mut judge = Judge::new(Adjudication::Off, 1);
        assert!((0..20).all(|moves| judge.look(&one_sided(moves), || [None, None]).is_none()));
    }
}
