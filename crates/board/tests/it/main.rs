//! The board against a rebuilt one, on random games of every size.

mod shared;

use board::{
    Board, BoardSize, Color, Coordinates, Hash, IllegalPlay, Move, Played, Playout, Point,
    PointSet, Position, Setup, Symmetry,
};
use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn size() -> impl Strategy<Value = BoardSize> {
    prop_oneof![
        (1u32..=25, 1u32..=25),
        (1u32..=5).prop_map(|lines| (lines, lines)),
        Just((25, 25)),
        Just((1, 25)),
    ]
    .prop_map(|(columns, rows)| BoardSize::new(columns, rows).expect("within 25"))
}

/// A board and tries at plays: fractions of the list of points.
fn game() -> impl Strategy<Value = (BoardSize, Vec<(bool, u16)>)> {
    (size(), prop::collection::vec(any::<(bool, u16)>(), 0..400))
}

fn tries(size: BoardSize, raw: &[(bool, u16)]) -> Vec<(Color, Point)> {
    let points: Vec<Point> = size.points().collect();
    let color = |black| if black { Color::Black } else { Color::White };
    raw.iter().map(|&(black, at)| (color(black), points[usize::from(at) % points.len()])).collect()
}

/// Chains and liberties by flood fill over the stones alone.
fn check_against_flood_fill(board: &Board) {
    let empty = board.empty();
    for color in Color::BOTH {
        let parts: Vec<PointSet> = board.stones(color).components().collect();
        assert_eq!(board.chains(color).collect::<Vec<_>>(), parts);
        assert_eq!(board.stone_count(color) as usize, board.stones(color).len());
        for chain in parts {
            let stone = chain.first().expect("a component has a point");
            let liberties = chain.dilate() & empty;
            assert!(!liberties.is_empty(), "a chain without liberties:\n{board:?}");
            assert_eq!(board.liberties(stone), liberties);
            assert!(board.has_liberties(stone, liberties.len()));
            assert!(!board.has_liberties(stone, liberties.len() + 1));
        }
    }
}

/// Takes chains without liberties off by flood fill: the slow statement of RULEBOOK 2.2.
fn slow_play(setup: &Setup, color: Color, point: Point) -> Setup {
    let mut after = setup.clone();
    after.set(point, Some(color));
    for side in [color.opponent(), color] {
        let empty = after.size().all() - after.stones(Color::Black) - after.stones(Color::White);
        let dead: Vec<PointSet> =
            after.stones(side).components().filter(|c| !c.dilate().intersects(&empty)).collect();
        for stone in dead.into_iter().flatten() {
            after.set(stone, None);
        }
    }
    after
}

proptest! {
    #[test]
    fn plays_equal_the_slow_statement_and_undo_restores((size, raw) in game()) {
        let mut board = Board::new(size);
        let mut history: Vec<(Board, Played)> = Vec::new();
        for (color, point) in tries(size, &raw) {
            let before = board.clone();
            let suicide = board.is_suicide(color, point);
            let capture = board.is_capture(color, point);
            let Ok(played) = board.play(color, point) else {
                prop_assert!(before.get(point).is_some());
                prop_assert_eq!(&board, &before);
                continue;
            };
            prop_assert_eq!(suicide, played.self_captured_count() > 0);
            prop_assert_eq!(capture, played.captured_count() > 0);
            prop_assert_eq!(Setup::from(&board), slow_play(&Setup::from(&before), color, point));
            let taken = before.stones(color.opponent()) - board.stones(color.opponent());
            prop_assert_eq!(board.captured_points(&played), taken);
            history.push((before, played));
        }
        check_against_flood_fill(&board);
        let rebuilt = Setup::from(&board).build().expect("every chain has a liberty");
        prop_assert_eq!(board.hash(), rebuilt.hash());
        prop_assert_eq!(&board, &rebuilt);
        while let Some((before, played)) = history.pop() {
            board.undo(played);
            prop_assert_eq!(&board, &before);
            prop_assert_eq!(board.hash(), before.hash());
        }
        check_against_flood_fill(&board);
        prop_assert_eq!(board.hash(), Hash::default());
    }

    /// RULEBOOK 2.4: a play that takes one stone and leaves the board as it was before the opponent's play is the ko.
    #[test]
    fn the_ko_point_is_where_the_board_would_come_back((size, raw) in game()) {
        let mut board = Board::new(size);
        for (color, point) in tries(size, &raw) {
            let before = board.clone();
            let Ok(played) = board.play(color, point) else { continue };
            let mut banned = PointSet::EMPTY;
            for retake in board.empty() {
                let mut after = board.clone();
                let record = after.play(color.opponent(), retake).expect("an empty point");
                if record.captured_count() == 1 && after == before {
                    banned.insert(retake);
                }
            }
            prop_assert_eq!(board.ko_after(&played).into_iter().collect::<PointSet>(), banned);
        }
    }

    #[test]
    fn undo_in_the_middle_keeps_chains_right((size, raw) in game(), keep in 0usize..200) {
        let mut board = Board::new(size);
        let mut records = Vec::new();
        let tries = tries(size, &raw);
        for &(color, point) in &tries {
            records.extend(board.play(color, point).ok());
        }
        while records.len() > keep {
            board.undo(records.pop().expect("more than keep"));
        }
        check_against_flood_fill(&board);
        for &(color, point) in tries.iter().rev() {
            records.extend(board.play(color, point).ok());
        }
        check_against_flood_fill(&board);
    }

    #[test]
    fn symmetries_commute_with_play((size, raw) in game()) {
        for symmetry in Symmetry::all() {
            let (mut board, mut turned) = (Board::new(size), Board::new(symmetry.size(size)));
            for (color, point) in tries(size, &raw) {
                let image = symmetry.apply(point, size);
                prop_assert_eq!(symmetry.inverse().apply(image, symmetry.size(size)), point);
                let counts = |played: Played| (played.captured_count(), played.self_captured_count());
                prop_assert_eq!(board.play(color, point).map(counts).ok(), turned.play(color, image).map(counts).ok());
            }
            let image: PointSet = board.stones(Color::Black).iter().map(|p| symmetry.apply(p, size)).collect();
            prop_assert_eq!(image, turned.stones(Color::Black));
        }
    }

    #[test]
    fn coordinates_are_read_as_written(size in size(), at in any::<u16>()) {
        let point = size.points().nth(usize::from(at) % size.area()).expect("within the area");
        for style in Coordinates::ALL {
            let text = style.format(point, size);
            prop_assert_eq!(style.parse(&text, size), Ok(point));
            prop_assert_eq!(Coordinates::parse_any(&text, size).map(|(point, _)| point), Ok(point));
        }
    }

    #[test]
    fn bad_coordinates_are_refused_without_panic(text in "\\PC{0,6}", size in size()) {
        for style in Coordinates::ALL {
            if let Ok(point) = style.parse(&text, size) {
                prop_assert!(size.contains(point));
            }
        }
    }

    #[test]
    fn playouts_end_in_a_legal_board(size in size(), seed in any::<u64>()) {
        let mut playout = Playout::new(&Position::new(Board::new(size), Color::Black));
        let end = playout.run(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        prop_assert!(end.moves >= 2);
        let mut setup = Setup::new(size);
        for color in Color::BOTH {
            for stone in playout.stones(color) {
                setup.set(stone, Some(color));
            }
        }
        prop_assert!(setup.build().is_ok());
        prop_assert!(playout.area(Color::Black) + playout.area(Color::White) <= size.area() as u32);
    }

    #[test]
    fn sets_behave_as_sets_of_points(size in size(), raw in prop::collection::vec(any::<u16>(), 0..80)) {
        let points: Vec<Point> = tries(size, &raw.iter().map(|&at| (true, at)).collect::<Vec<_>>()).into_iter().map(|(_, p)| p).collect();
        let set: PointSet = points.iter().copied().collect();
        let mut sorted: Vec<Point> = points.clone();
        sorted.sort();
        sorted.dedup();
        prop_assert_eq!(set.iter().collect::<Vec<_>>(), sorted);
        prop_assert_eq!((size.all() - set).len(), size.area() - set.len());
        let around: PointSet = set.iter().flat_map(|point| size.neighbours(point)).collect();
        prop_assert_eq!(set.dilate() & size.all(), set | around);
        let parts: Vec<PointSet> = set.components().collect();
        prop_assert_eq!(parts.iter().fold(PointSet::EMPTY, |all, &part| all | part), set);
        for (i, part) in parts.iter().enumerate() {
            prop_assert!(parts[i + 1..].iter().all(|other| !other.intersects(&part.dilate())));
        }
    }
}

/// All colourings of a board, counted when every chain has a liberty (OEIS A094777).
fn legal_positions(lines: u32) -> u64 {
    let size = BoardSize::square(lines).expect("a valid size");
    let points: Vec<Point> = size.points().collect();
    let colourings = 3u64.pow(points.len() as u32);
    let legal = |number: &u64| {
        let mut rest = *number;
        let mut setup = Setup::new(size);
        for &point in &points {
            setup.set(point, [None, Some(Color::Black), Some(Color::White)][(rest % 3) as usize]);
            rest /= 3;
        }
        setup.build().is_ok()
    };
    (0..colourings).filter(legal).count() as u64
}

#[test]
fn legal_positions_of_tiny_boards() {
    assert_eq!([1, 2, 3].map(legal_positions), [1, 57, 12_675]);
}

#[test]
#[ignore = "slow: 43 million colourings"]
fn legal_positions_of_4x4() {
    assert_eq!(legal_positions(4), 24_318_165);
}

#[test]
fn basic_ko_is_one_point_for_one_turn() {
    let board = Board::from_rows(&[".XO.", "X.XO", ".XO.", "...."]).expect("a board");
    let at = |text| Coordinates::Gtp.parse(text, board.size()).expect("a point");
    let mut position = Position::new(board.clone(), Color::White);
    position.play(Move::Play(at("B3"))).expect("takes the ko");
    assert_eq!(position.ko, Some(at("C3")));
    assert_eq!(position.check(at("C3")), Err(IllegalPlay::Ko(at("C3"))));
    position.play(Move::Pass).expect("a pass is always legal");
    position.play(Move::Pass).expect("a pass is always legal");
    assert_eq!(position.check(at("C3")), Ok(()));
}

#[test]
fn a_position_copies_in_under_8_kb() {
    assert!(size_of::<Position>() < 8192, "{} bytes", size_of::<Position>());
    assert_eq!(size_of::<Option<Point>>(), 2);
}

#[test]
fn chinese_coordinates_of_the_rule_book() {
    let size = BoardSize::square(19).expect("a valid size");
    for (chinese, gtp, sgf) in
        [("5．十路", "E10", "ej"), ("10．十一路", "K9", "jk"), ("19．一路", "T19", "sa")]
    {
        let point = Coordinates::Chinese.parse(chinese, size).expect("a point");
        assert_eq!(Coordinates::Gtp.format(point, size), gtp);
        assert_eq!(Coordinates::Sgf.format(point, size), sgf);
    }
    let at = |style: Coordinates, text| style.parse(text, size).map(|p| (p.column(), p.row()));
    assert_eq!(at(Coordinates::Chinese, "１０．十一路"), Ok((10, 11)));
    assert_eq!(at(Coordinates::Chinese, " 10.十一 "), Ok((10, 11)));
    assert_eq!(at(Coordinates::Numeric, "１６－４"), Ok((16, 4)));
    assert_eq!(at(Coordinates::Gtp, "ｑ１６"), Ok((16, 4)));
    for wrong in ["I5", "A0", "A20", "U1", "", "Q", "16", "٣3"] {
        assert!(Coordinates::Gtp.parse(wrong, size).is_err(), "{wrong:?}");
    }
}

#[test]
fn play_and_undo_allocate_nothing() {
    let size = BoardSize::square(19).expect("a valid size");
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    let mut records = Vec::with_capacity(3 * points.len());
    let counted = allocation_counter::measure(|| {
        for turn in 0..3 * points.len() {
            let point = points[turn * 89 % points.len()];
            records.extend(board.play(Color::BOTH[turn % 2], point).ok());
        }
        while let Some(played) = records.pop() {
            board.undo(played);
        }
    });
    assert_eq!(counted.count_total, 0);
    assert_eq!(board.hash(), Hash::default());
}
