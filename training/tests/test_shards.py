"""The label shards: what is written is read back, and damage is said."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from shoutan_train import shards
from tests.samples import random_shard


def test_lengths_are_those_of_the_format() -> None:
    assert shards.record_type(19, 19).itemsize == 1863
    assert shards.record_type(9, 9).itemsize == 533
    assert shards.record_type(19, 19).fields["planes"][1] == 128


def test_a_shard_comes_back(tmp_path: Path) -> None:
    shard = random_shard({(19, 19): 3, (9, 9): 5, (13, 7): 2}, seed=1)
    path = tmp_path / "a.labels.gz"
    shards.write_shard(path, shard)
    back = shards.read_shard(path)
    assert back.head["records"] == 10
    assert set(back.records) == {(19, 19), (9, 9), (13, 7)}
    for shape, rows in shard.records.items():
        assert back.records[shape].tobytes() == rows.tobytes()
    assert not list(tmp_path.glob("*.tmp"))


def test_policy_is_kept_within_its_step() -> None:
    random = np.random.default_rng(2)
    exact = random.dirichlet(np.full(82, 0.05), 200)
    legal = random.random((200, 82)) < 0.9
    legal[:, -1] = True
    exact = np.where(legal, exact, 0) + legal * 1e-7
    exact /= exact.sum(-1, keepdims=True)
    decoded = shards.decode_policy(shards.encode_policy(exact, legal))
    assert np.all(decoded[~legal] == 0)
    np.testing.assert_allclose(decoded.sum(-1), 1, atol=1e-5)
    divergence = (exact * np.log(np.maximum(exact, 1e-30) / np.maximum(decoded, 1e-30))).sum(-1)
    assert divergence.max() < 4e-4


def test_planes_are_packed_row_by_row_lowest_bit_first() -> None:
    planes = np.zeros((22, 81), np.uint8)
    planes[3, 9] = 1
    packed = shards.pack_planes(planes)
    assert packed.shape == (22, 11)
    assert packed[3, 1] == 2
    assert np.array_equal(shards.unpack_planes(packed, 81), planes)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: b"X" + data[1:],
        lambda data: data[:8] + b"\xff\xff\xff\xff" + data[12:],
        lambda data: data.replace(b'"records": 4', b'"records": 5'),
        lambda data: data.replace(b'"records"', b'"recordz"'),
    ],
)
def test_damage_is_refused(tmp_path: Path, damage) -> None:
    path = tmp_path / "a.labels.gz"
    shards.write_shard(path, random_shard({(9, 9): 4}, seed=3))
    path.write_bytes(gzip.compress(damage(gzip.decompress(path.read_bytes()))))
    with pytest.raises(shards.ShardError):
        shards.read_shard(path)


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.labels.gz"
    shards.write_shard(path, random_shard({(9, 9): 4}, seed=3))
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(shards.ShardError):
        shards.read_shard(path)
