"""What a network is asked to do: agree with the teacher."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from shoutan_train.data import Batch
from shoutan_train.net import Network, Outputs

# Lower than any logit, and still finite in every precision.
NEVER = -1e4


@dataclass(frozen=True)
class Weights:
    """How much each part counts. Scores are in points, errors of win − loss in 0..2."""

    policy: float = 1.0
    value: float = 1.2
    ownership: float = 0.5
    score: float = 0.04
    deviation: float = 0.02
    variance: float = 0.05
    value_error: float = 0.5
    score_error: float = 0.05


def masked_log_policy(out: Outputs, legal: Tensor) -> Tensor:
    """Log probabilities of the first policy channel over the legal moves, [n, points + 1]."""
    return out.policy[:, 0].float().masked_fill(~legal, NEVER).log_softmax(1)


def _known_mean(loss: Tensor, target: Tensor) -> Tensor:
    """The mean of a loss over the positions whose target is known (not NaN)."""
    known = ~torch.isnan(target)
    return torch.where(known, loss, 0).sum() / known.sum().clamp(min=1)


def _huber(ours: Tensor, target: Tensor, beta: float) -> Tensor:
    clean = torch.where(torch.isnan(target), ours.detach(), target)
    return _known_mean(F.smooth_l1_loss(ours, clean, reduction="none", beta=beta), target)


def losses(net: Network, out: Outputs, batch: Batch, weights: Weights) -> dict[str, Tensor]:
    """The weighted parts and their sum under `total`. `net` gives the units of the scores."""
    ours = net.scores(out.misc)
    target = batch.misc
    on_board = batch.planes[:, 0].flatten(1)
    # tanh(x) as a probability is sigmoid(2x).
    owner = F.binary_cross_entropy_with_logits(2 * out.ownership.float(), (batch.ownership + 1) / 2, reduction="none")
    owner = (owner * on_board).sum(1) / on_board.sum(1)
    parts = {
        "policy": weights.policy * -(batch.policy * masked_log_policy(out, batch.legal)).sum(1).mean(),
        "value": weights.value * -(batch.value * out.value.float().log_softmax(1)).sum(1).mean(),
        "ownership": weights.ownership * owner.mean(),
        "score": weights.score * (_huber(ours[:, 0], target[:, 0], 6.0) + _huber(ours[:, 2], target[:, 2], 6.0)),
        "deviation": weights.deviation * _huber(ours[:, 1], target[:, 1], 6.0),
        "variance": weights.variance * _huber(ours[:, 3].log1p(), target[:, 3].log1p(), 1.0),
        "value_error": weights.value_error * _huber(ours[:, 4], target[:, 4], 0.1),
        "score_error": weights.score_error * _huber(ours[:, 5].log1p(), target[:, 5].log1p(), 1.0),
    }
    return parts | {"total": torch.stack(list(parts.values())).sum()}
