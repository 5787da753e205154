//! Weekends that are not charged: wall time to counted time and back.

use crate::Millis;

/// 1970 began on a Thursday: counted from the Monday before, weeks start at multiples of seven days.
const TO_MONDAY: Millis = Millis::days(3);
const WEEK: Millis = Millis::days(7);
const COUNTED: Millis = Millis::days(5);

/// Which time of the calendar is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Calendar {
    /// All of it.
    Always,
    /// Monday to Friday, in UTC; moments must be counted from 1970.
    Weekdays,
}

impl Calendar {
    /// The time that is charged between two moments; nothing if the second is the earlier one.
    pub(crate) fn between(self, from: Millis, to: Millis) -> Millis {
        match self {
            Self::Always => to.minus(from),
            Self::Weekdays => counted(to).minus(counted(from)),
        }
    }

    /// The first moment at which `time` has been charged since `from`.
    pub(crate) fn after(self, from: Millis, time: Millis) -> Millis {
        match self {
            _ if time.is_zero() => from,
            Self::Always => from.plus(time),
            Self::Weekdays => moment(counted(from).plus(time)).max(from),
        }
    }
}

/// Weekday time up to a moment.
fn counted(moment: Millis) -> Millis {
    let moment = moment.plus(TO_MONDAY).get();
    let (week, within) = (moment / WEEK.get(), moment % WEEK.get());
    Millis::new(week.saturating_mul(COUNTED.get())).plus(Millis::new(within).min(COUNTED))
}

/// The first moment up to which so much weekday time has passed; `counted` is more than zero.
fn moment(counted: Millis) -> Millis {
    let before = counted.get().saturating_sub(1);
    let (week, within) = (before / COUNTED.get(), before % COUNTED.get());
    Millis::new(week.saturating_mul(WEEK.get()).saturating_add(within + 1)).minus(TO_MONDAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Friday 2 January 1970, 12:00.
    const FRIDAY_NOON: Millis = Millis::hours(36);
    const MONDAY: Millis = Millis::days(4);

    #[test]
    fn a_weekend_is_not_charged() {
        let noon_to_monday = Calendar::Weekdays.between(FRIDAY_NOON, MONDAY);
        assert_eq!(noon_to_monday, Millis::hours(12));
        assert_eq!(
            Calendar::Weekdays.after(FRIDAY_NOON, Millis::hours(13)),
            MONDAY.plus(Millis::HOUR)
        );
        assert_eq!(Calendar::Weekdays.after(FRIDAY_NOON, Millis::hours(12)), Millis::days(2));
    }

    #[test]
    fn the_way_back_is_the_first_such_moment() {
        for start in (0..30).map(|step| Millis::hours(step * 11)) {
            for time in (1..40).map(|step| Millis::new(step * 7_654_321)) {
                let end = Calendar::Weekdays.after(start, time);
                assert_eq!(Calendar::Weekdays.between(start, end), time);
                let earlier = end.minus(Millis::new(1));
                assert!(Calendar::Weekdays.between(start, earlier) < time);
            }
        }
    }
}
