//! Weights in the order in which the kernels read them.

use std::sync::OnceLock;

use super::winograd::{Four, Three};
use super::{Buffer, Kernels, gemm, padded, winograd};
use crate::model::Conv;

/// A matrix `k × n` packed for [`Kernels::multiply`].
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    rows: usize,
    columns: usize,
    lanes: usize,
    gated: bool,
    numbers: Buffer,
}

impl Matrix {
    /// From its numbers by row and column.
    pub(crate) fn new(
        kernels: Kernels,
        rows: usize,
        columns: usize,
        at: impl Fn(usize, usize) -> f32,
    ) -> Matrix {
        let lanes = kernels.lanes();
        let mut numbers = Buffer::zeros(gemm::packed_length(rows, columns, lanes));
        gemm::pack(rows, columns, lanes, &mut numbers, at);
        Matrix { rows, columns, lanes, gated: false, numbers }
    }

    /// Two matrices of the same size side by side, vector by vector, for [`super::Then::Gate`].
    pub(crate) fn gated(
        kernels: Kernels,
        rows: usize,
        columns: usize,
        first: impl Fn(usize, usize) -> f32,
        second: impl Fn(usize, usize) -> f32,
    ) -> Matrix {
        let lanes = kernels.lanes();
        let both =
            Matrix::new(kernels, rows, columns.next_multiple_of(lanes) * 2, |row, column| {
                let (panel, lane) = (column / (2 * lanes), column % (2 * lanes));
                let from = panel * lanes + lane % lanes;
                match from < columns {
                    true if lane < lanes => first(row, from),
                    true => second(row, from),
                    false => 0.0,
                }
            });
        Matrix { gated: true, ..both }
    }

    /// Numbers in.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Numbers out; before gating.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Numbers in the matrix.
    pub(crate) fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// Whether it is for [`super::Then::Gate`].
    pub(crate) fn is_gated(&self) -> bool {
        self.gated
    }

    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    pub(super) fn numbers(&self) -> &[f32] {
        &self.numbers
    }
}

/// How a convolution is computed.
#[derive(Clone, Debug)]
enum Form {
    /// By tiles of 4 × 4 or 3 × 3; packed at the first board that wants them.
    Tiles { four: OnceLock<Buffer>, three: OnceLock<Buffer> },
    /// Element by element of the kernel, each a product of matrices.
    Direct(Vec<Matrix>),
    /// A row of weights for each element and input, to be added where the input's bit is set.
    Rows(Buffer),
}

/// The weights of a convolution.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    kernels: Kernels,
    conv: Conv,
    form: Form,
}

impl Filter {
    /// For [`Kernels::convolve`].
    pub(crate) fn new(kernels: Kernels, conv: Conv) -> Filter {
        let form = if (conv.ky, conv.kx) == (3, 3) {
            Form::Tiles { four: OnceLock::new(), three: OnceLock::new() }
        } else {
            let elements = 0..conv.ky * conv.kx;
            Form::Direct(
                elements
                    .map(|element| {
                        Matrix::new(kernels, conv.inputs, conv.outputs, |i, o| {
                            conv.weights[(element * conv.inputs + i) * conv.outputs + o]
                        })
                    })
                    .collect(),
            )
        };
        Filter { kernels, conv, form }
    }

    /// For [`Kernels::convolve_bits`].
    pub(crate) fn of_bits(kernels: Kernels, conv: Conv) -> Filter {
        let stride = padded(conv.outputs);
        let mut rows = Buffer::zeros(conv.weights.len() / conv.outputs.max(1) * stride);
        for (to, from) in rows.chunks_exact_mut(stride).zip(conv.weights.chunks_exact(conv.outputs))
        {
            to[..conv.outputs].copy_from_slice(from);
        }
        Filter { kernels, conv, form: Form::Rows(rows) }
    }

    /// Channels in.
    pub(crate) fn inputs(&self) -> usize {
        self.conv.inputs
    }

    /// Channels out.
    pub(crate) fn outputs(&self) -> usize {
        self.conv.outputs
    }

    /// Rows and columns of the kernel.
    pub(crate) fn kernel(&self) -> (usize, usize) {
        (self.conv.ky, self.conv.kx)
    }

    /// Pixels of zeros that the source needs around the board, and the side of the tiles to which it is rounded up.
    pub(crate) fn border(&self, rows: usize, columns: usize) -> (usize, usize) {
        let border = self.conv.ky.max(self.conv.kx) / 2;
        (border, self.tile(rows, columns).unwrap_or(1))
    }

    /// The side of the tiles for a board, if it is computed by tiles: that with the fewer products.
    pub(super) fn tile(&self, rows: usize, columns: usize) -> Option<usize> {
        let Form::Tiles { .. } = self.form else { return None };
        let products =
            |side: usize| (side + 2) * (side + 2) * rows.div_ceil(side) * columns.div_ceil(side);
        Some(if products(3) < products(4) { 3 } else { 4 })
    }

    /// Multiplications for one position.
    pub(crate) fn multiplications(&self, rows: usize, columns: usize) -> usize {
        let products = match self.tile(rows, columns) {
            Some(side) => (side + 2) * (side + 2) * rows.div_ceil(side) * columns.div_ceil(side),
            None => self.conv.ky * self.conv.kx * rows * columns,
        };
        products * self.conv.inputs * self.conv.outputs
    }

    /// The weights for tiles of this side.
    pub(super) fn tiles(&self, side: usize) -> &[f32] {
        let Form::Tiles { four, three } = &self.form else { return &[] };
        let (inputs, outputs, lanes) = (self.conv.inputs, self.conv.outputs, self.kernels.lanes());
        let length = gemm::packed_length(inputs, outputs, lanes) * (side + 2) * (side + 2);
        let at = |element: usize, i: usize, o: usize| {
            self.conv.weights[(element * inputs + i) * outputs + o]
        };
        let packed = |pack: &dyn Fn(&mut [f32])| {
            let mut out = Buffer::zeros(length);
            pack(&mut out);
            out
        };
        if side == 4 {
            let pack =
                |out: &mut [f32]| winograd::pack::<Four, 6, 4>(inputs, outputs, lanes, at, out);
            four.get_or_init(|| packed(&pack))
        } else {
            let pack =
                |out: &mut [f32]| winograd::pack::<Three, 5, 3>(inputs, outputs, lanes, at, out);
            three.get_or_init(|| packed(&pack))
        }
    }

    /// The matrices of the kernel's elements.
    pub(super) fn elements(&self) -> &[Matrix] {
        if let Form::Direct(elements) = &self.form { elements } else { &[] }
    }

    /// The rows of weights.
    pub(super) fn rows(&self) -> &[f32] {
        if let Form::Rows(rows) = &self.form { rows } else { &[] }
    }

    /// Packs what boards of this size need, so that the first evaluation is as fast as the next.
    pub(crate) fn prepare(&self, rows: usize, columns: usize) {
        if let Some(tile) = self.tile(rows, columns) {
            self.tiles(tile);
        }
    }
}
