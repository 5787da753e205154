//! The tests of `training/`, where Python has PyTorch.

use anyhow::Result;

use crate::count::Runner;
use crate::test::{End, Stage, counted_with};

/// Small trainings, the layers against a reference, files written and read; needs the packages of
/// `training/requirements.txt`, in `training/.venv` or in the Python that the system finds.
pub(crate) fn tests(stage: &Stage) -> Result<End> {
    let beside = stage.root.join("training/.venv/bin/python");
    let beside = beside.to_str().filter(|_| beside.exists());
    let found = beside
        .into_iter()
        .chain(["python3", "python"])
        .find(|python| stage.has(&[python, "-c", "import matplotlib, numpy, pytest, torch"]));
    let Some(python) = found else {
        return Ok(End::Skipped("PyTorch not installed".into()));
    };
    let words = [python, "-m", "pytest", "--quiet", "--color=no", "--rootdir=training", "training"];
    let settings = [
        ("PYTHONPATH", "training"),
        ("PYTHONDONTWRITEBYTECODE", "1"),
        ("OMP_NUM_THREADS", "1"),
        ("MPLBACKEND", "agg"),
    ];
    counted_with(stage, &words, Runner::Pytest, &settings)
}
