"""How well a network agrees with a teacher on positions it was not trained on, for each board size.

python -m shoutan_train.metrics NET.bin.gz... --labels FOLDER [--split validation] [--limit N]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import torch
from torch import Tensor

from shoutan_train.data import Batch, Positions, whole
from shoutan_train.devices import Device
from shoutan_train.losses import NEVER, masked_log_policy
from shoutan_train.net import Network, Outputs

NAMES = ("top1", "kl", "win", "lead", "ownership")


@dataclass
class Agreement:
    """Means over positions."""

    count: int
    top1: float
    """How often the likeliest move is the teacher's."""
    kl: float
    """Divergence of the policy from the teacher's, in nats."""
    win: float
    """Absolute difference of the probability to win."""
    lead: float
    """Absolute difference of the lead, in points."""
    ownership: float
    """Absolute difference of the ownership (-1 to 1) of a point of the board."""

    def __str__(self) -> str:
        return (
            f"{self.count:6,} positions: top-1 {self.top1:6.1%}  KL {self.kl:.3f}  |Δwin| {self.win:.4f}"
            f"  |Δlead| {self.lead:5.2f}  |Δownership| {self.ownership:.3f}"
        )


def win_probability(value: Tensor, no_result_possible: Tensor) -> Tensor:
    """Probability to win from three logits or logarithms; no result is struck out where the rules exclude it."""
    value = value.float().clone()
    value[:, 2] = torch.where(no_result_possible, value[:, 2], NEVER)
    return value.softmax(1)[:, 0]


def differences(net: Network, out: Outputs, batch: Batch) -> Tensor:
    """[n, 5]: the numbers of `NAMES` for each position; NaN where the teacher's is not known."""
    log_policy = masked_log_policy(out, batch.legal)
    top = (log_policy.argmax(1) == batch.policy.argmax(1)).float()
    kl = (batch.policy * (batch.policy.clamp(min=1e-30).log() - log_policy)).sum(1)
    target = win_probability(batch.value.clamp(min=1e-30).log(), batch.no_result_possible)
    win = (win_probability(out.value, batch.no_result_possible) - target).abs()
    lead = (net.scores(out.misc)[:, 2] - batch.misc[:, 2]).abs()
    on_board = batch.planes[:, 0].flatten(1)
    owner = ((out.ownership.float().tanh() - batch.ownership).abs() * on_board).sum(1) / on_board.sum(1)
    return torch.stack([top, kl, win, lead, owner], 1)


@torch.inference_mode()
def agreement(net: Network, positions: Positions, device: Device, batch: int = 256) -> dict[str, Agreement]:
    """Agreement by board size (`19`, `<19` for those between 13 and 19, …) and over `all`."""
    found: dict[str, list[Tensor]] = {}
    training = net.training
    net.eval()
    for key, part in whole(positions, batch, device.torch):
        with device.autocast():
            out = net(part.planes, part.globals, part.full)
        found.setdefault(str(key).lstrip("="), []).append(differences(net, out, part).cpu())
    net.train(training)
    result = {}
    joined = {key: torch.cat(parts) for key, parts in found.items()}
    if len(joined) > 1:
        joined["all"] = torch.cat(list(joined.values()))
    for size, values in joined.items():
        result[size] = Agreement(len(values), *(float(mean) for mean in values.nanmean(0)))
    return result


def main() -> None:
    """Prints a table for each network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nets", nargs="+")
    parser.add_argument("--labels", nargs="+", required=True)
    parser.add_argument("--split", default="validation", choices=["train", "validation", "test"])
    parser.add_argument("--limit", type=int)
    parser.add_argument("--device", default="auto")
    arguments = parser.parse_args()
    device = Device(arguments.device, precise=True)
    positions = Positions.read(arguments.labels, arguments.split, arguments.limit)
    print(positions.describe())
    for path in arguments.nets:
        net = Network.load(path).to(device.torch)
        print(f"{net.name} ({net.parameters_count():,} parameters)")
        for key, row in agreement(net, positions, device).items():
            print(f"  {key:>4} {row}")


if __name__ == "__main__":
    main()
