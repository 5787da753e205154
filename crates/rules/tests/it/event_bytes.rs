//! Any bytes as a game: what the fuzz target `events_replay` runs, here so that its corpus runs under plain `cargo test` too.

use std::sync::Arc;

use board::{BoardSize, Color, Move, Point, PointSet};
use rules::referee::{Case, judge};
use rules::{
    Decision, Edit, Ending, Event, GameState, Marking, Party, Phase, Ruleset, Score, Start,
};

/// One draw of the event generator: numbers, turned into an event that makes some sense for the state at hand.
pub(crate) type Draw = (u8, u16, u8);

fn color(n: u8) -> Color {
    if n.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// Any point of 25×25, mostly on the board.
pub(crate) fn point(n: u16, size: BoardSize) -> Point {
    let area = size.area() as u16;
    match n % 50 {
        0 => Point::new(25, 25).unwrap(),
        _ => size.points().nth(usize::from(n / 50 % area)).unwrap(),
    }
}

fn points(n: u16, size: BoardSize) -> PointSet {
    (0..n % 4).map(|i| point(n.rotate_left(u32::from(i) * 4).wrapping_mul(31), size)).collect()
}

fn decision(n: u16, to: Color, state: &GameState) -> Decision {
    match n % 16 {
        0 => Decision::Warning { to },
        1 => Decision::VoidMove { turn_lost: n & 64 != 0 },
        2 => Decision::Restore { moves: u32::from(n / 16) % (state.move_number() + 2) },
        3 => Decision::Stands,
        4 => Decision::PointPenalty {
            against: to,
            points: Score::half_points(i32::from(n / 16 % 8) - 1),
        },
        5 => Decision::Status {
            marking: Arc::new(Marking {
                dead: points(n / 16, state.size()),
                seki: PointSet::EMPTY,
            }),
        },
        6 | 7 => Decision::Recount,
        8 => Decision::Draw,
        9 => Decision::NoResult,
        10 => Decision::Replay,
        11 => Decision::Void,
        12 => Decision::Forfeit { loser: to },
        13 => Decision::BothLose,
        14 => Decision::Award { winner: to },
        _ => Decision::Note,
    }
}

pub(crate) fn event((kind, n, who): Draw, state: &GameState) -> Event {
    let by = color(who);
    let size = state.size();
    let to_move = state.position().to_move;
    match kind {
        0..150 => {
            Event::Move { by: if who == 9 { by } else { to_move }, mv: Move::Play(point(n, size)) }
        }
        150..190 => Event::Move { by: to_move, mv: Move::Pass },
        190..193 => Event::Resign { by },
        193..195 => Event::TimeLoss { by },
        195..200 => Event::MarkDead {
            by,
            marking: Arc::new(Marking {
                dead: points(n, size),
                seki: points(n.rotate_left(7), size),
            }),
        },
        200..210 => Event::Agree { by },
        210..215 => Event::Dispute { by: (who < 6).then_some(by) },
        215..220 => Event::Resume { asked_by: by },
        220..228 => Event::Undo { moves: u32::from(n % 6), asked_by: by },
        228..230 => Event::Pause { by: Party::Player(by) },
        230..234 => Event::Unpause { by: Party::Server },
        234..236 => Event::Seal { by: to_move, envelope: Arc::from(&n.to_le_bytes()[..]) },
        236..239 => Event::Unseal { mv: Move::Play(point(n, size)) },
        239..241 => Event::PlaceHandicap { stones: Arc::new(points(n, size)) },
        241..244 => {
            let sets =
                (points(n, size), points(n.rotate_left(5), size), points(n.rotate_left(9), size));
            Event::Edit(Arc::new(Edit {
                black: sets.0,
                white: sets.1,
                empty: sets.2,
                to_move: (who < 4).then_some(by),
            }))
        }
        244..247 => Event::ProposeEnd {
            by,
            ending: [Ending::Draw, Ending::NoResult, Ending::Replay][usize::from(n % 3)],
        },
        _ => Event::ruling(decision(n, by, state)),
    }
}

/// Ruleset, board and komi from the first three bytes.
fn start([ruleset, size, komi]: [u8; 3]) -> Start {
    const SIZES: [(u32, u32); 8] =
        [(1, 1), (2, 1), (2, 2), (3, 3), (4, 3), (5, 5), (9, 9), (25, 25)];
    const CHANGES: [&str; 4] = ["", " ko=psk", " ko=ssk suicide=yes", " ko=nssk suicide=groups"];
    let all = Ruleset::all();
    let name = &all[usize::from(ruleset) % all.len()].id;
    let ruleset = Ruleset::find(&format!("{name}{}", CHANGES[usize::from(size / 8 % 4)])).unwrap();
    let (columns, rows) = SIZES[usize::from(size % 8)];
    let mut start = Start::even(ruleset, BoardSize::new(columns, rows).unwrap());
    start.komi = Score::half_points(i32::from(komi) - 128);
    start
}

/// The laws of a game, for any bytes: nothing panics, refused means unchanged, what was accepted folds to the same state and
/// can be counted and judged.
pub(crate) fn check(bytes: &[u8]) {
    let Some((&head, rest)) = bytes.split_first_chunk::<3>() else { return };
    let start = start(head);
    let mut state = GameState::new(start.clone());
    for draw in rest.chunks_exact(4).take(2_000) {
        let event = event((draw[0], u16::from_le_bytes([draw[1], draw[2]]), draw[3] % 10), &state);
        let before = state.clone();
        if state.apply(event).is_err() {
            assert!(state == before, "refused, yet changed");
        }
        assert_eq!(state.outcome().is_some(), state.phase() == Phase::Done);
    }
    assert!(state.count().is_ok());
    let _ = (state.cycle(), state.offered_endings(), state.legal_plays());
    let folded = GameState::fold(start.clone(), state.events().cloned());
    assert!(folded.is_ok_and(|folded| folded == state), "folding gives another state");
    let verdict = judge(Case {
        start,
        events: state.events().cloned().collect(),
        marking: Marking::default(),
        fill: PointSet::EMPTY,
        claim: None,
    });
    assert!(verdict.state == state, "judging replays another game");
}

#[test]
fn the_fuzz_corpus_holds() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/events_replay");
    let files = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut count = 0;
    for file in files {
        check(&std::fs::read(file.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count > 0);
}
