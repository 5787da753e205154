//! Convolutions of planes, from the kernels of products and tiles.

use super::table::{NormArgs, OutputArgs};
use super::winograd::Tiles;
use super::{Buffer, Filter, Finish, Kernels, Layout, Outputs, Then, number, padded};

/// Tiles that are transformed together: the more, the fewer times the weights are read; the fewer, the more stays in
/// the second-level cache.
const TILES_AT_ONCE: usize = 50;

impl Outputs<'_> {
    /// Checks the memory of the outputs against a board and channels (padded).
    fn check(&self, source: Layout, width: usize) {
        let fits = |memory: &[f32], layout: &Layout| {
            let same = (layout.positions, layout.rows, layout.columns)
                == (source.positions, source.rows, source.columns);
            assert!(same && memory.len() >= layout.length() && layout.stride >= width, "outputs");
        };
        match self {
            Outputs::Store(memory, layout) | Outputs::Add(memory, layout) => fits(memory, layout),
            Outputs::Norm(memory, layout, norm) => {
                fits(memory, layout);
                assert!(norm.scale.len() >= width && norm.bias.len() >= width);
            }
            Outputs::AddNorm(sum, layout, normed, other, norm) => {
                fits(sum, layout);
                fits(normed, other);
                assert!(norm.scale.len() >= width && norm.bias.len() >= width);
            }
        }
    }

    /// As pointers, for the position from which on a group begins.
    fn finish(&mut self, position: usize) -> Finish {
        let from = |memory: &mut [f32], layout: &Layout| {
            let mut plane = layout.raw(memory.as_mut_ptr(), false);
            plane.start = plane.start.wrapping_add(position * plane.position);
            plane
        };
        match self {
            Outputs::Store(memory, layout) | Outputs::Add(memory, layout) => {
                let plane = from(memory, layout);
                let (rows, columns) = (layout.rows, layout.columns);
                let none = std::ptr::null();
                Finish { rows, columns, sum: plane, normed: plane, scale: none, bias: none }
            }
            Outputs::Norm(memory, layout, norm) => {
                let plane = from(memory, layout);
                Finish {
                    rows: layout.rows,
                    columns: layout.columns,
                    sum: plane,
                    normed: plane,
                    scale: norm.scale.as_ptr(),
                    bias: norm.bias.as_ptr(),
                }
            }
            Outputs::AddNorm(sum, layout, normed, other, norm) => Finish {
                rows: layout.rows,
                columns: layout.columns,
                sum: from(sum, layout),
                normed: from(normed, other),
                scale: norm.scale.as_ptr(),
                bias: norm.bias.as_ptr(),
            },
        }
    }

    /// Whether sums are added to what is there, and the activation after them.
    fn kind(&self) -> (bool, Option<u8>) {
        match self {
            Outputs::Store(..) => (false, None),
            Outputs::Add(..) => (true, None),
            Outputs::Norm(_, _, norm) => (false, Some(number(norm.activation))),
            Outputs::AddNorm(_, _, _, _, norm) => (true, Some(number(norm.activation))),
        }
    }
}

impl Kernels {
    /// By tiles of this side.
    pub(super) fn convolve_tiles(
        self,
        (source, layout): (&[f32], Layout),
        filter: &Filter,
        side: usize,
        outputs: &mut Outputs<'_>,
        scratch: &mut Buffer,
    ) {
        let lanes = self.lanes();
        let (inputs, stride) = (filter.inputs(), padded(filter.inputs()));
        let (down, across) = (layout.rows.div_ceil(side), layout.columns.div_ceil(side));
        assert!(layout.border == 1 && layout.height >= down * side + 2, "rows of the border");
        assert!(layout.width >= across * side + 2, "columns of the border");
        outputs.check(layout, filter.outputs().next_multiple_of(lanes));
        let elements = (side + 2) * (side + 2);
        let group = (TILES_AT_ONCE / (down * across)).clamp(1, layout.positions);
        // An odd number of cache lines from an element to the next: the elements of a tile fall on different sets.
        let step = |tiles: usize, width: usize| (tiles * width).next_multiple_of(16) | 16;
        let tiles_in = elements * step(group * down * across, stride);
        let tiles_out = elements * step(group * down * across, 2 * lanes);
        scratch.reserve(tiles_in + tiles_out);
        let (a, products) = scratch.split_at_mut(tiles_in);
        let weights = filter.tiles(side);
        let plane = layout.raw(source.as_ptr().cast_mut(), true);
        let (add, norm) = outputs.kind();
        let mut position = 0;
        while position < layout.positions {
            let positions = group.min(layout.positions - position);
            let tiles = Tiles { positions, down, across };
            let mut from = plane;
            from.start = from.start.wrapping_add(position * plane.position);
            let step_in = step(tiles.count(), stride);
            // SAFETY: the source's border covers all tiles, and `a` holds them; the source is only read.
            unsafe {
                (self.functions.tiles_in)(
                    side,
                    &from,
                    tiles,
                    inputs,
                    (stride, step_in),
                    a.as_mut_ptr(),
                );
            }
            let finish = outputs.finish(position);
            for channel in (0..filter.outputs()).step_by(2 * lanes) {
                let vectors = if filter.outputs() - channel > lanes { 2 } else { 1 };
                let width = vectors * lanes;
                let panel = &weights[channel * elements * inputs..][..width * elements * inputs];
                let (count, step_out) = (tiles.count(), step(tiles.count(), width));
                for (element, b) in panel.chunks_exact(width * inputs).enumerate() {
                    let a = a[element * step_in..].as_ptr();
                    let out = products[element * step_out..].as_mut_ptr();
                    let product = self.functions.store[vectors - 1];
                    // SAFETY: `a` was written for these tiles, `b` is an element of the panel, `products` their room.
                    unsafe { product(count, inputs, a, stride, b.as_ptr(), out, width) };
                }
                let args = OutputArgs {
                    tile: side,
                    products: products.as_ptr(),
                    tiles,
                    channels: width,
                    width: (width, step_out),
                    finish: finish.channel(channel, norm.is_some()),
                    add,
                    norm,
                };
                // SAFETY: the products were just written; the planes were checked against board and channels.
                unsafe { (self.functions.tiles_out)(&args) };
            }
            position += positions;
        }
    }

    /// As a product for each element of the kernel and each row of the board.
    pub(super) fn convolve_directly(
        self,
        (source, layout): (&[f32], Layout),
        filter: &Filter,
        outputs: &mut Outputs<'_>,
        scratch: &mut Buffer,
    ) {
        let stride = padded(filter.outputs());
        let dense = Layout::dense(layout.positions, layout.rows, layout.columns, stride);
        scratch.reserve(dense.length());
        let (ky, kx) = filter.kernel();
        let (up, left) = (layout.border - ky / 2, layout.border - kx / 2);
        let row = layout.width * layout.stride;
        for position in 0..layout.positions {
            for y in 0..layout.rows {
                let to = ((position * layout.rows + y) * layout.columns) * stride;
                for (element, matrix) in filter.elements().iter().enumerate() {
                    let (dy, dx) = (element / kx, element % kx);
                    let from = (position * layout.height + y + up + dy) * row
                        + (left + dx) * layout.stride;
                    let then = if element == 0 { Then::Store } else { Then::Add };
                    self.multiply(
                        layout.columns,
                        (&source[from..], layout.stride),
                        matrix,
                        (&mut scratch[to..], stride),
                        then,
                    );
                }
            }
        }
        self.finish(scratch, dense, filter.outputs(), outputs);
    }

    /// From sums in memory to where they belong.
    fn finish(self, sums: &[f32], dense: Layout, channels: usize, outputs: &mut Outputs<'_>) {
        outputs.check(dense, channels.next_multiple_of(self.lanes()));
        let (add, norm) = outputs.kind();
        let finish = outputs.finish(0);
        let width = channels.next_multiple_of(self.lanes());
        for position in 0..dense.positions {
            for y in 0..dense.rows {
                for x in 0..dense.columns {
                    let from = ((position * dense.rows + y) * dense.columns + x) * dense.stride;
                    let sums = &sums[from..from + width];
                    if !add && norm.is_some() {
                        // SAFETY: the planes were checked against board and channels.
                        let target = unsafe {
                            std::slice::from_raw_parts_mut(finish.normed.at(position, y, x), width)
                        };
                        target.copy_from_slice(sums);
                        continue;
                    }
                    // SAFETY: the planes were checked against board and channels.
                    let target = unsafe {
                        std::slice::from_raw_parts_mut(finish.sum.at(position, y, x), width)
                    };
                    for (target, &sum) in target.iter_mut().zip(sums) {
                        *target = if add { *target + sum } else { sum };
                    }
                }
            }
        }
        let Some(act) = norm else { return };
        let args = NormArgs {
            pixels: (dense.positions, dense.rows, dense.columns),
            channels,
            source: if add { finish.sum } else { finish.normed },
            target: finish.normed,
            scale: finish.scale,
            bias: finish.bias,
            bias_step: 0,
            act,
        };
        // SAFETY: the planes were checked; where they are the same, each vector is read before it is written.
        unsafe { (self.functions.norm)(&args) }
    }
}
