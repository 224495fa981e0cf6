#!/bin/sh
# Times a lesson end to end, from the start of the process to the last tensor printed:
# headtrace against scripts that print the same tensors with PyTorch and NumPy.
#
#   tests/bench/startup.sh PROGRAM LESSON_FILE
#
# All three run in one session of hyperfine; the ratios of their medians are printed.
# PYTHON names the interpreter (python3 by default); it needs torch and numpy.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: startup.sh PROGRAM LESSON_FILE" >&2
    exit 2
fi
program=$1
lesson=$2
python=${PYTHON:-python3}
here=$(cd "$(dirname "$0")" && pwd)
report=$(mktemp)
trap 'rm -f "$report"' EXIT

hyperfine --shell=none --warmup 3 --export-json "$report" \
    --command-name headtrace "'$program' run '$lesson'" \
    --command-name PyTorch "'$python' '$here/torch_lesson_1.py' '$lesson'" \
    --command-name NumPy "'$python' '$here/numpy_lesson_1.py' '$lesson'"

"$python" - "$report" <<'END'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    results = json.load(file)["results"]
fastest = results[0]["median"]
print("| program | median, ms | times headtrace's |")
print("| --- | ---: | ---: |")
for result in results:
    median = result["median"]
    print(f"| {result['command']} | {median * 1000:.1f} | {median / fastest:.1f} |")
END
