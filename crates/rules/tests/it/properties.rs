//! Laws that hold for every game: refused means unchanged, folding is deterministic, undo is exact, symmetries and colours
//! do not matter.

use std::sync::Arc;

use crate::event_bytes::{Draw, event, point};
use board::{Board, BoardSize, ByColor, Color, Move, Point, PointSet, Setup, Symmetry};
use proptest::prelude::*;
use rules::{
    Decision, Edit, Event, GameState, Marking, Phase, Refused, Ruleset, Score, Start, Terms, count,
    perft,
};

fn draws(length: usize) -> impl Strategy<Value = Vec<Draw>> {
    prop::collection::vec((any::<u8>(), any::<u16>(), 0..10u8), 0..length)
}

/// Every ruleset, and one with each other kind of repetition and suicide.
fn any_ruleset() -> impl Strategy<Value = Arc<Ruleset>> {
    let names: Vec<String> = Ruleset::all()
        .iter()
        .map(|r| r.id.clone())
        .chain(
            [
                "chinese ko=psk",
                "japanese ko=ssk suicide=yes",
                "nz ko=simple",
                "chinese suicide=groups ko=nssk",
            ]
            .map(str::to_owned),
        )
        .collect();
    prop::sample::select(names).prop_map(|name| Ruleset::find(&name).unwrap())
}

fn any_size() -> impl Strategy<Value = BoardSize> {
    prop::sample::select(vec![(1, 1), (2, 2), (3, 3), (5, 1), (4, 3), (5, 5), (9, 9)])
        .prop_map(|(c, r)| BoardSize::new(c, r).unwrap())
}

/// Applies the draws, refused ones dropped.
fn played(start: Start, draws: Vec<Draw>) -> GameState {
    let mut state = GameState::new(start);
    for draw in draws {
        let _ = state.apply(event(draw, &state));
    }
    state
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn refused_means_unchanged_and_folding_is_deterministic(
        ruleset in any_ruleset(), size in any_size(), draws in draws(120),
    ) {
        let start = Start::even(ruleset, size);
        let mut state = GameState::new(start.clone());
        for draw in draws {
            let before = state.clone();
            let event = event(draw, &state);
            let accepts = state.accepts(&event).is_ok();
            match state.apply(event) {
                Ok(_) => prop_assert!(accepts && state.event_count() == before.event_count() + 1),
                Err(_) => prop_assert!(!accepts && state == before),
            }
            prop_assert_eq!(state.outcome().is_some(), state.phase() == Phase::Done);
            prop_assert!(state.count().is_ok());
        }
        let again = GameState::fold(start, state.events().cloned());
        prop_assert!(again.is_ok_and(|again| again == state));
    }

    #[test]
    fn the_legal_list_is_what_is_legal(ruleset in any_ruleset(), size in any_size(), draws in draws(80)) {
        let state = played(Start::even(ruleset, size), draws);
        let list = state.legal_plays();
        for point in size.points() {
            let mv = Move::Play(point);
            prop_assert_eq!(list.contains(point), state.is_legal(mv) && state.phase() == Phase::Play);
            let mut next = state.clone();
            prop_assert_eq!(next.play(mv).is_ok(), list.contains(point));
        }
    }

    #[test]
    fn undo_is_exact(ruleset in any_ruleset(), size in any_size(), moves in prop::collection::vec(any::<u16>(), 1..60), back in 1..8u32) {
        let mut state = GameState::new(Start::even(ruleset, size));
        let mut states = vec![state.clone()];
        for n in moves {
            let mv = if n % 7 == 0 { Move::Pass } else { Move::Play(point(n, size)) };
            if state.play(mv).is_ok() {
                states.push(state.clone());
            }
        }
        let back = back.min(state.move_number());
        if back > 0 && state.phase() != Phase::Done {
            state.apply(Event::Undo { moves: back, asked_by: Color::Black }).unwrap();
            let earlier = &states[states.len() - 1 - back as usize];
            prop_assert_eq!(state.position(), earlier.position());
            prop_assert_eq!(state.legal_plays(), earlier.legal_plays());
            prop_assert_eq!(state.terms(), earlier.terms());
            prop_assert_eq!(state.cycle(), earlier.cycle());
            prop_assert_eq!((state.phase(), state.move_number()), (earlier.phase(), earlier.move_number()));
            prop_assert!(state.line().take(earlier.event_count() as usize).eq(earlier.line()));
        }
    }

    #[test]
    fn a_cycle_is_a_situation_come_back(size in any_size(), picks in prop::collection::vec(any::<u16>(), 1..200)) {
        let mut state = GameState::new(Start::even(Ruleset::chinese(), size));
        let mut states = vec![state.clone()];
        for n in picks {
            let legal: Vec<Point> = state.legal_plays().iter().collect();
            let mv = legal.get(usize::from(n) % (legal.len() + 1)).map_or(Move::Pass, |&p| Move::Play(p));
            if state.play(mv).is_err() || state.phase() != Phase::Play {
                break;
            }
            let situation = |s: &GameState| (s.board().clone(), s.to_move(), s.position().ko);
            let earlier = states.iter().rev().find(|s| situation(s) == situation(&state));
            let cycle = state.cycle();
            prop_assert_eq!(cycle.map(|c| c.first_seen), earlier.map(GameState::move_number));
            if let (Some(cycle), Some(earlier)) = (cycle, earlier) {
                prop_assert_eq!(cycle.plies, state.move_number() - earlier.move_number());
                let taken = |c: Color| state.prisoners()[c] - earlier.prisoners()[c];
                prop_assert_eq!(cycle.captured, ByColor::from_fn(taken));
            }
            states.push(state.clone());
        }
    }

    #[test]
    fn symmetries_commute_with_play(ruleset in any_ruleset(), size in any_size(), draws in draws(60)) {
        let state = played(Start::even(ruleset.clone(), size), draws);
        for symmetry in Symmetry::all() {
            let mut image = GameState::new(Start::even(ruleset.clone(), symmetry.size(size)));
            for event in state.events() {
                let applied = image.apply(turned(event, symmetry, size));
                prop_assert!(applied.is_ok());
            }
            prop_assert_eq!(image.legal_plays(), turned_set(&state.legal_plays(), symmetry, size));
            prop_assert_eq!(image.outcome(), state.outcome());
            prop_assert_eq!(image.count().unwrap().margin, state.count().unwrap().margin);
            prop_assert_eq!(image.cycle(), state.cycle());
        }
    }

    #[test]
    fn swapping_colours_negates_the_score(
        ruleset in any_ruleset(), size in any_size(), cells in prop::collection::vec(0..3u8, 81), marks in any::<(u64, u64)>(),
        taken in any::<(u8, u8)>(), handicap in 0..10u32,
    ) {
        let mut setup = Setup::new(size);
        for (p, cell) in size.points().zip(cells) {
            setup.set(p, [None, Some(Color::Black), Some(Color::White)][usize::from(cell)]);
        }
        let Ok(board) = setup.build() else { return Ok(()) };
        let chosen = |bits: u64| size.points().enumerate().filter(|(i, p)| bits >> (i % 64) & 1 == 1 && !board.is_empty(*p)).map(|(_, p)| p).collect::<PointSet>();
        let dead = chosen(marks.0 & marks.1);
        let terms = Terms {
            dead,
            seki: chosen(marks.0) - dead,
            prisoners: ByColor::new(taken.0.into(), taken.1.into()),
            passes: ByColor::new((taken.1 % 5).into(), (taken.0 % 5).into()),
            ..Terms::default()
        };
        let swapped_terms = Terms { prisoners: terms.prisoners.swapped(), passes: terms.passes.swapped(), ..terms.clone() };
        let mine = count(&board, &ruleset, &terms).unwrap();
        let theirs = count(&colours_swapped(&board), &ruleset, &swapped_terms).unwrap();
        prop_assert_eq!(mine.margin, -theirs.margin);
        prop_assert_eq!(mine.sides, theirs.sides.swapped());
        // Komi, compensation and penalties move the margin by just what they say.
        let komi = Score::half_points(13);
        let with = Terms { komi, handicap, penalties: ByColor::new(Score::points(2), Score::ZERO), ..terms };
        let moved = count(&board, &ruleset, &with).unwrap();
        prop_assert_eq!(moved.margin, mine.margin - komi - ruleset.compensation_for(handicap) - Score::points(2));
        prop_assert_eq!(moved.margin.as_half_points() > 0, moved.outcome().winner() == Some(Color::Black) && moved.outcome().margin() != Some(Score::ZERO));
    }
}

fn turned_set(set: &PointSet, symmetry: Symmetry, size: BoardSize) -> PointSet {
    set.iter().map(|p| symmetry.apply(p, size)).collect()
}

fn turned(event: &Event, symmetry: Symmetry, size: BoardSize) -> Event {
    let mv = |mv: Move| match mv {
        Move::Play(p) => Move::Play(symmetry.apply(p, size)),
        Move::Pass => Move::Pass,
    };
    // An illegal sealed move may lie off the board, where symmetries mean nothing; its turned image is off the board too.
    let seal = |m: Move| match m {
        Move::Play(p) if !size.contains(p) => m,
        m => mv(m),
    };
    let set = |set: &PointSet| turned_set(set, symmetry, size);
    let marking = |m: &Marking| Marking { dead: set(&m.dead), seki: set(&m.seki) };
    match event {
        Event::Move { by, mv: m } => Event::Move { by: *by, mv: mv(*m) },
        Event::Unseal { mv: m } => Event::Unseal { mv: seal(*m) },
        Event::PlaceHandicap { stones } => Event::PlaceHandicap { stones: Arc::new(set(stones)) },
        Event::Edit(e) => Event::Edit(Arc::new(Edit {
            black: set(&e.black),
            white: set(&e.white),
            empty: set(&e.empty),
            to_move: e.to_move,
        })),
        Event::MarkDead { by, marking: m } => {
            Event::MarkDead { by: *by, marking: Arc::new(marking(m)) }
        }
        Event::Ruling(r) => match &r.decision {
            Decision::Status { marking: m } => {
                Event::ruling(Decision::Status { marking: Arc::new(marking(m)) })
            }
            _ => event.clone(),
        },
        other => other.clone(),
    }
}

fn colours_swapped(board: &Board) -> Board {
    let mut setup = Setup::new(board.size());
    for p in board.size().points() {
        setup.set(p, board.get(p).map(Color::opponent));
    }
    setup.build().unwrap()
}

fn tromp_taylor(columns: u32, rows: u32) -> GameState {
    let size = BoardSize::new(columns, rows).unwrap();
    GameState::new(Start::even(Ruleset::find("tromp_taylor").unwrap(), size))
}

#[test]
fn perft_by_hand() {
    // One point: suicide is a repetition, so passing is all there is, and two passes end it.
    for depth in 0..4 {
        assert_eq!(perft(&tromp_taylor(1, 1), depth), 1);
    }
    // Two points: two plays and a pass; then the other point takes, or a pass, or after a pass both points and the end.
    let state = tromp_taylor(2, 1);
    assert_eq!(perft(&state, 1), 3);
    assert_eq!(perft(&state, 2), 2 * 2 + 3);
    let five = GameState::new(Start::even(Ruleset::chinese(), BoardSize::square(5).unwrap()));
    assert_eq!(perft(&five, 2), 25 * 25 + 26);
}

#[test]
fn very_long_games_stay_cheap() {
    // Under superko each lookup is logarithmic; a scan of the history would make this quadratic.
    let size = BoardSize::square(19).unwrap();
    let mut state = GameState::new(Start::even(Ruleset::find("nz").unwrap(), size));
    let points: Vec<Point> = size.points().collect();
    let mut n = 1_u64;
    for _ in 0..200_000 {
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let point = points[(n >> 33) as usize % points.len()];
        // A crowded board is passed on until suicide or a capture makes room.
        let mv = if n >> 58 == 0 { Move::Pass } else { Move::Play(point) };
        if let Err(Refused::WrongPhase { .. }) = state.play(mv) {
            state.apply(Event::Dispute { by: None }).unwrap();
        }
    }
    assert!(state.move_number() > 20_000, "{}", state.move_number());
    // Going far back, past what a long game keeps at hand, ends where playing the shorter line ends.
    for back in [1, 255, 300, 5_000] {
        let left = state.move_number() - back;
        state.apply(Event::Undo { moves: back, asked_by: Color::Black }).unwrap();
        assert_eq!(state.move_number(), left);
        let line: Vec<Event> =
            state.line().filter(|e| !matches!(e, Event::Undo { .. })).cloned().collect();
        let replayed = GameState::fold(state.start().clone(), line).unwrap();
        assert_eq!(replayed.position(), state.position());
        assert_eq!(replayed.legal_plays(), state.legal_plays());
    }
    assert!(state.clone() == state);
}
