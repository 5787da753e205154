//! What a person wants to know about a model.

use super::{Block, Model, Tip, Trunk};

impl Model {
    /// How many numbers it has learned: all arrays together, a norm counting its factor and its summand.
    pub fn parameters(&self) -> usize {
        let (policy, value) = (&self.policy, &self.value);
        let pass = policy.pass_hidden.as_ref();
        let pass = pass.map_or(0, |hidden| hidden.bias.len() + hidden.output.weights.len());
        let policy = policy.conv1.weights.len()
            + policy.conv_pool.weights.len()
            + policy.norm_pool.parameters()
            + policy.pool_to_bias.weights.len()
            + policy.norm2.parameters()
            + policy.conv2.weights.len()
            + policy.pass.weights.len()
            + pass;
        let value = value.conv.weights.len()
            + value.norm.parameters()
            + value.hidden.weights.len()
            + value.hidden_bias.len()
            + value.result.weights.len()
            + value.result_bias.len()
            + value.scores.weights.len()
            + value.scores_bias.len()
            + value.ownership.weights.len();
        self.trunk.parameters() + policy + value
    }

    /// Its blocks in short, such as `6 × 96: 4 ordinary, 2 pooling`; blocks within blocks are told by what is in them.
    pub fn blocks(&self) -> String {
        let mut kinds: Vec<(String, usize)> = Vec::new();
        for block in &self.trunk.blocks {
            let kind = block.kind();
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind, 1)),
            }
        }
        let kinds: Vec<String> =
            kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        format!("{} × {}: {}", self.trunk.blocks.len(), self.trunk.channels, kinds.join(", "))
    }
}

impl Trunk {
    fn parameters(&self) -> usize {
        let tip = match &self.tip {
            Tip::Norm(norm) => norm.parameters(),
            Tip::Rms { gamma, beta, .. } => gamma.len() + beta.len(),
        };
        let meta = self.meta.as_ref().map_or(0, |meta| {
            let matrices = [&meta.mul1, &meta.mul2, &meta.mul3];
            let matrices: usize = matrices.iter().map(|matrix| matrix.weights.len()).sum();
            matrices + meta.bias1.len() + meta.bias2.len()
        });
        let blocks: usize = self.blocks.iter().map(Block::parameters).sum();
        self.conv.weights.len() + self.globals.weights.len() + meta + blocks + tip
    }
}

impl super::Norm {
    fn parameters(&self) -> usize {
        self.scale.len() + self.bias.len()
    }
}

impl Block {
    fn parameters(&self) -> usize {
        match self {
            Block::Ordinary(block) => {
                block.norm1.parameters()
                    + block.conv1.weights.len()
                    + block.norm2.parameters()
                    + block.conv2.weights.len()
            }
            Block::GlobalPooling(block) => {
                block.norm1.parameters()
                    + block.conv1.weights.len()
                    + block.conv_pool.weights.len()
                    + block.norm_pool.parameters()
                    + block.pool_to_bias.weights.len()
                    + block.norm2.parameters()
                    + block.conv2.weights.len()
            }
            Block::Nested(block) => {
                let inside: usize = block.blocks.iter().map(Block::parameters).sum();
                block.norm1.parameters()
                    + block.pre.weights.len()
                    + inside
                    + block.norm2.parameters()
                    + block.post.weights.len()
            }
            Block::Attention(block) => {
                let rope = match &block.rope {
                    Some(super::Rope::Learned { frequencies }) => frequencies.len(),
                    _ => 0,
                };
                block.norm.weight.len()
                    + block.query.weights.len()
                    + block.key.weights.len()
                    + block.value.weights.len()
                    + block.output.weights.len()
                    + rope
            }
            Block::FeedForward(block) => {
                block.norm.weight.len()
                    + block.up.weights.len()
                    + block.gate.as_ref().map_or(0, |gate| gate.weights.len())
                    + block.down.weights.len()
            }
        }
    }

    fn kind(&self) -> String {
        match self {
            Block::Ordinary(_) => "ordinary".to_owned(),
            Block::GlobalPooling(_) => "pooling".to_owned(),
            Block::Attention(_) => "attention".to_owned(),
            Block::FeedForward(_) => "feed-forward".to_owned(),
            Block::Nested(nested) => {
                let inside: Vec<String> = nested.blocks.iter().map(Block::kind).collect();
                format!("nested ({})", inside.join(" + "))
            }
        }
    }
}
