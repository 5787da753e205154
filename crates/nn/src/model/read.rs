//! From the bytes of a file to a [`Model`].

use super::error::{NetError, words};
use super::source::Source;
use super::{
    Activation, Attention, Block, Conv, FeedForward, GlobalPooling, MatMul, MetaEncoder, Model,
    Multipliers, Nested, Norm, Ordinary, PassHidden, PointNorm, PolicyHead, Rope, Tip, Trunk,
    ValueHead, is_name,
};
use crate::{GLOBALS, META, PLANES};

/// Most channels or numbers of a layer.
const WIDEST: u64 = 1 << 14;
const WIDEST_TEXT: &str = "1 to 16384";

/// Most blocks in a row.
const BLOCKS: u64 = 1024;

/// Blocks in blocks in blocks.
const DEPTH: usize = 8;

impl Model {
    /// Reads a network file: versions 8 to 17, binary, text or with half-precision weights, compressed or not (the content
    /// tells). What comes back is whole: all sizes fit together and every number is finite.
    ///
    /// # Errors
    /// [`NetError`] for whatever is no such file, is damaged, or cannot be computed. Memory stays within a small multiple
    /// of what the file really holds.
    pub fn read(bytes: &[u8]) -> Result<Model, NetError> {
        let mut source = Source::new(bytes);
        let (name, version) = header(&mut source)?;
        let model = Reader { source, version }.model(name)?;
        model.check()?;
        Ok(model)
    }
}

/// The name and the version; what has neither is no network file at all.
fn header(source: &mut Source<'_>) -> Result<(String, u32), NetError> {
    let name = source.token().map_err(|error| match error {
        NetError::Token { found, .. } => NetError::NotANetwork(found),
        NetError::Truncated { offset: 0, .. } => NetError::NotANetwork(String::new()),
        other => other,
    })?;
    let version = match source.whole() {
        Ok(version) => version,
        Err(NetError::Token { .. } | NetError::Truncated { .. }) => {
            return Err(NetError::NotANetwork(name));
        }
        Err(other) => return Err(other),
    };
    if !is_name(&name) {
        return Err(NetError::Name(name));
    }
    match u32::try_from(version) {
        Ok(known @ 8..=17) => Ok((name, known)),
        _ => Err(NetError::Version(version)),
    }
}

/// Reads the layers in the file's order.
struct Reader<'a> {
    source: Source<'a>,
    version: u32,
}

impl Reader<'_> {
    fn model(mut self, name: String) -> Result<Model, NetError> {
        let (planes, globals) = (self.source.whole()?, self.source.whole()?);
        if planes != PLANES as u64 || globals != GLOBALS as u64 {
            return Err(NetError::Inputs { planes, globals });
        }
        let multipliers = self.multipliers()?;
        let (mut has_meta, mut prefer_pass_alive_under_suicide) = (false, false);
        if self.version >= 15 {
            has_meta = match self.source.whole()? {
                0 => false,
                1 => true,
                _ => return Err(self.unsupported(words::META_VERSION)),
            };
            prefer_pass_alive_under_suicide = self.source.truth()?;
            self.reserved(6)?;
        }
        let trunk = self.trunk(has_meta)?;
        let policy = self.policy()?;
        let value = self.value()?;
        self.source.finish()?;
        Ok(Model {
            name,
            version: self.version,
            multipliers,
            prefer_pass_alive_under_suicide,
            trunk,
            policy,
            value,
        })
    }

    fn multipliers(&mut self) -> Result<Multipliers, NetError> {
        if self.version < 13 {
            return Ok(Multipliers::default());
        }
        Ok(Multipliers {
            td_score: self.source.number()?,
            score_mean: self.source.number()?,
            score_stdev: self.source.number()?,
            lead: self.source.number()?,
            variance_time: self.source.number()?,
            win_loss_error: self.source.number()?,
            score_error: self.source.number()?,
        })
    }

    fn trunk(&mut self, has_meta: bool) -> Result<Trunk, NetError> {
        self.source.name()?;
        let blocks = self.blocks_count()?;
        let channels = self.channels()?;
        // Sizes that every block carries itself, and one that was never used.
        for _ in 0..4 {
            self.source.whole()?;
        }
        let mut rms_tip = false;
        if self.version >= 15 {
            rms_tip = self.source.truth()?;
            self.reserved(5)?;
        }
        Ok(Trunk {
            channels,
            conv: self.conv()?,
            globals: self.matrix()?,
            meta: if has_meta { Some(self.meta()?) } else { None },
            blocks: self.blocks(blocks, 0)?,
            tip: if rms_tip { self.rms_tip()? } else { Tip::Norm(self.norm()?) },
            activation: self.activation()?,
        })
    }

    fn meta(&mut self) -> Result<MetaEncoder, NetError> {
        let layer = self.source.name()?;
        let found = self.source.whole()?;
        if found != META as u64 {
            let expected = META as u64;
            return Err(NetError::Mismatch { layer, what: words::INPUTS, found, expected });
        }
        Ok(MetaEncoder {
            mul1: self.matrix()?,
            bias1: self.bias()?,
            act1: self.activation()?,
            mul2: self.matrix()?,
            bias2: self.bias()?,
            act2: self.activation()?,
            mul3: self.matrix()?,
        })
    }

    fn blocks(&mut self, count: usize, depth: usize) -> Result<Vec<Block>, NetError> {
        (0..count).map(|_| self.block(depth)).collect()
    }

    fn block(&mut self, depth: usize) -> Result<Block, NetError> {
        let kind = self.source.parsed(words::KIND, |token| {
            [
                "ordinary_block",
                "gpool_block",
                "nested_bottleneck_block",
                "transformer_attention_block",
                "transformer_ffn_block",
            ]
            .into_iter()
            .find(|&kind| kind == token)
        })?;
        self.source.name()?;
        Ok(match kind {
            "ordinary_block" => Block::Ordinary(self.ordinary()?),
            "gpool_block" => Block::GlobalPooling(self.global_pooling()?),
            "nested_bottleneck_block" => Block::Nested(self.nested(depth + 1)?),
            "transformer_attention_block" => Block::Attention(self.attention()?),
            _ => Block::FeedForward(self.feed_forward()?),
        })
    }

    fn ordinary(&mut self) -> Result<Ordinary, NetError> {
        Ok(Ordinary {
            norm1: self.norm()?,
            act1: self.activation()?,
            conv1: self.conv()?,
            norm2: self.norm()?,
            act2: self.activation()?,
            conv2: self.conv()?,
        })
    }

    fn global_pooling(&mut self) -> Result<GlobalPooling, NetError> {
        Ok(GlobalPooling {
            norm1: self.norm()?,
            act1: self.activation()?,
            conv1: self.conv()?,
            conv_pool: self.conv()?,
            norm_pool: self.norm()?,
            act_pool: self.activation()?,
            pool_to_bias: self.matrix()?,
            norm2: self.norm()?,
            act2: self.activation()?,
            conv2: self.conv()?,
        })
    }

    fn nested(&mut self, depth: usize) -> Result<Nested, NetError> {
        if depth > DEPTH {
            let (layer, found) = (self.source.layer().to_owned(), depth as u64);
            return Err(NetError::Range { layer, what: words::DEPTH, found, range: "1 to 8" });
        }
        let blocks = self.blocks_count()?;
        Ok(Nested {
            norm1: self.norm()?,
            act1: self.activation()?,
            pre: self.conv()?,
            blocks: self.blocks(blocks, depth)?,
            norm2: self.norm()?,
            act2: self.activation()?,
            post: self.conv()?,
        })
    }

    fn attention(&mut self) -> Result<Attention, NetError> {
        let (heads, kv_heads) = (self.size(words::HEADS)?, self.size(words::HEADS)?);
        let (query_length, value_length) = (self.size(words::LENGTH)?, self.size(words::LENGTH)?);
        let (rotates, learned) = (self.source.truth()?, self.source.truth()?);
        Ok(Attention {
            heads,
            kv_heads,
            query_length,
            value_length,
            norm: self.point_norm()?,
            query: self.matrix()?,
            key: self.matrix()?,
            value: self.matrix()?,
            output: self.matrix()?,
            rope: match (rotates, learned) {
                (false, _) => None,
                (true, true) => Some(self.learned_rope(kv_heads, query_length)?),
                (true, false) => {
                    self.source.name()?;
                    Some(Rope::Fixed { theta: self.source.number()? })
                }
            },
        })
    }

    fn learned_rope(&mut self, kv_heads: usize, query_length: usize) -> Result<Rope, NetError> {
        let layer = self.source.name()?;
        for expected in [kv_heads, query_length / 2, 2] {
            let (found, expected) = (self.source.whole()?, expected as u64);
            if found != expected {
                return Err(NetError::Mismatch { layer, what: words::COUNT, found, expected });
            }
        }
        let count = self.product(&[kv_heads, query_length / 2, 2])?;
        Ok(Rope::Learned { frequencies: self.source.array(count)? })
    }

    fn feed_forward(&mut self) -> Result<FeedForward, NetError> {
        self.channels()?;
        self.size(words::OUTPUTS)?;
        let gated = self.source.truth()?;
        Ok(FeedForward {
            norm: self.point_norm()?,
            up: self.matrix()?,
            gate: if gated { Some(self.matrix()?) } else { None },
            down: self.matrix()?,
        })
    }

    fn policy(&mut self) -> Result<PolicyHead, NetError> {
        let layer = self.source.name()?;
        let channels = match self.version {
            ..=11 => 1,
            12..=15 => 2,
            16 => 4,
            _ => {
                let found = self.source.whole()?;
                let channels = match found {
                    2 => 2,
                    4 => 4,
                    _ => {
                        let what = words::POLICIES;
                        return Err(NetError::Range { layer, what, found, range: "2 or 4" });
                    }
                };
                self.reserved(3)?;
                channels
            }
        };
        Ok(PolicyHead {
            channels,
            conv1: self.conv()?,
            conv_pool: self.conv()?,
            norm_pool: self.norm()?,
            act_pool: self.activation()?,
            pool_to_bias: self.matrix()?,
            norm2: self.norm()?,
            act2: self.activation()?,
            conv2: self.conv()?,
            pass: self.matrix()?,
            pass_hidden: if self.version >= 15 { Some(self.pass_hidden()?) } else { None },
        })
    }

    fn pass_hidden(&mut self) -> Result<PassHidden, NetError> {
        Ok(PassHidden {
            bias: self.bias()?,
            activation: self.activation()?,
            output: self.matrix()?,
        })
    }

    fn value(&mut self) -> Result<ValueHead, NetError> {
        self.source.name()?;
        if self.version >= 17 {
            self.reserved(3)?;
        }
        Ok(ValueHead {
            conv: self.conv()?,
            norm: self.norm()?,
            activation: self.activation()?,
            hidden: self.matrix()?,
            hidden_bias: self.bias()?,
            hidden_activation: self.activation()?,
            result: self.matrix()?,
            result_bias: self.bias()?,
            scores: self.matrix()?,
            scores_bias: self.bias()?,
            ownership: self.conv()?,
        })
    }

    fn conv(&mut self) -> Result<Conv, NetError> {
        self.source.name()?;
        let (ky, kx) = (self.kernel()?, self.kernel()?);
        let (inputs, outputs) = (self.size(words::INPUTS)?, self.size(words::OUTPUTS)?);
        if (self.source.whole()?, self.source.whole()?) != (1, 1) {
            return Err(self.unsupported(words::DILATION));
        }
        let count = self.product(&[ky, kx, inputs, outputs])?;
        Ok(Conv { ky, kx, inputs, outputs, weights: self.source.array(count)? })
    }

    /// The statistics are folded into one factor and one summand.
    fn norm(&mut self) -> Result<Norm, NetError> {
        let layer = self.source.name()?;
        let channels = self.channels()?;
        let epsilon = f64::from(self.source.number()?);
        let (has_scale, has_bias) = (self.source.truth()?, self.source.truth()?);
        let mean = self.source.array(channels)?;
        let variance = self.source.array(channels)?;
        let mut scale = if has_scale { self.source.array(channels)? } else { vec![1.0; channels] };
        let mut bias = if has_bias { self.source.array(channels)? } else { vec![0.0; channels] };
        let statistics = mean.iter().zip(&variance);
        for (channel, ((scale, bias), (&mean, &variance))) in
            scale.iter_mut().zip(&mut bias).zip(statistics).enumerate()
        {
            let factor = f64::from(*scale) / (f64::from(variance) + epsilon).sqrt();
            let summand = f64::from(*bias) - factor * f64::from(mean);
            #[expect(clippy::cast_possible_truncation, reason = "networks are single precision")]
            let folded = (factor as f32, summand as f32);
            if !folded.0.is_finite() || !folded.1.is_finite() {
                return Err(NetError::Scale { layer, channel });
            }
            (*scale, *bias) = folded;
        }
        Ok(Norm { scale, bias })
    }

    fn rms_tip(&mut self) -> Result<Tip, NetError> {
        self.source.name()?;
        let channels = self.channels()?;
        let epsilon = self.source.number()?;
        let spatial = self.source.truth()?;
        if self.source.whole()? != 0 {
            return Err(self.unsupported(words::GROUPED));
        }
        let (gamma, beta) = (self.source.array(channels)?, self.source.array(channels)?);
        Ok(Tip::Rms { epsilon, spatial, gamma, beta })
    }

    fn point_norm(&mut self) -> Result<PointNorm, NetError> {
        self.source.name()?;
        let channels = self.channels()?;
        let epsilon = self.source.number()?;
        Ok(PointNorm { epsilon, weight: self.source.array(channels)? })
    }

    fn matrix(&mut self) -> Result<MatMul, NetError> {
        self.source.name()?;
        let (inputs, outputs) = (self.size(words::INPUTS)?, self.size(words::OUTPUTS)?);
        let count = self.product(&[inputs, outputs])?;
        Ok(MatMul { inputs, outputs, weights: self.source.array(count)? })
    }

    fn bias(&mut self) -> Result<Vec<f32>, NetError> {
        self.source.name()?;
        let channels = self.channels()?;
        self.source.array(channels)
    }

    fn activation(&mut self) -> Result<Activation, NetError> {
        self.source.name()?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        self.source.parsed(words::ACTIVATION, |token| {
            Activation::ALL.into_iter().find(|activation| activation.keyword() == token)
        })
    }

    fn channels(&mut self) -> Result<usize, NetError> {
        self.size(words::CHANNELS)
    }

    fn size(&mut self, what: &'static str) -> Result<usize, NetError> {
        self.source.size(what, 1, WIDEST, WIDEST_TEXT)
    }

    fn blocks_count(&mut self) -> Result<usize, NetError> {
        self.source.size(words::BLOCKS, 0, BLOCKS, "0 to 1024")
    }

    /// A side of a kernel: from every point to every point of the board at most.
    fn kernel(&mut self) -> Result<usize, NetError> {
        let side = self.source.size(words::KERNEL, 1, 37, "odd, 1 to 37")?;
        if side % 2 == 0 {
            return Err(NetError::Range {
                layer: self.source.layer().to_owned(),
                what: words::KERNEL,
                found: side as u64,
                range: "odd, 1 to 37",
            });
        }
        Ok(side)
    }

    /// Numbers of an array of these sizes.
    fn product(&self, sizes: &[usize]) -> Result<usize, NetError> {
        let product = sizes.iter().try_fold(1_usize, |product, &size| product.checked_mul(size));
        product.ok_or_else(|| self.unsupported(words::COUNT))
    }

    fn reserved(&mut self, count: usize) -> Result<(), NetError> {
        for _ in 0..count {
            if self.source.parsed(words::WHOLE, |token| token.parse::<i64>().ok())? != 0 {
                return Err(self.unsupported(words::RESERVED));
            }
        }
        Ok(())
    }

    fn unsupported(&self, what: &'static str) -> NetError {
        NetError::Unsupported { layer: self.source.layer().to_owned(), what }
    }
}
