"""Labels equal what the teacher says, whatever the orientation it looked from."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import torch

from shoutan_train import architectures, shards
from shoutan_train.data import Positions, expand, rows_of
from shoutan_train.devices import Device
from shoutan_train.label import Teacher, label_files
from shoutan_train.metrics import agreement
from tests.samples import random_shard

CPU = Device("cpu", precise=True)


def unlabelled(counts: dict[tuple[int, int], int], seed: int, split: int = shards.TRAIN) -> shards.Shard:
    """Features without labels, as the labeller gets them."""
    shard = random_shard(counts, seed, split)
    for records in shard.records.values():
        records["flags"], records["value"], records["misc"], records["ownership"] = 0, 0, np.nan, 0
        records["policy"] = np.where(records["policy"] == shards.ILLEGAL, shards.ILLEGAL, 0)
        records["policy"][:, 5] = shards.ILLEGAL
    return shard


def test_a_label_is_what_the_teacher_says() -> None:
    net = architectures.build("tiny").eval()
    key, rows = rows_of(unlabelled({(7, 7): 6}, seed=3).records[7, 7])
    labels = Teacher(net, CPU, symmetries=8, batch=4).label(key, rows)
    batch = expand(key, rows)
    assert (labels.flags & shards.LABELLED).all()
    assert torch.equal(labels.policy == shards.ILLEGAL, ~batch.legal)
    total, values = torch.zeros(6, 82), torch.zeros(6, 3)
    with torch.no_grad():
        for symmetry in range(8):
            turned = expand(key, rows, torch.full((6,), symmetry))
            out = net(turned.planes, turned.globals)
            policy = out.policy[:, 0].masked_fill(~turned.legal, -1e4).softmax(1)
            board = policy[:, :-1].view(6, 9, 9)
            # Undone in the opposite order.
            if symmetry & 4:
                board = board.mT
            if symmetry & 2:
                board = board.flip(2)
            if symmetry & 1:
                board = board.flip(1)
            total += torch.cat([board.flatten(1), policy[:, -1:]], 1)
            values += out.value.softmax(1)
    told = expand(key, labels).policy
    np.testing.assert_allclose(told.numpy(), (total / 8).numpy(), rtol=0.05, atol=1e-4)
    np.testing.assert_allclose(labels.value.numpy(), (values / 8).numpy(), rtol=1e-4, atol=1e-5)


def test_shards_are_labelled_once(tmp_path: Path) -> None:
    net = architectures.build("tiny").eval()
    sources, out = tmp_path / "in", tmp_path / "out"
    sources.mkdir()
    shards.write_shard(sources / "a.labels.gz", unlabelled({(9, 9): 5, (5, 7): 3}, seed=1))
    shards.write_shard(sources / "b.labels.gz", unlabelled({(9, 9): 2}, seed=2))
    teacher = Teacher(net, CPU, symmetries=2, batch=4)
    digest = hashlib.sha256(net.content()).hexdigest()
    assert label_files([sources], out, teacher, digest, say=lambda text: None) == 10
    assert label_files([sources], out, teacher, digest, say=lambda text: None) == 0
    shard = shards.read_shard(out / "a.labels.gz")
    assert shard.head["teacher"] == "tiny"
    assert shard.head["symmetries"] == 2
    assert (shard.records[5, 7]["policy"][:, 5] == shards.ILLEGAL).all()
    positions = Positions.read([out], "train")
    assert len(positions) == 10
    # The teacher agrees with itself but for the orientation.
    assert agreement(net, positions, CPU)["9"].kl < 0.2
