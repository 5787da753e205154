//! Every event, decision and term in stored form and back; the samples that must always read.

use std::path::PathBuf;
use std::sync::Arc;

use board::{BoardSize, Color, Move, Point, PointSet};
use clock::{BySide, LagPolicy, Millis, PauseReason, PlayerTime, Run, Side, TimeControl};
use proptest::prelude::*;
use rules::{Decision, Edit, Ending, Event, Marking, Party, Ruling, Score};

use super::*;

fn point(column: u8, row: u8) -> Point {
    Point::new(column, row).unwrap()
}

fn points(list: &[(u8, u8)]) -> PointSet {
    let mut set = PointSet::default();
    for &(column, row) in list {
        set.insert(point(column, row));
    }
    set
}

fn marking() -> Arc<Marking> {
    Arc::new(Marking { dead: points(&[(1, 1), (25, 25)]), seki: points(&[(3, 4)]) })
}

fn clock(times: [PlayerTime; 2], run: Run) -> ClockAfter {
    let [black, white] = times;
    ClockAfter {
        times: BySide::new(black, white),
        charged: BySide::new(Millis::new(1_234), Millis::ZERO),
        quotas: BySide::new(Millis::new(300), Millis::new(700)),
        to_move: Side::White,
        spent: Millis::new(5),
        run,
    }
}

fn plain() -> ClockAfter {
    let main = |left| PlayerTime::Main { left: Millis::new(left) };
    let run = Run::Running { since: Millis::new(1_790_000_000_000) };
    ClockAfter { spent: Millis::ZERO, ..clock([main(60_000), main(58_766)], run) }
}

/// One event of each kind. The `match` has no `_`: a new kind of event does not compile until it has a sample.
fn events() -> Vec<(&'static str, Event)> {
    let by = Color::Black;
    let party = Party::Referee;
    let list = vec![
        Event::Move { by, mv: Move::Play(point(16, 4)) },
        Event::Move { by: Color::White, mv: Move::Pass },
        Event::PlaceHandicap { stones: Arc::new(points(&[(4, 4), (16, 16)])) },
        Event::Edit(Arc::new(Edit {
            black: points(&[(1, 2)]),
            white: points(&[(2, 1)]),
            empty: points(&[(9, 9)]),
            to_move: Some(Color::White),
        })),
        Event::Edit(Arc::new(Edit::default())),
        Event::Resign { by },
        Event::TimeLoss { by },
        Event::MarkDead { by, marking: marking() },
        Event::MarkDead { by, marking: Arc::default() },
        Event::Agree { by },
        Event::Dispute { by: Some(by) },
        Event::Dispute { by: None },
        Event::ProposeEnd { by, ending: Ending::Draw },
        Event::ProposeEnd { by, ending: Ending::NoResult },
        Event::ProposeEnd { by, ending: Ending::Replay },
        Event::Resume { asked_by: by },
        Event::Undo { moves: 2, asked_by: by },
        Event::Pause { by: Party::Player(by) },
        Event::Pause { by: Party::Player(Color::White) },
        Event::Pause { by: Party::Organiser },
        Event::Pause { by: Party::Server },
        Event::Unpause { by: party },
        Event::Seal { by, envelope: Arc::from([0u8, 1, 0xab, 0xff]) },
        Event::Seal { by, envelope: Arc::from([]) },
        Event::Unseal { mv: Move::Play(point(10, 10)) },
    ];
    let rulings =
        decisions().into_iter().map(|decision| Event::Ruling(Arc::new(Ruling::new(decision))));
    let whole = Event::Ruling(Arc::new(Ruling {
        decision: Decision::Note,
        article: "8.1".to_owned(),
        law: "2002".to_owned(),
        offender: Some(Color::White),
        referee: "张三".to_owned(),
        reason: "手机响 \"twice\"\n".to_owned(),
    }));
    list.into_iter().chain(rulings).chain([whole]).map(|event| (kind(&event), event)).collect()
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::Move { .. } => "move",
        Event::PlaceHandicap { .. } => "place_handicap",
        Event::Edit(_) => "edit",
        Event::Resign { .. } => "resign",
        Event::TimeLoss { .. } => "time_loss",
        Event::MarkDead { .. } => "mark_dead",
        Event::Agree { .. } => "agree",
        Event::Dispute { .. } => "dispute",
        Event::ProposeEnd { .. } => "propose_end",
        Event::Resume { .. } => "resume",
        Event::Undo { .. } => "undo",
        Event::Pause { .. } => "pause",
        Event::Unpause { .. } => "unpause",
        Event::Seal { .. } => "seal",
        Event::Unseal { .. } => "unseal",
        Event::Ruling(ruling) => match ruling.decision {
            Decision::Warning { .. } => "ruling warning",
            Decision::VoidMove { .. } => "ruling void_move",
            Decision::Restore { .. } => "ruling restore",
            Decision::Stands => "ruling stands",
            Decision::PointPenalty { .. } => "ruling point_penalty",
            Decision::Status { .. } => "ruling status",
            Decision::Recount => "ruling recount",
            Decision::Draw => "ruling draw",
            Decision::NoResult => "ruling no_result",
            Decision::Replay => "ruling replay",
            Decision::Void => "ruling void",
            Decision::Forfeit { .. } => "ruling forfeit",
            Decision::BothLose => "ruling both_lose",
            Decision::Award { .. } => "ruling award",
            Decision::Note => "ruling note",
        },
    }
}

/// Names of all kinds, as `kind` gives them.
const KINDS: [&str; 30] = [
    "move",
    "place_handicap",
    "edit",
    "resign",
    "time_loss",
    "mark_dead",
    "agree",
    "dispute",
    "propose_end",
    "resume",
    "undo",
    "pause",
    "unpause",
    "seal",
    "unseal",
    "ruling warning",
    "ruling void_move",
    "ruling restore",
    "ruling stands",
    "ruling point_penalty",
    "ruling status",
    "ruling recount",
    "ruling draw",
    "ruling no_result",
    "ruling replay",
    "ruling void",
    "ruling forfeit",
    "ruling both_lose",
    "ruling award",
    "ruling note",
];

fn decisions() -> Vec<Decision> {
    vec![
        Decision::Warning { to: Color::Black },
        Decision::VoidMove { turn_lost: true },
        Decision::VoidMove { turn_lost: false },
        Decision::Restore { moves: 100 },
        Decision::Stands,
        Decision::PointPenalty { against: Color::White, points: Score::half_points(5) },
        Decision::Status { marking: marking() },
        Decision::Recount,
        Decision::Draw,
        Decision::NoResult,
        Decision::Replay,
        Decision::Void,
        Decision::Forfeit { loser: Color::White },
        Decision::BothLose,
        Decision::Award { winner: Color::Black },
        Decision::Note,
    ]
}

fn clocks() -> Vec<ClockAfter> {
    let ms = Millis::new;
    let times = [
        PlayerTime::Unlimited,
        PlayerTime::Main { left: ms(1) },
        PlayerTime::Periods { main: ms(2), left: 3 },
        PlayerTime::Block { main: ms(4), left: ms(5), stones: 6 },
        PlayerTime::Penalties { used: ms(7) },
        PlayerTime::Days { left: ms(8), vacation: ms(9) },
    ];
    let reasons = [
        PauseReason::NotStarted,
        PauseReason::Agreement,
        PauseReason::SealedMove,
        PauseReason::Referee,
        PauseReason::Counting,
        PauseReason::Server,
        PauseReason::Vacation(Side::Black),
        PauseReason::Vacation(Side::White),
    ];
    let flags = [None, Some(Side::Black), Some(Side::White)];
    let running = times.map(|time| clock([time, time], Run::Running { since: ms(10) }));
    let paused =
        reasons.map(|reason| clock([times[0], times[1]], Run::Paused { reason, at: ms(11) }));
    let over = flags.map(|flag| clock([times[2], times[3]], Run::Over { at: ms(12), flag }));
    running.into_iter().chain(paused).chain(over).collect()
}

fn setups() -> Vec<Setup> {
    let ms = Millis::new;
    let controls = [
        TimeControl::None,
        TimeControl::Absolute { main: ms(1_000) },
        TimeControl::Fischer { main: ms(1_000), increment: ms(2), cap: None },
        TimeControl::Fischer { main: ms(1_000), increment: ms(2), cap: Some(ms(3_000)) },
        TimeControl::Delay { main: ms(1_000), delay: ms(5) },
        TimeControl::ByoYomi { main: ms(0), periods: 5, period: ms(30_000) },
        TimeControl::ChineseReading { total: ms(7_200_000), reserve: 5 },
        TimeControl::Canadian { main: ms(1), stones: 25, block: ms(300_000) },
        TimeControl::PerMove { time: ms(30_000) },
        TimeControl::Ing { main: ms(1), periods: 3, period: ms(2), points: 2 },
        TimeControl::Hourglass { main: ms(60_000) },
        TimeControl::Correspondence {
            start: ms(1),
            increment: ms(2),
            cap: Some(ms(3)),
            free_weekends: true,
            vacation: ms(4),
        },
    ];
    let setup = |control: TimeControl| Setup {
        size: BoardSize::new(19, 13).unwrap(),
        ruleset: "japanese".to_owned(),
        komi: Score::half_points(13),
        handicap: 0,
        free_handicap: false,
        to_move: Color::Black,
        black: PointSet::default(),
        white: PointSet::default(),
        controls: BySide::both(control),
        lag: BySide::both(LagPolicy::for_control(&control)),
    };
    let special = Setup {
        handicap: 4,
        free_handicap: true,
        to_move: Color::White,
        komi: Score::half_points(-1),
        black: points(&[(4, 4)]),
        white: points(&[(16, 4)]),
        lag: BySide::new(LagPolicy { gain: ms(1), start: ms(2), most: ms(3) }, LagPolicy::OFF),
        ..setup(controls[0])
    };
    controls.into_iter().map(setup).chain([special]).collect()
}

/// Lines of a sample file; with `UPDATE=1` the file is written first.
fn samples(name: &str, lines: &[String]) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/store").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect()
}

fn bodies() -> Vec<Body> {
    let clock = plain();
    let events = events();
    let move_event = events[0].1.clone();
    let with = |event, clock, refund| Body { event, clock, refund: Millis::new(refund) };
    let first = events.into_iter().map(|(_, event)| with(event, clock, 0));
    let second = clocks().into_iter().map(|clock| with(move_event.clone(), clock, 42));
    first.chain(second).collect()
}

#[test]
fn every_kind_has_a_sample() {
    for name in KINDS {
        assert!(events().iter().any(|(kind, _)| *kind == name), "{name}");
    }
    for (kind, _) in events() {
        assert!(KINDS.contains(&kind), "{kind} is missing in KINDS");
    }
}

#[test]
fn samples_of_version_1_read_as_they_always_did() {
    let encode = |body: &Body| Body::encode(&body.event, &body.clock, body.refund).unwrap();
    let written: Vec<String> = bodies().iter().map(encode).collect();
    let samples = samples("events-v1.jsonl", &written);
    let read: Vec<Body> = samples.iter().map(|line| Body::decode(line).unwrap()).collect();
    assert_eq!(read, bodies());
    assert_eq!(samples, written, "version 1 is written as it always was");
}

#[test]
fn setups_of_version_1_read_as_they_always_did() {
    let written: Vec<String> = setups().iter().map(|setup| encode_setup(setup).unwrap()).collect();
    let samples = samples("setups-v1.jsonl", &written);
    let read: Vec<Setup> = samples.iter().map(|line| decode_setup(line).unwrap()).collect();
    assert_eq!(read, setups());
    assert_eq!(samples, written);
}

#[test]
fn what_cannot_be_is_refused() {
    let good = Body::encode(&events()[0].1, &plain(), Millis::ZERO).unwrap();
    let bad = [
        ("", "EOF"),
        ("{}", "missing field `v`"),
        (r#"{"v":2}"#, "version 2"),
        (&good.replace("\"pd\"", "\"pz\""), "move: 'pz'"),
        (&good.replace("\"pd\"", "\"p\""), "move: 'p'"),
        (&good.replace("\"pd\"", "\"棋\""), "move: '棋'"),
        (&good.replace("\"v\":1", "\"v\":1,\"x\":1"), "unknown field `x`"),
        (&good.replace("\"b\"", "\"black\""), "unknown variant `black`"),
        (&good.replace("60000", "-1"), "invalid value"),
        (r#"{"v":1,"e":{"place_handicap":"aaaa"}}"#, "missing field"),
        (&good.replace(r#"{"move":["b","pd"]}"#, r#"{"place_handicap":"aaaa"}"#), "points: 'aaaa'"),
        (&good.replace(r#"{"move":["b","pd"]}"#, r#"{"place_handicap":"aab"}"#), "points: 'aab'"),
        (&good.replace(r#"{"move":["b","pd"]}"#, r#"{"seal":["b","0"]}"#), "envelope: '0'"),
        (&good.replace(r#"{"move":["b","pd"]}"#, r#"{"seal":["b","+1"]}"#), "envelope: '+1'"),
    ];
    for (text, expected) in bad {
        let error = Body::decode(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let good = encode_setup(&setups()[0]).unwrap();
    let error = decode_setup(&good.replace("\"cols\":19", "\"cols\":26")).unwrap_err();
    assert!(error.to_string().contains("size"), "{error}");
}

fn any_points() -> impl Strategy<Value = PointSet> {
    proptest::collection::vec((1u8..=25, 1u8..=25), 0..30).prop_map(|list| points(&list))
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn any_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        Just(Move::Pass),
        (1u8..=25, 1u8..=25).prop_map(|(column, row)| Move::Play(point(column, row))),
    ]
}

fn any_marking() -> impl Strategy<Value = Arc<Marking>> {
    (any_points(), any_points()).prop_map(|(dead, seki)| Arc::new(Marking { dead, seki }))
}

fn any_decision() -> impl Strategy<Value = Decision> {
    prop_oneof![
        any_color().prop_map(|to| Decision::Warning { to }),
        any::<bool>().prop_map(|turn_lost| Decision::VoidMove { turn_lost }),
        any::<u32>().prop_map(|moves| Decision::Restore { moves }),
        (any_color(), any::<i32>()).prop_map(|(against, half)| Decision::PointPenalty {
            against,
            points: Score::half_points(half)
        }),
        any_marking().prop_map(|marking| Decision::Status { marking }),
        proptest::sample::select(decisions()),
    ]
}

fn any_ruling() -> impl Strategy<Value = Ruling> {
    let texts = (any::<String>(), any::<String>(), any::<String>(), any::<String>());
    (any_decision(), texts, proptest::option::of(any_color())).prop_map(
        |(decision, (article, law, referee, reason), offender)| Ruling {
            decision,
            article,
            law,
            offender,
            referee,
            reason,
        },
    )
}

fn any_event() -> impl Strategy<Value = Event> {
    let envelope = proptest::collection::vec(any::<u8>(), 0..40);
    let to_move = proptest::option::of(any_color());
    prop_oneof![
        (any_color(), any_move()).prop_map(|(by, mv)| Event::Move { by, mv }),
        any_points().prop_map(|stones| Event::PlaceHandicap { stones: Arc::new(stones) }),
        (any_points(), any_points(), any_points(), to_move).prop_map(
            |(black, white, empty, to_move)| Event::Edit(Arc::new(Edit {
                black,
                white,
                empty,
                to_move
            }))
        ),
        (any_color(), any_marking()).prop_map(|(by, marking)| Event::MarkDead { by, marking }),
        (any::<u32>(), any_color()).prop_map(|(moves, asked_by)| Event::Undo { moves, asked_by }),
        (any_color(), envelope)
            .prop_map(|(by, bytes)| Event::Seal { by, envelope: Arc::from(bytes) }),
        any_move().prop_map(|mv| Event::Unseal { mv }),
        any_ruling().prop_map(|ruling| Event::Ruling(Arc::new(ruling))),
        proptest::sample::select(events()).prop_map(|(_, event)| event),
    ]
}

fn any_clock() -> impl Strategy<Value = ClockAfter> {
    (proptest::sample::select(clocks()), any::<[u64; 6]>()).prop_map(
        |(clock, [a, b, c, d, e, f])| {
            let ms = Millis::new;
            ClockAfter {
                charged: BySide::new(ms(a), ms(b)),
                quotas: BySide::new(ms(c), ms(d)),
                spent: ms(e),
                times: BySide::new(PlayerTime::Main { left: ms(f) }, clock.times.white),
                ..clock
            }
        },
    )
}

proptest! {
    #[test]
    fn any_event_comes_back(event in any_event(), clock in any_clock(), refund in any::<u64>()) {
        let refund = Millis::new(refund);
        let text = Body::encode(&event, &clock, refund).unwrap();
        prop_assert!(!text.contains('\0'), "PostgreSQL could not keep it");
        prop_assert_eq!(Body::decode(&text).unwrap(), Body { event, clock, refund });
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = Body::decode(&text);
        let _ = decode_setup(&text);
    }
}
