"""Positions in memory, in buckets of one tensor size, and the batches made of them.

Records stay packed (about 1.9 kB on 19x19), on the CPU or wholly on the GPU; a batch is unpacked, turned by a random
symmetry for each position, and scaled where the network runs.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from shoutan_train import shards

SIDES = (9, 13, 19)


class Key(NamedTuple):
    """What the positions of a bucket share: the side of their tensors, and whether their boards fill them."""

    side: int
    full: bool

    def __str__(self) -> str:
        return f"{'=' if self.full else '<'}{self.side}"


@dataclass
class Rows:
    """Packed positions; every field has one row a position."""

    planes: Tensor
    """[n, 22, bytes]: bits."""
    globals: Tensor
    value: Tensor
    misc: Tensor
    policy: Tensor
    """[n, points + 1]: bytes as in the shards, 255 off the board."""
    ownership: Tensor
    flags: Tensor

    def __len__(self) -> int:
        return len(self.flags)

    def map(self, change) -> Rows:
        """The same with every field changed."""
        return Rows(**{field.name: change(getattr(self, field.name)) for field in fields(self)})

    def take(self, index: Tensor) -> Rows:
        """Some rows."""
        return self.map(lambda field: field[index])

    def size(self) -> int:
        """Bytes in memory."""
        return sum(getattr(self, f.name).numel() * getattr(self, f.name).element_size() for f in fields(self))


@dataclass
class Batch:
    """Positions as a network takes them, and what it should say."""

    planes: Tensor
    """[n, 22, side, side]."""
    globals: Tensor
    policy: Tensor
    """[n, points + 1]: probabilities."""
    legal: Tensor
    value: Tensor
    misc: Tensor
    ownership: Tensor
    """[n, points]: -1 to 1."""
    no_result_possible: Tensor
    full: bool


def key_of(columns: int, rows: int) -> Key:
    """The bucket of a board."""
    side = next(side for side in SIDES if max(columns, rows) <= side)
    return Key(side, columns == rows == side)


def _onto(values: np.ndarray, shape: tuple[int, int], side: int, fill: int) -> np.ndarray:
    """Puts boards `[..., points]` at the top left of squares."""
    columns, rows = shape
    square = np.full((*values.shape[:-1], side, side), fill, values.dtype)
    square[..., :rows, :columns] = values.reshape(*values.shape[:-1], rows, columns)
    return square.reshape(*values.shape[:-1], side * side)


def rows_of(records: np.ndarray) -> tuple[Key, Rows]:
    """Records of one shape (as `shards` reads them) as rows of their bucket."""
    shape = int(records["columns"][0]), int(records["rows"][0])
    key = key_of(*shape)
    planes, policy, ownership = records["planes"], records["policy"], records["ownership"]
    if not key.full:
        unpacked = shards.unpack_planes(planes, shape[0] * shape[1])
        planes = shards.pack_planes(_onto(unpacked, shape, key.side, 0))
        points = _onto(policy[:, :-1], shape, key.side, shards.ILLEGAL)
        policy = np.concatenate([points, policy[:, -1:]], 1)
        ownership = _onto(ownership, shape, key.side, 0)
    parts = (planes, records["globals"], records["value"], records["misc"], policy, ownership, records["flags"])
    return key, Rows(*(torch.from_numpy(np.array(part, order="C")) for part in parts))


class Positions:
    """Many positions in buckets."""

    def __init__(self) -> None:
        self.buckets: dict[Key, Rows] = {}

    @classmethod
    def read(cls, sources: Iterable, split: str | None = None, limit: int | None = None, labelled: bool = True) -> Positions:
        """Reads shards, keeping positions of one split (`train`, `validation`, `test`), or all; at most `limit`.

        Positions without labels are left out unless `labelled` is false.
        """
        parts: dict[Key, list[Rows]] = {}
        count = 0
        for shard in shards.read_shards(sources):
            for records in shard.records.values():
                keep = np.ones(len(records), bool)
                if split is not None:
                    keep &= records["split"] == shards.SPLITS[split]
                if labelled:
                    keep &= (records["flags"] & shards.LABELLED) != 0
                records = records[keep]
                if limit is not None:
                    records = records[: limit - count]
                if len(records):
                    key, rows = rows_of(records)
                    parts.setdefault(key, []).append(rows)
                    count += len(records)
        positions = cls()
        for key, pieces in sorted(parts.items()):
            joined = [torch.cat([getattr(piece, field.name) for piece in pieces]) for field in fields(Rows)]
            positions.buckets[key] = Rows(*joined)
        return positions

    def __len__(self) -> int:
        return sum(map(len, self.buckets.values()))

    def size(self) -> int:
        """Bytes in memory."""
        return sum(rows.size() for rows in self.buckets.values())

    def to(self, device: torch.device | str) -> Positions:
        """The same on another device."""
        moved = Positions()
        moved.buckets = {key: rows.map(lambda field: field.to(device)) for key, rows in self.buckets.items()}
        return moved

    def describe(self) -> str:
        """Counts for people."""
        parts = (f"{str(key).lstrip('=')}: {len(rows):,}" for key, rows in self.buckets.items())
        return f"{len(self):,} positions ({', '.join(parts)})"


def _symmetry_table(side: int) -> Tensor:
    """[8, points]: which point of the input each point of the turned board is."""
    board = torch.arange(side * side).view(side, side)
    tables = []
    for symmetry in range(8):
        turned = board
        if symmetry & 1:
            turned = turned.flip(0)
        if symmetry & 2:
            turned = turned.flip(1)
        if symmetry & 4:
            turned = turned.t()
        tables.append(turned.flatten())
    return torch.stack(tables)


_TABLES: dict[tuple[int, torch.device], Tensor] = {}


def symmetry_tables(side: int, device: torch.device) -> Tensor:
    """The table of `_symmetry_table`, made once for each device."""
    if (side, device) not in _TABLES:
        _TABLES[side, device] = _symmetry_table(side).to(device)
    return _TABLES[side, device]


def unpack(packed: Tensor, points: int) -> Tensor:
    """Bits `[..., bytes]` as bytes 0 or 1 `[..., points]`."""
    shifts = torch.arange(8, device=packed.device, dtype=torch.uint8)
    return ((packed.unsqueeze(-1) >> shifts) & 1).flatten(-2)[..., :points]


def expand(key: Key, rows: Rows, symmetry: Tensor | None = None) -> Batch:
    """Unpacks rows. `symmetry` [n] turns each position: bit 1 mirrors the rows, bit 2 the columns, bit 4 transposes after it."""
    points = key.side * key.side
    planes, policy, ownership = unpack(rows.planes, points), rows.policy, rows.ownership
    if symmetry is not None:
        order = symmetry_tables(key.side, planes.device)[symmetry]
        planes = planes.gather(2, order[:, None, :].expand(-1, shards.PLANES, -1))
        ownership = ownership.gather(1, order)
        policy = torch.cat([policy[:, :-1].gather(1, order), policy[:, -1:]], 1)
    legal = policy != shards.ILLEGAL
    weights = torch.exp(policy.float() / -16.0) * legal
    flags = rows.flags
    return Batch(
        planes.view(-1, shards.PLANES, key.side, key.side).float().contiguous(memory_format=torch.channels_last),
        rows.globals,
        weights / weights.sum(1, keepdim=True),
        legal,
        rows.value,
        rows.misc,
        ownership.float() / 127.0,
        (flags & shards.NO_RESULT_IMPOSSIBLE) == 0,
        key.full,
    )


class Sampler:
    """An endless stream of batches: each from one bucket, drawn by size; each position once a pass through its bucket."""

    def __init__(self, positions: Positions, batch: int, device: torch.device, seed: int) -> None:
        self.positions, self.batch, self.device = positions, batch, device
        self.generator = torch.Generator().manual_seed(seed)
        self.keys = list(positions.buckets)
        self.weights = torch.tensor([float(len(rows)) for rows in positions.buckets.values()])
        self.orders: dict[Key, Tensor] = {}
        if not self.keys:
            raise ValueError("there are no labelled positions to learn from")

    def _next(self) -> tuple[Key, Rows, Tensor]:
        key = self.keys[int(torch.multinomial(self.weights, 1, generator=self.generator))]
        rows = self.positions.buckets[key]
        order = self.orders.get(key, torch.empty(0, dtype=torch.long))
        while len(order) < self.batch:
            order = torch.cat([order, torch.randperm(len(rows), generator=self.generator)])
        index, self.orders[key] = order[: self.batch], order[self.batch :]
        symmetry = torch.randint(8, (self.batch,), generator=self.generator)
        return key, rows.take(index.to(rows.flags.device)), symmetry

    def _prefetched(self) -> Iterator[tuple[Key, Rows, Tensor]]:
        """Gathers on another thread into pinned memory while the GPU computes."""
        ready: queue.Queue = queue.Queue(maxsize=4)

        def work() -> None:
            while True:
                key, rows, symmetry = self._next()
                ready.put((key, rows.map(Tensor.pin_memory), symmetry.pin_memory()))

        threading.Thread(target=work, daemon=True).start()
        while True:
            yield ready.get()

    def __iter__(self) -> Iterator[Batch]:
        resident = next(iter(self.positions.buckets.values())).flags.device.type == self.device.type
        stream = iter(self._next, None) if resident else self._prefetched()
        for key, rows, symmetry in stream:
            moved = rows.map(lambda field: field.to(self.device, non_blocking=True))
            yield expand(key, moved, symmetry.to(self.device, non_blocking=True))


def whole(positions: Positions, batch: int, device: torch.device) -> Iterator[tuple[Key, Batch]]:
    """Every position once, unturned, in order."""
    for key, rows in positions.buckets.items():
        for start in range(0, len(rows), batch):
            part = rows.map(lambda field: field[start : start + batch].to(device))  # noqa: B023 - used at once
            yield key, expand(key, part)
