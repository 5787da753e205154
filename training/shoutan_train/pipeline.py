"""From a folder of prepared inputs to a trained network, within a given number of minutes: features, labels, training,
export, validation. The same on a GPU (what it is for) and on a CPU (`--dry-run`, to see that everything is in place).

    python -m shoutan_train.pipeline INPUTS OUT --minutes 12

INPUTS holds `teacher.bin.gz`, and `*.positions.gz` with the program `shoutan.gz` beside them, or shards of features
(`*.labels.gz`) made before, or both; and `checkpoint.pt` if a run is to go on. README.md says how to make them.
OUT gets `net.bin.gz`, `checkpoint.pt` (every minute), `log.jsonl`, `curves.png`, `report.txt`.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import time
import zlib
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

import torch

from shoutan_train import shards
from shoutan_train.data import Key, Positions, Rows, rows_of
from shoutan_train.devices import Device
from shoutan_train.label import Teacher
from shoutan_train.metrics import agreement
from shoutan_train.net import Network
from shoutan_train.optimisers import KINDS
from shoutan_train.run import CHECKPOINT, Settings
from shoutan_train.train import train

# Threads that read shards, and how many shards they may be ahead.
READERS, READ_AHEAD = 3, 6

# Minutes kept for what follows the training: validation, export, pictures.
LAST_MINUTES = 0.7


class InputsMissing(Exception):
    """The folder of inputs lacks something."""


class Diary:
    """Says what happens with the time since the start, and keeps it in a file."""

    def __init__(self, path: Path) -> None:
        self.path, self.start = path, time.monotonic()

    def minutes(self) -> float:
        """Since the start."""
        return (time.monotonic() - self.start) / 60

    def __call__(self, text: str) -> None:
        line = f"[{self.minutes():5.2f} min] {text}"
        print(line, flush=True)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(line + "\n")


def unpacked(packed: Path, program: Path) -> Path:
    """A program from its gzip file."""
    try:
        with gzip.open(packed) as source, open(program, "wb") as target:
            shutil.copyfileobj(source, target)
    except (OSError, EOFError, zlib.error) as error:
        raise InputsMissing(f"{packed} cannot be unpacked ({error}); make the folder again") from error
    program.chmod(0o755)
    return program


class FeatureMaker:
    """Makes shards of features from move lists with the `shoutan` program, beside whatever else happens."""

    def __init__(self, inputs: Path, work: Path, cores: int) -> None:
        self.folder = work / "features"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process: subprocess.Popen | None = None
        lists = sorted(inputs.glob("*.positions.gz"))
        packed = inputs / "shoutan.gz"
        if not lists:
            return
        if not packed.exists():
            raise InputsMissing("there are move lists (*.positions.gz) but no program `shoutan.gz` beside them")
        program = unpacked(packed, work / "shoutan")
        words = [str(program), "label", "--features-only", "--threads", str(cores), "--out", str(self.folder), *map(str, lists)]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL)

    def running(self) -> bool:
        """Whether more shards will come. Raises `InputsMissing` when the program failed."""
        if self.process is None:
            return False
        code = self.process.poll()
        if code not in (None, 0):
            raise InputsMissing(f"the program that makes the features ended with {code}")
        return code is None

    def stop(self) -> None:
        """Ends the program; what it has written stays."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


class Collector:
    """Labelled positions on the device, by split."""

    def __init__(self, teacher: Teacher) -> None:
        self.teacher = teacher
        self.parts: dict[str, dict[Key, list[Rows]]] = {split: {} for split in shards.SPLITS}
        self.count = 0

    def add(self, shard: shards.Shard, most: int) -> None:
        """Labels a shard's positions, at most so many in all, and keeps them; those with labels keep theirs."""
        for records in shard.records.values():
            records = records[: max(most - self.count, 0)]
            for split, number in shards.SPLITS.items():
                chosen = records[records["split"] == number]
                if not len(chosen):
                    continue
                key, rows = rows_of(chosen)
                if not (chosen["flags"] & shards.LABELLED).all():
                    rows = self.teacher.label(key, rows)
                self.parts[split].setdefault(key, []).append(rows.map(lambda field: field.to(self.teacher.device.torch)))
                self.count += len(chosen)

    def positions(self, split: str) -> Positions:
        """Everything of a split."""
        found = Positions()
        for key, pieces in sorted(self.parts[split].items()):
            found.buckets[key] = Rows(*(torch.cat([getattr(piece, field.name) for piece in pieces]) for field in fields(Rows)))
        return found


def collect(inputs: Path, maker: FeatureMaker, teacher: Teacher, minutes: float, most: int, say: Diary) -> Collector:
    """Labels shards as they come until the time is over, enough are there, or there are no more."""
    collector, last_said = Collector(teacher), 0.0
    seen: set[Path] = set()
    # Files are read and unpacked on other threads while the teacher computes.
    waiting: deque[Future[shards.Shard]] = deque()
    with ThreadPoolExecutor(READERS) as readers:
        try:
            while say.minutes() < minutes and collector.count < most:
                more = maker.running()
                found = shards.shard_paths([*inputs.glob("*" + shards.SUFFIX), maker.folder])
                fresh = [path for path in found if path not in seen]
                for path in fresh[: READ_AHEAD - len(waiting)]:
                    seen.add(path)
                    waiting.append(readers.submit(shards.read_shard, path))
                if waiting:
                    collector.add(waiting.popleft().result(), most)
                elif more:
                    time.sleep(0.1)
                else:
                    break
                if say.minutes() - last_said > 0.25:
                    last_said = say.minutes()
                    say(f"{collector.count:,} positions labelled")
        finally:
            maker.stop()
            readers.shutdown(wait=False, cancel_futures=True)
    teacher.device.synchronise()
    return collector


def check(inputs: Path) -> None:
    """Raises `InputsMissing` unless the folder holds what is needed."""
    if not (inputs / "teacher.bin.gz").exists():
        raise InputsMissing(f"{inputs} has no teacher.bin.gz")
    if not (list(inputs.glob("*.positions.gz")) or list(inputs.glob("*" + shards.SUFFIX))):
        raise InputsMissing(f"{inputs} has no *.positions.gz and no *{shards.SUFFIX}")


def run(inputs: Path, out: Path, work: Path, settings: Settings, minutes: float, label_minutes: float, most: int,
        symmetries: int, device: Device, compiled: bool) -> None:  # fmt: skip
    """Everything, in order."""
    check(inputs)
    out.mkdir(parents=True, exist_ok=True)
    say = Diary(out / "report.txt")
    maker = FeatureMaker(inputs, work, max((os.cpu_count() or 2) - 1, 1))
    teacher = Teacher(Network.load(inputs / "teacher.bin.gz"), device, symmetries, 1024 if device.gpu else 32)
    say(f"teacher {teacher.net.name} on {device}")
    collector = collect(inputs, maker, teacher, label_minutes, most, say)
    training, validation, test = (collector.positions(split) for split in ("train", "validation", "test"))
    say(f"labelled: training {training.describe()}; validation {len(validation):,}; test {len(test):,}")
    if not len(training):
        raise InputsMissing("no training position came out of the inputs")
    del collector, teacher
    if (inputs / CHECKPOINT).exists() and not (out / CHECKPOINT).exists():
        shutil.copy(inputs / CHECKPOINT, out / CHECKPOINT)
        say("going on from the checkpoint of the inputs")
    before = 0.0
    if (out / CHECKPOINT).exists():
        before = torch.load(out / CHECKPOINT, map_location="cpu", weights_only=True)["seconds"] / 60
    left = max(minutes - say.minutes() - LAST_MINUTES, 0.05)
    settings = Settings(**(vars(settings) | {"minutes": before + left}))
    trainer = train(out, settings, device, training, validation, compiled, validate_seconds=90.0, say=say)
    for size, row in (agreement(trainer.run.average.net, test, device) if len(test) else {}).items():
        say(f"test {size:>4} {row}")
    say("done")


def main(words: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--work", type=Path, default=Path("runs/work"), help="for what is not kept")
    parser.add_argument("--architecture", default="b7c96h3")
    parser.add_argument("--minutes", type=float, default=12.0)
    parser.add_argument("--label-minutes", type=float, default=4.0, help="when labelling ends, from the start")
    parser.add_argument("--positions", type=int, default=2_500_000, help="label at most so many")
    parser.add_argument("--symmetries", type=int, default=1)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--optimiser", default=Settings().optimiser, choices=KINDS)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--dry-run", action="store_true", help="a few positions, a tiny network, two minutes")
    a = parser.parse_args(words)
    if a.dry_run:
        a.architecture, a.batch, a.minutes, a.label_minutes, a.positions = "tiny", 32, 2.0, 0.7, 400
    device = Device(a.device)
    settings = Settings(architecture=a.architecture, batch=a.batch, lr=a.lr, optimiser=a.optimiser)
    compiled = device.gpu and not a.no_compile
    try:
        run(a.inputs, a.out, a.work, settings, a.minutes, a.label_minutes, a.positions, a.symmetries, device, compiled)
    except (InputsMissing, shards.ShardError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
