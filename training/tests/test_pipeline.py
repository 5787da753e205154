"""The way from inputs to a network in one command, as it runs on a GPU."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import pytest

from shoutan_train import architectures, pipeline, shards
from shoutan_train.net import Network
from shoutan_train.run import averaged
from tests.test_label import unlabelled

# Stands for the program: "makes" features by copying shards that lie beside it.
PROGRAM = """#!{python}
import pathlib, shutil, sys
assert sys.argv[1:3] == ["label", "--features-only"]
out = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
for shard in pathlib.Path(__file__).parent.glob("made/*"):
    shutil.copy(shard, out)
"""


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time is kept for the end."""
    monkeypatch.setattr(pipeline, "LAST_MINUTES", 0.0)


def inputs(folder: Path) -> Path:
    """A folder with a teacher, one shard of features, and move lists with a program."""
    folder.mkdir(parents=True)
    architectures.build("tiny", seed=9).save(folder / "teacher.bin.gz", half=True)
    for name, split in (("a", shards.TRAIN), ("b", shards.VALIDATION), ("c", shards.TEST)):
        shards.write_shard(folder / f"{name}.labels.gz", unlabelled({(9, 9): 48}, seed=1, split=split))
    return folder


def run(folder: Path, out: Path, work: Path) -> str:
    """Runs it for some seconds; returns the report."""
    pipeline.main(
        [
            str(folder),
            str(out),
            "--work",
            str(work),
            "--architecture",
            "tiny",
            "--batch",
            "16",
            "--minutes",
            "0.06",
            "--device",
            "cpu",
        ]
    )
    return (out / "report.txt").read_text()


def test_inputs_become_a_network_and_a_second_run_goes_on(tmp_path: Path) -> None:
    folder = inputs(tmp_path / "inputs")
    report = run(folder, tmp_path / "out", tmp_path / "work")
    assert "training 48 positions" in report
    assert "test    9" in report
    net = Network.load(tmp_path / "out" / "net.bin.gz")
    assert net.name.startswith("shoutan-tiny-s")
    first = averaged(tmp_path / "out" / "checkpoint.pt")[2]
    (tmp_path / "out" / "checkpoint.pt").rename(folder / "checkpoint.pt")
    report = run(folder, tmp_path / "second", tmp_path / "work2")
    assert "going on" in report
    assert averaged(tmp_path / "second" / "checkpoint.pt")[2] > first


def test_features_are_made_by_the_program(tmp_path: Path) -> None:
    folder = inputs(tmp_path / "inputs")
    made = tmp_path / "work" / "made"
    made.mkdir(parents=True)
    (folder / "a.labels.gz").rename(made / "a.labels.gz")
    (folder / "games.positions.gz").write_bytes(b"")
    with pytest.raises(SystemExit, match="no program"):
        run(folder, tmp_path / "out", tmp_path / "work")
    (folder / "shoutan.gz").write_bytes(b"no gzip file")
    with pytest.raises(SystemExit, match="cannot be unpacked"):
        run(folder, tmp_path / "out", tmp_path / "work")
    (folder / "shoutan.gz").write_bytes(gzip.compress(PROGRAM.format(python=sys.executable).encode()))
    assert "training 48 positions" in run(folder, tmp_path / "out", tmp_path / "work")


def test_missing_inputs_are_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="teacher"):
        run(tmp_path, tmp_path / "out", tmp_path / "work")
