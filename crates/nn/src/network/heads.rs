//! What stands on the trunk: its end, the policy and the value.

use super::input::for_each_source;
use super::layers::TipLayer;
use super::run::Run;
use super::workspace::{Head, Part, Pooled, Scratch};
use super::{Input, StepKind};
use crate::RawOutputs;
use crate::kernels::{Layout, Then, padded};

impl Run<'_> {
    /// From the features of all positions to their answers, in the part.
    pub(super) fn heads(&self, x: &mut [f32], part: &mut Part) {
        self.tip(x, part);
        let heads = &self.layers.heads;
        let stride = padded(self.layers.channels);
        let all = self.dense(heads.rows.columns());
        let Part { scratch, head, .. } = part;
        head.rows.reserve(all.length() + 16);
        let (from, to) = ((&*x, stride), (&mut head.rows[..], all.stride));
        self.kernels.multiply(self.points(), from, &heads.rows, to, Then::Store);
        self.policy(all, head, scratch);
        self.value(all, head, &mut scratch.pooled);
        let heads = heads.rows.size() + heads.policy.size() + heads.ownership.size();
        self.done(StepKind::Heads, self.points() * heads);
    }

    /// The trunk's last norm and activation.
    fn tip(&self, x: &mut [f32], part: &mut Part) {
        let channels = self.layers.channels;
        let stride = padded(channels);
        let x = &mut x[..self.points() * stride];
        match &self.layers.tip {
            TipLayer::Norm(after) => {
                self.kernels.norm_in_place(channels, x, stride, after.as_norm())
            }
            TipLayer::Rms { epsilon, spatial: false, after } => {
                let rows = &mut part.scratch.rows;
                rows.reserve(x.len());
                self.kernels.root_mean_square(channels, stride, x, rows, *epsilon);
                let dense = self.dense(channels);
                self.kernels.norm(channels, (rows, dense), (x, dense), after.as_norm(), 0);
            }
            TipLayer::Rms { epsilon, spatial: true, after } => {
                let scale = &mut part.scratch.biases;
                scale.reserve(stride);
                for x in x.chunks_exact_mut(self.area() * stride) {
                    let mean = self.kernels.sum_squares(x) / (self.area() * channels) as f32;
                    let factor = 1.0 / (mean + epsilon).sqrt();
                    for (scale, own) in scale.iter_mut().zip(&*after.scale) {
                        *scale = own * factor;
                    }
                    let norm = crate::kernels::NormAct { scale, ..after.as_norm() };
                    self.kernels.norm_in_place(channels, x, stride, norm);
                }
            }
        }
    }

    fn policy(&self, all: Layout, head: &mut Head, scratch: &mut Scratch) {
        let heads = &self.layers.heads;
        let (policies, channels) = (padded(heads.policies), heads.policy_channels);
        let step = padded(channels);
        scratch.biases.reserve(self.positions * step);
        head.pass.reserve(self.positions * policies);
        let Head { rows, part, policy, pass, hidden, .. } = head;
        let bias = &mut scratch.biases[..self.positions * step];
        self.pool(&heads.pool, (rows, all), 0, part, &mut scratch.pooled, |position, sums| {
            let bias = &mut bias[position * step..][..step];
            let own = &heads.before_policy;
            self.vector(sums, &heads.pool.to_bias, bias, Then::Store);
            for ((bias, scale), own) in bias.iter_mut().zip(&*own.scale).zip(&*own.bias) {
                *bias = *bias * scale + own;
            }
            let pass = &mut pass[position * policies..][..policies];
            match &heads.pass_hidden {
                None => self.vector(sums, &heads.pass, pass, Then::Store),
                Some((after, output)) => {
                    let width = padded(heads.pass.columns());
                    hidden.reserve(width);
                    self.vector(sums, &heads.pass, hidden, Then::Store);
                    let hidden = &mut hidden[..width];
                    self.kernels.norm_in_place(
                        heads.pass.columns(),
                        hidden,
                        width,
                        after.as_norm(),
                    );
                    self.vector(hidden, output, pass, Then::Store);
                }
            }
        });
        let own = self.dense(channels);
        part.reserve(own.length());
        let norm = heads.before_policy.with_bias(bias);
        self.kernels.norm_part(channels, (rows, all, heads.pool.channels), (part, own), norm, step);
        let out = self.dense(heads.policies);
        policy.reserve(out.length());
        let to = (&mut policy[..], out.stride);
        self.kernels.multiply(self.points(), (part, own.stride), &heads.policy, to, Then::Store);
    }

    fn value(&self, all: Layout, head: &mut Head, pooled: &mut Pooled) {
        let heads = &self.layers.heads;
        let channels = heads.value_channels;
        let Head { rows, part, ownership, result, scores, hidden, .. } = head;
        let from = heads.pool.channels + heads.policy_channels;
        self.part(rows, all, from, channels, part, &heads.before_value);
        let (own, out) = (self.dense(channels), self.dense(1));
        ownership.reserve(out.length());
        let to = (&mut ownership[..], out.stride);
        self.kernels.multiply(self.points(), (part, own.stride), &heads.ownership, to, Then::Store);

        let width = padded(channels);
        pooled.mean.reserve(width);
        pooled.greatest.reserve(width);
        pooled.all.reserve(3 * channels);
        result.reserve(self.positions * 16);
        scores.reserve(self.positions * 16);
        let offset = (self.area() as f32).sqrt() - 14.0;
        let (by_size, by_square) = (offset / 10.0, offset * offset / 100.0 - 0.1);
        let step = self.area() * own.stride;
        for (position, rows) in part[..own.length()].chunks_exact(step).enumerate() {
            let Pooled { mean, greatest, all } = pooled;
            self.kernels.pool(channels, own.stride, rows, mean, greatest);
            for (channel, &mean) in mean[..channels].iter().enumerate() {
                all[channel] = mean;
                all[channels + channel] = mean * by_size;
                all[2 * channels + channel] = mean * by_square;
            }
            self.dense_layer(&all[..3 * channels], &heads.hidden, hidden);
            for (layer, out) in [(&heads.result, &mut *result), (&heads.scores, &mut *scores)] {
                let out = &mut out[position * 16..][..16];
                self.vector(hidden, &layer.matrix, out, Then::Store);
                self.kernels.norm_in_place(layer.matrix.columns(), out, 16, layer.after.as_norm());
            }
        }
    }

    /// The answers about the position number `index`, turned back.
    pub(super) fn answer(
        &self,
        index: usize,
        input: &Input<'_>,
        part: &Part,
        out: &mut RawOutputs,
    ) {
        let Head { policy, ownership, pass, result, scores, .. } = &part.head;
        let area = self.area();
        let policies = padded(self.layers.heads.policies);
        let policy = &policy[index * area * policies..][..area * policies];
        let ownership = &ownership[index * area * 16..][..area * 16];
        let pass = &pass[index * policies..][..policies];
        let two = self.layers.heads.policies >= 2;
        out.policy.resize(area + 1, 0.0);
        out.optimistic.resize(if two { area + 1 } else { 0 }, 0.0);
        out.ownership.resize(area, 0.0);
        for_each_source(input.symmetry, input.size, |after, before| {
            out.policy[before] = policy[after * policies];
            if two {
                out.optimistic[before] = policy[after * policies + 1];
            }
            out.ownership[before] = ownership[after * 16];
        });
        out.policy[area] = pass[0];
        if two {
            out.optimistic[area] = pass[1];
        }
        out.value.copy_from_slice(&result[index * 16..][..3]);
        out.misc.fill(0.0);
        let count = self.layers.heads.scores.matrix.columns().min(6);
        out.misc[..count].copy_from_slice(&scores[index * 16..][..count]);
    }
}
