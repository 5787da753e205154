use std::sync::Arc;

use nn::{FeatureOptions, Features, Net, NetworkOptions, PLANES};
use teach::{
    Dice, LabelHeader, Opinion, OwnPlay, Teacher, Thinker, label_length, own_play, write_label,
};

use crate::records::random_record;

fn net(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/nn/random_nets");
    std::fs::read(format!("{folder}/{name}")).unwrap()
}

/// Some network of the test data.
fn teacher_file() -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/nn/random_nets");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("v15"))
        .collect();
    names.sort();
    net(&names[0])
}

fn teacher() -> Teacher {
    Teacher::load(&teacher_file()).unwrap()
}

#[test]
fn a_label_has_its_length_and_its_planes() {
    let mut dice = Dice::new(1);
    let teacher = teacher();
    for round in 0..20 {
        let record = random_record(&mut dice);
        let mut games = Vec::new();
        record.visit(|ply, game| games.push((ply, game.clone()))).unwrap();
        let (ply, game) = games.pop().unwrap();
        let mut features = Features::new(game.size()).unwrap();
        Features::encode(&game, &FeatureOptions::default(), &mut features).unwrap();
        let opinion =
            teacher.judge(std::slice::from_ref(&game), 2, &mut dice).unwrap().pop().unwrap();
        let known = (round % 2 == 0).then_some(&opinion);
        let header = LabelHeader { game: record.game, ply, split: record.split, set: 3 };
        let mut bytes = Vec::new();
        write_label(&header, &game, &features, known, &mut bytes);
        let area = game.size().area();
        assert_eq!(bytes.len(), label_length(area));
        assert_eq!(bytes[..8], record.game.to_le_bytes());
        assert_eq!(bytes[13] & 1, u8::from(known.is_some()));
        let columns = usize::from(game.size().columns());
        for plane in 0..PLANES {
            let packed = &bytes[128 + plane * area.div_ceil(8)..];
            for point in 0..area {
                let bit = packed[point / 8] >> (point % 8) & 1 == 1;
                assert_eq!(bit, features.is_set(plane, point / columns, point % columns));
            }
        }
        let policy = &bytes[128 + PLANES * area.div_ceil(8)..][..=area];
        for (point, &byte) in game.size().points().zip(policy) {
            let legal = game.is_legal(board::Move::Play(point));
            assert_eq!(byte != 255, legal);
            assert!(known.is_some() || !legal || byte == 0);
        }
        if known.is_some() {
            let weights =
                policy.iter().filter(|&&b| b != 255).map(|&b| (f64::from(b) / -16.0).exp());
            let sum: f64 = weights.sum();
            assert!((sum - 1.0).abs() < 0.03, "{sum}");
        }
    }
}

#[test]
fn a_search_improves_the_label_and_nothing_else() {
    let net = Arc::new(Net::load(&teacher_file(), &NetworkOptions::default()).unwrap());
    let mut dice = Dice::new(5);
    let record = random_record(&mut dice);
    let mut games = Vec::new();
    record.visit(|_, game| games.push(game.clone())).unwrap();
    let game = games.first().unwrap();
    let raw = teacher().judge(std::slice::from_ref(game), 1, &mut dice).unwrap().pop().unwrap();
    let thought = || {
        let mut opinion = raw.clone();
        Thinker::new(net.clone(), 40, 7).improve(game, &mut opinion).unwrap();
        opinion
    };
    let opinion = thought();
    assert_eq!(opinion, thought(), "the same seed gives the same thoughts");
    for (before, after) in raw.policy.iter().zip(&opinion.policy) {
        assert_eq!(*before < 0.0, *after < 0.0, "illegal moves stay so");
    }
    let sum: f32 = opinion.policy.iter().filter(|p| **p >= 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    let outcomes: f32 = opinion.value.iter().sum();
    assert!((outcomes - 1.0).abs() < 1e-4 && opinion.value.iter().all(|p| *p >= 0.0));
    assert_ne!(opinion.policy, raw.policy);
    assert_eq!(opinion.scores[3..], raw.scores[3..]);
}

#[test]
fn all_eight_symmetries_give_the_same_opinion_in_any_order() {
    let mut dice = Dice::new(2);
    let teacher = teacher();
    let record = random_record(&mut dice);
    let mut games = Vec::new();
    record.visit(|_, game| games.push(game.clone())).unwrap();
    let one = teacher.judge(&games, 8, &mut Dice::new(3)).unwrap();
    let other = teacher.judge(&games, 8, &mut Dice::new(4)).unwrap();
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4);
    for (a, b) in one.iter().zip(&other) {
        assert!(near(&a.value, &b.value) && near(&a.policy, &b.policy));
        assert!(near(&a.ownership, &b.ownership) && near(&a.scores, &b.scores));
        let Opinion { value, policy, .. } = a;
        assert!((value.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        let legal: f32 = policy.iter().filter(|p| **p >= 0.0).sum();
        assert!((legal - 1.0).abs() < 1e-4);
    }
}

#[test]
fn a_network_plays_legal_games_to_their_ends() {
    let teacher = teacher();
    let mut options = OwnPlay::default();
    options.deal.sides = vec![(7, 1.0), (9, 1.0)];
    let played = own_play(&teacher, &options, 12, &mut Dice::new(5)).unwrap();
    assert_eq!(played.len(), 12);
    for record in &played {
        let mut kept = record.clone();
        kept.keep_legal();
        assert_eq!(kept.moves.len(), record.moves.len());
        assert!(!record.moves.is_empty());
    }
    assert_eq!(played, own_play(&teacher, &options, 12, &mut Dice::new(5)).unwrap());
}

#[test]
fn bytes_that_are_no_network_do_not_teach() {
    assert!(Teacher::load(b"nonsense").is_err());
}
