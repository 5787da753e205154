"""The elementary layers of a network file as PyTorch modules that read and write their records.

Every layer computes exactly what the file format says, so that what is trained here is what the engine evaluates.
Tensors are [batch, channels, rows, columns], kept in channels-last memory so that a view turns them into
[batch, points, channels] for the layers that work on single points.
"""

from __future__ import annotations

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from shoutan_train.tokens import NetFileError, Reader, Writer

ACTIVATIONS = {
    "ACTIVATION_IDENTITY": lambda x: x,
    "ACTIVATION_RELU": F.relu,
    "ACTIVATION_MISH": F.mish,
    "ACTIVATION_SILU": F.silu,
}


def numbers(tensor: Tensor) -> np.ndarray:
    """A parameter as float32 numbers on the CPU."""
    return tensor.detach().float().cpu().numpy()


class Board:
    """What every layer needs to know about the boards of a batch: which points exist, and how many.

    `full` says that every board fills the tensor; then nothing is masked.
    """

    def __init__(self, mask: Tensor, full: bool) -> None:
        self.mask = mask
        self.full = full
        self.rows, self.columns = mask.shape[-2:]
        self.area = mask.sum((1, 2, 3)).unsqueeze(1)
        self.width = self.area.sqrt() - 14.0
        # Which points attention may look at, [batch, 1, 1, points]; nothing when all may be.
        self.keys = None if full else mask.flatten(1)[:, None, None, :] > 0
        # Row and column of each point, [points].
        index = torch.arange(self.rows * self.columns, device=mask.device)
        self.row, self.column = (index // self.columns).float(), (index % self.columns).float()

    def cut(self, x: Tensor) -> Tensor:
        """Zero outside the boards."""
        return x if self.full else x * self.mask

    def pool(self, x: Tensor) -> Tensor:
        """Mean, mean scaled by the board's size, and greatest value of each channel: [batch, 3 · channels]."""
        x = x.float()
        mean = x.sum((2, 3)) / self.area
        greatest = (x if self.full else x + (self.mask - 1.0)).amax((2, 3))
        return torch.cat([mean, mean * (self.width / 10.0), greatest], 1)

    def value_pool(self, x: Tensor) -> Tensor:
        """Mean, and the mean scaled by two functions of the board's size."""
        mean = x.float().sum((2, 3)) / self.area
        square = self.width * self.width / 100.0 - 0.1
        return torch.cat([mean, mean * (self.width / 10.0), mean * square], 1)


class Activation(nn.Module):
    """A function applied to each number."""

    def __init__(self, kind: str, name: str = "act") -> None:
        super().__init__()
        if kind not in ACTIVATIONS:
            raise NetFileError(f"unknown activation {kind[:40]!r}")
        self.kind, self.name = kind, name

    def forward(self, x: Tensor) -> Tensor:
        return ACTIVATIONS[self.kind](x)

    @classmethod
    def read(cls, r: Reader) -> Activation:
        name = r.word()
        return cls(r.word() if r.version >= 11 else "ACTIVATION_RELU", name)

    def write(self, w: Writer) -> None:
        w.put(self.name)
        if w.version >= 11:
            w.put(self.kind)
        elif self.kind != "ACTIVATION_RELU":
            raise NetFileError("files before version 11 know no activation but ReLU")


class Conv(nn.Module):
    """A convolution with zeros around the board and no bias."""

    def __init__(self, inputs: int, outputs: int, rows: int, columns: int | None = None, name: str = "conv") -> None:
        super().__init__()
        self.name = name
        self.weight = nn.Parameter(torch.empty(outputs, inputs, rows, columns or rows))
        nn.init.normal_(self.weight, 0, 1 / math.sqrt(self.weight[0].numel()))

    def forward(self, x: Tensor) -> Tensor:
        rows, columns = self.weight.shape[2:]
        return F.conv2d(x, self.weight, padding=(rows // 2, columns // 2))

    @classmethod
    def read(cls, r: Reader) -> Conv:
        name, rows, columns, inputs, outputs = r.word(), r.size(), r.size(), r.size(), r.size()
        if rows % 2 == 0 or columns % 2 == 0 or max(rows, columns) > 19 or (r.size(), r.size()) != (1, 1):
            raise NetFileError(f"{name}: a convolution of an unknown kind")
        layer = cls(inputs, outputs, rows, columns, name)
        weights = r.floats(rows, columns, inputs, outputs).transpose(3, 2, 0, 1)
        layer.weight.data.copy_(torch.from_numpy(weights.copy()))
        return layer

    def write(self, w: Writer) -> None:
        outputs, inputs, rows, columns = self.weight.shape
        w.put(self.name, rows, columns, inputs, outputs, 1, 1)
        w.weights(numbers(self.weight).transpose(2, 3, 1, 0))


class MatMul(nn.Module):
    """A matrix without bias, applied to the last index."""

    def __init__(self, inputs: int, outputs: int, name: str = "matmul", gain: float = 1.0) -> None:
        super().__init__()
        self.name = name
        self.weight = nn.Parameter(torch.empty(outputs, inputs))
        nn.init.normal_(self.weight, 0, gain / math.sqrt(inputs))

    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x, self.weight)

    @classmethod
    def read(cls, r: Reader) -> MatMul:
        name, inputs, outputs = r.word(), r.size(), r.size()
        layer = cls(inputs, outputs, name)
        layer.weight.data.copy_(torch.from_numpy(r.floats(inputs, outputs).T.copy()))
        return layer

    def write(self, w: Writer) -> None:
        outputs, inputs = self.weight.shape
        w.put(self.name, inputs, outputs)
        w.weights(numbers(self.weight).T)


class Bias(nn.Module):
    """A summand of each channel."""

    def __init__(self, channels: int, name: str = "bias") -> None:
        super().__init__()
        self.name = name
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.bias

    @classmethod
    def read(cls, r: Reader) -> Bias:
        name = r.word()
        layer = cls(r.size(), name)
        layer.bias.data.copy_(torch.from_numpy(r.floats(len(layer.bias))))
        return layer

    def write(self, w: Writer) -> None:
        w.put(self.name, len(self.bias))
        w.floats(numbers(self.bias))


class Norm(nn.Module):
    """`x · scale + bias` for each channel: the normalisation of a file with its statistics folded in."""

    def __init__(self, channels: int, name: str = "norm") -> None:
        super().__init__()
        self.name = name
        self.scale = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor, board: Board) -> Tensor:
        return torch.addcmul(self.bias[:, None, None], x, self.scale[:, None, None])

    @classmethod
    def read(cls, r: Reader) -> Norm:
        name, channels, epsilon, scaled, biased = r.word(), r.size(), r.real(), r.flag(), r.flag()
        mean, variance = r.floats(channels), r.floats(channels)
        scale = r.floats(channels) if scaled else np.ones(channels, np.float32)
        bias = r.floats(channels) if biased else np.zeros(channels, np.float32)
        if epsilon < 0 or (variance + np.float32(epsilon)).min() <= 0:
            raise NetFileError(f"{name}: a variance that is not positive")
        layer = cls(channels, name)
        folded = scale / np.sqrt(variance + np.float32(epsilon))
        layer.scale.data.copy_(torch.from_numpy(folded))
        layer.bias.data.copy_(torch.from_numpy(bias - folded * mean))
        return layer

    def statistics(self) -> tuple[float, np.ndarray, np.ndarray]:
        """Epsilon, mean and variance to write: here those that change nothing."""
        channels = len(self.scale)
        return 1e-20, np.zeros(channels, np.float32), np.ones(channels, np.float32)

    def write(self, w: Writer) -> None:
        epsilon, mean, variance = self.statistics()
        w.put(self.name, len(self.scale), epsilon, True, True)
        for values in (mean, variance, numbers(self.scale), numbers(self.bias)):
            w.floats(values)


class BatchNorm(Norm):
    """Normalisation by the statistics of the batch's points while training, by running ones after it."""

    EPSILON = 1e-4
    MOMENTUM = 0.02

    def __init__(self, channels: int, name: str = "norm") -> None:
        super().__init__(channels, name)
        self.register_buffer("mean", torch.zeros(channels))
        self.register_buffer("variance", torch.ones(channels))

    def forward(self, x: Tensor, board: Board) -> Tensor:
        if not self.training:
            scale = self.scale * torch.rsqrt(self.variance + self.EPSILON)
            return torch.addcmul((self.bias - scale * self.mean)[:, None, None], x, scale[:, None, None])
        x = x.float()
        count = board.area.sum()
        mean = board.cut(x).sum((0, 2, 3)) / count
        centred = x - mean[:, None, None]
        variance = board.cut(centred * centred).sum((0, 2, 3)) / count
        with torch.no_grad():
            self.mean.lerp_(mean, self.MOMENTUM)
            self.variance.lerp_(variance, self.MOMENTUM)
        scale = self.scale * torch.rsqrt(variance + self.EPSILON)
        return torch.addcmul(self.bias[:, None, None], centred, scale[:, None, None])

    def statistics(self) -> tuple[float, np.ndarray, np.ndarray]:
        return self.EPSILON, numbers(self.mean), numbers(self.variance)


class PointNorm(nn.Module):
    """Root-mean-square normalisation over the channels of each point (the last index)."""

    def __init__(self, channels: int, epsilon: float = 1e-6, name: str = "norm") -> None:
        super().__init__()
        self.name, self.epsilon = name, epsilon
        self.weight = nn.Parameter(torch.ones(channels))

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x.float(), self.weight.shape, self.weight, self.epsilon)

    @classmethod
    def read(cls, r: Reader) -> PointNorm:
        name, channels, epsilon = r.word(), r.size(), r.real()
        layer = cls(channels, epsilon, name)
        layer.weight.data.copy_(torch.from_numpy(r.floats(channels)))
        return layer

    def write(self, w: Writer) -> None:
        w.put(self.name, len(self.weight), float(self.epsilon))
        w.floats(numbers(self.weight))


class TipNorm(nn.Module):
    """Root-mean-square normalisation at the end of the trunk: over the channels of a point, or of all points of a board."""

    def __init__(self, channels: int, spatial: bool, epsilon: float = 1e-6, name: str = "tip") -> None:
        super().__init__()
        self.name, self.spatial, self.epsilon = name, spatial, epsilon
        self.scale = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor, board: Board) -> Tensor:
        x = x.float()
        square = x * x
        if self.spatial:
            mean = board.cut(square).sum((1, 2, 3)) / (board.area[:, 0] * x.shape[1])
            mean = mean[:, None, None, None]
        else:
            mean = square.mean(1, keepdim=True)
        x = x * torch.rsqrt(mean + self.epsilon)
        return torch.addcmul(self.bias[:, None, None], x, self.scale[:, None, None])

    @classmethod
    def read(cls, r: Reader) -> TipNorm:
        name, channels, epsilon, spatial = r.word(), r.size(), r.real(), r.flag()
        r.zeros(1)
        layer = cls(channels, spatial, epsilon, name)
        layer.scale.data.copy_(torch.from_numpy(r.floats(channels)))
        layer.bias.data.copy_(torch.from_numpy(r.floats(channels)))
        return layer

    def write(self, w: Writer) -> None:
        w.put(self.name, len(self.scale), float(self.epsilon), self.spatial, 0)
        w.floats(numbers(self.scale))
        w.floats(numbers(self.bias))
