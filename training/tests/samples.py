"""Made-up positions for tests."""

from __future__ import annotations

import numpy as np

from shoutan_train import shards


def random_shard(counts: dict[tuple[int, int], int], seed: int, split: int = shards.TRAIN) -> shards.Shard:
    """Labelled records of random stones; the best move is always where plane 10 has its point, so that it can be learnt."""
    random = np.random.default_rng(seed)
    shard = shards.Shard({"teacher": "made-up", "symmetries": 1, "visits": 0, "made": "a test"})
    for (columns, rows), count in counts.items():
        points = columns * rows
        records = np.zeros(count, shards.record_type(columns, rows))
        records["game"] = random.integers(0, 1 << 63, count, dtype=np.uint64)
        records["columns"], records["rows"] = columns, rows
        records["split"], records["flags"] = split, shards.LABELLED
        records["globals"] = random.normal(0, 0.3, (count, shards.GLOBALS))
        kind = random.choice(3, (count, points), p=[0.6, 0.2, 0.2])
        planes = np.zeros((count, shards.PLANES, points), np.uint8)
        planes[:, 0] = 1
        planes[:, 1], planes[:, 2] = kind == 1, kind == 2
        last = random.integers(0, points, count)
        planes[np.arange(count), 10, last] = 1
        records["planes"] = shards.pack_planes(planes)
        policy = np.full((count, points + 1), 0.1 / points)
        policy[np.arange(count), last] += 0.9
        legal = np.ones_like(policy, bool)
        records["policy"] = shards.encode_policy(policy / policy.sum(-1, keepdims=True), legal)
        lead = planes[:, 1].sum(-1).astype(np.float32) - planes[:, 2].sum(-1)
        win = 1 / (1 + np.exp(-lead / 3))
        records["value"] = np.stack([win, 1 - win, np.zeros_like(win)], -1)
        records["misc"] = np.stack([lead, np.full_like(lead, 8), lead, *[np.full_like(lead, 0.2)] * 3], -1)
        records["ownership"] = 100 * (planes[:, 1].astype(np.int8) - planes[:, 2].astype(np.int8))
        shard.records[columns, rows] = records
    return shard
