//! Exact search of one question: can the attacker clear some points of the defender's stones for good?
//!
//! Depth-first proof-number search (A. Nagai, 2002) over a table of positions. What repeats for ever is no capture, so
//! a capture is proved by a finite tree whatever came before, but a defence may rest on repetitions, and then on the
//! way a position was reached: such results are not remembered (see [`Search::expand`]).

use std::collections::HashMap;

use board::{Board, Color, Played, Point, PointSet};

use super::benson::pass_alive;

/// How a ko may be retaken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KoRule {
    /// Only after a pass made for the ko (Japanese 1989, article 7.2). Such a pass lifts every ban there is, as in
    /// R. Jasiek's reading of 2003: with a pass for each ko alone, two kos would answer for everything elsewhere.
    PassForKo,
    /// At once by this side, which has more ko threats; by the other side only after another move.
    Master(Color),
}

/// The question: `defender` wants a stone on one of `target`'s points to stay.
pub(super) struct Question {
    pub(super) defender: Color,
    pub(super) target: PointSet,
    /// Whether a new stone on the target, after all have been taken, is as good.
    pub(super) new_stones_count: bool,
    pub(super) ko: KoRule,
}

/// Whether the attacker gets rid of every defending stone on the target, with `to_move` moving first; `None` when
/// that takes more than `nodes` positions.
///
/// Both sides may pass, and two passes in a row end the play. Nothing is played where either side is unconditionally
/// alive at the start, or outside the part of the board that reaches the target: neither side gains by it, and a threat
/// elsewhere lifts no ko ban that a pass would not.
pub(super) fn attacker_succeeds(
    board: &Board,
    question: &Question,
    to_move: Color,
    nodes: u32,
) -> Option<bool> {
    let settled = Color::BOTH.map(|color| pass_alive(board, color));
    if question.target.is_subset(&settled[question.defender.opponent().index()].territory) {
        return Some(true);
    }
    let open = board.size().all()
        - settled[0].points()
        - settled[1].points()
        - eyes_of_living_groups(board, question.defender.opponent());
    let mut search = Search {
        board: board.clone(),
        question,
        region: question.target.flood(open | question.target),
        table: HashMap::new(),
        line: HashMap::new(),
        nodes_left: nodes,
    };
    search.answer(&State { to_move, passes: 0, bans: Vec::new() })
}

/// The one-point eyes of groups that have two or more of them, a group being chains joined through such eyes.
///
/// Such an attacker is taken as alive even where one of the eyes is false: whether it is, is another question, and
/// deciding it here would let the target live by a counter-attack on stones that surround it from outside.
fn eyes_of_living_groups(board: &Board, attacker: Color) -> PointSet {
    let own = board.stones(attacker);
    let others = board.size().all() - own;
    let eyes: PointSet = others
        .components()
        .filter(|region| region.len() == 1 && region.is_subset(&board.empty()))
        .filter_map(|region| region.first())
        .filter(|&eye| {
            !board.size().neighbours(eye).any(|near| is_lone_stone_in_atari(board, near))
        })
        .collect();
    let joined = own | eyes;
    let groups = joined.components().map(|group| group & eyes);
    groups.filter(|eyes| eyes.len() >= 2).fold(PointSet::EMPTY, |all, eyes| all | eyes)
}

/// A stone that can be taken in a ko.
fn is_lone_stone_in_atari(board: &Board, point: Point) -> bool {
    board.chain(point).count() == 1 && !board.has_liberties(point, 2)
}

/// What the board does not show.
#[derive(Clone)]
struct State {
    to_move: Color,
    /// Passes in a row that were made for no ko.
    passes: u8,
    /// Who may not take the ko at which point, sorted.
    bans: Vec<(Color, Point)>,
}

#[derive(Clone, Copy)]
enum Choice {
    Play(Point),
    PassForKo,
    Pass,
}

/// How many positions at least must still be decided to prove that the attacker succeeds, or that he does not.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const NEVER: u32 = u32::MAX;

impl Numbers {
    const OPEN: Numbers = Numbers { proof: 1, disproof: 1 };
    const CAPTURED: Numbers = Numbers { proof: 0, disproof: NEVER };
    const DEFENDED: Numbers = Numbers { proof: NEVER, disproof: 0 };

    fn decided(attacker: bool) -> Numbers {
        if attacker { Numbers::CAPTURED } else { Numbers::DEFENDED }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The numbers from the point of view of the side to move: what it needs, what the other needs.
    fn seen_by(self, attacking: bool) -> (u32, u32) {
        if attacking { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    fn from_view(own: u32, other: u32, attacking: bool) -> Numbers {
        if attacking {
            Numbers { proof: own, disproof: other }
        } else {
            Numbers { proof: other, disproof: own }
        }
    }
}

/// The numbers of a position, and, for a defence, the lowest place in the line whose repetition it rests on.
#[derive(Clone, Copy)]
struct Found {
    numbers: Numbers,
    rests_on: i32,
}

/// A result that rests on no repetition.
const NOTHING: i32 = i32::MAX;

/// A result that rests on a line having become too long.
const CUT_SHORT: i32 = -1;

/// What is known of the choices in a position.
struct Children<'a> {
    found: &'a [(Choice, Found)],
    attacking: bool,
}

impl Children<'_> {
    fn own(&self) -> impl Iterator<Item = u32> {
        self.found.iter().map(|(_, found)| found.numbers.seen_by(self.attacking).0)
    }

    /// The side to move needs its cheapest choice ...
    fn cheapest(&self) -> u32 {
        self.own().min().unwrap_or(NEVER)
    }

    /// ... and the other side must refute all of them.
    fn total_of_other(&self) -> u32 {
        let others = self.found.iter().map(|(_, found)| found.numbers.seen_by(self.attacking).1);
        others.fold(0, u32::saturating_add)
    }

    /// The cheapest choice, and the cost of the next one.
    fn best_and_second(&self) -> (usize, u32) {
        let best = self.own().enumerate().min_by_key(|&(_, own)| own).map_or(0, |(index, _)| index);
        let second =
            self.own().enumerate().filter(|&(index, _)| index != best).map(|(_, own)| own).min();
        (best, second.unwrap_or(NEVER))
    }

    fn found_for_parent(&self, own: u32, other: u32) -> Found {
        let numbers = Numbers::from_view(own, other, self.attacking);
        let defences = self
            .found
            .iter()
            .filter(|(_, found)| found.numbers.disproof == 0)
            .map(|(_, found)| found.rests_on);
        let rests_on = match numbers.disproof {
            // The defender needs one defence; after each choice of the attacker there has to be one.
            0 if self.attacking => defences.min(),
            0 => defences.max(),
            _ => None,
        };
        Found { numbers, rests_on: rests_on.unwrap_or(NOTHING) }
    }
}

/// The bound on the positions to look at was reached.
struct OutOfNodes;

/// Lines are not followed further than this; the defender has then held out.
const LONGEST_LINE: usize = 150;

struct Search<'a> {
    board: Board,
    question: &'a Question,
    region: PointSet,
    table: HashMap<u128, Numbers>,
    /// The positions of the line being searched, with their places.
    line: HashMap<u128, i32>,
    nodes_left: u32,
}

impl Search<'_> {
    fn answer(&mut self, start: &State) -> Option<bool> {
        let mut numbers = self.look_at(start);
        if !numbers.is_decided() {
            let found = self.expand(start, NEVER, NEVER).ok()?;
            if found.rests_on == CUT_SHORT {
                return None;
            }
            numbers = found.numbers;
        }
        numbers.is_decided().then_some(numbers.proof == 0)
    }

    /// The numbers of a position as far as they are known, without expanding it.
    fn look_at(&mut self, state: &State) -> Numbers {
        let key = self.key(state);
        if let Some(&numbers) = self.table.get(&key) {
            return numbers;
        }
        let numbers = self.decided(state).map_or(Numbers::OPEN, Numbers::decided);
        self.table.insert(key, numbers);
        numbers
    }

    /// Searches a position until its numbers reach the limits, given in the order of [`Numbers::seen_by`].
    ///
    /// A capture never rests on a repetition, so it always goes into the table. A defence goes there only when the
    /// repeated positions it rests on all lie below, so that it does not depend on the way here.
    fn expand(
        &mut self,
        state: &State,
        own_limit: u32,
        other_limit: u32,
    ) -> Result<Found, OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        let attacking = state.to_move != self.question.defender;
        let key = self.key(state);
        let place = self.line.len() as i32;
        self.line.insert(key, place);
        let mut children = self.children(state);
        let result = loop {
            let sum = Children { found: &children, attacking };
            let (own, other) = (sum.cheapest(), sum.total_of_other());
            if own == 0 || other == 0 || own >= own_limit || other >= other_limit {
                break Ok(sum.found_for_parent(own, other));
            }
            let (best, second) = sum.best_and_second();
            let (_, best_other) = children[best].1.numbers.seen_by(attacking);
            let child_other_limit = (other_limit - other).saturating_add(best_other);
            let child_own_limit = own_limit.min(second.saturating_add(1 + second / 4));
            let (child, played) = self.make(state, children[best].0);
            // What the side to move calls its own is the other's for the child.
            let searched = self.expand(&child, child_other_limit, child_own_limit);
            self.unmake(played);
            match searched {
                Ok(found) => children[best].1 = found,
                Err(error) => break Err(error),
            }
        };
        self.line.remove(&key);
        let mut found = result?;
        if found.numbers.disproof != 0 || found.rests_on >= place {
            found.rests_on = NOTHING;
            self.table.insert(key, found.numbers);
        }
        Ok(found)
    }

    fn children(&mut self, state: &State) -> Vec<(Choice, Found)> {
        let mut children = Vec::new();
        for choice in self.choices(state) {
            let (child, played) = self.make(state, choice);
            let found = match self.line.get(&self.key(&child)) {
                Some(&place) => Found { numbers: Numbers::DEFENDED, rests_on: place },
                None if self.line.len() >= LONGEST_LINE => {
                    Found { numbers: Numbers::DEFENDED, rests_on: CUT_SHORT }
                }
                None => Found { numbers: self.look_at(&child), rests_on: NOTHING },
            };
            self.unmake(played);
            children.push((choice, found));
        }
        children
    }

    /// The answer where no search is needed: the play has ended, the target is unconditionally the one's or the other's.
    fn decided(&self, state: &State) -> Option<bool> {
        let defended = self
            .question
            .target
            .iter()
            .any(|point| self.board.get(point) == Some(self.question.defender));
        if state.passes >= 2 || !defended && !self.question.new_stones_count {
            return Some(!defended);
        }
        if defended && !self.could_be_safe() {
            return None;
        }
        if defended {
            let safe = pass_alive(&self.board, self.question.defender).stones;
            return safe.intersects(&self.question.target).then_some(false);
        }
        let attacker = pass_alive(&self.board, self.question.defender.opponent());
        self.question.target.is_subset(&attacker.points()).then_some(true)
    }

    /// A cheap test before the search for unconditional life, which needs two liberties.
    fn could_be_safe(&self) -> bool {
        let defender = self.question.defender;
        let mut stones =
            self.question.target.iter().filter(|&point| self.board.get(point) == Some(defender));
        stones.any(|point| self.board.has_liberties(point, 2))
    }

    fn choices(&self, state: &State) -> Vec<Choice> {
        let color = state.to_move;
        let plays = self
            .region
            .iter()
            .filter(|&point| self.board.is_empty(point) && !self.board.is_suicide(color, point))
            .filter(|&point| {
                !(state.bans.contains(&(color, point)) && self.is_ko_capture(color, point))
            })
            .map(Choice::Play);
        let for_ko = (self.question.ko == KoRule::PassForKo && !state.bans.is_empty())
            .then_some(Choice::PassForKo);
        plays.chain(for_ko).chain([Choice::Pass]).collect()
    }

    /// Whether the play takes exactly one stone with a stone that then has only that liberty.
    fn is_ko_capture(&self, color: Color, point: Point) -> bool {
        let mut taken = 0;
        for near in self.board.size().neighbours(point) {
            if self.board.get(near) != Some(color.opponent()) {
                return false;
            }
            if !self.board.has_liberties(near, 2) {
                taken += self.board.chain(near).count();
            }
        }
        taken == 1
    }

    fn make(&mut self, state: &State, choice: Choice) -> (State, Option<Played>) {
        let to_move = state.to_move.opponent();
        match choice {
            Choice::Play(point) => {
                let played = self.board.play(state.to_move, point).ok();
                let bans = self.bans_after(state, played.as_ref());
                (State { to_move, passes: 0, bans }, played)
            }
            Choice::PassForKo => (State { to_move, passes: 0, bans: Vec::new() }, None),
            Choice::Pass => {
                let bans = match self.question.ko {
                    KoRule::PassForKo => state.bans.clone(),
                    KoRule::Master(_) => Vec::new(),
                };
                (State { to_move, passes: state.passes + 1, bans }, None)
            }
        }
    }

    fn unmake(&mut self, played: Option<Played>) {
        if let Some(played) = played {
            self.board.undo(played);
        }
    }

    fn bans_after(&self, state: &State, played: Option<&Played>) -> Vec<(Color, Point)> {
        let other = state.to_move.opponent();
        let new = played.and_then(|played| self.board.ko_after(played)).map(|point| (other, point));
        match self.question.ko {
            KoRule::Master(master) => {
                new.into_iter().filter(|&(banned, _)| banned != master).collect()
            }
            KoRule::PassForKo => {
                let mut bans: Vec<_> = state.bans.iter().copied().chain(new).collect();
                bans.retain(|&(banned, point)| {
                    self.board.is_empty(point) && self.is_ko_capture(banned, point)
                });
                bans.sort_unstable_by_key(|&(color, point)| (color.index(), point));
                bans.dedup();
                bans
            }
        }
    }

    /// The board's hash with side to move, passes and bans mixed in.
    fn key(&self, state: &State) -> u128 {
        let turn = 1 + state.to_move.index() as u128 + 2 * u128::from(state.passes);
        let mut key = self.board.hash().0 ^ turn.wrapping_mul(MIX);
        for &(color, point) in &state.bans {
            key ^= (2048 + 2 * point.index() as u128 + color.index() as u128)
                .wrapping_mul(MIX)
                .rotate_left(64);
        }
        key
    }
}

/// An odd number with bits all over, to spread small ones (the golden ratio's fraction twice).
const MIX: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
