//! From a [`Model`] to the bytes of a file.
//!
//! Besides the two encodings that every program of this format reads, there is a compact one for networks that are carried
//! inside a program or sent to browsers: the same file, token for token, in which an array may also be written as the mark
//! `@F16@` followed by two bytes a number, IEEE half precision, little-endian. [`Model::read`] takes any mixture. Only what
//! multiplies is stored so, in arrays of at least [`HALVED`] numbers that all fit a half; norms, summands and frequencies
//! stay single precision.

use std::fmt::{Display, Write as _};

use super::error::NetError;
use super::half;
use super::{
    Activation, Attention, Block, Conv, FeedForward, GlobalPooling, MatMul, MetaEncoder, Model,
    Multipliers, Nested, Norm, Ordinary, PointNorm, PolicyHead, Rope, Tip, Trunk, ValueHead,
};
use crate::{GLOBALS, META, PLANES};

/// How the arrays of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Four bytes a number: what other programs read as `.bin`.
    Binary,
    /// Decimal text, exact: what other programs read as `.txt`.
    Text,
    /// Two bytes a weight: for this program alone. Weights lose what exceeds 11 bits.
    Half,
}

/// Arrays with fewer numbers are not worth rounding.
const HALVED: usize = 64;

impl Model {
    /// The file of this model, uncompressed; [`Model::read`] gives the same model back, from [`Encoding::Half`] with its
    /// weights rounded. Layers are named after their place.
    ///
    /// # Errors
    /// [`NetError`] where [`Model::check`] finds one.
    pub fn write(&self, encoding: Encoding) -> Result<Vec<u8>, NetError> {
        self.check()?;
        let mut writer = Writer { out: Vec::new(), encoding, version: self.version };
        writer.model(self);
        Ok(writer.out)
    }
}

/// Writes the layers in the file's order.
struct Writer {
    out: Vec<u8>,
    encoding: Encoding,
    version: u32,
}

impl Writer {
    fn model(&mut self, model: &Model) {
        self.line(&model.name);
        self.line(model.version);
        self.line(PLANES);
        self.line(GLOBALS);
        if self.version >= 13 {
            self.multipliers(&model.multipliers);
        }
        if self.version >= 15 {
            self.line(u8::from(model.trunk.meta.is_some()));
            self.line(u8::from(model.prefer_pass_alive_under_suicide));
            self.reserved(6);
        }
        self.trunk(&model.trunk);
        self.policy(&model.policy);
        self.value(&model.value);
    }

    fn multipliers(&mut self, all: &Multipliers) {
        let (scores, errors) = (
            [all.td_score, all.score_mean, all.score_stdev, all.lead, all.variance_time],
            [all.win_loss_error, all.score_error],
        );
        scores.into_iter().chain(errors).for_each(|factor| self.line(factor));
    }

    fn trunk(&mut self, trunk: &Trunk) {
        let sizes = informative_sizes(trunk);
        self.line("trunk");
        self.line(trunk.blocks.len());
        self.line(trunk.channels);
        sizes.into_iter().for_each(|size| self.line(size));
        if self.version >= 15 {
            self.line(u8::from(matches!(trunk.tip, Tip::Rms { .. })));
            self.reserved(5);
        }
        self.conv("trunk.conv", &trunk.conv);
        self.matrix("trunk.globals", &trunk.globals);
        if let Some(meta) = &trunk.meta {
            self.meta(meta);
        }
        self.blocks("trunk", &trunk.blocks);
        match &trunk.tip {
            Tip::Norm(norm) => self.norm("trunk.tip", norm),
            Tip::Rms { epsilon, spatial, gamma, beta } => {
                self.line("trunk.tip");
                self.line(gamma.len());
                self.line(epsilon);
                self.line(u8::from(*spatial));
                self.line(0);
                self.exact(gamma);
                self.exact(beta);
            }
        }
        self.activation("trunk.act", trunk.activation);
    }

    fn meta(&mut self, meta: &MetaEncoder) {
        self.line("meta");
        self.line(META);
        self.matrix("meta.mul1", &meta.mul1);
        self.bias("meta.bias1", &meta.bias1);
        self.activation("meta.act1", meta.act1);
        self.matrix("meta.mul2", &meta.mul2);
        self.bias("meta.bias2", &meta.bias2);
        self.activation("meta.act2", meta.act2);
        self.matrix("meta.mul3", &meta.mul3);
    }

    fn blocks(&mut self, place: &str, blocks: &[Block]) {
        for (index, block) in blocks.iter().enumerate() {
            let place = format!("{place}.{}", index + 1);
            match block {
                Block::Ordinary(block) => self.ordinary(&place, block),
                Block::GlobalPooling(block) => self.global_pooling(&place, block),
                Block::Nested(block) => self.nested(&place, block),
                Block::Attention(block) => self.attention(&place, block),
                Block::FeedForward(block) => self.feed_forward(&place, block),
            }
        }
    }

    fn ordinary(&mut self, place: &str, block: &Ordinary) {
        self.line("ordinary_block");
        self.line(place);
        self.norm(&format!("{place}.norm1"), &block.norm1);
        self.activation(&format!("{place}.act1"), block.act1);
        self.conv(&format!("{place}.conv1"), &block.conv1);
        self.norm(&format!("{place}.norm2"), &block.norm2);
        self.activation(&format!("{place}.act2"), block.act2);
        self.conv(&format!("{place}.conv2"), &block.conv2);
    }

    fn global_pooling(&mut self, place: &str, block: &GlobalPooling) {
        self.line("gpool_block");
        self.line(place);
        self.norm(&format!("{place}.norm1"), &block.norm1);
        self.activation(&format!("{place}.act1"), block.act1);
        self.conv(&format!("{place}.conv1"), &block.conv1);
        self.conv(&format!("{place}.conv_pool"), &block.conv_pool);
        self.norm(&format!("{place}.norm_pool"), &block.norm_pool);
        self.activation(&format!("{place}.act_pool"), block.act_pool);
        self.matrix(&format!("{place}.pool_to_bias"), &block.pool_to_bias);
        self.norm(&format!("{place}.norm2"), &block.norm2);
        self.activation(&format!("{place}.act2"), block.act2);
        self.conv(&format!("{place}.conv2"), &block.conv2);
    }

    fn nested(&mut self, place: &str, block: &Nested) {
        self.line("nested_bottleneck_block");
        self.line(place);
        self.line(block.blocks.len());
        self.norm(&format!("{place}.norm1"), &block.norm1);
        self.activation(&format!("{place}.act1"), block.act1);
        self.conv(&format!("{place}.pre"), &block.pre);
        self.blocks(place, &block.blocks);
        self.norm(&format!("{place}.norm2"), &block.norm2);
        self.activation(&format!("{place}.act2"), block.act2);
        self.conv(&format!("{place}.post"), &block.post);
    }

    fn attention(&mut self, place: &str, block: &Attention) {
        self.line("transformer_attention_block");
        self.line(place);
        for size in [block.heads, block.kv_heads, block.query_length, block.value_length] {
            self.line(size);
        }
        self.line(u8::from(block.rope.is_some()));
        self.line(u8::from(matches!(block.rope, Some(Rope::Learned { .. }))));
        self.point_norm(&format!("{place}.norm"), &block.norm);
        self.matrix(&format!("{place}.query"), &block.query);
        self.matrix(&format!("{place}.key"), &block.key);
        self.matrix(&format!("{place}.value"), &block.value);
        self.matrix(&format!("{place}.output"), &block.output);
        match &block.rope {
            None => {}
            Some(Rope::Fixed { theta }) => {
                self.line(format_args!("{place}.rope"));
                self.line(theta);
            }
            Some(Rope::Learned { frequencies }) => {
                self.line(format_args!("{place}.rope"));
                self.line(block.kv_heads);
                self.line(block.query_length / 2);
                self.line(2);
                self.exact(frequencies);
            }
        }
    }

    fn feed_forward(&mut self, place: &str, block: &FeedForward) {
        self.line("transformer_ffn_block");
        self.line(place);
        self.line(block.up.inputs);
        self.line(block.up.outputs);
        self.line(u8::from(block.gate.is_some()));
        self.point_norm(&format!("{place}.norm"), &block.norm);
        self.matrix(&format!("{place}.up"), &block.up);
        if let Some(gate) = &block.gate {
            self.matrix(&format!("{place}.gate"), gate);
        }
        self.matrix(&format!("{place}.down"), &block.down);
    }

    fn policy(&mut self, head: &PolicyHead) {
        self.line("policy");
        if self.version >= 17 {
            self.line(head.channels);
            self.reserved(3);
        }
        self.conv("policy.conv1", &head.conv1);
        self.conv("policy.conv_pool", &head.conv_pool);
        self.norm("policy.norm_pool", &head.norm_pool);
        self.activation("policy.act_pool", head.act_pool);
        self.matrix("policy.pool_to_bias", &head.pool_to_bias);
        self.norm("policy.norm2", &head.norm2);
        self.activation("policy.act2", head.act2);
        self.conv("policy.conv2", &head.conv2);
        self.matrix("policy.pass", &head.pass);
        if let Some(hidden) = &head.pass_hidden {
            self.bias("policy.pass.bias", &hidden.bias);
            self.activation("policy.pass.act", hidden.activation);
            self.matrix("policy.pass.output", &hidden.output);
        }
    }

    fn value(&mut self, head: &ValueHead) {
        self.line("value");
        if self.version >= 17 {
            self.reserved(3);
        }
        self.conv("value.conv", &head.conv);
        self.norm("value.norm", &head.norm);
        self.activation("value.act", head.activation);
        self.matrix("value.hidden", &head.hidden);
        self.bias("value.hidden.bias", &head.hidden_bias);
        self.activation("value.hidden.act", head.hidden_activation);
        self.matrix("value.result", &head.result);
        self.bias("value.result.bias", &head.result_bias);
        self.matrix("value.scores", &head.scores);
        self.bias("value.scores.bias", &head.scores_bias);
        self.conv("value.ownership", &head.ownership);
    }

    fn conv(&mut self, name: &str, conv: &Conv) {
        self.line(name);
        for size in [conv.ky, conv.kx, conv.inputs, conv.outputs, 1, 1] {
            self.line(size);
        }
        self.weights(&conv.weights);
    }

    /// Statistics that fold into exactly the factor and the summand: mean 0, variance 1 and an epsilon that vanishes
    /// beside it.
    fn norm(&mut self, name: &str, norm: &Norm) {
        self.line(name);
        self.line(norm.scale.len());
        self.line("1e-20");
        self.line(1);
        self.line(1);
        self.exact(&vec![0.0; norm.scale.len()]);
        self.exact(&vec![1.0; norm.scale.len()]);
        self.exact(&norm.scale);
        self.exact(&norm.bias);
    }

    fn point_norm(&mut self, name: &str, norm: &PointNorm) {
        self.line(name);
        self.line(norm.weight.len());
        self.line(norm.epsilon);
        self.exact(&norm.weight);
    }

    fn matrix(&mut self, name: &str, matrix: &MatMul) {
        self.line(name);
        self.line(matrix.inputs);
        self.line(matrix.outputs);
        self.weights(&matrix.weights);
    }

    fn bias(&mut self, name: &str, values: &[f32]) {
        self.line(name);
        self.line(values.len());
        self.exact(values);
    }

    fn activation(&mut self, name: &str, activation: Activation) {
        self.line(name);
        if self.version >= 11 {
            self.line(activation.keyword());
        }
    }

    fn reserved(&mut self, count: usize) {
        (0..count).for_each(|_| self.line(0));
    }

    fn line(&mut self, token: impl Display) {
        let mut text = String::new();
        let _ = writeln!(text, "{token}");
        self.out.extend_from_slice(text.as_bytes());
    }

    /// What multiplies: may be stored as halves.
    fn weights(&mut self, values: &[f32]) {
        let fits = |value: &f32| value.abs() <= half::MAX;
        if self.encoding != Encoding::Half || values.len() < HALVED || !values.iter().all(fits) {
            return self.exact(values);
        }
        self.out.extend_from_slice(b"@F16@");
        let bytes = values.iter().flat_map(|&value| half::from_f32(value).to_le_bytes());
        self.out.extend(bytes);
        self.out.push(b'\n');
    }

    fn exact(&mut self, values: &[f32]) {
        if self.encoding == Encoding::Text {
            // The shortest text of a single comes back as the same single.
            let texts: Vec<String> = values.iter().map(|value| format!("{value:e}")).collect();
            return self.line(texts.join(" "));
        }
        self.out.extend_from_slice(b"@BIN@");
        self.out.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self.out.push(b'\n');
    }
}

/// The sizes within blocks that the trunk's head line repeats: channels within ordinary blocks, the regular ones of pooling
/// blocks, one that was never used, and the pooled ones. Readers want them positive.
fn informative_sizes(trunk: &Trunk) -> [usize; 4] {
    let (mut middle, mut regular, mut pooled) = (None, None, None);
    for block in &trunk.blocks {
        match block {
            Block::Ordinary(block) => middle = middle.or(Some(block.conv1.outputs)),
            Block::GlobalPooling(block) => {
                regular = regular.or(Some(block.conv1.outputs));
                pooled = pooled.or(Some(block.conv_pool.outputs));
            }
            Block::Nested(block) => middle = middle.or(Some(block.pre.outputs)),
            Block::Attention(_) | Block::FeedForward(_) => {}
        }
    }
    let middle = middle.unwrap_or(trunk.channels);
    let regular = regular.unwrap_or(middle);
    [middle, regular, regular, pooled.unwrap_or(regular)]
}
