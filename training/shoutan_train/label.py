"""Labels positions with a teacher network, in memory or shard by shard.

    python -m shoutan_train.label --teacher NET --out FOLDER SHARDS... [--symmetries 2]

Reads shards with or without labels and writes labelled ones of the same names; those that exist are skipped, so that the
same command goes on after an interruption.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from shoutan_train import shards
from shoutan_train.data import Key, Rows, expand, rows_of, symmetry_tables
from shoutan_train.devices import Device, say_now
from shoutan_train.losses import masked_log_policy
from shoutan_train.net import Network


def policy_codes(probabilities: Tensor, legal: Tensor) -> Tensor:
    """The bytes of FORMAT.md section 3."""
    codes = (-16 * probabilities.clamp(min=1e-30).log()).round().clamp(0, shards.ILLEGAL - 1)
    return torch.where(legal, codes, shards.ILLEGAL).to(torch.uint8)


class Teacher:
    """A network that labels: averaged over some of the eight symmetries, which ones drawn for each position."""

    def __init__(self, net: Network, device: Device, symmetries: int = 1, batch: int = 256, seed: int = 1) -> None:
        if not 1 <= symmetries <= 8:
            raise ValueError(f"{symmetries} symmetries")
        self.net, self.device = net.to(device.torch).eval(), device
        self.symmetries, self.batch = symmetries, batch
        self.generator = torch.Generator().manual_seed(seed)

    @torch.no_grad()
    def label(self, key: Key, rows: Rows) -> Rows:
        """The rows with what the teacher says, on the device."""
        parts = []
        for start in range(0, len(rows), self.batch):
            part = rows.map(lambda field: field[start : start + self.batch].to(self.device.torch))  # noqa: B023 - used at once
            parts.append(self._label_batch(key, part))
        columns = {name: torch.cat([getattr(part, name) for part in parts]) for name in vars(parts[0])}
        return Rows(**columns)

    def _label_batch(self, key: Key, rows: Rows) -> Rows:
        order = torch.rand(len(rows), 8, generator=self.generator).argsort(1)[:, : self.symmetries]
        sums: list[Tensor] | None = None
        for symmetry in order.to(self.device.torch).unbind(1):
            found = self._evaluate(key, rows, symmetry)
            sums = found if sums is None else [a + b for a, b in zip(sums, found, strict=True)]
        policy, value, misc, ownership = (total / self.symmetries for total in sums or [])
        legal = rows.policy != shards.ILLEGAL
        return replace(
            rows,
            policy=policy_codes(policy, legal),
            value=value,
            misc=misc,
            ownership=(127 * ownership).round().to(torch.int8),
            flags=rows.flags | shards.LABELLED,
        )

    def _evaluate(self, key: Key, rows: Rows, symmetry: Tensor) -> list[Tensor]:
        """Policy, value, scores and ownership of one orientation, turned back."""
        batch = expand(key, rows, symmetry)
        with self.device.autocast():
            out = self.net(batch.planes, batch.globals, batch.full)
        policy = masked_log_policy(out, batch.legal).exp()
        order = symmetry_tables(key.side, policy.device)[symmetry]
        points = torch.empty_like(policy[:, :-1]).scatter_(1, order, policy[:, :-1])
        owner = out.ownership.float().tanh()
        owner = torch.empty_like(owner).scatter_(1, order, owner)
        policy = torch.cat([points, policy[:, -1:]], 1)
        return [policy, out.value.float().softmax(1), self.net.scores(out.misc), owner]


def relabelled(records: np.ndarray, teacher: Teacher) -> np.ndarray:
    """Records of one shape with the teacher's labels."""
    key, rows = rows_of(records)
    labels = teacher.label(key, rows)
    columns, height = int(records["columns"][0]), int(records["rows"][0])

    def cut(square: np.ndarray) -> np.ndarray:
        return square.reshape(-1, key.side, key.side)[:, :height, :columns].reshape(len(square), -1)

    new = records.copy()
    policy = labels.policy.cpu().numpy()
    new["policy"] = np.concatenate([cut(policy[:, :-1]), policy[:, -1:]], 1)
    new["ownership"] = cut(labels.ownership.cpu().numpy())
    new["value"], new["misc"] = labels.value.cpu().numpy(), labels.misc.cpu().numpy()
    new["flags"] |= shards.LABELLED
    return new


def label_files(sources: list[Path], out: Path, teacher: Teacher, sha256: str, say: Callable[[str], None] = say_now) -> int:
    """Labels shards into a folder; returns how many positions were labelled now."""
    out.mkdir(parents=True, exist_ok=True)
    count, start = 0, time.monotonic()
    paths = shards.shard_paths(sources)
    for number, path in enumerate(paths, 1):
        target = out / path.name
        if target.exists():
            continue
        shard = shards.read_shard(path)
        records = {shape: relabelled(rows, teacher) for shape, rows in shard.records.items()}
        head = {"teacher": teacher.net.name, "teacher_sha256": sha256, "symmetries": teacher.symmetries, "visits": 0}
        shards.write_shard(target, shards.Shard(shard.head | head, records))
        count += len(shard)
        say(f"{number}/{len(paths)} {target.name}: {count / (time.monotonic() - start):.1f} positions/s")
    return count


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shards", nargs="+", type=Path)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--symmetries", type=int, default=1)
    parser.add_argument("--batch", type=int, default=0, help="positions at once; 0: 1024 on a GPU, 32 on a CPU")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--precise", action="store_true", help="float32 throughout")
    a = parser.parse_args()
    device = Device(a.device, a.precise)
    teacher = Teacher(Network.load(a.teacher), device, a.symmetries, a.batch or (1024 if device.gpu else 32))
    print(f"{teacher.net.name} on {device}")
    label_files(a.shards, a.out, teacher, hashlib.sha256(a.teacher.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
