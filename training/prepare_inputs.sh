#!/bin/sh
# Makes the folder that gpu_run.sh takes, and says how large it is.
#
#   training/prepare_inputs.sh FOLDER TEACHER.bin.gz SHOUTAN POSITIONS.positions.gz... [CHECKPOINT.pt]
#
# TEACHER is stored with half floats (half the size, no measurable difference to labels). SHOUTAN is the program built for
# the machine with the GPU: `cargo build --release`; it is stripped and packed here. POSITIONS come from `shoutan positions`; shards of
# features (*.labels.gz) are taken too, but are a hundred times larger for each position.
set -eu
[ $# -ge 4 ] || { sed -n '2,8p' "$0"; exit 2; }
folder=$1
teacher=$(realpath "$2")
program=$3
shift 3
mkdir -p "$folder"
for file in "$@"; do
    case $file in
        *.positions.gz | *.labels.gz) cp "$file" "$folder/" ;;
        *.pt) cp "$file" "$folder/checkpoint.pt" ;;
        *) echo "$file is neither positions nor labels nor a checkpoint" >&2; exit 2 ;;
    esac
done
cp "$program" "$folder/shoutan"
strip "$folder/shoutan" 2>/dev/null || true
gzip -9 -f "$folder/shoutan"
folder=$(realpath "$folder")
cd "$(dirname "$0")"
python=python3
[ -x .venv/bin/python ] && python=.venv/bin/python
"$python" -m shoutan_train.export "$teacher" "$folder/teacher.bin.gz" --half
ls -l "$folder"
bytes=$(cat "$folder"/* | wc -c)
echo "$((bytes / 1000000)) MB in all"
[ "$bytes" -lt 60000000 ] || { echo "more than 60 MB: take fewer positions" >&2; exit 1; }
