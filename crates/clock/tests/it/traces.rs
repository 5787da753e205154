//! Games turn by turn (kinds `clock` and `announce`), the rule book's and our own.
//!
//! Our own cases (`testdata/clock/traces.jsonl`) use the schema of `testdata/rules/README.md` with more: `text` is a
//! control, or two, in the compact form; a turn may have `lag` and expect `refund`, `left`, `vacation`, `period_left`
//! or `error`; `pause` may have a `reason`; `undo` goes back to before the turn with that number (from 0).

use clock::{
    BySide, Clock, LagPolicy, Millis, Moved, PauseReason, PlayerTime, Pressed, Shown, Side,
    Snapshot, Step, TimeControl, parse_controls,
};
use serde_json::Value;

fn millis(value: &Value, name: &str) -> Millis {
    let number = value[name].as_u64().unwrap_or_else(|| panic!("no time `{name}` in {value}"));
    Millis::new(number)
}

fn count(value: &Value, name: &str) -> u32 {
    let number = value[name].as_u64().unwrap_or_else(|| panic!("no number `{name}` in {value}"));
    u32::try_from(number).unwrap()
}

fn side(value: &Value) -> Side {
    match value.as_str() {
        Some("B") => Side::Black,
        Some("W") => Side::White,
        _ => panic!("no colour: {value}"),
    }
}

fn controls(settings: &Value) -> BySide<TimeControl> {
    if let Some(text) = settings["text"].as_str() {
        return parse_controls(text).unwrap();
    }
    let length = |name| millis(settings, name);
    BySide::both(match settings["system"].as_str().unwrap() {
        "absolute" => TimeControl::Absolute { main: length("main") },
        "fischer" => TimeControl::Fischer {
            main: length("main"),
            increment: length("increment"),
            cap: settings["max"].as_u64().map(Millis::new),
        },
        "byoyomi" => TimeControl::ByoYomi {
            main: length("main"),
            periods: count(settings, "periods"),
            period: length("period"),
        },
        "chinese_byoyomi" => TimeControl::ChineseReading {
            total: length("total"),
            reserve: count(settings, "reserve") / 60_000,
        },
        "canadian" => TimeControl::Canadian {
            main: length("main"),
            stones: count(settings, "stones"),
            block: length("block"),
        },
        "ing" => TimeControl::Ing {
            main: length("main"),
            periods: count(settings, "max_penalties"),
            period: length("period"),
            points: count(settings, "points"),
        },
        system => panic!("unknown system {system}"),
    })
}

fn running(step: Step) -> Clock {
    match step {
        Step::Clock(clock) => clock,
        Step::Flag(fallen) => panic!("the flag of {:?} fell", fallen.side),
    }
}

/// What a case may say about a player's time.
fn expected_field(name: &str, shown: &Shown, control: &TimeControl) -> Value {
    match (name, shown.time) {
        ("main", time) => time.main(control).unwrap().get().into(),
        ("periods", PlayerTime::Periods { left, .. }) => left.into(),
        ("block", PlayerTime::Block { left, .. }) => left.get().into(),
        ("stones", PlayerTime::Block { stones, .. }) => stones.into(),
        ("used", PlayerTime::Penalties { used }) => used.get().into(),
        ("penalty", _) => shown.penalty.into(),
        ("vacation", PlayerTime::Days { vacation, .. }) => vacation.get().into(),
        ("period_left", _) => shown.period_left.unwrap().get().into(),
        _ => panic!("{name} is no field of {shown:?}"),
    }
}

struct Game {
    clock: Clock,
    now: Millis,
    before: Vec<Snapshot>,
    loser: Option<Side>,
}

impl Game {
    fn turn(&mut self, event: &Value) {
        let player = side(&event["player"]);
        assert_eq!(self.clock.to_move(), player, "{event}");
        self.before.push(self.clock.snapshot());
        self.now = self.now.plus(millis(event, "elapsed"));
        let lag = Millis::new(event["lag"].as_u64().unwrap_or(0));
        let after = &event["after"];
        let (shown, refund, flag) = match self.clock.press(self.now, lag).unwrap() {
            Pressed::Moved(Moved { clock, refund, .. }) => {
                self.clock = clock;
                (clock.shown(player, self.now), refund, false)
            }
            Pressed::Flag(fallen) => {
                assert_eq!(fallen.side, player);
                self.loser = Some(fallen.side);
                self.clock = fallen.clock;
                (fallen.clock.shown(player, self.now), Millis::ZERO, true)
            }
        };
        for (name, value) in after.as_object().unwrap() {
            let found = match name.as_str() {
                "flag" => flag.into(),
                "refund" => refund.get().into(),
                "opponent_main" => {
                    let control = self.clock.control(player.other());
                    self.clock
                        .shown(player.other(), self.now)
                        .time
                        .main(control)
                        .unwrap()
                        .get()
                        .into()
                }
                name => expected_field(name, &shown, self.clock.control(player)),
            };
            assert_eq!(found, *value, "{name} after {event}");
        }
    }

    fn pause(&mut self, event: &Value) {
        let reason = match event["reason"].as_str() {
            None => PauseReason::Agreement,
            Some("sealed") => PauseReason::SealedMove,
            Some("server") => PauseReason::Server,
            Some("black on vacation") => PauseReason::Vacation(Side::Black),
            Some("white on vacation") => PauseReason::Vacation(Side::White),
            Some(reason) => panic!("unknown reason {reason}"),
        };
        let thinking = Millis::new(event["after_thinking"].as_u64().unwrap_or(0));
        self.now = self.now.plus(thinking);
        self.clock = running(self.clock.pause(self.now, reason).unwrap());
        self.now = self.now.plus(millis(event, "ms"));
        match self.clock.resume(self.now).unwrap() {
            Step::Clock(clock) => self.clock = clock,
            Step::Flag(fallen) => {
                self.loser = Some(fallen.side);
                self.clock = fallen.clock;
            }
        }
    }

    fn undo(&mut self, event: &Value) {
        let number = usize::try_from(event["to"].as_u64().unwrap()).unwrap();
        self.now = self.now.plus(Millis::new(event["after_thinking"].as_u64().unwrap_or(0)));
        let undone = self.clock.undo(self.now, &self.before[number]);
        if let Some(error) = event["error"].as_str() {
            assert_eq!(undone.unwrap_err().to_string(), error, "{event}");
            return;
        }
        self.before.truncate(number);
        self.clock = running(undone.unwrap());
        for (name, colour) in [("B", Side::Black), ("W", Side::White)] {
            let shown = self.clock.shown(colour, self.now);
            for (field, value) in event[name].as_object().into_iter().flatten() {
                let found = expected_field(field, &shown, self.clock.control(colour));
                assert_eq!(found, *value, "{name}'s {field} after {event}");
            }
        }
    }
}

fn trace(case: &Value) {
    let controls = controls(&case["settings"]);
    let lag = match case["lag_policy"].as_bool() {
        Some(true) => controls.map(LagPolicy::for_control),
        _ => BySide::both(LagPolicy::OFF),
    };
    let to_move = case["events"][0]["player"]
        .as_str()
        .map_or(Side::Black, |_| side(&case["events"][0]["player"]));
    let now = Millis::new(case["start"].as_u64().unwrap_or(1_000_000));
    let clock = Clock::new(controls, to_move, lag).unwrap();
    let clock = running(clock.resume(now).unwrap());
    let mut game = Game { clock, now, before: Vec::new(), loser: None };
    for event in case["events"].as_array().unwrap() {
        match event["event"].as_str().unwrap() {
            "turn" => game.turn(event),
            "pause" => game.pause(event),
            "undo" => game.undo(event),
            event => panic!("unknown event {event}"),
        }
    }
    let loser = case["loses_on_time"].as_str().map(|_| side(&case["loses_on_time"]));
    assert_eq!(game.loser, loser, "who loses on time");
}

/// The calls of one move: `[second, text]`, in Chinese; `english` may give those in English.
fn announce(case: &Value) {
    let controls = match case["text"].as_str() {
        Some(text) => parse_controls(text).unwrap(),
        None => {
            let reserve = count(case, "minutes_left");
            let total = Millis::minutes(reserve.into());
            BySide::both(TimeControl::ChineseReading { total, reserve })
        }
    };
    let start = Millis::seconds(77);
    let clock = Clock::new(controls, Side::Black, BySide::both(LagPolicy::OFF)).unwrap();
    let clock = running(clock.resume(start).unwrap());
    let end = start.plus(Millis::seconds(count(case, "seconds").into()));
    let calls = clock.announcements(start, end);
    let found: Vec<_> =
        calls.iter().map(|due| (due.spent.get(), due.at, due.call.zh(), due.call.en())).collect();
    let expected = case["calls"].as_array().unwrap();
    let texts: Vec<_> = found.iter().map(|(spent, _, zh, _)| (*spent, zh.as_str())).collect();
    let wanted: Vec<_> = expected
        .iter()
        .map(|call| {
            // Seconds, perhaps with decimals.
            let spent: Millis = format!("{}s", call[0])
                .parse::<TimeControl>()
                .unwrap()
                .start()
                .main(&TimeControl::None)
                .unwrap();
            (spent.get(), call[1].as_str().unwrap())
        })
        .collect();
    assert_eq!(texts, wanted);
    for (spent, at, _, _) in &found {
        assert_eq!(*at, start.plus(Millis::new(*spent)));
    }
    for (call, (_, _, _, english)) in expected.iter().zip(&found) {
        if let Some(text) = call[2].as_str() {
            assert_eq!(english, text);
        }
    }
    let loses = clock.flag(end).is_some();
    assert_eq!(loses, case["loses"].as_bool().unwrap(), "loses");
    if let Some(left) = case["minutes_left_after"].as_u64() {
        let shown = clock.shown(Side::Black, end);
        assert!(
            matches!(shown.time, PlayerTime::Periods { left: found, .. } if u64::from(found) == left)
        );
    }
}

fn run(path: &str, check: fn(&Value)) {
    let text = crate::testdata(path);
    let mut failed = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let case: Value = serde_json::from_str(line).unwrap();
        if std::panic::catch_unwind(|| check(&case)).is_err() {
            failed.push(format!("{} {}", case["id"], case["name"]));
        }
    }
    assert!(failed.is_empty(), "failed in {path}: {failed:#?}");
    assert!(text.lines().count() > 3, "{path} is nearly empty");
}

#[test]
fn the_rule_books_turns() {
    run("rules/clock.jsonl", trace);
}

#[test]
fn the_rule_books_calls() {
    run("rules/announce.jsonl", announce);
}

#[test]
fn our_turns() {
    run("clock/traces.jsonl", trace);
}

#[test]
fn our_calls() {
    run("clock/calls.jsonl", announce);
}
