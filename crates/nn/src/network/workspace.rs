use thiserror::Error;

use crate::kernels::Buffer;

/// The memory of one asker of networks: it grows to what the largest question needed, and can serve any network. It may
/// have threads of its own, over which an evaluation is spread.
#[derive(Debug)]
pub struct Workspace {
    /// Places of the inputs, those of the same size together.
    pub(super) order: Vec<usize>,
    /// The threads, if more than one.
    pub(super) pool: Option<rayon::ThreadPool>,
    /// Memory for parts of a batch, at least one.
    pub(super) parts: Vec<Part>,
}

/// The threads of a workspace could not be started.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{threads} threads could not be started: {reason}")]
pub struct ThreadsError {
    /// How many.
    pub threads: usize,
    /// What the system says.
    pub reason: String,
}

/// Memory of some positions of the same size.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// Planes of each point of one position, before and after its symmetry.
    pub(super) before_symmetry: Vec<u32>,
    pub(super) cells: Vec<u32>,
    /// Weights to add for a point.
    pub(super) list: Vec<u32>,
    /// Features between the blocks.
    pub(super) trunk: Buffer,
    /// What the heads compute.
    pub(super) head: Head,
    pub(super) scratch: Scratch,
}

/// Memory of the blocks.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Features within nested blocks, the outermost first.
    pub(super) nested: Vec<Buffer>,
    /// Inputs of convolutions, with borders.
    pub(super) bordered: [Buffer; 2],
    /// Queries, keys and values, or sums of a convolution.
    pub(super) between: Buffer,
    /// What heads of attention bring together.
    pub(super) attended: Buffer,
    /// Packed keys and values of some heads.
    pub(super) keys: Buffer,
    pub(super) values: Buffer,
    /// Channels that are pooled, or all before they are normalised.
    pub(super) rows: Buffer,
    /// Of convolutions.
    pub(super) tiles: Buffer,
    /// Pooled channels of one position.
    pub(super) pooled: Pooled,
    /// Biases of each position.
    pub(super) biases: Buffer,
    /// For each thread that works on a layer.
    pub(super) locals: Vec<Local>,
}

/// Memory of one thread for some rows of features.
#[derive(Debug, Default)]
pub(super) struct Local {
    /// The rows, normalised.
    pub(super) rows: Buffer,
    /// What is between two products.
    pub(super) hidden: Buffer,
    /// Scores of a few queries.
    pub(super) scores: Buffer,
}

/// Memory for one position's pooled channels.
#[derive(Debug, Default)]
pub(super) struct Pooled {
    pub(super) mean: Buffer,
    pub(super) greatest: Buffer,
    pub(super) all: Buffer,
}

/// Memory of the heads.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// Channels of both heads for each point.
    pub(super) rows: Buffer,
    /// Those of one part, normalised.
    pub(super) part: Buffer,
    /// Policies of the points, and ownership.
    pub(super) policy: Buffer,
    pub(super) ownership: Buffer,
    /// For each position: policies of the pass; results; scores.
    pub(super) pass: Buffer,
    pub(super) result: Buffer,
    pub(super) scores: Buffer,
    /// Hidden numbers of one position.
    pub(super) hidden: Buffer,
}

impl Workspace {
    /// How many positions a thread computes together at most.
    pub const LARGEST_BATCH: usize = 16;

    /// An empty one, for the calling thread alone.
    pub fn new() -> Workspace {
        Workspace { order: Vec::new(), pool: None, parts: vec![Part::new(1)] }
    }

    /// One that spreads evaluations over so many threads: the positions of a batch, or the rows of features of a single
    /// position in the layers that look at single points and in attention. 0 counts as 1.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn with_threads(threads: usize) -> Result<Workspace, ThreadsError> {
        if threads <= 1 {
            return Ok(Workspace::new());
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("network {index}"))
            .build()
            .map_err(|error| ThreadsError { threads, reason: error.to_string() })?;
        // The first part may be asked to use all threads.
        let parts =
            (0..threads).map(|part| Part::new(if part == 0 { threads } else { 1 })).collect();
        Ok(Workspace { order: Vec::new(), pool: Some(pool), parts })
    }

    /// Threads that an evaluation is spread over.
    pub fn threads(&self) -> usize {
        self.parts.len()
    }
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace::new()
    }
}

impl Part {
    fn new(threads: usize) -> Part {
        let locals = (0..threads).map(|_| Local::default()).collect();
        Part { scratch: Scratch { locals, ..Scratch::default() }, ..Part::default() }
    }
}
