//! `clock`: a game's turns and pauses; `announce`: the calls of one move in Chinese reading.

use anyhow::{Context, Result, bail, ensure};
use clock::{
    BySide, Clock, LagPolicy, Millis, PauseReason, PlayerTime, Pressed, Shown, Side, Step,
    TimeControl,
};
use serde_json::Value;

use super::fields::{field, list, text, truth, whole};

/// Every turn's clock, and who loses on time.
pub(super) fn check(vector: &Value) -> Result<()> {
    let control = control(field(vector, "settings")?)?;
    let events = list(vector, "events")?;
    let first =
        events.iter().find(|event| event["event"] == "turn").context("no turn is played")?;
    let mut now = Millis::MINUTE;
    let mut clock = start(control, side(first)?, now)?;
    let mut loser = None;
    for (index, event) in events.iter().enumerate() {
        let place = || format!("event {index}, {event}");
        match text(event, "event")? {
            "turn" => {
                let player = side(event)?;
                if clock.to_move() != player {
                    let paused = running(clock.pause(now, PauseReason::Referee)?)?;
                    clock = running(running(paused.hand_to(now, player)?)?.resume(now)?)?;
                }
                now = now.plus(millis(event, "elapsed")?);
                let (after, flag) = match clock.press(now, Millis::ZERO).with_context(place)? {
                    Pressed::Moved(moved) => (moved.clock, false),
                    Pressed::Flag(fallen) => (fallen.clock, true),
                };
                clock = after;
                loser = flag.then_some(player).or(loser);
                compare(&clock.shown(player, now), &control, flag, field(event, "after")?)
                    .with_context(place)?;
            }
            "pause" => {
                let paused = running(clock.pause(now, PauseReason::Agreement)?)?;
                now = now.plus(millis(event, "ms")?);
                clock = running(paused.resume(now)?)?;
            }
            event => bail!("unknown event {event:?}"),
        }
    }
    let (name, result) = match loser {
        None => (Value::Null, Value::Null),
        Some(Side::Black) => ("B".into(), "W+T".into()),
        Some(Side::White) => ("W".into(), "B+T".into()),
    };
    ensure!(*field(vector, "loses_on_time")? == name, "{name} loses on time");
    ensure!(*field(vector, "result")? == result, "the result is {result}");
    Ok(())
}

/// The Chinese calls of one move, second by second, and what is left after it.
pub(super) fn check_calls(vector: &Value) -> Result<()> {
    let system = text(vector, "system")?;
    ensure!(system == "chinese_byoyomi", "unknown system {system:?}");
    let reserve = u32::try_from(whole(vector, "minutes_left")?)?;
    let control = TimeControl::ChineseReading { total: Millis::MINUTE.times(reserve), reserve };
    let clock = start(control, Side::Black, Millis::ZERO)?;
    let end = Millis::seconds(u64::try_from(whole(vector, "seconds")?)?);
    let calls: Vec<Value> = clock
        .announcements(Millis::ZERO, end)
        .iter()
        .map(|due| serde_json::json!([due.spent.whole_seconds(), due.call.zh()]))
        .collect();
    let expected = list(vector, "calls")?;
    ensure!(calls == expected, "called {calls:?}, expected {expected:?}");
    let loses = clock.flag(end).is_some();
    ensure!(loses == truth(vector, "loses")?, "the flag has fallen: {loses}");
    let PlayerTime::Periods { left, .. } = clock.shown(Side::Black, end).time else {
        bail!("the clock has no minutes");
    };
    let expected = whole(vector, "minutes_left_after")?;
    ensure!(usize::try_from(left)? == expected, "{left} minutes left, expected {expected}");
    Ok(())
}

fn start(control: TimeControl, to_move: Side, now: Millis) -> Result<Clock> {
    let clock = Clock::new(BySide::both(control), to_move, BySide::both(LagPolicy::OFF))?;
    running(clock.resume(now)?)
}

fn running(step: Step) -> Result<Clock> {
    match step {
        Step::Clock(clock) => Ok(clock),
        Step::Flag(fallen) => bail!("the flag of {:?} fell before", fallen.side),
    }
}

/// Every field that the vector states; beside a fallen flag none needs to agree.
fn compare(shown: &Shown, control: &TimeControl, flag: bool, after: &Value) -> Result<()> {
    ensure!(truth(after, "flag")? == flag, "the flag has fallen: {flag}");
    if flag {
        return Ok(());
    }
    let fields = after.as_object().context("`after` is no object")?;
    for (name, expected) in fields.iter().filter(|(name, _)| *name != "flag") {
        let found: Value = match (name.as_str(), shown.time) {
            ("main", time) => time.main(control).context("there is no limit")?.get().into(),
            ("periods", PlayerTime::Periods { left, .. }) => left.into(),
            ("block", PlayerTime::Block { left, .. }) => left.get().into(),
            ("stones", PlayerTime::Block { stones, .. }) => stones.into(),
            ("used", PlayerTime::Penalties { used }) => used.get().into(),
            ("penalty", _) => shown.penalty.into(),
            _ => bail!("{name} is no part of {:?}", shown.time),
        };
        ensure!(found == *expected, "{name} is {found}, expected {expected}");
    }
    Ok(())
}

fn millis(value: &Value, name: &str) -> Result<Millis> {
    Ok(Millis::new(u64::try_from(whole(value, name)?)?))
}

fn side(event: &Value) -> Result<Side> {
    match text(event, "player")? {
        "B" => Ok(Side::Black),
        "W" => Ok(Side::White),
        other => bail!("{other:?} is no colour"),
    }
}

fn control(settings: &Value) -> Result<TimeControl> {
    let length = |name| millis(settings, name);
    let count = |name| anyhow::Ok(u32::try_from(whole(settings, name)?)?);
    Ok(match text(settings, "system")? {
        "absolute" => TimeControl::Absolute { main: length("main")? },
        "fischer" => TimeControl::Fischer {
            main: length("main")?,
            increment: length("increment")?,
            cap: match settings.get("max") {
                None | Some(Value::Null) => None,
                Some(_) => Some(length("max")?),
            },
        },
        "byoyomi" => TimeControl::ByoYomi {
            main: length("main")?,
            periods: count("periods")?,
            period: length("period")?,
        },
        "chinese_byoyomi" => {
            let reserve = length("reserve")?.get();
            let minute = Millis::MINUTE.get();
            ensure!(reserve.is_multiple_of(minute), "the reserve is no whole number of minutes");
            let reserve = u32::try_from(reserve / minute)?;
            TimeControl::ChineseReading { total: length("total")?, reserve }
        }
        "canadian" => TimeControl::Canadian {
            main: length("main")?,
            stones: count("stones")?,
            block: length("block")?,
        },
        "ing" => TimeControl::Ing {
            main: length("main")?,
            periods: count("max_penalties")?,
            period: length("period")?,
            points: count("points")?,
        },
        system => bail!("unknown system {system:?}"),
    })
}
