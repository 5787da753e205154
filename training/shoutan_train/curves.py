"""Draws the log of a run as a picture.

python -m shoutan_train.curves RUN_FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from shoutan_train.run import LOG

_PANELS = (
    ("top1", "top-1 agreement"),
    ("kl", "KL (nats)"),
    ("win", "|Δwin|"),
    ("lead", "|Δlead| (points)"),
    ("ownership", "|Δownership|"),
)


def draw(folder: Path) -> Path:
    """Writes `curves.png`: the loss of each part, and the validation figures of each board size."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    entries = [json.loads(line) for line in open(folder / LOG, encoding="utf-8")]
    training = [entry for entry in entries if entry["kind"] == "train"]
    validation = [entry for entry in entries if entry["kind"] == "validation"]
    figure, axes = pyplot.subplots(2, 3, figsize=(15, 8), constrained_layout=True)
    panel = axes.flat[0]
    for part in ("total", "policy", "value", "ownership"):
        panel.plot([entry["samples"] for entry in training], [entry[part] for entry in training], label=part)
    panel.set_title("training loss")
    panel.legend()
    for panel, (name, title) in zip(axes.flat[1:], _PANELS, strict=True):
        for size in sorted({entry["size"] for entry in validation}):
            rows = [entry for entry in validation if entry["size"] == size]
            panel.plot([row["samples"] for row in rows], [row[name] for row in rows], marker=".", label=size)
        panel.set_title(title)
        if validation:
            panel.legend()
    for panel in axes.flat:
        panel.set_xlabel("positions seen")
        panel.grid(alpha=0.3)
    path = folder / "curves.png"
    figure.savefig(path, dpi=90)
    pyplot.close(figure)
    return path


if __name__ == "__main__":
    print(draw(Path(sys.argv[1])))
