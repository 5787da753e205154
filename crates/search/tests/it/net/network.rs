//! With a real network: a tiny one of random weights, which knows nothing but computes everything.

use std::path::Path;

use nn::{Game, Net, NetworkOptions, PostOptions, Question, Symmetry};
use search::Limits;
use search::net::{Params, Search};

use super::empty;

fn tiny() -> Net {
    let file = "../../testdata/nn/random_nets/random-v15-s1.bin.gz";
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a file");
    Net::load(&bytes, &NetworkOptions::default()).expect("a network")
}

#[test]
fn games_are_played_on_every_kind_of_board() {
    let net = tiny();
    for (ruleset, columns, rows) in
        [("chinese", 9, 9), ("japanese", 7, 7), ("aga", 5, 8), ("tromp_taylor", 2, 3)]
    {
        let mut game = empty(ruleset, columns, rows);
        let mut search = Search::new(&net, Params { cache: 1 << 20, ..Params::for_play() });
        let mut again = Search::new(&net, Params { cache: 0, ..Params::for_play() });
        for _ in 0..8 {
            let Some(mover) = game.to_move() else { break };
            let found = search.run(&game, &Limits::visits(40)).expect("known");
            assert_eq!(again.run(&game, &Limits::visits(40)).expect("known"), found);
            assert!(found.visits >= 40 && (0.0..=1.0).contains(&found.value));
            assert!(found.moves.iter().all(|entry| game.check_move(mover, entry.mv).is_ok()));
            game.play(found.moves[0].mv).expect("legal");
        }
    }
}

#[test]
fn the_root_tells_what_the_network_says() {
    let net = tiny();
    let game = empty("chinese", 9, 9);
    let params = Params { random_symmetry: false, root_policy_optimism: 0.2, ..Params::for_play() };
    let found = Search::new(&net, params).run(&game, &Limits::visits(1)).expect("known");
    let root = Game::from_state(&game);
    let mut question = Question::new(&root);
    question.symmetry = Symmetry::IDENTITY;
    question.post = PostOptions { policy_optimism: 0.2, passing_hacks: true, ..question.post };
    question.features.is_root = true;
    question.features.conservative_pass = true;
    question.features.passing_hacks = true;
    let mut answers = [search::net::neutral(&root)];
    net.evaluate(&[question], &mut answers).expect("known");
    let [answer] = answers;
    let view = found.net.expect("a network's view");
    assert_eq!((view.policy, view.ownership), (answer.policy, answer.ownership));
    assert_eq!((view.lead, view.score_mean), (answer.lead, answer.score_mean));
    assert_eq!(view.win_loss_error, answer.win_loss_error);
}

#[test]
fn threads_and_batches_work_with_it() {
    let net = tiny();
    let game = empty("aga", 7, 7);
    for (threads, batch) in [(2, 1), (4, 4)] {
        let params = Params { threads, batch, ..Params::for_play() };
        let found = Search::new(&net, params).run(&game, &Limits::visits(150)).expect("known");
        assert_eq!(found.visits, 150);
    }
}
