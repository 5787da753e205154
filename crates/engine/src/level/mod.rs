//! How strong the engine plays: data in `levels.toml`, and what it means.

mod load;
mod rank;

use rules::{Lang, Text};

use crate::net::Net;

pub use rank::{Rank, RankError};

/// How strong the engine plays: plain data.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// A stable number: 1 (weakest) to 5 for those that need no network, [`Rank::number`] for those that do.
    pub number: u8,
    /// The number of the level that stands for it where there is a network and this one needs none, or the other way
    /// round.
    pub instead: u8,
    /// The rank that it plays like; none for those that need no network.
    pub rank: Option<Rank>,
    /// Its name for people.
    pub name: Text,
    /// Visits of the root for each move without a network.
    pub visits: u32,
    /// Visits of the root for each move with a network.
    pub net_visits: u32,
    /// Whether a time limit, where there is one, takes the place of the visits.
    pub uses_all_time: bool,
    /// How far the choice strays from the most visited move: a move with `v` visits is drawn with a weight of
    /// `v^(1/temperature)`; 0 always takes the most visited.
    pub temperature: f32,
    /// Value for the engine, 0 to 1, under which a move is a sign of defeat; three in a row are a resignation.
    pub resign_below: f32,
    /// What makes it play like a person, with a network; `None` for the search as it is.
    pub human: Option<Human>,
}

/// How a person of a rank differs from the network that knows better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Human {
    /// How flat the network's policy is made before a move is drawn from it; 1 leaves it, 0 takes the likeliest.
    pub temperature: f32,
    /// The share of moves, away from what is going on, that are not seen at all, 0 to 1.
    pub oversight: f32,
    /// Points on 19×19 that a move may cost against the best one; smaller boards have less at stake, in proportion to
    /// their side.
    pub loss: f32,
}

impl Level {
    /// The strongest that needs no network. With one it is the search as it is, without a limit of strength.
    pub const MAX: u8 = 5;

    /// The five that need no network, the weakest first.
    pub fn all() -> &'static [Level] {
        load::levels().split_at(usize::from(Level::MAX)).0
    }

    /// Those by rank, the weakest first. They play by rank with a network alone.
    pub fn ranks() -> &'static [Level] {
        load::levels().split_at(usize::from(Level::MAX)).1
    }

    /// The levels to offer to people, the weakest first: by rank with a network, else the five.
    pub fn offered(net: Option<&Net>) -> &'static [Level] {
        if net.is_some() { Level::ranks() } else { Level::all() }
    }

    /// The level with this number, or the one that is offered instead of it.
    pub fn offered_for(number: u8, net: Option<&Net>) -> Option<Level> {
        let level = Level::numbered(number)?;
        if level.rank.is_some() == net.is_some() {
            return Some(level);
        }
        Level::numbered(level.instead)
    }

    /// The level with this number.
    pub fn numbered(number: u8) -> Option<Level> {
        load::levels().iter().find(|level| level.number == number).cloned()
    }

    /// Finds a level by its rank, its number, or its name in either language, in any case.
    pub fn find(name: &str) -> Option<Level> {
        let name = name.trim();
        if let Ok(number) = name.parse() {
            return Level::numbered(number);
        }
        if let Ok(rank) = name.parse::<Rank>() {
            return Level::numbered(rank.number());
        }
        let named = |level: &&Level| {
            Lang::ALL.iter().any(|&lang| level.name_in(lang).eq_ignore_ascii_case(name))
        };
        load::levels().iter().find(named).cloned()
    }

    /// Its name in a language.
    pub fn name_in(&self, lang: Lang) -> &str {
        self.name.get(lang)
    }
}

impl Default for Level {
    /// The search as it is.
    fn default() -> Level {
        Level::numbered(Level::MAX).unwrap_or_else(load::strongest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_rise() {
        let levels = Level::all();
        assert_eq!(levels.len(), 5);
        for (number, level) in (1..).zip(levels) {
            assert_eq!(level.number, number);
            assert_eq!(Level::numbered(number).as_ref(), Some(level));
            for lang in Lang::ALL {
                assert_eq!(Level::find(level.name_in(lang)).as_ref(), Some(level));
            }
        }
        for pair in levels.windows(2) {
            assert!(pair[0].visits < pair[1].visits && pair[0].temperature > pair[1].temperature);
        }
        assert_eq!(Level::numbered(0), None);
        assert_eq!(Level::find("nobody"), None);
        let default = Level::default();
        assert_eq!((default.number, &default), (Level::MAX, &load::strongest()));
    }

    #[test]
    fn without_a_network_the_five_stand_for_the_ranks() {
        let instead = |number| Level::offered_for(number, None).map(|level| level.number);
        assert_eq!(instead(3), Some(3));
        let numbers: Vec<u8> = Rank::all().filter_map(|rank| instead(rank.number())).collect();
        assert_eq!(numbers.len(), 29);
        assert!(numbers.is_sorted() && numbers[0] == 1 && numbers[28] == 5);
        let ranks: Vec<Option<Rank>> = Level::all()
            .iter()
            .map(|level| Level::numbered(level.instead).and_then(|level| level.rank))
            .collect();
        assert!(ranks.iter().all(Option::is_some));
        assert_eq!(ranks[0], Some(Rank::LOWEST));
    }

    #[test]
    fn every_rank_has_a_level_and_none_is_easier_than_the_one_below() {
        let ranks: Vec<Option<Rank>> = Level::ranks().iter().map(|level| level.rank).collect();
        assert_eq!(ranks, Rank::all().map(Some).collect::<Vec<_>>());
        for level in Level::ranks() {
            let rank = level.rank.unwrap();
            assert_eq!(level.number, rank.number());
            assert_eq!(Level::find(&rank.to_string()).as_ref(), Some(level));
            assert_eq!(Level::find(&format!("{rank}").to_uppercase()).as_ref(), Some(level));
            if let Some(human) = level.human {
                assert!(matches!(rank, Rank::Kyu(_) | Rank::Dan(1..=4)), "{rank}");
                assert!((0.0..=3.0).contains(&human.temperature), "{rank}");
                assert!((0.0..=0.9).contains(&human.oversight), "{rank}");
                assert!((0.5..=60.0).contains(&human.loss), "{rank}");
            }
        }
        for pair in Level::ranks().windows(2) {
            let rank = pair[1].rank;
            assert!(pair[0].visits <= pair[1].visits, "{rank:?}");
            assert!(pair[0].net_visits <= pair[1].net_visits, "{rank:?}");
            let strictly = match (pair[0].human, pair[1].human) {
                (Some(low), Some(high)) => {
                    low.temperature >= high.temperature
                        && low.oversight >= high.oversight
                        && low.loss >= high.loss
                        && (low != high || pair[0].net_visits < pair[1].net_visits)
                }
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (None, None) => pair[0].net_visits < pair[1].net_visits,
            };
            assert!(strictly, "{rank:?}");
        }
    }
}
