"""Label shards (FORMAT.md sections 1 and 3): reading and writing.

A shard in memory is one `Records` for each board shape in it: structured NumPy arrays, one row a position.
"""

from __future__ import annotations

import gzip
import json
import os
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

MAGIC = b"SHTLAB01"
PLANES = 22
GLOBALS = 19
MISC = 6
MAX_LINES = 19
HEAD_LIMIT = 65_536
ILLEGAL = 255
SUFFIX = ".labels.gz"

LABELLED = 1
WHITE_TO_MOVE = 2
NO_RESULT_IMPOSSIBLE = 4

TRAIN, VALIDATION, TEST = 0, 1, 2
SPLITS = {"train": TRAIN, "validation": VALIDATION, "test": TEST}

_POLICY_STEPS = 16.0


class ShardError(ValueError):
    """A file that is not a whole label shard."""


def record_type(columns: int, rows: int) -> np.dtype:
    """The layout of a record on a board of that shape."""
    points = columns * rows
    return np.dtype(
        [
            ("game", "<u8"),
            ("ply", "<u2"),
            ("columns", "u1"),
            ("rows", "u1"),
            ("split", "u1"),
            ("flags", "u1"),
            ("set", "<u2"),
            ("globals", "<f4", (GLOBALS,)),
            ("value", "<f4", (3,)),
            ("misc", "<f4", (MISC,)),
            ("planes", "u1", (PLANES, (points + 7) // 8)),
            ("policy", "u1", (points + 1,)),
            ("ownership", "i1", (points,)),
        ]
    )


@dataclass
class Shard:
    """The head of a shard and its records by shape `(columns, rows)`."""

    head: dict[str, Any] = field(default_factory=dict)
    records: dict[tuple[int, int], np.ndarray] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(len(rows) for rows in self.records.values())


def encode_policy(probabilities: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """Policy bytes of probabilities `[..., S + 1]`; `legal` has the same shape."""
    steps = -_POLICY_STEPS * np.log(np.maximum(probabilities.astype(np.float64), 1e-30))
    codes = np.clip(np.rint(steps), 0, ILLEGAL - 1).astype(np.uint8)
    return np.where(legal, codes, np.uint8(ILLEGAL))


def decode_policy(codes: np.ndarray) -> np.ndarray:
    """Probabilities of policy bytes `[..., S + 1]`; illegal moves get 0, the rest sums to 1."""
    weights = np.where(codes == ILLEGAL, 0.0, np.exp(codes.astype(np.float32) / -_POLICY_STEPS))
    return (weights / np.maximum(weights.sum(-1, keepdims=True), 1e-30)).astype(np.float32)


def pack_planes(planes: np.ndarray) -> np.ndarray:
    """Bits of planes `[..., 22, S]` that hold 0 or 1."""
    return np.packbits(planes.astype(bool), axis=-1, bitorder="little")


def unpack_planes(packed: np.ndarray, points: int) -> np.ndarray:
    """Planes `[..., 22, S]` as bytes 0 or 1."""
    return np.unpackbits(packed, axis=-1, count=points, bitorder="little")


def _split_records(body: bytes, count: int, name: str) -> dict[tuple[int, int], np.ndarray]:
    """Groups the records of a shard by shape; walks over their lengths once."""
    offsets: dict[tuple[int, int], list[int]] = {}
    sizes: dict[tuple[int, int], int] = {}
    at = 0
    for number in range(count):
        if at + 128 > len(body):
            raise ShardError(f"{name}: record {number} of {count} breaks off")
        shape = (body[at + 10], body[at + 11])
        size = sizes.get(shape)
        if size is None:
            if not all(2 <= side <= MAX_LINES for side in shape):
                raise ShardError(f"{name}: record {number} has a board of {shape[0]}x{shape[1]}")
            size = sizes[shape] = record_type(*shape).itemsize
        offsets.setdefault(shape, []).append(at)
        at += size
    if at != len(body):
        raise ShardError(f"{name}: the records end at byte {at}, the file at {len(body)}")
    data = np.frombuffer(body, np.uint8)
    groups = {}
    for shape, starts in offsets.items():
        rows = data[np.asarray(starts)[:, None] + np.arange(sizes[shape])]
        groups[shape] = rows.view(record_type(*shape)).reshape(-1)
    return groups


def read_shard(path: Path | str) -> Shard:
    """Reads a whole shard.

    Raises `ShardError` when the file is not one, or is damaged.
    """
    name = Path(path).name
    try:
        with gzip.open(path, "rb") as stream:
            content = stream.read()
    except (OSError, EOFError) as error:
        raise ShardError(f"{name}: {error}") from error
    if content[:8] != MAGIC or len(content) < 12:
        raise ShardError(f"{name}: no label shard")
    (length,) = struct.unpack_from("<I", content, 8)
    if length > HEAD_LIMIT or 12 + length > len(content):
        raise ShardError(f"{name}: a head of {length} bytes")
    try:
        head = json.loads(content[12 : 12 + length])
        count = int(head["records"])
    except (ValueError, KeyError, TypeError) as error:
        raise ShardError(f"{name}: the head is damaged: {error}") from error
    return Shard(head, _split_records(content[12 + length :], count, name))


def write_shard(path: Path | str, shard: Shard, level: int = 6) -> None:
    """Writes a shard: first beside its name, then renamed, so that a file with the name is whole."""
    path = Path(path)
    head = json.dumps(shard.head | {"records": len(shard)}, ensure_ascii=False).encode()
    temporary = path.with_name(path.name + ".tmp")
    with open(temporary, "wb") as raw:
        # No time stamp and no name inside: the same records give the same bytes.
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=level, mtime=0) as stream:
            stream.write(MAGIC + struct.pack("<I", len(head)) + head)
            for rows in shard.records.values():
                stream.write(np.ascontiguousarray(rows).tobytes())
        raw.flush()
        os.fsync(raw.fileno())
    os.replace(temporary, path)


def shard_paths(sources: Iterable[Path | str]) -> list[Path]:
    """The shards among files and folders, in the order of their names."""
    found: list[Path] = []
    for source in map(Path, sources):
        found += sorted(source.rglob("*" + SUFFIX)) if source.is_dir() else [source]
    return found


def read_shards(sources: Iterable[Path | str]) -> Iterator[Shard]:
    """Reads the shards of files and folders one by one."""
    for path in shard_paths(sources):
        yield read_shard(path)
