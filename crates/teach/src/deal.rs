//! Sizes, rules, komi and handicaps as they are dealt to games that a network plays.

use board::{BoardSize, Color, Point};
use nn::{HandicapBonus, KoRule, NetRules, Scoring, Tax};
use rules::Score;

use crate::dice::Dice;
use crate::record::{GameRecord, Split};

/// How the starts of games are dealt.
#[derive(Clone, Debug, PartialEq)]
pub struct Deal {
    /// Sides of square boards with their weights.
    pub sides: Vec<(u8, f64)>,
    /// The share of rectangles, whose sides are then 5 to 19.
    pub rectangles: f64,
    /// The share of games with handicap stones.
    pub handicaps: f64,
    /// The share of territory games that go on into the encore.
    pub encores: f64,
}

impl Default for Deal {
    /// Half of the games on 19 lines, a fifth each on 13 and 9, the rest on 7 to 18.
    fn default() -> Deal {
        let mut sides: Vec<(u8, f64)> = (7..=19).map(|side| (side, 0.01)).collect();
        for (side, weight) in &mut sides {
            match side {
                19 => *weight = 0.48,
                13 | 9 => *weight = 0.2,
                _ => {}
            }
        }
        Deal { sides, rectangles: 0.02, handicaps: 0.1, encores: 0.2 }
    }
}

/// Rules that networks know: half of the time one of the rulesets people use, else any combination.
pub fn random_rules(dice: &mut Dice) -> NetRules {
    let common = ["chinese", "japanese", "tromp-taylor", "aga", "new-zealand", "chinese-ogs"];
    if dice.chance(0.5) {
        let name = common.get(dice.below(common.len())).copied().unwrap_or_default();
        return NetRules::parse(name).unwrap_or(NetRules::CHINESE);
    }
    let kos = [KoRule::Simple, KoRule::Positional, KoRule::Situational];
    let bonuses = [HandicapBonus::Zero, HandicapBonus::N, HandicapBonus::NMinusOne];
    let territory = dice.chance(0.4);
    let tax = match dice.below(6) {
        0 => Tax::All,
        1 | 2 => Tax::Seki,
        _ if territory => Tax::Seki,
        _ => Tax::None,
    };
    NetRules {
        ko: kos.get(dice.below(3)).copied().unwrap_or(KoRule::Simple),
        scoring: if territory { Scoring::Territory } else { Scoring::Area },
        tax,
        multi_stone_suicide: dice.chance(0.3),
        button: !territory && dice.chance(0.15),
        handicap_bonus: bonuses.get(dice.below(3)).copied().unwrap_or(HandicapBonus::Zero),
        friendly_pass: !territory && dice.chance(0.5),
    }
}

impl Deal {
    /// The start of a game, without moves; `None` when a side that was asked for is none of a board that networks know.
    pub fn game(&self, dice: &mut Dice) -> Option<GameRecord> {
        let size = self.size(dice)?;
        let rules = random_rules(dice);
        let mut setup = Vec::new();
        if dice.chance(self.handicaps) {
            let most = (size.area() / 40).clamp(1, 8);
            let stones = 2 + dice.below(most);
            while setup.len() < stones.min(size.area() / 4) {
                let point = Point::new(
                    1 + dice.below(size.columns().into()) as u8,
                    1 + dice.below(size.rows().into()) as u8,
                );
                let Some(point) = point else { break };
                if setup.iter().all(|&(other, _)| other != point) {
                    setup.push((point, Color::Black));
                }
            }
        }
        let first = if setup.is_empty() { Color::Black } else { Color::White };
        Some(GameRecord {
            game: 0,
            size,
            split: Split::Train,
            first,
            rules,
            encore: rules.scoring == Scoring::Territory && dice.chance(self.encores),
            komi: komi(size, dice),
            setup,
            moves: Vec::new(),
            plies: Vec::new(),
        })
    }

    fn size(&self, dice: &mut Dice) -> Option<BoardSize> {
        let weights: Vec<f64> = self.sides.iter().map(|(_, weight)| *weight).collect();
        let side = dice.weighted(&weights).and_then(|at| self.sides.get(at))?.0;
        let (columns, rows) = if dice.chance(self.rectangles) {
            (5 + dice.below(15) as u32, 5 + dice.below(15) as u32)
        } else {
            (side.into(), side.into())
        };
        BoardSize::new(columns, rows).ok().filter(|_| (2..=19).contains(&side))
    }
}

/// Komi mostly as people have it, sometimes far off.
fn komi(size: BoardSize, dice: &mut Dice) -> Score {
    let usual = [13, 14, 15, 15, 14, 12].get(dice.below(6)).copied().unwrap_or(15);
    let spread = match dice.below(10) {
        0 => size.area() / 4,
        1..=3 => 10,
        _ => 0,
    };
    let off = if spread == 0 { 0 } else { dice.below(4 * spread + 1) as i32 - 2 * spread as i32 };
    Score::half_points(usual + off)
}
