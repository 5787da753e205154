//! Every ruleset: a whole game by two sockets to the right result.

use serde_json::json;

use crate::harness::House;

/// Black gets three of five columns: 5 points more, less half a point of komi, under area and territory alike. Where
/// stones alone count, both have five.
async fn split_board(ruleset: &str, expected: &str) {
    let house = House::open().await;
    let terms = json!({"cols": 5, "rows": 5, "ruleset": ruleset, "komi": "0.5", "seats": false, "time": "5m+10s"});
    let mut table = house.pair(terms).await;
    let mut first = table.show().await["to_move"].as_str().unwrap().to_owned();
    let second = if first == "black" { "white" } else { "black" }.to_owned();
    for row in 1..=5 {
        for color in [first.clone(), second.clone()] {
            let column = if color == "black" { "C" } else { "D" };
            table.act(&color, json!({"move": format!("{column}{row}")})).await;
        }
    }
    let mut last = json!({});
    for _ in 0..4 {
        last = table.act(&first, json!({"move": "pass"})).await;
        if last["phase"] != "play" {
            break;
        }
        first = if first == "black" { "white" } else { "black" }.to_owned();
    }
    if last["phase"] == "counting" {
        let (seq, dead) = table.marking().await;
        assert_eq!(dead, json!([]), "{ruleset}");
        table.agree(seq).await;
    }
    let shown = table.show().await;
    assert_eq!(shown["result"], expected, "{ruleset}: {}", shown["count"]);
    assert_eq!(shown["state"], "done");
}

macro_rules! split_boards {
    ($($name:ident $expected:literal;)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            split_board(stringify!($name), $expected).await;
        }
    )*

        /// No ruleset is left out.
        #[test]
        fn all_rulesets_are_played() {
            let played = [$(stringify!($name)),*];
            for ruleset in rules::Ruleset::all() {
                assert!(played.contains(&ruleset.id.as_str()), "{} is not played", ruleset.id);
            }
        }
    };
}

split_boards! {
    chinese "B+4.5";
    chinese1988 "B+4.5";
    rangxian "B+4.5";
    japanese "B+4.5";
    korean "B+4.5";
    ing "B+4.5";
    wmsg2008 "B+4.5";
    aga "B+4.5";
    aga_territory "B+4.5";
    bga "B+4.5";
    nz "B+4.5";
    tromp_taylor "B+4.5";
    button "B+5";
    mingqing "B+4.5";
    tangsong "B+4.5";
    dunhuang "W+0.5";
}
