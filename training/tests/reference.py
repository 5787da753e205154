"""A second implementation of the file format: NumPy in float64, one position, evaluating while it reads.

It shares no code with the package, so that a misunderstanding would have to happen twice.
"""

from __future__ import annotations

import numpy as np

ACTS = {
    "ACTIVATION_IDENTITY": lambda x: x,
    "ACTIVATION_RELU": lambda x: np.maximum(x, 0),
    "ACTIVATION_MISH": lambda x: x * np.tanh(np.logaddexp(0, x)),
    "ACTIVATION_SILU": lambda x: x / (1 + np.exp(-x)),
}


class Evaluation:
    """Reads an uncompressed binary file and evaluates it on planes [22, rows, columns] and globals [19]."""

    def __init__(self, content: bytes, planes: np.ndarray, globals_: np.ndarray) -> None:
        self.data, self.at = content, 0
        self.mask = planes[0].astype(float)
        self.area = self.mask.sum()
        self.q = np.sqrt(self.area) - 14
        self.word()
        self.version = int(self.word())
        self.skip(2 + (7 if self.version >= 13 else 0) + (8 if self.version >= 15 else 0))
        x = self.trunk(planes.astype(float), globals_.astype(float))
        self.policy_head(x)
        self.value_head(x)
        assert not self.data[self.at :].strip()

    def word(self) -> str:
        while self.data[self.at : self.at + 1].isspace():
            self.at += 1
        start = self.at
        while not self.data[self.at : self.at + 1].isspace():
            self.at += 1
        return self.data[start : self.at].decode()

    def skip(self, count: int) -> None:
        for _ in range(count):
            self.word()

    def ints(self, count: int) -> list[int]:
        return [int(self.word()) for _ in range(count)]

    def floats(self, *shape: int) -> np.ndarray:
        start = self.data.index(b"@BIN@", self.at) + 5
        count = int(np.prod(shape))
        self.at = start + 4 * count
        return np.frombuffer(self.data, "<f4", count, start).astype(float).reshape(shape)

    def conv(self, x: np.ndarray) -> np.ndarray:
        self.word()
        ky, kx, inputs, outputs, _, _ = self.ints(6)
        weights = self.floats(ky, kx, inputs, outputs)
        _, height, width = x.shape
        padded = np.pad(x, ((0, 0), (ky // 2, ky // 2), (kx // 2, kx // 2)))
        out = np.zeros((outputs, height, width))
        for dy in range(ky):
            for dx in range(kx):
                out += np.einsum("io,ihw->ohw", weights[dy, dx], padded[:, dy : dy + height, dx : dx + width])
        return out

    def norm(self, x: np.ndarray) -> np.ndarray:
        self.word()
        channels, epsilon, scaled, biased = int(self.word()), float(self.word()), *self.ints(2)
        mean, variance = self.floats(channels), self.floats(channels)
        scale = self.floats(channels) if scaled else 1.0
        bias = self.floats(channels) if biased else 0.0
        factor = scale / np.sqrt(variance + epsilon)
        return x * factor[:, None, None] + (bias - factor * mean)[:, None, None]

    def act(self, x: np.ndarray) -> np.ndarray:
        self.word()
        return ACTS[self.word() if self.version >= 11 else "ACTIVATION_RELU"](x)

    def norm_act(self, x: np.ndarray) -> np.ndarray:
        return self.act(self.norm(x)) * self.mask

    def matrix(self, x: np.ndarray) -> np.ndarray:
        self.word()
        return x @ self.floats(*self.ints(2))

    def bias(self, x: np.ndarray) -> np.ndarray:
        self.word()
        return x + self.floats(int(self.word()))

    def pool(self, x: np.ndarray) -> np.ndarray:
        mean = x.sum((1, 2)) / self.area
        return np.concatenate([mean, mean * self.q / 10, (x + self.mask - 1).max((1, 2))])

    def point_norm(self, x: np.ndarray) -> np.ndarray:
        self.word()
        channels, epsilon = int(self.word()), float(self.word())
        return x * self.floats(channels)[:, None, None] / np.sqrt((x * x).mean(0) + epsilon) * self.mask

    def block(self, x: np.ndarray) -> np.ndarray:
        kind, _ = self.word(), self.word()
        if kind == "ordinary_block":
            return x + self.conv(self.norm_act(self.conv(self.norm_act(x))))
        if kind == "gpool_block":
            t = self.norm_act(x)
            regular = self.conv(t)
            pooled = self.pool(self.norm_act(self.conv(t)))
            return x + self.conv(self.norm_act(regular + self.matrix(pooled)[:, None, None]))
        if kind == "nested_bottleneck_block":
            count = int(self.word())
            t = self.conv(self.norm_act(x))
            for _ in range(count):
                t = self.block(t)
            return x + self.conv(self.norm_act(t))
        if kind == "transformer_attention_block":
            return x + self.attention(x) * self.mask
        assert kind == "transformer_ffn_block"
        self.skip(3)
        t = np.moveaxis(self.point_norm(x), 0, -1)
        up = self.matrix(t)
        return x + np.moveaxis(self.matrix(up / (1 + np.exp(-up)) * self.matrix(t)), -1, 0) * self.mask

    def attention(self, x: np.ndarray) -> np.ndarray:
        heads, kv, dq, dv, rope, learned = self.ints(6)
        _, height, width = x.shape
        t = np.moveaxis(self.point_norm(x), 0, -1).reshape(height * width, -1)
        query = self.matrix(t).reshape(-1, heads, dq)
        key, value = self.matrix(t).reshape(-1, kv, dq), self.matrix(t).reshape(-1, kv, dv)
        self.word()
        output = self.floats(*self.ints(2))
        if rope:
            self.word()
            row, column = np.divmod(np.arange(height * width), width)
            if learned:
                table = self.floats(*self.ints(3))
                angle = column[:, None, None] * table[..., 0] + row[:, None, None] * table[..., 1]
            else:
                theta, n = float(self.word()), dq // 2
                angle = np.zeros((height * width, kv, n))
                for p in range(n):
                    first = p < n // 2
                    frequency = theta ** (-2 * (p if first else p - n // 2) / n)
                    angle[:, :, p] = ((row if first else column) * frequency)[:, None]
            query = turned(query, np.repeat(angle, heads // kv, 1))
            key = turned(key, angle)
        parts = []
        for head in range(heads):
            scores = query[:, head] @ key[:, head // (heads // kv)].T / np.sqrt(dq)
            scores[:, self.mask.reshape(-1) == 0] = -np.inf
            weights = np.exp(scores - scores.max(1, keepdims=True))
            parts.append(weights / weights.sum(1, keepdims=True) @ value[:, head // (heads // kv)])
        return np.moveaxis((np.concatenate(parts, 1) @ output).reshape(height, width, -1), -1, 0)

    def trunk(self, planes: np.ndarray, globals_: np.ndarray) -> np.ndarray:
        self.word()
        blocks = self.ints(6)[0]
        tip = self.ints(6)[0] if self.version >= 15 else 0
        x = self.conv(planes)
        x = x + self.matrix(globals_)[:, None, None]
        for _ in range(blocks):
            x = self.block(x)
        if not tip:
            return self.norm_act(x)
        self.word()
        channels, epsilon, spatial, _ = int(self.word()), float(self.word()), *self.ints(2)
        square = (x * x * self.mask).sum() / (self.area * channels) if spatial else (x * x).mean(0)
        gamma, beta = self.floats(channels), self.floats(channels)
        x = x / np.sqrt(square + epsilon) * gamma[:, None, None] + beta[:, None, None]
        return self.act(x) * self.mask

    def policy_head(self, x: np.ndarray) -> None:
        self.word()
        if self.version >= 17:
            self.skip(4)
        points = self.conv(x)
        pooled = self.pool(self.norm_act(self.conv(x)))
        points = self.conv(self.norm_act(points + self.matrix(pooled)[:, None, None]))
        passes = self.matrix(pooled)
        if self.version >= 15:
            passes = self.matrix(self.act(self.bias(passes)))
        self.policy = np.concatenate([points.reshape(len(points), -1), passes[:, None]], 1)

    def value_head(self, x: np.ndarray) -> None:
        self.word()
        if self.version >= 17:
            self.skip(3)
        t = self.norm_act(self.conv(x))
        mean = t.sum((1, 2)) / self.area
        h = self.act(self.bias(self.matrix(np.concatenate([mean, mean * self.q / 10, mean * (self.q**2 / 100 - 0.1)]))))
        self.value, self.misc = self.bias(self.matrix(h)), self.bias(self.matrix(h))
        self.ownership = self.conv(t).reshape(-1)


def turned(x: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """Rotary embedding of pairs of neighbours."""
    out = np.empty_like(x)
    a, b = x[..., 0::2], x[..., 1::2]
    out[..., 0::2] = a * np.cos(angle) - b * np.sin(angle)
    out[..., 1::2] = a * np.sin(angle) + b * np.cos(angle)
    return out
