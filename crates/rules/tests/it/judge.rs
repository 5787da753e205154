//! The referee: what is found in a record, and how the claim is compared.

use std::sync::Arc;

use board::{Board, BoardSize, Color, Coordinates, Move, PointSet};
use rules::referee::{
    Agreement, Case, Claim, ClaimedBy, ClaimedUnit, FindingKind, Level, Verdict, judge,
};
use rules::{Event, Lang, Marking, Outcome, Ruleset, Score, Start, WinBy};

/// Black has 15½ of 25 points, White 9½.
const WALL: [&str; 5] = ["..XO.", "..XO.", "XXX.O", "..XO.", "..XO."];

fn moves(text: &str, size: BoardSize) -> Vec<Event> {
    let event = |words: &[&str]| Event::Move {
        by: if words[0] == "B" { Color::Black } else { Color::White },
        mv: match words[1] {
            "pass" => Move::Pass,
            p => Move::Play(Coordinates::Gtp.parse(p, size).unwrap()),
        },
    };
    text.split_whitespace().collect::<Vec<_>>().chunks(2).map(event).collect()
}

fn case(ruleset: &str, komi: &str, events: &str, claim: Option<Claim>) -> Case {
    let board = Board::from_rows(&WALL).unwrap();
    let size = board.size();
    let mut start = Start::on(Ruleset::find(ruleset).unwrap(), board, 0);
    start.komi = Score::parse(komi).unwrap();
    Case {
        start,
        events: moves(events, size),
        marking: Marking::default(),
        fill: PointSet::EMPTY,
        claim,
    }
}

fn win(winner: Color, thousandths: u32, unit: ClaimedUnit) -> Option<Claim> {
    Some(Claim::Win { winner, by: ClaimedBy::Margin { thousandths, unit } })
}

fn codes(verdict: &Verdict) -> Vec<&'static str> {
    for finding in &verdict.findings {
        for lang in Lang::ALL {
            let ruleset = verdict.state.ruleset();
            assert!(
                !finding.describe(lang, ruleset, Coordinates::Gtp, verdict.state.size()).is_empty()
            );
            let rule = finding.rule(ruleset);
            assert!(rule.is_none_or(|r| !r.source.get(lang).is_empty()));
        }
    }
    verdict.findings.iter().map(|f| f.code()).collect()
}

#[test]
fn a_right_result_agrees_in_points_or_zi() {
    // 15½ against a threshold of 12½ + 3¾: White wins by ¾ 子.
    for (thousandths, unit, code) in [
        (1500, ClaimedUnit::Points, "agrees"),
        (1500, ClaimedUnit::Unstated, "agrees"),
        (750, ClaimedUnit::Unstated, "margin_in_zi"),
        (750, ClaimedUnit::Zi, "margin_in_zi"),
    ] {
        let verdict =
            judge(case("chinese", "7.5", "B pass W pass", win(Color::White, thousandths, unit)));
        assert_eq!((verdict.agreement, codes(&verdict)), (Agreement::Agrees, vec![code]));
    }
}

#[test]
fn a_wrong_result_says_what_would_fit() {
    let verdict =
        judge(case("chinese", "7.5", "B pass W pass", win(Color::Black, 500, ClaimedUnit::Points)));
    assert_eq!(verdict.agreement, Agreement::Disagrees);
    assert_eq!(codes(&verdict), ["winner_differs", "fits_with_komi"]);
    assert!(
        matches!(verdict.findings[1].kind, FindingKind::FitsWithKomi(k) if k == Score::half_points(11))
    );
    assert_eq!(verdict.findings[0].level(), Level::Fault);
    let verdict =
        judge(case("chinese", "7.5", "B pass W pass", win(Color::White, 750, ClaimedUnit::Points)));
    assert_eq!(
        (verdict.agreement, codes(&verdict)),
        (Agreement::Disagrees, vec!["margin_differs"])
    );
    let draw = judge(case("chinese", "6", "B pass W pass", Some(Claim::Draw)));
    assert_eq!(draw.agreement, Agreement::Agrees);
}

#[test]
fn compensation_is_named_when_it_makes_the_difference() {
    let mut handicap =
        case("chinese", "0.5", "B pass W pass", win(Color::Black, 5500, ClaimedUnit::Points));
    handicap.start.handicap = 3;
    let verdict = judge(handicap);
    assert_eq!(codes(&verdict), ["margin_differs", "fits_without_compensation"]);
}

#[test]
fn results_that_counting_cannot_check() {
    let resigned =
        Some(Claim::Win { winner: Color::Black, by: ClaimedBy::Other(WinBy::Resignation) });
    let verdict = judge(case("japanese", "6.5", "B A5", resigned.clone()));
    assert_eq!(verdict.agreement, Agreement::NotChecked);
    assert_eq!(codes(&verdict), ["not_stopped", "claim_not_counted"]);
    let mut with_event = case("japanese", "6.5", "B A5", resigned);
    with_event.events.push(Event::Resign { by: Color::White });
    let verdict = judge(with_event);
    assert_eq!((verdict.agreement, codes(&verdict)), (Agreement::Agrees, vec!["agrees"]));
    let verdict = judge(case("japanese", "6.5", "B pass W pass", None));
    assert_eq!((verdict.agreement, codes(&verdict)), (Agreement::NotChecked, vec!["no_claim"]));
}

#[test]
fn loose_records_are_taken_as_meant() {
    let verdict =
        judge(case("japanese", "6.5", "B A5 B A4 W pass B pass W E5 B pass W pass", None));
    assert_eq!(codes(&verdict), ["out_of_turn", "played_on", "no_claim"]);
    assert_eq!(verdict.findings[0].event, Some(1));
    assert_eq!(verdict.findings[1].move_number, 5);
}

#[test]
fn the_first_illegal_move_stops_the_replay() {
    let verdict = judge(case("aga", "7.5", "B A5 W A5 B A4", None));
    assert_eq!(
        (verdict.agreement, codes(&verdict)),
        (Agreement::Impossible, vec!["illegal.occupied"])
    );
    assert_eq!((verdict.findings[0].event, verdict.findings[0].move_number), (Some(1), 2));
    assert!(verdict.count.is_none());
    // After the end nothing is loose any more.
    let verdict = judge(case("tromp_taylor", "7.5", "B pass W pass B A5", None));
    assert_eq!(codes(&verdict), ["game_over"]);
}

#[test]
fn marks_come_from_the_case_unless_the_events_have_them() {
    let e3 = PointSet::single(Coordinates::Gtp.parse("E3", BoardSize::square(5).unwrap()).unwrap());
    let mut marked = case("japanese", "0", "B pass W pass", None);
    marked.marking.dead = e3;
    let verdict = judge(marked.clone());
    assert_eq!(verdict.count.unwrap().sides.black.dead_taken, 1);
    marked.events.push(Event::MarkDead { by: Color::Black, marking: Arc::default() });
    assert_eq!(judge(marked.clone()).count.unwrap().sides.black.dead_taken, 0);
    marked.events.pop();
    marked.marking.dead =
        PointSet::single(Coordinates::Gtp.parse("D3", BoardSize::square(5).unwrap()).unwrap());
    let verdict = judge(marked);
    assert_eq!((verdict.agreement, codes(&verdict)), (Agreement::Impossible, vec!["cannot_count"]));
}

#[test]
fn cycles_are_reported_once() {
    let rows = ["OOOOOOO", "OXO.O.O", "X.XOXOX", "XXXXXXX", "OOOOOOO", "......."];
    let board = Board::from_rows(&rows).unwrap();
    let round = "B D5 W B4 B F5 W D4 B B5 W F4 ";
    let events = moves(&round.repeat(3), board.size());
    let start = Start::on(Ruleset::find("japanese").unwrap(), board, 0);
    let verdict = judge(Case {
        start,
        events,
        marking: Marking::default(),
        fill: PointSet::EMPTY,
        claim: Some(Claim::Void),
    });
    assert_eq!(codes(&verdict), ["cycle", "not_stopped", "claim_not_counted"]);
    assert_eq!(verdict.findings[0].move_number, 7);
    let rule = verdict.findings[0].rule(verdict.state.ruleset()).unwrap();
    assert_eq!(rule.article, "12");
}

#[test]
fn claims_come_from_outcomes() {
    for text in ["B+3.5", "W+R", "0", "Void", "B+T"] {
        let outcome = Outcome::from_sgf(text).unwrap().unwrap();
        let claim = Claim::from_outcome(outcome);
        assert_eq!(claim.winner(), outcome.winner());
        assert_eq!(claim.is_counted(), matches!(text, "B+3.5" | "0"));
    }
    let claim = win(Color::Black, 3250, ClaimedUnit::Zi).unwrap();
    assert_eq!(claim.describe(Lang::Zh), "黑胜3.25子");
    assert_eq!(Claim::Draw.describe(Lang::En), "a draw");
}
