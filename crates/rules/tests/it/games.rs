//! Counting games: `rules::perft` against the slow implementation, and Tromp and Farnebäck's totals.

use std::collections::HashMap;
use std::sync::Arc;

use board::{Board, BoardSize, Color, Move};
use rules::{GameState, Phase, Ruleset, Score, Start, perft};

use crate::agree::rules_of;
use crate::naive::{self, Game, Verdict};

fn empty(ruleset: &Arc<Ruleset>, columns: usize, rows: usize) -> (GameState, Game) {
    let size = BoardSize::new(columns as u32, rows as u32).expect("a valid size");
    on(ruleset, Board::new(size))
}

fn on(ruleset: &Arc<Ruleset>, board: Board) -> (GameState, Game) {
    let slow = Game::new(rules_of(ruleset), naive::grid(&board.to_rows()), 'X');
    let komi = Score::ZERO;
    let start =
        Start { ruleset: Arc::clone(ruleset), board, to_move: Color::Black, komi, handicap: 0 };
    (GameState::new(start), slow)
}

/// Sequences of so many moves; one that stops earlier counts once.
fn naive_perft(game: &Game, depth: u32) -> u64 {
    if depth == 0 || game.phase != naive::Phase::Play {
        return 1;
    }
    let mut passed = game.clone();
    passed.pass();
    let mut sum = naive_perft(&passed, depth - 1);
    for spot in naive::spots(&game.now().board) {
        let mut next = game.clone();
        if matches!(next.play(spot), Verdict::Legal(..)) {
            sum += naive_perft(&next, depth - 1);
        }
    }
    sum
}

fn compare(ruleset: &Arc<Ruleset>, columns: usize, rows: usize, depth: u32) {
    let (fast, slow) = empty(ruleset, columns, rows);
    assert_eq!(
        perft(&fast, depth),
        naive_perft(&slow, depth),
        "{} {columns}x{rows} {depth}",
        ruleset.id
    );
}

#[test]
fn perft_agrees_from_empty_boards() {
    for ruleset in Ruleset::all() {
        for (columns, rows, depth) in
            [(1, 1, 6), (2, 1, 8), (1, 3, 7), (2, 2, 5), (3, 2, 4), (3, 3, 3)]
        {
            compare(ruleset, columns, rows, depth);
        }
    }
}

#[test]
fn perft_agrees_from_positions_with_kos_and_captures() {
    let boards: [&[&str]; 4] = [
        &[".XO.", "X.XO", ".XO."],
        &["OOOOOOO", "OXO.O.O", "X.XOXOX", "XXXXXXX", "OOOOOOO", "......."],
        &[".OX.", "OOX.", "XXX."],
        &[".X.X", "XXXX", "O.O."],
    ];
    for ruleset in Ruleset::all() {
        for rows in boards {
            let (fast, slow) =
                on(ruleset, Board::from_rows(rows).expect("every string has a liberty"));
            assert_eq!(perft(&fast, 3), naive_perft(&slow, 3), "{} {rows:?}", ruleset.id);
        }
    }
}

#[test]
#[ignore = "slow: some minutes"]
fn perft_agrees_to_greater_depth() {
    for ruleset in Ruleset::all() {
        for (columns, rows, depth) in
            [(2, 1, 14), (1, 3, 10), (2, 2, 7), (3, 2, 5), (3, 3, 4), (4, 4, 3)]
        {
            compare(ruleset, columns, rows, depth);
        }
    }
}

/// Games in the sense of Tromp and Farnebäck, "Combinatorics of Go" (2016), section on the number of games: sequences of
/// stones put down from the empty board, of any length, the empty one included, by either player at any time (a pass
/// in between is not written), suicide allowed, and no position may come back (positional superko).
fn games(state: &GameState) -> u64 {
    let mut sum = 1;
    for passes in [0, 1] {
        let mut turned = state.clone();
        for _ in 0..passes {
            turned.play(Move::Pass).expect("one pass after a stone ends nothing");
        }
        for point in turned.legal_plays() {
            let mut next = turned.clone();
            next.play(Move::Play(point)).expect("on the list of legal plays");
            sum += games(&next);
        }
    }
    sum
}

fn naive_games(game: &Game) -> u64 {
    let mut sum = 1;
    for passes in [0, 1] {
        let mut turned = game.clone();
        for _ in 0..passes {
            turned.pass();
        }
        for spot in naive::spots(&game.now().board) {
            let mut next = turned.clone();
            if matches!(next.play(spot), Verdict::Legal(..)) {
                sum += naive_games(&next);
            }
        }
    }
    sum
}

/// Their table of the number of games: 1, 9 and 907 on 1×1, 1×2 and 1×3.
#[test]
fn games_on_tiny_boards_are_as_many_as_published() {
    let ruleset = Ruleset::find("tromp_taylor").expect("a ruleset");
    for (lines, published) in [(1, 1), (2, 9), (3, 907)] {
        for (columns, rows) in [(lines, 1), (1, lines)] {
            let (fast, slow) = empty(&ruleset, columns, rows);
            assert_eq!(games(&fast), published, "{columns}x{rows}");
            assert_eq!(naive_games(&slow), published, "{columns}x{rows}");
        }
    }
}

/// Every position that can be reached, as the numbers of those one stone by either player leads to.
fn graph(ruleset: &Arc<Ruleset>, size: BoardSize) -> Vec<Vec<usize>> {
    let mut numbers: HashMap<Vec<String>, usize> = HashMap::new();
    let mut boards = vec![Board::new(size)];
    numbers.insert(boards[0].to_rows(), 0);
    let mut edges: Vec<Vec<usize>> = Vec::new();
    while edges.len() < boards.len() {
        let board = boards[edges.len()].clone();
        let mut leads = Vec::new();
        for to_move in Color::BOTH {
            let start = Start { to_move, ..Start::on(Arc::clone(ruleset), board.clone(), 0) };
            let state = GameState::new(start);
            assert_eq!(state.phase(), Phase::Play);
            for point in state.legal_plays() {
                let mut next = state.clone();
                next.play(Move::Play(point)).expect("on the list of legal plays");
                let number = *numbers.entry(next.board().to_rows()).or_insert(boards.len());
                if number == boards.len() {
                    boards.push(next.board().clone());
                }
                leads.push(number);
            }
        }
        edges.push(leads);
    }
    edges
}

/// Paths from a node that meet no node twice, the empty path included.
fn paths(edges: &[Vec<usize>], node: usize, seen: u64) -> u64 {
    let seen = seen | 1 << node;
    1 + edges[node]
        .iter()
        .filter(|&&next| seen & 1 << next == 0)
        .map(|&next| paths(edges, next, seen))
        .sum::<u64>()
}

/// The same table: 2,098,407,841 games on 1×4. The 386,356,909,593 of 2×2 take too long to count one by one.
#[test]
#[ignore = "slow: two thousand million games"]
fn games_on_1x4_are_as_many_as_published() {
    let ruleset = Ruleset::find("tromp_taylor").expect("a ruleset");
    let size = |rows| BoardSize::new(1, rows).expect("a valid size");
    assert_eq!(paths(&graph(&ruleset, size(3)), 0, 0), 907);
    let edges = graph(&ruleset, size(4));
    assert_eq!(edges.len(), 41, "legal positions of 1x4");
    assert_eq!(paths(&edges, 0, 0), 2_098_407_841);
}
