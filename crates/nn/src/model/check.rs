//! Whether the sizes of a model fit together, so that nothing that computes with it has to ask again.

use super::error::{NetError, words};
use super::{
    Activation, Attention, Block, Conv, FeedForward, GlobalPooling, MatMul, MetaEncoder, Model,
    Multipliers, Nested, Norm, Ordinary, PointNorm, PolicyHead, Rope, Tip, Trunk, ValueHead,
    is_name,
};
use crate::{GLOBALS, META, PLANES};

impl Model {
    /// Checks that it could have been read from a file of its version: [`Model::read`] has done so, whoever puts a model
    /// together by hand should.
    ///
    /// # Errors
    /// [`NetError`] naming the layer whose sizes don't fit what surrounds it, that has numbers which are not finite, or
    /// that its version cannot express.
    pub fn check(&self) -> Result<(), NetError> {
        if !is_name(&self.name) {
            return Err(NetError::Name(self.name.clone()));
        }
        if !(8..=17).contains(&self.version) {
            return Err(NetError::Version(self.version.into()));
        }
        let checker = Checker { version: self.version };
        let header_expressed = self.version >= 13 || self.multipliers == Multipliers::default();
        if !header_expressed || (self.version < 15 && self.prefer_pass_alive_under_suicide) {
            return Err(unsupported("header", words::VERSION_FIELD));
        }
        checker.trunk(&self.trunk)?;
        checker.policy(&self.policy, self.trunk.channels)?;
        checker.value(&self.value, self.trunk.channels)
    }
}

/// One check for each kind of layer; `layer` is the place in the model, for messages.
struct Checker {
    version: u32,
}

impl Checker {
    fn trunk(&self, trunk: &Trunk) -> Result<(), NetError> {
        let channels = trunk.channels;
        self.conv("trunk conv", &trunk.conv, PLANES, channels)?;
        self.matrix("trunk globals", &trunk.globals, GLOBALS, channels)?;
        if let Some(meta) = &trunk.meta {
            self.meta(meta, channels)?;
        }
        self.blocks("block", &trunk.blocks, channels)?;
        match &trunk.tip {
            Tip::Norm(norm) => self.norm("trunk tip", norm, channels)?,
            Tip::Rms { epsilon, gamma, beta, .. } => {
                self.epsilon("trunk tip", *epsilon)?;
                self.array("trunk tip gamma", gamma, channels)?;
                self.array("trunk tip beta", beta, channels)?;
            }
        }
        if self.version < 15 && (trunk.meta.is_some() || !matches!(trunk.tip, Tip::Norm(_))) {
            return Err(unsupported("trunk", words::VERSION_FIELD));
        }
        self.activation("trunk tip", trunk.activation)
    }

    fn meta(&self, meta: &MetaEncoder, channels: usize) -> Result<(), NetError> {
        let (first, second) = (meta.mul1.outputs, meta.mul2.outputs);
        self.matrix("meta layer 1", &meta.mul1, META, first)?;
        self.array("meta bias 1", &meta.bias1, first)?;
        self.activation("meta layer 1", meta.act1)?;
        self.matrix("meta layer 2", &meta.mul2, first, second)?;
        self.array("meta bias 2", &meta.bias2, second)?;
        self.activation("meta layer 2", meta.act2)?;
        self.matrix("meta layer 3", &meta.mul3, second, channels)
    }

    fn blocks(&self, place: &str, blocks: &[Block], channels: usize) -> Result<(), NetError> {
        for (index, block) in blocks.iter().enumerate() {
            let place = format!("{place} {}", index + 1);
            match block {
                Block::Ordinary(block) => self.ordinary(&place, block, channels)?,
                Block::GlobalPooling(block) => self.global_pooling(&place, block, channels)?,
                Block::Nested(block) => self.nested(&place, block, channels)?,
                Block::Attention(block) => self.attention(&place, block, channels)?,
                Block::FeedForward(block) => self.feed_forward(&place, block, channels)?,
            }
        }
        Ok(())
    }

    fn ordinary(&self, place: &str, block: &Ordinary, channels: usize) -> Result<(), NetError> {
        let within = block.conv1.outputs;
        self.norm(&format!("{place} norm 1"), &block.norm1, channels)?;
        self.activation(place, block.act1)?;
        self.conv(&format!("{place} conv 1"), &block.conv1, channels, within)?;
        self.norm(&format!("{place} norm 2"), &block.norm2, within)?;
        self.activation(place, block.act2)?;
        self.conv(&format!("{place} conv 2"), &block.conv2, within, channels)
    }

    fn global_pooling(
        &self,
        place: &str,
        block: &GlobalPooling,
        channels: usize,
    ) -> Result<(), NetError> {
        let (within, pooled) = (block.conv1.outputs, block.conv_pool.outputs);
        self.norm(&format!("{place} norm 1"), &block.norm1, channels)?;
        self.activation(place, block.act1)?;
        self.conv(&format!("{place} conv 1"), &block.conv1, channels, within)?;
        self.conv(&format!("{place} pool conv"), &block.conv_pool, channels, pooled)?;
        self.norm(&format!("{place} pool norm"), &block.norm_pool, pooled)?;
        self.activation(place, block.act_pool)?;
        self.matrix(&format!("{place} pool to bias"), &block.pool_to_bias, 3 * pooled, within)?;
        self.norm(&format!("{place} norm 2"), &block.norm2, within)?;
        self.activation(place, block.act2)?;
        self.conv(&format!("{place} conv 2"), &block.conv2, within, channels)
    }

    fn nested(&self, place: &str, block: &Nested, channels: usize) -> Result<(), NetError> {
        let within = block.pre.outputs;
        self.norm(&format!("{place} norm 1"), &block.norm1, channels)?;
        self.activation(place, block.act1)?;
        self.point_conv(&format!("{place} conv before"), &block.pre, channels, within)?;
        self.blocks(&format!("{place} block"), &block.blocks, within)?;
        self.norm(&format!("{place} norm 2"), &block.norm2, within)?;
        self.activation(place, block.act2)?;
        self.point_conv(&format!("{place} conv after"), &block.post, within, channels)
    }

    fn attention(&self, place: &str, block: &Attention, channels: usize) -> Result<(), NetError> {
        let (heads, kv_heads) = (block.heads, block.kv_heads);
        if heads == 0 || kv_heads == 0 || !heads.is_multiple_of(kv_heads) {
            return Err(mismatch(place, words::HEADS, kv_heads, heads));
        }
        let (query, value) = (block.query_length, block.value_length);
        self.point_norm(&format!("{place} norm"), &block.norm, channels)?;
        self.matrix(&format!("{place} query"), &block.query, channels, size(heads, query))?;
        self.matrix(&format!("{place} key"), &block.key, channels, size(kv_heads, query))?;
        self.matrix(&format!("{place} value"), &block.value, channels, size(kv_heads, value))?;
        self.matrix(&format!("{place} output"), &block.output, size(heads, value), channels)?;
        match &block.rope {
            None => Ok(()),
            Some(_) if query % 2 != 0 => {
                Err(mismatch(place, words::LENGTH, query, query.saturating_add(1)))
            }
            Some(Rope::Fixed { theta }) if theta.is_finite() && *theta > 0.0 => Ok(()),
            Some(Rope::Fixed { .. }) => Err(unsupported(place, words::THETA)),
            Some(Rope::Learned { frequencies }) => {
                self.array(&format!("{place} frequencies"), frequencies, size(kv_heads, query))
            }
        }
    }

    fn feed_forward(
        &self,
        place: &str,
        block: &FeedForward,
        channels: usize,
    ) -> Result<(), NetError> {
        let within = block.up.outputs;
        self.point_norm(&format!("{place} norm"), &block.norm, channels)?;
        self.matrix(&format!("{place} up"), &block.up, channels, within)?;
        if let Some(gate) = &block.gate {
            self.matrix(&format!("{place} gate"), gate, channels, within)?;
        }
        self.matrix(&format!("{place} down"), &block.down, within, channels)
    }

    fn policy(&self, head: &PolicyHead, channels: usize) -> Result<(), NetError> {
        let expressed = match self.version {
            ..=11 => head.channels == 1,
            12..=15 => head.channels == 2,
            16 => head.channels == 4,
            _ => matches!(head.channels, 2 | 4),
        };
        if !expressed || head.pass_hidden.is_some() != (self.version >= 15) {
            return Err(unsupported("policy", words::VERSION_FIELD));
        }
        let (within, pooled) = (head.conv1.outputs, head.conv_pool.outputs);
        self.point_conv("policy conv 1", &head.conv1, channels, within)?;
        self.point_conv("policy pool conv", &head.conv_pool, channels, pooled)?;
        self.norm("policy pool norm", &head.norm_pool, pooled)?;
        self.activation("policy pool", head.act_pool)?;
        self.matrix("policy pool to bias", &head.pool_to_bias, 3 * pooled, within)?;
        self.norm("policy norm 2", &head.norm2, within)?;
        self.activation("policy", head.act2)?;
        self.point_conv("policy conv 2", &head.conv2, within, head.channels)?;
        match &head.pass_hidden {
            None => self.matrix("policy pass", &head.pass, 3 * pooled, head.channels),
            Some(hidden) => {
                let width = head.pass.outputs;
                self.matrix("policy pass", &head.pass, 3 * pooled, width)?;
                self.array("policy pass bias", &hidden.bias, width)?;
                self.activation("policy pass", hidden.activation)?;
                self.matrix("policy pass output", &hidden.output, width, head.channels)
            }
        }
    }

    fn value(&self, head: &ValueHead, channels: usize) -> Result<(), NetError> {
        let (pooled, within) = (head.conv.outputs, head.hidden.outputs);
        let scores = if self.version == 8 { 4 } else { 6 };
        self.point_conv("value conv", &head.conv, channels, pooled)?;
        self.norm("value norm", &head.norm, pooled)?;
        self.activation("value", head.activation)?;
        self.matrix("value hidden", &head.hidden, 3 * pooled, within)?;
        self.array("value hidden bias", &head.hidden_bias, within)?;
        self.activation("value hidden", head.hidden_activation)?;
        self.matrix("value result", &head.result, within, 3)?;
        self.array("value result bias", &head.result_bias, 3)?;
        self.matrix("value scores", &head.scores, within, scores)?;
        self.array("value scores bias", &head.scores_bias, scores)?;
        self.point_conv("value ownership", &head.ownership, pooled, 1)
    }

    fn conv(
        &self,
        layer: &str,
        conv: &Conv,
        inputs: usize,
        outputs: usize,
    ) -> Result<(), NetError> {
        for side in [conv.ky, conv.kx] {
            if side % 2 == 0 {
                return Err(mismatch(layer, words::KERNEL, side, side.saturating_add(1)));
            }
        }
        same(layer, words::INPUTS, conv.inputs, inputs)?;
        same(layer, words::OUTPUTS, conv.outputs, outputs)?;
        self.array(layer, &conv.weights, size(size(conv.ky, conv.kx), size(inputs, outputs)))
    }

    /// A convolution that mixes the channels of each point only.
    fn point_conv(
        &self,
        layer: &str,
        conv: &Conv,
        inputs: usize,
        outputs: usize,
    ) -> Result<(), NetError> {
        same(layer, words::KERNEL, conv.ky, 1)?;
        same(layer, words::KERNEL, conv.kx, 1)?;
        self.conv(layer, conv, inputs, outputs)
    }

    fn matrix(
        &self,
        layer: &str,
        matrix: &MatMul,
        inputs: usize,
        outputs: usize,
    ) -> Result<(), NetError> {
        same(layer, words::INPUTS, matrix.inputs, inputs)?;
        same(layer, words::OUTPUTS, matrix.outputs, outputs)?;
        self.array(layer, &matrix.weights, size(inputs, outputs))
    }

    fn norm(&self, layer: &str, norm: &Norm, channels: usize) -> Result<(), NetError> {
        self.array(layer, &norm.scale, channels)?;
        self.array(layer, &norm.bias, channels)
    }

    fn point_norm(&self, layer: &str, norm: &PointNorm, channels: usize) -> Result<(), NetError> {
        self.epsilon(layer, norm.epsilon)?;
        self.array(layer, &norm.weight, channels)
    }

    /// A zero would let a point of zeros divide by zero.
    fn epsilon(&self, layer: &str, epsilon: f32) -> Result<(), NetError> {
        if epsilon > 0.0 && epsilon <= 1.0 {
            Ok(())
        } else {
            Err(unsupported(layer, words::EPSILON))
        }
    }

    fn array(&self, layer: &str, values: &[f32], count: usize) -> Result<(), NetError> {
        if count == 0 {
            return Err(mismatch(layer, words::COUNT, 0, 1));
        }
        same(layer, words::COUNT, values.len(), count)?;
        match values.iter().position(|value| !value.is_finite()) {
            None => Ok(()),
            Some(index) => Err(NetError::NotFinite { offset: 0, layer: layer.to_owned(), index }),
        }
    }

    /// Files say which activation only since version 11.
    fn activation(&self, layer: &str, activation: Activation) -> Result<(), NetError> {
        if self.version >= 11 || activation == Activation::Relu {
            return Ok(());
        }
        Err(unsupported(layer, words::VERSION_ACTIVATION))
    }
}

/// A product of sizes; what does not fit equals no array's length.
fn size(a: usize, b: usize) -> usize {
    a.saturating_mul(b)
}

fn same(layer: &str, what: &'static str, found: usize, expected: usize) -> Result<(), NetError> {
    if found == expected { Ok(()) } else { Err(mismatch(layer, what, found, expected)) }
}

fn mismatch(layer: &str, what: &'static str, found: usize, expected: usize) -> NetError {
    let (found, expected) = (found as u64, expected as u64);
    NetError::Mismatch { layer: layer.to_owned(), what, found, expected }
}

fn unsupported(layer: &str, what: &'static str) -> NetError {
    NetError::Unsupported { layer: layer.to_owned(), what }
}
