//! What a clock refuses, storage, and a server that was killed.

use clock::{
    BySide, Clock, ClockState, LagPolicy, Millis, PauseReason, PlayerTime, Pressed, Run, Side, Step,
};

const NOW: Millis = Millis::minutes(100);

fn clock(text: &str) -> Clock {
    let controls = clock::parse_controls(text).unwrap();
    Clock::new(controls, Side::Black, BySide::both(LagPolicy::OFF)).unwrap()
}

fn running(step: Step) -> Clock {
    match step {
        Step::Clock(clock) => clock,
        Step::Flag(fallen) => panic!("the flag fell: {fallen:?}"),
    }
}

fn started(text: &str) -> Clock {
    running(clock(text).resume(NOW).unwrap())
}

#[test]
fn a_clock_does_not_run_before_the_game() {
    let clock = clock("10m");
    assert_eq!(clock.next_deadline(), None);
    assert_eq!(clock.flag(Millis::days(9)), None);
    assert!(clock.announcements(Millis::ZERO, Millis::days(9)).is_empty());
    let error = clock.press(NOW, Millis::ZERO).unwrap_err();
    assert_eq!(error.to_string(), "the clock stands still: the game has not begun");
}

#[test]
fn pauses_have_reasons() {
    let clock = started("10m");
    let paused = running(clock.pause(NOW, PauseReason::SealedMove).unwrap());
    assert_eq!(paused.run(), Run::Paused { reason: PauseReason::SealedMove, at: NOW });
    let error = paused.pause(NOW, PauseReason::Server).unwrap_err();
    assert_eq!(error.to_string(), "the clock stands still already: adjourned with a sealed move");
    assert_eq!(clock.resume(NOW).unwrap_err().to_string(), "the clock is running");
    assert_eq!(clock.hand_to(NOW, Side::White).unwrap_err().to_string(), "the clock is running");
    let error = clock.pause(NOW, PauseReason::Vacation(Side::White)).unwrap_err();
    assert_eq!(error.to_string(), "White has no vacation left");
}

#[test]
fn a_finished_game_stays_finished() {
    let clock = started("10m");
    let over = clock.stop(NOW.plus(Millis::MINUTE));
    let later = NOW.plus(Millis::HOUR);
    assert_eq!(over.shown(Side::Black, later).until_flag, Some(Millis::minutes(9)));
    assert!(over.press(later, Millis::ZERO).is_err() && over.resume(later).is_err());
    assert!(over.pause(later, PauseReason::Referee).is_err());
    assert!(over.undo(later, &clock.snapshot()).is_err());
    assert_eq!(over.stop(later), over);
    let late = started("10m").stop(later);
    assert_eq!(
        late.run(),
        Run::Over { at: NOW.plus(Millis::minutes(10)), flag: Some(Side::Black) }
    );
}

#[test]
fn the_time_in_which_the_server_was_down_is_not_charged() {
    let clock = started("10m");
    let last_alive = NOW.plus(Millis::minutes(2));
    let back = NOW.plus(Millis::hours(3));
    let clock = running(clock.pause(last_alive, PauseReason::Server).unwrap());
    let clock = running(clock.resume(back).unwrap());
    assert_eq!(clock.next_deadline(), Some(back.plus(Millis::minutes(8))));
}

#[test]
fn a_clock_that_was_stepped_back_charges_nothing() {
    let clock = started("10m");
    let earlier = NOW.minus(Millis::MINUTE);
    let Pressed::Moved(moved) = clock.press(earlier, Millis::ZERO).unwrap() else { panic!() };
    assert_eq!(moved.charged, Millis::ZERO);
}

#[test]
fn a_resumed_game_may_begin_with_the_other_player() {
    let clock = started("10m+2x30s");
    let at = NOW.plus(Millis::minutes(3));
    let clock = running(clock.pause(at, PauseReason::Counting).unwrap());
    let clock = running(clock.hand_to(at, Side::White).unwrap());
    let clock = running(clock.resume(at).unwrap());
    assert_eq!(clock.to_move(), Side::White);
    let left = |side| clock.shown(side, at).until_flag;
    assert_eq!(left(Side::Black), Some(Millis::minutes(8)));
    assert_eq!(left(Side::White), Some(Millis::minutes(11)));
}

#[test]
fn a_snapshot_of_another_clock_is_refused() {
    let clock = started("10m");
    let error = clock.undo(NOW, &started("5x30s").snapshot()).unwrap_err();
    let text =
        "the snapshot is not of an earlier moment of this clock: the time is of another system";
    assert_eq!(error.to_string(), text);
    let Pressed::Moved(moved) = clock.press(NOW.plus(Millis::MINUTE), Millis::ZERO).unwrap() else {
        panic!()
    };
    let error = clock.undo(NOW, &moved.clock.snapshot()).unwrap_err();
    assert!(error.to_string().ends_with("less was charged than then"), "{error}");
}

#[test]
fn stored_data_is_checked() {
    let good = *started("5m+3x30s").state();
    assert!(Clock::from_state(good).is_ok());
    let time = |main, left| BySide::both(PlayerTime::Periods { main, left });
    let bad = |state: ClockState| Clock::from_state(state).unwrap_err().to_string();
    let text = bad(ClockState { times: time(Millis::minutes(6), 3), ..good });
    assert!(text.ends_with("the main time is above that of the start"), "{text}");
    let text = bad(ClockState { times: time(Millis::ZERO, 4), ..good });
    assert!(text.ends_with("there are too many periods"), "{text}");
    let text = bad(ClockState { times: time(Millis::ZERO, 0), ..good });
    assert!(text.ends_with("it is used up and the game is not over"), "{text}");
    let text = bad(ClockState { times: BySide::both(PlayerTime::Unlimited), ..good });
    assert!(text.ends_with("the time is of another system"), "{text}");
    let text = bad(ClockState { quotas: BySide::both(Millis::SECOND), ..good });
    assert_eq!(text, "Black's lag quota is 1s, the greatest is 0s");
    let reason = PauseReason::Vacation(Side::White);
    let text = bad(ClockState { run: Run::Paused { reason, at: NOW }, ..good });
    assert_eq!(text, "White is on vacation, but the time control has none");
}

#[test]
fn a_player_who_asks_is_told() {
    let told = |text: &str, second: u64| {
        let shown = started(text).shown(Side::Black, NOW.plus(Millis::seconds(second)));
        (shown.zh(), shown.en())
    };
    let cases = [
        ("none", 5, "不限时", "no time limit"),
        ("1m", 15, "还剩 45 秒", "45 seconds left"),
        ("1m", 60, "时间用完", "time is up"),
        ("1m+3x30s", 15, "还剩 45 秒及 3 次读秒", "45 seconds left and 3 periods"),
        ("1m+3x30s", 100, "读秒还剩 20 秒，共 2 次", "20 seconds of the period left, 2 in all"),
        (
            "1m+3x30s",
            125,
            "读秒还剩 25 秒，共 1 次",
            "25 seconds of the last period left, 1 in all",
        ),
        ("1m+25/5m", 15, "基本时间还剩 45 秒", "45 seconds of main time left"),
        ("1m+25/5m", 90, "还剩 4 分 30 秒，须下 25 手", "4 minutes 30 seconds left for 25 moves"),
        ("6m+3x1m 罚2", 60, "连同延时还剩 8 分钟", "8 minutes left with all extensions"),
        (
            "6m+3x1m 罚2",
            370,
            "本次延时还剩 50 秒，已罚 2 点",
            "50 seconds of this extension left, 2 points of penalty",
        ),
    ];
    for (control, second, zh, en) in cases {
        assert_eq!(told(control, second), (zh.to_owned(), en.to_owned()), "{control} {second}");
    }
}
