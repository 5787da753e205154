"""Architectures by name, and how their first weights are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import nn

from shoutan_train.blocks import Attention, Block, FeedForward, GlobalPooling, Nested, Ordinary, Rope
from shoutan_train.layers import Activation, BatchNorm, Bias, Conv, MatMul, Norm, PointNorm, TipNorm
from shoutan_train.net import Multipliers, Network, PolicyHead, Trunk, ValueHead
from shoutan_train.shards import GLOBALS, PLANES


@dataclass(frozen=True)
class O:
    """An ordinary block."""


@dataclass(frozen=True)
class G:
    """A global pooling block."""

    pooled: int


@dataclass(frozen=True)
class N:
    """A nested bottleneck block."""

    channels: int
    blocks: tuple


@dataclass(frozen=True)
class A:
    """An attention block; `rope` is "fixed", "learned" or "none"."""

    heads: int
    length: int = 32
    kv_heads: int = 0
    rope: str = "fixed"
    theta: float = 100.0


@dataclass(frozen=True)
class F:
    """A feed-forward block."""

    hidden: int


@dataclass(frozen=True)
class Architecture:
    """All sizes of a network."""

    channels: int
    blocks: tuple
    activation: str = "ACTIVATION_RELU"
    tip: str = "rms"
    """ "norm", "rms" (of each point) or "rms_spatial" (of the board)."""
    batch_norm: bool = True
    """Normalise by batch statistics while training (convolutions); otherwise only scale and bias are learnt."""
    policy: int = 32
    pooled: int = 32
    value: int = 32
    hidden: int = 64
    kernel: int = 3
    policy_channels: int = 2

    @property
    def transformer(self) -> bool:
        """Whether it has blocks that only files of version 17 are sure to hold."""
        flat = [inner for block in self.blocks for inner in (block.blocks if isinstance(block, N) else (block,))]
        return any(isinstance(block, A | F) for block in flat)


def _conv_net(channels: int, blocks: str, branch: int, **other) -> Architecture:
    return Architecture(channels, tuple(G(branch) if kind == "g" else O() for kind in blocks), tip="norm", **other)


def _transformer(channels: int, layers: int, heads: int, width: int, **other) -> Architecture:
    return Architecture(channels, (A(heads), F(width)) * layers, "ACTIVATION_SILU", **other)


ARCHITECTURES: dict[str, Architecture] = {
    "b4c32": _conv_net(32, "ogoo", 16, policy=16, pooled=16, value=16, hidden=32),
    "b5c64": _conv_net(64, "ogogo", 16, policy=24, pooled=24, value=24, hidden=48),
    "b8c48": _conv_net(48, "ogoogogo", 16, policy=24, pooled=24, value=24, hidden=48),
    "b3c80": _conv_net(80, "ogo", 16, policy=24, pooled=24, value=24, hidden=48),
    "b6c96": _conv_net(96, "oogogo", 32),
    "nbt3c96": Architecture(96, (N(48, (O(), O())), N(48, (G(16), O())), N(48, (O(), O()))), tip="norm", policy=24, pooled=24),
    "nbt4c96": Architecture(96, (N(48, (O(), O())), N(48, (G(16), O())), N(48, (O(), O())), N(48, (G(16), O()))), tip="norm"),
    "b5c64tf": _transformer(64, 5, 2, 160, policy=24, pooled=24, value=24, hidden=48),
    "b5c96tf": _transformer(96, 5, 3, 256),
    "b7c64tf": _transformer(64, 7, 2, 160),
    "b7c96h3": _transformer(96, 7, 3, 256),
    # Convolutions find the shapes, attention joins them.
    "h2a1c64": Architecture(64, (O(), O(), A(2), F(160)), "ACTIVATION_SILU", policy=24, pooled=24),
    "h3a2c64": Architecture(64, (O(), O(), A(2), F(160), O(), A(2), F(160)), "ACTIVATION_SILU", policy=24, pooled=24),
    "h4a3c96": Architecture(96, (O(), O(), A(3), F(256), O(), A(3), F(256), O(), A(3), F(256)), "ACTIVATION_SILU"),
    # Small enough for tests.
    "tiny": Architecture(
        16, (O(), G(4), N(8, (O(), A(2, 4, 1, "learned", 10.0), F(16)))), policy=8, pooled=8, value=8, hidden=16
    ),
}


class _Builder:
    """Makes layers of an architecture. `damp` shrinks what blocks add, so that the trunk's size does not grow with depth."""

    def __init__(self, architecture: Architecture) -> None:
        self.a = architecture
        depth = sum(len(block.blocks) if isinstance(block, N) else 1 for block in architecture.blocks)
        self.damp = 1 / max(depth, 1) ** 0.5
        self.norm: Callable[..., Norm] = BatchNorm if architecture.batch_norm else Norm

    def act(self) -> Activation:
        return Activation(self.a.activation)

    def conv(self, inputs: int, outputs: int, side: int, gain: float = 1.0) -> Conv:
        layer = Conv(inputs, outputs, side)
        # Half of what ReLU and its relatives see is lost.
        layer.weight.data.mul_(2**0.5 * gain)
        return layer

    def ordinary(self, name: str, c: int) -> Block:
        parts = dict(norm_1=self.norm(c), act_1=self.act(), conv_1=self.conv(c, c, 3), norm_2=self.norm(c), act_2=self.act())
        return Ordinary(name, **parts, conv_2=self.conv(c, c, 3, self.damp))

    def pooling(self, name: str, c: int, spec: G) -> Block:
        g, r = spec.pooled, c - spec.pooled
        parts = dict(norm_1=self.norm(c), act_1=self.act(), conv_1=self.conv(c, r, 3), conv_g=self.conv(c, g, 3))
        parts |= dict(norm_g=self.norm(g), act_g=self.act(), pool_to_bias=MatMul(3 * g, r))
        return GlobalPooling(name, **parts, norm_2=self.norm(r), act_2=self.act(), conv_2=self.conv(r, c, 3, self.damp))

    def nested(self, name: str, c: int, spec: N) -> Block:
        m = spec.channels
        inner = [self.block(f"{name}_{index}", m, block) for index, block in enumerate(spec.blocks)]
        parts = dict(norm_1=self.norm(c), act_1=self.act(), conv_1=self.conv(c, m, 1), norm_2=self.norm(m), act_2=self.act())
        return Nested(name, inner, **parts, conv_2=self.conv(m, c, 1, self.damp))

    def attention(self, name: str, c: int, spec: A) -> Block:
        kv, width = spec.kv_heads or spec.heads, spec.heads * spec.length
        rope = None if spec.rope == "none" else Rope(kv, spec.length // 2, spec.theta, spec.rope == "learned")
        parts = dict(norm=PointNorm(c), query=MatMul(c, width), key=MatMul(c, kv * spec.length))
        parts |= dict(value=MatMul(c, kv * spec.length), output=MatMul(width, c, gain=self.damp))
        return Attention(name, spec.heads, kv, spec.length, spec.length, rope, **parts)

    def feed_forward(self, name: str, c: int, spec: F) -> Block:
        parts = dict(norm=PointNorm(c), up=MatMul(c, spec.hidden), gate=MatMul(c, spec.hidden))
        return FeedForward(name, **parts, down=MatMul(spec.hidden, c, gain=self.damp))

    def block(self, name: str, c: int, spec: object) -> Block:
        match spec:
            case O():
                return self.ordinary(name, c)
            case G():
                return self.pooling(name, c, spec)
            case N():
                return self.nested(name, c, spec)
            case A():
                return self.attention(name, c, spec)
            case F():
                return self.feed_forward(name, c, spec)
        raise TypeError(f"no block: {spec!r}")

    def tip(self) -> Norm | TipNorm:
        return self.norm(self.a.channels) if self.a.tip == "norm" else TipNorm(self.a.channels, self.a.tip == "rms_spatial")

    def trunk(self) -> Trunk:
        a = self.a
        conv, globals_ = Conv(PLANES, a.channels, a.kernel), MatMul(GLOBALS, a.channels)
        # The planes are sparse: about a tenth of the inputs of a kernel are set.
        conv.weight.data.mul_(3)
        blocks = [self.block(f"block{index}", a.channels, spec) for index, spec in enumerate(a.blocks)]
        return Trunk(conv, globals_, blocks, self.tip(), self.act())

    def policy(self, version: int) -> PolicyHead:
        a = self.a
        p, g, c = a.policy, a.pooled, a.channels
        parts: dict[str, nn.Module] = dict(conv_1=self.conv(c, p, 1), conv_g=self.conv(c, g, 1), norm_g=self.norm(g))
        parts |= dict(act_g=self.act(), pool_to_bias=MatMul(3 * g, p), norm_2=self.norm(p), act_2=self.act())
        parts |= dict(conv_2=self.conv(p, a.policy_channels, 1, 0.3), pass_1=MatMul(3 * g, p))
        parts |= dict(pass_bias=Bias(p), pass_act=self.act(), pass_2=MatMul(p, a.policy_channels, gain=0.3))
        return PolicyHead(a.policy_channels, parts)

    def value(self) -> ValueHead:
        a = self.a
        v, h = a.value, a.hidden
        parts: dict[str, nn.Module] = dict(conv=self.conv(a.channels, v, 1), norm=self.norm(v), act=self.act())
        parts |= dict(hidden=MatMul(3 * v, h), hidden_bias=Bias(h), hidden_act=self.act(), result=MatMul(h, 3, gain=0.3))
        parts |= dict(result_bias=Bias(3), scores=MatMul(h, 6, gain=0.3), scores_bias=Bias(6))
        # What is never taught should still be sane: about 0.15 and 3 points of short-term error, a few moves of variance.
        parts["scores_bias"].bias.data.copy_(torch.tensor([0.0, -0.5, 0.0, -1.5, -2.1, 0.6]))
        return ValueHead(parts | dict(ownership=self.conv(v, 1, 1, 0.3)))


def build(name: str, seed: int = 0) -> Network:
    """A fresh network of an architecture by name.

    Raises `KeyError` for an unknown name.
    """
    architecture = ARCHITECTURES[name]
    version = 17 if architecture.transformer else 15
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        builder = _Builder(architecture)
        net = Network(builder.trunk(), builder.policy(version), builder.value(), version, Multipliers(), name)
    return net.to(memory_format=torch.channels_last)
