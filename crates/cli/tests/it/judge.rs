//! `shoutan judge` and `shoutan check` on single records.

use serde_json::Value;

use crate::{golden_pair, run, run_with};

fn json(arguments: &[&str]) -> Value {
    let run = run(&[arguments, &["--json"]].concat());
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err))
}

#[test]
fn a_right_result_is_explained() {
    golden_pair("judge-example", &["judge", "example.sgf"], 0);
    golden_pair("judge-marked", &["judge", "marked.sgf"], 0);
    golden_pair("judge-no-result", &["judge", "no_result.sgf"], 0);
}

#[test]
fn a_wrong_result_is_a_negative_answer() {
    golden_pair("judge-wrong-result", &["judge", "wrong_result.sgf"], 1);
    golden_pair("judge-wrong-komi", &["judge", "wrong_komi.sgf"], 1);
}

#[test]
fn an_illegal_move_is_named_with_its_place() {
    golden_pair("judge-illegal", &["judge", "illegal.sgf"], 1);
    golden_pair("check-illegal", &["check", "illegal.sgf"], 1);
    let found = json(&["check", "ko.sgf"]);
    assert_eq!(found["status"], "illegal");
    assert_eq!(found["illegal"]["code"], "ko");
    assert_eq!(
        (&found["illegal"]["move"], &found["illegal"]["line"]),
        (&Value::from(2), &Value::from(3))
    );
}

#[test]
fn a_resignation_is_not_counted_unless_asked() {
    let found = json(&["judge", "resigned.sgf"]);
    assert_eq!((&found["status"], &found["count"]), (&Value::from("not-counted"), &Value::Null));
    assert_eq!(found["result"]["sgf"], "W+R");
    let found = json(&["judge", "resigned.sgf", "--dead", "none"]);
    assert_eq!(found["count"]["margin_points_for_black"], -7.5);
}

#[test]
fn the_repairs_of_a_record_are_listed() {
    golden_pair("check-fox", &["check", "fox.sgf"], 0);
    golden_pair("judge-fox", &["judge", "fox.sgf"], 0);
}

#[test]
fn the_laboratory_shows_every_ruleset() {
    golden_pair("laboratory", &["judge", "example.sgf", "--rules", "all", "--dead", "b5"], 0);
    let found = json(&["judge", "example.sgf", "--rules", "all", "--dead", "b5", "--komi", "0"]);
    let rows = found["laboratory"].as_array().expect("rows");
    assert_eq!(rows.len(), 16);
    let row = |id: &str| rows.iter().find(|row| row["rules"] == id).expect("the ruleset").clone();
    assert_eq!(row("chinese")["result"]["sgf"], "B+23");
    assert_eq!(row("chinese")["own"], true);
    assert_eq!(row("japanese")["result"]["sgf"], "B+24");
    assert!(
        row("tromp_taylor")["differences"][0]["what"]
            .as_str()
            .is_some_and(|what| what.contains("dead stones"))
    );
}

#[test]
fn rules_komi_and_dead_stones_can_be_given() {
    let found =
        json(&["judge", "example.sgf", "--rules", "japanese", "--komi", "-3.5", "--dead", "B5"]);
    assert_eq!(found["rules"]["id"], "japanese");
    assert_eq!(
        (&found["rules"]["from"], &found["komi"]["from"]),
        (&"option".into(), &"option".into())
    );
    assert_eq!(found["komi"]["points"], -3.5);
    assert_eq!(found["dead"]["white"], serde_json::json!(["B5"]));
    assert_eq!(found["result"]["sgf"], "B+27.5");
    let found = json(&["judge", "example.sgf", "--komi", "3.75子", "--dead", "2．五路"]);
    assert_eq!(
        (&found["komi"]["points"], &found["status"]),
        (&Value::from(7.5), &Value::from("agrees"))
    );
}

#[test]
fn a_position_on_the_way_can_be_counted() {
    let found = json(&["judge", "example.sgf", "--move", "10"]);
    assert_eq!(
        (&found["moves"], &found["end"], &found["status"]),
        (&10.into(), &"asked".into(), &"unrecorded".into())
    );
    let same = json(&["judge", "example.sgf", "--node", "10"]);
    assert_eq!(found["position"], same["position"]);
}

#[test]
fn standard_input_is_read() {
    let record = std::fs::read(crate::data().join("no_result.sgf")).expect("the record");
    let run = run_with(&["judge", "-", "--json"], &record);
    let found: Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!(
        (&found["file"], &found["result"]["sgf"]),
        (&Value::from("-"), &Value::from("B+4.5"))
    );
}

#[test]
fn a_game_that_stops_on_the_way_is_not_finished() {
    let record = b"(;SZ[9]RU[Japanese]KM[6.5];B[ee];W[cc];B[gc])";
    let run = run_with(&["judge", "-", "--lang", "en"], record);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("not finished:") && run.out.contains("if play ended here"),
        "{}",
        run.out
    );
    let run = run_with(&["judge", "-", "--lang", "zh"], record);
    assert!(run.out.contains("尚未下完"), "{}", run.out);
    let run = run_with(&["judge", "-", "--json"], record);
    let found: Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!(found["status"], "unfinished");
    // A recorded result that the board does not bear out is a negative answer.
    let claimed = b"(;SZ[9]RU[Japanese]KM[6.5]RE[B+70];B[ee];W[cc];B[gc])";
    let run = run_with(&["judge", "-", "--json"], claimed);
    let found: Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!((run.code, &found["status"]), (1, &Value::from("unfinished")));
    // What is not known is not compared.
    let run = run_with(&["judge", "-", "--json"], b"(;SZ[9]RE[?];B[ee];W[cc];B[];W[])");
    let found: Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!((run.code, &found["status"]), (0, &Value::from("unrecorded")));
}

#[test]
fn a_record_without_rules_is_tried_under_the_others() {
    // Nine points against five, and one point more in area for Black, who played the last neutral point.
    let record =
        "(;SZ[5]KM[0]RE[B+4]AB[ca][cb][cc][cd][be]AW[da][db][dc][dd][de]PL[B];B[ce];W[];B[])";
    let run = run_with(&["judge", "-", "--json", "--dead", "none"], record.as_bytes());
    let found: Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!((&found["rules"]["from"], &found["status"]), (&"default".into(), &"differs".into()));
    assert_eq!(found["fits_rules"], "japanese", "{found}");
    let run = run_with(&["judge", "-", "--lang", "en", "--dead", "none"], record.as_bytes());
    assert!(run.out.contains("by Japanese rules it would agree"), "{}", run.out);
    // Rules that the record names are not questioned.
    let named = record.replace("KM[0]", "RU[Chinese]KM[0]");
    let run = run_with(&["judge", "-", "--json", "--dead", "none"], named.as_bytes());
    let found: Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!(found["fits_rules"], Value::Null);
}

#[test]
fn a_server_that_takes_nothing_off_is_found_out() {
    let record = std::fs::read_to_string(crate::data().join("example.sgf")).expect("the record");
    let all_alive = json(&["judge", "example.sgf", "--dead", "none"]);
    let counted = all_alive["result"]["sgf"].as_str().expect("a result");
    assert_ne!(counted, "B+15.5");
    let claimed = record.replace("RE[B+15.5]", &format!("RE[{counted}]"));
    let run = run_with(&["judge", "-", "--json"], claimed.as_bytes());
    let found: Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!((&found["status"], &found["fits_all_alive"]), (&"differs".into(), &true.into()));
    assert_eq!(json(&["judge", "example.sgf"])["fits_all_alive"], false);
}
