//! Whole games and matches, also against engines that break the rules.

use std::path::Path;

use board::Color;
use rules::{Lang, Outcome, WinBy};

use super::*;

/// A 5×5 match in a folder.
fn plan(players: [&str; 2], games: u32, folder: &Path) -> Plan {
    let ruleset = Ruleset::find("tromp_taylor").unwrap();
    let size = BoardSize::square(5).unwrap();
    Plan {
        players: players.map(|text| Spec::parse(text).unwrap()),
        start: Start::even(ruleset, size),
        openings: vec![Opening::new()],
        terms: Terms {
            control: TimeControl::None,
            margin: Duration::from_secs(1),
            timeout: Duration::from_secs(600),
        },
        scoring: Scoring::Engines,
        adjudication: Adjudication::Off,
        games,
        sprt: None,
        seed: 1,
        folder: folder.to_owned(),
        proven: Default::default(),
        introductions: Default::default(),
    }
}

/// Plays all games of a plan and gives what came of them in their order.
fn play(plan: &Plan) -> Result<Vec<Entry>, Failure> {
    let mut entries = Vec::new();
    let games: Vec<u32> = (0..plan.games).collect();
    run::all(plan, &games, 1, |_, result| {
        entries.push(result?);
        Ok(())
    })?;
    Ok(entries)
}

/// An engine in shell: `$a` is the command, `$b` its first argument; each answers `=` but for what is given.
fn script(cases: &str) -> String {
    format!(
        "while read a b c; do case $a in {cases} quit) exit;; *) printf '= \\n\\n';; esac; done"
    )
}

const WEAK: &str = "builtin:visits=5";

#[test]
fn sizes_are_read() {
    assert_eq!(parse_size("9"), Ok(BoardSize::square(9).unwrap()));
    assert_eq!(parse_size("7x9"), Ok(BoardSize::new(7, 9).unwrap()));
    for bad in ["", "0", "26", "9x", "nine"] {
        assert!(parse_size(bad).is_err(), "{bad}");
    }
}

#[test]
fn built_in_engines_play_whole_games_and_keep_their_records() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(["builtin:visits=30", WEAK], 2, folder.path());
    let entries = play(&plan).unwrap();
    assert_eq!(entries.iter().map(|entry| entry.a_is_black).collect::<Vec<_>>(), [true, false]);
    for entry in entries {
        assert!(entry.moves > 4, "{entry:?}");
        let bytes = std::fs::read(folder.path().join(&entry.file)).unwrap();
        let parsed = sgf::parse(&bytes);
        let replay = sgf::replay(&parsed.trees[0]).unwrap();
        assert!(replay.is_legal());
        assert_eq!(replay.moves, entry.moves);
        assert!(["all-alive", "resigned"].contains(&entry.decided_by.as_str()), "{entry:?}");
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(" visits]"), "{text}");
        assert_eq!(entry.fault, None);
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let of = || {
        let folder = tempfile::tempdir().unwrap();
        let entries = play(&plan(["builtin:visits=20,level=2", WEAK], 2, folder.path())).unwrap();
        entries.into_iter().map(|entry| (entry.result, entry.moves)).collect::<Vec<_>>()
    };
    assert_eq!(of(), of());
}

/// What the second player did wrong and how the game ended.
fn against(second: &str, change: impl FnOnce(&mut Plan)) -> Entry {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan([WEAK, second], 1, folder.path());
    change(&mut plan);
    play(&plan).unwrap().remove(0)
}

#[test]
fn a_program_that_dies_loses_the_game_and_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let dies = script("genmove) echo out of memory >&2; exit 7;;");
    let plan = plan([WEAK, &dies], 3, folder.path());
    let entries = play(&plan).unwrap();
    for entry in &entries {
        assert_eq!(entry.decided_by, "died");
        assert_eq!(entry.fault.as_deref(), Some("b"));
        assert_eq!(entry.points, 1.0);
        assert!(entry.detail.contains("out of memory") && entry.detail.contains('7'), "{entry:?}");
    }
    assert_eq!(
        entries.iter().map(|entry| entry.result.as_str()).collect::<Vec<_>>(),
        ["B+F", "W+F", "B+F"]
    );
}

#[test]
fn illegal_moves_and_refusals_lose() {
    let entry = against(&script("genmove) printf '= A9\\n\\n';;"), |_| ());
    assert_eq!((entry.decided_by.as_str(), entry.result.as_str()), ("illegal-move", "B+F"));
    let entry = against(&script("genmove) printf '? cannot\\n\\n';;"), |_| ());
    assert!(entry.decided_by == "illegal-move" && entry.detail.contains("cannot"), "{entry:?}");
    // White is told of Black's first move and refuses it.
    let entry = against(&script("play) printf '? illegal move\\n\\n';;"), |_| ());
    assert_eq!((entry.decided_by.as_str(), entry.fault.as_deref()), ("rejected-move", Some("b")));
}

#[test]
fn a_program_that_hangs_loses_on_time() {
    let entry = against(&script("genmove) sleep 60;;"), |plan| {
        plan.terms.timeout = Duration::from_millis(200);
    });
    assert_eq!((entry.decided_by.as_str(), entry.result.as_str()), ("timeout", "B+T"));
}

#[test]
fn a_program_that_oversteps_its_time_loses_beyond_the_margin() {
    let slow = script("genmove) sleep 0.3; printf '= resign\\n\\n';;");
    let time = TimeControl::PerMove { time: Millis::new(10) };
    let entry = against(&slow, |plan| {
        plan.terms.control = time;
        plan.terms.margin = Duration::from_millis(1);
    });
    // The built-in engine is Black and has the same time; who is late first does not matter here.
    assert_eq!(entry.decided_by, "time");
    let entry = against(&slow, |plan| {
        plan.terms.control = time;
        plan.terms.margin = Duration::from_secs(600);
    });
    assert_eq!((entry.decided_by.as_str(), entry.result.as_str()), ("resigned", "B+R"));
}

#[test]
fn an_engine_that_is_none_stops_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let failure = play(&plan([WEAK, "no-such-engine"], 1, folder.path())).unwrap_err();
    assert_eq!(failure.code, "engine");
    let failure = play(&plan(
        [WEAK, &script("boardsize) printf '? unacceptable size\\n\\n';;")],
        1,
        folder.path(),
    ))
    .unwrap_err();
    assert!(failure.in_lang(Lang::En).what.contains("unacceptable size"));
}

#[test]
fn a_passing_engine_is_counted_by_whom_the_match_says() {
    // Passes at once, and claims the game in its count.
    let passes = script("genmove) printf '= pass\\n\\n';; final_score) printf '= W+99\\n\\n';;");
    let of = |second: &str, scoring: Scoring| {
        against(second, |plan| {
            plan.start = Start::even(Ruleset::chinese(), BoardSize::square(5).unwrap());
            plan.scoring = scoring;
            plan.players[0] = Spec::parse(&passes).unwrap();
        })
    };
    let entry = of(&passes, Scoring::Engines);
    assert_eq!((entry.decided_by.as_str(), entry.result.as_str()), ("agreed", "W+99"));
    let entry = of(&passes.replace("W+99", "W+3"), Scoring::Engines);
    assert_eq!(entry.decided_by, "counted");
    let komi = format!("W+{}", Ruleset::chinese().komi_for(0));
    assert_eq!(entry.result, komi);
    let entry = of(&passes, Scoring::AllAlive);
    assert_eq!((entry.decided_by.as_str(), entry.result), ("all-alive", komi));
}

#[test]
fn decided_games_are_ended_early() {
    // Black fills the board from below, White passes; both say that Black leads.
    let estimate = "known_command) if [ $b = estimate_score ]; then printf '= true\\n\\n'; \
                    else printf '= false\\n\\n'; fi;; estimate_score) printf '= B+20.0 (upper)\\n\\n';;";
    let white = script(&format!("genmove) printf '= pass\\n\\n';; {estimate}"));
    let black = script(&format!("genmove) n=$((n+1)); printf '= A%d\\n\\n' $n;; {estimate}"));
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan([&black, &white], 1, folder.path());
    plan.start = Start::even(Ruleset::chinese(), BoardSize::new(3, 12).unwrap());
    plan.adjudication = Adjudication::Agree(15.0);
    let entry = play(&plan).unwrap().remove(0);
    assert_eq!((entry.decided_by.as_str(), entry.result.as_str()), ("adjudicated", "B+R"));
    assert_eq!(entry.moves, 20);
}

#[test]
fn pairs_share_openings_and_openings_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("told");
    let spy = format!(
        "while read a b c; do echo \"$a $b $c\" >> {}; case $a in genmove) printf '= resign\\n\\n';; *) printf '= \\n\\n';; esac; done",
        log.display()
    );
    let mut plan = plan([WEAK, &spy], 4, folder.path());
    let size = BoardSize::square(9).unwrap();
    plan.start = Start::even(Ruleset::chinese(), size);
    plan.openings = opening::all(&Source::Made(Some(2)), &plan.start, 1, Lang::En).unwrap();
    let entries = play(&plan).unwrap();
    let openings: Vec<&str> = entries.iter().map(|entry| entry.opening.as_str()).collect();
    assert_eq!((openings[0], openings[2]), (openings[1], openings[3]));
    assert_ne!(openings[0], openings[2]);
    let told = std::fs::read_to_string(log).unwrap();
    let first = openings[0].split(' ').next().unwrap();
    assert!(told.contains(&format!("play black {first}")), "{told}");
    // The same process plays all four games.
    assert_eq!(told.matches("clear_board").count(), 4);
    assert_eq!(told.matches("known_command kata-set-rules").count(), 1);
}

#[test]
fn a_match_goes_on_in_the_folder_where_it_was_broken_off() {
    let parent = tempfile::tempdir().unwrap();
    let mut plan = plan([WEAK, WEAK], 2, Path::new(""));
    plan.folder = free_folder(&plan, parent.path());
    assert!(plan.folder.ends_with("match-1"));
    let (mut journal, _) = Journal::open(&plan.folder, &plan.journal_terms(), Lang::En).unwrap();
    let entries = play(&plan).unwrap();
    journal.add(&entries[0]).unwrap();
    assert!(free_folder(&plan, parent.path()).ends_with("match-1"));
    journal.add(&entries[1]).unwrap();
    drop(journal);
    // It is over now: the next one begins anew, but more games of it go on.
    assert!(free_folder(&plan, parent.path()).ends_with("match-2"));
    plan.games = 4;
    assert!(free_folder(&plan, parent.path()).ends_with("match-1"));
    plan.seed = 2;
    assert!(free_folder(&plan, parent.path()).ends_with("match-2"));
}

#[test]
fn a_sequential_test_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan([WEAK, &script("genmove) printf '= resign\\n\\n';;")], 200, folder.path());
    plan.sprt = Sprt::new(&[0.0, 200.0]);
    let (journal, _) = Journal::open(folder.path(), &plan.journal_terms(), Lang::En).unwrap();
    let manner = Manner { lang: Lang::En, json: false };
    let mut standing = Standing::default();
    let games: Vec<u32> = (0..plan.games).collect();
    let failed = play_games(&plan, &games, journal, &mut standing, 1, manner).unwrap();
    assert!(failed.is_none());
    let games = standing.tally.games();
    assert!((4..100).contains(&games), "{games}");
    assert!(plan.is_over(&standing));
    let sum = &report::summary_json(&plan, &standing)["summary"];
    assert_eq!(sum["sprt"]["accepted"], "elo1");
    assert_eq!(sum["faults"]["b"], json!({}));
}

#[test]
fn results_are_those_of_sgf() {
    let lost = Outcome::win(Color::Black, WinBy::Time);
    assert_eq!(Outcome::from_sgf(&lost.to_sgf()), Ok(Some(lost)));
}
