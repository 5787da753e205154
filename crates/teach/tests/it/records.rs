use std::collections::HashSet;

use board::{BoardSize, Color, Move, Point, Symmetry};
use nn::{Game, NetRules, Turn};
use rules::{GameState, Ruleset, Start};
use teach::{Deal, Dice, GameRecord, RecordError, Split, game_identity, pick, position_identity};

/// A record with random moves and some positions.
pub(crate) fn random_record(dice: &mut Dice) -> GameRecord {
    let mut record =
        Deal { handicaps: 0.3, rectangles: 0.3, ..Deal::default() }.game(dice).unwrap();
    let mut game = record.start().unwrap();
    for _ in 0..60 {
        let legal: Vec<Point> = game.legal_plays().iter().collect();
        let mv = match legal.is_empty() || dice.chance(0.05) {
            true => Move::Pass,
            false => Move::Play(legal[dice.below(legal.len())]),
        };
        record.moves.push(Turn { by: game.to_move(), mv });
        game.play(mv).unwrap();
        if game.is_finished() {
            break;
        }
    }
    record.identify(100);
    record.plies = pick(&record, 6, dice).unwrap();
    record
}

#[test]
fn records_are_read_as_written() {
    let mut dice = Dice::new(1);
    let records: Vec<GameRecord> = (0..200).map(|_| random_record(&mut dice)).collect();
    let mut bytes = Vec::new();
    records.iter().for_each(|record| record.write(&mut bytes));
    let mut rest = bytes.as_slice();
    for record in &records {
        let (read, after) = GameRecord::read(rest).unwrap();
        assert_eq!(read, *record);
        rest = after;
    }
    assert!(rest.is_empty());
}

#[test]
fn broken_records_are_refused_and_never_panic() {
    let mut dice = Dice::new(2);
    for _ in 0..30 {
        let mut bytes = Vec::new();
        random_record(&mut dice).write(&mut bytes);
        for end in 0..bytes.len() {
            assert_eq!(GameRecord::read(&bytes[..end]).unwrap_err(), RecordError::Short);
        }
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            let at = dice.below(damaged.len());
            damaged[at] = dice.below(256) as u8;
            if let Ok((record, _)) = GameRecord::read(&damaged) {
                let _ = record.visit(|_, game| assert!(game.size() == record.size));
            }
        }
    }
}

#[test]
fn identities_are_the_same_for_all_symmetries_and_for_nothing_else() {
    let mut dice = Dice::new(3);
    let (mut games, mut positions) = (HashSet::new(), HashSet::new());
    for _ in 0..40 {
        let record = random_record(&mut dice);
        assert!(games.insert(record.game));
        let mut own = Vec::new();
        record.visit(|_, game| own.push(position_identity(game))).unwrap();
        for symmetry in Symmetry::all() {
            let turn = |point: Point| symmetry.apply(point, record.size);
            let mut turned = GameRecord { size: symmetry.size(record.size), ..record.clone() };
            turned.setup.iter_mut().for_each(|(point, _)| *point = turn(*point));
            for Turn { mv, .. } in &mut turned.moves {
                if let Move::Play(point) = mv {
                    *point = turn(*point);
                }
            }
            assert_eq!(game_identity(&turned), record.game);
            let mut other = Vec::new();
            turned.visit(|_, game| other.push(position_identity(game))).unwrap();
            assert_eq!(own, other);
        }
        positions.extend(own.iter().copied());
        let mut longer = record.clone();
        longer.moves.pop();
        assert_ne!(game_identity(&longer), record.game);
    }
    assert!(positions.len() > 150);
}

#[test]
fn picked_plies_are_spread_and_never_after_the_end() {
    let mut dice = Dice::new(4);
    let mut after_a_pass = 0;
    for _ in 0..200 {
        let record = random_record(&mut dice);
        assert!(!record.plies.is_empty() && record.plies.len() <= 6);
        assert!(record.plies.windows(2).all(|pair| pair[0] < pair[1]));
        record
            .visit(|_, game| {
                assert!(!game.is_finished());
                let last = game.last_moves().first();
                after_a_pass += u32::from(last.is_some_and(|turn| turn.mv == Move::Pass));
            })
            .unwrap();
    }
    assert!(after_a_pass > 50, "{after_a_pass}");
}

#[test]
fn games_are_split_in_the_shares_asked_for() {
    let mut counts = [0; 3];
    for game in 0..20_000u64 {
        let split = Split::of(game, 50);
        assert_eq!(split, Split::of(game, 50));
        counts[split as usize] += 1;
    }
    assert!(counts[1..].iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    assert_eq!(Split::of(7, 0), Split::Train);
}

#[test]
fn a_game_of_ours_becomes_a_record_up_to_what_networks_know() {
    let size = BoardSize::square(9).unwrap();
    let mut state = GameState::new(Start::even(Ruleset::find("japanese").unwrap(), size));
    for (column, row) in [(3, 3), (7, 7), (3, 7)] {
        state.play(Move::Play(Point::new(column, row).unwrap())).unwrap();
    }
    state.play(Move::Pass).unwrap();
    let record = GameRecord::from_state(&state, NetRules::JAPANESE).unwrap();
    assert_eq!((record.first, record.moves.len(), record.komi), (Color::Black, 4, state.komi()));
    let mut last = None;
    let all = GameRecord { plies: vec![0, 4], ..record };
    all.visit(|ply, game: &Game| last = Some((ply, game.board().clone()))).unwrap();
    assert_eq!(last, Some((4, state.board().clone())));
    let large = GameState::new(Start::even(Ruleset::chinese(), BoardSize::square(21).unwrap()));
    assert_eq!(GameRecord::from_state(&large, NetRules::CHINESE), None);
}
