"""Short runs of several architectures on the same positions, as a table: which one learns most.

    python -m shoutan_train.compare OUT --labels FOLDER... --architectures b5c64 b5c64tf --samples 50000

Each run has its folder in OUT and is skipped when it is finished. A fair choice also needs what one evaluation costs in the
engine (`shoutan bench nn`): compare what networks of equal cost reach.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from shoutan_train.data import Positions
from shoutan_train.devices import Device
from shoutan_train.metrics import agreement
from shoutan_train.net import Network
from shoutan_train.optimisers import KINDS
from shoutan_train.run import Settings
from shoutan_train.train import train

HEAD = "| network | parameters | positions seen | CPU ms a position | size | top-1 | KL | Δwin | Δlead | Δownership |"


def rows(net: Network, seen: str, cost: str, validation: Positions, device: Device) -> list[str]:
    """Lines of the table for one network."""
    parameters = f"{net.parameters_count() / 1e6:.2f} M"
    return [
        f"| {net.name} | {parameters} | {seen} | {cost} | {size} | {row.top1:.1%} | {row.kl:.3f} | {row.win:.4f}"
        f" | {row.lead:.2f} | {row.ownership:.3f} |"
        for size, row in agreement(net, validation, device).items()
    ]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--labels", nargs="+", required=True)
    parser.add_argument("--architectures", nargs="+", required=True)
    parser.add_argument("--nets", nargs="*", default=[], help="network files to stand beside them")
    parser.add_argument("--samples", type=float, required=True)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--optimiser", default=Settings().optimiser, choices=KINDS)
    parser.add_argument("--side", type=int, help="only full boards of this size")
    parser.add_argument("--device", default="auto")
    a = parser.parse_args()
    device = Device(a.device)
    parts = [Positions.read(a.labels, split) for split in ("train", "validation")]
    if a.side:
        for positions in parts:
            positions.buckets = {key: rows for key, rows in positions.buckets.items() if key.full and key.side == a.side}
    training, validation = parts
    a.out.mkdir(parents=True, exist_ok=True)
    table = [HEAD, "|---" * (HEAD.count("|") - 1) + "|"]
    for path in a.nets:
        table += rows(Network.load(path).to(device.torch), "", "", validation, device)
    for name in a.architectures:
        settings = Settings(architecture=name, batch=a.batch, lr=a.lr, optimiser=a.optimiser, samples=a.samples)
        begun = time.process_time()
        trainer = train(a.out / f"{name}-{a.optimiser}", settings, device, training, validation, validate_seconds=1e9)
        if trainer.stop:
            break
        spent, seen = time.process_time() - begun, trainer.trained
        cost = f"{1000 * spent / seen:.1f}" if seen else ""
        trainer.run.average.net.name = f"{name} ({a.optimiser})"
        table += rows(trainer.run.average.net, f"{trainer.run.samples:,}", cost, validation, device)
        (a.out / "table.md").write_text("\n".join(table) + "\n", encoding="utf-8")
    print("\n".join(table))


if __name__ == "__main__":
    main()
