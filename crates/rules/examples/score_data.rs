//! Counts finished games of a scoring file with proposed dead stones and compares with the recorded results.
//!
//! `cargo run --release -p rules --example score_data -- FILE.jsonl.gz [--sample N] [--show] [--only I]`
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::io::Read;
use std::time::Instant;

use board::{Board, BoardSize, ByColor, Color, Coordinates, Point, PointSet};
use rules::life;
use serde_json::Value;

fn main() {
    let mut file = None;
    let (mut sample, mut show, mut only, mut playouts, mut games) =
        (usize::MAX, false, None, 300u32, 3000u32);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--sample" => sample = args.next().and_then(|n| n.parse().ok()).expect("--sample N"),
            "--only" => only = args.next().and_then(|n| n.parse::<usize>().ok()),
            "--playouts" => {
                playouts = args.next().and_then(|n| n.parse().ok()).expect("--playouts N")
            }
            "--games" => games = args.next().and_then(|n| n.parse().ok()).expect("--games N"),
            "--show" => show = true,
            _ => file = Some(arg),
        }
    }
    let file = file.expect("FILE.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(file).expect("readable file"))
        .read_to_string(&mut text)
        .expect("gzip of UTF-8");
    let records: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let n = sample.min(records.len());
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut agree, mut seconds, mut worst, mut total) = (0, 0.0f64, 0.0f64, 0);
    let mut last = usize::MAX;
    for k in 0..n {
        let i = k * records.len() / n;
        if i == last || only.is_some_and(|o| o != i) {
            continue;
        }
        last = i;
        let r = &records[i];
        let (board, prisoners, handicap) = replay(r);
        let start = Instant::now();
        let p = life::propose(
            &board,
            &life::Options { playouts, reading: games, ..life::Options::default() },
        );
        let t = start.elapsed().as_secs_f64();
        seconds += t;
        worst = worst.max(t);
        total += 1;
        let rules = r["rules"].as_str().unwrap_or("?");
        let komi = r["komi_effective"].as_f64().or(r["komi"].as_f64()).unwrap_or(0.0);
        let count = |dead: PointSet| {
            let areas = life::Areas::of(&board, dead);
            let mut score = if rules == "Japanese" {
                territory(&board, &areas, dead, prisoners)
            } else {
                area(&areas)
            } - komi;
            if rules == "Chinese" && handicap > 1 {
                score -= f64::from(handicap);
            }
            if rules == "AGA" && handicap > 1 {
                score -= f64::from(handicap) - 1.0;
            }
            score
        };
        let score = count(p.dead);
        let re = expected(r["re"].as_str().or(r["re_engine"].as_str()).unwrap_or(""));
        if re == Some(score) {
            agree += 1;
            continue;
        }
        let diff = re.map(|re| score - re);
        let fix = explain(&board, p.dead, &|dead| Some(count(dead)) == re);
        let _kind = match diff {
            None => "unreadable".into(),
            Some(d) if d.abs() <= 1.0 => "off by <=1".to_string(),
            Some(d) if d.abs() <= 2.0 => "off by <=2".into(),
            Some(_) => "more".into(),
        };
        *kinds.entry(format!("{rules}: {}", fix.split(':').next().unwrap_or(""))).or_default() += 1;
        if show {
            println!(
                "#{i} fix {fix}; {rules} re {} got {score} diff {diff:?} komi {komi} ha {handicap}",
                r["re"]
            );
            print_board(&board, &p, r);
        }
    }
    println!(
        "{agree}/{total} = {:.2} %; {:.1} ms per game, worst {:.1}; misses {kinds:?}",
        100.0 * f64::from(agree) / f64::from(total),
        1000.0 * seconds / f64::from(total),
        1000.0 * worst
    );
}

/// Which small change of the dead stones gives the recorded result.
fn explain(board: &Board, dead: PointSet, right: &dyn Fn(PointSet) -> bool) -> String {
    let name = |s: &PointSet| {
        s.first().map(|q| Coordinates::Sgf.format(q, board.size())).unwrap_or_default()
    };
    let chains: Vec<(Color, PointSet)> =
        Color::BOTH.into_iter().flat_map(|c| board.chains(c).map(move |s| (c, s))).collect();
    for (c, s) in &chains {
        if right(dead ^ *s) {
            return format!(
                "one chain {}: {c:?} {} of {}",
                if dead.contains(s.first().unwrap()) { "should live" } else { "should die" },
                name(s),
                s.len()
            );
        }
    }
    if right(PointSet::EMPTY) {
        return "nothing dead".into();
    }
    for c in Color::BOTH {
        // A group: chains of one colour joined through empty points and dead stones of the other side.
        let own = board.stones(c);
        for g in (own | board.empty() | (dead - own)).components() {
            let g = g & own;
            if !g.is_empty() && right(dead | g) {
                return format!("group should die: {c:?} {} of {}", name(&g), g.len());
            }
            let other = board.stones(c.opponent());
            if !g.is_empty()
                && right((dead | g) - ((g | (dead & other)).neighbours().flood(dead & other | g)))
            {
                return format!("group should die, others live: {c:?} {} of {}", name(&g), g.len());
            }
        }
        for g in (own & dead | board.empty()).components() {
            let g = g & own;
            if !g.is_empty() && right(dead - g) {
                return format!("dead group should live: {c:?} {} of {}", name(&g), g.len());
            }
            for (c2, s) in &chains {
                if *c2 != c && right((dead - g) | *s) {
                    return format!(
                        "dead group should live and kill: {c:?} {} of {}",
                        name(&g),
                        g.len()
                    );
                }
            }
        }
    }
    for (i, (_, s)) in chains.iter().enumerate() {
        for (_, t) in &chains[..i] {
            if right(dead ^ (*s | *t)) {
                return format!("two chains: {} {}", name(s), name(t));
            }
        }
    }
    "unexplained".into()
}

fn expected(re: &str) -> Option<f64> {
    if re == "0" || re == "Draw" {
        return Some(0.0);
    }
    let v: f64 = re.get(2..)?.parse().ok()?;
    match &re[..2] {
        "B+" => Some(v),
        "W+" => Some(-v),
        _ => None,
    }
}

fn area(a: &life::Areas) -> f64 {
    a.area(Color::Black).len() as f64 - a.area(Color::White).len() as f64
}

fn territory(board: &Board, a: &life::Areas, dead: PointSet, prisoners: ByColor<u32>) -> f64 {
    let side = |c: Color| {
        a.territory(c).len() as f64
            + f64::from(prisoners[c])
            + (dead & board.stones(c.opponent())).len() as f64
    };
    side(Color::Black) - side(Color::White)
}

fn replay(r: &Value) -> (Board, ByColor<u32>, u32) {
    let size = BoardSize::square(r["size"].as_u64().unwrap_or(19) as u32).expect("size");
    let mut board = Board::new(size);
    let mut prisoners = ByColor::new(0, 0);
    let mut handicap = 0;
    let sgf = r["sgf"].as_str().unwrap_or("");
    let bytes = sgf.as_bytes();
    let (mut i, mut key) = (0, String::new());
    let mut fresh = true;
    while i < bytes.len() {
        match bytes[i] {
            b'[' => {
                let mut value = String::new();
                i += 1;
                while i < bytes.len() && bytes[i] != b']' {
                    if bytes[i] == b'\\' {
                        i += 1;
                    }
                    value.push(bytes[i] as char);
                    i += 1;
                }
                fresh = true;
                let color = if key.ends_with('B') { Color::Black } else { Color::White };
                match key.as_str() {
                    "B" | "W" | "AB" | "AW"
                        if !(value.is_empty() || value == "tt" && size.columns() < 20) =>
                    {
                        let point = Coordinates::Sgf.parse(&value, size).expect("point");
                        let played = board.play(color, point).expect("legal");
                        prisoners[color] += played.captured_count();
                    }
                    "HA" => handicap = value.parse().unwrap_or(0),
                    _ => {}
                }
            }
            c if c.is_ascii_uppercase() => {
                if fresh {
                    key.clear();
                    fresh = false;
                }
                key.push(c as char);
            }
            _ => {}
        }
        i += 1;
    }
    (board, prisoners, handicap)
}

fn print_board(board: &Board, p: &life::Proposal, r: &Value) {
    let size = board.size();
    let truth: Option<PointSet> = r.get("dead_black").map(|b| {
        b.as_array()
            .into_iter()
            .flatten()
            .chain(r["dead_white"].as_array().into_iter().flatten())
            .filter_map(|v| Coordinates::Sgf.parse(v.as_str()?, size).ok())
            .collect()
    });
    print!("   ");
    for x in 0..size.columns() {
        print!("{} ", (b'a' + x) as char);
    }
    println!();
    for y in 1..=size.rows() {
        print!("{}  ", (b'a' + y - 1) as char);
        for x in 1..=size.columns() {
            let q = Point::new(x, y).expect("point");
            let c = match (board.get(q), p.dead.contains(q)) {
                (Some(Color::Black), false) => 'X',
                (Some(Color::Black), true) => 'x',
                (Some(Color::White), false) => 'O',
                (Some(Color::White), true) => 'o',
                _ if p.areas.false_territory.black.contains(q)
                    || p.areas.false_territory.white.contains(q) =>
                {
                    '#'
                }
                _ if p.areas.surrounded.black.contains(q) => '+',
                _ if p.areas.surrounded.white.contains(q) => '-',
                _ => '.',
            };
            let m = match &truth {
                Some(t) if t.contains(q) != p.dead.contains(q) => '!',
                _ => ' ',
            };
            print!("{c}{m}");
        }
        println!();
    }
    let name =
        |s: &PointSet| s.first().map(|q| Coordinates::Sgf.format(q, size)).unwrap_or_default();
    for v in p
        .verdicts
        .iter()
        .filter(|v| v.confidence < 0.99 && (v.removed || v.status != life::Status::Alive))
    {
        println!(
            "   {} ({}) {} removed {} {:.2}: {}",
            name(&v.stones),
            v.stones.len(),
            v.status.text().en,
            v.removed,
            v.confidence,
            v.reason.text().en
        );
    }
    println!("   contested {}", p.contested.len());
    let sgf = r["sgf"].as_str().unwrap_or("");
    println!("   ...{}", &sgf[sgf.len().saturating_sub(60)..]);
}
