"""The layers compute what the file format says; files are read back as they were written."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch

from shoutan_train import architectures
from shoutan_train.architectures import ARCHITECTURES, A, Architecture, F, G, N, O
from shoutan_train.export import finished
from shoutan_train.net import Network
from shoutan_train.tokens import NetFileError
from tests.reference import Evaluation

EVERYTHING = (O(), G(4), N(8, (A(2, 4), G(4), F(12))), A(4, 6, 2, "learned", 10.0), F(20), A(1, 8, 0, "none"))
KINDS = {
    "silu_rms": Architecture(16, EVERYTHING, "ACTIVATION_SILU", "rms", policy=6, pooled=5, value=7, hidden=9),
    "mish_spatial": Architecture(12, EVERYTHING, "ACTIVATION_MISH", "rms_spatial", policy=6, pooled=5, value=7, hidden=9),
    "relu_norm": Architecture(16, EVERYTHING, "ACTIVATION_RELU", "norm", kernel=5, policy=6, pooled=5, value=7, hidden=9),
    "plain": Architecture(16, (O(), G(4)), "ACTIVATION_RELU", "norm", batch_norm=False, policy=6, pooled=5, value=7, hidden=9),
}


def shaken(name: str, monkeypatch: pytest.MonkeyPatch) -> Network:
    """A network with every number at random, also those that begin as 0 or 1."""
    monkeypatch.setitem(ARCHITECTURES, name, KINDS[name])
    net = architectures.build(name, seed=5)
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for tensor in [*net.parameters(), *net.buffers()]:
            tensor += 0.3 * (torch.rand(tensor.shape, generator=generator) - 0.5)
    return net.eval()


def inputs(columns: int, rows: int, side: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Random planes of a board at the top left of a square, and globals."""
    random = np.random.default_rng(seed)
    planes = np.zeros((22, side, side), np.float32)
    planes[1:, :rows, :columns] = random.random((21, rows, columns)) < 0.15
    planes[0, :rows, :columns] = 1
    return planes, random.normal(0, 0.5, 19).astype(np.float32)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("board", [(9, 9, 9), (7, 5, 9), (19, 19, 19)])
def test_outputs_equal_the_reference(name: str, board: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    net = shaken(name, monkeypatch)
    planes, globals_ = inputs(*board, seed=3)
    with torch.no_grad():
        out = net(torch.from_numpy(planes)[None], torch.from_numpy(globals_)[None], full=board[0] == board[1] == board[2])
    expected = Evaluation(net.content(), planes, globals_)
    # Logits of points off the board are never used.
    kept = np.append(planes[0].reshape(-1), 1) > 0
    for ours, theirs in [
        (out.policy[0].numpy()[:, kept], expected.policy[:, kept]),
        (out.value[0].numpy(), expected.value),
        (out.misc[0].numpy(), expected.misc),
        (out.ownership[0].numpy()[kept[:-1]], expected.ownership[kept[:-1]]),
    ]:
        np.testing.assert_allclose(ours, theirs, rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("name", KINDS)
def test_a_file_is_read_back_as_written(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    net = finished(shaken(name, monkeypatch))
    path = tmp_path / "net.bin.gz"
    net.save(path)
    back = Network.load(path)
    assert back.content() == net.content()
    planes, globals_ = (torch.from_numpy(x)[None] for x in inputs(9, 9, 9, seed=4))
    with torch.no_grad():
        for ours, theirs in zip(net(planes, globals_), back.eval()(planes, globals_), strict=True):
            np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-5, atol=1e-5)


def test_half_floats_halve_the_file_and_change_next_to_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    net = finished(shaken("silu_rms", monkeypatch))
    net.save(tmp_path / "half.bin.gz", half=True)
    half = Network.load(tmp_path / "half.bin.gz").eval()
    assert len(net.content(half=True)) < 0.65 * len(net.content())
    assert torch.equal(half.trunk.tip.scale, net.trunk.tip.scale)
    planes, globals_ = (torch.from_numpy(x)[None] for x in inputs(9, 9, 9, seed=4))
    with torch.no_grad():
        exact, near = net(planes, globals_).policy[0, 0], half(planes, globals_).policy[0, 0]
    np.testing.assert_allclose(near.numpy(), exact.numpy(), rtol=0.01, atol=0.01)


def test_export_keeps_the_trained_policy_and_the_batch_statistics(monkeypatch: pytest.MonkeyPatch) -> None:
    net = shaken("relu_norm", monkeypatch)
    planes, globals_ = (torch.from_numpy(x)[None] for x in inputs(9, 9, 9, seed=4))
    with torch.no_grad():
        before, after = net(planes, globals_), finished(net)(planes, globals_)
    np.testing.assert_allclose(before.policy[:, 0].numpy(), after.policy[:, 0].numpy(), rtol=1e-4, atol=1e-4)
    assert torch.equal(after.policy[:, 0], after.policy[:, 1])
    np.testing.assert_allclose(before.value.numpy(), after.value.numpy(), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_a_fresh_network_of_every_architecture_has_sane_outputs(name: str) -> None:
    net = architectures.build(name).eval()
    planes, globals_ = (torch.from_numpy(x)[None] for x in inputs(19, 19, 19, seed=4))
    with torch.no_grad():
        out = net(planes, globals_)
    assert out.policy[:, 0].std() < 3
    assert out.value.abs().max() < 3
    assert net.scores(out.misc)[0, :3].abs().max() < 60


def test_padding_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    net = shaken("silu_rms", monkeypatch)
    planes, globals_ = inputs(7, 7, 9, seed=6)
    small = torch.from_numpy(planes[:, :7, :7].copy())[None]
    with torch.no_grad():
        padded = net(torch.from_numpy(planes)[None], torch.from_numpy(globals_)[None])
        tight = net(small, torch.from_numpy(globals_)[None], full=True)
    np.testing.assert_allclose(padded.value.numpy(), tight.value.numpy(), rtol=1e-4, atol=1e-4)
    cut = padded.policy[0, 0, :-1].reshape(9, 9)[:7, :7]
    np.testing.assert_allclose(cut.numpy(), tight.policy[0, 0, :-1].reshape(7, 7).numpy(), rtol=1e-4, atol=1e-4)


def test_damaged_files_are_refused() -> None:
    content = architectures.build("tiny").content()
    whole = gzip.compress(content)
    Network.parse(whole)
    for damaged in [
        b"",
        content[:2000],
        content + b"more",
        whole[:-9],
        content.replace(b"ordinary_block", b"ordinary_blocc"),
        content.replace(b"ACTIVATION_RELU", b"ACTIVATION_RELV"),
        content.replace(b"\n22\n19\n", b"\n22\n18\n"),
        content.replace(b"@BIN@" + content.split(b"@BIN@")[1][:4], b"@BIN@\0\0\xc0\x7f"),
        content.replace(b"\n3\n3\n22\n16\n", b"\n3\n3\n22\n60000\n"),
    ]:
        with pytest.raises(NetFileError):
            Network.parse(damaged)


def test_the_network_compiles_as_one_graph() -> None:
    net = architectures.build("tiny").train()
    planes, globals_ = (torch.from_numpy(x)[None] for x in inputs(9, 9, 9, seed=4))
    found = torch._dynamo.explain(net)(planes, globals_, True)
    assert found.graph_count == 1, found.break_reasons


OURS = Path(__file__).parents[2] / "testdata" / "nn"
FOLDERS = [folder for folder in (OURS, Path(os.environ.get("SHOUTAN_NN_VECTORS", "/nowhere"))) if folder.is_dir()]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_networks_equal_their_vectors(folder: Path) -> None:
    """KataGo's outputs, some of each `eval_*.jsonl`, of the networks that are beside them or in folders there."""
    positions = {line["id"]: line for line in map(json.loads, open(folder / "positions.jsonl"))}
    nets = {path.name: path for path in folder.glob("**/*.gz")}
    loaded: dict[str, Network] = {}
    checked: Counter[str] = Counter()
    for file in sorted(folder.glob("eval_*.jsonl")):
        for line in map(json.loads, open(file)):
            name = line["net"]
            if name not in nets or checked[name] == 5 or positions[line["id"]]["params"].get("symmetry"):
                continue
            if name not in loaded:
                loaded[name] = Network.load(nets[name]).eval()
            _compare(loaded[name], positions[line["id"]], line["raw"])
            checked[name] += 1
    assert checked


def _compare(net: Network, position: dict, raw: dict) -> None:
    height, width = position["nnYLen"], position["nnXLen"]
    rows, columns = position["ysize"], position["xsize"]
    planes = torch.zeros(22, height * width)
    for plane, points in position["spatial"].items():
        planes[int(plane), points] = 1
    with torch.no_grad():
        out = net(planes.view(1, 22, height, width), torch.tensor([position["global"]]))
    grid = out.policy[0, 0, :-1].view(height, width)[:rows, :columns].flatten()
    owners = out.ownership[0].view(height, width)[:rows, :columns].flatten()
    misc = raw["misc"][: out.misc.shape[1]]
    for ours, theirs in [
        (grid, np.ravel(raw["policyLogits"])),
        (out.policy[0, 0, -1], raw["passLogit"]),
        (out.value[0], raw["valueLogits"]),
        (out.misc[0], misc),
        (owners, np.ravel(raw["ownershipPreTanh"])),
    ]:
        np.testing.assert_allclose(ours.numpy(), theirs, rtol=1e-4, atol=1e-3)
