#!/bin/sh
# Features, labels, training, export and validation within 12 minutes of one large GPU, from one folder of prepared inputs
# (prepare_inputs.sh makes it). The same on a CPU with --dry-run, in about two minutes, to see that everything is in place.
#
#   training/gpu_run.sh INPUTS OUT [--dry-run] [options of shoutan_train.pipeline]
#
# OUT gets net.bin.gz, checkpoint.pt (every minute), log.jsonl, curves.png and report.txt. To go on later, put checkpoint.pt
# into INPUTS and run it again.
set -eu
[ $# -ge 2 ] || { sed -n '2,9p' "$0"; exit 2; }
inputs=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
shift 2
cd "$(dirname "$0")"
# What PyTorch compiles is kept out of the results.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TORCHINDUCTOR_CACHE_DIR="$work/compiled" PYTHONUNBUFFERED=1
python=python3
[ -x .venv/bin/python ] && python=.venv/bin/python
nvidia-smi --query-gpu=name,memory.total --format=csv,noheader 2>/dev/null || echo "no NVIDIA GPU here"
"$python" -m shoutan_train.pipeline "$inputs" "$out" --work "$work" "$@"
ls -l "$out"
