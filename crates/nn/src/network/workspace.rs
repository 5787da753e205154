use crate::kernels::Buffer;

/// The memory of one thread that asks networks: it grows to what the largest question needed, and can serve any network.
#[derive(Debug, Default)]
pub struct Workspace {
    /// Places of the inputs, those of the same size together.
    pub(super) order: Vec<usize>,
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
    /// Rows of features before a product of matrices.
    pub(super) rows: Buffer,
    /// Rows between two products: hidden features, or queries, keys and values.
    pub(super) hidden: Buffer,
    /// What heads of attention bring together.
    pub(super) attended: Buffer,
    /// Packed keys and values of one head.
    pub(super) keys: Buffer,
    pub(super) values: Buffer,
    /// Scores of a few queries.
    pub(super) scores: Buffer,
    /// Of convolutions.
    pub(super) tiles: Buffer,
    /// Pooled channels of one position.
    pub(super) pooled: Pooled,
    /// Biases of each position.
    pub(super) biases: Buffer,
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
    /// How many positions are computed together at most.
    pub const LARGEST_BATCH: usize = 16;

    /// An empty one.
    pub fn new() -> Workspace {
        Workspace::default()
    }
}
