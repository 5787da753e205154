"""A small training: its loss falls, it can be interrupted, and what comes out is a network file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from shoutan_train import metrics, shards
from shoutan_train.data import Positions
from shoutan_train.devices import Device
from shoutan_train.export import finished
from shoutan_train.losses import Weights, losses
from shoutan_train.net import Network
from shoutan_train.optimisers import orthogonalised
from shoutan_train.run import LOG, Run, Settings, averaged
from shoutan_train.train import learning_rate, main, train
from tests.samples import random_shard

SETTINGS = Settings(architecture="tiny", batch=32, lr=1e-2, samples=32 * 60, average=0.9)


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shards of both splits."""
    folder = tmp_path_factory.mktemp("labels")
    shards.write_shard(folder / "a.labels.gz", random_shard({(9, 9): 400, (7, 7): 40}, seed=1))
    shards.write_shard(folder / "b.labels.gz", random_shard({(9, 9): 60}, seed=2, split=shards.VALIDATION))
    return folder


def log(folder: Path, kind: str) -> list[dict]:
    """The lines of a kind."""
    return [line for line in map(json.loads, open(folder / LOG)) if line["kind"] == kind]


@pytest.mark.parametrize("optimiser", ["muon", "adamw"])
def test_the_loss_falls_and_a_file_comes_out(labels: Path, tmp_path: Path, optimiser: str) -> None:
    said: list[str] = []
    training, validation = Positions.read([labels], "train"), Positions.read([labels], "validation")
    settings = replace(SETTINGS, optimiser=optimiser)
    trainer = train(tmp_path, settings, Device("cpu", precise=True), training, validation, report_seconds=0.1, say=said.append)
    lines = log(tmp_path, "train")
    assert lines[-1]["policy"] < 0.8 * lines[0]["policy"]
    assert trainer.run.samples == SETTINGS.samples
    last = log(tmp_path, "validation")[-1]
    assert last["count"] == 60
    assert last["kl"] < 2.5
    assert (tmp_path / "curves.png").stat().st_size > 10_000
    net = Network.load(tmp_path / "net.bin.gz")
    assert net.name == f"shoutan-tiny-s{SETTINGS.samples}"
    again = metrics.agreement(net, validation, Device("cpu", precise=True))["9"]
    assert again.kl == pytest.approx(last["kl"], abs=1e-3)


def test_a_run_goes_on_from_its_checkpoint(labels: Path, tmp_path: Path) -> None:
    words = [str(tmp_path), "--labels", str(labels), "--architecture", "tiny", "--batch", "32", "--device", "cpu"]
    main([*words, "--samples", "320"])
    first, _, samples = averaged(tmp_path / "checkpoint.pt")
    assert samples == 320
    # Another architecture on the command line changes nothing: the run is what it was.
    main([*words, "--samples", "640", "--architecture", "b4c32"])
    second, settings, samples = averaged(tmp_path / "checkpoint.pt")
    assert (samples, settings.architecture) == (640, "tiny")
    assert finished(first).content() != finished(second).content()


def test_another_optimiser_takes_over(labels: Path, tmp_path: Path) -> None:
    words = [str(tmp_path), "--labels", str(labels), "--architecture", "tiny", "--batch", "32", "--device", "cpu"]
    main([*words, "--samples", "320", "--optimiser", "adamw"])
    main([*words, "--samples", "640", "--optimiser", "muon"])
    _, settings, samples = averaged(tmp_path / "checkpoint.pt")
    assert (samples, settings.optimiser) == (640, "muon")


def test_a_checkpoint_holds_everything(tmp_path: Path) -> None:
    run = Run(tmp_path, SETTINGS, torch.device("cpu"))
    run.steps, run.samples, run.seconds = 3, 96, 12.5
    run.save()
    back = Run.open(tmp_path, SETTINGS, torch.device("cpu"))
    assert (back.steps, back.samples, back.seconds) == (3, 96, 12.5)
    for ours, theirs in zip(run.net.state_dict().values(), back.net.state_dict().values(), strict=True):
        assert torch.equal(ours, theirs)


def test_what_the_teacher_does_not_know_costs_nothing(labels: Path) -> None:
    from shoutan_train import architectures
    from shoutan_train.data import expand

    key, rows = next(iter(Positions.read([labels], "train").buckets.items()))
    net = architectures.build("tiny")
    batch = expand(key, rows.take(torch.arange(8)))
    batch.misc[:] = torch.nan
    out = net(batch.planes, batch.globals, batch.full)
    parts = losses(net, out, batch, Weights())
    assert parts["score"] == parts["variance"] == 0
    parts["total"].backward()
    assert all(torch.isfinite(p.grad).all() for p in net.parameters() if p.grad is not None)


def test_the_learning_rate_rises_and_falls() -> None:
    rates = [learning_rate(SETTINGS, progress / 100) for progress in range(101)]
    assert max(rates) == pytest.approx(SETTINGS.lr)
    assert rates[0] < 0.1 * SETTINGS.lr
    assert rates[-1] == pytest.approx(SETTINGS.lr * SETTINGS.final_lr)
    assert all(a >= b for a, b in zip(rates[2:], rates[3:], strict=False))


def test_muon_steps_are_nearly_orthogonal() -> None:
    torch.manual_seed(0)
    singular = torch.linalg.svdvals(orthogonalised(torch.randn(3, 24, 40)))
    assert singular.min() > 0.5
    assert singular.max() < 1.5
