//! Networks: what a position looks like to them, and what they answer.
//!
//! Lines with inputs (`spatial`, `global`) are played and encoded; lines with answers (`net`, `raw`, `processed`, `gtp`)
//! are computed from the inputs of the position of the same name, in the same folder, and post-processed. A network is
//! looked for in the folder `random_nets` beside the file, beside the file itself, and in the folders given; its hash
//! must be the line's.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result, ensure};
use nn::{Evaluation, PostOptions, RawOutputs, Situation, Symmetry};
use serde_json::Value;

use self::compare::{Worst, raw, reported};
use self::network::Network;
use self::position::Position;
use super::Options;
use super::fields::{color, field, text};

mod compare;
mod network;
mod position;

/// What was found out about a line.
pub(super) enum Outcome {
    Passed,
    /// Not run: the network is not here.
    Skipped,
}

/// Everything that lines about networks share.
pub(super) struct Nets {
    folders: Vec<PathBuf>,
    reference: bool,
    /// By file name; `None` where there is none.
    loaded: HashMap<String, Option<Rc<Network>>>,
    /// Positions of each folder by their names.
    positions: HashMap<PathBuf, HashMap<String, Value>>,
    /// The largest differences by network.
    worst: BTreeMap<String, Worst>,
}

/// The kind of a line that names none, if it is about networks.
pub(super) fn kind(line: &Value) -> Option<&'static str> {
    if line.get("net").is_some() && line.get("raw").is_some() {
        Some("nn_answers")
    } else if line.get("spatial").is_some() && line.get("global").is_some() {
        Some("nn_inputs")
    } else {
        None
    }
}

impl Nets {
    /// Nothing seen yet.
    pub(super) fn new(options: &Options) -> Nets {
        Nets {
            folders: options.nets.clone(),
            reference: options.reference,
            loaded: HashMap::new(),
            positions: HashMap::new(),
            worst: BTreeMap::new(),
        }
    }

    /// Checks a line of a file.
    pub(super) fn check(&mut self, file: &Path, line: &Value) -> Result<Outcome> {
        if kind(line) == Some("nn_inputs") {
            Position::read(line)?.check(line)?;
            return Ok(Outcome::Passed);
        }
        let name = text(line, "net")?;
        let Some(network) = self.network(file, name)? else {
            return Ok(Outcome::Skipped);
        };
        ensure!(
            network.sha256() == text(line, "sha256")?,
            "{name} has another hash: {}",
            network.sha256()
        );
        let position = self.position(file, position::id(line)?)?;
        let worst = self.worst.entry(name.to_owned()).or_default();
        worst.positions += 1;
        check_answers(&network, &position, line, worst)?;
        Ok(Outcome::Passed)
    }

    fn network(&mut self, file: &Path, name: &str) -> Result<Option<Rc<Network>>> {
        if let Some(known) = self.loaded.get(name) {
            return Ok(known.clone());
        }
        let plain = Path::new(name).file_name().is_some_and(|only| only == name);
        ensure!(plain, "{name:?} is no file name");
        let here = file.parent().unwrap_or(Path::new(""));
        let beside = [here.join("random_nets"), here.to_path_buf()];
        let path = beside.iter().chain(&self.folders).map(|folder| folder.join(name));
        let network = match path.into_iter().find(|path| path.is_file()) {
            None => None,
            Some(path) => {
                let bytes =
                    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                let network = Network::load(&bytes, self.reference);
                Some(Rc::new(network.with_context(|| format!("in {}", path.display()))?))
            }
        };
        self.loaded.insert(name.to_owned(), network.clone());
        Ok(network)
    }

    /// The position of this name in the file's folder.
    fn position(&mut self, file: &Path, id: &str) -> Result<Position> {
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        let known = match self.positions.get(&folder) {
            Some(known) => known,
            None => {
                let found = positions_in(&folder)?;
                self.positions.entry(folder).or_insert(found)
            }
        };
        let line = known.get(id).with_context(|| format!("no position {id} beside the file"))?;
        Position::read(line).with_context(|| format!("in position {id}"))
    }
}

/// The lines with inputs of all vector files of a folder.
fn positions_in(folder: &Path) -> Result<HashMap<String, Value>> {
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries =
        fs::read_dir(listed).with_context(|| format!("cannot list {}", listed.display()))?;
    let mut positions = HashMap::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        // Lines of other kinds, and broken ones, are judged where they stand.
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        for line in lines.filter(|line| kind(line) == Some("nn_inputs")) {
            positions.insert(position::id(&line)?.to_owned(), line);
        }
    }
    Ok(positions)
}

fn check_answers(
    network: &Network,
    position: &Position,
    line: &Value,
    worst: &mut Worst,
) -> Result<()> {
    let to_move = color(line, "nextPla")?;
    ensure!(to_move == position.game.to_move(), "the other side is to move");
    let parameters = position.parameters;
    let symmetry = Symmetry::new(parameters.symmetry).context("`symmetry` is not 0 to 7")?;
    let answer = network.answer(position, symmetry)?;
    raw(&answer, field(line, "raw")?, worst)?;
    let evaluate = |answer: &RawOutputs, policy_optimism| -> Evaluation {
        let situation = Situation::of(&position.game);
        let passing_hacks = parameters.passing_hacks;
        let options = PostOptions { policy_optimism, passing_hacks, ..PostOptions::default() };
        nn::post_process(network.meaning(), answer, &situation, &options)
    };
    let processed = evaluate(&answer, parameters.optimism);
    reported(&processed, field(line, "processed")?, worst).context("post-processed")?;
    if let Some(printed) = line.get("gtp") {
        // Printed with the root's optimism, the board as it is.
        let straight = if symmetry == Symmetry::IDENTITY {
            answer
        } else {
            network.answer(position, Symmetry::IDENTITY)?
        };
        reported(&evaluate(&straight, 0.2), printed, worst).context("as GTP prints it")?;
    }
    Ok(())
}

impl fmt::Display for Nets {
    /// A line for each network: the largest differences from what is expected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, worst) in &self.worst {
            let how = self.loaded.get(name).and_then(Option::as_ref);
            let how = how.map_or(String::new(), |network| network.how());
            writeln!(f, "{name} by {how}: {worst}")?;
        }
        for name in
            self.loaded.iter().filter(|(_, network)| network.is_none()).map(|(name, _)| name)
        {
            writeln!(f, "skipped: net {name} not found")?;
        }
        Ok(())
    }
}
