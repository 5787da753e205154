use super::*;
use crate::json::response::Response;
use crate::report::{MoveReport, Perspective, Report, RootReport, Values};

const WHOLE: &str = r#"{"id":"foo","initialStones":[["B","Q4"],["B","(2,15)"]],"moves":[["W","P5"],["B","pass"]],"rules":"tromp-taylor","komi":7.5,"boardXSize":19,"boardYSize":19,"analyzeTurns":[0,2,0],"priorities":[5,-1,3],"maxVisits":50.0,"rootPolicyTemperature":1.25,"analysisPVLen":9,"includeOwnership":true,"includePVVisits":true,"initialPlayer":"w","whiteHandicapBonus":"N-1","avoidMoves":[{"player":"B","moves":["C3","pass"],"untilDepth":2}],"overrideSettings":{"maxTime":8,"reportAnalysisWinratesAs":"BLACK","wideRootNoise":0.04,"logDir":"x"},"reportDuringSearchEvery":0.5,"colour":1}"#;

fn query(text: &str) -> Query {
    match Message::parse(text.as_bytes()) {
        Ok(Message::Query(query)) => *query,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_whole_query_is_read() {
    let query = query(WHOLE);
    assert_eq!((query.id.as_str(), query.stones.len(), query.moves.len()), ("foo", 2, 2));
    assert_eq!(query.stones[1].1, query.size.point(3, 16).unwrap());
    assert_eq!(query.turns, [(0, 5), (2, -1)]);
    assert_eq!(query.komi, Some(Score::half_points(15)));
    assert_eq!(query.rules.compensation, rules::Compensation::PerStoneButOne);
    assert_eq!(query.first, Some(Color::White));
    assert_eq!(query.line_length, Some(9));
    let settings: Vec<(&str, &str)> =
        query.overrides.iter().map(|found| (found.name.as_str(), found.value.as_str())).collect();
    assert_eq!(
        settings,
        [
            ("maxTime", "8"),
            ("reportAnalysisWinratesAs", "BLACK"),
            ("wideRootNoise", "0.04"),
            ("logDir", "x"),
            ("maxVisits", "50"),
            ("rootPolicyTemperature", "1.25"),
        ]
    );
    assert_eq!(query.report_every, Some(Duration::from_millis(500)));
    assert!(query.include.ownership && query.include.line_visits && !query.include.policy);
    assert_eq!(query.restrictions[0].moves.len(), 2);
    let fields: Vec<&str> = query.warnings.iter().map(|found| found.field.as_str()).collect();
    assert_eq!(fields, ["colour"]);
    assert_eq!(
        query.warnings[0].answer("foo"),
        r#"{"field":"colour","id":"foo","warning":"unexpected or unused field"}"#
    );
}

#[test]
fn the_last_turn_is_analysed_unless_others_are_named() {
    let text =
        r#"{"id":"a","moves":[["B","C3"]],"rules":{"ko":"SIMPLE"},"boardXSize":9,"boardYSize":5}"#;
    let query = query(text);
    assert_eq!((query.turns, query.komi), (vec![(1, 0)], None));
    assert_eq!(query.size.to_string(), "9x5");
}

/// Every field with a value that is wrong, and the field that the error names.
#[test]
fn errors_name_the_field() {
    let mut base: Map<String, Value> = serde_json::from_str(WHOLE).unwrap();
    base.remove("priorities");
    let cases = [
        ("id", json!(3)),
        ("moves", json!(null)),
        ("moves", json!("C3")),
        ("moves", json!([["B", "C3", "D4"]])),
        ("moves", json!([["X", "C3"]])),
        ("moves", json!([["B", "T20"]])),
        ("initialStones", json!([["B", "pass"]])),
        ("initialStones", json!([["B", "(19,0)"]])),
        ("initialPlayer", json!("green")),
        ("rules", json!("chinaese")),
        ("rules", json!(["chinese"])),
        ("rules", json!({"ko": "never"})),
        ("komi", json!(6.3)),
        ("komi", json!(1000)),
        ("komi", json!("7.5")),
        ("whiteHandicapBonus", json!("2")),
        ("boardXSize", json!(0)),
        ("boardYSize", json!(26)),
        ("boardYSize", json!(null)),
        ("analyzeTurns", json!([3])),
        ("analyzeTurns", json!([-1])),
        ("analyzeTurns", json!(1)),
        ("priorities", json!([1])),
        ("maxVisits", json!(0)),
        ("maxVisits", json!("50")),
        ("rootPolicyTemperature", json!(-1)),
        ("rootFpuReductionMax", json!(3)),
        ("analysisPVLen", json!(0)),
        ("includeOwnership", json!("yes")),
        ("avoidMoves", json!([{"player": "B", "moves": ["C3"]}])),
        ("avoidMoves", json!([{"player": "B", "moves": [3], "untilDepth": 1}])),
        ("avoidMoves", json!(["C3"])),
        (
            "allowMoves",
            json!([{"player": "B", "moves": [], "untilDepth": 1}, {"player": "B", "moves": [], "untilDepth": 1}]),
        ),
        ("overrideSettings", json!([])),
        ("overrideSettings", json!({"maxTime": [1]})),
        ("reportDuringSearchEvery", json!(0)),
        ("firstReportDuringSearchAfter", json!("1")),
        ("action", json!("dance")),
    ];
    for (field, value) in cases {
        let mut object = base.clone();
        object.insert(field.to_owned(), value.clone());
        let line = Value::Object(object).to_string();
        let error = Message::parse(line.as_bytes()).expect_err(field);
        assert_eq!(error.field, Some(field), "{value}: {error}");
        assert_eq!(error.id.is_some(), field != "id", "{value}");
        let answer: Value = serde_json::from_str(&error.answer()).unwrap();
        assert_eq!(answer["field"], field);
    }
    for line in ["", "{", "[]", "3", "{} {}", "\u{feff}{}"] {
        let error = Message::parse(line.as_bytes()).expect_err(line);
        assert_eq!((error.id.clone(), error.field), (None, None), "{line}");
        assert!(error.answer().starts_with("{\"error\":"), "{}", error.answer());
    }
}

#[test]
fn actions_are_repeated() {
    let parse = |line: &str| match Message::parse(line.as_bytes()) {
        Ok(Message::Action(request)) => request,
        other => panic!("{other:?}"),
    };
    let version = parse(r#"{"id":"a","action":"query_version","x":1}"#);
    assert_eq!(version.action, Action::QueryVersion);
    assert_eq!(
        version.version("1.16.0", "abc"),
        r#"{"id":"a","action":"query_version","x":1,"git_hash":"abc","version":"1.16.0"}"#
    );
    let end = parse(r#"{"id":"b","action":"terminate","terminateId":"foo","turnNumbers":[1,-2]}"#);
    assert_eq!(end.action, Action::Terminate { id: "foo".to_owned(), turns: Some(vec![1]) });
    assert_eq!(
        end.echo(),
        r#"{"id":"b","action":"terminate","terminateId":"foo","turnNumbers":[1,-2]}"#
    );
    let all = parse(r#"{"id":"b","action":"terminate_all"}"#);
    assert_eq!(all.action, Action::TerminateAll { turns: None });
    assert!(Message::parse(br#"{"id":"b","action":"terminate"}"#).is_err());
    let models = parse(r#"{"id":"m","action":"query_models"}"#);
    let model = ModelInfo {
        name: "net.bin.gz".to_owned(),
        internal_name: "net".to_owned(),
        version: 8,
        uses_human_profile: false,
        max_batch: 1,
    };
    let answer: Value = serde_json::from_str(&models.models(&[model])).unwrap();
    assert_eq!(answer["models"][0]["internalName"], "net");
    assert_eq!(answer["models"][0]["usesHumanSLProfile"], false);
}

#[test]
fn a_position_is_answered_in_the_view_asked_for() {
    let size = BoardSize::new(2, 1).unwrap();
    let mv = Move::Play(size.point(1, 1).unwrap());
    let values = Values { win_rate: 0.25, lead: -1.5, ..Values::default() };
    let entry = MoveReport {
        mv,
        visits: 3,
        edge_visits: 3,
        values,
        prior: 0.5,
        human_prior: None,
        lcb: 0.5,
        utility_lcb: 0.0,
        play_selection_value: 3.0,
        is_symmetry_of: None,
        line: vec![mv],
        line_visits: vec![3],
        line_edge_visits: vec![3],
        ownership: Vec::new(),
        ownership_stdev: Vec::new(),
    };
    let report = Report {
        to_move: Color::White,
        size,
        moves: vec![entry],
        root: RootReport { visits: 4, values, hash: 0xab, ..RootReport::default() },
        ownership: vec![0.5, -1.0],
        ownership_stdev: Vec::new(),
    };
    let include = Include { ownership: true, policy: true, ..Include::default() };
    let response = Response {
        id: "q",
        turn: 1,
        is_during_search: false,
        include,
        perspective: Perspective::SideToMove,
        report: &report,
        policy: &[0.25, -1.0, 0.75],
        human_policy: &[],
    };
    let answer: Value = serde_json::from_str(&response.line()).unwrap();
    assert_eq!(answer["rootInfo"]["winrate"], 0.75);
    assert_eq!(answer["rootInfo"]["currentPlayer"], "W");
    assert_eq!(answer["rootInfo"]["thisHash"], "000000000000000000000000000000AB");
    assert_eq!(answer["moveInfos"][0]["move"], "A1");
    assert_eq!(answer["moveInfos"][0]["scoreLead"], 1.5);
    assert_eq!(answer["moveInfos"][0].get("pvVisits"), None);
    assert_eq!(answer["ownership"], json!([-0.5, 1.0]));
    assert_eq!(answer["policy"], json!([0.25, -1.0, 0.75]));
    let black = Response { perspective: Perspective::Black, ..response };
    let answer: Value = serde_json::from_str(&black.line()).unwrap();
    assert_eq!(answer["rootInfo"]["winrate"], 0.25);
    assert_eq!(
        super::super::response::no_results("q", 2),
        r#"{"id":"q","isDuringSearch":false,"noResults":true,"turnNumber":2}"#
    );
}
