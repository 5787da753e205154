"""AdamW, and Muon for the matrices inside the blocks."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn

from shoutan_train.blocks import Block
from shoutan_train.layers import Conv, MatMul

KINDS = ("adamw", "muon")

# Coefficients of the quintic iteration that drives singular values towards 1 (Keller Jordan, "Muon", 2024).
_A, _B, _C = 3.4445, -4.7750, 2.0315


def orthogonalised(matrices: Tensor, steps: int = 5) -> Tensor:
    """`[n, rows, columns]` with all singular values near 1."""
    x = matrices.bfloat16() if matrices.is_cuda else matrices.float()
    tall = x.shape[1] > x.shape[2]
    if tall:
        x = x.mT
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(steps):
        square = x @ x.mT
        x = _A * x + (_B * square + _C * square @ square) @ x
    return (x.mT if tall else x).to(matrices.dtype)


class Muon(torch.optim.Optimizer):
    """Momentum whose steps are orthogonal matrices, sized like AdamW's so that one learning rate serves both."""

    def __init__(self, parameters: Iterable[Tensor], lr: float, momentum: float = 0.95, weight_decay: float = 0.0) -> None:
        super().__init__(parameters, dict(lr=lr, momentum=momentum, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self, closure=None) -> None:  # noqa: ANN001 - the base class's
        """One step; matrices of the same shape are computed together."""
        for group in self.param_groups:
            by_shape: dict[tuple[int, int], list[Tensor]] = {}
            for parameter in group["params"]:
                if parameter.grad is not None:
                    by_shape.setdefault((parameter.shape[0], parameter[0].numel()), []).append(parameter)
            for (rows, columns), alike in by_shape.items():
                self._step_alike(group, alike, rows, columns)

    def _step_alike(self, group: dict, alike: list[Tensor], rows: int, columns: int) -> None:
        gradients = [parameter.grad for parameter in alike]
        momenta = []
        for parameter in alike:
            state = self.state[parameter]
            if "momentum" not in state:
                state["momentum"] = torch.zeros_like(parameter)
            momenta.append(state["momentum"])
        torch._foreach_lerp_(momenta, gradients, 1 - group["momentum"])
        # Nesterov's look-ahead.
        ahead = torch._foreach_lerp(gradients, momenta, group["momentum"])
        steps = orthogonalised(torch.stack([matrix.reshape(rows, columns) for matrix in ahead]))
        scale = 0.2 * max(rows, columns) ** 0.5
        torch._foreach_mul_(alike, 1 - group["lr"] * group["weight_decay"])
        shaped = [step.view(parameter.shape) for step, parameter in zip(steps.unbind(), alike, strict=True)]
        torch._foreach_add_(alike, shaped, alpha=-group["lr"] * scale)


def optimisers(net: nn.Module, kind: str, lr: float, weight_decay: float) -> list[torch.optim.Optimizer]:
    """`adamw` for everything, or `muon` for the weights of convolutions and matrices inside blocks and AdamW for the rest."""
    if kind not in KINDS:
        raise ValueError(f"unknown optimiser {kind!r}")
    matrices = {
        layer.weight
        for block in net.modules()
        if isinstance(block, Block)
        for layer in block.modules()
        if isinstance(layer, Conv | MatMul)
    }
    inside = [p for p in net.parameters() if kind == "muon" and p in matrices]
    outside = [p for p in net.parameters() if not (kind == "muon" and p in matrices)]
    groups = [
        dict(params=[p for p in outside if p.ndim > 1], weight_decay=weight_decay),
        dict(params=[p for p in outside if p.ndim <= 1], weight_decay=0.0),
    ]
    chosen: list[torch.optim.Optimizer] = [torch.optim.AdamW(groups, lr=lr, betas=(0.9, 0.98))]
    if inside:
        chosen.append(Muon(inside, lr, weight_decay=weight_decay))
    return chosen
