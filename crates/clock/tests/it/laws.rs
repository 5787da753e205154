//! Laws that hold in every game, checked against a slow second clock on random games.

use clock::{
    BySide, Clock, LagPolicy, Millis, Moved, PauseReason, PlayerTime, Pressed, Run, Side, Snapshot,
    Step, TimeControl,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// One player's time kept by counting down, written apart from the crate: milliseconds that may become negative.
#[derive(Debug, Clone, Copy)]
struct Slow {
    control: TimeControl,
    main: i64,
    periods: i64,
    block: i64,
    stones: i64,
    vacation: i64,
}

fn int(length: Millis) -> i64 {
    length.to_i64()
}

impl Slow {
    fn new(control: TimeControl) -> Self {
        let mut slow = Self { control, main: 0, periods: 0, block: 0, stones: 0, vacation: 0 };
        match control {
            TimeControl::None => {}
            TimeControl::Absolute { main }
            | TimeControl::Fischer { main, .. }
            | TimeControl::Delay { main, .. }
            | TimeControl::Hourglass { main } => slow.main = int(main),
            TimeControl::ByoYomi { main, periods, .. } => {
                (slow.main, slow.periods) = (int(main), periods.into());
            }
            TimeControl::ChineseReading { total, reserve } => {
                slow.periods = reserve.into();
                slow.main = int(total) - 60_000 * slow.periods;
            }
            TimeControl::Canadian { main, stones, block } => {
                (slow.main, slow.stones, slow.block) = (int(main), stones.into(), int(block));
            }
            TimeControl::PerMove { .. } => slow.periods = 1,
            TimeControl::Ing { main, periods, .. } => {
                (slow.main, slow.periods) = (int(main), periods.into());
            }
            TimeControl::Correspondence { start, vacation, .. } => {
                (slow.main, slow.vacation) = (int(start), int(vacation));
            }
        }
        slow
    }

    /// Charges a turn; false if that uses everything up. `moved` when the turn ends with a move.
    fn charge(&mut self, spent: i64, moved: bool) -> bool {
        match self.control {
            TimeControl::None => true,
            TimeControl::Absolute { .. } | TimeControl::Hourglass { .. } => {
                self.main -= spent;
                self.main > 0
            }
            TimeControl::Delay { delay, .. } => {
                self.main -= (spent - int(delay)).max(0);
                self.main > 0
            }
            TimeControl::Fischer { increment, cap, .. }
            | TimeControl::Correspondence { start: _, increment, cap, .. } => {
                self.main -= spent;
                if self.main <= 0 {
                    return false;
                }
                if moved {
                    self.main += int(increment);
                    self.main = cap.map_or(self.main, |cap| self.main.min(int(cap)));
                }
                true
            }
            TimeControl::ByoYomi { period, .. } => self.count_periods(spent, int(period)),
            TimeControl::ChineseReading { .. } => self.count_periods(spent, 60_000),
            TimeControl::PerMove { time } => self.count_periods(spent, int(time)),
            TimeControl::Canadian { stones, block, .. } => {
                self.main -= spent;
                if self.main > 0 {
                    return true;
                }
                self.block += self.main;
                self.main = 0;
                if self.block <= 0 {
                    return false;
                }
                if moved {
                    self.stones -= 1;
                    if self.stones == 0 {
                        (self.stones, self.block) = (stones.into(), int(block));
                    }
                }
                true
            }
            // Here the main time counts what is left to the end of the present extension.
            TimeControl::Ing { period, .. } => {
                self.main -= spent;
                while self.main <= 0 && self.periods > 0 {
                    self.periods -= 1;
                    self.main += int(period);
                }
                self.main > 0
            }
        }
    }

    fn count_periods(&mut self, spent: i64, period: i64) -> bool {
        self.main -= spent;
        while self.main <= -period {
            self.main += period;
            self.periods -= 1;
        }
        self.main = self.main.max(0);
        self.periods > 0
    }

    /// The same, read off the crate's clock.
    fn agrees(&self, time: &PlayerTime) -> bool {
        let nat = |length: i64| Millis::try_from(length).unwrap();
        match *time {
            PlayerTime::Unlimited => true,
            PlayerTime::Main { left } => left == nat(self.main),
            PlayerTime::Periods { main, left } => {
                main == nat(self.main) && i64::from(left) == self.periods
            }
            PlayerTime::Block { main, left, stones } => {
                let same = i64::from(stones) == self.stones && left == nat(self.block);
                same && main == nat(self.main)
            }
            PlayerTime::Penalties { used } => {
                let TimeControl::Ing { main, periods, period, points } = self.control else {
                    return false;
                };
                let rest = u32::try_from(self.periods).unwrap();
                let left = main.plus(period.times(periods)).minus(used);
                left == period.times(rest).plus(nat(self.main))
                    && time.penalty(&self.control) == (periods - rest) * points
            }
            PlayerTime::Days { left, vacation } => {
                left == nat(self.main) && vacation == nat(self.vacation)
            }
        }
    }
}

/// What happens in a random game. Lengths are in thousandths of what is left of the turn, so that all systems get
/// into overtime and flags fall now and then.
#[derive(Debug, Clone, Copy)]
enum Action {
    Think(u32),
    Press { lag: u64 },
    Pause(u64),
    Vacation { side: Side, length: u64 },
    Undo(u8),
    Store,
}

fn action() -> impl Strategy<Value = Action> {
    let side = prop_oneof![Just(Side::Black), Just(Side::White)];
    prop_oneof![
        6 => (0..700_u32).prop_map(Action::Think),
        1 => (900..1_100_u32).prop_map(Action::Think),
        8 => prop_oneof![Just(0), 0..3_000_u64].prop_map(|lag| Action::Press { lag }),
        1 => (0..100_000_u64).prop_map(Action::Pause),
        1 => (side, 0..200_000_000_u64).prop_map(|(side, length)| Action::Vacation { side, length }),
        1 => any::<u8>().prop_map(Action::Undo),
        1 => Just(Action::Store),
    ]
}

fn length(most: u64) -> impl Strategy<Value = Millis> {
    prop_oneof![1..most, (1..=most / 1_000).prop_map(|seconds| seconds * 1_000)]
        .prop_map(Millis::new)
}

fn or_zero(most: u64) -> impl Strategy<Value = Millis> {
    prop_oneof![1 => Just(Millis::ZERO), 3 => length(most)]
}

/// Any playable control.
pub(crate) fn control() -> impl Strategy<Value = TimeControl> {
    let capped = |(start, increment, over): (Millis, Millis, Option<Millis>)| {
        (start, increment, over.map(|over| start.plus(over)))
    };
    let day = 86_400_000;
    prop_oneof![
        Just(TimeControl::None),
        length(7_200_000).prop_map(|main| TimeControl::Absolute { main }),
        (length(3_600_000), length(60_000), prop::option::of(or_zero(100_000))).prop_map(
            move |parts| {
                let (main, increment, cap) = capped(parts);
                TimeControl::Fischer { main, increment, cap }
            }
        ),
        (length(600_000), length(10_000))
            .prop_map(|(main, delay)| TimeControl::Delay { main, delay }),
        (or_zero(600_000), 1..10_u32, length(60_000))
            .prop_map(|(main, periods, period)| TimeControl::ByoYomi { main, periods, period }),
        (or_zero(600_000), 1..10_u32).prop_map(|(main, reserve)| {
            TimeControl::ChineseReading { total: main.plus(Millis::MINUTE.times(reserve)), reserve }
        }),
        (or_zero(600_000), 1..30_u32, length(900_000))
            .prop_map(|(main, stones, block)| TimeControl::Canadian { main, stones, block }),
        length(60_000).prop_map(|time| TimeControl::PerMove { time }),
        (length(1_800_000), 1..5_u32, length(300_000), 0..4_u32).prop_map(
            |(main, periods, period, points)| TimeControl::Ing { main, periods, period, points }
        ),
        length(600_000).prop_map(|main| TimeControl::Hourglass { main }),
        (
            (length(7 * day), length(day), prop::option::of(or_zero(day))),
            any::<bool>(),
            or_zero(3 * day)
        )
            .prop_map(move |(parts, free_weekends, vacation)| {
                let (start, increment, cap) = capped(parts);
                TimeControl::Correspondence { start, increment, cap, free_weekends, vacation }
            }),
    ]
}

/// Controls for both players, mostly the same, never one hourglass alone.
pub(crate) fn controls() -> impl Strategy<Value = BySide<TimeControl>> {
    (control(), control(), 0..4).prop_map(|(black, white, same)| {
        let both = BySide::new(black, white);
        if same == 0 && clock::check_controls(&both).is_ok() { both } else { BySide::both(black) }
    })
}

type Law = Result<(), TestCaseError>;

/// A game under way beside its slow clock.
struct Game {
    clock: Clock,
    slow: BySide<Slow>,
    now: Millis,
    /// What each player's clock was charged, counted here.
    charged: BySide<Millis>,
    before: Vec<Snapshot>,
}

fn running(step: Step) -> Clock {
    match step {
        Step::Clock(clock) => clock,
        Step::Flag(fallen) => panic!("the flag fell: {fallen:?}"),
    }
}

impl Game {
    /// What the player to move can still think; a day without a limit.
    fn room(&self) -> Millis {
        self.clock.next_deadline().map_or(Millis::DAY, |deadline| deadline.minus(self.now))
    }

    /// The flag falls at the deadline and not before; the calls of the turn end there.
    fn deadline(&self) -> Law {
        let Some(deadline) = self.clock.next_deadline() else { return Ok(()) };
        let eve = deadline.minus(Millis::new(1));
        prop_assert!(self.clock.flag(eve.max(self.now)).is_none() || deadline <= self.now);
        let fallen = self.clock.flag(deadline).unwrap();
        prop_assert_eq!((fallen.at, fallen.side), (deadline, self.clock.to_move()));
        prop_assert!(matches!(
            self.clock.press(deadline, Millis::new(u64::MAX)).unwrap(),
            Pressed::Flag(_)
        ));
        if eve > self.now {
            let pressed = self.clock.press(eve, Millis::new(u64::MAX)).unwrap();
            prop_assert!(matches!(pressed, Pressed::Moved(_)), "{:?}", pressed);
        }
        let over = fallen.clock.shown(fallen.side, deadline);
        prop_assert_eq!(over.until_flag, Some(Millis::ZERO));
        let is_over = matches!(fallen.clock.run(), Run::Over { flag: Some(_), .. });
        prop_assert!(is_over && fallen.clock.next_deadline().is_none());
        Ok(())
    }

    /// Asking in two parts gives the same calls; the last is the loss, at the deadline.
    fn calls(&self, cut: u32) -> Law {
        let Some(deadline) = self.clock.next_deadline() else { return Ok(()) };
        let whole = self.clock.announcements(self.now, deadline);
        let middle =
            self.now.plus(Millis::new(self.room().get() / 1_000 * u64::from(cut.min(1_000))));
        let mut parts = self.clock.announcements(self.now, middle);
        prop_assert!(parts.iter().all(|due| due.at > self.now && due.at <= middle));
        parts.extend(self.clock.announcements(middle, deadline));
        prop_assert_eq!(&parts, &whole);
        prop_assert!(whole.is_sorted_by_key(|due| due.at));
        prop_assert_eq!(self.clock.next_call(self.now), whole.first().map(|due| due.at));
        let last = whole.last().unwrap();
        prop_assert_eq!(last.at, deadline);
        let is_loss = matches!(last.call, clock::Call::TimeLost { .. });
        prop_assert!(is_loss);
        prop_assert!(
            whole.iter().all(|due| !due.call.zh().is_empty() && !due.call.en().is_empty())
        );
        Ok(())
    }

    /// A wait that is split by a pause of no length changes nothing.
    fn think(&mut self, thousandths: u32) -> Law {
        let room = self.room();
        let wait = Millis::new(room.get() / 1_000 * u64::from(thousandths) + room.get() % 7);
        let later = self.now.plus(wait);
        let paused = self.clock.pause(self.now, PauseReason::Referee).unwrap();
        let split = running(running(paused).resume(self.now).unwrap());
        prop_assert_eq!(split.next_deadline(), self.clock.next_deadline());
        for side in Side::BOTH {
            prop_assert_eq!(split.shown(side, later), self.clock.shown(side, later));
        }
        let whole = self.clock.press(later, Millis::SECOND).unwrap();
        prop_assert_eq!(split.press(later, Millis::SECOND).unwrap(), whole);
        if self.clock.flag(later).is_none() {
            let side = self.clock.to_move();
            let (earlier, now) = (self.clock.shown(side, self.now), self.clock.shown(side, later));
            prop_assert!(now.until_flag <= earlier.until_flag, "thinking gained time");
            self.now = later;
            // Keep the split clock for the rest of the game.
            self.clock = split;
        }
        Ok(())
    }

    /// True when the game goes on.
    fn press(&mut self, lag: u64) -> Result<bool, TestCaseError> {
        let side = self.clock.to_move();
        let other = side.other();
        let (was, others) = (self.clock.snapshot(), *self.clock.state().times.get(other));
        let quota = *self.clock.state().quotas.get(side);
        match self.clock.press(self.now, Millis::new(lag)).unwrap() {
            Pressed::Flag(fallen) => {
                prop_assert_eq!(fallen.side, side);
                Ok(false)
            }
            Pressed::Moved(Moved { clock, elapsed, refund, charged, .. }) => {
                prop_assert_eq!(charged.plus(refund), elapsed);
                prop_assert!(refund <= quota && refund <= Millis::new(lag));
                prop_assert!(
                    self.slow.get_mut(side).charge(int(charged), true),
                    "in time, though used up"
                );
                self.before.push(was);
                self.count(side, charged);
                let gain = allowed_gain(clock.control(side), clock.state().times.get(side));
                let (old, new) = (budget(&self.clock, side), budget(&clock, side));
                if let (Some(old), Some(new)) = (old, new) {
                    prop_assert!(new <= old.plus(gain), "time rose from {} to {}", old, new);
                }
                if !matches!(clock.control(side), TimeControl::Hourglass { .. }) {
                    prop_assert_eq!(
                        *clock.state().times.get(other),
                        others,
                        "the opponent's time changed"
                    );
                }
                self.clock = clock;
                Ok(true)
            }
        }
    }

    fn count(&mut self, side: Side, charged: Millis) {
        let control = self.clock.control(side);
        let free =
            if let TimeControl::Delay { delay, .. } = *control { delay } else { Millis::ZERO };
        let sum = self.charged.get_mut(side);
        *sum = sum.plus(charged.minus(free));
        if let TimeControl::Hourglass { .. } = control {
            self.slow.get_mut(side.other()).main += int(charged);
        }
    }

    fn vacation(&mut self, side: Side, length: Millis) -> Result<bool, TestCaseError> {
        let Ok(paused) = self.clock.pause(self.now, PauseReason::Vacation(side)) else {
            let left = match self.clock.state().times.get(side) {
                PlayerTime::Days { vacation, .. } => *vacation,
                _ => Millis::ZERO,
            };
            prop_assert!(left.is_zero(), "vacation was refused");
            return Ok(true);
        };
        // Taking nothing back in the middle of it moves nothing.
        let paused = running(paused);
        let middle = self.now.plus(Millis::new(length.get() / 2));
        if let Ok(Step::Clock(same)) = paused.undo(middle, &paused.snapshot())
            && side == paused.to_move()
        {
            prop_assert_eq!(same.next_deadline(), paused.next_deadline());
            prop_assert_eq!(same.shown(side, middle), paused.shown(side, middle));
        }
        let slow = self.slow.get_mut(side);
        slow.vacation = (slow.vacation - int(length)).max(0);
        self.now = self.now.plus(length);
        match paused.resume(self.now).unwrap() {
            Step::Clock(clock) => self.clock = clock,
            Step::Flag(fallen) => {
                prop_assert!(fallen.at <= self.now);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Taking back gains no time for thinking.
    fn undo(&mut self, number: u8) -> Law {
        let Some(index) = usize::from(number).checked_rem(self.before.len()) else { return Ok(()) };
        let to = self.before[index];
        let Ok(step) = self.clock.undo(self.now, &to) else { return Ok(()) };
        let clock = running(step);
        prop_assert_eq!(clock.to_move(), to.to_move);
        for side in Side::BOTH {
            let control = self.clock.control(side);
            let (old, new) = (self.clock.shown(side, self.now), clock.shown(side, self.now));
            // The penalty goes back, and with it the extension that was entered.
            let is_ing = matches!(control, TimeControl::Ing { .. });
            let not_risen = new.time.main(control) <= old.time.main(control);
            prop_assert!(not_risen || is_ing, "main time rose: {:?} {:?}", old, new);
            match (old.time, new.time, *to.times.get(side)) {
                (
                    PlayerTime::Block { left: old, .. },
                    PlayerTime::Block { left: new, stones, .. },
                    PlayerTime::Block { stones: stored, .. },
                ) => {
                    prop_assert!(new <= old && stones == stored);
                }
                (_, PlayerTime::Periods { left, .. }, PlayerTime::Periods { left: stored, .. }) => {
                    prop_assert_eq!(left, stored);
                }
                (_, new @ PlayerTime::Penalties { .. }, stored) => {
                    prop_assert_eq!(new.penalty(control), stored.penalty(control));
                    prop_assert!(new.main(control) <= stored.main(control));
                }
                _ => {}
            }
        }
        // The slow clock follows from here.
        for side in Side::BOTH {
            let slow = self.slow.get_mut(side);
            *slow = follow(*slow, clock.state().times.get(side));
            *self.charged.get_mut(side) = *clock.state().charged.get(side);
        }
        self.before.truncate(index);
        self.clock = clock;
        Ok(())
    }

    /// Both clocks agree at the beginning of a turn, and storage keeps the clock.
    fn agreement(&self) -> Law {
        let state = *self.clock.state();
        for side in Side::BOTH {
            let time = state.times.get(side);
            prop_assert!(
                self.slow.get(side).agrees(time),
                "{:?} is not {:?}",
                time,
                self.slow.get(side)
            );
            prop_assert_eq!(state.charged.get(side), self.charged.get(side));
        }
        prop_assert_eq!(Clock::from_state(state).unwrap(), self.clock);
        Ok(())
    }
}

fn budget(clock: &Clock, side: Side) -> Option<Millis> {
    clock.state().times.get(side).budget(clock.control(side))
}

/// What a move may add to the player's time: the increment, or a new block.
fn allowed_gain(control: &TimeControl, after: &PlayerTime) -> Millis {
    match (*control, *after) {
        (
            TimeControl::Fischer { increment, .. } | TimeControl::Correspondence { increment, .. },
            _,
        ) => increment,
        (TimeControl::Canadian { block, stones: all, .. }, PlayerTime::Block { stones, .. })
            if stones == all =>
        {
            block
        }
        _ => Millis::ZERO,
    }
}

/// The slow clock set to a time that an undo has left.
fn follow(slow: Slow, time: &PlayerTime) -> Slow {
    let mut slow = slow;
    match *time {
        PlayerTime::Unlimited => {}
        PlayerTime::Main { left } => slow.main = int(left),
        PlayerTime::Periods { main, left } => (slow.main, slow.periods) = (int(main), left.into()),
        PlayerTime::Block { main, left, stones } => {
            (slow.main, slow.block, slow.stones) = (int(main), int(left), stones.into());
        }
        PlayerTime::Penalties { used } => {
            let vacation = slow.vacation;
            slow = Slow::new(slow.control);
            slow.vacation = vacation;
            assert!(slow.charge(int(used), false));
        }
        PlayerTime::Days { left, .. } => slow.main = int(left),
    }
    slow
}

/// How far random games came, so that the test shows that it tests.
#[derive(Debug, Default)]
struct Reach {
    moves: u64,
    flags: u64,
    undos: u64,
}

fn play(
    controls: BySide<TimeControl>,
    with_lag: bool,
    actions: &[Action],
    reach: &mut Reach,
) -> Law {
    let lag =
        if with_lag { controls.map(LagPolicy::for_control) } else { BySide::both(LagPolicy::OFF) };
    let now = Millis::new(1_790_000_000_000);
    let clock = Clock::new(controls, Side::Black, lag).unwrap();
    let clock = running(clock.resume(now).unwrap());
    let slow = controls.map(|control| Slow::new(*control));
    let mut game = Game { clock, slow, now, charged: BySide::default(), before: Vec::new() };
    for action in actions {
        game.deadline()?;
        let goes_on = match *action {
            Action::Think(thousandths) => {
                game.calls(thousandths)?;
                game.think(thousandths)?;
                true
            }
            Action::Press { lag } => {
                reach.moves += 1;
                game.press(lag)?
            }
            Action::Pause(length) => {
                let paused = running(game.clock.pause(game.now, PauseReason::Server).unwrap());
                let before = paused.shown(paused.to_move(), game.now);
                game.now = game.now.plus(Millis::new(length));
                prop_assert_eq!(paused.shown(paused.to_move(), game.now), before);
                prop_assert_eq!(paused.next_deadline(), None);
                game.clock = running(paused.resume(game.now).unwrap());
                true
            }
            Action::Vacation { side, length } => game.vacation(side, Millis::new(length))?,
            Action::Undo(number) => {
                reach.undos += 1;
                game.undo(number)?;
                true
            }
            Action::Store => {
                game.clock = Clock::from_state(*game.clock.state()).unwrap();
                true
            }
        };
        if !goes_on {
            reach.flags += 1;
            return Ok(());
        }
        game.agreement()?;
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a test tells how far it came")]
fn games(cases: u32) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let reach = std::cell::RefCell::new(Reach::default());
    let game = (controls(), any::<bool>(), prop::collection::vec(action(), 1..40));
    let result = runner.run(&game, |(controls, with_lag, actions)| {
        play(controls, with_lag, &actions, &mut reach.borrow_mut())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let reach = reach.into_inner();
    println!("{cases} games: {reach:?}");
    let cases = u64::from(cases);
    assert!(
        reach.moves > cases && reach.flags > cases / 50 && reach.undos > cases / 10,
        "{reach:?}"
    );
}

#[test]
fn laws_hold_in_random_games() {
    games(3_000);
}

#[test]
#[ignore = "slow: 100,000 games; run with --release and --run-ignored all"]
fn laws_hold_in_a_hundred_thousand_games() {
    games(100_000);
}
