#!/bin/sh
# Every timing of docs/performance.md, as tables: start-up, forward, growth, printing, shapes.
#
#   tests/bench/run_all.sh [BUILD_FOLDER]
#
# Builds what it times in BUILD_FOLDER (build/release by default). PYTHON names the interpreter
# (python3 by default); it needs torch and numpy. Nothing passes or fails here.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
build=${1:-$top/build/release}
python=${PYTHON:-python3}
export PYTHON="$python"

cmake --build "$build" --target headtrace bench_attention
program=$build/headtrace

echo "## Lesson 1, the whole process"
"$here/startup.sh" "$program" "$top/lessons/01-the-puzzle.json" | grep '^|'
echo
echo "## Forward, every tensor kept"
"$python" "$here/forward.py" "$build/tests/bench/bench_attention"
echo
echo "## Time and memory as seq doubles"
"$python" "$here/growth.py" "$program"
echo
echo "## A training step"
"$python" "$here/train_step.py" "$program"
echo
echo "## A whole diagnosis"
"$python" "$here/diagnose.py" "$program"
echo
echo "## Shapes, explain, and ten million numbers summarized"
"$here/commands.sh" "$program" | grep '^|'
