"""The whole network: trunk, policy head, value head; read from and written to KataGo's file format."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from shoutan_train.blocks import Block, read_block
from shoutan_train.layers import Activation, Bias, Board, Conv, MatMul, Norm, TipNorm
from shoutan_train.shards import GLOBALS, PLANES
from shoutan_train.tokens import NetFileError, Reader, Writer

_NAME = re.compile(r"[A-Za-z0-9_-]{1,96}")


class Outputs(NamedTuple):
    """What a network says, from the view of the player to move, before any post-processing."""

    policy: Tensor
    """[batch, policy channels, points + 1]: logits, the pass last."""
    value: Tensor
    """[batch, 3]: logits of win, loss, no result."""
    misc: Tensor
    """[batch, 4 or 6]: see `Network.scores`."""
    ownership: Tensor
    """[batch, points]: before tanh."""


@dataclass(frozen=True)
class Multipliers:
    """What a file multiplies the misc outputs by; its field order is the file's."""

    td_score: float = 20.0
    score_mean: float = 20.0
    score_stdev: float = 20.0
    lead: float = 20.0
    variance_time: float = 40.0
    value_error: float = 0.25
    score_error: float = 30.0


class PolicyHead(nn.Module):
    """From the trunk to the moves."""

    PARTS = ("conv_1", "conv_g", "norm_g", "act_g", "pool_to_bias", "norm_2", "act_2", "conv_2", "pass_1")
    PASS_PARTS = ("pass_bias", "pass_act", "pass_2")

    def __init__(self, channels: int, parts: dict[str, nn.Module], name: str = "policy") -> None:
        super().__init__()
        self.name, self.channels = name, channels
        for key, part in parts.items():
            self.add_module(key, part)

    def forward(self, x: Tensor, board: Board) -> Tensor:
        pooled = board.pool(board.cut(self.act_g(self.norm_g(self.conv_g(x), board))))
        t = self.conv_1(x) + self.pool_to_bias(pooled)[:, :, None, None]
        points = self.conv_2(board.cut(self.act_2(self.norm_2(t, board)))).flatten(2)
        passes = self.pass_1(pooled)
        if hasattr(self, "pass_2"):
            passes = self.pass_2(self.pass_act(self.pass_bias(passes)))
        return torch.cat([points, passes[:, :, None].to(points.dtype)], 2)

    @classmethod
    def read(cls, r: Reader) -> PolicyHead:
        name = r.word()
        channels = 4 if r.version == 16 else 2 if r.version >= 12 else 1
        if r.version >= 17:
            channels = r.integer(1, 4)
            r.zeros(3)
        kinds = {"conv": Conv, "norm": Norm, "act": Activation, "pool": MatMul, "pass": MatMul}
        parts: dict[str, nn.Module] = {key: kinds[key.split("_")[0]].read(r) for key in cls.PARTS}
        if r.version >= 15:
            parts |= {"pass_bias": Bias.read(r), "pass_act": Activation.read(r), "pass_2": MatMul.read(r)}
        return cls(channels, parts, name)

    def write(self, w: Writer) -> None:
        w.put(self.name)
        if w.version >= 17:
            w.put(self.channels, 0, 0, 0)
        for key in self.PARTS + (self.PASS_PARTS if w.version >= 15 else ()):
            getattr(self, key).write(w)


class ValueHead(nn.Module):
    """From the trunk to the result, the scores and who owns what."""

    PARTS = (
        *("conv", "norm", "act", "hidden", "hidden_bias", "hidden_act"),
        *("result", "result_bias", "scores", "scores_bias", "ownership"),
    )
    _KINDS = (Conv, Norm, Activation, MatMul, Bias, Activation, MatMul, Bias, MatMul, Bias, Conv)

    def __init__(self, parts: dict[str, nn.Module], name: str = "value") -> None:
        super().__init__()
        self.name = name
        for key, part in parts.items():
            self.add_module(key, part)

    def forward(self, x: Tensor, board: Board) -> tuple[Tensor, Tensor, Tensor]:
        t = board.cut(self.act(self.norm(self.conv(x), board)))
        h = self.hidden_act(self.hidden_bias(self.hidden(board.value_pool(t))))
        value, scores = self.result_bias(self.result(h)), self.scores_bias(self.scores(h))
        return value, scores, self.ownership(t).flatten(1)

    @classmethod
    def read(cls, r: Reader) -> ValueHead:
        name = r.word()
        if r.version >= 17:
            r.zeros(3)
        return cls({key: kind.read(r) for key, kind in zip(cls.PARTS, cls._KINDS, strict=True)}, name)

    def write(self, w: Writer) -> None:
        w.put(self.name)
        if w.version >= 17:
            w.put(0, 0, 0)
        for key in self.PARTS:
            getattr(self, key).write(w)


class Trunk(nn.Module):
    """From planes and globals to features of each point."""

    def __init__(
        self, conv: Conv, globals_: MatMul, blocks: list[Block], tip: Norm | TipNorm, act: Activation, name: str = "trunk"
    ) -> None:
        super().__init__()
        self.name = name
        self.conv, self.globals, self.blocks = conv, globals_, nn.ModuleList(blocks)
        self.tip, self.act = tip, act

    def forward(self, planes: Tensor, globals_: Tensor, board: Board) -> Tensor:
        # The sum of all blocks stays in float32 whatever they compute in.
        x = self.conv(planes).float() + self.globals(globals_).float()[:, :, None, None]
        for block in self.blocks:
            x = block(x, board)
        return board.cut(self.act(self.tip(x, board)))

    @classmethod
    def read(cls, r: Reader) -> Trunk:
        name, count = r.word(), r.integer(1, 256)
        for _ in range(5):
            r.integer()
        tip_kind = 0
        if r.version >= 15:
            tip_kind = r.integer(0, 1)
            r.zeros(5)
        conv, globals_ = Conv.read(r), MatMul.read(r)
        blocks = [read_block(r) for _ in range(count)]
        return cls(conv, globals_, blocks, TipNorm.read(r) if tip_kind else Norm.read(r), Activation.read(r), name)

    def write(self, w: Writer) -> None:
        channels = self.conv.weight.shape[0]
        quarter = max(channels // 4, 1)
        w.put(self.name, len(self.blocks), channels, channels, channels - quarter or 1, quarter, quarter)
        if w.version >= 15:
            w.put(isinstance(self.tip, TipNorm), 0, 0, 0, 0, 0)
        elif isinstance(self.tip, TipNorm):
            raise NetFileError("files before version 15 have no root-mean-square tip")
        self.conv.write(w)
        self.globals.write(w)
        for block in self.blocks:
            block.write(w)
        self.tip.write(w)
        self.act.write(w)


class Network(nn.Module):
    """A network with its head of the file. `meta` networks, which imitate people, are refused."""

    def __init__(
        self, trunk: Trunk, policy: PolicyHead, value: ValueHead, version: int, multipliers: Multipliers, name: str = "net"
    ) -> None:
        super().__init__()
        self.trunk, self.policy, self.value = trunk, policy, value
        self.version, self.multipliers, self.name = version, multipliers, name
        self.pass_alive_under_suicide = False

    def forward(self, planes: Tensor, globals_: Tensor, full: bool = False) -> Outputs:
        """Evaluates planes [batch, 22, rows, columns] and globals [batch, 19].

        `full` promises that plane 0 is 1 everywhere, which saves all masking.
        """
        board = Board(planes[:, :1].float(), full)
        x = self.trunk(planes, globals_, board).float()
        # The heads cost little, and a logit of 10 in bfloat16 is off by up to 0.03.
        with torch.autocast(x.device.type, enabled=False):
            value, misc, ownership = self.value(x, board)
            return Outputs(self.policy(x, board), value, misc, ownership)

    def scores(self, misc: Tensor) -> Tensor:
        """The misc outputs in their units, [batch, 6]: mean and deviation of the score, lead, variance of the time left,
        short-term errors of win − loss and of the score. What a version doesn't have is NaN."""
        m, z = self.multipliers, misc.float()
        unknown = torch.full_like(z[:, 0], torch.nan)
        errors = (unknown, unknown)
        if self.version >= 14:
            errors = (F.softplus(z[:, 4] / 2) * m.value_error**0.5, F.softplus(z[:, 5] / 2) * m.score_error**0.5)
        elif self.version >= 10:
            errors = ((F.softplus(z[:, 4]) * m.value_error).sqrt(), (F.softplus(z[:, 5]) * m.score_error).sqrt())
        elif self.version == 9:
            errors = (F.softplus(z[:, 4]), 10 * F.softplus(z[:, 5]))
        variance = F.softplus(z[:, 3]) * m.variance_time if self.version >= 9 else unknown
        mean, deviation, lead = z[:, 0] * m.score_mean, F.softplus(z[:, 1]) * m.score_stdev, z[:, 2] * m.lead
        return torch.stack([mean, deviation, lead, variance, *errors], 1)

    @classmethod
    def parse(cls, content: bytes) -> Network:
        """Reads a file's bytes, compressed or not.

        Raises `NetFileError` when they are no network of versions 8 to 17, or one of a kind not supported here.
        """
        r = Reader(content)
        name = r.word()
        if not _NAME.fullmatch(name):
            raise NetFileError(f"{name[:40]!r} is no name of a network")
        r.version = version = r.integer(8, 17)
        if (r.size(), r.size()) != (PLANES, GLOBALS):
            raise NetFileError(f"not the inputs of version 7: {PLANES} planes and {GLOBALS} numbers")
        multipliers = Multipliers(*(r.real() for _ in range(7))) if version >= 13 else Multipliers()
        under_suicide = False
        if version >= 15:
            if r.integer(0, 1):
                raise NetFileError("a network that imitates people has a part that is not supported here")
            under_suicide = r.flag()
            r.zeros(6)
        net = cls(Trunk.read(r), PolicyHead.read(r), ValueHead.read(r), version, multipliers, name)
        r.end()
        net.pass_alive_under_suicide = under_suicide
        return net.to(memory_format=torch.channels_last)

    @classmethod
    def load(cls, path: Path | str) -> Network:
        """Reads a file."""
        return cls.parse(Path(path).read_bytes())

    def content(self, half: bool = False) -> bytes:
        """The file, not compressed; `half` for half floats."""
        if not _NAME.fullmatch(self.name):
            raise NetFileError(f"{self.name[:40]!r} is no name of a network")
        w = Writer(self.version, half)
        w.put(self.name, self.version, PLANES, GLOBALS)
        if self.version >= 13:
            w.put(*(float(value) for value in vars(self.multipliers).values()))
        if self.version >= 15:
            w.put(0, self.pass_alive_under_suicide, 0, 0, 0, 0, 0, 0)
        self.trunk.write(w)
        self.policy.write(w)
        self.value.write(w)
        return w.content()

    def save(self, path: Path | str, half: bool = False) -> None:
        """Writes a gzip-compressed file; the same weights give the same bytes. `half` for half floats."""
        path = Path(path)
        temporary = path.with_name(path.name + ".tmp")
        temporary.write_bytes(gzip.compress(self.content(half), 9, mtime=0))
        temporary.replace(path)

    def parameters_count(self) -> int:
        """How many numbers were trained."""
        return sum(parameter.numel() for parameter in self.parameters())
