//! Every ruleset file: that it is read whole, and that its own positions come out as it says.

use std::sync::Arc;

use board::{Board, ByColor, Color, Coordinates, Move, PointSet};

use super::*;
use crate::count::{Terms, count};
use crate::event::Event;
use crate::state::{GameState, Phase, Start};
use crate::text::Lang;

#[test]
fn every_file_is_read() {
    for (id, text) in load::FILES {
        let loaded = load::read(id, text).unwrap_or_else(|e| panic!("{id}.toml: {e}"));
        let r = &loaded.ruleset;
        assert!(!r.sources.is_empty(), "{id} has no source");
        for text in r.notes.iter().map(|n| &n.text).chain([&r.name, &r.summary]) {
            assert!(!text.zh.is_empty() && !text.en.is_empty(), "{id}");
        }
        for lang in Lang::ALL {
            assert!(
                r.explain(lang).iter().all(|a| !a.text.is_empty() && !a.title.is_empty()),
                "{id}"
            );
        }
        for axis in Axis::all() {
            assert_eq!(r.with(axis, &r.value(axis)).as_ref(), Ok(r), "{id} {axis:?}");
        }
    }
    assert_eq!(Ruleset::all().len(), load::FILES.len());
    assert_eq!(Ruleset::chinese().id, "chinese");
}

#[test]
fn every_name_leads_to_its_ruleset() {
    let mut seen = std::collections::HashMap::new();
    for r in Ruleset::all() {
        for name in r.aliases.iter().chain([&r.id]) {
            assert_eq!(Ruleset::find(name).as_ref(), Ok(r), "{name}");
            assert_eq!(Ruleset::find(&name.to_uppercase()).as_ref(), Ok(r), "{name}");
            let other = seen.insert(load::fold(name), r.id.clone());
            assert!(other.is_none_or(|o| o == r.id), "{name} names two rulesets");
        }
    }
    // What is written to SGF is read back as the same rules, or as those that differ in komi or wording alone.
    for r in Ruleset::all() {
        let back = Ruleset::find(&r.sgf).unwrap();
        let harmless = [Axis::Komi, Axis::Scoring, Axis::Compensation];
        assert!(r.differences(&back).iter().all(|axis| harmless.contains(axis)), "{}", r.id);
    }
    for (name, id) in [
        ("Goe", "ing"),
        ("GOE", "ing"),
        ("New Zealand", "nz"),
        ("JP", "japanese"),
        ("中国规则", "chinese"),
        ("Tromp-Taylor", "tromp_taylor"),
        ("Old Chinese", "chinese1988"),
        ("Tang (Japanese + group tax)", "tangsong"),
        ("Group tax?", "mingqing"),
        ("Japanese rules (1989)", "japanese"),
        ("韓國規則", "korean"),
        ("應氏規則", "ing"),
        ("Chinese (area)", "chinese"),
        ("日本ルール", "japanese"),
        ("chinese-ogs", "chinese repetition=positional"),
    ] {
        assert_eq!(Ruleset::find(name).map(|r| r.id.clone()), Ok(id.to_owned()), "{name}");
    }
}

#[test]
fn overrides_change_one_axis_and_can_be_read_back() {
    let psk = Ruleset::find("chinese superko=psk, sui=yes").unwrap();
    assert_eq!((psk.repetition, psk.suicide), (Repetition::Positional, Suicide::Allowed));
    assert_eq!(psk.long_cycle, LongCycle::Forbidden);
    assert_eq!(psk.id, "chinese repetition=positional suicide=yes");
    assert_eq!(Ruleset::find(&psk.id).map(|r| r.id.clone()), Ok(psk.id.clone()));
    assert_eq!(
        psk.differences(&Ruleset::chinese()),
        [Axis::Repetition, Axis::LongCycle, Axis::Suicide]
    );
    let territory = Ruleset::find("chinese;scoring=territory").unwrap();
    assert_eq!((territory.unit, territory.shared), (Unit::Point, SharedPoints::Nobody));
    let kata = Ruleset::find("koSIMPLEscoreAREAtaxNONEsui1 whb=n").unwrap();
    assert_eq!(kata.compensation, Compensation::PerStone);
}

#[test]
fn unknown_names_suggest_the_nearest() {
    let message = |name: &str| Ruleset::find(name).unwrap_err().to_string();
    assert_eq!(message("chinse"), "no ruleset is called 'chinse'; did you mean 'chinese'?");
    assert!(message("japaneese").contains("'japanese'"));
    assert!(
        message("tromptailor").contains("did you mean 'TrompTaylor'")
            || message("tromptailor").contains("'tromp")
    );
    assert!(message("日本规").contains("日本规则"));
    assert!(message(&"x".repeat(100_000)).len() < 300);
    assert!(message("chinese ko=maybe").contains("simple, positional"));
    assert!(message("chinese colour=red").contains("repetition, long_cycle"));
    assert!(message("").contains("did you mean"));
    for spec in ["chinse", "chinese ko=maybe", "chinese colour=red"] {
        let error = Ruleset::find(spec).unwrap_err();
        assert_eq!(error.describe(Lang::En), error.to_string());
        assert!(!error.describe(Lang::Zh).is_ascii(), "{spec}");
    }
}

#[test]
fn komi_is_checked() {
    let size = board::BoardSize::square(19).unwrap();
    let parse = |text| Ruleset::parse_komi(text, size);
    assert_eq!(parse("3.75子"), Ok(Score::half_points(15)));
    assert_eq!(parse("3 3/4 zi"), Ok(Score::half_points(15)));
    assert_eq!(parse("-361"), Ok(Score::points(-361)));
    assert_eq!(parse("6.5目"), Ok(Score::half_points(13)));
    assert!(matches!(parse("361.5"), Err(KomiError::TooLarge { .. })));
    assert!(matches!(parse("6.25"), Err(KomiError::Amount(_))));
    assert!(matches!(parse("abc"), Err(KomiError::Amount(_))));
    assert_eq!(parse("999").unwrap_err().describe(Lang::Zh), "贴目 999 超过棋盘的 361 点");
    assert!(
        parse("6.3").unwrap_err().describe(Lang::Zh).starts_with("贴目“6.3”不是 0.25 的整数倍")
    );
}

fn color(letter: &str) -> Color {
    if letter == "W" { Color::White } else { Color::Black }
}

fn text<'a>(case: &'a toml::Value, key: &str) -> Option<&'a str> {
    case.get(key).and_then(toml::Value::as_str)
}

fn number(case: &toml::Value, table: &str, key: &str) -> u32 {
    let value = case.get(table).and_then(|t| t.get(key)).and_then(toml::Value::as_integer);
    value.map_or(0, |n| u32::try_from(n).unwrap())
}

fn points(case: &toml::Value, key: &str, board: &Board) -> PointSet {
    let names = case.get(key).and_then(toml::Value::as_array);
    let name = |v: &toml::Value| Coordinates::Gtp.parse(v.as_str().unwrap(), board.size()).unwrap();
    names.into_iter().flatten().map(name).collect()
}

#[test]
fn every_case_of_every_file_holds() {
    for (id, file) in load::FILES {
        let ruleset = Ruleset::find(id).unwrap();
        let file: toml::Value = toml::from_str(file).unwrap();
        let cases = file.get("case").and_then(toml::Value::as_array);
        let cases = cases.unwrap_or_else(|| panic!("{id} has no case"));
        for case in cases {
            let name = format!("{id}/{}", text(case, "id").unwrap());
            let rows = case.get("rows").and_then(toml::Value::as_array).unwrap();
            let rows: Vec<&str> = rows.iter().map(|r| r.as_str().unwrap()).collect();
            let board = Board::from_rows(&rows).unwrap_or_else(|e| panic!("{name}: {e}"));
            match text(case, "play") {
                Some(moves) => played_case(&name, case, &ruleset, board, moves),
                None => counted_case(&name, case, &ruleset, &board),
            }
        }
    }
}

fn counted_case(name: &str, case: &toml::Value, ruleset: &Ruleset, board: &Board) {
    let both = |table| ByColor::new(number(case, table, "black"), number(case, table, "white"));
    let terms = Terms {
        komi: Score::parse(text(case, "komi").unwrap()).unwrap(),
        handicap: case.get("handicap").and_then(toml::Value::as_integer).map_or(0, |n| n as u32),
        dead: points(case, "dead", board),
        seki: points(case, "seki", board),
        fill: PointSet::EMPTY,
        prisoners: both("prisoners"),
        passes: both("passes"),
        first_pass: text(case, "first_pass").map(color),
        penalties: ByColor::default(),
    };
    let count = count(board, ruleset, &terms).unwrap();
    for (key, want) in case.get("expect").and_then(toml::Value::as_table).unwrap() {
        let want = want.as_str().unwrap();
        let got = match key.as_str() {
            "black" => count.sides.black.total.to_string(),
            "white" => count.sides.white.total.to_string(),
            "threshold" => count.threshold.to_string(),
            "result" => count.result_sgf(),
            "result_zh" => count.result_text(Lang::Zh),
            "groups" => format!("{} {}", count.sides.black.groups, count.sides.white.groups),
            other => panic!("{name}: {other}"),
        };
        assert_eq!(got, want, "{name}: {key}");
    }
}

fn event(words: &[&str], board: &Board) -> Vec<Event> {
    let mv = |text: &str| match text {
        "pass" => Move::Pass,
        p => Move::Play(Coordinates::Gtp.parse(p, board.size()).unwrap()),
    };
    match words {
        ["agree"] => Color::BOTH.map(|by| Event::Agree { by }).to_vec(),
        ["dispute"] => vec![Event::Dispute { by: None }],
        ["resume", by] => vec![Event::Resume { asked_by: color(by) }],
        [by, p] => vec![Event::Move { by: color(by), mv: mv(p) }],
        other => panic!("{other:?}"),
    }
}

fn played_case(name: &str, case: &toml::Value, ruleset: &Arc<Ruleset>, board: Board, moves: &str) {
    let words: Vec<&str> = moves.split_whitespace().collect();
    let mut start = Start::on(ruleset.clone(), board, 0);
    start.to_move = color(words.first().unwrap());
    let mut state = GameState::new(start);
    let mut rest = words.as_slice();
    while !rest.is_empty() {
        let take = if matches!(rest[0], "agree" | "dispute") { 1 } else { 2 };
        for event in event(&rest[..take], state.board()) {
            state.apply(event).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        rest = &rest[take..];
    }
    if let Some(illegal) = text(case, "illegal") {
        let words: Vec<&str> = illegal.split_whitespace().collect();
        let refused = state.apply(event(&words, state.board()).remove(0)).unwrap_err();
        assert_eq!(refused.code(), format!("illegal.{}", text(case, "reason").unwrap()), "{name}");
    }
    if let Some(phase) = text(case, "phase") {
        let got = match state.phase() {
            Phase::Play => "play",
            Phase::Counting => "counting",
            Phase::Done => "done",
        };
        assert_eq!(got, phase, "{name}");
    }
    if let Some(to_move) = text(case, "to_move") {
        assert_eq!(state.to_move(), Some(color(to_move)), "{name}");
    }
}
