//! The text forms: compact, SGF, GTP. Cases in `testdata/clock/{text,sgf,gtp}.toml`.

use clock::{
    BySide, Clock, GtpDialect, LagPolicy, Millis, PlayerTime, SgfStyle, Side, Step, TimeControl,
    describe_both_en, describe_both_zh, parse_controls, print_controls,
};
use proptest::prelude::*;
use serde::Deserialize;

use crate::laws::{control, controls};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextCases {
    good: Vec<Good>,
    bad: Vec<Bad>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Good {
    texts: Vec<String>,
    prints: String,
    zh: String,
    en: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bad {
    text: String,
    error: String,
}

#[test]
fn compact_texts() {
    let cases: TextCases = toml::from_str(&crate::testdata("clock/text.toml")).unwrap();
    for case in &cases.good {
        for text in case.texts.iter().chain([&case.prints]) {
            let both = parse_controls(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(print_controls(&both), case.prints, "{text}");
            assert_eq!(describe_both_zh(&both), case.zh, "{text}");
            assert_eq!(describe_both_en(&both), case.en, "{text}");
        }
    }
    for Bad { text, error } in &cases.bad {
        let found = parse_controls(text).map(|both| print_controls(&both));
        let chinese = found.as_ref().map_err(clock::ParseControlError::zh).unwrap_err();
        assert!(!chinese.is_ascii() && !chinese.contains("the "), "{chinese}");
        assert_eq!(found.map_err(|error| error.to_string()), Err(error.clone()), "{text}");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SgfCases {
    case: Vec<SgfCase>,
    left: Vec<LeftCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SgfCase {
    source: String,
    properties: toml::Table,
    control: Option<String>,
    error: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeftCase {
    control: String,
    left: String,
    count: Option<String>,
    time: String,
}

#[test]
fn records_of_many_programs() {
    let cases: SgfCases = toml::from_str(&crate::testdata("clock/sgf.toml")).unwrap();
    for case in &cases.case {
        let value = |name: &str| case.properties.get(name).and_then(toml::Value::as_str);
        let found = TimeControl::from_sgf(value);
        let text = found.map(|control| control.map(|control| control.to_string()));
        let expected = case.error.clone().map_or(Ok(case.control.clone()), Err);
        assert_eq!(
            text.map_err(|error| error.to_string()),
            expected,
            "{}: {:?}",
            case.source,
            case.properties
        );
    }
    for case in &cases.left {
        let control: TimeControl = case.control.parse().unwrap();
        let time = PlayerTime::from_sgf(&control, &case.left, case.count.as_deref());
        let text = time.map_or_else(|error| error.to_string(), |time| format!("{time:?}"));
        assert_eq!(text, case.time, "{} {} {:?}", case.control, case.left, case.count);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GtpCases {
    read: Vec<ReadCase>,
    write: Vec<WriteCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadCase {
    line: String,
    control: Option<String>,
    error: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WriteCase {
    control: String,
    standard: String,
    kgs: String,
    kata: String,
}

#[test]
fn engine_protocol() {
    let cases: GtpCases = toml::from_str(&crate::testdata("clock/gtp.toml")).unwrap();
    for case in &cases.read {
        let words: Vec<&str> = case.line.split_whitespace().collect();
        let found = TimeControl::from_gtp(words[0], &words[1..]).map(|control| control.to_string());
        let expected = case.error.clone().map_or_else(|| Ok(case.control.clone().unwrap()), Err);
        assert_eq!(found.map_err(|error| error.to_string()), expected, "{}", case.line);
    }
    for case in &cases.write {
        let control: TimeControl = case.control.parse().unwrap();
        let write = |dialect: GtpDialect| {
            let settings = control.to_gtp(dialect);
            let arguments =
                settings.line.strip_prefix(dialect.command()).unwrap().trim().to_owned();
            if settings.is_exact { arguments } else { format!("about {arguments}") }
        };
        assert_eq!(write(GtpDialect::Standard), case.standard, "{}", case.control);
        assert_eq!(write(GtpDialect::Kgs), case.kgs, "{}", case.control);
        assert_eq!(write(GtpDialect::Kata), case.kata, "{}", case.control);
    }
}

/// What GTP's `time_left` says during a game of 1 m + 3 × 30 s.
#[test]
fn time_left_of_byo_yomi() {
    let control: TimeControl = "1m+3x30s".parse().unwrap();
    let clock =
        Clock::new(BySide::both(control), Side::Black, BySide::both(LagPolicy::OFF)).unwrap();
    let Step::Clock(clock) = clock.resume(Millis::ZERO).unwrap() else { panic!() };
    let left = |second, dialect| {
        clock.shown(Side::Black, Millis::seconds(second)).to_gtp_time_left(&control, dialect)
    };
    let both = |second| (left(second, GtpDialect::Standard), left(second, GtpDialect::Kgs));
    assert_eq!(both(10), (Some((110, 0)), Some((50, 0))));
    assert_eq!(both(70), (Some((50, 0)), Some((20, 3))));
    assert_eq!(both(100), (Some((20, 0)), Some((20, 2))));
    assert_eq!(both(130), (Some((20, 1)), Some((20, 1))));
}

#[test]
fn time_left_is_read() {
    let read = |control: &str, left: &str, count: &str| {
        let time = PlayerTime::from_gtp_time_left(&control.parse().unwrap(), left, count);
        time.map_err(|error| error.to_string())
    };
    let main = Millis::seconds(50);
    assert_eq!(read("1m+3x30s", "50", "0"), Ok(PlayerTime::Periods { main, left: 3 }));
    let main = Millis::ZERO;
    assert_eq!(read("1m+3x30s", "20", "2"), Ok(PlayerTime::Periods { main, left: 2 }));
    let left = Millis::seconds(20);
    assert_eq!(read("1m+25/5m", "20", "7"), Ok(PlayerTime::Block { main, left, stones: 7 }));
    assert_eq!(read("5m+10s", "20.0", "0"), Ok(PlayerTime::Main { left }));
    let error = read("5m", "20", "-1").unwrap_err();
    assert_eq!(error, "\"-1\" is no number of seconds, periods or stones");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

    #[test]
    fn what_is_printed_is_read(controls in controls()) {
        let text = print_controls(&controls);
        prop_assert_eq!(parse_controls(&text), Ok(controls), "{}", text);
        prop_assert_eq!(text.split(" | ").count() == 1, controls.black == controls.white);
    }

    #[test]
    fn records_keep_the_control(control in control()) {
        for style in [SgfStyle::Kgs, SgfStyle::Ogs, SgfStyle::Fox] {
            let properties = control.to_sgf(style);
            let value = |name: &str| {
                properties.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
            };
            prop_assert_eq!(TimeControl::from_sgf(value), Ok(Some(control)), "{:?}", properties);
        }
    }

    #[test]
    fn records_keep_the_time(control in control(), thousandths in 0..1_000_u64) {
        let start = control.start();
        let budget = start.budget(&control).unwrap_or_default();
        let shown = start.shown(&control, Millis::new(budget.get() * thousandths / 1_000));
        let Some(record) = shown.to_sgf(&control) else {
            prop_assert_eq!(start, PlayerTime::Unlimited);
            return Ok(());
        };
        let read = PlayerTime::from_sgf(&control, &record.left, record.count.as_deref());
        // A full period is written at the moment in which main time ends.
        prop_assert_eq!(read, Ok(shown.time), "{:?}", record);
    }

    #[test]
    fn engines_are_told_exactly_or_it_is_said(control in control()) {
        for dialect in [GtpDialect::Standard, GtpDialect::Kgs, GtpDialect::Kata] {
            let settings = control.to_gtp(dialect);
            let words: Vec<&str> = settings.line.split(' ').collect();
            let read = TimeControl::from_gtp(words[0], &words[1..]);
            if settings.is_exact {
                let same = |time: TimeControl| (time.start().budget(&time), time.estimate(100));
                let read = read.unwrap();
                if !matches!(control, TimeControl::ChineseReading { .. }) {
                    prop_assert_eq!(same(read), same(control), "{}", settings.line);
                }
                prop_assert_eq!(read.start().budget(&read), control.start().budget(&control));
            } else if let Ok(read) = read {
                let (told, real) = (read.start().budget(&read), control.start().budget(&control));
                let second = Millis::SECOND;
                prop_assert!(told.is_none() == real.is_none());
                prop_assert!(told <= real.map(|real| real.plus(second)), "{}", settings.line);
            }
        }
    }

    #[test]
    fn no_text_is_too_odd(text in "([0-9]{1,22}|[.:+x/|,()-]|s|m|h|d|min|ms|小时|分|秒|保留|罚| |max|corr|B|W|ing|byo-yomi|fischer|move|\\PC){0,12}") {
        let _ = parse_controls(&text);
        let _ = text.parse::<TimeControl>();
        for name in ["TM", "OT", "TC", "TT", "OM", "OP"] {
            let _ = TimeControl::from_sgf(|asked| (asked == name || asked == "TM").then_some(text.as_str()));
        }
        let control: TimeControl = "10m+3x30s".parse().unwrap();
        let _ = PlayerTime::from_sgf(&control, &text, Some(&text));
        let words: Vec<&str> = text.split(' ').collect();
        for command in ["time_settings", "kgs-time_settings", "kata-time_settings"] {
            let _ = TimeControl::from_gtp(command, &words);
        }
    }
}
