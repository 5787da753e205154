"""Buckets, symmetries, and the two forms of a position."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from shoutan_train import shards
from shoutan_train.data import Key, Positions, Sampler, expand, rows_of, whole
from tests.samples import random_shard

CPU = torch.device("cpu")


def written(folder: Path, counts: dict[tuple[int, int], int], **other) -> Path:
    """A folder with one shard."""
    shards.write_shard(folder / f"a{len(list(folder.iterdir()))}.labels.gz", random_shard(counts, seed=1, **other))
    return folder


def test_boards_fall_into_buckets(tmp_path: Path) -> None:
    written(tmp_path, {(19, 19): 2, (9, 9): 3, (7, 9): 1, (13, 13): 1, (10, 13): 1, (15, 4): 2})
    positions = Positions.read([tmp_path])
    counts = {key: len(rows) for key, rows in positions.buckets.items()}
    assert counts == {Key(19, True): 2, Key(9, True): 3, Key(9, False): 1, Key(13, True): 1, Key(13, False): 1, Key(19, False): 2}
    assert "19: 2" in positions.describe()


def test_splits_and_labels_are_kept_apart(tmp_path: Path) -> None:
    written(tmp_path, {(9, 9): 5})
    written(tmp_path, {(9, 9): 3}, split=shards.VALIDATION)
    unlabelled = random_shard({(9, 9): 4}, seed=2)
    unlabelled.records[9, 9]["flags"] = 0
    shards.write_shard(tmp_path / "b.labels.gz", unlabelled)
    assert len(Positions.read([tmp_path], "train")) == 5
    assert len(Positions.read([tmp_path], "validation")) == 3
    assert len(Positions.read([tmp_path], "train", labelled=False)) == 9
    assert len(Positions.read([tmp_path], limit=6)) == 6


def test_a_position_is_unpacked_as_it_was(tmp_path: Path) -> None:
    for shape in [(9, 9), (7, 5)]:
        records = random_shard({shape: 4}, seed=5).records[shape]
        key, rows = rows_of(records)
        batch = expand(key, rows)
        points = shape[0] * shape[1]
        planes = shards.unpack_planes(records["planes"], points).reshape(4, 22, shape[1], shape[0])
        assert np.array_equal(batch.planes[:, :, : shape[1], : shape[0]].numpy(), planes)
        assert batch.planes.sum() == planes.sum()
        policy = batch.policy[:, :-1].view(4, 9, 9)[:, : shape[1], : shape[0]].flatten(1)
        expected = shards.decode_policy(records["policy"])
        np.testing.assert_allclose(policy.numpy(), expected[:, :-1], atol=1e-6)
        np.testing.assert_allclose(batch.policy.sum(1).numpy(), 1, atol=1e-5)
        assert batch.legal.sum() == 4 * (points + 1)


def test_a_symmetry_turns_everything_alike() -> None:
    key, rows = rows_of(random_shard({(9, 9): 8}, seed=6).records[9, 9])
    plain, turned = expand(key, rows), expand(key, rows, torch.arange(8))
    for symmetry in range(8):
        board = plain.planes[symmetry]
        owner = plain.ownership[symmetry].view(9, 9)
        policy = plain.policy[symmetry, :-1].view(9, 9)
        for bit, dims in ((1, -2), (2, -1)):
            if symmetry & bit:
                board, owner, policy = board.flip(dims), owner.flip(dims), policy.flip(dims)
        if symmetry & 4:
            board, owner, policy = board.mT, owner.mT, policy.mT
        assert torch.equal(turned.planes[symmetry], board)
        assert torch.equal(turned.ownership[symmetry].view(9, 9), owner)
        torch.testing.assert_close(turned.policy[symmetry, :-1].view(9, 9), policy)


def test_every_position_comes_once_a_pass(tmp_path: Path) -> None:
    positions = Positions.read([written(tmp_path, {(9, 9): 12})])
    positions.buckets[Key(9, True)].value[:, 0] = torch.arange(12.0)
    stream = iter(Sampler(positions, 4, CPU, seed=3))
    first = torch.cat([next(stream).value[:, 0] for _ in range(3)])
    second = torch.cat([next(stream).value[:, 0] for _ in range(3)])
    assert sorted(first.tolist()) == sorted(second.tolist()) == list(range(12))
    assert first.tolist() != second.tolist()
    assert sum(len(batch.value) for _, batch in whole(positions, 5, CPU)) == 12


def test_a_bucket_smaller_than_a_batch_serves_too(tmp_path: Path) -> None:
    positions = Positions.read([written(tmp_path, {(9, 9): 3})])
    assert len(next(iter(Sampler(positions, 8, CPU, seed=3))).value) == 8
