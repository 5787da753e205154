//! The trunk: from planes to the features of each point.

use board::BoardSize;

use super::input::for_each_source;
use super::layers::{
    Affine, Attention, Dense, FeedForward, GlobalPooling, Layer, Layers, Nested, Ordinary, Pool,
};
use super::parallel;
use super::workspace::{Local, Part, Pooled, Scratch};
use super::{Input, Observer, Step, StepKind};
use crate::kernels::{Buffer, Filter, Head, Kernels, Layout, Matrix, Outputs, Then, padded};

/// Points whose rows pass through the two products of a feed-forward layer together, so that what is between them stays
/// in the second-level cache.
const ROWS_AT_ONCE: usize = 96;

/// One evaluation of some positions of the same size.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) kernels: Kernels,
    pub(super) layers: &'a Layers,
    pub(super) positions: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    observer: Observer<'a>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        kernels: Kernels,
        layers: &'a Layers,
        positions: usize,
        size: BoardSize,
        observer: Observer<'a>,
    ) -> Run<'a> {
        let (rows, columns) = (size.rows().into(), size.columns().into());
        Run { kernels, layers, positions, rows, columns, observer }
    }

    /// Tells that a step is done that multiplied and added so many times.
    pub(super) fn done(&self, kind: StepKind, multiplications: usize) {
        (self.observer)(Step { kind, operations: 2 * multiplications as u64 });
    }

    /// Points of a position.
    pub(super) fn area(&self) -> usize {
        self.rows * self.columns
    }

    /// Points of all positions.
    pub(super) fn points(&self) -> usize {
        self.positions * self.area()
    }

    /// Features of all points, one after another.
    pub(super) fn dense(&self, channels: usize) -> Layout {
        Layout::dense(self.positions, self.rows, self.columns, padded(channels))
    }

    /// Features with the border that a convolution wants, cleared. The memory grows as needed.
    fn bordered(&self, filter: &Filter, buffer: &mut Buffer) -> Layout {
        let (border, tile) = filter.border(self.rows, self.columns);
        let layout = self.dense(filter.inputs()).bordered(border, tile);
        buffer.reserve(layout.length());
        layout.clear_border(buffer);
        layout
    }

    /// Planes and globals of the position number `index`: the first features.
    pub(super) fn start(&self, index: usize, input: &Input<'_>, x: &mut Buffer, part: &mut Part) {
        let stride = padded(self.layers.channels);
        let Part { before_symmetry, cells, list, scratch, .. } = part;
        input.cells(before_symmetry);
        cells.resize(self.area(), 0);
        for_each_source(input.symmetry, input.size, |after, before| {
            cells[after] = before_symmetry[before];
        });
        scratch.biases.reserve(stride);
        let bias = &mut scratch.biases[..stride];
        bias.fill(0.0);
        self.vector(input.globals, &self.layers.globals, bias, Then::Store);
        if let Some(meta) = &self.layers.meta {
            let none = [0.0; crate::META];
            let numbers = input.meta.unwrap_or(&none);
            let Pooled { mean, greatest, .. } = &mut scratch.pooled;
            self.dense_layer(numbers, &meta.first, mean);
            self.dense_layer(mean, &meta.second, greatest);
            self.vector(greatest, &meta.third, bias, Then::Add);
        }
        let features = &mut x[index * self.area() * stride..][..self.area() * stride];
        let size = (self.rows, self.columns);
        self.kernels.convolve_bits(size, cells, &self.layers.first, bias, features, list);
        self.done(StepKind::First, 0);
    }

    /// A vector times a matrix.
    pub(super) fn vector(&self, numbers: &[f32], matrix: &Matrix, out: &mut [f32], then: Then) {
        self.kernels.multiply(1, (numbers, 0), matrix, (out, 0), then);
    }

    /// A vector through a matrix, biases and an activation.
    pub(super) fn dense_layer(&self, numbers: &[f32], layer: &Dense, out: &mut Buffer) {
        let length = padded(layer.matrix.columns());
        out.reserve(length);
        self.vector(numbers, &layer.matrix, out, Then::Store);
        let out = &mut out[..length];
        self.kernels.norm_in_place(layer.matrix.columns(), out, length, layer.after.as_norm());
    }

    /// Blocks that work on `x` with so many channels; `depth` blocks around them.
    pub(super) fn blocks(
        &self,
        blocks: &[Layer],
        channels: usize,
        x: &mut [f32],
        scratch: &mut Scratch,
        locals: &mut [Local],
        depth: usize,
    ) {
        // Whether the first bordered plane already holds what the next block's first convolution reads.
        let mut ready = false;
        for (index, block) in blocks.iter().enumerate() {
            let next = blocks.get(index + 1).and_then(Layer::first_conv);
            if let Some((norm, filter)) = block.first_conv().filter(|_| !ready) {
                let first = &mut scratch.bordered[0];
                let (dense, layout) = (self.dense(channels), self.bordered(filter, first));
                self.kernels.norm(channels, (x, dense), (first, layout), norm.as_norm(), 0);
                self.done(StepKind::Norm, 0);
            }
            match block {
                Layer::Ordinary(block) => self.ordinary(block, channels, x, next, scratch),
                Layer::GlobalPooling(block) => {
                    self.global_pooling(block, channels, x, next, scratch)
                }
                Layer::Nested(block) => self.nested(block, channels, x, scratch, locals, depth),
                Layer::Attention(block) => self.attention(block, channels, x, scratch, locals),
                Layer::FeedForward(block) => self.feed_forward(block, channels, x, locals),
            }
            ready = next.is_some() && block.first_conv().is_some();
        }
    }

    /// Multiplications of a convolution.
    fn multiplications(&self, filter: &Filter) -> usize {
        self.positions * filter.multiplications(self.rows, self.columns)
    }

    /// The second convolution of a block: added to the features, and on the way normalised for the next block where that
    /// begins with a convolution.
    fn add(
        &self,
        filter: &Filter,
        channels: usize,
        x: &mut [f32],
        next: Option<(&Affine, &Filter)>,
        scratch: &mut Scratch,
    ) {
        let [first, second] = &mut scratch.bordered;
        let dense = self.dense(channels);
        let (border, tile) = filter.border(self.rows, self.columns);
        let layout2 = self.dense(filter.inputs()).bordered(border, tile);
        let mut sum = match next {
            Some((norm, next)) => {
                let layout1 = self.bordered(next, first);
                Outputs::AddNorm(x, dense, first, layout1, norm.as_norm())
            }
            None => Outputs::Add(x, dense),
        };
        self.kernels.convolve((second, layout2), filter, &mut sum, &mut scratch.tiles);
        self.done(StepKind::Convolution, self.multiplications(filter));
    }

    /// The first bordered plane holds the block's normalised input.
    fn ordinary(
        &self,
        block: &Ordinary,
        channels: usize,
        x: &mut [f32],
        next: Option<(&Affine, &Filter)>,
        scratch: &mut Scratch,
    ) {
        let [first, second] = &mut scratch.bordered;
        let layout1 = self.bordered(&block.conv1, first);
        let layout2 = self.bordered(&block.conv2, second);
        let mut within = Outputs::Norm(second, layout2, block.before2.as_norm());
        self.kernels.convolve((first, layout1), &block.conv1, &mut within, &mut scratch.tiles);
        self.done(StepKind::Convolution, self.multiplications(&block.conv1));
        self.add(&block.conv2, channels, x, next, scratch);
    }

    /// The first bordered plane holds the block's normalised input.
    fn global_pooling(
        &self,
        block: &GlobalPooling,
        channels: usize,
        x: &mut [f32],
        next: Option<(&Affine, &Filter)>,
        scratch: &mut Scratch,
    ) {
        let [first, second] = &mut scratch.bordered;
        let layout1 = self.bordered(&block.conv1, first);
        let layout2 = self.bordered(&block.conv2, second);
        let both = self.dense(block.conv1.outputs());
        scratch.between.reserve(both.length() + 16);
        let mut within = Outputs::Store(&mut scratch.between, both);
        self.kernels.convolve((first, layout1), &block.conv1, &mut within, &mut scratch.tiles);
        self.done(StepKind::Convolution, self.multiplications(&block.conv1));

        let bias_step = padded(block.regular);
        scratch.biases.reserve(self.positions * bias_step);
        let bias = &mut scratch.biases[..self.positions * bias_step];
        let (rows, from) = ((&scratch.between[..], both), block.regular);
        self.pool(
            &block.pool,
            rows,
            from,
            &mut scratch.rows,
            &mut scratch.pooled,
            |position, sums| {
                let bias = &mut bias[position * bias_step..][..bias_step];
                self.vector(sums, &block.pool.to_bias, bias, Then::Store);
                for ((bias, scale), own) in
                    bias.iter_mut().zip(&*block.before2.scale).zip(&*block.before2.bias)
                {
                    *bias = *bias * scale + own;
                }
            },
        );
        let norm = block.before2.with_bias(bias);
        let source = (&scratch.between[..], both);
        self.kernels.norm(block.regular, source, (second, layout2), norm, bias_step);
        self.done(StepKind::Pooling, 0);
        self.add(&block.conv2, channels, x, next, scratch);
    }

    /// Normalises the channels of `rows` that begin at `from` and pools them; `with` gets each position's mean, mean by
    /// size and greatest of each channel.
    pub(super) fn pool(
        &self,
        pool: &Pool,
        (rows, layout): (&[f32], Layout),
        from: usize,
        normed: &mut Buffer,
        pooled: &mut Pooled,
        mut with: impl FnMut(usize, &[f32]),
    ) {
        let channels = pool.channels;
        let target = self.dense(channels);
        self.part(rows, layout, from, channels, normed, &pool.before);
        let width = padded(channels);
        pooled.mean.reserve(width);
        pooled.greatest.reserve(width);
        pooled.all.reserve(3 * channels);
        let step = self.area() * target.stride;
        for (position, rows) in normed[..target.length()].chunks_exact(step).enumerate() {
            let Pooled { mean, greatest, all } = pooled;
            self.kernels.pool(channels, target.stride, rows, mean, greatest);
            let by_size = ((self.area() as f32).sqrt() - 14.0) / 10.0;
            for (channel, &mean) in mean[..channels].iter().enumerate() {
                all[channel] = mean;
                all[channels + channel] = mean * by_size;
            }
            all[2 * channels..3 * channels].copy_from_slice(&greatest[..channels]);
            with(position, &all[..3 * channels]);
        }
    }

    /// Normalises the channels of `rows` that begin at `from` into rows of their own.
    pub(super) fn part(
        &self,
        rows: &[f32],
        layout: Layout,
        from: usize,
        channels: usize,
        out: &mut Buffer,
        norm: &Affine,
    ) {
        let target = self.dense(channels);
        out.reserve(target.length());
        self.kernels.norm_part(channels, (rows, layout, from), (out, target), norm.as_norm(), 0);
    }

    fn nested(
        &self,
        block: &Nested,
        channels: usize,
        x: &mut [f32],
        scratch: &mut Scratch,
        locals: &mut [Local],
        depth: usize,
    ) {
        if scratch.nested.len() <= depth {
            scratch.nested.push(Buffer::default());
        }
        let mut within = std::mem::take(&mut scratch.nested[depth]);
        let (outer, inner) = (self.dense(channels), self.dense(block.channels));
        within.reserve(inner.length());
        self.point_conv(
            x,
            outer,
            channels,
            &block.before1,
            &block.pre,
            (&mut within, inner),
            Then::Store,
            locals,
        );
        self.blocks(&block.blocks, block.channels, &mut within, scratch, locals, depth + 1);
        self.point_conv(
            &within,
            inner,
            block.channels,
            &block.before2,
            &block.post,
            (x, outer),
            Then::Add,
            locals,
        );
        scratch.nested[depth] = within;
    }

    /// Norm, activation and a matrix for each point.
    #[expect(clippy::too_many_arguments, reason = "two planes and what lies between them")]
    fn point_conv(
        &self,
        from: &[f32],
        layout: Layout,
        channels: usize,
        norm: &Affine,
        matrix: &Matrix,
        (to, target): (&mut [f32], Layout),
        then: Then,
        locals: &mut [Local],
    ) {
        let (stride, width, points) = (layout.stride, target.stride, self.points());
        let to = &mut to[..points * width];
        parallel::rows(locals, 0, points, [(to, width)], &|first, _, [to], local| {
            local.rows.reserve(ROWS_AT_ONCE * stride);
            for (chunk, to) in to.chunks_mut(ROWS_AT_ONCE * width).enumerate() {
                let (start, count) = (first + chunk * ROWS_AT_ONCE, to.len() / width);
                let chunk = Layout::dense(1, 1, count, stride);
                let (source, rows) = (&from[start * stride..], &mut local.rows);
                self.kernels.norm(channels, (source, chunk), (rows, chunk), norm.as_norm(), 0);
                self.kernels.multiply(count, (rows, stride), matrix, (to, width), then);
            }
        });
        self.done(StepKind::Projection, points * matrix.size());
    }

    fn feed_forward(
        &self,
        block: &FeedForward,
        channels: usize,
        x: &mut [f32],
        locals: &mut [Local],
    ) {
        let (stride, width, points) = (padded(channels), padded(block.hidden), self.points());
        let x = &mut x[..points * stride];
        parallel::rows(locals, 0, points, [(x, stride)], &|_, _, [x], local| {
            let Local { rows, hidden, .. } = local;
            rows.reserve(ROWS_AT_ONCE * stride);
            hidden.reserve(ROWS_AT_ONCE * width);
            for x in x.chunks_mut(ROWS_AT_ONCE * stride) {
                let count = x.len() / stride;
                self.kernels.root_mean_square(channels, stride, x, rows, block.epsilon);
                let then = if block.ungated.is_some() { Then::Store } else { Then::Gate };
                self.kernels.multiply(count, (rows, stride), &block.up, (hidden, width), then);
                if let Some(silu) = &block.ungated {
                    let hidden = &mut hidden[..count * width];
                    self.kernels.norm_in_place(block.hidden, hidden, width, silu.as_norm());
                }
                self.kernels.multiply(count, (hidden, width), &block.down, (x, stride), Then::Add);
            }
        });
        self.done(StepKind::FeedForward, points * (block.up.size() + block.down.size()));
    }

    fn attention(
        &self,
        block: &Attention,
        channels: usize,
        x: &mut [f32],
        scratch: &mut Scratch,
        locals: &mut [Local],
    ) {
        let (kernels, area) = (self.kernels, self.area());
        let stride = padded(channels);
        // A vector past the end of each row may be read or written.
        let width = padded(block.width()) + 16;
        let out_width = padded(block.heads * block.value_length) + 16;
        let Scratch { between, attended, keys, values, .. } = scratch;
        between.reserve(area * width);
        attended.reserve(area * out_width);
        let (between, attended) = (&mut between[..area * width], &mut attended[..area * out_width]);
        for x in x[..self.points() * stride].chunks_exact_mut(area * stride) {
            let rotation = block.rotation();
            parallel::rows(
                locals,
                0,
                area,
                [(&mut *x, stride), (&mut *between, width)],
                &|first, _, [x, between], local| {
                    local.rows.reserve(ROWS_AT_ONCE * stride);
                    let chunks = x
                        .chunks(ROWS_AT_ONCE * stride)
                        .zip(between.chunks_mut(ROWS_AT_ONCE * width));
                    for (chunk, (x, between)) in chunks.enumerate() {
                        let (first, count) = (first + chunk * ROWS_AT_ONCE, x.len() / stride);
                        let rows = &mut local.rows;
                        kernels.root_mean_square(channels, stride, x, rows, block.epsilon);
                        let to = (&mut *between, width);
                        kernels.multiply(count, (rows, stride), &block.all, to, Then::Store);
                        if let Some(rotation) = &rotation {
                            kernels.turn(rotation, (first, count, self.columns), between, width);
                        }
                    }
                },
            );
            self.done(StepKind::Projection, area * block.all.size());
            self.attend(block, (between, width), (attended, out_width), keys, values, locals);
            let (query, value) = (block.query_length, block.value_length);
            self.done(StepKind::Attention, area * area * block.heads * (query + value));
            parallel::rows(locals, 0, area, [(x, stride)], &|first, count, [x], _| {
                let from = (&attended[first * out_width..], out_width);
                kernels.multiply(count, from, &block.output, (x, stride), Then::Add);
            });
            self.done(StepKind::Projection, area * block.output.size());
        }
    }

    /// From queries, keys and values of one position's points to what the heads bring together.
    fn attend(
        &self,
        block: &Attention,
        (between, width): (&[f32], usize),
        (attended, out_width): (&mut [f32], usize),
        keys: &mut Buffer,
        values: &mut Buffer,
        locals: &mut [Local],
    ) {
        let (kernels, area) = (self.kernels, self.area());
        let (dq, dv) = (block.query_length, block.value_length);
        let group = block.heads / block.kv_heads;
        // One thread packs the keys and values of a head and uses them while they are near; several pack all first.
        let at_once = if locals.len() == 1 { 1 } else { block.kv_heads };
        let length = (kernels.packed_length(dq, area), kernels.packed_length(area, dv));
        keys.reserve(at_once * length.0);
        values.reserve(at_once * length.1);
        for first_kv in (0..block.kv_heads).step_by(at_once) {
            let keys = &mut keys[..at_once * length.0];
            let values = &mut values[..at_once * length.1];
            let rows = [(&mut *keys, length.0), (&mut *values, length.1)];
            parallel::rows(locals, first_kv, at_once, rows, &|first, _, [keys, values], _| {
                let each = keys.chunks_exact_mut(length.0).zip(values.chunks_exact_mut(length.1));
                for (kv, (keys, values)) in (first..).zip(each) {
                    let key = (block.heads + kv) * dq;
                    let value = (block.heads + block.kv_heads) * dq + kv * dv;
                    kernels.pack_columns(dq, area, &between[key..], width, keys);
                    kernels.pack_rows(area, dv, &between[value..], width, values);
                }
            });
            let rows = [(&mut *attended, out_width)];
            parallel::rows(locals, 0, area, rows, &|first, count, [attended], local| {
                local.scores.reserve(Kernels::scores_length(area));
                for head in first_kv * group..(first_kv + at_once) * group {
                    let kv = head / group - first_kv;
                    let head_of = Head {
                        queries: &between[first * width + head * dq..],
                        query_stride: width,
                        count,
                        keys: &keys[kv * length.0..],
                        values: &values[kv * length.1..],
                        points: area,
                        query_length: dq,
                        value_length: dv,
                    };
                    kernels.attend(
                        &head_of,
                        &mut local.scores,
                        &mut attended[head * dv..],
                        out_width,
                    );
                }
            });
        }
    }
}
