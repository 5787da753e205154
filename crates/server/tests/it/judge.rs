//! Counting over HTTP: games that have stopped, records, and the same end under every ruleset.

use serde_json::{Value, json};

use crate::harness::{Answer, House, Person};

/// Black gets columns A to C, White D and E; E5 is a black stone in White's area.
const SPLIT: [&str; 12] = ["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "E5", "E1"];

/// The same as a record.
const RECORD: &str = "(;SZ[5]RU[Chinese]KM[0.5];B[ce];W[de];B[cd];W[dd];B[cc];W[dc];B[cb];W[db];B[ca];W[da];B[ea];W[ee])";

async fn judge(person: &Person, request: Value) -> Answer {
    person.post("/judge", &request).await
}

fn row<'a>(found: &'a Value, id: &str) -> &'a Value {
    let rows = found["lab"].as_array().unwrap();
    rows.iter().find(|row| row["rules"]["id"] == id).unwrap_or_else(|| panic!("{id}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agreed_count_is_told_with_every_term() {
    let house = House::open().await;
    let mut table = house.pair(json!({"cols": 5, "rows": 5, "komi": "0.5"})).await;
    table.moves(&SPLIT).await;
    let path = format!("/games/{}/judgement", table.game);
    assert_eq!(table.black.get(&path).await.code(), "marking.phase", "no word while it is played");
    table.act("black", json!({"move": "pass"})).await;
    table.act("white", json!({"move": "pass"})).await;
    table.marking().await;
    let mark = table.act("white", json!({"mark": {"dead": ["E5"]}})).await;
    let before = table.black.get(&path).await.json();
    assert_eq!((&before["decided"], &before["marks"]["from"]), (&json!(false), &json!("players")));
    let result = table.agree(mark["seq"].as_u64().unwrap()).await;

    let found = table.white.get(&path).await.json();
    assert_eq!(found["result"], json!(result));
    assert_eq!((&found["decided"], &found["marks"]["dead"]), (&json!(true), &json!(["E5"])));
    let (terms, owners) = (&found["count"]["terms"], &found["count"]["owners"]);
    assert_eq!((&terms["result"], &terms["base"]), (&json!(result), &json!(12.5)));
    assert_eq!(terms["threshold"], json!({"black": 12.75, "white": 12.25}));
    assert_eq!(terms["sides"]["black"]["area"], 15);
    assert_eq!(terms["sides"]["white"]["surrounded"], 4);
    assert_eq!(owners["black"].as_array().unwrap().len(), 15);
    assert_eq!(owners["white"].as_array().unwrap().len(), 10);
    assert_eq!(owners["neutral"], json!([]));
    let rows = found["lab"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["own"]), (16, &json!(true)));
    // Under Tromp-Taylor nothing comes off: E5 lives and the points beside it are nobody's.
    let tromp = row(&found, "tromp_taylor");
    assert_eq!(tromp["terms"]["sides"]["black"]["area"], 16);
    let board = tromp["differences"].as_array().unwrap().iter().find(|d| d["term"] == "board");
    assert_eq!(board.unwrap()["at"], json!(["E5"]));
    assert!(tromp["why"]["zh"].as_str().unwrap().contains("划叉的 1 子"), "{tromp}");
    // The same game shown by another ruleset is that row.
    let other = table.black.get(&format!("{path}?ruleset=japanese")).await.json();
    assert_eq!(other["count"]["terms"], row(&found, "japanese")["terms"]);
    assert_eq!(table.black.get(&format!("{path}?ruleset=nothing")).await.code(), "ruleset.unknown");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_game_is_counted_for_those_who_may_see_it() {
    let house = House::open().await;
    let mut table = house.pair(json!({"cols": 5, "rows": 5, "private": true})).await;
    table.moves(&SPLIT).await;
    table.act("black", json!({"resign": {}})).await;
    let path = format!("/games/{}/judgement", table.game);
    let stranger = house.guest().await;
    assert_eq!(stranger.get(&path).await.code(), "game.unknown");
    let found = stranger.get(&format!("{path}?key={}", table.key)).await.json();
    // A resigned game is counted by the analyser's proposal, and says so.
    assert_eq!((&found["result"], &found["decided"]), (&json!("W+R"), &json!(false)));
    assert_eq!(found["marks"]["from"], "analysis");
    let groups = found["marks"]["groups"].as_array().unwrap();
    assert!(groups.iter().any(|g| g["stones"] == json!(["E5"]) && g["reason"]["zh"] != ""));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_are_counted_at_their_end_and_on_the_way() {
    let house = House::open().await;
    let person = house.guest().await;
    let end = judge(&person, json!({"text": RECORD, "dead": ["E5"]})).await.json();
    assert_eq!(end["count"]["terms"]["result"], "B+4.5");
    assert_eq!(end["marks"]["from"], "given");
    let early = judge(&person, json!({"text": RECORD, "move": 10})).await.json();
    assert_eq!(
        (&early["moves"], &early["count"]["terms"]["result"]),
        (&json!(10), &json!("B+4.5"))
    );
    let komi = judge(&person, json!({"text": RECORD, "move": 10, "komi": "3.75子"})).await.json();
    assert_eq!(komi["count"]["terms"]["result"], "W+2.5");
    assert_eq!(row(&komi, "japanese")["terms"]["komi"], 7.5, "a komi that is given is everyone's");
    let other =
        judge(&person, json!({"text": RECORD, "move": 10, "ruleset": "japanese"})).await.json();
    assert_eq!(other["count"]["rules"]["id"], "japanese");
    let shown =
        judge(&person, json!({"text": RECORD, "move": 10, "show": "japanese"})).await.json();
    assert_eq!(shown["count"]["rules"]["id"], "japanese");
    assert_eq!(shown["lab"][0]["rules"]["id"], "chinese", "the record's own comes first");
    let illegal = RECORD.replace(";W[ee]", ";W[ca]");
    let stopped = judge(&person, json!({"text": illegal, "dead": []})).await.json();
    assert!(stopped["illegal"]["en"].as_str().unwrap().starts_with("move 12"), "{stopped}");
    assert_eq!(stopped["moves"], 11);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_smallest_and_the_largest_board_are_counted() {
    let house = House::open().await;
    let person = house.guest().await;
    let tiny = judge(&person, json!({"text": "(;SZ[1]RU[Chinese]KM[0])"})).await.json();
    assert_eq!(tiny["count"]["terms"]["result"], "0");
    assert_eq!(tiny["count"]["owners"]["neutral"], json!(["A1"]));
    // A wall through the middle of a board of 25 lines: 13 columns to 12.
    let wall: String = ('a'..='y').map(|row| format!("[m{row}]")).collect();
    let other: String = ('a'..='y').map(|row| format!("[n{row}]")).collect();
    let text = format!("(;SZ[25]RU[Chinese]KM[7.5]AB{wall}AW{other})");
    let huge = judge(&person, json!({"text": text, "dead": []})).await.json();
    assert_eq!(huge["count"]["terms"]["sides"]["black"]["area"], 325);
    assert_eq!(huge["count"]["terms"]["result"], "B+17.5");
    assert_eq!(huge["count"]["terms"]["base"], 312.5);
    assert!(huge["lab"].as_array().unwrap().iter().all(|row| row["terms"] != Value::Null));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rulesets_differ_by_what_they_say() {
    let house = House::open().await;
    let person = house.guest().await;
    // Four stones of handicap on 9x9: half a 子 each comes back under Chinese rules.
    let wall: String = ('a'..='i').map(|row| format!("[f{row}]")).collect();
    let text = format!("(;SZ[9]RU[Chinese]HA[4]KM[0]AB[cc][gc][cg][gg]PL[W];W[ea];AW{wall})");
    let found = judge(&person, json!({"text": text, "dead": []})).await.json();
    assert_eq!(
        (&found["handicap"], &found["count"]["terms"]["compensation"]),
        (&json!(4), &json!(4.0))
    );
    let korean = row(&found, "korean")["differences"].as_array().unwrap().clone();
    let returned = korean.iter().find(|d| d["term"] == "compensation").unwrap();
    assert_eq!(returned["at"].as_array().unwrap().len(), 4, "the handicap stones: {returned}");
    // Group tax and stones alone.
    let plain = judge(&person, json!({"text": RECORD, "dead": ["E5"]})).await.json();
    let tax = row(&plain, "mingqing");
    assert_eq!(tax["terms"]["sides"]["black"]["tax"], 2);
    assert!(tax["why"]["en"].as_str().unwrap().contains("two eye points"), "{tax}");
    let stones = row(&plain, "dunhuang");
    assert_eq!(
        (&stones["rules"]["scoring"], &stones["terms"]["sides"]["black"]["count"]),
        (&json!("stones"), &json!(5.0))
    );
    assert_eq!(row(&plain, "ing")["terms"]["komi"], 8.0);
    // Eyes in seki count under Chinese rules, not under Japanese ones.
    let seki = "(;SZ[5]RU[Japanese]KM[0]AB[ca][da][ab][bb][cb][bc][cc][dc][bd][cd][dd]AW[aa][ea][db][eb][ac][ad][ae][be][ce][de][ee][ed])";
    let eyes = judge(&person, json!({"text": seki, "dead": [], "seki": ["C4"]})).await;
    assert_eq!(eyes.status, 200, "{eyes:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_counted_is_named() {
    let house = House::open().await;
    let person = house.guest().await;
    for (request, status, detail) in [
        (json!({"text": RECORD, "dead": ["A1"]}), 422, "dead: A1 is empty"),
        (json!({"text": RECORD, "dead": ["Z9"]}), 422, "dead: "),
        (json!({"text": RECORD, "dead": ["E5"], "seki": ["E5"]}), 422, "seki: "),
        (json!({"text": RECORD, "move": 99}), 422, "move: there are 12 moves"),
        (json!({"text": RECORD, "komi": "7.3"}), 422, "komi: "),
        (json!({"text": RECORD, "komi": "400"}), 422, "komi: "),
        (json!({"text": "nothing"}), 422, "text: "),
        (json!({}), 422, "text"),
        (json!({"text": "(;SZ[26])"}), 422, "text: "),
    ] {
        let answer = judge(&person, request.clone()).await;
        assert_eq!(answer.status, status, "{request}");
        let said = answer.json()["error"]["detail"].as_str().unwrap_or_default().to_owned();
        assert!(said.starts_with(detail), "{request}: {said}");
    }
    assert_eq!(judge(&person, json!({"text": RECORD, "ruleset": "chinees"})).await.status, 404);
    let long = "B[aa];".repeat(50_000);
    assert_eq!(judge(&person, json!({"text": format!("(;{long})")})).await.status, 413);
    let nobody = Person { cookie: None, ..person };
    assert_eq!(judge(&nobody, json!({"text": RECORD})).await.code(), "auth.none");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counting_has_a_rate() {
    let house = House::with(|config| config.limits.judgements = 2).await;
    let person = house.guest().await;
    for _ in 0..2 {
        assert_eq!(judge(&person, json!({"text": RECORD, "dead": []})).await.status, 200);
    }
    assert_eq!(judge(&person, json!({"text": RECORD, "dead": []})).await.code(), "limit.rate");
}
