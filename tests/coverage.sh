#!/bin/sh
# Which lines of src/ and include/ the tests run, with clang's own instrumentation: builds in
# build/coverage, runs every test there, prints a table of the files, ends with 1 below 90 %.
# tests/coverage.sh [--show src/FILE] prints one file's lines with their counts, after a run.
set -eu
cd "$(dirname "$0")/.."
build=build/coverage
cover() {
  command=$1
  shift
  "llvm-cov$suffix" "$command" "$build/headtrace" -object "$build/tests/headtrace_tests" \
    -object "$build/tests/dump" -object "$build/tests/convert_tensors" \
    -instr-profile "$build/all.profdata" "$@"
}
# Profiles are read by the LLVM of the compiler that wrote them.
suffix=-$(clang++ -dumpversion | cut -d. -f1)
command -v "llvm-cov$suffix" >/dev/null || suffix=
command -v "llvm-cov$suffix" >/dev/null ||
  { echo "llvm-cov is missing: install clang's LLVM tools (Debian: llvm)" >&2; exit 2; }

if [ "${1-}" = --show ]; then
  cover show "$2"
  exit
fi

cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=ON \
  -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
  -DCMAKE_CXX_FLAGS_DEBUG='-O1 -g1 -fprofile-instr-generate -fcoverage-mapping' >/dev/null
# Programs started by the build and by tests write too; those of a build add to the same few files.
export LLVM_PROFILE_FILE="$PWD/$build/raw/%4m.profraw"
cmake --build "$build"
rm -rf "$build/raw" "$build/all.profdata"
failed=0
(cd "$build" && ctest --output-on-failure --parallel 2 "$@") || failed=1
"llvm-profdata$suffix" merge -o "$build/all.profdata" "$build"/raw/*.profraw
cover report src include >"$build/report.txt"
# File, lines, lines missed, share of lines run.
awk '$1 ~ /[.][ch]pp$/ || $1 == "TOTAL" {printf "%-44s %6d %6d %7s\n", $1, $8, $9, $10}' "$build/report.txt"
[ "$failed" = 0 ] || { echo 'some tests failed' >&2; exit 1; }
awk '$1 == "TOTAL" && $10 + 0 < 90 {print "fewer than 90 % of the lines are run"; exit 1}' "$build/report.txt" >&2
