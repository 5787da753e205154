"""The blocks of a trunk. Each adds what it computes to what it was given."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from shoutan_train.layers import Activation, Board, Conv, MatMul, Norm, PointNorm, numbers
from shoutan_train.tokens import NetFileError, Reader, Writer

DEEPEST = 4


def points_of(x: Tensor) -> Tensor:
    """[batch, channels, rows, columns] as [batch, points, channels]."""
    return x.permute(0, 2, 3, 1).flatten(1, 2)


def back_to_board(x: Tensor, like: Tensor) -> Tensor:
    """The inverse of `points_of`."""
    return x.unflatten(1, like.shape[2:]).permute(0, 3, 1, 2)


class Block(nn.Module):
    """A named block. `KIND` is its token in the file; `parts` are its records in the file's order."""

    KIND = ""
    PARTS: tuple[str, ...] = ()

    def __init__(self, name: str, **parts: nn.Module) -> None:
        super().__init__()
        self.name = name
        for key in self.PARTS:
            self.add_module(key, parts[key])

    def write(self, w: Writer) -> None:
        w.put(self.KIND, self.name)
        for key in self.PARTS:
            getattr(self, key).write(w)

    @classmethod
    def read(cls, r: Reader, depth: int) -> Block:
        kinds = {"norm": Norm, "act": Activation, "conv": Conv, "pool": MatMul}
        name = r.word()
        return cls(name, **{key: kinds[key.split("_")[0]].read(r) for key in cls.PARTS})


class Ordinary(Block):
    """Two convolutions, each after a normalisation and an activation."""

    KIND = "ordinary_block"
    PARTS = ("norm_1", "act_1", "conv_1", "norm_2", "act_2", "conv_2")

    def forward(self, x: Tensor, board: Board) -> Tensor:
        t = self.conv_1(board.cut(self.act_1(self.norm_1(x, board))))
        return x + self.conv_2(board.cut(self.act_2(self.norm_2(t, board))))


class GlobalPooling(Block):
    """Two convolutions, the first with a branch that looks at the whole board."""

    KIND = "gpool_block"
    PARTS = (
        *("norm_1", "act_1", "conv_1", "conv_g", "norm_g", "act_g", "pool_to_bias"),
        *("norm_2", "act_2", "conv_2"),
    )

    def forward(self, x: Tensor, board: Board) -> Tensor:
        t = board.cut(self.act_1(self.norm_1(x, board)))
        g = board.cut(self.act_g(self.norm_g(self.conv_g(t), board)))
        t = self.conv_1(t) + self.pool_to_bias(board.pool(g))[:, :, None, None]
        return x + self.conv_2(board.cut(self.act_2(self.norm_2(t, board))))


class Nested(Block):
    """Blocks within fewer channels, between two 1x1 convolutions."""

    KIND = "nested_bottleneck_block"
    PARTS = ("norm_1", "act_1", "conv_1", "norm_2", "act_2", "conv_2")

    def __init__(self, name: str, blocks: list[Block], **parts: nn.Module) -> None:
        super().__init__(name, **parts)
        self.blocks = nn.ModuleList(blocks)

    def forward(self, x: Tensor, board: Board) -> Tensor:
        t = self.conv_1(board.cut(self.act_1(self.norm_1(x, board))))
        for block in self.blocks:
            t = block(t, board)
        return x + self.conv_2(board.cut(self.act_2(self.norm_2(t, board))))

    def write(self, w: Writer) -> None:
        w.put(self.KIND, self.name, len(self.blocks))
        for key in self.PARTS[:3]:
            getattr(self, key).write(w)
        for block in self.blocks:
            block.write(w)
        for key in self.PARTS[3:]:
            getattr(self, key).write(w)

    @classmethod
    def read(cls, r: Reader, depth: int) -> Nested:
        name, count = r.word(), r.integer(1, 64)
        parts: dict[str, nn.Module] = {"norm_1": Norm.read(r), "act_1": Activation.read(r), "conv_1": Conv.read(r)}
        blocks = [read_block(r, depth + 1) for _ in range(count)]
        parts |= {"norm_2": Norm.read(r), "act_2": Activation.read(r), "conv_2": Conv.read(r)}
        return cls(name, blocks, **parts)


class Rope(nn.Module):
    """Rotation of queries and keys by the place of their point: fixed frequencies from a base, or learnt ones."""

    def __init__(self, kv_heads: int, pairs: int, theta: float, learned: bool, name: str = "rope") -> None:
        super().__init__()
        self.name, self.pairs, self.theta, self.learned = name, pairs, theta, learned
        if learned:
            # Every head begins with the same spectrum, each in directions of its own.
            steps = theta ** -(torch.arange(pairs) / pairs)
            turn = torch.arange(kv_heads)[:, None] * 0.7 + torch.arange(pairs) * (math.pi / 2)
            self.frequencies = nn.Parameter(torch.stack([steps * turn.cos(), steps * turn.sin()], -1))

    def tables(self, board: Board, groups: int) -> tuple[Tensor, Tensor]:
        """Cosine and sine, [heads or 1, points, pairs]; `groups` query heads share the table of a key head."""
        column, row = board.column, board.row
        if self.learned:
            angle = column[:, None] * self.frequencies[:, None, :, 0] + row[:, None] * self.frequencies[:, None, :, 1]
            angle = angle.repeat_interleave(groups, 0)
        else:
            half = self.pairs // 2
            index = torch.arange(self.pairs, device=row.device)
            by_row = index < half
            power = torch.where(by_row, index, index - half) * 2.0 / self.pairs
            angle = torch.where(by_row, row[:, None], column[:, None]) * self.theta**-power
            angle = angle[None]
        return angle.cos(), angle.sin()


def rotate(x: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    """Turns the pairs of neighbouring numbers of `[batch, heads, points, length]`."""
    a, b = x.float().unflatten(-1, (-1, 2)).unbind(-1)
    return torch.stack([a * cosine - b * sine, a * sine + b * cosine], -1).flatten(-2).to(x.dtype)


class Attention(Block):
    """Attention between the points of the board."""

    KIND = "transformer_attention_block"
    PARTS = ("norm", "query", "key", "value", "output")

    def __init__(
        self, name: str, heads: int, kv_heads: int, query_length: int, value_length: int, rope: Rope | None, **parts: nn.Module
    ) -> None:
        super().__init__(name, **parts)
        self.heads, self.kv_heads = heads, kv_heads
        self.query_length, self.value_length = query_length, value_length
        self.rope = rope

    def forward(self, x: Tensor, board: Board) -> Tensor:
        t = self.norm(points_of(x))
        groups = self.heads // self.kv_heads
        query = self.query(t).unflatten(-1, (self.heads, self.query_length)).transpose(1, 2)
        key = self.key(t).unflatten(-1, (self.kv_heads, self.query_length)).transpose(1, 2)
        value = self.value(t).unflatten(-1, (self.kv_heads, self.value_length)).transpose(1, 2)
        if self.rope is not None:
            cosine, sine = self.rope.tables(board, groups)
            query = rotate(query, cosine, sine)
            key = rotate(key, *((cosine, sine) if len(cosine) == 1 else (cosine[::groups], sine[::groups])))
        if groups > 1:
            key, value = key.repeat_interleave(groups, 1), value.repeat_interleave(groups, 1)
        t = F.scaled_dot_product_attention(query, key, value, attn_mask=board.keys)
        t = self.output(t.transpose(1, 2).flatten(2))
        return x + board.cut(back_to_board(t, x))

    def write(self, w: Writer) -> None:
        learned = self.rope is not None and self.rope.learned
        w.put(self.KIND, self.name, self.heads, self.kv_heads, self.query_length, self.value_length)
        w.put(self.rope is not None, learned)
        for key in self.PARTS:
            getattr(self, key).write(w)
        if self.rope is None:
            return
        w.put(self.rope.name)
        if learned:
            w.put(*self.rope.frequencies.shape)
            w.floats(numbers(self.rope.frequencies))
        else:
            w.put(float(self.rope.theta))

    @classmethod
    def read(cls, r: Reader, depth: int) -> Attention:
        name, heads, kv_heads, query_length, value_length = r.word(), r.size(), r.size(), r.size(), r.size()
        rotated, learned = r.flag(), r.flag()
        if heads % kv_heads or (rotated and query_length % 2):
            raise NetFileError(f"{name}: {heads} heads of {query_length} with {kv_heads} for keys")
        parts: dict[str, nn.Module] = {"norm": PointNorm.read(r)}
        parts |= {key: MatMul.read(r) for key in cls.PARTS[1:]}
        rope = None
        if rotated and learned:
            rope_name, shape = r.word(), (r.size(), r.size(), r.size())
            if shape != (kv_heads, query_length // 2, 2):
                raise NetFileError(f"{name}: frequencies of another shape")
            rope = Rope(kv_heads, query_length // 2, 100.0, True, rope_name)
            rope.frequencies.data.copy_(torch.from_numpy(r.floats(*shape)))
        elif rotated:
            rope_name = r.word()
            rope = Rope(kv_heads, query_length // 2, r.real(), False, rope_name)
        return cls(name, heads, kv_heads, query_length, value_length, rope, **parts)


class FeedForward(Block):
    """Two layers for each point, the first with a gate: `down(silu(up · u) ⊙ gate · u)`."""

    KIND = "transformer_ffn_block"
    PARTS = ("norm", "up", "gate", "down")

    def forward(self, x: Tensor, board: Board) -> Tensor:
        t = self.norm(points_of(x))
        t = self.down(F.silu(self.up(t)) * self.gate(t))
        return x + board.cut(back_to_board(t, x))

    def write(self, w: Writer) -> None:
        hidden, channels = self.up.weight.shape
        w.put(self.KIND, self.name, channels, hidden, True)
        for key in self.PARTS:
            getattr(self, key).write(w)

    @classmethod
    def read(cls, r: Reader, depth: int) -> FeedForward:
        name = r.word()
        r.size(), r.size()
        if not r.flag():
            raise NetFileError(f"{name}: a feed-forward block without a gate")
        return cls(name, norm=PointNorm.read(r), up=MatMul.read(r), gate=MatMul.read(r), down=MatMul.read(r))


_KINDS: dict[str, type[Block]] = {kind.KIND: kind for kind in (Ordinary, GlobalPooling, Nested, Attention, FeedForward)}


def read_block(r: Reader, depth: int = 0) -> Block:
    """Reads a block of any kind."""
    kind = r.word()
    if kind not in _KINDS or depth > DEEPEST:
        raise NetFileError(f"unknown or too deeply nested block {kind[:40]!r}")
    return _KINDS[kind].read(r, depth)
