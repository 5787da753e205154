"""The table of architectures."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from shoutan_train import compare, shards
from tests.samples import random_shard


def test_a_table_has_a_line_for_each_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shards.write_shard(tmp_path / "a.labels.gz", random_shard({(9, 9): 40, (7, 7): 10}, seed=1))
    shards.write_shard(tmp_path / "b.labels.gz", random_shard({(9, 9): 20}, seed=2, split=shards.VALIDATION))
    words = ["compare", str(tmp_path / "out"), "--labels", str(tmp_path), "--architectures", "tiny", "--samples", "64"]
    monkeypatch.setattr(sys, "argv", [*words, "--batch", "16", "--side", "9", "--device", "cpu"])
    compare.main()
    lines = (tmp_path / "out" / "table.md").read_text().splitlines()
    assert lines[0].count("|") == lines[1].count("|") == lines[2].count("|")
    assert "| tiny (muon) | 0.02 M | 64 |" in lines[2]
