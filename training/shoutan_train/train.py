"""Trains a network on labelled positions; the same on a CPU and on one GPU.

    python -m shoutan_train.train RUN_FOLDER --labels FOLDER... --architecture b5c64 --minutes 60

Ends after `--minutes` or `--samples`, at an interrupt, or when told to terminate; in each case the state is saved, and the
same command goes on from there. Leaves `net.bin.gz` (the averaged network), `log.jsonl` and `curves.png` in the folder.
"""

from __future__ import annotations

import argparse
import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import torch

from shoutan_train.curves import draw
from shoutan_train.data import Batch, Positions, Sampler
from shoutan_train.devices import Device, say_now
from shoutan_train.export import finished
from shoutan_train.losses import Weights, losses
from shoutan_train.metrics import Agreement, agreement
from shoutan_train.net import Network, Outputs
from shoutan_train.optimisers import KINDS
from shoutan_train.run import Run, Settings

SAVE_SECONDS = 60.0
# A GPU with this share of its free memory taken by positions has room for the training.
RESIDENT_SHARE = 0.5


def learning_rate(settings: Settings, progress: float) -> float:
    """Linear warm-up, then a half cosine down to `final_lr` of the peak."""
    if progress < settings.warm_up:
        return settings.lr * (0.01 + 0.99 * progress / settings.warm_up)
    wave = (1 + math.cos(math.pi * (progress - settings.warm_up) / (1 - settings.warm_up))) / 2
    return settings.lr * (settings.final_lr + (1 - settings.final_lr) * wave)


def _compiled(net: Network) -> Callable[..., Outputs]:
    """The network compiled for each tensor shape it meets, or run as it is where that fails."""
    import torch._dynamo

    torch._dynamo.config.suppress_errors = True
    return torch.compile(net, dynamic=False)


class Trainer:
    """Steps of a run, and everything that is due between them."""

    def __init__(
        self, run: Run, device: Device, train: Positions, validation: Positions, compiled: bool, say: Callable[[str], None]
    ) -> None:
        self.run, self.device, self.validation, self.say = run, device, validation, say
        self.weights = Weights()
        self.compiled = _compiled(run.net) if compiled else run.net
        batches = Sampler(train, run.settings.batch, device.torch, run.settings.seed + run.steps)
        self.batches: Iterator[Batch] = iter(batches)
        self.sums: dict[str, torch.Tensor] = {}
        self.count = 0
        self.trained = 0
        self.stop = False

    def step(self) -> None:
        """One batch."""
        run, settings = self.run, self.run.settings
        batch = next(self.batches)
        rate = learning_rate(settings, run.progress)
        for optimiser in run.optimisers:
            optimiser.zero_grad(set_to_none=True)
            for group in optimiser.param_groups:
                group["lr"] = rate
        with self.device.autocast():
            # Padded boards are few, and each tensor shape costs half a minute to compile.
            forward = self.compiled if batch.full else run.net
            out = forward(batch.planes, batch.globals, batch.full)
        parts = losses(run.net, out, batch, self.weights)
        parts["total"].backward()
        norm = torch.nn.utils.clip_grad_norm_(run.net.parameters(), settings.clip)
        for optimiser in run.optimisers:
            optimiser.step()
        run.average.update(run.net)
        run.steps += 1
        run.samples += len(batch.value)
        self.trained += len(batch.value)
        for name, value in (parts | {"gradient": norm}).items():
            value = value.detach()
            self.sums[name] = self.sums[name] + value if name in self.sums else value
        self.count += 1

    def report(self, speed: float) -> None:
        """Writes the mean losses since the last report. Raises `FloatingPointError` when they are no numbers any more."""
        means = {name: float(value) / self.count for name, value in self.sums.items()}
        self.sums, self.count = {}, 0
        if not math.isfinite(means["total"]):
            raise FloatingPointError(
                f"the loss is {means['total']} after {self.run.steps} steps; the checkpoint is the one before"
            )
        rounded = {name: round(value, 5) for name, value in means.items()}
        self.run.note(kind="train", speed=round(speed, 1), **rounded)
        self.say(
            f"{self.run.progress:6.1%}  step {self.run.steps:,}  {self.run.samples:,} samples  {speed:,.0f}/s"
            f"  loss {means['total']:.4f}  policy {means['policy']:.4f}"
        )

    def validate(self) -> dict[str, Agreement]:
        """Measures the averaged network on the validation positions."""
        found = agreement(self.run.average.net, self.validation, self.device) if len(self.validation) else {}
        for size, row in found.items():
            self.run.note(kind="validation", size=size, **vars(row))
            self.say(f"        {size:>4} {row}")
        return found

    def export(self) -> Path:
        """Writes the averaged network for engines."""
        net = finished(self.run.average.net)
        net.name = f"shoutan-{self.run.settings.architecture}-s{self.run.samples}"
        path = self.run.folder / "net.bin.gz"
        net.save(path)
        return path

    def go(self, report_seconds: float, validate_seconds: float) -> None:
        """Trains to the end of the run, or until `stop` is set."""
        run = self.run
        start = last_report = last_save = last_validation = time.monotonic()
        before, reported = run.seconds, run.samples
        while run.progress < 1 and not self.stop:
            self.step()
            now = time.monotonic()
            run.seconds = before + now - start
            if now - last_report >= report_seconds:
                self.report((run.samples - reported) / (now - last_report))
                last_report, reported = now, run.samples
            if now - last_save >= SAVE_SECONDS:
                run.save()
                last_save = now
            if now - last_validation >= validate_seconds:
                self.validate()
                last_validation = time.monotonic()
        self.device.synchronise()
        if self.count:
            self.report((run.samples - reported) / max(time.monotonic() - last_report, 1e-6))
        run.save()


def prepared(device: Device, positions: Positions) -> Positions:
    """The positions on the GPU if they fit beside the training, else where they are."""
    if not device.gpu:
        return positions
    free, _ = torch.cuda.mem_get_info(device.torch)
    return positions.to(device.torch) if positions.size() < RESIDENT_SHARE * free else positions


def train(
    folder: Path,
    settings: Settings,
    device: Device,
    training: Positions,
    validation: Positions,
    compiled: bool = False,
    report_seconds: float = 10.0,
    validate_seconds: float = 120.0,
    say: Callable[[str], None] = say_now,
) -> Trainer:
    """Trains from the newest checkpoint in the folder, or afresh, to the end; then validates, exports and draws."""
    run = Run.open(folder, settings, device.torch)
    say(f"{run.settings.architecture}: {run.net.parameters_count():,} parameters on {device}; {training.describe()}")
    trainer = Trainer(run, device, prepared(device, training), prepared(device, validation), compiled, say)

    def asked_to_stop(*_: object) -> None:
        trainer.stop = True

    previous = {number: signal.signal(number, asked_to_stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        trainer.go(report_seconds, validate_seconds)
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
    trainer.validate()
    say(f"wrote {trainer.export().name}")
    draw(folder)
    return trainer


def main(words: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    defaults = Settings()
    parser.add_argument("folder", type=Path, help="of the run")
    parser.add_argument("--labels", nargs="+", required=True, help="shards, or folders of them")
    parser.add_argument("--architecture", default=defaults.architecture)
    parser.add_argument("--batch", type=int, default=defaults.batch)
    parser.add_argument("--lr", type=float, default=defaults.lr)
    parser.add_argument("--optimiser", default=defaults.optimiser, choices=KINDS)
    parser.add_argument("--weight-decay", type=float, default=defaults.weight_decay)
    parser.add_argument("--average", type=float, default=defaults.average)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--samples", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=defaults.seed)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--precise", action="store_true", help="float32 throughout")
    parser.add_argument("--compile", action="store_true", help="compile the network first; worth it on a GPU")
    parser.add_argument("--validation-limit", type=int, default=3000)
    parser.add_argument("--validate-seconds", type=float, default=120.0)
    a = parser.parse_args(words)
    if not (a.minutes or a.samples):
        parser.error("one of --minutes and --samples is needed")
    settings = Settings(
        architecture=a.architecture, batch=a.batch, lr=a.lr, optimiser=a.optimiser, weight_decay=a.weight_decay,
        average=a.average, minutes=a.minutes, samples=a.samples, seed=a.seed,
    )  # fmt: skip
    training = Positions.read(a.labels, "train")
    validation = Positions.read(a.labels, "validation", a.validation_limit)
    if not len(training):
        sys.exit("there are no labelled positions of the training split in those shards")
    trainer = train(
        a.folder, settings, Device(a.device, a.precise), training, validation, a.compile, validate_seconds=a.validate_seconds
    )
    if trainer.stop:
        print("stopped; the same command goes on from here")


if __name__ == "__main__":
    main()
