"""A training run as it is kept on disk: settings, weights, averages, the optimisers' state, and what was measured."""

from __future__ import annotations

import copy
import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from shoutan_train import architectures
from shoutan_train.net import Network
from shoutan_train.optimisers import optimisers

CHECKPOINT = "checkpoint.pt"
LOG = "log.jsonl"


@dataclass(frozen=True)
class Settings:
    """What a run is. A resumed run keeps its own but for the length and the optimiser."""

    architecture: str = "b5c64"
    batch: int = 256
    lr: float = 2e-3
    final_lr: float = 0.01
    """Of the peak, at the end of the cosine."""
    warm_up: float = 0.02
    """Fraction of the run."""
    optimiser: str = "muon"
    weight_decay: float = 0.01
    average: float = 0.999
    """Decay of the moving average of the weights, a step."""
    clip: float = 1.0
    """Largest norm of the gradient."""
    samples: float = 0.0
    """Length in positions; 0: no bound."""
    minutes: float = 0.0
    """Length in minutes of training, those before a resumption included; 0: no bound."""
    seed: int = 1


class Average:
    """A moving average of a network's weights, and of the running statistics in it."""

    def __init__(self, net: Network, decay: float) -> None:
        self.net = copy.deepcopy(net).eval()
        for parameter in self.net.parameters():
            parameter.requires_grad_(False)
        self.decay, self.steps = decay, 0

    @torch.no_grad()
    def update(self, net: nn.Module) -> None:
        """Moves towards the weights and statistics of `net`: quickly at first."""
        self.steps += 1
        decay = min(self.decay, self.steps / (self.steps + 10))
        ours = [*self.net.parameters(), *self.net.buffers()]
        torch._foreach_lerp_(ours, [*net.parameters(), *net.buffers()], 1 - decay)


class Run:
    """The state of a run, in its folder."""

    def __init__(self, folder: Path, settings: Settings, device: torch.device) -> None:
        self.folder, self.settings, self.device = folder, settings, device
        self.net = architectures.build(settings.architecture, settings.seed).to(device)
        self.average = Average(self.net, settings.average)
        self.optimisers = optimisers(self.net, settings.optimiser, settings.lr, settings.weight_decay)
        self.steps = 0
        self.samples = 0
        self.seconds = 0.0
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def progress(self) -> float:
        """0 to 1: how much of the run is over, by whichever bound is nearer."""
        parts = [0.0]
        if self.settings.samples:
            parts.append(self.samples / self.settings.samples)
        if self.settings.minutes:
            parts.append(self.seconds / 60 / self.settings.minutes)
        return min(max(parts), 1.0)

    def save(self) -> Path:
        """Writes the checkpoint beside the old one, then puts it in its place."""
        path = self.folder / CHECKPOINT
        state: dict[str, Any] = {
            "settings": asdict(self.settings),
            "net": self.net.state_dict(),
            "average": self.average.net.state_dict(),
            "average_steps": self.average.steps,
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
            "steps": self.steps,
            "samples": self.samples,
            "seconds": self.seconds,
        }
        temporary = path.with_suffix(".tmp")
        with open(temporary, "wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        return path

    @classmethod
    def open(cls, folder: Path, settings: Settings, device: torch.device) -> Run:
        """A run from its newest checkpoint, or a new one.

        The length and the optimiser may differ from the checkpoint's, nothing else; another optimiser begins without memory.
        """
        path = folder / CHECKPOINT
        if not path.exists():
            return cls(folder, settings, device)
        state = torch.load(path, map_location=device, weights_only=True)
        changed = {name: getattr(settings, name) for name in ("samples", "minutes", "optimiser")}
        kept = state["settings"] | changed
        run = cls(folder, Settings(**kept), device)
        run.net.load_state_dict(state["net"])
        run.average.net.load_state_dict(state["average"])
        run.average.steps = state["average_steps"]
        if settings.optimiser == state["settings"]["optimiser"]:
            for optimiser, saved in zip(run.optimisers, state["optimisers"], strict=True):
                optimiser.load_state_dict(saved)
        run.steps, run.samples, run.seconds = state["steps"], state["samples"], state["seconds"]
        return run

    def note(self, **what: Any) -> None:
        """Appends a line to the log."""
        entry = {"step": self.steps, "samples": self.samples, "seconds": round(self.seconds, 1), "at": round(time.time())}
        with open(self.folder / LOG, "a", encoding="utf-8") as file:
            file.write(json.dumps(entry | what) + "\n")


def averaged(checkpoint: Path) -> tuple[Network, Settings, int]:
    """The averaged network of a checkpoint, the settings, and on how many positions it was trained."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    settings = Settings(**state["settings"])
    net = architectures.build(settings.architecture, settings.seed)
    net.load_state_dict(state["average"])
    return net.eval(), settings, state["samples"]
