use std::time::Duration;

use board::{BoardSize, Color, Move};
use rules::Score;

use super::*;
use crate::value::Vertex;

fn parse(line: &str) -> Result<Command, String> {
    let request = Request::parse(line.as_bytes()).expect("a line").expect("a request");
    let size = BoardSize::square(19).expect("a legal size");
    Command::parse(&request, size).map_err(|error| error.to_string())
}

#[test]
fn every_name_is_read_and_the_list_is_sorted() {
    assert!(Command::NAMES.is_sorted());
    for name in Command::NAMES {
        assert_ne!(parse(name), Err("unknown command".to_owned()), "{name}");
    }
    assert_eq!(parse("Name"), Err("unknown command".to_owned()));
}

#[test]
fn arguments_are_typed() {
    assert_eq!(parse("komi 6.5"), Ok(Command::Komi(Score::half_points(13))));
    assert_eq!(parse("komi -0.5"), Ok(Command::Komi(Score::half_points(-1))));
    assert_eq!(parse("play w pass"), Ok(Command::Play(Color::White, Vertex::Pass)));
    let size = BoardSize::new(7, 9).expect("a legal size");
    assert_eq!(parse("boardsize 7 9"), Ok(Command::BoardSize(size)));
    assert_eq!(parse("boardsize 7:9"), Ok(Command::BoardSize(size)));
    assert_eq!(
        parse("time_left b -3 0"),
        Ok(Command::TimeLeft { color: Color::Black, time: Duration::ZERO, number: 0 })
    );
    assert_eq!(
        parse("loadsgf a b.sgf 12"),
        Ok(Command::LoadSgf { file: "a b.sgf".to_owned(), before_move: Some(12) })
    );
    assert_eq!(
        parse("loadsgf 12"),
        Ok(Command::LoadSgf { file: "12".to_owned(), before_move: None })
    );
    assert_eq!(parse("gg-undo"), Ok(Command::UndoMoves(1)));
    assert_eq!(parse("kgs-rules chinese"), Ok(Command::SetRules("chinese-kgs".to_owned())));
    assert_eq!(
        parse("kata-raw-nn 3 0.5"),
        Ok(Command::RawNn { symmetry: Some(3), policy_optimism: Some(0.5), human: false })
    );
    assert_eq!(
        parse("kgs-chat game Lee 你好 there"),
        Ok(Command::Chat { kind: "game".into(), name: "Lee".into(), text: "你好 there".into() })
    );
}

#[test]
fn analysis_takes_a_colour_an_interval_and_options() {
    let Ok(Command::Analyze { color, format, options }) = parse(
        "kata-analyze w 50 maxmoves 5 avoid b D4,pass 3 allow w q16 1 ownership true rootInfo true pvVisits 1",
    ) else {
        panic!("not analysed")
    };
    assert_eq!((color, format), (Some(Color::White), Format::Kata));
    assert_eq!(options.interval, Some(Duration::from_millis(500)));
    assert_eq!((options.min_moves, options.max_moves), (0, 5));
    assert!(options.ownership && options.root_info && options.pv_visits);
    assert!(!options.moves_ownership && !options.no_result);
    let [avoid, allow] = options.restrictions.as_slice() else { panic!("two") };
    assert_eq!((avoid.is_allow, avoid.until_depth, avoid.moves.len()), (false, 3, 2));
    assert_eq!(avoid.moves.last(), Some(&Move::Pass));
    assert!(allow.is_allow && allow.color == Color::White);

    let Ok(Command::Analyze { color, options, .. }) = parse("lz-analyze interval 0.5 minmoves 3")
    else {
        panic!("not analysed")
    };
    assert_eq!((color, options.min_moves), (None, 3));
    assert_eq!(options.interval, Some(Duration::from_millis(5)));
    let Ok(Command::Analyze { options, .. }) = parse("analyze") else { panic!("not analysed") };
    assert_eq!(options, AnalyzeOptions::default());
}

#[test]
fn searches_play_or_only_think() {
    let search = |line: &str| match parse(line) {
        Ok(Command::Search(search)) => search,
        other => panic!("{line}: {other:?}"),
    };
    assert!(search("kata-genmove_analyze b 10").plays);
    assert!(!search("kata-search_analyze b").plays);
    assert!(search("kata-search_analyze_cancellable b interval 20").is_cancellable);
    let plain = search("kata-search_cancellable");
    assert_eq!((plain.color, plain.is_cancellable, plain.reports), (None, true, None));
    assert_eq!(search("kata-search w").color, Some(Color::White));
    let lz = search("lz-genmove_analyze w 100");
    assert!(matches!(lz.reports, Some((Format::LeelaZero, _))));
}

#[test]
fn wrong_arguments_are_named() {
    assert_eq!(parse("boardsize 26"), Err("unacceptable size".to_owned()));
    for line in [
        "play b T20",
        "play D4 b",
        "play b",
        "komi seven",
        "komi 6.3",
        "genmove",
        "time_settings",
        "kata-time_settings",
        "time_left b nan 0",
        "final_status_list",
        "final_status_list sleeping",
        "set_free_handicap D4 D4",
        "fixed_handicap -1",
        "boardsize 9:x",
        "set_position b D4 w",
        "set_position b pass",
        "gogui-setup x D4",
        "kata-raw-nn 8",
        "kata-raw-nn",
        "kata-search x",
        "lz-analyze b 10 20",
        "lz-analyze interval -1",
        "lz-analyze interval nan",
        "kata-analyze ownership maybe",
        "kata-analyze avoid b D4,T20 1",
        "kata-analyze avoid b D4 0",
        "kata-analyze avoid b D4",
        "kata-analyze speed 3",
        "scoring_system stones",
    ] {
        let message = parse(line).expect_err(line);
        assert!(message.starts_with("syntax error"), "{line}: {message}");
    }
}
