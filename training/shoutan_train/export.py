"""From a trained network to a file for engines, and to the half-size form of it.

python -m shoutan_train.export CHECKPOINT OUT.bin.gz [--name NAME] [--half]
"""

from __future__ import annotations

import argparse
import copy
from pathlib import Path

import torch

from shoutan_train.layers import BatchNorm, Norm
from shoutan_train.net import Network


@torch.no_grad()
def finished(net: Network) -> Network:
    """A copy ready for engines: batch statistics folded in, and every policy channel the one that was trained."""
    net = copy.deepcopy(net).float().cpu().eval()
    for module in list(net.modules()):
        for key, child in list(module.named_children()):
            if isinstance(child, BatchNorm):
                setattr(module, key, _folded(child))
    for layer in (net.policy.conv_2, getattr(net.policy, "pass_2", net.policy.pass_1)):
        layer.weight.copy_(layer.weight[:1].expand_as(layer.weight).clone())
    return net


def _folded(norm: BatchNorm) -> Norm:
    plain = Norm(len(norm.scale), norm.name)
    scale = norm.scale / torch.sqrt(norm.variance + norm.EPSILON)
    plain.scale.copy_(scale)
    plain.bias.copy_(norm.bias - scale * norm.mean)
    return plain


def main() -> None:
    """The command line."""
    from shoutan_train.run import averaged

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a checkpoint (*.pt), or a network file to write again")
    parser.add_argument("target", type=Path)
    parser.add_argument("--name")
    parser.add_argument("--half", action="store_true", help="weights as half floats: half the size, for embedding and carrying")
    a = parser.parse_args()
    if a.source.suffix == ".pt":
        net, settings, samples = averaged(a.source)
        net = finished(net)
        net.name = f"shoutan-{settings.architecture}-s{samples}"
    else:
        net = Network.load(a.source)
    net.name = a.name or net.name
    net.save(a.target, half=a.half)
    print(f"{a.target.name}: {net.name}, {net.parameters_count():,} parameters, {a.target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
