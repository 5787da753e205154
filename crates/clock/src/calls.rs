//! The calls of a reading: which are due at what moment of a turn, and their texts.

use crate::describe::{en_length, zh_length};
use crate::time::{delay, penalties};
use crate::{Millis, PlayerTime, Side, TimeControl};

/// Something that is called to the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Call {
    /// So many days of the time are left.
    DaysLeft(u32),
    /// So many hours of the time are left.
    HoursLeft(u32),
    /// So many minutes are left: of the reserve in Chinese reading, of all time where there is no overtime.
    MinutesLeft(u32),
    /// So many minutes are left before the overtime begins.
    MainMinutesLeft(u32),
    /// The last seconds, counted down.
    SecondsLeft(u32),
    /// Main time is over; the reading begins, with so many periods (byo-yomi, Chinese reading).
    ReadingBegins(u32),
    /// Main time is over; the first Canadian block begins, with so many stones to play.
    BlockBegins(u32),
    /// So many seconds of the current period are gone.
    SecondsGone(u32),
    /// A minute of the reserve is gone.
    Minute,
    /// The last ten seconds of the last period, counted up: 1 to 9.
    Count(u32),
    /// A period is gone; so many are left.
    PeriodsLeft(u32),
    /// So much time and so many stones are left in the Canadian block.
    Block {
        /// Seconds left.
        seconds: u32,
        /// Stones still to be played in them.
        stones: u32,
    },
    /// An Ing extension begins; the penalty is now so many points.
    Penalty(u32),
    /// Time is used up.
    TimeLost {
        /// Whether the last seconds were counted up, so that this is the tenth.
        counted: bool,
    },
}

/// A call at its moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Announcement {
    /// When it is due.
    pub at: Millis,
    /// To whom.
    pub side: Side,
    /// What the turn has used by then.
    pub spent: Millis,
    /// What is called.
    pub call: Call,
}

/// A length as it is called: what is only heard has no spaces.
fn zh_spoken(seconds: u32) -> String {
    zh_length(Millis::seconds(seconds.into())).replace(' ', "")
}

impl Call {
    /// The call in Chinese.
    pub fn zh(&self) -> String {
        match *self {
            Self::DaysLeft(days) => format!("还剩{days}天"),
            Self::HoursLeft(hours) => format!("还剩{hours}小时"),
            Self::MinutesLeft(minutes) => format!("还剩{minutes}分钟"),
            Self::MainMinutesLeft(minutes) => format!("基本时间还剩{minutes}分钟"),
            Self::SecondsLeft(seconds) => format!("还剩{seconds}秒"),
            Self::ReadingBegins(1) => "开始读秒，只有1次".to_owned(),
            Self::ReadingBegins(periods) => format!("开始读秒，共{periods}次"),
            Self::BlockBegins(stones) => format!("基本时间用完，本轮须下{stones}手"),
            Self::SecondsGone(seconds) => zh_spoken(seconds),
            Self::Minute => "一分钟".to_owned(),
            Self::Count(number) => number.to_string(),
            Self::PeriodsLeft(1) => "最后1次读秒".to_owned(),
            Self::PeriodsLeft(periods) => format!("还剩{periods}次读秒"),
            Self::Block { seconds, stones } => {
                format!("还剩{}，须下{stones}手", zh_spoken(seconds))
            }
            Self::Penalty(points) => format!("超时，共罚{points}点"),
            Self::TimeLost { counted: true } => "10，超时判负".to_owned(),
            Self::TimeLost { counted: false } => "超时判负".to_owned(),
        }
    }

    /// The call in English.
    pub fn en(&self) -> String {
        match *self {
            Self::DaysLeft(1) => "1 day left".to_owned(),
            Self::DaysLeft(days) => format!("{days} days left"),
            Self::HoursLeft(1) => "1 hour left".to_owned(),
            Self::HoursLeft(hours) => format!("{hours} hours left"),
            Self::MinutesLeft(1) => "1 minute left".to_owned(),
            Self::MinutesLeft(minutes) => format!("{minutes} minutes left"),
            Self::MainMinutesLeft(1) => "1 minute of main time left".to_owned(),
            Self::MainMinutesLeft(minutes) => format!("{minutes} minutes of main time left"),
            Self::SecondsLeft(1) => "1 second left".to_owned(),
            Self::SecondsLeft(seconds) => format!("{seconds} seconds left"),
            Self::ReadingBegins(1) => "reading begins, 1 period".to_owned(),
            Self::ReadingBegins(periods) => format!("reading begins, {periods} periods"),
            Self::BlockBegins(stones) => {
                format!("main time is over, {stones} to play in this block")
            }
            Self::SecondsGone(seconds) => en_length(Millis::seconds(seconds.into())),
            Self::Minute => "one minute".to_owned(),
            Self::Count(number) => number.to_string(),
            Self::PeriodsLeft(1) => "last period".to_owned(),
            Self::PeriodsLeft(periods) => format!("{periods} periods left"),
            Self::Block { seconds, stones } => {
                format!("{} left for {stones} to play", en_length(Millis::seconds(seconds.into())))
            }
            Self::Penalty(points) => format!("overtime, {points} points of penalty"),
            Self::TimeLost { counted: true } => "10, time is up".to_owned(),
            Self::TimeLost { counted: false } => "time is up".to_owned(),
        }
    }
}

/// One turn whose calls are asked for.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    /// The player's control.
    pub(crate) control: &'a TimeControl,
    /// The player's time when the turn began.
    pub(crate) time: PlayerTime,
    /// What may be used until the flag falls, the lag quota included.
    pub(crate) limit: Option<Millis>,
}

/// Calls with what the turn has used at each, restricted to a window.
struct Due {
    after: Millis,
    until: Millis,
    calls: Vec<(Millis, Call)>,
}

impl Due {
    fn add(&mut self, at: Millis, call: Call) {
        if at > self.after && at <= self.until {
            self.calls.push((at, call));
        }
    }

    /// A call when `left` is left of the stretch from `from` to `to`, if that comes after its beginning.
    fn left(&mut self, (from, to): (Millis, Millis), left: Millis, call: Call) {
        if to.minus(from) > left {
            self.add(to.minus(left), call);
        }
    }

    /// Whether anything in the stretch can be due.
    fn meets(&self, (from, to): (Millis, Millis)) -> bool {
        to > self.after && from <= self.until
    }
}

const DAYS: [u32; 3] = [7, 3, 1];
const HOURS: [u32; 3] = [12, 3, 1];
const MINUTES: [u32; 4] = [30, 10, 5, 1];
/// Seconds left in a period when the seconds gone are called: at 30, 40, 50, 55 and 58 of a minute (7.2).
const READ: [u32; 6] = [60, 30, 20, 10, 5, 2];
/// The same in the last period, before the last ten seconds are counted.
const READ_LAST: [u32; 4] = [60, 30, 20, 10];
/// Seconds left in a Canadian block when it is called.
const BLOCK: [u32; 5] = [600, 300, 60, 30, 20];

impl Turn<'_> {
    /// The calls due after `after` and up to `until`, both counted in what the turn has used.
    pub(crate) fn calls(&self, after: Millis, until: Millis) -> Vec<(Millis, Call)> {
        let mut due = Due { after, until, calls: Vec::new() };
        match (self.time, *self.control) {
            (PlayerTime::Unlimited, _) => {}
            (PlayerTime::Main { left }, control) => {
                self.only_time(&mut due, (delay(&control), left.plus(delay(&control))));
            }
            (PlayerTime::Days { left, .. }, _) => self.only_time(&mut due, (Millis::ZERO, left)),
            (PlayerTime::Periods { main, left }, control) => {
                let period = control.period().unwrap_or_default();
                let reserve = matches!(control, TimeControl::ChineseReading { .. });
                main_time(&mut due, main, Call::ReadingBegins(left));
                for number in 0..left {
                    let from = main.plus(period.times(number));
                    let stretch = (from, from.plus(period));
                    if due.meets(stretch) {
                        period_calls(&mut due, stretch, left - number - 1, reserve);
                    }
                }
                self.time_lost(&mut due, period >= Millis::seconds(10));
            }
            (PlayerTime::Block { main, left, stones }, _) => {
                main_time(&mut due, main, Call::BlockBegins(stones));
                let stretch = (main, main.plus(left));
                for seconds in BLOCK {
                    let call = Call::Block { seconds, stones };
                    due.left(stretch, Millis::seconds(seconds.into()), call);
                }
                countdown(&mut due, stretch);
                self.time_lost(&mut due, false);
            }
            (PlayerTime::Penalties { used }, control) => self.ing(&mut due, used, &control),
        }
        due.calls
    }

    /// The first call after the turn has used so much.
    pub(crate) fn first_call(&self, after: Millis) -> Option<(Millis, Call)> {
        self.calls(after, self.limit?).into_iter().next()
    }

    /// Time with nothing after it.
    fn only_time(&self, due: &mut Due, stretch: (Millis, Millis)) {
        if matches!(self.time, PlayerTime::Days { .. }) {
            for days in DAYS {
                due.left(stretch, Millis::days(days.into()), Call::DaysLeft(days));
            }
            for hours in HOURS {
                due.left(stretch, Millis::hours(hours.into()), Call::HoursLeft(hours));
            }
        }
        for minutes in MINUTES {
            due.left(stretch, Millis::minutes(minutes.into()), Call::MinutesLeft(minutes));
        }
        due.left(stretch, Millis::seconds(30), Call::SecondsLeft(30));
        countdown(due, stretch);
        self.time_lost(due, false);
    }

    fn ing(&self, due: &mut Due, used: Millis, control: &TimeControl) {
        let TimeControl::Ing { main, periods, period, points } = *control else { return };
        main_minutes(due, main.minus(used));
        for number in penalties(control, used)..=periods {
            // The end of the basic time (number 0) or of an extension, counted from the turn's beginning.
            let end = main.plus(period.times(number)).minus(used);
            let stretch = (end.minus(if number == 0 { main } else { period }), end);
            if number > 0 {
                due.left(stretch, Millis::MINUTE, Call::MinutesLeft(1));
                due.left(stretch, Millis::seconds(30), Call::SecondsLeft(30));
            }
            countdown(due, stretch);
            if number < periods {
                due.add(end, Call::Penalty(points.saturating_mul(number + 1)));
            }
        }
        self.time_lost(due, false);
    }

    fn time_lost(&self, due: &mut Due, counted: bool) {
        if let Some(limit) = self.limit {
            due.add(limit, Call::TimeLost { counted });
        }
    }
}

/// Main time that overtime follows.
fn main_time(due: &mut Due, main: Millis, end: Call) {
    main_minutes(due, main);
    if !main.is_zero() {
        due.add(main, end);
    }
}

fn main_minutes(due: &mut Due, main: Millis) {
    for minutes in MINUTES {
        let call = Call::MainMinutesLeft(minutes);
        due.left((Millis::ZERO, main), Millis::minutes(minutes.into()), call);
    }
}

/// The last ten seconds of a stretch, counted down.
fn countdown(due: &mut Due, stretch: (Millis, Millis)) {
    for seconds in (1..=10).rev() {
        due.left(stretch, Millis::seconds(seconds.into()), Call::SecondsLeft(seconds));
    }
}

/// One period of a reading, after which `more` are left.
fn period_calls(due: &mut Due, stretch: (Millis, Millis), more: u32, reserve: bool) {
    let length = stretch.1.minus(stretch.0);
    let marks = if more == 0 { READ_LAST.as_slice() } else { READ.as_slice() };
    for &left in marks {
        let gone = length.minus(Millis::seconds(left.into()));
        let call = match u32::try_from(gone.whole_seconds()) {
            Ok(seconds) if gone == Millis::seconds(seconds.into()) => Call::SecondsGone(seconds),
            _ => Call::SecondsLeft(left),
        };
        due.left(stretch, Millis::seconds(left.into()), call);
    }
    if more == 0 {
        // The count ends with ten at the fall of the flag; a shorter period is counted from its beginning.
        let ten = u32::try_from(length.whole_seconds()).unwrap_or(10).min(10);
        for left in (1..ten.max(1)).rev() {
            due.left(stretch, Millis::seconds(left.into()), Call::Count(ten - left));
        }
        return;
    }
    if reserve {
        due.add(stretch.1, Call::Minute);
        due.add(stretch.1, Call::MinutesLeft(more));
    } else {
        due.add(stretch.1, Call::PeriodsLeft(more));
    }
}
