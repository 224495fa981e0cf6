#!/bin/sh
# Times single commands of headtrace: shapes at large sizes, explain at the paper's, and printing a
# tensor of ten million numbers in short, against the run that computes it and prints nothing of it.
#
#   tests/bench/commands.sh PROGRAM
set -eu

if [ $# -ne 1 ]; then
    echo "usage: commands.sh PROGRAM" >&2
    exit 2
fi
program=$1
python=${PYTHON:-python3}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

cat > "$folder/large.json" <<'END'
{"format": 1, "title": {"en": "Ten million numbers"}, "dims": {"batch": 1, "seq": 10000},
 "tensors": {"x": {"axes": ["seq", 1000], "fill": 0.5}, "one": {"axes": [1], "fill": 1}},
 "steps": [{"op": "add", "in": ["x", "one"], "out": "large"},
           {"op": "slice", "in": ["large"], "out": "corner", "axis": 0, "start": 0, "stop": 1}]}
END

hyperfine --shell=none --warmup 2 --export-json "$folder/report.json" \
    --command-name "version alone" "'$program' --version" \
    --command-name "shapes, 96 heads, d_model 12288, 8×2048" \
    "'$program' shapes --d-model 12288 --heads 96 --batch 8 --seq 2048" \
    --command-name "explain at the paper's sizes" "'$program' explain 17 'output[0,0,1]'" \
    --command-name "10 million numbers computed, one row printed" \
    "'$program' run '$folder/large.json' --only corner" \
    --command-name "10 million numbers computed and printed in short" \
    "'$program' run '$folder/large.json' --only large" >&2

"$python" - "$folder/report.json" <<'END'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    results = json.load(file)["results"]
print("| command | median, ms | least, ms | processor, ms |")
print("| --- | ---: | ---: | ---: |")
for result in results:
    times = [result["median"], result["min"], result["user"] + result["system"]]
    cells = " | ".join(f"{1000 * time:.1f}" for time in times)
    print(f"| {result['command']} | {cells} |")
END
