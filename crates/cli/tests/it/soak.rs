//! Thousands of random commands: every one is answered, nothing dies, and memory stays flat.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Commands with the kinds of their arguments: `c` colour, `v` vertex, `n` small number, `s` seconds, `w` any word.
const COMMANDS: &[(&str, &str)] = &[
    ("protocol_version", ""),
    ("name", ""),
    ("version", ""),
    ("known_command", "w"),
    ("list_commands", ""),
    ("boardsize", "n"),
    ("rectangular_boardsize", "nn"),
    ("query_boardsize", ""),
    ("clear_board", ""),
    ("set_position", "cvcvcv"),
    ("komi", "n"),
    ("get_komi", ""),
    ("play", "cv"),
    ("play", "cv"),
    ("play", "cv"),
    ("play", "cv"),
    ("play", "cv"),
    ("gogui-play_sequence", "cvcvcv"),
    ("genmove", "c"),
    ("genmove", "c"),
    ("reg_genmove", "c"),
    ("kgs-genmove_cleanup", "c"),
    ("kata-search", "c"),
    ("kata-search_cancellable", "c"),
    ("kata-search_analyze", "cn"),
    ("kata-genmove_analyze", "cn"),
    ("lz-genmove_analyze", "cn"),
    ("genmove_analyze", "cn"),
    ("kata-analyze", "cn"),
    ("lz-analyze", "n"),
    ("analyze", "w"),
    ("undo", ""),
    ("gg-undo", "n"),
    ("fixed_handicap", "n"),
    ("place_free_handicap", "n"),
    ("set_free_handicap", "vvv"),
    ("time_settings", "ssn"),
    ("kata-time_settings", "wssn"),
    ("kgs-time_settings", "wssn"),
    ("time_left", "csn"),
    ("final_score", ""),
    ("final_status_list", "w"),
    ("showboard", ""),
    ("printsgf", ""),
    ("loadsgf", "w"),
    ("kata-set-rules", "w"),
    ("kata-set-rule", "ww"),
    ("kata-get-rules", ""),
    ("kata-set-param", "wn"),
    ("kata-get-param", "w"),
    ("kata-get-params", ""),
    ("kata-list-params", ""),
    ("kata-get-models", ""),
    ("kata-raw-nn", "n"),
    ("clear_cache", ""),
    ("stop", ""),
    ("cputime", ""),
    ("debug_moves", ""),
    ("is_legal", "cv"),
    ("all_legal", "c"),
    ("list_stones", "c"),
    ("kgs-chat", "www"),
    ("gogui-setup", "cvcv"),
    ("gogui-setup_player", "c"),
    ("gogui-undo_setup", ""),
    ("gogui-rules_board", ""),
    ("gogui-rules_legal_moves", ""),
    ("shoutan-ownership", ""),
    ("nonsense", "w"),
];

const WORDS: &[&str] = &[
    "japanese",
    "chinese",
    "tromp-taylor",
    "{\"ko\":\"SIMPLE\"}",
    "ko",
    "SIMPLE",
    "scoring",
    "TERRITORY",
    "dead",
    "alive",
    "seki",
    "dame",
    "absolute",
    "byoyomi",
    "fischer",
    "canadian",
    "none",
    "playoutDoublingAdvantage",
    "ponderingEnabled",
    "maxVisits",
    "interval",
    "nowhere.sgf",
    "手谈",
    "\u{1}",
    "-1",
    "99999999999999999999",
];

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.0.next_u64() % most.max(1) as u64).expect("small")
    }

    fn of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A command on one line; one in twenty has an argument that makes no sense.
    fn line(&mut self) -> String {
        let (name, kinds) = self.of(COMMANDS);
        let mut line = name.to_owned();
        for kind in kinds.chars() {
            let kind = if self.below(20) == 0 { 'w' } else { kind };
            let _ = match kind {
                'c' => write!(line, " {}", self.of(&["b", "w", "black", "WHITE"])),
                'v' if self.below(12) == 0 => write!(line, " pass"),
                'v' => {
                    let column = self.of(b"ABCDEFGHJ") as char;
                    write!(line, " {column}{}", self.below(10))
                }
                'n' => write!(line, " {}", self.below(10)),
                's' => write!(line, " {}", self.below(100)),
                _ => write!(line, " {}", self.of(WORDS)),
            };
        }
        line
    }
}

/// Pages of memory that a process holds, in KiB.
fn memory(pid: u32) -> Option<usize> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let pages: usize = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4)
}

/// Sends `count` random commands and returns the memory after half and after all of them.
fn soak(seed: u64, count: usize) -> Option<(usize, usize)> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shoutan"))
        .args(["gtp", "--level", "1", "--visits", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut to = child.stdin.take().expect("piped");
    let mut from = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut marks = [None, None];
    for number in 1..=count {
        // Analyses end with the next line: an empty one does no harm to the others.
        let line = dice.line();
        write!(to, "{number} {line}\n\n").expect("it reads");
        to.flush().expect("it reads");
        let head = from.next().expect("an answer").expect("UTF-8");
        let number = number.to_string();
        let begins = head.strip_prefix(['=', '?']).is_some_and(|rest| rest.starts_with(&number));
        assert!(begins, "seed {seed}: {line:?} was answered with {head:?}");
        while !from.next().expect("the end of the answer").expect("UTF-8").is_empty() {}
        if number == (count / 2).to_string() {
            marks[0] = memory(child.id());
        }
    }
    marks[1] = memory(child.id());
    to.write_all(b"quit\n").expect("it reads");
    drop(to);
    assert!(child.wait().expect("it ends").success(), "seed {seed}");
    Some((marks[0]?, marks[1]?))
}

/// `SHOUTAN_SOAK=2000x20` sends 2,000 commands with each of 20 seeds and prints the memory of each run.
#[test]
fn random_commands_are_answered() {
    let asked = std::env::var("SHOUTAN_SOAK").ok();
    let asked = asked.as_deref().and_then(|text| text.split_once('x'));
    let number = |text: &str| text.parse().expect("COMMANDSxSEEDS");
    let (count, seeds) = asked.map_or((150, 1), |(count, seeds)| (number(count), number(seeds)));
    for seed in 0..seeds {
        if let Some((half, all)) = soak(seed as u64, count) {
            if asked.is_some() {
                let line =
                    format!("seed {seed}: {half} KiB after {}, {all} KiB after {count}", count / 2);
                let _ = writeln!(std::io::stderr(), "{line}");
            }
            // Trees come and go; a leak of a game for each command would show.
            assert!(all < half + 32 * 1024, "seed {seed}: from {half} to {all} KiB");
        }
    }
}
