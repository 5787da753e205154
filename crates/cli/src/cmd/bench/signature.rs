//! The signature of how the engine behaves: its thoughts about fixed positions, on one thread with a fixed seed, by playouts
//! and with a tiny network of random weights, as visits and a checksum.
//!
//! A change that is not meant to change play leaves it as it is. With another instruction set the last bits of a network's
//! answers may differ, and so may its checksum; that of the playouts is the same everywhere.

use std::io::{self, Write};
use std::time::Instant;

use board::{BoardSize, Move};
use engine::{Analysis, AnalysisOptions, Budget, Engine, Net, Settings, StopToken};
use rules::{GameState, Lang, Ruleset, Start};
use serde_json::json;

use crate::Manner;
use crate::exit::Exit;
use crate::lang::tr;

/// A network of 96 kilobytes with random weights, made for the tests: every part of the arithmetic, no knowledge.
const TINY: &[u8] = include_bytes!("../../../../../testdata/nn/random_nets/random-v15-s1.bin.gz");

/// Columns and rows, rules, and moves as GTP writes them.
const POSITIONS: [(u32, u32, &str, &str); 7] = [
    (9, 9, "chinese", ""),
    (9, 9, "japanese", "E5 C4 E3 G6 F7 D6 D7 C6 G7 F6 E6 E7"),
    (9, 9, "tromp_taylor", "E5 D5 E4 D4 E3 D3 E2 D2 E6 D6 E7 D7 E8 D8 E1 D1 E9 D9 pass"),
    (13, 13, "chinese", "D4 K10 K4 D10 C7 F3 C3 L6"),
    (19, 19, "chinese", "Q16 D4 Q3 D17 C15 C16 D15 F17 R5"),
    (19, 19, "japanese", "R4 D16 D4 Q17 P16 Q16 P15 P17 O17 O18 N17 R15"),
    (9, 7, "aga", "D4 F4 E3 F3"),
];

/// Visits for each position.
const ROLLOUT_VISITS: u32 = 500;
/// Visits for each position with the network.
const NET_VISITS: u32 = 60;

/// What came of thinking about all positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Thoughts {
    visits: u64,
    checksum: u64,
}

/// Thinks and prints.
///
/// # Errors
/// When the answer cannot be written.
pub(super) fn run(manner: Manner) -> io::Result<Exit> {
    let net = tiny_net();
    let start = Instant::now();
    let playouts = think(None, ROLLOUT_VISITS);
    let with_net = net.as_ref().map(|net| think(Some(net), NET_VISITS));
    let seconds = start.elapsed().as_secs_f64();
    let mut out = anstream::stdout();
    let kernels = net.as_ref().map(Net::kernels).unwrap_or_default();
    if manner.json {
        let of = |thoughts: Thoughts| json!({ "visits": thoughts.visits, "checksum": format!("{:016x}", thoughts.checksum) });
        let figure = json!({
            "bench": "signature", "playouts": of(playouts), "net": with_net.map(of), "kernels": kernels,
            "seconds": (seconds * 1000.0).round() / 1000.0,
        });
        writeln!(out, "{figure}")?;
        return Ok(Exit::Fine);
    }
    let line = |thoughts: Thoughts, what: String| {
        let Thoughts { visits, checksum } = thoughts;
        tr!(
            manner.lang,
            "{what}：{visits} 次搜索，校验和 {checksum:016x}",
            "{what}: {visits} visits, checksum {checksum:016x}"
        )
    };
    writeln!(out, "{}", line(playouts, tr!(manner.lang, "模拟", "playouts")))?;
    if let Some(thoughts) = with_net {
        let what = tr!(manner.lang, "小网络（{kernels}）", "tiny network ({kernels})");
        writeln!(out, "{}", line(thoughts, what))?;
    }
    let took = match manner.lang {
        Lang::Zh => format!("用时 {seconds:.2} 秒"),
        Lang::En => format!("took {seconds:.2} s"),
    };
    writeln!(out, "{took}")?;
    Ok(Exit::Fine)
}

/// The embedded network.
fn tiny_net() -> Option<Net> {
    Engine::load_net(TINY).ok()
}

/// The games of the fixed positions; one that cannot be is left out, which the tests would see.
fn games() -> Vec<GameState> {
    let game = |(columns, rows, rules, moves): (u32, u32, &str, &str)| {
        let size = BoardSize::new(columns, rows).ok()?;
        let mut game = GameState::new(Start::even(Ruleset::find(rules).ok()?, size));
        for word in moves.split_whitespace() {
            let mv = match gtp::parse_vertex(word, size)? {
                gtp::Vertex::Point(point) => Move::Play(point),
                gtp::Vertex::Pass => Move::Pass,
                gtp::Vertex::Resign => return None,
            };
            game.play(mv).ok()?;
        }
        Some(game)
    };
    POSITIONS.into_iter().filter_map(game).collect()
}

/// Thinks about every position with an engine of its own.
fn think(net: Option<&Net>, visits: u32) -> Thoughts {
    let mut thoughts = Thoughts { visits: 0, checksum: 0xcbf2_9ce4_8422_2325 };
    for game in games() {
        let settings = Settings { net: net.cloned(), seed: 1, threads: 1, ..Settings::default() };
        let mut engine = Engine::new(settings);
        let options = AnalysisOptions::within(Budget::visits(visits));
        if let Ok(analysis) = engine.analyse(&game, &options, &mut |_| {}, &StopToken::new()) {
            thoughts.visits += u64::from(analysis.new_visits);
            thoughts.checksum = mix(thoughts.checksum, &analysis, game.size());
        }
    }
    thoughts
}

/// Adds an analysis to a checksum (FNV-1a): the visits of all moves, in their order.
fn mix(checksum: u64, analysis: &Analysis, size: BoardSize) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    analysis.moves.iter().fold(checksum, |hash, entry| {
        let name = gtp::format_move(entry.mv, size);
        name.bytes().chain(entry.visits.to_le_bytes()).fold(hash, step)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_a_game() {
        assert_eq!(games().len(), POSITIONS.len());
        assert!(games().iter().all(|game| game.to_move().is_some()));
    }

    #[test]
    fn the_signature_is_the_same_each_time_and_sees_changes() {
        assert_eq!(think(None, 30), think(None, 30));
        assert_ne!(think(None, 30).checksum, think(None, 40).checksum);
        let net = tiny_net().unwrap();
        assert_eq!(think(Some(&net), 5), think(Some(&net), 5));
        assert_ne!(think(Some(&net), 20).checksum, think(None, 20).checksum);
    }
}
