use std::collections::HashMap;
use std::path::Path;

use board::{BoardSize, Setup};
use nn::{
    EvaluateError, Evaluation, FeatureOptions, Features, Game, HumanProfile, Meaning, Model, Net,
    NetRules, NetworkOptions, PLANES, PostOptions, Question, Situation, Symmetry, post_process,
    reference, sha256,
};
use rules::Score;

use crate::samples::{files, model};
use crate::vectors;

fn net(name: &str) -> Net {
    let (_, bytes) = files().into_iter().find(|(file, _)| file.starts_with(name)).unwrap();
    Net::load(&bytes, &NetworkOptions::default()).unwrap()
}

fn games() -> Vec<Game> {
    vectors::read("positions.jsonl").iter().map(vectors::Vector::game).collect()
}

fn ask(net: &Net, questions: &[Question<'_>]) -> Vec<Evaluation> {
    let mut answers = vec![Evaluation::default(); questions.len()];
    net.evaluate(questions, &mut answers).unwrap();
    answers
}

/// The same by plain loops.
fn by_reference(model: &Model, question: &Question<'_>) -> Evaluation {
    let game = question.game;
    let mut features = Features::new(game.size()).unwrap();
    Features::encode(game, &question.features, &mut features).unwrap();
    let mut planes = vec![0.0; PLANES * game.size().area()];
    features.write_planes(Symmetry::IDENTITY, &mut planes);
    let meta = question.profile.map(|profile| profile.inputs(game.to_move(), game.size()));
    let raw = reference::forward(
        model,
        &planes,
        features.globals(),
        meta.as_ref(),
        game.size(),
        question.symmetry,
    );
    post_process(Meaning::of(model), &raw, &Situation::of(game), &question.post)
}

fn same(what: &str, a: &Evaluation, b: &Evaluation, tolerance: f32) {
    let numbers = |evaluation: &Evaluation| {
        let mut numbers = vec![
            evaluation.win,
            evaluation.loss,
            evaluation.no_result,
            evaluation.score_mean,
            evaluation.score_stdev,
            evaluation.lead,
        ];
        let maybe = [evaluation.variance_time, evaluation.win_loss_error, evaluation.score_error];
        numbers.extend(maybe.map(|number| number.unwrap_or(-1.0)));
        numbers.extend(&evaluation.policy);
        numbers.extend(&evaluation.ownership);
        numbers
    };
    let (a, b) = (numbers(a), numbers(b));
    assert_eq!(a.len(), b.len(), "{what}");
    for (index, (a, b)) in a.iter().zip(&b).enumerate() {
        assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{what} {index}: {a}, expected {b}");
    }
}

#[test]
fn games_are_judged_as_by_plain_loops() {
    let games = games();
    for name in ["random-v8-s1", "random-v11-s1", "random-v15-s2", "random-v17-s3"] {
        let (net, model) = (net(name), model(name));
        let questions: Vec<Question<'_>> = games
            .iter()
            .enumerate()
            .filter(|(_, game)| game.size().area() < 170)
            .map(|(index, game)| Question {
                post: PostOptions { policy_optimism: 0.5, ..PostOptions::default() },
                symmetry: if game.size().is_square() {
                    Symmetry::ALL[index % 8]
                } else {
                    Symmetry::ALL[index % 4]
                },
                ..Question::new(game)
            })
            .collect();
        assert!(questions.len() > 5);
        for (index, (question, answer)) in questions.iter().zip(ask(&net, &questions)).enumerate() {
            same(&format!("{name} {index}"), &answer, &by_reference(&model, question), 1e-4);
        }
    }
}

#[test]
fn a_net_tells_what_it_is() {
    let (file, bytes) = files().remove(0);
    let net = Net::load(&bytes, &NetworkOptions::default()).unwrap();
    let info = net.info();
    assert_eq!(file, format!("{}.txt.gz", "random-v10-s2"));
    assert_eq!((info.version, info.bytes), (10, bytes.len() as u64));
    assert_eq!(info.sha256, sha256(&bytes));
    assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert!(!info.imitates_people);
}

#[test]
fn the_network_of_the_program_is_whole_small_and_the_only_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["README.md", "default.bin.gz", "default.toml"], "one network, no history");
    assert!(nn::DEFAULT_NET.len() < 3_000_000, "{} bytes", nn::DEFAULT_NET.len());
    let model = Model::read(nn::DEFAULT_NET).unwrap();
    let net = Net::load(nn::DEFAULT_NET, &NetworkOptions::default()).unwrap();
    for game in games().iter().filter(|game| game.size().area() <= 81).take(3) {
        let question = Question::new(game);
        let answer = ask(&net, &[question]).remove(0);
        same("default", &answer, &by_reference(&model, &question), 1e-3);
    }
}

#[test]
fn memory_is_used_again_by_threads_and_sizes() {
    let (net, games) = (net("random-v17-s2"), games());
    let few: Vec<Question<'_>> = games.iter().take(9).map(Question::new).collect();
    let expected: Vec<Evaluation> =
        few.iter().map(|question| ask(&net, &[*question]).remove(0)).collect();
    std::thread::scope(|scope| {
        for start in 0..3 {
            let (net, few, expected) = (&net, &few, &expected);
            scope.spawn(move || {
                for count in [9 - start, 2, 5, 1] {
                    let questions = &few[start..start + count.min(9 - start)];
                    let answers = ask(net, questions);
                    for (answer, expected) in answers.iter().zip(&expected[start..]) {
                        same("thread", answer, expected, 1e-4);
                    }
                }
            });
        }
    });
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let net = net("random-v8");
    let board = |lines| Setup::new(BoardSize::square(lines).unwrap()).build().unwrap();
    let game = |lines| {
        let rules = NetRules::TROMP_TAYLOR;
        Game::new(rules, Score::half_points(15), board(lines), board::Color::Black)
    };
    let (large, small) = (game(20), game(9));
    let mut answers = vec![Evaluation::default(); 2];
    let questions = [Question::new(&small), Question::new(&large)];
    let refused = net.evaluate(&questions, &mut answers);
    assert_eq!(refused, Err(EvaluateError::Size(large.size())));
    assert_eq!(answers[0], Evaluation::default());
    let refused = net.evaluate(&questions[..1], &mut answers);
    assert_eq!(refused, Err(EvaluateError::Outputs { inputs: 1, outputs: 2 }));
    assert_eq!(net.evaluate(&[], &mut []), Ok(()));
    assert_eq!(ask(&net, &questions[..1])[0].policy.len(), 82);
}

#[test]
fn profiles_reach_the_networks_that_ask_for_them() {
    use nn::model::{Activation, Encoding, MatMul, MetaEncoder};
    let mut model = model("random-v15-s1");
    let matrix = |inputs: usize, outputs: usize| MatMul {
        inputs,
        outputs,
        weights: (0..inputs * outputs).map(|index| (index as f32 * 0.7).sin() / 8.0).collect(),
    };
    model.trunk.meta = Some(MetaEncoder {
        mul1: matrix(192, 24),
        bias1: vec![0.5; 24],
        act1: Activation::Mish,
        mul2: matrix(24, 16),
        bias2: vec![-0.25; 16],
        act2: Activation::Silu,
        mul3: matrix(16, model.trunk.channels),
    });
    let bytes = model.write(Encoding::Binary).unwrap();
    let net = Net::load(&bytes, &NetworkOptions::default()).unwrap();
    assert!(net.info().imitates_people);
    let games = games();
    let game = games.iter().find(|game| game.size().area() == 81).unwrap();
    let mut seen = HashMap::new();
    for name in ["rank_9d", "rank_20k", "preaz_20k", "rank_9d_20k", "proyear_1900"] {
        let profile = Some(HumanProfile::parse(name).unwrap());
        let question = Question { profile, ..Question::new(game) };
        let answer = ask(&net, &[question]).remove(0);
        same(name, &answer, &by_reference(&model, &question), 1e-4);
        seen.insert(answer.policy.iter().map(|p| p.to_bits()).collect::<Vec<u32>>(), name);
    }
    assert_eq!(seen.len(), 5, "each profile plays in its way");
}

#[test]
fn options_of_features_are_used() {
    let net = net("random-v17-s2");
    let games = games();
    let with_history = games.iter().find(|game| game.valid_turns() == 5).unwrap();
    let plain = Question::new(with_history);
    let features = FeatureOptions { max_history: 0, ..FeatureOptions::default() };
    let forgetful = Question { features, ..plain };
    let answers = ask(&net, &[plain, forgetful]);
    assert_ne!(answers[0].policy, answers[1].policy);
}
