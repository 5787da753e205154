//! A network on the CPU: the weights of a [`Model`] in the order in which the kernels read them, and what computes its
//! answers.
//!
//! Start reading at [`Network::evaluate`]; `layers.rs` packs the weights, `run.rs` computes the trunk, `heads.rs` what
//! stands on it.

mod heads;
mod input;
mod layers;
mod parallel;
mod run;
mod workspace;

pub use input::Input;
use workspace::Part;
pub use workspace::{ThreadsError, Workspace};

use board::BoardSize;
use rules::Lang;
use thiserror::Error;

use crate::kernels::{KernelSet, Kernels};
use crate::model::{Model, NetError};
use crate::{MAX_LINES, RawOutputs};

/// How a network is to be computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkOptions {
    /// The instruction set; `None` takes the fastest that the CPU has.
    pub kernels: Option<KernelSet>,
}

/// A network ready to be asked. It can be asked by several threads at once, each with its own [`Workspace`].
#[derive(Debug)]
pub struct Network {
    kernels: Kernels,
    layers: layers::Layers,
}

/// What a step of an evaluation computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// The first convolution and the globals.
    First,
    /// Convolutions of more than single points.
    Convolution,
    /// Norms and activations that are not part of another step.
    Norm,
    /// Global pooling.
    Pooling,
    /// Matrices for each point: bottlenecks, queries, keys and values, and what brings heads together; with the norms and
    /// rotations beside them.
    Projection,
    /// Scores, softmax and weighted values.
    Attention,
    /// Feed-forward layers.
    FeedForward,
    /// The trunk's end and the heads.
    Heads,
}

/// A step of an evaluation that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it was.
    pub kind: StepKind,
    /// Floating-point operations in products of matrices that it took, as computed (with tiles fewer than by definition).
    pub operations: u64,
}

/// Is told of each step when it is done, so that it can be timed.
pub type Observer<'a> = &'a (dyn Fn(Step) + Sync);

/// Why a network cannot be made ready.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file is no network, is damaged, or its sizes don't fit each other.
    #[error(transparent)]
    Model(#[from] NetError),
    /// The CPU lacks the instruction set that was asked for.
    #[error("this processor does not have {0}")]
    Kernels(KernelSet),
}

impl NetworkError {
    /// The reason in words.
    pub fn describe(&self, lang: Lang) -> String {
        match self {
            NetworkError::Model(error) => error.describe(lang),
            NetworkError::Kernels(set) => match lang {
                Lang::En => self.to_string(),
                Lang::Zh => format!("处理器没有 {set}"),
            },
        }
    }
}

/// Why a network cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluateError {
    /// The board is larger than networks know.
    #[error("networks know boards up to 19x19, not {0}")]
    Size(BoardSize),
    /// There are not as many places for outputs as inputs.
    #[error("{outputs} outputs for {inputs} inputs")]
    Outputs {
        /// Inputs.
        inputs: usize,
        /// Outputs.
        outputs: usize,
    },
}

impl Network {
    /// Packs the weights of a model.
    ///
    /// # Errors
    /// When the model's sizes don't fit each other (a model that was read is fine), or the CPU lacks the instruction set
    /// that is asked for.
    pub fn new(model: &Model, options: &NetworkOptions) -> Result<Network, NetworkError> {
        let set = options.kernels.unwrap_or_else(KernelSet::best);
        let kernels = Kernels::new(set).ok_or(NetworkError::Kernels(set))?;
        model.check()?;
        Ok(Network { kernels, layers: layers::Layers::new(model, kernels) })
    }

    /// The instruction set in use.
    pub fn kernels(&self) -> KernelSet {
        self.kernels.set()
    }

    /// Packs what boards of this size need, which the first evaluation of the size does otherwise.
    pub fn prepare(&self, size: BoardSize) {
        self.layers.for_each_filter(&mut |filter| {
            filter.prepare(size.rows().into(), size.columns().into())
        });
    }

    /// [`evaluate`](Network::evaluate) that tells an observer of each step.
    ///
    /// # Errors
    /// As [`evaluate`](Network::evaluate).
    pub fn evaluate_observed(
        &self,
        workspace: &mut Workspace,
        inputs: &[Input<'_>],
        outputs: &mut [RawOutputs],
        observer: Observer<'_>,
    ) -> Result<(), EvaluateError> {
        if inputs.len() != outputs.len() {
            return Err(EvaluateError::Outputs { inputs: inputs.len(), outputs: outputs.len() });
        }
        for size in inputs.iter().map(|input| input.size) {
            if size.columns() > MAX_LINES || size.rows() > MAX_LINES {
                return Err(EvaluateError::Size(size));
            }
        }
        let mut order = std::mem::take(&mut workspace.order);
        order.clear();
        order.extend(0..inputs.len());
        let size = |at: usize| input::turned(inputs[at].symmetry, inputs[at].size);
        order.sort_unstable_by_key(|&at| (size(at).columns(), size(at).rows(), at));
        let largest = Workspace::LARGEST_BATCH * workspace.threads();
        for same in order.chunk_by(|&a, &b| size(a) == size(b)) {
            for group in same.chunks(largest) {
                self.evaluate_group(workspace, group, inputs, outputs, observer);
            }
        }
        workspace.order = order;
        Ok(())
    }

    /// Asks about some positions. They may differ in size; those of the same size are computed together, at most
    /// [`Workspace::LARGEST_BATCH`] at a time. The answers equal those of asking one by one, up to rounding.
    ///
    /// Nothing is allocated once the workspace and the outputs have seen positions as many and as large.
    ///
    /// # Errors
    /// When a board is too large, or the lengths don't fit; nothing is computed then.
    pub fn evaluate(
        &self,
        workspace: &mut Workspace,
        inputs: &[Input<'_>],
        outputs: &mut [RawOutputs],
    ) -> Result<(), EvaluateError> {
        self.evaluate_observed(workspace, inputs, outputs, &|_| {})
    }

    /// Positions of the same size, given by their places in `inputs`: spread over the threads, or a single one whose
    /// layers are.
    fn evaluate_group(
        &self,
        workspace: &mut Workspace,
        group: &[usize],
        inputs: &[Input<'_>],
        outputs: &mut [RawOutputs],
        observer: Observer<'_>,
    ) {
        let Workspace { pool, parts, .. } = workspace;
        let threads = parts.len().min(group.len());
        let share = group.len().div_ceil(threads);
        let work: &mut [Part] = &mut parts[..group.len().div_ceil(share)];
        let one = |group: &[usize], part: &mut Part, threads: usize| {
            self.compute(part, group, inputs, threads, observer);
        };
        match pool {
            None => one(group, &mut work[0], 1),
            Some(pool) if work.len() == 1 => {
                pool.install(|| one(group, &mut work[0], pool.current_num_threads()));
            }
            Some(pool) => pool.install(|| {
                parallel::each(work, group, share, &|group, part| one(group, part, 1));
            }),
        }
        for (part, group) in work.iter().zip(group.chunks(share)) {
            let size = input::turned(inputs[group[0]].symmetry, inputs[group[0]].size);
            let run = run::Run::new(self.kernels, &self.layers, group.len(), size, observer);
            for (index, &at) in group.iter().enumerate() {
                run.answer(index, &inputs[at], part, &mut outputs[at]);
            }
        }
    }

    /// From inputs of the same size to what the heads say, in the part's memory.
    fn compute(
        &self,
        part: &mut Part,
        group: &[usize],
        inputs: &[Input<'_>],
        threads: usize,
        observer: Observer<'_>,
    ) {
        let size = input::turned(inputs[group[0]].symmetry, inputs[group[0]].size);
        let run = run::Run::new(self.kernels, &self.layers, group.len(), size, observer);
        let mut x = std::mem::take(&mut part.trunk);
        x.reserve(run.dense(self.layers.channels).length());
        for (index, &at) in group.iter().enumerate() {
            run.start(index, &inputs[at], &mut x, part);
        }
        let mut locals = std::mem::take(&mut part.scratch.locals);
        let scratch = &mut part.scratch;
        run.blocks(
            &self.layers.blocks,
            self.layers.channels,
            &mut x,
            scratch,
            &mut locals[..threads],
            0,
        );
        part.scratch.locals = locals;
        run.heads(&mut x, part);
        part.trunk = x;
    }
}
