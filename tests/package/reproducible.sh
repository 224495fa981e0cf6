#!/bin/sh
# Builds the program and its .deb twice, in two folders, and holds the two against each other byte
# for byte: tests/package/reproducible.sh
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=$(git -C "$top" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
commit=$(git -C "$top" rev-parse HEAD)
for each in one another-folder; do
  git clone -q "$top" "$work/$each"
  git -C "$work/$each" checkout -q "$commit"
  cmake -S "$work/$each" -B "$work/$each/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_UNITY_BUILD=ON -DHEADTRACE_TESTS=OFF >/dev/null
  cmake --build "$work/$each/build" >/dev/null
  (cd "$work/$each/build" && cpack >/dev/null)
done
cmp "$work/one/build/headtrace" "$work/another-folder/build/headtrace"
cmp "$work"/one/build/headtrace_*.deb "$work"/another-folder/build/headtrace_*.deb
echo "the same bytes twice"
